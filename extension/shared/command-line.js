// @ts-check
/** Draws a command for a terminal, with a button that copies it. */
import { text } from './strings.js';

/**
 * Return the command, filled in as soon as it is known.
 * @param {string | Promise<string>} line
 * @returns {HTMLElement}
 */
export function commandLine(line) {
  const code = document.createElement('code');
  code.className = 'command';
  code.dir = 'ltr';
  code.translate = false;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = text('copyButton');
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent ?? '');
    said.textContent = text('copiedText');
  });
  const place = document.createElement('div');
  place.className = 'to-type';
  place.append(code, copy, said);
  Promise.resolve(line).then((words) => {
    code.textContent = words;
  });
  return place;
}

// @ts-check
/**
 * Shows the keys of the extension's commands. In Firefox, whose own list is hard to find, they can be changed here;
 * Chromium allows that only in its own list.
 */
import { api, shortcutSettings } from '../shared/browser.js';
import { byId } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('./lists.js').Notify} Notify */
/**
 * @typedef {{key: string, code: string, ctrlKey: boolean, altKey: boolean, shiftKey: boolean, metaKey: boolean}} Keys
 */

/**
 * Key codes, with the names that commands use for them: the letter at that place of the keyboard may differ.
 * @type {Record<string, string>}
 */
const NAMED = {
  Comma: 'Comma',
  Period: 'Period',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Space: 'Space',
  Insert: 'Insert',
  Delete: 'Delete',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * Return a shortcut in the notation of commands, or null if it is invalid: it needs Ctrl, Alt or a function key.
 * @param {Keys} keys
 * @param {boolean} isMac  where Ctrl is written MacCtrl, and ⌘ Command
 */
export function shortcutOf({ key, code, ctrlKey, altKey, shiftKey, metaKey }, isMac) {
  const name = nameOfKey(key, code);
  const [control, meta] = isMac ? ['MacCtrl', 'Command'] : ['Ctrl', null];
  const modifiers = [ctrlKey && control, altKey && 'Alt', metaKey && meta, shiftKey && 'Shift'].filter(Boolean);
  if (name === null || (metaKey && meta === null) || modifiers.length > 2) return null;
  const isEnough = modifiers.some((modifier) => modifier !== 'Shift') || (/^F\d+$/.test(name) && !shiftKey);
  return isEnough ? [...modifiers, name].join('+') : null;
}

/** @param {string} key @param {string} code */
function nameOfKey(key, code) {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return digit ?? (/^F([1-9]|1[0-2])$/.test(key) ? key : (NAMED[code] ?? null));
}

export class Shortcuts {
  /** @param {Notify} notify */
  constructor(notify) {
    this.notify = notify;
    /**
     * The browser's commands API, which may be able to change shortcuts.
     * @type {{
     *   update?: (changes: {name: string, shortcut: string}) => Promise<void>,
     *   reset?: (name: string) => Promise<void>,
     *   openShortcutSettings?: () => void,
     * }}
     */
    this.commands = /** @type {any} */ (api.commands);
    const open = byId('shortcuts-change');
    // Chromium has its own list, which our pages may open; so do newer versions of Firefox.
    open.hidden = !this.commands.openShortcutSettings && !shortcutSettings;
    open.addEventListener('click', () =>
      this.commands.openShortcutSettings
        ? this.commands.openShortcutSettings()
        : api.tabs.create({ url: shortcutSettings ?? '' }),
    );
    byId('shortcuts-hint').hidden = !this.commands.update;
  }

  async draw() {
    const { os } = await api.runtime.getPlatformInfo();
    const all = (await api.commands.getAll()).filter(({ description }) => description);
    byId('shortcuts').replaceChildren(...all.flatMap((command) => this.line(command, os === 'mac')));
  }

  /** @param {chrome.commands.Command} command @param {boolean} isMac */
  line({ name = '', shortcut, description = '' }, isMac) {
    const term = document.createElement('dt');
    const words = document.createElement('dd');
    words.textContent = description;
    term.append(
      this.commands.update
        ? this.field(name, shortcut ?? '', description, isMac)
        : keys(shortcut || text('shortcutNone')),
    );
    return [term, words];
  }

  /**
   * Return a field that records the keys pressed in it.
   * @param {string} name
   * @param {string} shortcut
   * @param {string} description
   * @param {boolean} isMac
   */
  field(name, shortcut, description, isMac) {
    const field = document.createElement('input');
    field.type = 'text';
    field.readOnly = true; // it takes keys, not letters
    field.className = 'shortcut';
    let isRecording = false;
    const show = (/** @type {boolean} */ records) => {
      isRecording = records;
      field.value = records ? text('shortcutPress') : shortcut || text('shortcutNone');
    };
    show(false);
    field.setAttribute('aria-label', text('shortcutFor', description));
    for (const choosing of ['focus', 'click']) field.addEventListener(choosing, () => show(true));
    field.addEventListener('blur', () => show(false));
    field.addEventListener('keydown', async (event) => {
      const wanted = wish(event, isMac);
      // After a change the field has the focus, but does not record: the keys may still be held down.
      if (wanted === null || !isRecording) return;
      event.preventDefault();
      if (!(await this.change(name, wanted, shortcut))) return;
      shortcut = wanted;
      show(false);
    });
    return field;
  }

  /**
   * Change a shortcut; return whether the browser accepts it.
   * @param {string} name
   * @param {string} wanted  '' for none
   * @param {string} before
   */
  async change(name, wanted, before) {
    try {
      await this.commands.update?.({ name, shortcut: wanted });
    } catch {
      // The browser's own message is in English and meant for developers.
      this.notify(text('shortcutBad', wanted));
      return false;
    }
    this.notify(text('savedText'), () => this.commands.update?.({ name, shortcut: before }) ?? Promise.resolve());
    return true;
  }
}

/**
 * Return the shortcut of a key event, '' to remove it, null if the key leaves the field.
 * @param {KeyboardEvent} event
 * @param {boolean} isMac
 */
function wish(event, isMac) {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isPlain && ['Tab', 'Escape'].includes(event.key)) return null;
  if (isPlain && ['Backspace', 'Delete'].includes(event.key)) return '';
  return shortcutOf(event, isMac);
}

/** @param {string} words */
function keys(words) {
  const element = document.createElement('kbd');
  element.textContent = words;
  return element;
}

// @ts-check
/**
 * Draws the lines below the list of a page's own contents. They offer to find all pages of the site, report a problem
 * with its map, or describe the benefits of the host. One sentence each; details are collapsed.
 */
import {
  address,
  addressButton,
  chooser,
  consentButton,
  forgotten,
  paragraph,
  problemText,
  retryButton,
  toType,
  withoutHost,
} from '../shared/message.js';
import { drawChanged } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/message.js').MessageActions & {always(isOn: boolean): void}} Actions */

/**
 * Draw the lines if they have changed.
 * @param {HTMLElement} place
 * @param {TabView} tab
 * @param {boolean} isAlways  whether sites are looked up automatically
 * @param {Actions} actions
 */
export function drawBesidePage(place, tab, isAlways, actions) {
  const { state, sitemap, rule, problem, look } = tab;
  place.hidden = tab.state === 'loading'; // the foot says so
  drawChanged(
    place,
    ['beside', state, sitemap, rule, problem, look, isAlways, actions.forgotten?.sitemap, actions.missing],
    () => {
      place.replaceChildren(...linesOf(tab, isAlways, actions));
    },
  );
}

/** @param {TabView} tab @param {boolean} isAlways @param {Actions} actions @returns {HTMLElement[]} */
function linesOf(tab, isAlways, actions) {
  if (tab.state === 'no-host') return withoutProgram(tab, actions);
  if (tab.state === 'failed') return failed(tab, actions);
  return [...(actions.forgotten ? [forgotten(actions.forgotten)] : []), ...finding(tab, isAlways, actions)];
}

/**
 * Return the lines that offer to find all pages of the site.
 * @param {TabView} tab
 * @param {boolean} isAlways
 * @param {Actions} actions
 */
function finding({ look }, isAlways, actions) {
  if (look === 'looking') return [paragraph(text('lookRunning'))];
  const line = document.createElement('div');
  line.className = 'finding';
  const find = chooser('findPages', actions.choose);
  line.append(find, alwaysBox(isAlways, actions.always));
  const missing = actions.missing ?? (look === 'nothing' ? text('findPagesNothing') : '');
  const hint = paragraph(missing || text('findPagesHint'));
  hint.className = 'hint';
  if (missing) hint.setAttribute('role', 'status');
  if (!missing) return [line, hint];
  line.append(addressButton(actions));
  return [hint, line];
}

/** @param {boolean} isAlways @param {(isOn: boolean) => void} always */
function alwaysBox(isAlways, always) {
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.id = 'always';
  box.checked = isAlways;
  box.addEventListener('change', () => always(box.checked));
  label.title = text('lookHint');
  label.append(box, text('findPagesAlways'));
  return label;
}

/**
 * Return the lines for an unreadable map: a sentence, a retry button, and a button for another address, or for the
 * site's ordinary list.
 * @param {TabView} tab
 * @param {Actions} actions
 */
function failed({ problem, sitemap, rule }, actions) {
  const { retry, choose } = actions;
  const isStopped = problem?.code === 'stopped';
  const buttons = document.createElement('div');
  buttons.className = 'finding';
  buttons.append(retryButton(retry), rule === 'user' ? addressButton(actions) : chooser('failedOrdinary', choose));
  const reason = isStopped ? [] : [paragraph(problemText(problem))];
  return [
    paragraph(text(isStopped ? 'problemStopped' : rule === 'user' ? 'listFailed' : 'failedSentence')),
    buttons,
    details(text('failedDetails'), [...reason, address(sitemap)]),
  ];
}

/**
 * Return the lines on the benefits of the host, and how to install it.
 * @param {TabView} tab
 * @param {Actions} actions
 */
function withoutProgram({ problem }, { retry }) {
  if (problem?.code === 'consent-wanted') return [paragraph(text('consentAdds')), consentButton()];
  return problem?.code === 'host-missing'
    ? [paragraph(text('hostAdds')), toType('install'), retryButton(retry)]
    : withoutHost(problem, retry);
}

/** @param {string} summary @param {HTMLElement[]} contents */
function details(summary, contents) {
  const element = document.createElement('details');
  const title = document.createElement('summary');
  title.textContent = summary;
  element.append(title, ...contents);
  return element;
}

// @ts-check
/** Shows a message where there is no map: the problem, the remaining functions, and the remedy. */
import { api, browserName, openFirstPage } from './browser.js';
import { commandLine } from './command-line.js';
import { isPageFailure } from './failed-pages.js';
import { ownLines } from './host-lines.js';
import { webOrigin } from './locations.js';
import { drawChanged } from './redraw.js';
import { codeText, originText, text } from './strings.js';

/** @typedef {import('./types.js').TabView} TabView */
/** @typedef {{sitemap: string, undo(): void}} ForgottenChoice  a choice that was just withdrawn */
/**
 * `missing` says why there was nothing to choose; `typeAddress` opens a field for an address, which the popup lacks.
 * @typedef {{
 *   retry(): void,
 *   choose(): void,
 *   typeAddress?(): void,
 *   forgotten?: ForgottenChoice | null,
 *   missing?: string,
 * }} MessageActions
 */

/**
 * Draw the message if it has changed, and keep the focus in place.
 * @param {HTMLElement} place
 * @param {TabView} view
 * @param {MessageActions} actions
 */
export function drawMessage(place, view, actions) {
  place.hidden = view.state === 'ready';
  const { state, url, sitemap, rule, problem } = view;
  const content = [state, webOrigin(url), sitemap, rule, problem, view.look, actions.forgotten?.sitemap];
  drawChanged(place, content, () => place.replaceChildren(...CONTENTS[state](view, actions)));
}

/** @type {Record<TabView['state'], (view: TabView, actions: MessageActions) => HTMLElement[]>} */
const CONTENTS = {
  none: (view, actions) =>
    isPageFailure(view.problem)
      ? [heading(text('pageFailedTitle')), paragraph(text('pageFailedText'))]
      : [...(actions.forgotten ? [forgotten(actions.forgotten)] : []), ...withoutMap(view, actions)],
  loading: (view) => [heading(text('statusLoading')), address(view.sitemap)],
  ready: () => [],
  failed: (view, actions) => [
    ...failure(view),
    retryButton(actions.retry),
    ...(view.rule === 'user' ? [addressButton(actions)] : []),
  ],
  'no-host': ({ problem }, { retry }) => withoutHost(problem, retry),
};

/**
 * Return the reason why there is no host, and the remedy.
 * @param {import('./types.js').Problem | null} problem
 * @param {() => void} retry
 */
export function withoutHost(problem, retry) {
  return problem?.code === 'consent-wanted' ? adviceOn(problem) : [...adviceOn(problem), retryButton(retry)];
}

/** @param {import('./types.js').Problem | null} problem */
function adviceOn(problem) {
  switch (problem?.code) {
    case 'consent-wanted':
      return [heading(text('consentTitle')), paragraph(text('consentWanted')), consentButton()];
    case 'host-missing':
      return [
        heading(text('hostMissingTitle')),
        paragraph(text('problemHostMissing')),
        paragraph(text('hostInstall')),
        toType('install'),
        paragraph(text('goesOnByItself')),
      ];
    case 'protocol-mismatch':
      return differing(problem.params ?? {});
    case 'host-crashed':
      return [
        heading(text('hostBrokenTitle')),
        paragraph(problemText(problem)),
        paragraph(text('hostCrashedAdvice')),
        toType('doctor'),
      ];
    default:
      return [heading(text('hostBrokenTitle')), paragraph(problemText(problem))];
  }
}

/**
 * Return a message that extension and host have no protocol in common, which of them is older, and how to update it.
 * @param {Record<string, unknown>} params
 */
function differing({ older, host }) {
  const [own, other] = [api.runtime.getManifest().version, String(host || '?')];
  if (older === 'extension') {
    return [
      heading(text('olderExtensionTitle')),
      paragraph(text('olderExtension', own, other)),
      paragraph(text(browserName === 'firefox' ? 'updateInFirefox' : 'updateInChromium')),
    ];
  }
  return [
    heading(text('olderHostTitle')),
    paragraph(text('olderHost', other, own)),
    closeFirst(),
    toType('update'),
    paragraph(text('goesOnByItself')),
  ];
}

/** Return the advice to close all browsers before an update; hidden on systems that need no such thing. */
function closeFirst() {
  const element = paragraph(text('closeBrowsers'));
  element.hidden = true;
  ownLines().then(({ closesBrowsers }) => {
    element.hidden = !closesBrowsers;
  });
  return element;
}

/**
 * Return the command that installs, updates or inspects the host, to be run in a terminal.
 * @param {import('./host-lines.js').Purpose} purpose
 */
export function toType(purpose) {
  return commandLine(ownLines().then((lines) => lines[purpose]));
}

/** Return the button that opens the page which asks for consent. */
export function consentButton() {
  const element = button(text('consentButton'), () => {
    openFirstPage();
  });
  element.className = 'main';
  return element;
}

/**
 * Return the message for a page that names no map. It has a button that looks for the site's list, except on the
 * browser's own pages.
 * @param {TabView} view
 * @param {MessageActions} actions
 */
function withoutMap({ url, look }, { choose }) {
  if (webOrigin(url) === null) return [heading(text('noneOwnTitle')), paragraph(text('noneOwnText'))];
  if (look === 'looking') return [heading(text('noneTitle')), paragraph(text('lookRunning'))];
  const offered = chooser('askButton', choose);
  offered.className = 'main';
  const hint = paragraph(text('askHint'));
  hint.className = 'hint';
  return [heading(text('noneTitle')), paragraph(text(look === 'nothing' ? 'lookNothing' : 'noneText')), offered, hint];
}

/** Return the button that opens the picker. @param {string} name @param {() => void} choose */
export function chooser(name, choose) {
  const element = button(text(name), choose);
  element.dataset.choose = '';
  return element;
}

/** Return the button that opens the field for an address, else the picker. @param {MessageActions} actions */
export function addressButton({ choose, typeAddress }) {
  return chooser(typeAddress ? 'addressOpen' : 'askOther', typeAddress ?? choose);
}

/** Return a line that offers to undo a withdrawn choice. @param {ForgottenChoice} choice */
export function forgotten({ sitemap, undo }) {
  const line = paragraph(`${text('choiceForgotten')} `);
  line.className = 'forgotten';
  line.append(button(text('undoButton'), undo));
  line.title = sitemap;
  return line;
}

/** @param {TabView} view */
function failure({ problem, sitemap, rule }) {
  if (problem?.code === 'stopped') return [heading(problemText(problem)), address(sitemap)];
  return [
    heading(text(rule === 'user' ? 'listFailed' : 'statusFailed')),
    paragraph(problemText(problem)),
    address(sitemap),
    paragraph(text(rule === 'user' ? 'failedChoice' : 'failedText')),
  ];
}

/** Strings for problems of the extension; all other codes are the host's. @type {Record<string, string>} */
const OWN_PROBLEMS = {
  'consent-wanted': 'problemConsentWanted',
  'host-missing': 'problemHostMissing',
  'host-crashed': 'problemHostCrashed',
  'host-lost': 'problemHostLost',
  stopped: 'problemStopped',
  'private-refused': 'problemPrivateRefused',
  'other-site': 'problemOtherSite',
};

/** The address is shown below; ids mean nothing to a reader. */
const NOT_SHOWN = new Set(['uri', 'site', 'view']);

/** Return the sentence for a problem. @param {import('./types.js').Problem | null} problem */
export function problemText(problem) {
  if (!problem) return '';
  const own = OWN_PROBLEMS[problem.code];
  if (own) return text(own, String(problem.params?.host ?? ''));
  const sentence = codeText('problem', problem.code);
  const details = Object.entries(problem.params ?? {})
    .filter(([name, value]) => !NOT_SHOWN.has(name) && ['string', 'number'].includes(typeof value))
    .map(([name, value]) => `${name}: ${value}`);
  return details.length ? `${sentence} (${details.join(', ')})` : sentence;
}

/**
 * Return details for the author of a map, as a tooltip: why it was not reloaded, how it was named, its address.
 * @param {TabView} tab
 */
export function detailsOf(tab) {
  return [problemText(tab.site?.refusal ?? null), originText(tab), tab.sitemap].filter(Boolean).join('\n');
}

/** @param {string} words */
function heading(words) {
  return withText('h2', words);
}

/** @param {string} words */
export function paragraph(words) {
  return withText('p', words);
}

/** @param {string | null} uri */
export function address(uri) {
  const element = withText('p', uri ?? '');
  element.className = 'address';
  element.dir = 'ltr';
  return element;
}

/** @param {() => void} retry */
export function retryButton(retry) {
  const element = button(text('retryButton'), retry);
  element.dataset.retry = '';
  return element;
}

/** @param {string} words @param {() => void} action */
function button(words, action) {
  const element = withText('button', words);
  /** @type {HTMLButtonElement} */ (element).type = 'button';
  element.addEventListener('click', action);
  return element;
}

/** @param {string} tag @param {string} words */
function withText(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}

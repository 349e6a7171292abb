// @ts-check
/**
 * Runs the first page: the extension's purpose, the data it transfers, consent, the host, how to open the sidebar, and
 * a site to try. The options can open it at any time; a choice about consent made here takes effect at once.
 */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { api, hidesButton, openSidebar } from '../shared/browser.js';
import { readConsent, writeConsent } from '../shared/consent.js';
import { HostWatch } from '../shared/host-watch.js';
import { ownLines } from '../shared/host-lines.js';
import { isWeb } from '../shared/locations.js';
import { withoutHost } from '../shared/message.js';
import { byId, drawChanged, keepFocus } from '../shared/redraw.js';
import { localise, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').Problem} Problem */

/** Strings for a given consent, by who gave it. */
const GIVEN = { reader: 'consentByReader', browser: 'consentByBrowser', package: 'consentByPackage' };

localise();
byId('where-button').textContent = text(hidesButton ? 'welcomePin' : 'welcomeButton');
byId('try').textContent = text('welcomeTry', text('findPages'));

const { id: windowId = -1 } = await api.windows.getCurrent();
const port = new BackgroundPort('ui:welcome', windowId, {});
const hostWatch = new HostWatch(lookForHost);

byId('agree').addEventListener('click', () => writeConsent(true));
byId('refuse').addEventListener('click', () => writeConsent(false));
byId('withdraw').addEventListener('click', () => writeConsent(false));
// First in the handler, before any await: Firefox drops the user gesture after one.
byId('open-sidebar').addEventListener('click', () => {
  openSidebar(windowId);
  leadBack();
});
api.storage.onChanged.addListener((_, area) => {
  if (area === 'local') draw();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') draw();
});
byId('shortcut').textContent = await shortcut();
await draw();

/** Return the current shortcut that opens the sidebar. */
async function shortcut() {
  const commands = await api.commands.getAll();
  return commands.find(({ name }) => name === 'toggle-sidebar')?.shortcut || text('shortcutNone');
}

/** Return to the page that the reader came from, if there is one: this page has no map for the sidebar. */
async function leadBack() {
  const pages = (await api.tabs.query({ windowId })).filter(({ url, active }) => !active && isWeb(url));
  const [latest] = pages.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  if (latest?.id !== undefined) await api.tabs.update(latest.id, { active: true });
}

async function draw() {
  const consent = await readConsent();
  drawConsent(consent);
  if (!consent.isGiven) return drawHost('', null);
  if (!document.body.dataset.host || document.body.dataset.host === 'waiting') drawHost('hostLooking', null);
  await lookForHost();
}

/** @param {import('../shared/consent.js').Consent} consent */
function drawConsent({ isGiven, by }) {
  document.body.dataset.consent = isGiven ? 'given' : by === null ? 'open' : 'refused';
  keepFocus(
    byId('consent'),
    () => {
      byId('consent-state').textContent = text(
        isGiven && by ? GIVEN[by] : by === null ? 'consentOpen' : 'consentRefused',
      );
      byId('agree').hidden = isGiven;
      byId('open-sidebar').hidden = !isGiven;
      byId('refuse').hidden = isGiven || by !== null;
      byId('withdraw').hidden = !isGiven;
    },
    byId('consent-state'),
  );
}

/** Make the background start the host, and show the result. */
async function lookForHost() {
  try {
    await port.request('host.start', {});
    drawHost('hostIsThere', null);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    drawHost('', { code: error.code, params: error.params });
  }
}

/**
 * @param {string} state  name of the string for the host's state, '' if there is a problem instead
 * @param {Problem | null} problem
 */
function drawHost(state, problem) {
  hostWatch.show(problem?.code);
  document.body.dataset.host = problem?.code ?? (state === 'hostIsThere' ? 'ready' : 'waiting');
  byId('host-state').textContent = state && text(state);
  const place = byId('host-advice');
  place.hidden = problem === null;
  if (problem) drawChanged(place, problem, () => drawAdvice(place, problem));
}

/** @param {HTMLElement} place @param {Problem} problem */
function drawAdvice(place, problem) {
  const needs = document.createElement('p');
  needs.className = 'hint';
  if (problem.code === 'host-missing')
    ownLines().then((lines) => {
      needs.textContent = text(lines.needs);
    });
  place.replaceChildren(...withoutHost(problem, lookForHost));
  place.querySelector('.to-type')?.after(needs);
}

import { document, loadPage, one, press, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { SitemapPicker } = await import('../../extension/shared/sitemap-picker.js');
const { countText, text } = await import('../../extension/shared/strings.js');

const MAP = { sitemap: 'https://a.example/map.xml', source: 'robots', title: null, count: 1 };
const LINK = { sitemap: 'https://a.example/shop.xml', source: 'link', title: null, count: 1 };
const FEED = { sitemap: 'https://a.example/feed', source: 'feed', title: 'News', count: 1 };
let suggested;
let chosen;
let closed;
let made;
let picker;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  suggested = async () => ({ suggestions: [MAP, LINK, FEED], robots: 'found' });
  [chosen, closed, made] = [[], 0, []];
  picker = new SitemapPicker(one('#picker'), {
    suggest: () => suggested(), choose: async (...choice) => { chosen.push(choice); }, closed: () => { closed += 1; }, made: (origin) => made.push(origin),
  });
});
const open = async (tab = noMap()) => { const opening = picker.open(tab); await settled(); return opening; };
const status = () => one('.picker-status').textContent;
const submit = async (address) => {
  one('#picker-address').value = address;
  one('#picker form').dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
  await settled();
};

test('it says at once what it looks for', () => {
  suggested = () => new Promise(() => {});
  picker.open(noMap('none', { url: 'https://a.example/x' }));
  assert.ok(picker.isOpen);
  assert.deepEqual([one('#picker h2').textContent, status(), one('#picker').getAttribute('aria-busy')], [text('askTitle', 'a.example'), text('askLooking'), 'true']);
  assert.ok(document.activeElement.classList.contains('picker-close'));
});

test('what the site declares is a list, and the first of it has the focus', async () => {
  await open();
  assert.deepEqual(texts('.choices strong'), [text('sourceRobots'), text('sourceLink'), 'News']);
  assert.deepEqual(texts('.choices em'), [text('sourceFeed')]);
  assert.deepEqual(texts('.choices small'), [MAP.sitemap, LINK.sitemap, FEED.sitemap]);
  assert.deepEqual([texts('.choices summary'), texts('details strong'), one('.choices details').open], [[text('askFeeds')], ['News'], false]);
  assert.equal(document.activeElement, one('.choices button'));
  assert.deepEqual([status(), one('#picker').getAttribute('aria-busy')], [text('askFound'), null]);
});

test('several sitemaps of robots.txt are one entry that says how many, and each can be chosen below', async () => {
  const line = (name) => ({ ...MAP, sitemap: `https://a.example/${name}.xml` });
  suggested = async () => ({ suggestions: [{ ...MAP, count: 2 }, line('posts'), line('pages')], robots: 'found' });
  await open();
  assert.deepEqual([texts('.choices > li > button strong'), texts('.choices em')], [[text('sourceRobots')], [countText('sourceCount', 2), text('sourceLine'), text('sourceLine')]]);
  assert.deepEqual([texts('.choices summary'), texts('details strong'), texts('details small')], [[text('askSeveral')], ['posts', 'pages'], [line('posts').sitemap, line('pages').sitemap]]);
  assert.deepEqual(made, []);
});

test('sitemaps that would read alike are named by what their addresses differ in, whatever else they are called', async () => {
  const feed = (name) => ({ ...FEED, sitemap: `https://a.example/${name}/feed.xml` });
  suggested = async () => ({ suggestions: [LINK, { ...LINK, sitemap: 'https://a.example/b\u202elog.xml' }, feed('en'), feed('de')], robots: 'none' });
  await open();
  assert.deepEqual(texts('.choices strong'), ['shop', 'blog', 'News · en/feed', 'News · de/feed']);
  assert.deepEqual(texts('.choices > li > button em'), [text('sourceLink'), text('sourceLink')]);
});

test('where a site names one sitemap it is shown at once, feeds aside', async () => {
  suggested = async () => ({ suggestions: [MAP, FEED], robots: 'found' });
  await open();
  assert.deepEqual([chosen, made, picker.isOpen], [[['https://a.example', MAP.sitemap]], ['https://a.example'], false]);
});

test('not where the reader has chosen before, and wishes another', async () => {
  suggested = async () => ({ suggestions: [MAP], robots: 'found' });
  await open(aTab({ rule: 'user' }));
  assert.deepEqual([chosen, made, picker.isOpen], [[], [], true]);
});

test('feeds alone are not out of sight', async () => {
  suggested = async () => ({ suggestions: [FEED], robots: 'none' });
  await open();
  assert.ok(one('.choices details').open);
});

test('where there is nothing, the field has the focus, and the reason is given', async () => {
  for (const [robots, words] of [['none', text('askNothing')], ['http-error', `${text('askRobotsFailed')} ${text('askNoLinks')}`]]) {
    suggested = async () => ({ suggestions: [], robots });
    await open();
    assert.deepEqual([status(), document.activeElement.id], [words, 'picker-address']);
    picker.close();
  }
});

test('where there is nothing, an owner who says so itself is told why, and the picker goes', async () => {
  const said = [];
  picker.owner.nothing = (...words) => said.push(words);
  for (const robots of ['none', 'http-error']) {
    suggested = async () => ({ suggestions: [], robots });
    await open();
  }
  suggested = async () => { throw new RequestError({ code: 'host-missing' }); };
  await open();
  assert.deepEqual(said.map(([, words]) => words), [text('findPagesNothing'), text('askRobotsFailed'), text('problemHostMissing')]);
  assert.deepEqual([picker.isOpen, closed], [false, 3]);
  await open(aTab({ rule: 'user' }));
  assert.ok(picker.isOpen);
});

test('the field for an address is folded away where there is something to choose, and opened without asking anybody', async () => {
  await open();
  assert.equal(one('.other').open, false);
  picker.close();
  suggested = () => assert.fail('asked');
  picker.openAddress(noMap());
  assert.deepEqual([one('.other').open, document.activeElement.id, status()], [true, 'picker-address', '']);
  await submit('/map.xml');
  assert.deepEqual(chosen, [['https://a.example', 'https://a.example/map.xml']]);
});

test('a robots.txt that could not be had is said beside what was found elsewhere', async () => {
  suggested = async () => ({ suggestions: [FEED], robots: 'timeout' });
  await open();
  assert.equal(status(), `${text('askRobotsFailed')} ${text('askFound')}`);
});

test('a refusal is said, and an address can be typed all the same', async () => {
  suggested = async () => { throw new RequestError({ code: 'host-missing' }); };
  await open();
  assert.equal(status(), text('problemHostMissing'));
  await submit('/map.xml');
  assert.deepEqual(chosen, [['https://a.example', 'https://a.example/map.xml']]);
});

test('what is no refusal is a bug, and not hidden', async () => {
  suggested = async () => { throw new TypeError('ours'); };
  await assert.rejects(picker.open(noMap()), TypeError);
});

test('a click chooses, and closes', async () => {
  await open();
  one('.choices details button').click();
  await settled();
  assert.deepEqual([chosen, closed, picker.isOpen], [[['https://a.example', FEED.sitemap]], 1, false]);
});

test('what cannot be a sitemap’s address is not chosen', async () => {
  await open();
  await submit('mailto:me@example.org');
  assert.deepEqual([chosen, status(), document.activeElement.id], [[], text('askBad'), 'picker-address']);
});

test('a choice that is refused leaves it open', async () => {
  await open();
  picker.owner.choose = async () => { throw new RequestError({ code: 'host-lost' }); };
  await submit('/map.xml');
  assert.deepEqual([status(), picker.isOpen], [text('problemHostLost'), true]);
});

test('the choice in use is marked, or stands in the field', async () => {
  await open(aTab({ rule: 'user', sitemap: MAP.sitemap }));
  assert.deepEqual(texts('.choices [aria-current] small'), [MAP.sitemap]);
  assert.equal(one('#picker-address').value, '');
  picker.close();
  await open(aTab({ rule: 'user', sitemap: 'https://a.example/other.xml' }));
  assert.equal(one('#picker-address').value, 'https://a.example/other.xml');
});

test('a private window says that nothing is remembered', async () => {
  await open(noMap('none', { isPrivate: true }));
  assert.equal(one('#picker .remembered').textContent, text('askPrivate'));
});

test('who types already keeps the field', async () => {
  let answer;
  suggested = () => new Promise((resolve) => { answer = resolve; });
  picker.open(noMap());
  one('#picker-address').focus();
  answer({ suggestions: [MAP], robots: 'found' });
  await settled();
  assert.equal(document.activeElement.id, 'picker-address');
});

test('what comes for a site that was left is dropped', async () => {
  let answer;
  suggested = () => new Promise((resolve) => { answer = resolve; });
  picker.open(noMap());
  picker.close();
  answer({ suggestions: [MAP], robots: 'found' });
  await settled();
  assert.deepEqual(texts('.choices button'), []);
});

test('it stays for another page of the site, and closes for any other and for a private window', async () => {
  await open();
  picker.follow(noMap('none', { url: 'https://a.example/next' }));
  assert.ok(picker.isOpen);
  picker.follow(noMap('none', { url: 'https://b.example/' }));
  assert.ok(!picker.isOpen);
  await open();
  picker.follow(noMap('none', { isPrivate: true }));
  assert.deepEqual([picker.isOpen, closed], [false, 2]);
});

test('Escape and its button close it, once', async () => {
  await open();
  press('Escape');
  one('.picker-close').click();
  assert.deepEqual([picker.isOpen, closed], [false, 1]);
});

test('a page of the browser’s own has no site to look at', async () => {
  await open(noMap('none', { url: 'about:blank' }));
  assert.ok(!picker.isOpen);
});

test('nothing is chosen once it is closed', async () => {
  await open();
  const button = one('.choices button');
  picker.close();
  button.click();
  await submit('/map.xml');
  assert.deepEqual(chosen, []);
});

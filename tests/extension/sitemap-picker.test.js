import { document, loadPage, query, press, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { SitemapPicker } = await import('../../extension/shared/sitemap-picker.js');
const { countText, text } = await import('../../extension/shared/strings.js');

const MAP = { sitemap: 'https://a.example/map.xml', source: 'robots', title: null, count: 1 };
const LINK = { sitemap: 'https://shop.example/shop.xml', source: 'link', title: null, count: 1 };
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
  picker = new SitemapPicker(query('#picker'), {
    suggest: () => suggested(),
    choose: async (...choice) => {
      chosen.push(choice);
    },
    closed: () => {
      closed += 1;
    },
    made: (origin) => made.push(origin),
  });
});
const open = async (tab = noMap()) => {
  const opening = picker.open(tab);
  await settled();
  return opening;
};
const status = () => query('.picker-status').textContent;
const submit = async (address) => {
  query('#picker-address').value = address;
  query('#picker form').dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
  await settled();
};

test('the picker says at once that it is searching', () => {
  suggested = () => new Promise(() => {});
  picker.open(noMap('none', { url: 'https://a.example/x' }));
  assert.ok(picker.isOpen);
  assert.deepEqual(
    [query('#picker h2').textContent, status(), query('#picker').getAttribute('aria-busy')],
    [text('askTitle', 'a.example'), text('askLooking'), 'true'],
  );
  assert.ok(document.activeElement.classList.contains('picker-close'));
});

test('the picker lists the site’s declarations and focuses the first', async () => {
  await open();
  assert.deepEqual(texts('.choices strong'), [text('sourceRobots'), text('sourceLink'), 'News']);
  assert.deepEqual(texts('.choices em'), [text('sourceFeed')]);
  assert.deepEqual(texts('.choices small'), [MAP.sitemap, LINK.sitemap, FEED.sitemap]);
  assert.deepEqual(
    [texts('.choices summary'), texts('details strong'), query('.choices details').open],
    [[text('askFeeds')], ['News'], false],
  );
  assert.equal(document.activeElement, query('.choices button'));
  assert.deepEqual([status(), query('#picker').getAttribute('aria-busy')], [text('askFound'), null]);
});

test('sitemaps of several hosts in robots.txt are one entry with their number, each available below', async () => {
  const line = (name) => ({ ...MAP, sitemap: `https://${name}.example/${name}.xml` });
  suggested = async () => ({ suggestions: [{ ...MAP, count: 2 }, line('posts'), line('pages')], robots: 'found' });
  await open();
  assert.deepEqual(
    [texts('.choices > li > button strong'), texts('.choices em')],
    [[text('sourceRobots')], [countText('sourceCount', 2), text('sourceLine'), text('sourceLine')]],
  );
  assert.deepEqual(
    [texts('.choices summary'), texts('details strong'), texts('details small')],
    [[text('askSeveral')], ['posts', 'pages'], [line('posts').sitemap, line('pages').sitemap]],
  );
  assert.deepEqual(made, []);
});

test('sitemaps with equal names are told apart by their addresses', async () => {
  const feed = (name) => ({ ...FEED, sitemap: `https://a.example/${name}/feed.xml` });
  suggested = async () => ({
    suggestions: [LINK, { ...LINK, sitemap: 'https://a.example/b\u202elog.xml' }, feed('en'), feed('de')],
    robots: 'none',
  });
  await open();
  assert.deepEqual(texts('.choices strong'), ['shop', 'blog', 'News · en/feed', 'News · de/feed']);
  assert.deepEqual(texts('.choices > li > button em'), [text('sourceLink'), text('sourceLink')]);
});

test('a site’s only sitemap is shown at once, ignoring feeds', async () => {
  suggested = async () => ({ suggestions: [MAP, FEED], robots: 'found' });
  await open();
  assert.deepEqual([chosen, made, picker.isOpen], [[['https://a.example', MAP.sitemap]], ['https://a.example'], false]);
});

test('several lists of one host are shown together at once', async () => {
  const together = { ...MAP, sitemap: 'https://a.example/robots.txt', count: 2 };
  const other = { ...MAP, sitemap: 'https://www.a.example/pages.xml' };
  const link = { ...LINK, sitemap: 'https://a.example/shop.xml' };
  suggested = async () => ({ suggestions: [together, MAP, other, link, FEED], robots: 'found' });
  await open();
  assert.deepEqual([chosen, made], [[['https://a.example', together.sitemap]], ['https://a.example']]);
});

test('a site’s only sitemap is not chosen automatically over an earlier choice', async () => {
  suggested = async () => ({ suggestions: [MAP], robots: 'found' });
  await open(aTab({ rule: 'user' }));
  assert.deepEqual([chosen, made, picker.isOpen], [[], [], true]);
});

test('a list of only feeds is expanded', async () => {
  suggested = async () => ({ suggestions: [FEED], robots: 'none' });
  await open();
  assert.ok(query('.choices details').open);
});

test('an empty list focuses the field and gives the reason', async () => {
  for (const [robots, words] of [
    ['none', text('askNothing')],
    ['http-error', `${text('askRobotsFailed')} ${text('askNoLinks')}`],
  ]) {
    suggested = async () => ({ suggestions: [], robots });
    await open();
    assert.deepEqual([status(), document.activeElement.id], [words, 'picker-address']);
    picker.close();
  }
});

test('an owner with its own message gets the reason for an empty list and the picker closes', async () => {
  const said = [];
  picker.owner.nothing = (...words) => said.push(words);
  for (const robots of ['none', 'http-error']) {
    suggested = async () => ({ suggestions: [], robots });
    await open();
  }
  suggested = async () => {
    throw new RequestError({ code: 'host-missing' });
  };
  await open();
  assert.deepEqual(
    said.map(([, words]) => words),
    [text('findPagesNothing'), text('askRobotsFailed'), text('problemHostMissing')],
  );
  assert.deepEqual([picker.isOpen, closed], [false, 3]);
  await open(aTab({ rule: 'user' }));
  assert.ok(picker.isOpen);
});

test('the address field is collapsed beside suggestions and opens without a request', async () => {
  await open();
  assert.equal(query('.other').open, false);
  picker.close();
  suggested = () => assert.fail('asked');
  picker.openAddress(noMap());
  assert.deepEqual(
    [query('.other').open, document.activeElement.id, status()],
    [true, 'picker-address', text('askUsual')],
  );
  await submit('/map.xml');
  assert.deepEqual(chosen, [['https://a.example', 'https://a.example/map.xml']]);
});

test('usual addresses are offered for a choice without a request', async () => {
  suggested = () => assert.fail('asked');
  picker.openAddress(noMap('none', { url: 'https://user.a.example/project/docs/' }));
  assert.deepEqual(texts('.choices strong'), [
    '/project/sitemap.xml',
    '/project/sitemap-index.xml',
    '/sitemap.xml',
    '/sitemap-index.xml',
  ]);
  assert.deepEqual(chosen, []);
  query('.choices button').click();
  await settled();
  assert.deepEqual(chosen, [['https://user.a.example', 'https://user.a.example/project/sitemap.xml']]);
});

test('an unavailable robots.txt is reported beside other suggestions', async () => {
  suggested = async () => ({ suggestions: [FEED], robots: 'timeout' });
  await open();
  assert.equal(status(), `${text('askRobotsFailed')} ${text('askFound')}`);
});

test('a refusal is reported and an address can still be typed', async () => {
  suggested = async () => {
    throw new RequestError({ code: 'host-missing' });
  };
  await open();
  assert.equal(status(), text('problemHostMissing'));
  await submit('/map.xml');
  assert.deepEqual(chosen, [['https://a.example', 'https://a.example/map.xml']]);
});

test('a bug is not hidden as a refusal', async () => {
  suggested = async () => {
    throw new TypeError('ours');
  };
  await assert.rejects(picker.open(noMap()), TypeError);
});

test('a click chooses a sitemap and closes the picker', async () => {
  await open();
  query('.choices details button').click();
  await settled();
  assert.deepEqual([chosen, closed, picker.isOpen], [[['https://a.example', FEED.sitemap]], 1, false]);
});

test('an invalid sitemap address is not chosen', async () => {
  await open();
  await submit('mailto:me@example.org');
  assert.deepEqual([chosen, status(), document.activeElement.id], [[], text('problemBadUrl'), 'picker-address']);
});

test('a refused choice leaves the picker open', async () => {
  await open();
  picker.owner.choose = async () => {
    throw new RequestError({ code: 'host-lost' });
  };
  await submit('/map.xml');
  assert.deepEqual([status(), picker.isOpen], [text('problemHostLost'), true]);
});

test('the current choice is marked or shown in the field', async () => {
  await open(aTab({ rule: 'user', sitemap: MAP.sitemap }));
  assert.deepEqual(texts('.choices [aria-current] small'), [MAP.sitemap]);
  assert.equal(query('#picker-address').value, '');
  picker.close();
  await open(aTab({ rule: 'user', sitemap: 'https://a.example/other.xml' }));
  assert.equal(query('#picker-address').value, 'https://a.example/other.xml');
});

test('a private window says that nothing is stored', async () => {
  await open(noMap('none', { isPrivate: true }));
  assert.equal(query('#picker .remembered').textContent, text('askPrivate'));
});

test('a reader who types keeps the field', async () => {
  let answer;
  suggested = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  picker.open(noMap());
  query('#picker-address').focus();
  answer({ suggestions: [MAP], robots: 'found' });
  await settled();
  assert.equal(document.activeElement.id, 'picker-address');
});

test('suggestions for a site that was left are dropped', async () => {
  let answer;
  suggested = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  picker.open(noMap());
  picker.close();
  answer({ suggestions: [MAP], robots: 'found' });
  await settled();
  assert.deepEqual(texts('.choices button'), []);
});

test('the picker stays for pages of its site and closes for others and private windows', async () => {
  await open();
  picker.follow(noMap('none', { url: 'https://a.example/next' }));
  assert.ok(picker.isOpen);
  picker.follow(noMap('none', { url: 'https://b.example/' }));
  assert.ok(!picker.isOpen);
  await open();
  picker.follow(noMap('none', { isPrivate: true }));
  assert.deepEqual([picker.isOpen, closed], [false, 2]);
});

test('Escape and the button close the picker once', async () => {
  await open();
  press('Escape');
  query('.picker-close').click();
  assert.deepEqual([picker.isOpen, closed], [false, 1]);
});

test('the browser’s own pages have no picker', async () => {
  await open(noMap('none', { url: 'about:blank' }));
  assert.ok(!picker.isOpen);
});

test('nothing is chosen after the picker has closed', async () => {
  await open();
  const button = query('.choices button');
  picker.close();
  button.click();
  await submit('/map.xml');
  assert.deepEqual(chosen, []);
});

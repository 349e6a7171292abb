import { browser, callsOf, constants, pass, returns, settled } from './fake-browser.js';
import { clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Window } from 'happy-dom';
import {
  consentKey,
  consumePost,
  go,
  otherSiteOf,
  policyOf,
  search,
} from '../../extension/background/navigation/navigate.js';

const URL = 'https://a.example/';
/** @type {any} */
const USER = { mode: 'user' };
let opener;

beforeEach(async () => {
  await clear();
  opener = { id: 1, windowId: 1, index: 0, incognito: false };
  returns['tabs.get'] = async () => opener;
  returns['tabs.query'] = async () => [opener, { openerTabId: 1 }, { openerTabId: 1 }, { openerTabId: 9 }];
  returns['tabs.create'] = async () => ({ id: 7 });
  returns['windows.create'] = async () => ({ tabs: [{ id: 8 }] });
});

test('a location opens in the requested place', async () => {
  await go(1, URL, USER, 'current');
  await go(1, URL, USER, 'tab');
  await go(1, URL, USER, 'background-tab');
  await go(1, URL, USER, 'window');
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
  assert.deepEqual(
    callsOf('tabs.create').map(([{ active, openerTabId }]) => [active, openerTabId]),
    [
      [true, 1],
      [false, 1],
    ],
  );
  assert.deepEqual(callsOf('windows.create'), [[{ url: URL, incognito: false }]]);
});

test('new tabs come after those that the tab opened before', async () => {
  await go(1, URL, USER, 'tab');
  assert.equal(callsOf('tabs.create')[0][0].index, 3);
});

test('new tabs and windows belong to the tab’s container', async () => {
  opener.cookieStoreId = 'work';
  await go(1, URL, USER, 'tab');
  await go(1, URL, USER, 'window');
  assert.deepEqual(
    [callsOf('tabs.create')[0][0].cookieStoreId, callsOf('windows.create')[0][0].cookieStoreId],
    ['work', 'work'],
  );
});

// Promise (author): A row opened in a private window or another container sends nothing of the page.
test('a private window opens if permitted and gets nothing of the page', async () => {
  returns['extension.isAllowedIncognitoAccess'] = async () => true;
  await go(1, URL, { mode: 'uri', uri: 'https://a.example/map.xml' }, 'private-window');
  assert.deepEqual(callsOf('windows.create'), [[{ url: URL, incognito: true }]]);
  assert.deepEqual(callsOf('declarativeNetRequest.updateSessionRules'), []);
});

// Promise (author): No private window opens without the reader's permission.
test('a private window does not open without permission', async () => {
  returns['extension.isAllowedIncognitoAccess'] = async () => false;
  await assert.rejects(go(1, URL, USER, 'private-window'), { code: 'private-refused' });
  assert.deepEqual(callsOf('windows.create'), []);
});

test('cookies are withheld from a private window by its own jar', async () => {
  opener.url = 'https://other.example/';
  returns['extension.isAllowedIncognitoAccess'] = async () => true;
  const stores = [];
  returns['cookies.getAll'] = async ({ storeId }) => {
    stores.push(storeId);
    return [
      { name: 'a', value: 'b', domain: 'a.example', path: '/', sameSite: 'strict', secure: true, hostOnly: true },
    ];
  };
  await go(1, URL, USER, 'private-window');
  assert.deepEqual(new Set(stores), new Set(['1']));
  assert.equal(callsOf('windows.create')[0][0].url, 'about:blank');
  assert.ok(
    callsOf('declarativeNetRequest.updateSessionRules')[0][0].addRules.every(
      ({ condition }) => condition.tabIds[0] === 8,
    ),
  );
  assert.deepEqual(callsOf('tabs.update'), [[8, { url: URL }]]);
});

test('a page opens in another container or none without its referrer', async () => {
  opener.cookieStoreId = 'work';
  await go(1, URL, { mode: 'uri', uri: 'https://a.example/map.xml' }, 'tab', 'bank');
  await go(1, URL, USER, 'tab', '');
  assert.deepEqual(
    callsOf('tabs.create').map(([{ cookieStoreId }]) => cookieStoreId),
    ['bank', undefined],
  );
  assert.deepEqual(callsOf('declarativeNetRequest.updateSessionRules'), []);
});

// Promise (author): A row in a private window never opens in a container.
test('a private window leads into no container, and other jars open only web pages', async () => {
  returns['extension.isAllowedIncognitoAccess'] = async () => true;
  await assert.rejects(go(1, 'mailto:a@b.example', USER, 'private-window'), { code: 'bad-url' });
  await assert.rejects(go(1, URL, USER, 'current', 'bank'), { code: 'bad-url' });
  opener.incognito = true;
  await assert.rejects(go(1, URL, USER, 'tab', 'bank'), { code: 'bad-url' });
  assert.deepEqual([callsOf('windows.create'), callsOf('tabs.create'), callsOf('tabs.update')], [[], [], []]);
});

test('only plain addresses are opened', async () => {
  for (const location of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''])
    await assert.rejects(go(1, location, USER, 'current'), { code: 'bad-url' });
  await assert.rejects(
    search(1, { method: 'get', url: 'javascript:alert(1)', body: null, referrer: USER }, 'current'),
    {
      code: 'bad-url',
    },
  );
  assert.deepEqual(callsOf('tabs.update'), []);
});

test('a referrer is set before the navigation and for the next document only', async () => {
  await go(1, URL, { mode: 'uri', uri: 'https://a.example/map.xml#x' }, 'current');
  const [
    [
      {
        removeRuleIds,
        addRules: [rule],
      },
    ],
  ] = callsOf('declarativeNetRequest.updateSessionRules');
  assert.deepEqual([removeRuleIds, rule.id, rule.condition], [[1], 1, { tabIds: [1], resourceTypes: ['main_frame'] }]);
  assert.deepEqual(rule.action.requestHeaders, [
    { header: 'Referer', operation: 'set', value: 'https://a.example/map.xml' },
  ]);
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
});

test('a new tab is navigated after its referrer is set', async () => {
  await go(1, URL, { mode: 'uri', uri: 'https://a.example/map.xml' }, 'tab');
  assert.equal(callsOf('tabs.create')[0][0].url, 'about:blank');
  assert.equal(callsOf('declarativeNetRequest.updateSessionRules')[0][0].addRules[0].id, 7);
  assert.deepEqual(callsOf('tabs.update'), [[7, { url: URL }]]);
});

test('a forbidden referrer is not sent', async () => {
  await go(1, 'http://b.example/', { mode: 'uri', uri: 'https://a.example/map.xml' }, 'current');
  assert.deepEqual(callsOf('declarativeNetRequest.updateSessionRules'), []);
});

test('a GET search is an address, a POST search an extension page that gets it once', async () => {
  const stored = {};
  returns['storage.session.set'] = async (changes) => {
    Object.assign(stored, changes);
  };
  returns['storage.session.get'] = async (name) => ({ [name]: stored[name] });
  returns['storage.session.remove'] = async (name) => {
    delete stored[name];
  };
  await search(1, { method: 'get', url: `${URL}?q=x`, body: null, referrer: USER }, 'current');
  await search(1, { method: 'post', url: URL, body: 'q=x', referrer: USER }, 'current');
  const [[, { url: first }], [, { url: second }]] = callsOf('tabs.update');
  assert.equal(first, `${URL}?q=x`);
  const id = /^extension:\/\/us\/extension\/post\/post\.html#(.+)$/.exec(second)[1];
  assert.deepEqual([await consumePost(id), await consumePost(id)], [{ url: URL, body: 'q=x' }, null]);
});

test('a leading question mark in a body is posted', async () => {
  opener.incognito = true;
  await search(1, { method: 'post', url: URL, body: '?q=x', referrer: USER }, 'current');
  assert.deepEqual(callsOf('scripting.executeScript')[0][0].args, [URL, [['?q', 'x']]]);
});

test('a private window of Chrome posts from the page, since no extension page can load there', async () => {
  opener.incognito = true;
  await search(1, { method: 'post', url: URL, body: 'q=x&r=%26', referrer: USER }, 'current');
  const [[{ target, args }]] = callsOf('scripting.executeScript');
  assert.deepEqual(
    [target.tabId, args],
    [
      1,
      [
        URL,
        [
          ['q', 'x'],
          ['r', '&'],
        ],
      ],
    ],
  );
  assert.deepEqual(callsOf('storage.session.set'), []);
});

/** Make the page available; `events` are the browser's events of its tab. */
function clickable(...events) {
  returns['scripting.executeScript'] = async () => {
    for (const [event, details] of events) browser.webNavigation[event].dispatch({ tabId: 1, frameId: 0, ...details });
    return [{ result: true }];
  };
}

test('navigation in the tab itself follows a link of the page', async () => {
  for (const event of ['onBeforeNavigate', 'onReferenceFragmentUpdated', 'onHistoryStateUpdated']) {
    clickable([event, {}]);
    await go(1, URL, USER, 'current');
  }
  assert.deepEqual(
    callsOf('scripting.executeScript').map(([{ target, args }]) => [target.tabId, args]),
    Array(3).fill([1, [URL, 800]]),
  );
  assert.deepEqual([callsOf('tabs.update'), browser.webNavigation.onBeforeNavigate.listeners], [[], []]);
});

test('the referrer is set before the page follows the link', async () => {
  clickable(['onBeforeNavigate', {}]);
  await go(1, URL, { mode: 'uri', uri: 'https://a.example/map.xml' }, 'current');
  assert.equal(callsOf('declarativeNetRequest.updateSessionRules')[0][0].addRules[0].id, 1);
  assert.deepEqual(callsOf('tabs.update'), []);
});

test('a place in the page needs no rule, and nothing follows if it is already there', async () => {
  opener.url = `${URL}#one`;
  const gone = go(1, `${URL}#two`, { mode: 'uri', uri: 'https://a.example/map.xml' }, 'current');
  await pass(10_000);
  await gone;
  assert.deepEqual(
    [callsOf('declarativeNetRequest.updateSessionRules'), callsOf('tabs.update')],
    [[], [[1, { url: `${URL}#two` }]]],
  );
});

test('a page that does not navigate is navigated with a link’s cookies', async () => {
  opener.url = 'https://page.example/';
  returns['cookies.getAll'] = async () => [
    { name: 'a', value: 'b', path: '/', sameSite: 'strict', domain: 'a.example' },
  ];
  clickable(['onBeforeNavigate', { tabId: 2 }], ['onBeforeNavigate', { frameId: 3 }]);
  const gone = go(1, URL, USER, 'current');
  await settled();
  assert.deepEqual(callsOf('tabs.update'), []);
  await pass(9_000);
  assert.deepEqual(callsOf('tabs.update'), []);
  await pass(1_000);
  await gone;
  const [[{ addRules }]] = callsOf('declarativeNetRequest.updateSessionRules');
  assert.deepEqual(
    addRules.map(({ action }) => action.requestHeaders[0]),
    Array(2).fill({ header: 'Cookie', operation: 'remove' }),
  );
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
});

// Promise (page): A page that cancels a visit delays it by at most a second.
test('a page that cancels the navigation is navigated at once', async () => {
  returns['scripting.executeScript'] = async () => [{ result: false }];
  await go(1, URL, USER, 'current');
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
});

test('the link tells whether its navigation was announced in time and not cancelled', async () => {
  clickable(['onBeforeNavigate', {}]);
  await go(1, `${URL}p`, USER, 'current');
  const clicked = async (/** @type {((event: Event) => void)[]} */ ...listeners) => {
    const navigation = new EventTarget();
    for (const listener of listeners) navigation.addEventListener('navigate', listener, true);
    const result = runInWindow((window) => {
      Object.assign(window, { navigation });
      window.HTMLElement.prototype.click = /** @this {any} */ function click() {
        const event = new Event('navigate', { cancelable: true });
        navigation.dispatchEvent(Object.assign(event, { destination: { url: this.href } }));
      };
    });
    await pass(800);
    return result;
  };
  assert.deepEqual(
    [
      await clicked(),
      await clicked((event) => event.preventDefault()),
      await clicked((event) => event.stopImmediatePropagation()),
    ],
    [true, false, false],
  );
});

test('a page that hangs is awaited for a limited time but may ask its reader', async () => {
  returns['scripting.executeScript'] = () => new Promise(() => {});
  const gone = go(1, URL, USER, 'current');
  await pass(9_000);
  assert.deepEqual(callsOf('tabs.update'), []);
  await pass(1_000);
  await gone;
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
});

test('a new tab and a posting page have their rules before the navigation', async () => {
  opener.url = 'https://page.example/';
  returns['cookies.getAll'] = async () => [
    { name: 'a', value: 'b', path: '/', sameSite: 'strict', domain: 'a.example' },
  ];
  await go(1, URL, USER, 'tab');
  await search(1, { method: 'post', url: URL, body: 'q=x', referrer: USER }, 'window');
  assert.deepEqual(
    callsOf('declarativeNetRequest.updateSessionRules').map(([{ addRules }]) => addRules[0].condition.tabIds),
    [[7], [8]],
  );
  const led = callsOf('tabs.update');
  assert.deepEqual(led[0], [7, { url: URL }]);
  assert.match(led[1][1].url, /^extension:/);
});

test('the policy is the page’s current one, else that of its headers, else the browser’s default', async () => {
  const { tab, page } = showPage(1, URL);
  assert.equal(await policyOf(tab), 'strict-origin-when-cross-origin');
  page.referrerPolicy = 'origin';
  assert.equal(await policyOf(tab), 'origin');
  returns['scripting.executeScript'] = async () => [
    { result: { content_type: 'text/html', links: [], referrer: 'never' } },
  ];
  assert.equal(await policyOf(tab), 'no-referrer');
  returns['scripting.executeScript'] = async () => [{ result: { referrer: 'no such policy' } }];
  assert.equal(await policyOf(tab), 'origin');
});

test('a page that hangs keeps its known policy', async () => {
  const { tab } = showPage(1, URL, { referrerPolicy: 'same-origin' });
  returns['scripting.executeScript'] = () => new Promise(() => {});
  const policy = policyOf(tab);
  await pass(300);
  assert.equal(await policy, 'same-origin');
});

/**
 * Run the last injected function as in a page: from its source only, in its own window.
 * @param {(window: Window) => void} prepare
 */
function runInWindow(prepare) {
  const window = new Window({ url: URL });
  prepare(window);
  const [{ func, args }] = callsOf('scripting.executeScript').at(-1);
  const names = ['document', 'HTMLFormElement', 'args'];
  const values = [window.document, window.HTMLFormElement, structuredClone(args)];
  return new Function(...names, `return (${func})(...args);`)(...values);
}

test('the page posts every field unchanged, even one named like a method of the form', async () => {
  opener.incognito = true;
  await search(
    1,
    { method: 'post', url: `${URL}find`, body: 'submit=now&_charset_=a+b&q=%26', referrer: USER },
    'current',
  );
  const posted = [];
  runInWindow(({ document, HTMLFormElement }) => {
    // In browsers, a form's fields hide its members of the same name; here that is set up explicitly.
    const create = document.createElementNS.bind(document);
    document.createElementNS = (space, name) =>
      Object.defineProperty(create(space, name), 'submit', { value: 'the field' });
    HTMLFormElement.prototype.submit = /** @this {any} */ function submit() {
      const attributes = Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value]));
      posted.push(
        attributes,
        this.isConnected,
        [...this.querySelectorAll('*')].map(({ localName, name, value }) => [localName, name, value]),
      );
    };
  });
  assert.deepEqual(posted, [
    { method: 'post', action: `${URL}find`, target: '_self', 'accept-charset': 'UTF-8', hidden: '' },
    true,
    [
      ['textarea', 'submit', 'now'],
      ['textarea', '_charset_', 'a b'],
      ['textarea', 'q', '&'],
    ],
  ]);
});

test('the link that a page follows opens in the same tab, sends no referrer and is in no document', async () => {
  clickable(['onBeforeNavigate', {}]);
  await go(1, `${URL}p`, USER, 'current');
  const clicked = [];
  runInWindow(({ HTMLElement }) => {
    HTMLElement.prototype.click = /** @this {any} */ function click() {
      clicked.push(this.href, this.target, this.referrerPolicy, this.isConnected);
    };
  });
  assert.deepEqual(clicked, [`${URL}p`, '_self', 'no-referrer', false]);
});

test('a refused injection and events of frames or other tabs do not count as navigation', async () => {
  returns['scripting.executeScript'] = async () => {
    browser.webNavigation.onBeforeNavigate.dispatch({ tabId: 1, frameId: 3 });
    browser.webNavigation.onBeforeNavigate.dispatch({ tabId: 2, frameId: 0 });
    throw new Error('no script may run here');
  };
  await go(1, URL, USER, 'current');
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: URL }]]);
});

test('consent to a search elsewhere covers its address, method and fields, not its words', () => {
  const agreed = consentKey({
    method: 'get',
    url: 'https://b.example/find?q=x&in=all',
    body: null,
    referrer: USER,
  });
  /** @param {string} url @param {any} [method] */
  const key = (url, method = 'get', body = null) => consentKey({ method, url, body, referrer: USER });
  assert.equal(key('https://b.example/find?q=other%20words&in=all'), agreed);
  for (const url of [
    'https://b.example/',
    'https://b.example/find?q=x',
    'https://b.example/find?secret=x&in=all',
    'http://b.example/find?q=x&in=all',
    'https://b.example:81/find?q=x&in=all',
  ])
    assert.notEqual(key(url), agreed, url);
  const posted = key('https://b.example/find', 'post', 'q=x&in=all');
  assert.notEqual(posted, agreed);
  assert.equal(key('https://b.example/find', 'post', 'q=y&in=all'), posted);
  for (const [url, body] of [
    ['https://b.example/find?a=b', 'q=x&in=all'],
    ['https://b.example/find', 'q=x&out=all'],
  ])
    assert.notEqual(key(url, 'post', body), posted, url);
});

test('a search on another site is named by its host, one on the same site is not', () => {
  const other = (url, sitemap = 'https://www.a.example/map.xml') =>
    otherSiteOf({ method: 'get', url, body: null, referrer: USER }, sitemap);
  assert.deepEqual(
    ['https://b.example:8080/?q', 'https://a.example.org/'].map((url) => other(url)),
    ['b.example:8080', 'a.example.org'],
  );
  assert.deepEqual(
    ['https://www.a.example/?q', 'javascript:alert(1)'].map((url) => other(url)),
    [null, null],
  );
  assert.equal(other('https://www.a.example/', ''), 'www.a.example');
  // Another host is another site if the browser does not define sites.
  assert.equal(other('https://search.a.example/?q'), 'search.a.example');
  constants.publicSuffix = { getDomain: (host) => host.split('.').slice(-2).join('.') };
  assert.equal(other('https://search.a.example/?q'), null);
  constants.publicSuffix = undefined;
});

import { callsOf, constants, returns } from './fake-browser.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  cookieRuleIds,
  cookieRulesFor,
  isAny,
  withheldFrom,
} from '../../extension/background/navigation/link-cookies.js';

const FROM = 'https://a.example/page';
const TARGET = 'https://b.example/to?q=1#part';
/** @type {import('../../extension/background/navigation/link-cookies.js').LinkVisit} */
const LEADING = { url: TARGET, from: FROM, isPrivate: false, container: '', method: 'get' };
const cookie = (name, sameSite, domain = 'b.example') => ({ name, value: '1', path: '/', sameSite, domain });
const ALL = [
  cookie('strict', 'strict'),
  cookie('lax', 'lax'),
  cookie('none', 'no_restriction'),
  cookie('unsaid', 'unspecified'),
];

beforeEach(async () => {
  await clear();
  returns['cookies.getAll'] = async () => ALL;
});

test('another site gets the cookies that a link sends', async () => {
  assert.deepEqual(await withheldFrom(LEADING), { cookie: 'lax=1; none=1; unsaid=1', domains: ['b.example'] });
  assert.deepEqual(await withheldFrom({ ...LEADING, method: 'post' }), { cookie: 'none=1', domains: ['b.example'] });
});

test('the same site gets all cookies, and only redirects may lose some', async () => {
  assert.deepEqual(await withheldFrom({ ...LEADING, url: 'https://a.example/to' }), {
    cookie: null,
    domains: ['b.example'],
  });
  returns['cookies.getAll'] = async () => [cookie('strict', 'strict', '.a.example'), cookie('lax', 'lax')];
  assert.deepEqual(await withheldFrom({ ...LEADING, url: 'https://a.example/to' }), { cookie: null, domains: [] });
});

test('nothing is withheld if no cookie is strict', async () => {
  returns['cookies.getAll'] = async () => ALL.slice(1);
  const withheld = await withheldFrom(LEADING);
  assert.deepEqual([isAny(withheld), cookieRulesFor(1, TARGET, withheld)], [false, []]);
});

test('a page outside the web has strict cookies withheld and a removed jar none', async () => {
  assert.deepEqual((await withheldFrom({ ...LEADING, from: 'about:blank' })).domains, ['b.example']);
  returns['cookies.getAll'] = async () => {
    throw new Error('Invalid cookie store id');
  };
  assert.equal(isAny(await withheldFrom(LEADING)), false);
});

test('the jar is the tab’s', async () => {
  await withheldFrom({ ...LEADING, isPrivate: true });
  assert.deepEqual(callsOf('cookies.getAll'), [
    [{ url: TARGET, storeId: '1', partitionKey: {} }],
    [{ storeId: '1', partitionKey: {} }],
  ]);
  assert.equal(constants.sidebarAction, undefined);
});

test('cookie rules apply to the next document of one tab, its address before redirects', () => {
  const [target, redirects] = cookieRulesFor(5, TARGET, { cookie: 'lax=1', domains: ['b.example'] });
  assert.deepEqual([target.id, redirects.id], cookieRuleIds(5));
  assert.equal(new Set([5, ...cookieRuleIds(5)]).size, 3);
  assert.ok(target.priority > redirects.priority);
  assert.deepEqual(target.condition, {
    tabIds: [5],
    resourceTypes: ['main_frame'],
    urlFilter: '|https://b.example/to?q=1|',
    isUrlFilterCaseSensitive: true,
  });
  assert.deepEqual(target.action.requestHeaders, [{ header: 'Cookie', operation: 'set', value: 'lax=1' }]);
  assert.deepEqual(
    [redirects.condition.requestDomains, redirects.action.requestHeaders],
    [['b.example'], [{ header: 'Cookie', operation: 'remove' }]],
  );
  assert.deepEqual(cookieRulesFor(5, TARGET, { cookie: '', domains: [] })[0].action.requestHeaders, [
    { header: 'Cookie', operation: 'remove' },
  ]);
});

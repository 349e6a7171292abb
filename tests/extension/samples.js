/**
 * Sample values that cross the boundaries of the extension's pages: tabs, sites, views, rows. A test overrides the
 * relevant properties.
 */

/** @param {object} [more] @returns {any} */
export function aSite(more = {}) {
  return {
    site: 's1',
    sitemap: 'https://a.example/map.xml',
    format: 'ssp',
    state: 'complete',
    progress: { done: 1, wanted: 1 },
    refusal: null,
    roles: {},
    class_changes: [],
    search: null,
    counts: { documents: 1, elements: 9, faults: { error: 0, warning: 0, info: 0 } },
    languages: [],
    ...more,
  };
}

/** Return a tab whose map is ready. @param {object} [more] @returns {any} */
export function aTab(more = {}) {
  return {
    tabId: 1,
    url: 'https://a.example/',
    isPrivate: false,
    jar: '',
    state: 'ready',
    rule: 'opt-header',
    sitemap: 'https://a.example/map.xml',
    generation: 1,
    site: aSite(),
    problem: null,
    language: '',
    pageLanguage: '',
    isPinned: false,
    ...more,
  };
}

/** Return a tab without a map. @param {string} [state] @param {object} [more] @returns {any} */
export function noMap(state = 'none', more = {}) {
  return aTab({ state, site: null, sitemap: null, rule: null, ...more });
}

/** @param {object} [more] @returns {any} */
export function aView(more = {}) {
  return {
    view: 'v1',
    revision: 1,
    total: 9,
    current: null,
    in_map: false,
    trail: [],
    previous: null,
    next: null,
    ...more,
  };
}

/** @param {object} [more] @returns {any} */
export function aNode(more = {}) {
  return {
    key: 'k',
    name: 'Name',
    description: null,
    location: 'https://a.example/p',
    language: null,
    content_type: null,
    ...more,
  };
}

/** @param {object} [more] @returns {any} */
export function aRow(more = {}) {
  return {
    ...aNode(),
    kind: 'item',
    level: 1,
    children: false,
    open: false,
    loop: false,
    current: false,
    priority: 0.5,
    relation: 'none',
    variants: [],
    position: 1,
    set_size: 1,
    ...more,
  };
}

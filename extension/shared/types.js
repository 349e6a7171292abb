// @ts-check
/**
 * The shapes that cross a boundary: host, background, pages and content script. Types only; nothing runs here.
 */

/** @typedef {{code: string, params: Record<string, unknown>}} Problem A refusal or failure, by code. */

/** @typedef {{element: 'link' | 'meta', rel: string, href: string, base: string, xml_bases: string[]}} EvidenceLink */
/** @typedef {[string, string]} Header */
/** @typedef {{url: string, content_type: string | null, headers: Header[], links: EvidenceLink[]}} Evidence */

/**
 * @typedef {object} VariantLink
 * @property {number} index
 * @property {string | null} name
 * @property {string | null} language
 * @property {string | null} content_type
 * @property {string | null} location
 */
/**
 * @typedef {object} NodeLink
 * @property {string} key
 * @property {string | null} name
 * @property {string | null} description
 * @property {string | null} location
 * @property {string | null} language
 * @property {string | null} content_type
 * @property {VariantLink[]} [variants]
 */
/**
 * @typedef {object} RowOnly
 * @property {'item' | 'group' | 'range'} kind
 * @property {number} level
 * @property {boolean} children
 * @property {boolean} open
 * @property {boolean} loop
 * @property {boolean} current
 * @property {number} priority
 * @property {'none' | 'sequence'} relation
 * @property {number} [position]
 * @property {number} [set_size]
 */
/** @typedef {NodeLink & RowOnly} Row */

/** @typedef {{elem: string, namespaces: Record<string, string>, attr: string, prefix: string}} ClassChange */

/**
 * @typedef {object} Site
 * @property {string} site
 * @property {string} sitemap
 * @property {'ssp' | 'sitemaps-org'} format  of the root file; the latter only where the reader chose it
 * @property {'loading' | 'complete' | 'partial' | 'stopped' | 'failed'} state
 * @property {{done: number, wanted: number}} progress
 * @property {Problem | null} refusal
 * @property {Record<string, NodeLink[]>} roles
 * @property {ClassChange[]} class_changes
 * @property {{name: string | null, description: string | null, method: string} | null} search
 * @property {{documents: number, elements: number, faults: {error: number, warning: number, info: number}}} counts
 * @property {string[]} languages
 */
/**
 * @typedef {object} View
 * @property {string} view
 * @property {number} revision
 * @property {number} total
 * @property {number | null} current  the row of the current page, where one is in view
 * @property {boolean} in_map  whether the current page stands in the map at all
 * @property {NodeLink[]} trail
 * @property {NodeLink | null} previous
 * @property {NodeLink | null} next
 * @property {boolean} [pending]  whether the current page is still being looked for
 * @property {RowPage} [rows]  those that are wanted first, where the view has just been opened
 */
/** @typedef {{revision: number, from: number, total: number, rows: Row[]}} RowPage */
/**
 * @typedef {object} Fault
 * @property {string} code
 * @property {string | null} [clause]
 * @property {'error' | 'warning' | 'info'} severity
 * @property {string} message
 * @property {string | null} [document]
 * @property {number | null} [line]
 * @property {Record<string, string>} [params]
 */

/** @typedef {'none' | 'loading' | 'ready' | 'failed' | 'no-host'} ShownState */
/**
 * What the background says of the tab a window shows.
 * @typedef {object} TabView
 * @property {number | null} tabId
 * @property {string} url
 * @property {boolean} isPrivate
 * @property {ShownState} state
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {number} generation  grows with each start of the host: ids of an older one mean nothing any more
 * @property {Site | null} site
 * @property {Problem | null} problem
 * @property {string} language  chosen by the reader for the sitemap, '' for none
 * @property {boolean} isKept  the map of the page before, kept in view by the reader's wish
 */

/** @typedef {{sitemap: string, source: 'robots' | 'link' | 'feed', title: string | null, count: number}} Suggestion */
/** @typedef {{suggestions: Suggestion[], robots: string}} Suggested  `robots` is `found`, `none` or why it could not be had */

/** @typedef {'current' | 'tab' | 'background-tab' | 'window'} Disposition Where a location is to appear. */

export {};

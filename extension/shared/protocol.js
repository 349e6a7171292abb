// @ts-check
/**
 * The messages between the extension and the host (protocol 1): requests with their replies, and events. Types only; nothing
 * runs here. The host's side is `host/standard_sitemap/native/`; recorded exchanges are in `tests/protocol/exchanges/`.
 *
 * Words: a *problem* is a failure by code, as a reply or the interface carries it; a *refusal* is the problem for which a
 * whole sitemap could not be had; a *fault* is a mistake in a document. A *site* is what the host has open, by the host's id.
 */

/** @typedef {{code: string, params: Record<string, unknown>}} Problem  a failure, by code */
/** @typedef {[name: string, value: string]} Header */

/** @typedef {{element: 'link' | 'meta', rel: string, href: string, base: string, xml_bases: string[]}} EvidenceLink */
/** What a page carries that could name a sitemap. @typedef {{url: string, content_type: string | null, headers: Header[], links: EvidenceLink[]}} Evidence */
/** Which sitemap it names, and by which rule. @typedef {{rule: string | null, sitemap: string | null}} Located */
/** A link by which a page declares something of its site. @typedef {{rel: string, href: string, type: string, title: string}} DeclaredLink */

/** The page that a sitemap is fetched for: how it was asked for, but for the secrets. @typedef {{url: string, headers: Header[], ip?: string, container: string, cookies: boolean, referrer_policy: string | null}} PageForHost */
/** A page as the host names it when it wants something on its account. @typedef {{url: string, container: string, private: boolean}} RequestingPage */
/** The reader's wishes; `limits` are those that differ from the usual. @typedef {{include_user: boolean, group_size: number, languages: string[], limits: Record<string, number>}} SiteOptions */
/** What names a sitemap that is being opened. @typedef {{sitemap: string, page: PageForHost, private: boolean, chosen: boolean}} SitemapNamed */
/** @typedef {SitemapNamed & {cookie: string, titles: [string, string][], evidence: Evidence | null, options: SiteOptions}} SiteOpen */

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
 * @property {string} key  of a place in the tree, or of a role node
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
/** @typedef {{revision: number, from: number, total: number, rows: Row[]}} RowPage */
/** @typedef {{total: number, entries: Row[]}} MenuPage */

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
/** @typedef {{site: string, page_url?: string, open?: string[], filter?: string, from?: number, count?: number}} ViewOpen */
/** @typedef {{view: string, page_url?: string, open?: string[], filter?: string, reveal?: boolean}} ViewUpdate */
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

/** @typedef {{sitemap: string, source: 'robots' | 'link' | 'feed', title: string | null, count: number}} Suggestion */
/** @typedef {{suggestions: Suggestion[], robots: string}} Suggested  `robots` is `found`, `none` or why it could not be had */

/** A node: a place in the tree by its key, or a role node by role and index. @typedef {{key?: string, role?: string, index?: number, via: 'tree' | 'role'}} NodeNamed */
/** @typedef {{mode: 'user' | 'none' | 'uri', uri?: string | null}} Referrer */
/** @typedef {{url: string, referrer: Referrer}} Visited */
/** The request that searches a site. @typedef {{method: 'get' | 'post', url: string, body: string | null}} SearchQuery */
/** @typedef {{key: string, name: string, location: string, trail: string[]}} Match */

/** A piece of what the browser fetched: `body` is base64, and empty where it is not `ok`. @typedef {{ok: boolean, status: number, uri: string, content_type: string | null, body: string, last: boolean}} Piece */
/** What the browser is to fetch, for at most so many seconds; `bytes` are enough. @typedef {{fetch: string, uri: string, headers: Header[], page: RequestingPage, status: number, bytes: number, seconds: number}} FetchWanted */
/** @typedef {{ask: string, uri: string, page: RequestingPage}} CookiesWanted */

/** @typedef {{protocol: number, host: string, limits: {message_bytes: number, rows: number}, abilities: string[]}} Greeting */
/** @typedef {Record<string, never>} Nothing */

/**
 * What the host can be asked, by method.
 * @typedef {{
 *   'hello': {params: {protocol: number, extension: string, browser: string}, result: Greeting},
 *   'locate': {params: {evidence: Evidence}, result: Located},
 *   'suggest': {params: {page: PageForHost, private: boolean, links: DeclaredLink[]}, result: Suggested},
 *   'site.open': {params: SiteOpen, result: Site},
 *   'site.abandon': {params: SitemapNamed, result: Site},
 *   'site.configure': {params: {site: string, options: SiteOptions}, result: Site},
 *   'site.reload': {params: {site: string, revalidate: boolean}, result: Site},
 *   'site.stop': {params: {site: string}, result: Site},
 *   'site.close': {params: {site: string}, result: Nothing},
 *   'site.page': {params: {site: string, url: string, title: string, links: DeclaredLink[]}, result: {in_map: boolean}},
 *   'site.faults': {params: {site: string, from?: number, count: number}, result: {total: number, faults: Fault[]}},
 *   'view.open': {params: ViewOpen, result: View},
 *   'view.update': {params: ViewUpdate, result: View},
 *   'view.toggle': {params: {view: string, key: string, open: boolean}, result: View},
 *   'view.rows': {params: {view: string, from?: number, count: number}, result: RowPage},
 *   'view.find': {params: {view: string, text: string, from?: number}, result: {index: number | null}},
 *   'view.close': {params: {view: string}, result: Nothing},
 *   'menu': {params: {site: string, key?: string | null, from?: number, count: number}, result: MenuPage},
 *   'search': {params: {site: string, term: string}, result: SearchQuery},
 *   'find': {params: {site: string, text: string, limit?: number}, result: {matches: Match[]}},
 *   'visit': {params: {site: string, variant: number | null, page_url: string} & NodeNamed, result: Visited},
 *   'cookies': {params: {ask: string, cookie: string}, result: Nothing},
 *   'fetched': {params: {fetch: string} & Piece, result: Nothing},
 * }} Methods
 */

/**
 * What the host says unasked, by event.
 * @typedef {{
 *   'site.progress': {site: string, progress: Site['progress']},
 *   'site.changed': {site: Site},
 *   'view.changed': {view: View},
 *   'cookies': CookiesWanted,
 *   'fetch': FetchWanted,
 *   'fetch.end': {fetch: string},
 * }} Events
 */
/** Who takes which event. @typedef {{[E in keyof Events]: (params: Events[E]) => void}} EventHandlers */

export {};

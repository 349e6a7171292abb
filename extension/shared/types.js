// @ts-check
/**
 * The shapes that cross a boundary within the extension: background, pages and content script. Those of the host are in
 * `protocol.js`; the ones that pages use have their names here too. Types only; nothing runs here.
 */

/** @typedef {import('./protocol.js').ClassChange} ClassChange */
/** @typedef {import('./protocol.js').DeclaredLink} DeclaredLink */
/** @typedef {import('./protocol.js').Evidence} Evidence */
/** @typedef {import('./protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('./protocol.js').Fault} Fault */
/** @typedef {import('./protocol.js').Header} Header */
/** @typedef {import('./protocol.js').NodeLink} NodeLink */
/** @typedef {import('./protocol.js').Piece} Piece */
/** @typedef {import('./protocol.js').Problem} Problem */
/** @typedef {import('./protocol.js').Row} Row */
/** @typedef {import('./protocol.js').RowPage} RowPage */
/** @typedef {import('./protocol.js').Site} Site */
/** @typedef {import('./protocol.js').Suggested} Suggested */
/** @typedef {import('./protocol.js').Suggestion} Suggestion */
/** @typedef {import('./protocol.js').VariantLink} VariantLink */
/** @typedef {import('./protocol.js').View} View */

/** What a page is to show of its sitemap: classes by display level. @typedef {{level: number, changes: ClassChange[]}} Display */
/** A class change that comes to nothing in a page, of `elements` elements where that is why. @typedef {{code: 'class-change-too-costly' | 'class-change-finds-nothing', elem: string, elements: number}} ClassFault */
/** A display for pages that carry such evidence; `signature` is that of the links it needs, '' for headers alone. @typedef {{signature: string, display: Display}} PredictedDisplay */
/**
 * What the content script found on its page; which page that is, the browser says.
 * @typedef {{content_type: string, links: EvidenceLink[], referrer: string | null}} PageEvidence
 */
/** A link that might name a sitemap: whether it is in the body, and whether it begins before the page's `<base>`. @typedef {{link: EvidenceLink, isInBody: boolean, isBeforeBase: boolean}} EvidenceCandidate */
/**
 * How far a page has come in: whether its head is over, whether all of it is there; its address and its document's base, and
 * whether a `<base>` in the body makes that.
 * @typedef {{isHeadOver: boolean, isOver: boolean, bases: {own: string, document: string, isInBody: boolean}}} PageProgress
 */
/** What a page says of itself and of its site. @typedef {{url: string, title: string, links: DeclaredLink[]}} PageMetadata */
/** What `content/fetch.js` is to fetch; `bytes` are enough. @typedef {{uri: string, accept: string, credentials: RequestCredentials, cache: RequestCache, mode: RequestMode, redirect: RequestRedirect, bytes: number}} FetchRequest */

/**
 * What the extension has in the isolated world of a page: its scripts there, each with its own part, and values that the
 * background leaves for them. `fetch.js` runs in the background, too.
 * @typedef {object} IsolatedWorld
 * @property {{show(display: Display | null): void, predict(list: PredictedDisplay[]): void, evidence(): PageEvidence, headers(): Promise<Header[]>, reportFaults(faults: ClassFault[]): void}} [sitemapPage]
 * @property {{LIMITS: Readonly<Record<'links' | 'rel' | 'address' | 'bases' | 'characters', number>>, bounded(found: unknown): EvidenceLink[], decide(all: EvidenceCandidate[], progress: PageProgress): EvidenceLink[], signatureOf(links: EvidenceLink[]): string}} [sitemapEvidence]
 * @property {{show(display: Display | null): void, retry(): void}} [sitemapClassChanges]
 * @property {{inPieces(request: FetchRequest, signal: AbortSignal, onPiece: (piece: Piece) => Promise<unknown>): Promise<boolean>, serve(name: string, request: FetchRequest): Promise<void>}} [sitemapFetch]
 * @property {{follow(wantsMenus: boolean): void, lead(index: number, name: string): void, stop(): void}} [sitemapOutline]
 * @property {{isMenu(element: Element): boolean, read(roots: Element[], anchors: ReadonlySet<string>): Generator<void, PageMenu[]>, words(element: Element, end?: string): string}} [sitemapMenus]
 * @property {Display | null} [sitemapDisplay]
 * @property {PredictedDisplay[]} [sitemapPredictions]
 * @property {{withFamily(value: string, prefixes: string[], level: number): string, withoutFamily(value: string, prefixes: string[]): string, withoutLeftover(value: string, prefixes: string[]): string}} [sitemapClassFamily]
 * @property {typeof chrome} [browser]
 * @property {typeof chrome} chrome
 */

/** A heading of a page; `level` from 1 to 6, `id` '' where it has none. @typedef {{name: string, level: number, id: string}} Heading */

/** A link of a menu, or a branch without one where `url` is ''; `depth` from 1. @typedef {{name: string, url: string, depth: number, isCurrent: boolean}} MenuEntry */
/** A menu of a page; `name` is '' where the page gives none, `place` where it stands. @typedef {{name: string, place: '' | 'header' | 'aside' | 'footer', entries: MenuEntry[]}} PageMenu */
/** The headings and menus of a page, and what it calls the home of its site, or ''. @typedef {{headings: Heading[], menus: PageMenu[], home: string}} PageContents */
/** What a page reports: its contents, null where they are as before, and the heading that is being read, -1 for none. @typedef {{contents: PageContents | null, active: number}} Outline */

/** @typedef {'none' | 'loading' | 'ready' | 'failed' | 'no-host'} ShownState */
/**
 * What the background says of the tab a window shows.
 * @typedef {object} TabView
 * @property {number | null} tabId
 * @property {string | null} documentId  of the page that it shows: another one after a reload
 * @property {string} url
 * @property {boolean} isPrivate
 * @property {ShownState} state
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {number} generation  grows with each start of the host: ids of an older one mean nothing any more
 * @property {Site | null} site
 * @property {Problem | null} problem
 * @property {string} language  chosen by the reader for the sitemap, '' for none
 * @property {string} pageLanguage  of the page that is being read, in which the map is shown where none is chosen; '' where that is not known
 * @property {'' | 'looking' | 'nothing' | 'found'} look  what came of looking for the site's own list by ourselves, where that is wished
 * @property {boolean} isPinned  the map of the page before, pinned by the reader
 */

/** @typedef {'current' | 'tab' | 'background-tab' | 'window' | 'private-window'} Disposition Where a location is to appear. */

/** @typedef {import('./protocol.js').Methods} Methods */
/** @typedef {import('./protocol.js').NodeNamed} NodeNamed */
/** Methods of the host that connected pages may use as they are. @typedef {'view.open' | 'view.update' | 'view.toggle' | 'view.expand' | 'view.hide' | 'view.below' | 'view.rows' | 'view.find' | 'view.close' | 'titles.stop' | 'menu' | 'find'} PassedOn */
/**
 * What the background itself does for connected pages: to the site, the tab and the host they show.
 * @typedef {{
 *   suggest: {params: {}, result: Suggested},
 *   'titles.fetch': {params: Methods['titles.fetch']['params'], result: {count: number, wanted: number}},
 *   choose: {params: {origin: string, sitemap: string | null}, result: {before: string | null}},
 *   tab: {params: {}, result: TabView},
 *   visit: {params: NodeNamed & {variant?: number | null, disposition?: Disposition, container?: string | null}, result: void},
 *   'page.visit': {params: {url: string, disposition?: Disposition, container?: string | null}, result: void},
 *   search: {params: {term: string, disposition?: Disposition}, result: void},
 *   'site.faults': Methods['site.faults'],
 *   'site.reload': {params: {site: string}, result: void},
 *   'site.stop': {params: {}, result: void},
 *   'site.configure': {params: {site: string, language: string}, result: void},
 *   'outline.follow': {params: {isWanted: boolean, withMenus?: boolean}, result: {isReadable: boolean}},
 *   'outline.lead': {params: {index: number, name: string}, result: void},
 *   'ui.focus': {params: {}, result: void},
 *   'ui.use': {params: {isInUse: boolean}, result: void},
 *   'ui.menu': {params: {}, result: void},
 *   'host.retry': {params: {}, result: void},
 *   'host.start': {params: {}, result: unknown},
 * }} OwnMethods
 */
/** What connected pages may request, what they send, and what comes back. @typedef {Pick<Methods, PassedOn> & OwnMethods} UiMethods */
/** What content scripts may request. @typedef {{'page.evidence': {params: PageEvidence, result: {display: Display | null}}, 'page.faults': {params: {faults: ClassFault[]}, result: void}, 'page.outline': {params: Outline, result: {isWanted: boolean}}}} ContentMethods */
/**
 * What a page of ours in a tab may request: the search it is to send, and that the host forgets what it cached.
 * @typedef {{
 *   'post.consume': {params: {id: string}, result: {url: string, body: string} | null},
 *   'cache.clear': {params: {}, result: {isCleared: boolean}},
 * }} PageMethods
 */
/** @typedef {UiMethods & ContentMethods & PageMethods} BackgroundMethods */
/** The result of a request, or why there is none. @template R @typedef {{result: R} | {error: Problem}} Response */

/** What connected pages are notified of: the tab they show, a view they have open, that its field is to get the focus, that they are to close, the headings and menus of a page, a command that was chosen in the browser's own menu. @typedef {{tab: TabView, view: View, 'focus-field': {}, close: {}, outline: Outline & {tabId: number}, 'row-command': {command: string}}} UiEvents */
/** @typedef {{[E in keyof UiEvents]: (params: UiEvents[E]) => void}} UiEventHandlers */
/** What the background sends to a connected page. @typedef {{[E in keyof UiEvents]: {event: E, params: UiEvents[E]}}[keyof UiEvents] | ({id: number} & Response<unknown>)} UiMessage */

export {};

// @ts-check
/**
 * Types that cross a boundary within the extension: background, pages and content script. The host's types are in
 * `protocol.js`; types that pages use are repeated here. Types only; contains no code.
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
/**
 * A row of a map or of a page. `leads` marks a heading that leads to another page.
 * @typedef {import("./protocol.js").Row & {leads?: boolean}} Row
 */
/** @typedef {import('./protocol.js').RowPage} RowPage */
/** @typedef {import('./protocol.js').Site} Site */
/** @typedef {import('./protocol.js').Suggestions} Suggestions */
/** @typedef {import('./protocol.js').Suggestion} Suggestion */
/** @typedef {import('./protocol.js').VariantLink} VariantLink */
/** @typedef {import('./protocol.js').View} View */

/**
 * A page's display of its sitemap: class changes at a display level.
 * @typedef {{level: number, changes: ClassChange[]}} Display
 */
/**
 * A class change without effect in a page; `elements` is the page's size if that is the reason.
 * @typedef {{
 *   code: 'class-change-too-costly' | 'class-change-finds-nothing',
 *   elem: string,
 *   elements: number,
 * }} ClassFault
 */
/**
 * A display for pages with matching evidence; `signature` is the signature of the links, '' for headers only.
 * @typedef {{signature: string, display: Display}} PredictedDisplay
 */
/**
 * Evidence that the content script collected on its page. The browser says which page that is.
 * @typedef {{content_type: string, links: EvidenceLink[], referrer: string | null}} PageEvidence
 */
/**
 * A link that might name a sitemap: whether it is in the body, and whether it begins before the page's `<base>`.
 * @typedef {{link: EvidenceLink, isInBody: boolean, isBeforeBase: boolean}} EvidenceCandidate
 */
/**
 * The progress of parsing a page: whether its head has ended, and whether it is complete. Also its address, its base
 * address, and whether a `<base>` in the body sets the base.
 * @typedef {{
 *   isHeadOver: boolean,
 *   isOver: boolean,
 *   bases: {own: string, document: string, isInBody: boolean},
 * }} PageProgress
 */
/**
 * A page's metadata about itself and its site.
 * @typedef {{url: string, title: string, links: DeclaredLink[]}} PageMetadata
 */
/**
 * A request for `content/fetch.js`; it stops after `bytes`.
 * @typedef {{
 *   uri: string,
 *   accept: string,
 *   credentials: RequestCredentials,
 *   cache: RequestCache,
 *   mode: RequestMode,
 *   redirect: RequestRedirect,
 *   bytes: number,
 * }} FetchRequest
 */

/**
 * The extension's properties in the isolated world of a page: one for each of its scripts, and values that the
 * background stores for them. `fetch.js` also runs in the background.
 * @typedef {object} IsolatedWorld
 * @property {{
 *   show(display: Display | null): void,
 *   predict(list: PredictedDisplay[]): void,
 *   evidence(): PageEvidence,
 *   headers(): Promise<Header[]>,
 *   reportFaults(faults: ClassFault[]): void,
 * }} [sitemapPage]
 * @property {{
 *   LIMITS: Readonly<Record<'links' | 'rel' | 'address' | 'bases' | 'characters', number>>,
 *   bounded(found: unknown): EvidenceLink[],
 *   decide(all: EvidenceCandidate[], progress: PageProgress): EvidenceLink[],
 *   signatureOf(links: EvidenceLink[]): string,
 * }} [sitemapEvidence]
 * @property {{show(display: Display | null): void, retry(): void}} [sitemapClassChanges]
 * @property {{
 *   inPieces(
 *     request: FetchRequest,
 *     signal: AbortSignal,
 *     onPiece: (piece: Piece) => Promise<unknown>,
 *   ): Promise<boolean>,
 *   serve(name: string, request: FetchRequest): Promise<void>,
 * }} [sitemapFetch]
 * @property {(text: string) => string} [sitemapVisibleText]
 * @property {{
 *   attribute(element: Element, name: string): string,
 *   children(element: Element): Generator<Node, void>,
 *   closest(element: Element, selector: string): Element | null,
 *   contains(outer: Element, element: Element): boolean,
 *   matches(element: Element, selector: string): boolean,
 *   matching(selector: string, most: number, page?: Document): Generator<Element | null, void>,
 *   next(node: Node, root: Node, isOver: boolean, ofAnyKind: boolean): Node | null,
 *   onShadow(listener: (root: ShadowRoot) => void): void,
 *   parent(node: Node): Element | null,
 * }} [sitemapFlatTree]
 * @property {{
 *   isNavigation(element: Element): boolean,
 *   levelOf(element: Element): number,
 *   roleOf(element: Element): string,
 * }} [sitemapRoles]
 * @property {{
 *   accessibleNameOf(element: Element): string,
 *   isOutside(element: Element): boolean,
 *   isUnseen(element: Element, isForAll?: boolean): boolean,
 *   isWord(name: string): boolean,
 *   labelOf(element: Element): string,
 *   nameOf(element: Element): string,
 *   plain(text: string | null | undefined): string,
 *   textOf(element: Element): string,
 * }} [sitemapNames]
 * @property {{read(root: Element, rules: MenuRules): Generator<void, MenuItem[]>}} [sitemapMenuLevels]
 * @property {{
 *   CANDIDATES: string,
 *   CONTENT: string,
 *   FOOT: string,
 *   PLAIN_LISTS: string,
 *   columnsIn(
 *     roots: Element[],
 *     lists: ReadonlySet<Element>,
 *     isInColumn: (element: Element) => boolean,
 *   ): Generator<void, Set<Element>>,
 *   directionOf(link: HTMLAnchorElement): 'previous' | 'next' | null,
 *   isLinkList(element: Element): boolean,
 *   kindByClass(element: Element): '' | 'pager' | 'trail',
 *   kindOf(element: Element, isRoot?: boolean): '' | 'menu' | 'pager' | 'trail',
 *   labelOf(menu: Element): string,
 *   linksIn(element: Element): HTMLAnchorElement[],
 *   ownLabelOf(menu: Element): string,
 *   placeOf(menu: Element): PageMenu['place'],
 * }} [sitemapMenuElements]
 * @property {{listed(menus: ReadMenu[], page: string): Generator<void, PageMenu[]>}} [sitemapMenuListing]
 * @property {{open(url: string, frames: PageFrames): boolean, read(): Generator<void, PageFrames>}} [sitemapFrames]
 * @property {{
 *   read(roots: Element[], around: MenuSurroundings): Generator<void, PageMenu[]>,
 *   readLink(element: Element, links: PageLinks): void,
 * }} [sitemapMenus]
 * @property {{
 *   CANDIDATES: string,
 *   idOf(element: Element): string,
 *   read(elements: Element[]): Generator<
 *     void,
 *     {elements: Element[], headings: Heading[], isColumn(element: Element): boolean}
 *   >,
 * }} [sitemapHeadings]
 * @property {{
 *   follow(): void,
 *   lead(index: number, name: string): void,
 *   open(url: string): boolean,
 *   stop(): void,
 * }} [sitemapOutline]
 * @property {Display | null} [sitemapDisplay]
 * @property {PredictedDisplay[]} [sitemapPredictions]
 * @property {{
 *   withFamily(value: string, prefixes: string[], level: number): string,
 *   withoutFamily(value: string, prefixes: string[]): string,
 *   withoutLeftover(value: string, prefixes: string[]): string,
 * }} [sitemapClassFamily]
 * @property {typeof chrome} [browser]
 * @property {typeof chrome} chrome
 */

/**
 * A heading of a page; `level` from 1 to 6, `id` '' for none, `url` of the other page that it leads to, '' for none.
 * @typedef {{name: string, level: number, id: string, url?: string}} Heading
 */

/**
 * A link in a menu, or a branch without a link if `url` is ''; `depth` from 1.
 * @typedef {{name: string, url: string, depth: number, isCurrent: boolean}} MenuEntry
 */
/**
 * A menu of a page; `name` is '' for none, `place` is its position in the page.
 * @typedef {{name: string, place: '' | 'header' | 'aside' | 'footer', entries: MenuEntry[]}} PageMenu
 */
/**
 * An entry of a menu that is being read. `url` is '' for a branch without a link, and `link` is the element of the
 * link. `isPicture` tells that a picture names the entry, `isTitle` that it is the site's title, and `yields` that any
 * other entry with the same address keeps the link.
 * @typedef {{
 *   name: string,
 *   url: string,
 *   isCurrent: boolean,
 *   isPicture: boolean,
 *   isTitle: boolean,
 *   yields: boolean,
 *   link: Element | null,
 *   children: MenuItem[],
 * }} MenuItem
 */
/**
 * A menu that has been read, with all its links.
 * @typedef {{root: Element, name: string, place: PageMenu['place'], isHidden: boolean, items: MenuItem[]}} ReadMenu
 */

/**
 * The rules for reading a menu of a page. `addressOf` returns '' for a link without an address and null for one that is
 * listed elsewhere; `isOver` names elements that are no part of the menu. `isOwn` is a menu of the page's own contents.
 * @typedef {{
 *   page: string,
 *   isOwn: boolean,
 *   addressOf(link: HTMLAnchorElement): string | null,
 *   hasLeft(): boolean,
 *   isRendered: boolean,
 *   isOver(element: Element): boolean,
 *   isTitle(url: string): boolean,
 *   nameOfFile(link: HTMLAnchorElement): string,
 *   labelOf(landmark: Element): string,
 * }} MenuRules
 */
/**
 * A frame in view: its element, its document if that is of the page's origin, and its place in the window. `isSet` is a
 * frameset, and `isInSet` stands in framesets only.
 * @typedef {{
 *   element: HTMLFrameElement,
 *   document: Document | null,
 *   name: string,
 *   isSet: boolean,
 *   isInSet: boolean,
 *   left: number,
 *   top: number,
 *   width: number,
 *   height: number,
 * }} SeenFrame
 */
/**
 * A menu that fills a frame. `isInner` tells links that only change the menu.
 * @typedef {{frame: SeenFrame, name: string, place: PageMenu['place'], isInner(link: Element): boolean}} FramedMenu
 */
/**
 * The frames of a page: all that are in view, the one with the content, and those with a menu.
 * @typedef {{all: SeenFrame[], content: SeenFrame | null, menus: Map<Element, FramedMenu>}} PageFrames
 */
/**
 * The facts about a page that reading its menus needs: the ids of its headings (`anchors`) and the addresses that they
 * lead to (`leads`), which are listed separately; `lists`, which are menus only in a column; the number of menus and
 * lists `before` its content; the menus that fill a frame; and the pages that its links
 * name so far. `page` is the address of the content.
 * @typedef {{
 *   page: string,
 *   anchors: ReadonlySet<string>,
 *   leads: ReadonlySet<string>,
 *   lists: ReadonlySet<Element>,
 *   before: number,
 *   frames: ReadonlyMap<Element, FramedMenu>,
 *   links: PageLinks,
 *   isColumn(element: Element): boolean,
 * }} MenuSurroundings
 */
/** A link to another page; `name` is '' for none. @typedef {{name: string, url: string}} PageLink */
/**
 * The pages that a page names besides its menus: its home page, '' for none, its ancestors by its breadcrumbs, and its
 * neighbours by its pager; and the direction of its text.
 * @typedef {{
 *   home: string,
 *   parents: PageLink[],
 *   previous: PageLink | null,
 *   next: PageLink | null,
 *   direction?: 'ltr' | 'rtl' | undefined,
 * }} PageLinks
 */
/**
 * The headings and menus of a page, and the pages it names. `frame` is the address of the page in the frame with the
 * content: '' if it is of another site; that of the page if only menus are in frames, and null if nothing is.
 * @typedef {{
 *   headings: Heading[],
 *   menus: PageMenu[],
 *   home: string,
 *   frame?: string | null,
 * } & Partial<PageLinks>} PageContents
 */
/**
 * A page's report: its contents, null if unchanged, and the index of the current heading, -1 for none.
 * @typedef {{contents: PageContents | null, active: number}} Outline
 */
/**
 * A part of a page's report: of the JSON of its contents, null if they are unchanged.
 * @typedef {{part: string | null, isFirst: boolean, isLast: boolean, active: number}} OutlinePart
 */

/** @typedef {'none' | 'loading' | 'ready' | 'failed' | 'no-host'} ShownState */
/**
 * The background's view of the tab that a window shows.
 * @typedef {object} TabView
 * @property {number | null} tabId
 * @property {string | null} documentId  of the current page; a reload changes it
 * @property {string} url
 * @property {boolean} isPrivate
 * @property {string} jar  name of the private windows or of the container, which store nothing; '' for ordinary tabs
 * @property {ShownState} state
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {number} generation  grows with each start of the host, which voids older ids
 * @property {Site | null} site
 * @property {Problem | null} problem
 * @property {string} language  chosen by the reader for the sitemap, '' for none
 * @property {string} pageLanguage  of the current page, used for the map if none is chosen; '' if unknown
 * @property {'' | 'looking' | 'nothing' | 'found'} look  state of the automatic search for the site's own list
 * @property {boolean} isPinned  whether the map belongs to an earlier page
 */

/**
 * @typedef {'current' | 'tab' | 'background-tab' | 'window' | 'private-window'} Disposition  The place in which to open
 *   a location.
 */

/** @typedef {import('./protocol.js').Methods} Methods */
/** @typedef {import('./protocol.js').NodeNamed} NodeNamed */
/**
 * Methods of the host that connected pages may use unchanged.
 * @typedef {'view.open' | 'view.update' | 'view.toggle' | 'view.expand' | 'view.hide' | 'view.below' | 'view.rows'
 *   | 'view.find' | 'view.close' | 'site.news' | 'titles.stop' | 'menu' | 'find'} PassedOn
 */
/**
 * Methods of the background for connected pages: on their site, tab and host.
 * @typedef {{
 *   suggest: {params: {}, result: Suggestions},
 *   'titles.fetch': {params: Methods['titles.fetch']['params'], result: {count: number, wanted: number}},
 *   choose: {params: {origin: string, sitemap: string | null}, result: {before: string | null}},
 *   visit: {
 *     params: NodeNamed & {variant?: number | null, disposition?: Disposition, container?: string | null},
 *     result: void,
 *   },
 *   'page.visit': {
 *     params: {url: string, disposition?: Disposition, container?: string | null, isFramed?: boolean},
 *     result: boolean,
 *   },
 *   search: {params: {term: string, disposition?: Disposition}, result: void},
 *   'site.faults': Methods['site.faults'],
 *   'site.reload': {params: {site: string}, result: void},
 *   'site.stop': {params: {}, result: void},
 *   'site.configure': {params: {site: string, language: string}, result: void},
 *   'outline.follow': {params: {isWanted: boolean}, result: {isReadable: boolean}},
 *   'outline.lead': {params: {index: number, name: string}, result: void},
 *   'ui.focus': {params: {}, result: void},
 *   'ui.menu': {params: {}, result: void},
 *   'host.retry': {params: {}, result: void},
 *   'host.start': {params: {}, result: unknown},
 * }} OwnMethods
 */
/**
 * Methods that connected pages may request, with parameters and results.
 * @typedef {Pick<Methods, PassedOn> & OwnMethods} UiMethods
 */
/**
 * Methods that content scripts may request.
 * @typedef {{
 *   'page.evidence': {params: PageEvidence, result: {display: Display | null}},
 *   'page.faults': {params: {faults: ClassFault[]}, result: void},
 *   'page.outline': {params: OutlinePart, result: {isWanted: boolean}},
 * }} ContentMethods
 */
/**
 * Methods that an extension page in a tab may request: its search form, and clearing the host's cache.
 * @typedef {{
 *   'post.consume': {params: {id: string}, result: {url: string, body: string} | null},
 *   'cache.clear': {params: {}, result: {isCleared: boolean}},
 * }} PageMethods
 */
/** @typedef {UiMethods & ContentMethods & PageMethods} BackgroundMethods */
/** The result of a request, or its problem. @template R @typedef {{result: R} | {error: Problem}} Response */

/**
 * Events for connected pages: their tab, an open view, and requests to focus the field or to close. Further events are
 * a page's headings and menus, and a command chosen in the browser's menu.
 * @typedef {{
 *   tab: TabView,
 *   view: View,
 *   'focus-field': {},
 *   close: {},
 *   outline: Outline & {tabId: number},
 *   'row-command': {command: string},
 * }} UiEvents
 */
/** @typedef {{[E in keyof UiEvents]: (params: UiEvents[E]) => void}} UiEventHandlers */
/**
 * A message of the background to a connected page.
 * @typedef {{[E in keyof UiEvents]: {event: E, params: UiEvents[E]}}[keyof UiEvents]
 *   | ({id: number} & Response<unknown>)} UiMessage
 */

export {};

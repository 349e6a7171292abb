// The messages between extension and host (protocol 1). Written by
// `python -m standard_sitemap.reader.protocol.typescript > extension/shared/protocol.d.ts`, not by hand.

/** The sender, and the version of the protocol it uses. */
export interface Hello {
  protocol: number;
  extension?: string;
  browser?: string;
}

/** A `<link>` or `<meta>` of the page. */
export interface EvidenceLink {
  element: 'link' | 'meta';
  rel: string;
  href: string;
  base: string;
  xml_bases?: string[];
}

/** The parts of a page that could name a sitemap. */
export interface Evidence {
  url: string;
  content_type?: string | null;
  headers?: [string, string][];
  links?: EvidenceLink[];
}

/** The evidence of a page. */
export interface Locate {
  evidence: Evidence;
}

/** The page for which a sitemap is fetched. With `cookies`, the host can request the cookies to send. `route` is the browser's network route to the page. It also decides how its sitemap is fetched: - `direct`: without a proxy. The host fetches, and may resolve names. - `proxy`: through a proxy. The browser fetches (event `fetch`); the host contacts no server and no name server. - `unknown`: maybe through a proxy. The browser fetches, as for `proxy`. The host trusts only public addresses and the page's own among the addresses that the browser reports. - `system`: by the system's proxy settings, which the host reads. This is the default. `ip` then does not make a page local: if a name has an address in the reader's own network, the route counts as `unknown`. */
export interface PageForHost {
  url: string;
  ip?: string | null;
  route?: 'direct' | 'proxy' | 'unknown' | 'system' | null;
  headers?: [string, string][];
  referrer_policy?: string | null;
  container?: string;
  cookies?: boolean;
}

/** A link of the page that declares something about its site; `href` as the browser resolves it. */
export interface DeclaredLink {
  rel: string;
  href: string;
  type?: string;
  title?: string;
}

/** The page, and its links that declare something about its site. */
export interface Suggest {
  page: PageForHost;
  private?: boolean;
  links?: DeclaredLink[];
}

/** The reader's options; unset options stay unchanged. `limits` contains every limit that differs from its default. Lists of more than `group_size` are divided in their own order, by name or by address, according to `division`. `group_names` are the names shown for groups with a `meaning`. Filters also match these names. */
export interface SiteOptions {
  include_user?: boolean | null;
  languages?: string[] | null;
  group_size?: number | null;
  division?: 'order' | 'name' | 'address' | null;
  group_names?: Record<string, string> | null;
  limits?: Record<string, number> | null;
}

/** A sitemap to open. `chosen` is true if the reader named it instead of the page. `cookie` is the cookie for the sitemap itself; null if the host must request it. `titles` are the titles of visited pages, by their addresses. With `evidence`, the sitemap is opened only if the evidence names it. */
export interface SiteOpen {
  sitemap: string;
  page: PageForHost;
  cookie?: string | null;
  private?: boolean;
  chosen?: boolean;
  titles?: [string, string][];
  evidence?: Evidence | null;
  options?: SiteOptions;
}

/** A page's declarations about itself and its site. */
export interface SitePage {
  site: string;
  url: string;
  title?: string;
  links?: DeclaredLink[];
}

/** An open site, and the options that change. */
export interface SiteConfigure {
  site: string;
  options: SiteOptions;
}

/** An open site; with `revalidate`, cached responses are validated with their servers. */
export interface SiteReload {
  site: string;
  revalidate?: boolean;
}

/** An open site. */
export interface SiteNamed {
  site: string;
}

/** A range of the faults. */
export interface SiteFaults {
  site: string;
  from?: number;
  count: number;
}

/** A new view. With `count`, the reply has the rows around the current page, otherwise the rows from `from` on. */
export interface ViewOpen {
  site: string;
  page_url?: string | null;
  open?: string[];
  hidden?: string[];
  filter?: string;
  from?: number;
  count?: number;
}

/** Changes of a view; unset members stay unchanged. `reveal` opens the branch of the current page. */
export interface ViewUpdate {
  view: string;
  page_url?: string | null;
  open?: string[] | null;
  filter?: string | null;
  reveal?: boolean;
}

/** A branch, and whether to open it. */
export interface ViewToggle {
  view: string;
  key: string;
  open: boolean;
}

/** The branch to open with all branches below it. Without `key`, the whole map. */
export interface ViewExpand {
  view: string;
  key?: string | null;
}

/** The branches to hide. All others are shown. */
export interface ViewHide {
  view: string;
  hidden: string[];
}

/** The rows whose pages are to be counted. */
export interface ViewBelow {
  view: string;
  keys: string[];
}

/** A range of rows. */
export interface ViewRows {
  view: string;
  from?: number;
  count: number;
}

/** The beginning of a name, and the row at which the search begins. */
export interface ViewFind {
  view: string;
  text: string;
  from?: number;
}

/** An open view. */
export interface ViewNamed {
  view: string;
}

/** The rows whose pages' titles are requested. */
export interface TitlesFetch {
  view: string;
  keys: string[];
}

/** A range of the entries below a place. Without `key`, a range of the whole map. */
export interface Menu {
  site: string;
  key?: string | null;
  from?: number;
  count: number;
}

/** The search term, and the current page; that page and its policy decide the referrer. */
export interface Search {
  site: string;
  term: string;
  page_url?: string | null;
  referrer_policy?: string | null;
}

/** The words, and the maximum number of matches. */
export interface Find {
  site: string;
  text: string;
  limit?: number;
}

/** A place in the tree by its key, or a role node by role and index. `variant` overrides the best variant. `referrer_policy` is the policy of the page. The default is the policy of the page that opened the site. */
export interface Visit {
  site: string;
  key?: string | null;
  role?: string | null;
  index?: number;
  variant?: number | null;
  page_url?: string | null;
  referrer_policy?: string | null;
  via?: 'tree' | 'role';
}

/** The cached responses to delete: those of a `site` (a host and its subdomains), or all. */
export interface CacheClear {
  site?: string | null;
}

/** The cookies for a request, in the form of a `Cookie` field; "" for none. */
export interface CookiesOfBrowser {
  ask: string;
  cookie?: string;
}

/** One of the requests that led to a fetched document; `ip` is null if it is a proxy's or unknown. */
export interface Hop {
  url: string;
  status?: number;
  ip?: string | null;
}

/** A piece of a document that the browser fetched, in base64. `last` marks the last piece. `hops` are the requests made, in order, ending with the answered request. `ip` is the address of the answering server, null if it is a proxy's or unknown. The host checks both before it accepts any data. The first piece must contain them; the others may. */
export interface FetchedByBrowser {
  fetch: string;
  ok: boolean;
  status?: number;
  uri?: string;
  content_type?: string | null;
  body?: string;
  last?: boolean;
  hops?: Hop[];
  ip?: string | null;
}

/** The limits that both sides observe. */
export interface GreetingLimits {
  /** The longest message that the host sends. */
  message_bytes: number;
  /** The maximum number of rows, entries or faults in one request. */
  rows: number;
}

/** The host's description of itself in the handshake. */
export interface Greeting {
  protocol: number;
  /** The version of the host. */
  host: string;
  limits: GreetingLimits;
  /** Groups of messages that the host supports, usually named by the part before the dot of a method. */
  abilities: string[];
}

/** The sitemap that a page names, and the rule that found it; both null if it names none. */
export interface Located {
  rule: 'opt-header' | 'x-header' | 'schema-link' | 'legacy-link' | null;
  sitemap: string | null;
}

/** A sitemap that the reader may choose, from all lines of robots.txt, one line, or one link of the page. */
export interface Suggestion {
  sitemap: string;
  source: 'robots' | 'link' | 'feed';
  title: string | null;
  /** The number of sitemaps that it represents. */
  count: number;
}

/** The declarations of a page's site. */
export interface Suggested {
  suggestions: Suggestion[];
  /** `found`, `none`, or the code of the reason why robots.txt is unavailable. */
  robots: string;
}

/** The number of files that have arrived or were refused, and of all files known to be wanted. */
export interface Progress {
  done: number;
  wanted: number;
}

/** A refusal or failure: a stable code, and the parameters of its sentence. */
export interface Problem {
  code: string;
  params: Record<string, unknown>;
}

/** One variant of a node, by its position among all of them. */
export interface VariantLink {
  index: number;
  name: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Present if the sitemap names one. */
  charset?: string;
}

/** A node as its best variant for the reader; `variants` is empty if there is only one. */
export interface NodeLink {
  /** The key of a place in the tree, or of a role node (`@0.contact`). */
  key: string;
  name: string | null;
  description: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Present if the sitemap names one. */
  charset?: string;
  /** The start of the address in the sitemap, if browsers may not open it and `location` is null. */
  refused?: string;
  /** The kind of content below it, if the extension has a word for this kind in the reader's language. */
  meaning?: 'pages' | 'posts' | 'products' | 'collections' | 'categories' | 'tags' | 'authors';
  variants: VariantLink[];
}

/** A product of quantities of a page: `*` its elements, `#` its text, `p` its <p>, `^p` the depth of their nesting. */
export interface CostProduct {
  count: number;
  factors: string[];
}

/** An instruction of the sitemap: a class for elements of the page, which depends on the display level. */
export interface ClassChange {
  elem: string;
  namespaces: Record<string, string>;
  attr: string;
  prefix: string;
  /** An upper bound on the visits that evaluating `elem` takes, as a sum of products. */
  cost: CostProduct[];
}

/** The description of the site's search for a search box. */
export interface SearchBox {
  name: string | null;
  description: string | null;
  method: 'get' | 'post';
  /** The host that receives the terms, with a port if the address names one. */
  host: string;
}

/** The number of faults of each severity. */
export interface FaultCounts {
  error: number;
  warning: number;
  info: number;
}

/** The size of a sitemap, and its number of faults. */
export interface Counts {
  documents: number;
  elements: number;
  faults: FaultCounts;
}

/** An open sitemap: everything shown of it except its tree. */
export interface Site {
  /** The name for further requests, valid for this host only. */
  site: string;
  sitemap: string;
  /** The format of the root file; `sitemaps-org` only if the reader chose the sitemap. */
  format: 'ssp' | 'sitemaps-org';
  state: 'loading' | 'complete' | 'partial' | 'stopped' | 'failed';
  progress: Progress;
  /** If `state` is `failed`, the reason; otherwise the reason why a reload failed and the earlier map is shown. */
  refusal: Problem | null;
  roles: Record<string, NodeLink[]>;
  class_changes: ClassChange[];
  search: SearchBox | null;
  counts: Counts;
  /** The language tags in its files. */
  languages: string[];
}

/** Whether a page is in the map. */
export interface PageKnown {
  in_map: boolean;
}

/** An empty reply: the request succeeded. */
export type Nothing = Record<string, never>;

/** A fault of a site's file; `line` counts from 1, and is 0 for the whole file. */
export interface Fault {
  code: string;
  clause: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  document: string;
  line: number;
  params: Record<string, string>;
}

/** Some of the faults of a site, and the total number. */
export interface Faults {
  total: number;
  faults: Fault[];
}

/** One row of a view, or entry of a menu. */
export interface Row {
  /** The key of a place in the tree, or of a role node (`@0.contact`). */
  key: string;
  name: string | null;
  description: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Present if the sitemap names one. */
  charset?: string;
  /** The start of the address in the sitemap, if browsers may not open it and `location` is null. */
  refused?: string;
  /** The kind of content below it, if the extension has a word for this kind in the reader's language. */
  meaning?: 'pages' | 'posts' | 'products' | 'collections' | 'categories' | 'tags' | 'authors';
  variants: VariantLink[];
  /** `range` is a synthetic group that contains part of a long list of children. */
  kind: 'item' | 'group' | 'range';
  /** The level, from 1. */
  level: number;
  children: boolean;
  open: boolean;
  /** Whether the node is also its own ancestor; then no rows are shown below it. */
  loop: boolean;
  /** Whether it is the current page. */
  current: boolean;
  /** Whether it is the nearest ancestor of the current page, which is not in the map. */
  near?: boolean;
  priority: number;
  relation: 'none' | 'sequence';
  /** The position among the shown siblings, from 1; only in a view. */
  position?: number;
  /** The number of shown siblings; only in a view. */
  set_size?: number;
  /** Whether the filter matches the row itself; false if it only leads to a match. Only in a filtered view. */
  match?: boolean;
}

/** Some rows of a view, from `from` on: as many as were requested and fit into a message. */
export interface RowPage {
  revision: number;
  from: number;
  total: number;
  rows: Row[];
}

/** The state of one sidebar's view of a site, except its rows. */
export interface View {
  view: string;
  /** Increases whenever rows or their contents change. */
  revision: number;
  total: number;
  /** The row of the current page, if it is in view. */
  current: number | null;
  /** Whether the current page is in the map. */
  in_map: boolean;
  /** Whether `current` and `trail` belong to the nearest ancestor of the current page, which is not in the map. */
  near?: boolean;
  trail: NodeLink[];
  previous: NodeLink | null;
  next: NodeLink | null;
  /** Whether the search for the current page continues; `view.changed` follows. */
  pending: boolean;
  /** The number of rows that match the filter, without rows that only lead to them; only in a filtered view. */
  matches?: number;
  /** Whether the search for matches continues; `view.changed` follows. Only in a filtered view. */
  provisional?: boolean;
  /** The first rows; only in the reply to `view.open`. */
  rows?: RowPage;
}

/** A view after opening branches, their keys (visible ones first), and whether all branches are open. */
export interface Expanded {
  view: View;
  opened: string[];
  is_all: boolean;
}

/** A view without some branches, and the keys that identify them later. */
export interface Hidden {
  view: View;
  hidden: string[];
}

/** The number of pages below each of the rows, as far as time permitted; null for a row that does not exist. A number equal to `most` means that many or more. */
export interface Below {
  counts: (number | null)[];
  most: number;
}

/** The row that was found, null if there is none. */
export interface RowFound {
  index: number | null;
}

/** The titles that arrived, by the addresses of their pages, and the number of pages without a title. */
export interface TitlesFetched {
  titles: [string, string][];
  wanted: number;
}

/** Some entries of a menu, and the total number. */
export interface MenuPage {
  total: number;
  entries: Row[];
}

/** The referrer of a visit: the browser's own (`user`), none, or a certain address (`uri`). */
export interface Referrer {
  mode: 'user' | 'none' | 'uri';
  uri: string | null;
}

/** The request that searches a site; `body` is the form data of a post. */
export interface SearchQuery {
  method: 'get' | 'post';
  url: string;
  body: string | null;
  referrer: Referrer;
}

/** A node with a location whose names match; `trail` are the names of the nodes above it. */
export interface Match {
  key: string;
  name: string | null;
  location: string;
  trail: string[];
}

/** Nodes whose names match, the best first. */
export interface Matches {
  matches: Match[];
}

/** The target of a visit; `url` is null if the node has no address that a browser may open. */
export interface Visited {
  url: string | null;
  referrer: Referrer;
}

/** The number of cached responses that were deleted, null if the cache was not writable. */
export interface CacheCleared {
  removed: number | null;
}

/** A file was loaded or refused. */
export interface SiteProgress {
  site: string;
  progress: Progress;
}

/** More of a site has arrived, or all of it, or its presentation changed. */
export interface SiteChanged {
  site: Site;
}

/** A view has other rows than before; request them again. */
export interface ViewChanged {
  view: View;
}

/** The page on whose behalf the host requests something from the browser. */
export interface RequestingPage {
  url: string;
  container: string;
  private: boolean;
}

/** A question for the cookies of a request to `uri`. Answered by the request `cookies`, with the same `ask`. */
export interface CookiesWanted {
  ask: string;
  uri: string;
  page: RequestingPage;
}

/** A document that only the browser can fetch. Answered by the request `fetched`, in pieces, with the same `fetch`. */
export interface FetchWanted {
  fetch: string;
  uri: string;
  headers: [string, string][];
  page: RequestingPage;
  /** The status with which the host was refused; 0 if it had no answer. */
  status: number;
  /** The maximum useful number of bytes. */
  bytes: number;
  /** The host stops waiting after this time. */
  seconds: number;
}

/** The host no longer waits for a document from the browser. */
export interface FetchEnded {
  fetch: string;
}

/** The methods of the host. */
export interface Methods {
  /** Begins the connection; may be repeated. A host of another protocol version refuses it. */
  'hello': { params: Hello, result: Greeting };
  /** Returns the sitemap that a page names. */
  'locate': { params: Locate, result: Located };
  /** Fetches a site's robots.txt and returns the declared sitemaps. Only at the reader's request. */
  'suggest': { params: Suggest, result: Suggested };
  /** Opens a sitemap, or shares an open one. Replies once its root file has arrived or was refused. */
  'site.open': { params: SiteOpen, result: Site };
  /** Reports a visited page's declarations about itself and its site, if the reader chose the sitemap. */
  'site.page': { params: SitePage, result: PageKnown };
  /** Changes the reader's options for a site. */
  'site.configure': { params: SiteConfigure, result: Site };
  /** Reloads a site; the old map stays until the new root file has arrived. */
  'site.reload': { params: SiteReload, result: Site };
  /** Stops loading a site; loaded files stay. */
  'site.stop': { params: SiteNamed, result: Site };
  /** Stops a site whose `site.open` has no reply yet. The same parameters identify it. */
  'site.abandon': { params: SiteOpen, result: Site };
  /** Closes a site with all its views. */
  'site.close': { params: SiteNamed, result: Nothing };
  /** Returns some of the faults of a site. */
  'site.faults': { params: SiteFaults, result: Faults };
  /** Opens a view of a site. With `count`, the reply contains rows. */
  'view.open': { params: ViewOpen, result: View };
  /** Changes the current page, the open branches or the filter of a view. */
  'view.update': { params: ViewUpdate, result: View };
  /** Opens or closes a branch. */
  'view.toggle': { params: ViewToggle, result: View };
  /** Opens a branch and all branches below it, or the whole map. Upper branches first, up to a limit. */
  'view.expand': { params: ViewExpand, result: Expanded };
  /** Hides some branches everywhere in the view, and shows all others. */
  'view.hide': { params: ViewHide, result: Hidden };
  /** Returns the number of pages below some rows. */
  'view.below': { params: ViewBelow, result: Below };
  /** Returns some rows of a view. */
  'view.rows': { params: ViewRows, result: RowPage };
  /** Returns the next row whose name begins with a text. Searches from `from`, then from the start. */
  'view.find': { params: ViewFind, result: RowFound };
  /** Closes a view. */
  'view.close': { params: ViewNamed, result: Nothing };
  /** Fetches pages that are named after their addresses, one by one, and names them by their titles. Replies at the end, or after giving up. Only at the reader's request, and if the reader chose the sitemap. */
  'titles.fetch': { params: TitlesFetch, result: TitlesFetched };
  /** Stops fetching titles for a view; fetched titles stay. */
  'titles.stop': { params: ViewNamed, result: Nothing };
  /** Returns some entries of a menu: of the whole map, or of the nodes below a place. */
  'menu': { params: Menu, result: MenuPage };
  /** Returns the request that searches the site itself for a term. */
  'search': { params: Search, result: SearchQuery };
  /** Finds nodes by the words of their names. */
  'find': { params: Find, result: Matches };
  /** Returns a node's address and the referrer of the visit. Waits for a node that has not arrived yet. */
  'visit': { params: Visit, result: Visited };
  /** Deletes cached responses and cookies of one site or all, after the reader cleared browsing data. */
  'cache.clear': { params: CacheClear, result: CacheCleared };
  /** Answers the event `cookies`. */
  'cookies': { params: CookiesOfBrowser, result: Nothing };
  /** Answers the event `fetch`. */
  'fetched': { params: FetchedByBrowser, result: Nothing };
}

/** The events of the host. */
export interface Events {
  'site.progress': SiteProgress;
  'site.changed': SiteChanged;
  'view.changed': ViewChanged;
  'cookies': CookiesWanted;
  'fetch': FetchWanted;
  'fetch.end': FetchEnded;
}

/** A header field of a request or response. */
export type Header = [string, string];

/** A node: a place in the tree by its key, or a role node by role and index. */
export type NodeNamed = Omit<Visit, 'site' | 'variant' | 'page_url'>;

/** A piece of what the browser fetched, whichever request it belongs to. */
export type Piece = Required<Omit<FetchedByBrowser, 'fetch' | 'hops' | 'ip'>> & Pick<FetchedByBrowser, 'hops' | 'ip'>;

/** A function for each event. */
export type EventHandlers = { [E in keyof Events]: (params: Events[E]) => void };

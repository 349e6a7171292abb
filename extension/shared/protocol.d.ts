// The messages between extension and host (protocol 1). Written by
// `python -m standard_sitemap.reader.protocol.typescript > extension/shared/protocol.d.ts`, not by hand.

/** Who speaks, in which version of the protocol. */
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

/** What a page carries that could name a sitemap. */
export interface Evidence {
  url: string;
  content_type?: string | null;
  headers?: [string, string][];
  links?: EvidenceLink[];
}

/** What a page carries. */
export interface Locate {
  evidence: Evidence;
}

/** The page a sitemap is fetched for; with `cookies` the extension answers which cookies go along. `route` is how the browser came to the page, and so how its sitemap is fetched: - `direct`: without a proxy. The host fetches, and may look names up. - `proxy`: by one. The browser fetches (event `fetch`); the host asks no server and no name server anything. - `unknown`: maybe by one. The same; of the addresses that the browser tells only public ones, or the page's own, are taken for what they seem to be. - `system`: as the system's proxy settings say, which the host reads; so it is, too, where nothing is said. `ip` then makes no page local: one of the reader's own network under a name counts as `unknown`. */
export interface PageForHost {
  url: string;
  ip?: string | null;
  route?: 'direct' | 'proxy' | 'unknown' | 'system' | null;
  headers?: [string, string][];
  referrer_policy?: string | null;
  container?: string;
  cookies?: boolean;
}

/** A link of the page that declares something of its site; `href` as the browser resolves it. */
export interface DeclaredLink {
  rel: string;
  href: string;
  type?: string;
  title?: string;
}

/** The page, and those of its links that declare something of its site. */
export interface Suggest {
  page: PageForHost;
  private?: boolean;
  links?: DeclaredLink[];
}

/** The reader's options; what is not set stays. `limits` are all those that are not as they are by default. Lists of more than `group_size` are divided as they come, by name or by address, as `division` says. `group_names` are those that the reader is shown for groups with a `meaning`, by that: a filter finds the groups by them, too. */
export interface SiteOptions {
  include_user?: boolean | null;
  languages?: string[] | null;
  group_size?: number | null;
  division?: 'order' | 'name' | 'address' | null;
  group_names?: Record<string, string> | null;
  limits?: Record<string, number> | null;
}

/** A sitemap to be opened; `chosen` where the reader, and not the page, says that this is the site's sitemap. `cookie` is what goes along to the sitemap itself, so that the host need not ask for it; null where it has to. `titles` are those of pages that were visited before, by their addresses. With `evidence`, it is opened only if that names it. */
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

/** What a page says of itself and of its site. */
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

/** An open site; with `revalidate` nothing is used from a cache without asking its server. */
export interface SiteReload {
  site: string;
  revalidate?: boolean;
}

/** An open site. */
export interface SiteNamed {
  site: string;
}

/** Which of the faults. */
export interface SiteFaults {
  site: string;
  from?: number;
  count: number;
}

/** A new view; with `count` the rows about the current page come along, else those from `from` on. */
export interface ViewOpen {
  site: string;
  page_url?: string | null;
  open?: string[];
  hidden?: string[];
  filter?: string;
  from?: number;
  count?: number;
}

/** What is not set stays. With `reveal` the branch of the current page opens. */
export interface ViewUpdate {
  view: string;
  page_url?: string | null;
  open?: string[] | null;
  filter?: string | null;
  reveal?: boolean;
}

/** The branch, and whether it is to be open. */
export interface ViewToggle {
  view: string;
  key: string;
  open: boolean;
}

/** The branch that is to be open with all below it; the whole map without `key`. */
export interface ViewExpand {
  view: string;
  key?: string | null;
}

/** The branches that are to be hidden: these and no others. */
export interface ViewHide {
  view: string;
  hidden: string[];
}

/** The rows whose pages are to be counted. */
export interface ViewBelow {
  view: string;
  keys: string[];
}

/** Which of the rows. */
export interface ViewRows {
  view: string;
  from?: number;
  count: number;
}

/** How the name begins, and where to look first. */
export interface ViewFind {
  view: string;
  text: string;
  from?: number;
}

/** An open view. */
export interface ViewNamed {
  view: string;
}

/** The rows whose pages' titles are wanted. */
export interface TitlesFetch {
  view: string;
  keys: string[];
}

/** Which of the entries below a place; of the whole map without `key`. */
export interface Menu {
  site: string;
  key?: string | null;
  from?: number;
  count: number;
}

/** What to search for, and the page from which; the latter and its policy decide the referrer. */
export interface Search {
  site: string;
  term: string;
  page_url?: string | null;
  referrer_policy?: string | null;
}

/** The words, and how many matches are wanted. */
export interface Find {
  site: string;
  text: string;
  limit?: number;
}

/** A place in the tree by its key, or a role node by role and index; by the best variant where none is named. `referrer_policy` is that of the page; where nothing is said, that of the page for which the site was opened. */
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

/** Whose cached answers to forget: those of a `site` (a host with all below it), or all. */
export interface CacheClear {
  site?: string | null;
}

/** Which cookies go along with a request, as a `Cookie` field has them; "" for none. */
export interface CookiesOfBrowser {
  ask: string;
  cookie?: string;
}

/** One request of those that led to what was fetched; `ip` is null where it is a proxy's, or not known. */
export interface Hop {
  url: string;
  status?: number;
  ip?: string | null;
}

/** A piece of what the browser fetched, base64; `last` with the last piece. `hops` are the requests made, in order, the one that was answered last; `ip` is the address that the answer was sent from, null where that is a proxy's or not known. The host looks at both before it takes anything in: they stand in the first piece, and may stand in all. */
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

/** What both sides keep to. */
export interface GreetingLimits {
  /** The longest message that the host sends. */
  message_bytes: number;
  /** The most rows, entries or faults that one request may ask for. */
  rows: number;
}

/** What the host says of itself in the handshake. */
export interface Greeting {
  protocol: number;
  /** The version of the host. */
  host: string;
  limits: GreetingLimits;
  /** Groups of messages that the host knows, mostly by what stands before the dot of a method. */
  abilities: string[];
}

/** The sitemap that a page names, and the rule that found it; both null where it names none. */
export interface Located {
  rule: 'opt-header' | 'x-header' | 'schema-link' | 'legacy-link' | null;
  sitemap: string | null;
}

/** A sitemap that the reader may choose: all lines of robots.txt, one of several, or one link of the page. */
export interface Suggestion {
  sitemap: string;
  source: 'robots' | 'link' | 'feed';
  title: string | null;
  /** How many sitemaps it stands for. */
  count: number;
}

/** What the site of a page declares. */
export interface Suggested {
  suggestions: Suggestion[];
  /** `found`, `none`, or the code of why robots.txt could not be had. */
  robots: string;
}

/** How many files are there or refused, of those that are known to be wanted. */
export interface Progress {
  done: number;
  wanted: number;
}

/** A refusal or failure: a stable code, and what fills its sentence. */
export interface Problem {
  code: string;
  params: Record<string, unknown>;
}

/** One variant of a node, by its place among all of them. */
export interface VariantLink {
  index: number;
  name: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Where the sitemap names one. */
  charset?: string;
}

/** A node as its best variant for the reader; `variants` is empty where there is but one. */
export interface NodeLink {
  /** Names a place in the tree, or a role node (`@0.contact`). */
  key: string;
  name: string | null;
  description: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Where the sitemap names one. */
  charset?: string;
  /** The beginning of the address that the sitemap names, where a browser is not led there and `location` is null. */
  refused?: string;
  /** What stands below it, where the extension has a word for that in the reader's language. */
  meaning?: 'pages' | 'posts' | 'products' | 'collections' | 'categories' | 'tags' | 'authors';
  variants: VariantLink[];
}

/** A product of quantities of a page: `*` its elements, `#` its text, `p` its <p>, `^p` how deep they nest. */
export interface CostProduct {
  count: number;
  factors: string[];
}

/** An instruction of the sitemap: a class that elements of the page are given with the display level. */
export interface ClassChange {
  elem: string;
  namespaces: Record<string, string>;
  attr: string;
  prefix: string;
  /** The visits that the evaluation of `elem` takes at most, as a sum of products. */
  cost: CostProduct[];
}

/** What a search box says of the site's search. */
export interface SearchBox {
  name: string | null;
  description: string | null;
  method: 'get' | 'post';
  /** Where the terms are sent, with a port where the address names one. */
  host: string;
}

/** How many faults of each severity. */
export interface FaultCounts {
  error: number;
  warning: number;
  info: number;
}

/** The size of a sitemap, and how many faults were found. */
export interface Counts {
  documents: number;
  elements: number;
  faults: FaultCounts;
}

/** An open sitemap: all that is shown of it beside its tree. */
export interface Site {
  /** Names it in further requests, to this host only. */
  site: string;
  sitemap: string;
  /** Of the root file; the latter only where the reader chose it. */
  format: 'ssp' | 'sitemaps-org';
  state: 'loading' | 'complete' | 'partial' | 'stopped' | 'failed';
  progress: Progress;
  /** Why there is no map, where `state` is `failed`; else why it could not be read anew and is the earlier one. */
  refusal: Problem | null;
  roles: Record<string, NodeLink[]>;
  class_changes: ClassChange[];
  search: SearchBox | null;
  counts: Counts;
  /** The language tags that its files use. */
  languages: string[];
}

/** Whether a page stands in the map. */
export interface PageKnown {
  in_map: boolean;
}

/** The request was honoured, and there is nothing to say. */
export type Nothing = Record<string, never>;

/** Something that a site's author did not mean; `line` counts from 1, and is 0 where the whole file is meant. */
export interface Fault {
  code: string;
  clause: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  document: string;
  line: number;
  params: Record<string, string>;
}

/** Some of the faults of a site, and how many there are in all. */
export interface Faults {
  total: number;
  faults: Fault[];
}

/** One row of a view, or entry of a menu. */
export interface Row {
  /** Names a place in the tree, or a role node (`@0.contact`). */
  key: string;
  name: string | null;
  description: string | null;
  location: string | null;
  language: string | null;
  content_type: string | null;
  /** Where the sitemap names one. */
  charset?: string;
  /** The beginning of the address that the sitemap names, where a browser is not led there and `location` is null. */
  refused?: string;
  /** What stands below it, where the extension has a word for that in the reader's language. */
  meaning?: 'pages' | 'posts' | 'products' | 'collections' | 'categories' | 'tags' | 'authors';
  variants: VariantLink[];
  /** `range` is a synthetic group: some of very many children. */
  kind: 'item' | 'group' | 'range';
  /** From 1. */
  level: number;
  children: boolean;
  open: boolean;
  /** Whether the node stands above itself; then nothing is shown below it. */
  loop: boolean;
  /** Whether it is the page that the reader sees. */
  current: boolean;
  /** Whether it is the nearest page above the one that the reader sees, which is not in the map. */
  near?: boolean;
  priority: number;
  relation: 'none' | 'sequence';
  /** Among the shown siblings, from 1; only in a view. */
  position?: number;
  /** How many shown siblings there are; only in a view. */
  set_size?: number;
  /** Whether the filter matches it, or it only leads to what it matches; only in a view with one. */
  match?: boolean;
}

/** Some rows of a view, from `from` on: as many as were requested and fit into a message. */
export interface RowPage {
  revision: number;
  from: number;
  total: number;
  rows: Row[];
}

/** What one sidebar shows of a site, but for its rows. */
export interface View {
  view: string;
  /** Grows whenever rows are others, or say something else. */
  revision: number;
  total: number;
  /** The row of the current page, where one is in view. */
  current: number | null;
  /** Whether the current page stands in the map at all. */
  in_map: boolean;
  /** Whether `current` and `trail` are of the nearest page above it instead, since it does not. */
  near?: boolean;
  trail: NodeLink[];
  previous: NodeLink | null;
  next: NodeLink | null;
  /** Whether the current page is still being looked for; `view.changed` follows. */
  pending: boolean;
  /** How many rows a filter matches, those that only lead to them aside; only where there is one. */
  matches?: number;
  /** Whether more matches are still looked for; `view.changed` follows. Only where there is a filter. */
  provisional?: boolean;
  /** Those that are wanted first; only in the reply to `view.open`. */
  rows?: RowPage;
}

/** A view with branches opened: their keys, those in view first, and whether nothing was left closed. */
export interface Expanded {
  view: View;
  opened: string[];
  is_all: boolean;
}

/** A view without some branches, and the keys by which they are found again. */
export interface Hidden {
  view: View;
  hidden: string[];
}

/** How many pages are below each of the rows, as far as there was time for; null where there is no such row. `most` where there are as many or more. */
export interface Below {
  counts: (number | null)[];
  most: number;
}

/** The row that was looked for, null where there is none. */
export interface RowFound {
  index: number | null;
}

/** The titles that came, by the addresses of their pages, and how many pages there were to ask for one. */
export interface TitlesFetched {
  titles: [string, string][];
  wanted: number;
}

/** Some entries of a menu, and how many it has. */
export interface MenuPage {
  total: number;
  entries: Row[];
}

/** The referrer of a visit: the browser's own (`user`), none at all, or a certain address (`uri`). */
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

/** A node with a location whose names match; `trail` are the names of what it stands below. */
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

/** Where a node leads; `url` is null where it has no address that a browser may open. */
export interface Visited {
  url: string | null;
  referrer: Referrer;
}

/** How many cached answers were forgotten, null where the cache could not be written. */
export interface CacheCleared {
  removed: number | null;
}

/** A file was loaded or refused. */
export interface SiteProgress {
  site: string;
  progress: Progress;
}

/** More of a site is there, or all of it, or what is shown of it is otherwise. */
export interface SiteChanged {
  site: Site;
}

/** A view has other rows than before: they are to be requested again. */
export interface ViewChanged {
  view: View;
}

/** The page on whose account the host wants something of the browser. */
export interface RequestingPage {
  url: string;
  container: string;
  private: boolean;
}

/** Which cookies go along with a request to `uri`? Answered by the request `cookies`, with the same `ask`. */
export interface CookiesWanted {
  ask: string;
  uri: string;
  page: RequestingPage;
}

/** What only the browser can fetch. Answered by the request `fetched`, in pieces, with the same `fetch`. */
export interface FetchWanted {
  fetch: string;
  uri: string;
  headers: [string, string][];
  page: RequestingPage;
  /** How the host was refused; 0 where it had no answer at all. */
  status: number;
  /** More than this is of no use. */
  bytes: number;
  /** After this nobody waits any more. */
  seconds: number;
}

/** Nobody waits any more for what the browser was to fetch. */
export interface FetchEnded {
  fetch: string;
}

/** The methods of the host. */
export interface Methods {
  /** The handshake: the first request, which may be repeated. A host of another version refuses it. */
  'hello': { params: Hello, result: Greeting };
  /** Which sitemap a page names. */
  'locate': { params: Locate, result: Located };
  /** What the site of a page declares for crawlers; fetches its robots.txt. Where the reader asks for it. */
  'suggest': { params: Suggest, result: Suggested };
  /** Opens a sitemap, or shares one that is open; replies as soon as its root file is there or refused. */
  'site.open': { params: SiteOpen, result: Site };
  /** Says what a visited page declares of itself and its site. Only where the reader chose the sitemap. */
  'site.page': { params: SitePage, result: PageKnown };
  /** Changes the reader's options for a site. */
  'site.configure': { params: SiteConfigure, result: Site };
  /** Fetches a site anew; the old map stays until the new root file is there. */
  'site.reload': { params: SiteReload, result: Site };
  /** Loads a site no further; what came stays. */
  'site.stop': { params: SiteNamed, result: Site };
  /** Stops a site whose `site.open` has had no reply yet, named by the same parameters. */
  'site.abandon': { params: SiteOpen, result: Site };
  /** Closes a site with all its views. */
  'site.close': { params: SiteNamed, result: Nothing };
  /** Some of the faults of a site. */
  'site.faults': { params: SiteFaults, result: Faults };
  /** Opens a view of a site; with `count` the first rows come along. */
  'view.open': { params: ViewOpen, result: View };
  /** Moves a view to another page, to other open branches or to another filter. */
  'view.update': { params: ViewUpdate, result: View };
  /** Opens or closes a branch. */
  'view.toggle': { params: ViewToggle, result: View };
  /** Opens a branch with all below it, or the whole map; a bounded number of branches, the upper first. */
  'view.expand': { params: ViewExpand, result: Expanded };
  /** Leaves out some branches, wherever the view would show them, and shows all others. */
  'view.hide': { params: ViewHide, result: Hidden };
  /** How many pages are below some rows. */
  'view.below': { params: ViewBelow, result: Below };
  /** Some rows of a view. */
  'view.rows': { params: ViewRows, result: RowPage };
  /** The next row, from `from` on and around, whose name begins with a text. */
  'view.find': { params: ViewFind, result: RowFound };
  /** Closes a view. */
  'view.close': { params: ViewNamed, result: Nothing };
  /** Fetches pages that are named after their addresses, one after the other, and names them by their titles; replies when that is done, or given up. Where the reader asks for it, and chose the sitemap. */
  'titles.fetch': { params: TitlesFetch, result: TitlesFetched };
  /** Fetches no more titles for a view; what came stays. */
  'titles.stop': { params: ViewNamed, result: Nothing };
  /** Some entries of a menu: of the whole map, or of what is below a place. */
  'menu': { params: Menu, result: MenuPage };
  /** The request that searches the site itself for a term. */
  'search': { params: Search, result: SearchQuery };
  /** Nodes by the words of their names, wherever they stand. */
  'find': { params: Find, result: Matches };
  /** Where a node leads, and with which referrer; one that a file has yet to bring is waited for. */
  'visit': { params: Visit, result: Visited };
  /** Forgets cached answers, of a site or all, and cookies: the reader has cleared browsing data. */
  'cache.clear': { params: CacheClear, result: CacheCleared };
  /** Answers the event of the same name. */
  'cookies': { params: CookiesOfBrowser, result: Nothing };
  /** Answers the event `fetch`. */
  'fetched': { params: FetchedByBrowser, result: Nothing };
}

/** What the host says unasked. */
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

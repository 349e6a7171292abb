"""The reader's queries of an open map, apart from its views. [Attribute refer, D38]

They are menus, matches of a text, role nodes, site search, type-ahead, and visits with their referrer. Does no I/O.
Type-ahead compares nearby rows one by one; farther ones are searched for in the whole map.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.fetching.request_headers import origin, policy_in
from standard_sitemap.fetching.request_headers import referrer as sent_referrer
from standard_sitemap.model.hierarchy import Hierarchy, Variant, is_loop
from standard_sitemap.model.menus import usable_location
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.model.words import folded
from standard_sitemap.reader.sites import summary
from standard_sitemap.reader.views import view_replies
from standard_sitemap.reader.views.filtering import NO_NAMES
from standard_sitemap.reader.views.links import Languages, best_variant, link, shown_name
from standard_sitemap.reader.views.matching import exact_matches, filter_words, mistyped_matches, wider_matches
from standard_sitemap.reader.views.message_room import as_many_as_fit
from standard_sitemap.reader.views.paths import Path, join, key_of_path, step
from standard_sitemap.reader.views.view import View
from standard_sitemap.reader.views.view_replies import menu_row
from standard_sitemap.refusals import BadParams, NoSearch

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# Matches of one search: more suggestions than anyone reads.
MOST_FOUND = 100

# Nodes, and pauses between them, that are examined for these.
_MOST_LOOKED_AT = 100_000

# Names of nodes above a match: a suggestion shows three or four of them.
_TRAIL = 16


def menu(hierarchy: Hierarchy, path: Path, first: int, count: int, languages: Languages) -> replies.MenuPage:
    """Return a page of the menu below the place at the end of `path`; a loop has nothing below it (D20)."""
    owner = path[-1] if path else hierarchy.root
    children = () if is_loop(path[:-1], owner) else hierarchy.children(owner)
    above = key_of_path(hierarchy, path)

    def entry(node: int) -> replies.Row:
        return menu_row(hierarchy, (*path, node), join(above, step(hierarchy, node, len(children))), languages)

    return {
        "total": len(children),
        "entries": as_many_as_fit(partial(entry, n) for n in children[first : first + count]),
    }


def search(hierarchy: Hierarchy, term: str, visitor: Visitor) -> replies.SearchQuery:
    """Return the request that searches the site, and its referrer if it is a GET (D51); raises NoSearch."""
    node, variant, _ = summary.search_variant(hierarchy, visitor.languages)
    query = variant and ssp.search_query(variant, term, hierarchy.root_uri)
    if node is None or variant is None or not query:
        raise NoSearch(uri=hierarchy.root_uri)
    tokens = (variant.referrer or ()) if query.method == "get" else ("none",)
    return {
        "method": "post" if query.method == "post" else "get",
        "url": query.url,
        "body": query.body,
        "referrer": referrer(hierarchy, (node,), tokens, query.url, visitor),
    }


def find(hierarchy: Hierarchy, text: str, limit: int, languages: Languages) -> Iterator[replies.Matches | None]:
    """Yield None as a point to pause, and finally the nodes with a location that match `text`.

    Names that begin with it come first.
    """
    words = filter_words(text)
    if not words:
        yield {"matches": []}
        return
    begins = " ".join(words)
    exact = yield from _first_nodes(chain(exact_matches(hierarchy, text, NO_NAMES), wider_matches(hierarchy, text)))
    named = sorted(exact, key=lambda node: not folded(shown_name(hierarchy, node, languages)).startswith(begins))
    if not named:
        named = yield from _first_nodes(mistyped_matches(hierarchy, text))
    located = (node for node in named if any(variant.location for variant in hierarchy.details.variants(node)))
    paths = (path for path in map(hierarchy.page_index.path, located) if path)
    makers = (partial(_match, hierarchy, path, languages) for path in islice(paths, min(limit, MOST_FOUND)))
    yield {"matches": [match for match in as_many_as_fit(makers) if match["location"]]}


def _first_nodes(nodes: Iterator[int | None]) -> Generator[None, None, list[int]]:
    """Return the first nodes, each once; pause where `nodes` does."""
    first: dict[int, None] = {}
    for node in islice(nodes, _MOST_LOOKED_AT):
        if node is None:
            yield
            continue
        first[node] = None
        if len(first) == MOST_FOUND * 10:
            break
    return list(first)


def role_path(hierarchy: Hierarchy, role: str, index: int) -> Path:
    """Return the role node as a path of its own; raises BadParams."""
    nodes = hierarchy.roles.get(role, ())
    if not 0 <= index < len(nodes):
        raise BadParams(reason="no-such-role")
    return (nodes[index],)


def _match(hierarchy: Hierarchy, path: Path, languages: Languages) -> replies.Match:
    hierarchy.children(path[-2] if len(path) > 1 else hierarchy.root)  # this distinguishes siblings with equal names
    match = link(hierarchy, path[-1], key_of_path(hierarchy, path), languages)
    trail = [shown_name(hierarchy, node, languages) for node in path[-_TRAIL - 1 : -1]]
    return {"key": match["key"], "name": match["name"], "location": match["location"] or "", "trail": trail}


# Rows compared one by one: some 50 milliseconds.
NEARBY_ROWS = 5_000

# The limit on examined matches in the whole map: with more matches, one of the nearby rows would have matched.
CANDIDATES = 2_000

# Seconds for matches in the whole map: the reader has typed the next letter by then.
SECONDS = 1.0

# Seconds that other messages may wait.
_STEP_SECONDS = 0.005


def type_ahead(view: View, text: str, first: int) -> Iterator[int | None]:
    """Yield None as a point to pause, and finally the row, from `first` on and around; no row if there is none."""
    beginning, total = folded(text), view.total
    if not beginning or not total:
        return
    pause = time.thread_time() + _STEP_SECONDS
    for offset in range(min(total, NEARBY_ROWS)):
        row = (first + offset) % total
        if folded(view_replies.name_at(view, row)).startswith(beginning):
            yield row
            return
        if time.thread_time() > pause:
            yield None
            if view.total != total:
                return
            pause = time.thread_time() + _STEP_SECONDS
    if total > NEARBY_ROWS:
        yield from _far(view, beginning, first)


def _far(view: View, beginning: str, first: int) -> Iterator[int | None]:
    hierarchy, rows, looked = view.hierarchy, list[int](), 0
    until = time.thread_time() + SECONDS
    for node in hierarchy.named([beginning]):
        if node is None:
            yield None
            continue
        if not any(name and folded(name).startswith(beginning) for name in hierarchy.details.names(node)):
            continue
        yield None  # the path to a node may be searched among all that lead to it
        row = view_replies.row_of_path(view, hierarchy.page_index.path(node))
        if row is not None and folded(view_replies.name_at(view, row)).startswith(beginning):
            rows.append(row)
        looked += 1
        if looked > CANDIDATES or time.thread_time() > until:
            break
    yield from sorted(rows, key=lambda row: (row < first, row))[:1]


class Visitor(NamedTuple):
    """A visitor: the page, languages and referrer policy of a visit.

    `in_tree` is true if the reader chose the node in the tree, where it has a parent, and not as a role node.
    """

    page_url: str
    languages: tuple[str, ...] = ()
    policy: str | None = None
    in_tree: bool = True


def visited(hierarchy: Hierarchy, path: Path, variant: int | None, visitor: Visitor) -> replies.VisitTarget:
    """Return the visit of the place at the end of `path`; raises BadParams.

    The best variant is visited unless one is named.
    """
    variants = hierarchy.details.variants(path[-1])
    number = best_variant(variants, visitor.languages, keeps_host=hierarchy.keeps_host) if variant is None else variant
    if not 0 <= number < len(variants):
        raise BadParams(reason="no-such-variant")
    return visit(hierarchy, path, variants[number], visitor)


def visit(hierarchy: Hierarchy, path: Path, variant: Variant, visitor: Visitor) -> replies.VisitTarget:
    """Return the address and referrer of a visit; the address is None if the variant has no location."""
    target = usable_location(variant.location)
    return {"url": target, "referrer": referrer(hierarchy, path, variant.referrer or (), target, visitor)}


# Behaviour: the referrer of a visit. Also: referer, no-referrer.
def referrer(
    hierarchy: Hierarchy, path: Path, tokens: tuple[str, ...], target: str | None, visitor: Visitor
) -> replies.Referrer:
    """Return the first of the author's choices that is allowed (D38); the browser's default if none is.

    An address of another origin than the page's and the map's would be forged. The page's policy limits what is sent.
    """
    if target is None or not has_web_scheme(target):
        return {"mode": "user", "uri": None}
    own = {origin(visitor.page_url), origin(hierarchy.root_uri)} - {""}
    for token in tokens:
        if token == "none":
            return {"mode": "none", "uri": None}
        if token == "user":
            break
        address = _address(hierarchy, path, token, visitor)
        if address is not None and origin(address) in own:
            uri = sent_referrer(address, target, policy_in(visitor.policy))
            if uri is not None:
                return {"mode": "uri", "uri": uri}
    return {"mode": "user", "uri": None}


def _address(hierarchy: Hierarchy, path: Path, token: str, visitor: Visitor) -> str | None:
    if token == "root":
        return hierarchy.root_uri
    if token == "map":
        return hierarchy.details.document_uri(path[-1])
    if token == "page":
        return visitor.page_url
    if token == "parent" and visitor.in_tree and len(path) > 1:
        located = [variant for variant in hierarchy.details.variants(path[-2]) if variant.location]
        best = best_variant(located, visitor.languages, keeps_host=hierarchy.keeps_host) if located else 0
        return located[best].location if located else None
    return None

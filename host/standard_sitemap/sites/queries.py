"""What is asked of an open map: where a node leads, and with which referrer; menus, names, searches. Pure.

[Attribute refer]
"""

from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.fetching.request_headers import origin, policy_in
from standard_sitemap.fetching.request_headers import referrer as sent_referrer
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.refusals import BadParams, NoSearch
from standard_sitemap.sites import summary
from standard_sitemap.ssp import Hierarchy, Variant
from standard_sitemap.views import paths
from standard_sitemap.views.links import best_variant, link, shown_name, usable_location
from standard_sitemap.views.paths import Path, key_of_path
from standard_sitemap.views.rows import Row, as_many_as_fit, node_row

USER = {"mode": "user", "uri": None}


class Visitor(NamedTuple):
    """Who goes somewhere: from which page, by which referrer policy, in which languages, in the tree or not."""

    page_url: str
    languages: tuple[str, ...] = ()
    policy: str | None = None
    in_tree: bool = True


def visit(hierarchy: Hierarchy, path: Path, variant: Variant, visitor: Visitor) -> dict[str, Any]:
    """The address and referrer of a visit; the address is None where the variant has no location."""
    target = usable_location(variant.location)
    return {"url": target, "referrer": referrer(hierarchy, path, variant.referrer or (), target, visitor)}


def referrer(
    hierarchy: Hierarchy, path: Path, tokens: tuple[str, ...], target: str | None, visitor: Visitor
) -> dict[str, str | None]:
    """The first of the wishes that can be honoured (D38); what the browser does by itself where none can.

    One of another origin than the page's and the map's own would be forged; what is sent follows the page's policy.
    """
    if target is None or not has_web_scheme(target):
        return dict(USER)
    own = {origin(visitor.page_url), origin(hierarchy.root_uri)} - {""}
    for token in tokens:
        if token == "none":
            return {"mode": "none", "uri": None}
        wished = None if token == "user" else _wished(hierarchy, path, token, visitor)
        if token == "user" or (token == "parent" and wished is None):
            # Where `parent` has no meaning it is to be taken for `user`, which can always be honoured.
            return dict(USER)
        if wished is not None and origin(wished) in own:
            uri = sent_referrer(wished, target, policy_in(visitor.policy))
            if uri is not None:
                return {"mode": "uri", "uri": uri}
    return dict(USER)


def _wished(hierarchy: Hierarchy, path: Path, token: str, visitor: Visitor) -> str | None:
    if token == "root":
        return hierarchy.root_uri
    if token == "map":
        return hierarchy.document_uri(path[-1])
    if token == "page":
        return visitor.page_url
    if token == "parent" and visitor.in_tree and len(path) > 1:
        located = [variant for variant in hierarchy.variants(path[-2]) if variant.location]
        return located[best_variant(located, visitor.languages)].location if located else None
    return None


Languages = tuple[str, ...]

MOST_FOUND = 100
"""Matches of one look-up: more suggestions than anyone reads."""

_TRAIL = 16


def menu(hierarchy: ssp.Hierarchy, path: Path, first: int, count: int, languages: Languages) -> dict[str, Any]:
    """A page of the menu below the place at the end of `path`; a loop has nothing below it (D20)."""
    owner = path[-1] if path else hierarchy.root
    children = () if owner in path[:-1] else hierarchy.children(owner)
    key = key_of_path(hierarchy, path)
    own = paths.steps(hierarchy, children) if len(children) <= paths.EXACT_SIBLINGS else None
    makers = (
        partial(
            _entry,
            hierarchy,
            (*path, children[place]),
            paths.join(key, own[place] if own else paths.step_among(hierarchy, owner, place)),
            languages,
        )
        for place in range(first, min(first + count, len(children)))
    )
    return {"total": len(children), "entries": as_many_as_fit(makers)}


def _entry(hierarchy: ssp.Hierarchy, path: Path, key: str, languages: Languages) -> Row:
    row = node_row(hierarchy, path[-1], key, languages, frozenset())
    row["loop"] = path[-1] in path[:-1]
    row["children"] = not row["loop"] and hierarchy.has_children(path[-1])
    row["open"] = row["kind"] == "group"
    row["level"] = len(path)
    return row


def search(hierarchy: ssp.Hierarchy, term: str, languages: Languages) -> dict[str, Any]:
    """The request that searches the site; raises NoSearch."""
    variant = summary.search_variant(hierarchy, languages)
    query = variant and ssp.search_query(variant, term, hierarchy.root_uri)
    if not query:
        raise NoSearch(uri=hierarchy.root_uri)
    return {"method": query.method, "url": query.url, "body": query.body}


def find(hierarchy: ssp.Hierarchy, text: str, limit: int, languages: Languages) -> dict[str, Any]:
    """Nodes with a location whose names contain every word of `text`, those that begin with it first."""
    words = text.casefold().split()
    if not words:
        return {"matches": []}
    found: dict[int, None] = {}
    for node in hierarchy.named(words):
        if node is not None:
            found.setdefault(node)
        if len(found) >= MOST_FOUND * 10:
            break
    begins = " ".join(words)
    named = sorted(found, key=lambda node: not shown_name(hierarchy, node, languages).casefold().startswith(begins))
    located = (node for node in named if any(variant.location for variant in hierarchy.variants(node)))
    paths = (path for path in map(hierarchy.whereabouts.path, located) if path)
    # No more than are asked for: the key of one among thousands takes a while.
    makers = (partial(_match, hierarchy, path, languages) for path in islice(paths, min(limit, MOST_FOUND)))
    return {"matches": [match for match in as_many_as_fit(makers) if match["location"]]}


def _match(hierarchy: ssp.Hierarchy, path: Path, languages: Languages) -> Row:
    found = link(hierarchy, path[-1], key_of_path(hierarchy, path), languages)
    trail = [shown_name(hierarchy, node, languages) for node in path[-_TRAIL - 1 : -1]]
    return {"key": found["key"], "name": found["name"], "location": found["location"], "trail": trail}


def role_path(hierarchy: ssp.Hierarchy, role: str, index: int) -> Path:
    """The role node, as a path of its own; raises BadParams."""
    nodes = hierarchy.roles.get(role, ())
    if not 0 <= index < len(nodes):
        raise BadParams(reason="no-such-role")
    return (nodes[index],)


def visited(hierarchy: ssp.Hierarchy, path: Path, variant: int | None, visitor: Visitor) -> dict[str, Any]:
    """Where the place leads; by the variant that fits best unless one is named; raises BadParams."""
    variants = hierarchy.variants(path[-1])
    number = best_variant(variants, visitor.languages) if variant is None else variant
    if not 0 <= number < len(variants):
        raise BadParams(reason="no-such-variant")
    return visit(hierarchy, path, variants[number], visitor)

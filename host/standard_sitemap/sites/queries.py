"""What is looked up in the map of a site, beside its views: menus, matches of a text, role nodes, its search.

Does no I/O.
"""

from functools import partial
from itertools import chain, islice

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Hierarchy, is_loop
from standard_sitemap.model.words import folded
from standard_sitemap.protocol import replies
from standard_sitemap.refusals import BadParams, NoSearch
from standard_sitemap.sites import summary
from standard_sitemap.views.links import link, shown_name
from standard_sitemap.views.paths import Path, join, key_of_path, step
from standard_sitemap.views.rows import as_many_as_fit, menu_row

Languages = tuple[str, ...]

# Matches of one look-up: more suggestions than anyone reads.
MOST_FOUND = 100

# Names of what is above a match: a suggestion shows three or four of them.
_TRAIL = 16


def menu(hierarchy: Hierarchy, path: Path, first: int, count: int, languages: Languages) -> replies.MenuPage:
    """A page of the menu below the place at the end of `path`; a loop has nothing below it (D20)."""
    owner = path[-1] if path else hierarchy.root
    children = () if is_loop(path[:-1], owner) else hierarchy.children(owner)
    above = key_of_path(hierarchy, path)

    def entry(node: int) -> replies.Row:
        return menu_row(hierarchy, (*path, node), join(above, step(hierarchy, node, len(children))), languages)

    return {
        "total": len(children),
        "entries": as_many_as_fit(partial(entry, n) for n in children[first : first + count]),
    }


def search(hierarchy: Hierarchy, term: str, languages: Languages) -> replies.SearchQuery:
    """The request that searches the site; raises NoSearch."""
    variant, _ = summary.search_variant(hierarchy, languages)
    query = variant and ssp.search_query(variant, term, hierarchy.root_uri)
    if not query:
        raise NoSearch(uri=hierarchy.root_uri)
    return {"method": "post" if query.method == "post" else "get", "url": query.url, "body": query.body}


def find(hierarchy: Hierarchy, text: str, limit: int, languages: Languages) -> replies.Matches:
    """Nodes with a location that `text` is about, those whose names begin with it first, then by name."""
    words = folded(text).split()
    if not words:
        return {"matches": []}
    found: dict[int, None] = {}
    for node in chain(hierarchy.named(words), hierarchy.mentioning(words)):
        if node is not None:
            found.setdefault(node)
        if len(found) >= MOST_FOUND * 10:
            break
    begins = " ".join(words)
    named = sorted(found, key=lambda node: not folded(shown_name(hierarchy, node, languages)).startswith(begins))
    located = (node for node in named if any(variant.location for variant in hierarchy.variants(node)))
    paths = (path for path in map(hierarchy.page_index.path, located) if path)
    makers = (partial(_match, hierarchy, path, languages) for path in islice(paths, min(limit, MOST_FOUND)))
    return {"matches": [match for match in as_many_as_fit(makers) if match["location"]]}


def role_path(hierarchy: Hierarchy, role: str, index: int) -> Path:
    """The role node, as a path of its own; raises BadParams."""
    nodes = hierarchy.roles.get(role, ())
    if not 0 <= index < len(nodes):
        raise BadParams(reason="no-such-role")
    return (nodes[index],)


def _match(hierarchy: Hierarchy, path: Path, languages: Languages) -> replies.Match:
    hierarchy.children(path[-2] if len(path) > 1 else hierarchy.root)  # siblings that read alike are told apart by then
    found = link(hierarchy, path[-1], key_of_path(hierarchy, path), languages)
    trail = [shown_name(hierarchy, node, languages) for node in path[-_TRAIL - 1 : -1]]
    return {"key": found["key"], "name": found["name"], "location": found["location"] or "", "trail": trail}

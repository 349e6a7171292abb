"""Where a page stands in a map: its nodes, and the one of its places that is closest to where the reader was; and how
many pages are below a place.

Links from elsewhere add parameters, and servers answer a folder's address and that of its index alike: a reader is on
the same page all the same. Does no I/O; looks at the clock, since neighbours are not sought for ever.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from standard_sitemap.model.hierarchy import Hierarchy, is_loop
from standard_sitemap.reader.views.links import best_variant, is_web_page
from standard_sitemap.reader.views.paths import Path, index_of

# What campaigns and other sites' links add: a page is not another for it.
_ADDED = re.compile(
    r"(?:utm_[^=]*|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|ref|ref_src|srsltid)(?:=.*)?"
)

# By which servers answer the address of a folder.
_INDEXES = ("index.html", "index.htm", "index.php", "index.xhtml", "default.aspx")

# Parameters that are left out one by one, and levels that are gone up: each costs a look through the map's addresses.
_MOST_PARAMETERS = 16
_MOST_LEVELS = 32


def known_as(url: str) -> Iterator[str]:
    """The addresses of a page, the likeliest first: as it is, without added parameters, with and without an index."""
    given, mark, fragment = url.partition("#")
    path, _, query = given.partition("?")
    for kept in _queries(query):
        for same in _with_or_without_index(path):
            yield f"{same}?{kept}{mark}{fragment}" if kept else f"{same}{mark}{fragment}"


def above(url: str) -> Iterator[str]:
    """The addresses of folders and pages that a page is below, the nearest first.

    Not the site's own address: every page of it is below that, and a mark there would say nothing.
    """
    path = re.split("[?#]", url, maxsplit=1)[0]
    site = re.match(r"[a-z][a-z0-9+.-]*://[^/]*/", path)
    if site is None:
        return
    for _ in range(_MOST_LEVELS):
        path = path.rstrip("/")
        if len(path) < site.end():
            return
        path = path[: path.rindex("/") + 1]
        if len(path) > site.end():
            yield from (path, path + _INDEXES[0], path.rstrip("/"))


def _queries(query: str) -> Iterator[str]:
    """A query, then what is left of it without what others add, then with ever less from its end."""
    parts = [part for part in query.split("&") if part]
    own = [part for part in parts if not _ADDED.fullmatch(part)]
    shorter = (own[:count] for count in range(min(len(own) - 1, _MOST_PARAMETERS), 0, -1))
    yield from dict.fromkeys((query, "&".join(own), *("&".join(some) for some in shorter), ""))


def _with_or_without_index(path: str) -> Iterator[str]:
    yield path
    folder, _, name = path.rpartition("/")
    if not name:
        yield from (path + index for index in _INDEXES)
    elif name.lower() in _INDEXES:
        yield f"{folder}/"


# Of a page that stands in many places, so many are looked at for the one that is closest to where the reader was.
PLACES = 16


@dataclass(frozen=True)
class Found:
    """Where a page stands: its nodes, and the place to show for it, None where it is not in the map.

    With `is_above` it is not, and these are those of the nearest page above it that is.
    """

    nodes: tuple[int, ...] = ()
    path: Path | None = None
    is_above: bool = False


def found_in(hierarchy: Hierarchy, url: str, near: Path = ()) -> Found:
    """Where the page at `url` stands; of its places the one at `near`, else one close to it, else the first.

    May take a while: the first time in a map.
    """
    nodes, is_above = _nodes_of(hierarchy, url)
    # A page that stands twice stays where the reader clicked it, or where previous/next led.
    if near and near[-1] in nodes and stands(hierarchy, near):
        return Found(nodes, near, is_above)
    places = [hierarchy.page_index.path(node) for node in nodes[:PLACES]]
    # `max` returns the first of equals: the first place in the order of the map.
    path = max(places, key=partial(_shared, near), default=None)
    if path is not None:
        stands(hierarchy, path)  # what is listed on the way is cached: those who show the place do not wait for it
    return Found(nodes, path, is_above)


def _nodes_of(hierarchy: Hierarchy, url: str) -> tuple[tuple[int, ...], bool]:
    """The nodes of a page by any address that may be its, else those of the nearest page above; whether it is that."""
    at_location = hierarchy.page_index.at_location
    if not url:
        return (), False
    own = next(filter(None, map(at_location, known_as(url))), ())
    return (own, False) if own else (next(filter(None, map(at_location, above(url))), ()), True)


def stands(hierarchy: Hierarchy, path: Path) -> bool:
    """Whether a way from the root is one still: a fuller hierarchy may have other branches."""
    try:
        for parent, node in zip((hierarchy.root, *path), path, strict=False):
            index_of(hierarchy.children(parent), node)
    except ValueError:
        return False
    return True


def _shared(path: Path, other: Path) -> int:
    """How many nodes two ways from the root have in common."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), min(len(path), len(other))
    )


# Entries looked at for a neighbour: among more without a location there is none worth finding.
_STEPS = 10_000

# For a neighbour: an entry may have a thousand variants or stand below a thousand others, and other tabs wait.
_SECONDS = 0.02


# Behaviour: previous and next.
def neighbours(hierarchy: Hierarchy, path: Path, languages: tuple[str, ...] = ()) -> tuple[Path | None, Path | None]:
    """Return previous and next of the place at the end of `path`; None if it is in no sequence, or that ends there.

    They are the nearest entries of the sequence that are web pages, as the reader is led to them; others are skipped
    (D48).
    """
    top = _sequence_depth(hierarchy, path)
    if top is None:
        return None, None
    return _neighbour(hierarchy, path, top, -1, languages), _neighbour(hierarchy, path, top, 1, languages)


def _sequence_depth(hierarchy: Hierarchy, path: Path) -> int | None:
    """How many nodes of `path` lead to the one whose children form the sequence; only groups lie in between."""
    for depth in range(len(path) - 1, -1, -1):
        owner = path[depth - 1] if depth else hierarchy.root
        if hierarchy.relation(owner) == "sequence":
            return depth
        if not depth or hierarchy.details.kind(owner) != "group":
            return None
    return None


def _neighbour(hierarchy: Hierarchy, path: Path, top: int, way: int, languages: tuple[str, ...]) -> Path | None:
    until = time.thread_time() + _SECONDS
    for place in islice(_entries_from(hierarchy, path, top, way), _STEPS):
        if time.thread_time() > until:
            return None
        if hierarchy.details.kind(place[-1]) == "item" and _leads_to_page(hierarchy, place[-1], languages):
            return place
    return None


def _leads_to_page(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> bool:
    if not hierarchy.details.has_location(node):  # which is known sooner than the variants
        return False
    variants = hierarchy.details.variants(node)
    return is_web_page(variants[best_variant(variants, languages)].location)


def _entries_from(hierarchy: Hierarchy, path: Path, top: int, way: int) -> Iterator[Path]:
    """The items beside the end of `path` in one direction, groups unfolded, none above depth `top`."""
    here = path
    while len(here) > top:
        above = here[:-1]
        siblings = hierarchy.children(above[-1] if above else hierarchy.root)
        index = index_of(siblings, here[-1]) + way
        while 0 <= index < len(siblings):
            yield from _unfolded(hierarchy, (*above, siblings[index]), way)
            index += way
        here = above


def _unfolded(hierarchy: Hierarchy, start: Path, way: int) -> Iterator[Path]:
    # Ways are made one at a time: those of all children together are as long as their number times their depth.
    above, stack = start[:-1], [iter(start[-1:])]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            above = above[:-1]
            continue
        is_group = hierarchy.details.kind(node) == "group"
        if is_group and is_loop(above, node):
            continue
        yield (*above, node)
        if is_group:
            children = hierarchy.children(node)
            above = (*above, node)
            stack.append(iter(children if way > 0 else reversed(children)))


# Pages that are counted one by one: beyond that a number says no more to a reader, and a map may hold a million.
MOST_COUNTED = 1_000

# Nodes looked at for them: some lead nowhere.
_MOST_NODES = 4 * MOST_COUNTED


def pages_among(hierarchy: Hierarchy, nodes: Iterable[int]) -> int:
    """How many of these nodes and those below them are pages with an address; MOST_COUNTED where they are as many."""
    count, seen = 0, set[int]()
    waiting = [iter(nodes)]
    while waiting and count < MOST_COUNTED and len(seen) < _MOST_NODES:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        if node in seen:
            continue
        seen.add(node)
        count += hierarchy.details.kind(node) == "item" and hierarchy.details.has_location(node)
        if hierarchy.has_children(node):
            waiting.append(iter(hierarchy.children(node)))
    # Where so many were looked at in vain, what was not looked at may hold as many again.
    return MOST_COUNTED if waiting else count

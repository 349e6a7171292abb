"""Where a page stands in the map: the nodes with its location, and the way from the root to a node.

Resolves only the addresses that could be the page's, so that a page is found among a million at once. Not part of the
format: it serves those who show a map.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from standard_sitemap.model.uris import split_fragment
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.lazy_chunks import names_in, written_names_in
from standard_sitemap.ssp.names import SHORT_ENTITIES, Kind
from standard_sitemap.ssp.variants import variant_names

if TYPE_CHECKING:
    from standard_sitemap.ssp.hierarchy import Hierarchy
    from standard_sitemap.ssp.site import Site


class Whereabouts:
    """Finds nodes of one hierarchy by their location, and the ways to them."""

    def __init__(self, site: Site, hierarchy: Hierarchy) -> None:
        self._site = site
        self._hierarchy = hierarchy
        self._referrers: defaultdict[int, list[int]] = defaultdict(list)
        for document, index in tuple(site.open_externals):
            target = site.target(document, index)
            if target is not None:
                referrer = document.offset + document.parents[index]
                self._referrers[target[0].offset + target[1]].append(referrer)

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page that are in the map: those with exactly its address, else those that differ from it by
        the fragment alone."""
        page, _ = split_fragment(uri)
        exact: dict[int, None] = {}
        without: dict[int, None] = {}
        other: dict[int, None] = {}
        for node, location in self._candidates(page):
            if location == uri:
                exact[node] = None
            elif location == page:
                without[node] = None
            elif split_fragment(location)[0] == page:
                other[node] = None
        return next((found for nodes in (exact, without, other) if (found := self._in_map(nodes))), ())

    def path(self, node: int) -> tuple[int, ...]:
        """A shortest way to a node, from the first level on; empty where there is none. Never a loop."""
        below = {node: node}
        waiting = deque([node])
        while waiting:
            here = waiting.popleft()
            if here == self._hierarchy.root:
                return tuple(_steps(below, here, node))
            for parent in self.parents(here):
                if parent not in below:
                    below[parent] = here
                    waiting.append(parent)
        return ()

    def _in_map(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(node for node in nodes if self.path(node))

    def parents(self, node: int) -> Iterator[int]:
        """The elements whose child a node is, itself and they not being excluded."""
        document, index = self._site.element(node)
        if document.kinds[index] not in (Kind.ITEM, Kind.GROUP) or self._hierarchy.is_excluded(document, index):
            return
        above = document.parents[index]
        own = (document.offset + above,) if above >= 0 else ()
        for parent in (*own, *self._referrers.get(node, ())):
            around, place = self._site.element(parent)
            if parent == self._hierarchy.root or around.kinds[place] in (Kind.ITEM, Kind.GROUP):
                yield parent

    def _candidates(self, page: str) -> Iterator[tuple[int, str]]:
        """Nodes with a location that may be the page's, and that location."""
        for document in tuple(self._site.documents):
            for index in document.addresses.leading_to(page):
                location = document.location(index)
                if location is not None:
                    yield document.offset + _node(document, index), location


def _node(document: Document, index: int) -> int:
    while document.kinds[index] == Kind.VARIANT:
        index = document.parents[index]
    return index


def _steps(below: dict[int, int], root: int, node: int) -> Iterator[int]:
    here = root
    while here != node:
        here = below[here]
        yield here


# These letters may be written in several ways.
_ESCAPED = frozenset(SHORT_ENTITIES.values())
_NODES = (Kind.ITEM, Kind.GROUP)
# So many elements are looked at, or passages looked through, between two pauses: about a millisecond.
_ELEMENTS, _PASSAGES = 200, 8


def named_in(document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """The items and groups one of whose names contains all words, which are in folded case; in document order.

    None comes now and then, as a place to pause.
    """
    place, varied, written = 0, document.with_variants, _as_written(words)
    for number, (first, stop, text) in enumerate(document.passages.texts(partial(_lacks, written))):
        if place < first:
            yield from _one_by_one(document, range(place, first), words)
        if varied and bisect_left(varied, first) < bisect_left(varied, stop):
            yield from _one_by_one(document, range(first, stop), words)
        elif text:
            yield from _in_passage(text, range(first, stop), words, written)
        if number % _PASSAGES == 0:
            yield None
        place = stop
    yield from _one_by_one(document, range(place, len(document)), words)


def _as_written(words: Sequence[str]) -> list[bytes]:
    """The words, as far as they are written in one way only when they are written in ASCII; case aside."""
    return [word.encode() for word in words if word.isascii() and _ESCAPED.isdisjoint(word)]


def _lacks(written: Sequence[bytes], text: bytes) -> bool:
    """Whether a text surely holds no name with all of the words."""
    if not text.isascii():  # there, a letter may be a word's in folded case
        return False
    if any(word.upper() != word for word in written):
        text = text.lower()
    return not all(word in text for word in written)


def _in_passage(text: bytes, items: range, words: Sequence[str], written: Sequence[bytes]) -> Iterable[int]:
    """The items of a passage, each with its own name only, whose names contain all words."""
    if len(written) == len(words) and text.isascii() and b"&" not in text:
        names = written_names_in(text.lower())
        return compress(items, [all(word in name for word in written) for name in names])
    return compress(items, [all(word in name.casefold() for word in words) for name in names_in(text)])


def _one_by_one(document: Document, elements: range, words: Sequence[str]) -> Iterator[int | None]:
    for looked, index in enumerate(elements, 1):
        if document.kinds[index] in _NODES and any(
            name is not None and all(word in name.casefold() for word in words)
            for name in variant_names(document, index)
        ):
            yield index
        if looked % _ELEMENTS == 0:
            yield None

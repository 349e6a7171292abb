"""Index of page positions and names in a map: finds them quickly among a million.

Resolves only the addresses that could be the page's, and reads only the names that could contain the words. Not part of
the format: it serves the display of a map.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Sequence

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.uris import by_likeness, split_fragment
from standard_sitemap.model.words import holds, mentions
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.names import LAST_MODIFIED, NODES, Kind
from standard_sitemap.ssp.variants import each_variant, variant_names

# Elements and names checked, or chunks searched, between two pauses: about a millisecond.
_ELEMENTS, _CHUNKS = 200, 8
# Elements checked with their addresses: each takes several times as long.
_MENTIONED = 30


class PageIndex:
    """An index of the nodes of one hierarchy by location, and of the paths to them."""

    def __init__(self, files: Files, exclusion: Exclusion, root: int) -> None:
        self._files = files
        self._exclusion = exclusion
        self._root = root
        self._known: dict[int, bool] = {root: True}
        self._referrers: defaultdict[int, list[int]] = defaultdict(list)
        for document, index in tuple(files.open_externals):
            target = files.target(document, index)
            if target is not None:
                referrer = document.offset + document.parents[index]
                self._referrers[target[0].offset + target[1]].append(referrer)

    def at_location(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a page in the map.

        These are the nodes with exactly its address, else the nodes whose address differs in the fragment alone.
        """
        candidates = self._candidates(split_fragment(uri)[0])
        # A page is one address to a reader, whichever part of it is in view, so the fragment decides only between
        # entries.
        return next(filter(None, map(self._in_map, by_likeness(uri, candidates))), ())

    def at_folder(self, _: str) -> tuple[int, ...]:
        """Return nothing: groups have no address, and the tree need not follow folders."""
        return ()

    def date_counts(self) -> dict[str, int]:
        """Return the dates of change as written, with the number of items and groups that have each."""
        return {date: len(nodes) for date, nodes in self._by_date.items()}

    def dated(self, dates: Container[str]) -> Iterator[int]:
        """Yield the items and groups whose date of change is one of some. Some may have no place in the map."""
        for date, nodes in self._by_date.items():
            if date in dates:
                yield from nodes

    @cached_property
    def _by_date(self) -> dict[str, array[int]]:
        by_date: dict[str, array[int]] = {}
        for document in tuple(self._files.documents):
            (dates,) = document.attributes.columns((LAST_MODIFIED,), range(len(document)))
            for index, date in enumerate(dates):
                if date and document.kinds[index] in NODES:
                    by_date.setdefault(date, array("Q")).append(document.offset + index)
        return by_date

    def path(self, node: int) -> tuple[int, ...]:
        """Return a shortest path to a node, from the first level on; empty if there is none.

        Never pass through a loop.
        """
        if not self.is_in_map(node):  # otherwise the search would visit everything that leads to it
            return ()
        # From the node upwards, since its ancestors are few. The search is breadth-first: of several places, the
        # nearest to the root needs the fewest open branches.
        child_on_path = {node: node}
        waiting = deque([node])
        while waiting and (here := waiting.popleft()) != self._root:
            for parent in self.parents(here):
                if parent not in child_on_path:
                    child_on_path[parent] = here
                    waiting.append(parent)
        return tuple(_steps(child_on_path, self._root, node)) if self._root in child_on_path else ()

    def parents(self, node: int) -> Iterator[int]:
        """Return the node's parents, without excluded ones."""
        document, index = self._files.element(node)
        if document.kinds[index] not in NODES or self._exclusion.is_excluded(document, index):
            return
        above = document.parents[index]
        own = (document.offset + above,) if above >= 0 else ()
        for parent in (*own, *self._referrers.get(node, ())):
            around, place = self._files.element(parent)
            if parent == self._root or around.kinds[place] in NODES:
                yield parent

    def _in_map(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(node for node in dict.fromkeys(nodes) if self.is_in_map(node))

    def is_in_map(self, node: int) -> bool:
        """Return whether a path leads to a node.

        Results for its ancestors are cached, because one page may occur throughout a map.
        """
        known, way, is_known = self._known, list[int](), None
        while (is_known := known.get(node)) is None:
            way.append(node)
            document, index = self._files.element(node)
            above = document.parents[index]
            if document.kinds[index] not in NODES or self._exclusion.is_excluded(document, index):
                is_known = False
            elif node in self._reached:
                is_known = True
            elif above < 0 or not document.plain[index]:
                is_known = False
            if is_known is not None:
                break
            node = document.offset + above  # a plain item is reached if its parent is
        known.update(dict.fromkeys(way, is_known))
        return is_known

    @cached_property
    def _reached(self) -> frozenset[int]:
        """The reached notable nodes, and the referenced plain ones."""
        return frozenset(document.offset + index for document, index in self._exclusion.reached)

    def _candidates(self, page: str) -> Iterator[tuple[int, str]]:
        """Yield the nodes with a location that may be the page's, with each of their locations.

        Only items have one. If variants override the location of their item, only theirs count (D50).
        """
        for document in tuple(self._files.documents):
            # An address on a variant belongs to its node, and several variants may have the same.
            nodes = dict.fromkeys(_node(document, index) for index in document.addresses.leading_to(page))
            for node in nodes:
                for variant in each_variant(document, node) if document.kinds[node] == Kind.ITEM else ():
                    if variant.location is not None:
                        yield document.offset + node, variant.location


def named_in(document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """Yield the items and groups that have a name with all words, which are `folded`, in document order.

    None comes at intervals, as a point to pause.
    """
    place, varied = 0, document.with_variants
    for number, (items, matches) in enumerate(document.unread.matches(words)):
        yield from _one_by_one(document, range(place, items.start), words)
        # An unread item has one name, unless elements after its tag give it variants.
        has_variants = varied and bisect_left(varied, items.start) < bisect_left(varied, items.stop)
        yield from _one_by_one(document, items, words) if has_variants else matches
        if number % _CHUNKS == 0:
            yield None
        place = items.stop
    yield from _one_by_one(document, range(place, len(document)), words)


def mentioning_in(document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """Yield the items and groups that mention all words, which are `folded`; None at intervals, as a point to pause."""
    place, varied = 0, document.with_variants
    for items, is_worthless in document.unread.worth(words):
        yield from _each_mentioning(document, range(place, items.start), words)
        has_variants = varied and bisect_left(varied, items.start) < bisect_left(varied, items.stop)
        if has_variants or not is_worthless:
            yield from _each_mentioning(document, items, words)
        yield None
        place = items.stop
    yield from _each_mentioning(document, range(place, len(document)), words)


def _each_mentioning(document: Document, elements: range, words: Sequence[str]) -> Iterator[int | None]:
    for number, index in enumerate(elements, 1):
        node_variants = each_variant(document, index) if document.kinds[index] in NODES else ()
        if any(mentions(words, (variant.name, variant.description), variant.location) for variant in node_variants):
            yield index
        if number % _MENTIONED == 0:
            yield None


def _node(document: Document, index: int) -> int:
    while document.kinds[index] == Kind.VARIANT:
        index = document.parents[index]
    return index


def _steps(child_on_path: dict[int, int], root: int, node: int) -> Iterator[int]:
    here = root
    while here != node:
        here = child_on_path[here]
        yield here


def _one_by_one(document: Document, elements: range, words: Sequence[str]) -> Iterator[int | None]:
    looked = 0
    for index in elements:
        names = variant_names(document, index) if document.kinds[index] in NODES else ()
        if any(name is not None and holds(name, words) for name in names):
            yield index
        looked += 1 + len(names)
        if looked >= _ELEMENTS:
            looked = 0
            yield None

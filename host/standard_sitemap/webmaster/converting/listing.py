"""Turns a list of addresses into a tree for authors, and counts what the tree does not keep. Pure.

The tree keeps the file's order, and siblings have names of one form. The sidebar uses natural order instead, because
its readers do not know the file. `extension_markup` counts other losses. The losses counted here are contradictory
entries, an index's statements about its files, and invalid addresses, languages or priorities.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from operator import ne

from standard_sitemap.model.hierarchy import PlainNode, Variant
from standard_sitemap.model.ordering import UNSORTED, Sorting
from standard_sitemap.model.words import counted
from standard_sitemap.sitemapsorg import Document, FileFormat
from standard_sitemap.sitemapsorg.documents import priority_of
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.naming import MOST_NAMED, both_names_of_keys
from standard_sitemap.sitemapsorg.node_details import NodeDetails
from standard_sitemap.sitemapsorg.node_names import NodeNames
from standard_sitemap.sitemapsorg.nodes import Nodes

_DIGIT = re.compile("[0-9]")
# Every number or code that names omit contains one of these. Most folders contain none.
_MAY_BE_CUT = re.compile(r"[0-9]{5}|[0-9a-f]{8}|(?=[a-z]*[0-9])[0-9a-z]{12}", re.IGNORECASE)

# Returns the title of the page at an address, if known.
TitleLookup = Callable[[str], str | None]


class _TitledDetails(NodeDetails):
    """Node details that use page titles as names."""

    def __init__(self, files: Files, nodes: Nodes, names: NodeNames, title_of: TitleLookup) -> None:
        super().__init__(files, nodes, names)
        self._title_of = title_of

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return None for each node, because its name may be a title."""
        return [None] * len(nodes)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node, named by the titles of their pages."""
        return tuple(variant._replace(name=self._name(variant)) for variant in super().variants(node))

    def _name(self, variant: Variant) -> str | None:
        title = None if variant.location is None else self._title_of(variant.location)
        return title or variant.name


class Listing(Hierarchy):
    """A tree with titles from `title_of` as names; without a title, all siblings keep their numbers or none does."""

    _is_newest_first = False  # an author edits the file, so siblings keep its order

    def __init__(self, files: Files, *, by_name: bool = False, title_of: TitleLookup | None = None) -> None:
        super().__init__(files)
        self._by_name = by_name
        if title_of is not None:
            self.details = _TitledDetails(files, self._nodes, self._names, title_of)
        self._settled: set[int] = set()

    @property
    def only_alternates(self) -> int:
        """The number of addresses that appear only as another language of a page."""
        tables = [document.table for document in self._documents]
        named = {href for table in tables for alternates in table.alternates.values() for _, href in alternates.links}
        for table in tables if named else ():
            named.difference_update(table.locations)
        return len(named)

    def losses(self) -> Iterator[str]:
        """Yield the losses, one sentence per kind, each starting with the number."""
        return losses(self._documents)

    def children(self, node: int) -> Sequence[int]:
        """Return the children of a node."""
        children = super().children(node)
        if node not in self._settled:
            self._settled.add(node)
            if len(children) <= MOST_NAMED:
                self._settle_names(children)
        return children

    def _sorted(self, nodes: list[int], above: str, dates: Sequence[str] = ()) -> tuple[list[int], Sorting]:
        if self._by_name:
            return super()._sorted(nodes, above, dates)
        ranks = [-1 if node % 2 == 0 else self._rank(node) for node in nodes]
        for document, places, rows in self._files.pages(nodes):
            listed, offset = document.table.places, document.offset
            for place, row in zip(places, rows, strict=True):
                ranks[place] = offset + listed[row]
        return [nodes[place] for place in sorted(range(len(nodes)), key=ranks.__getitem__)], UNSORTED

    def _rank(self, node: int) -> int:
        """Return the position at which the first page of a folder is listed."""
        spans = self._nodes.folder_place(node).spans
        return min(span.document.offset + min(span.document.table.places[span.start : span.stop]) for span in spans)

    def _settle_names(self, nodes: Sequence[int]) -> None:
        """Restore the numbers in siblings' names, unless all can lose them and stay distinct."""
        keys = dict(self._keys(nodes))
        listed = [*keys.values()]
        if not _MAY_BE_CUT.search("\n".join(listed)):
            return
        names, whole = both_names_of_keys(listed)
        cut = list(compress(keys, map(ne, names, whole)))
        # If every name loses its number, none may keep one.
        keep_some = 0 < len(cut) < len(keys) and len(cut) < sum(map(bool, map(_DIGIT.search, whole)))
        if cut and (keep_some or len(set(names)) < len(names)):
            self._names.keep_numbers(cut)
            names = whole
        # Pages in several languages use the first one's name; pages without a key use titles or folder names.
        if len(names) == len(nodes) and not any(document.table.alternates for document in self._documents):
            self._names.settle(dict(zip(keys, names, strict=True)))

    def _keys(self, nodes: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Yield the keys that name nodes: pages, and folders that are pages, if they have no title."""
        for document, places, rows in self._files.pages(nodes):
            titles, keys = document.table.titles, document.table.keys.at(rows)
            named = zip(map(nodes.__getitem__, places), keys, strict=True)
            yield from compress(named, [row not in titles for row in rows]) if titles else named
        folders = ((node, self._nodes.row(node)) for node in nodes if node % 2)
        yield from (
            (node, row[0].table.keys[row[1]])
            for node, row in folders
            if row is not None and row[1] not in row[0].table.titles
        )


_FEEDS = frozenset({FileFormat.RSS, FileFormat.ATOM})
_SHOWN = 60
_PARTS = 32


def losses(documents: Sequence[Document]) -> Iterator[str]:
    """Yield the losses, one sentence per kind, each starting with the number."""
    rewritten = [document.losses for document in documents if document.losses.rewritten]
    if rewritten:
        written, location = rewritten[0].first
        number = sum(losses.rewritten for losses in rewritten)
        addresses = counted(number, "address", "addresses")
        yield f"{addresses}, the first “{written:.{_SHOWN}}” as {location:.{_SHOWN}}: normalized as browsers do"
    again, otherwise = _repetitions(documents)
    yield from _counts({
        ("entry without a usable address", "entries without a usable address"): sum(
            document.losses.nowhere for document in documents
        ),
        ("address that is listed again", "addresses that are listed again"): again,
        (
            "value that contradicts an earlier entry of the page",
            "values that contradict an earlier entry of the page",
        ): otherwise,
        (
            "conflicting or invalid link to another language",
            "conflicting or invalid links to other languages",
        ): sum(document.losses.links for document in documents),
        ("priority that is not a number from 0 to 1", "priorities that are not numbers from 0 to 1"): sum(
            map(_odd_priorities, documents)
        ),
        ("date of a file in an index", "dates of files in an index"): sum(
            1 for document in documents for listed in document.sitemaps if listed.last_modified
        ),
    })  # fmt: skip
    entries = sum(len(document) for document in documents if document.format in _FEEDS)
    if entries:
        yield f"all but address, title and date of {counted(entries, 'entry of a feed', 'entries of feeds')}"


def _counts(numbers: dict[tuple[str, str], int]) -> Iterator[str]:
    """Yield the nonzero numbers in words."""
    return (counted(number, singular, many) for (singular, many), number in numbers.items() if number)


def _odd_priorities(document: Document) -> int:
    column = document.table.priorities
    odd = {value for value in column.different if value and not _is_kept(value)}
    return sum(1 for value in column if value in odd) if odd else 0


def _is_kept(priority: str) -> bool:
    """Return whether a priority keeps its value when it is rewritten."""
    number = priority_of(priority)
    return number is not None and number == float(priority)


def _all_differ(locations: Iterable[str]) -> bool:
    """Return whether all addresses differ, judged by their hashes.

    Partial sets save memory: one set of a million would take 100 MB.
    """
    parts = [array("q") for _ in range(_PARTS)]
    for location_hash in map(hash, locations):
        parts[location_hash % _PARTS].append(location_hash)
    return all(len(set(part)) == len(part) for part in parts)


def _repetitions(documents: Sequence[Document]) -> tuple[int, int]:
    """Return how many addresses are repeated, and how many values contradict an earlier entry of the same page."""
    has_languages = any(document.table.alternates for document in documents)
    # Most sites have no repetitions. Equal addresses have equal keys, which are already computed.
    keys = chain.from_iterable(document.table.keys for document in documents)
    locations = chain.from_iterable(document.table.locations for document in documents)
    if not has_languages and (_all_differ(keys) or _all_differ(locations)):
        return 0, 0
    again, otherwise = 0, 0
    met: set[str] = set()
    first: dict[object, tuple[str, str, str]] = {}
    for document in documents:
        table = document.table
        for row in sorted(range(len(table)), key=table.places.__getitem__):
            place = table.places[row]
            location = table.locations[row]
            again += location in met
            met.add(location)
            values = table.last_modified[place], table.change_frequencies[place], table.priorities[place]
            before = first.setdefault(table.alternates.get(row) or location, values)
            otherwise += sum(1 for value, other in zip(values, before, strict=True) if value != other)
    return again, otherwise

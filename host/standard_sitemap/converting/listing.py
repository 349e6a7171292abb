"""A list of addresses made a tree for authors, and what of the list is not in it, counted. Pure.

The tree is in the order of the file, with names that siblings have alike; the sidebar shows the same in natural order,
since there nobody knows the file. What is not kept is said: beside what `extensions` counts, that is what two entries
say of one page, what an index says of its files, and what is no address, language or priority.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from standard_sitemap.model.nodes import PlainNode, Variant
from standard_sitemap.sitemapsorg import Document, Format
from standard_sitemap.sitemapsorg.documents import priority_of
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.naming import MOST_NAMED, name_of_key, whole_name_of_key

_DIGIT = re.compile("[0-9]")
# Every number or code that names leave out holds one of these; most folders hold none.
_MAY_BE_CUT = re.compile(r"[0-9]{5}|[0-9a-f]{8}|(?=[a-z]*[0-9])[0-9a-z]{12}", re.IGNORECASE)
# The title of the page at an address, where that is known.
TitleOf = Callable[[str], str | None]


class Listing(Hierarchy):
    """The tree, its pages called by their titles where `title_of` knows them, or else all siblings with their numbers
    or all without."""

    _is_newest_first = False  # an author is told of the order in which siblings stand

    def __init__(self, files: Files, *, by_name: bool = False, title_of: TitleOf | None = None) -> None:
        super().__init__(files)
        self._by_name = by_name
        self._title_of = title_of
        self._settled: set[int] = set()

    @property
    def only_alternates(self) -> int:
        """How many addresses no file lists: they are named as another language of a page alone."""
        tables = [document.table for document in self._documents]
        named = {href for table in tables for one in table.alternates.values() for _, href in one.links}
        for table in tables if named else ():
            named.difference_update(table.locations)
        return len(named)

    def losses(self) -> Iterator[str]:
        """What of the files is not in the tree, each kind as a sentence that begins with its number."""
        return losses(self._documents)

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node."""
        found = super().children(node)
        if node not in self._settled:
            self._settled.add(node)
            if len(found) <= MOST_NAMED:
                self._settle_names(found)
        return found

    def plain(self, node: int) -> PlainNode | None:
        """All that is said of a plain node, named as its variant is."""
        return super().plain(node) if self._title_of is None else None

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node, with the names that its page is called by here."""
        found = super().variants(node)
        if self._title_of is None:
            return found
        return tuple(one._replace(name=self._title(one.location) or one.name) for one in found)

    def _title(self, location: str | None) -> str | None:
        return self._title_of(location) if self._title_of is not None and location is not None else None

    def _sorted(self, nodes: list[int]) -> list[int]:
        return super()._sorted(nodes) if self._by_name else sorted(nodes, key=self._rank)

    def _rank(self, node: int) -> int:
        """Where the page of a node, or the first below it, is listed among all pages."""
        if node % 2 == 0:
            document, row = self._files.page(node // 2 - 1)
            return document.offset + document.table.places[row]
        spans = self._nodes.folder_place(node).spans
        return min(one.document.offset + min(one.document.table.places[one.start : one.stop]) for one in spans)

    def _settle_names(self, nodes: Sequence[int]) -> None:
        """Gives siblings their numbers back, unless all of them lose theirs and can still be told apart."""
        rows = [(node, self._nodes.row(node)) for node in nodes]
        keys = [
            (node, row[0].table.keys[row[1]])
            for node, row in rows
            if row is not None and row[1] not in row[0].table.titles
        ]
        if not _MAY_BE_CUT.search("\n".join(key for _, key in keys)):
            return
        pairs = [(node, name_of_key(key), whole_name_of_key(key)) for node, key in keys]
        cut = [node for node, name, whole in pairs if name != whole]
        if not cut:
            return
        numbered = sum(1 for _, _, whole in pairs if _DIGIT.search(whole))
        if len(cut) < numbered or len({name for _, name, _ in pairs}) < len(pairs):
            self._whole.update(cut)


_FEEDS = frozenset({Format.RSS, Format.ATOM})
_SHOWN = 60


def losses(documents: Sequence[Document]) -> Iterator[str]:
    """What is lost, each kind as a sentence that begins with its number."""
    rewritten = [one.unkept for one in documents if one.unkept.rewritten]
    if rewritten:
        written, location = rewritten[0].first
        number = sum(one.rewritten for one in rewritten)
        yield f"{number:,} addresses, the first “{written:.{_SHOWN}}” as {location:.{_SHOWN}}: written as browsers do"
    again, otherwise = _said_again(documents)
    counts = {
        "entries that lead nowhere": sum(one.unkept.nowhere for one in documents),
        "addresses that are listed again": again,
        "values that differ from those of the same page before": otherwise,
        "links to other languages that are said otherwise, or are none": sum(one.unkept.links for one in documents),
        "priorities that are no number from 0 to 1": sum(map(_odd_priorities, documents)),
        "dates of files in an index": sum(1 for one in documents for listed in one.sitemaps if listed.last_modified),
    }
    yield from (f"{number:,} {what}" for what, number in counts.items() if number)
    entries = sum(len(one) for one in documents if one.format in _FEEDS)
    if entries:
        yield f"all but address, title and date of {entries:,} entries of feeds"


def _odd_priorities(document: Document) -> int:
    column = document.table.priorities
    odd = {value for value in column.different if value and not _is_kept(value)}
    return sum(1 for value in column if value in odd) if odd else 0


def _is_kept(priority: str) -> bool:
    """Whether a priority means the same when it is written anew."""
    number = priority_of(priority)
    return number is not None and number == float(priority)


def _said_again(documents: Sequence[Document]) -> tuple[int, int]:
    """How many addresses are listed again, and how many values differ from what was said of that page before."""
    total = sum(map(len, documents))
    has_languages = any(one.table.alternates for one in documents)
    # Their hashes are enough to see that there are none, which is so in most sites.
    if not has_languages and len({hash(one) for document in documents for one in document.table.locations}) == total:
        return 0, 0
    again, otherwise = 0, 0
    met: set[str] = set()
    first: dict[object, tuple[str, str, str]] = {}
    for document in documents:
        table = document.table
        for row in sorted(range(len(table)), key=table.places.__getitem__):
            place = table.places[row]
            location = table.locations[place]
            again += location in met
            met.add(location)
            said = table.last_modified[place], table.change_frequencies[place], table.priorities[place]
            before = first.setdefault(table.alternates.get(row) or location, said)
            otherwise += sum(1 for one, other in zip(said, before, strict=True) if one != other)
    return again, otherwise

"""Faults across the files of a site: pages in two files, and missing return links between languages.

Does not change the meaning of the files; only the checker uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from standard_sitemap.model import faults
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.entries import X_DEFAULT
from standard_sitemap.sitemapsorg.faults import MOST_OF_ONE_CODE, OF_DAMAGED_FILES, Fault, FaultCollector
from standard_sitemap.sitemapsorg.hreflang import Alternates
from standard_sitemap.sitemapsorg.locations import check_hosts, origin
from standard_sitemap.sitemapsorg.sniffing import FileFormat

_WITHOUT_VERSIONS = frozenset({FileFormat.RSS, FileFormat.ATOM, FileFormat.TEXT})


class _TableRow(NamedTuple):
    """A row of a document's table."""

    document: Document
    row: int

    @property
    def alternates(self) -> Alternates | None:
        return self.document.table.alternates.get(self.row)

    @property
    def line(self) -> int:
        table = self.document.table
        return table.lines[table.places[self.row]]


def site_faults(documents: Sequence[Document]) -> list[faults.Fault]:
    """Return the faults that the documents of one sitemap have together, limited for each kind and document."""
    listing = [document for document in documents if len(document)]
    # A truncated file may still link back.
    is_whole = not any(fault.code in OF_DAMAGED_FILES for document in documents for fault in document.faults)
    return bounded([*_in_two_files(listing), *(_without_return(listing) if is_whole else ())])


def bounded(all_faults: Iterable[faults.Fault]) -> list[faults.Fault]:
    """Return the first faults of each kind in each document, and the number of the others."""
    kinds: dict[tuple[str, str], list[faults.Fault]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for fault in all_faults:
        kind = fault.document, fault.code
        counts[kind] += 1
        if counts[kind] <= MOST_OF_ONE_CODE:
            kinds.setdefault(kind, []).append(fault)
    for (document, code), alike in kinds.items():
        more = counts[document, code] - MOST_OF_ONE_CODE
        if more > 0:
            alike.append(Fault("more-of-the-same", document, 0, {"code": code, "count": str(more)}))
    return [fault for alike in kinds.values() for fault in alike]


def host_faults(documents: Sequence[Document], base: str) -> list[Fault]:
    """Return faults of addresses in files on disk that belong to another host than the site, or spell it otherwise."""
    host_faults_found: list[Fault] = []
    for document in documents:
        if document.uri.startswith("file:"):
            collector = FaultCollector(document.uri)
            table = document.table
            check_hosts(table.listed(), table.lines, base, collector)
            host_faults_found.extend(collector.all())
    return host_faults_found


def usual_origin(locations: Iterable[str]) -> str | None:
    """Return the scheme and host of most pages, with a final slash; None if no page has any."""
    counts = Counter(origin(location) for location in locations if location.startswith("http"))
    return counts.most_common(1)[0][0] if counts else None


def _in_two_files(documents: Sequence[Document]) -> Iterator[Fault]:
    """Yield a fault for each page that an earlier file also lists."""
    if len(documents) < 2:
        return
    # Two passes: of a million pages, only the few repeated ones are remembered.
    seen: set[str] = set()
    again: set[str] = set()
    for document in documents:
        own = set(document.table.locations)
        again |= own & seen
        seen |= own
    # Free a million addresses before the second pass collects its data.
    del seen
    first: dict[str, tuple[Document, int]] = {}
    for document in documents:
        for location, line in zip(document.table.listed(), document.table.lines, strict=True) if again else ():
            if location not in again:
                continue
            other, at = first.setdefault(location, (document, line))
            if other is not document:
                params = {"location": location, "target": other.uri, "first": str(at)}
                yield Fault("page-in-two-files", document.uri, line, params)


def _without_return(documents: Sequence[Document]) -> Iterator[Fault]:
    """Yield a fault for each page that does not link back to a page that names it as another language.

    Feeds and text files cannot name versions, so they take no part.
    """
    documents = [document for document in documents if document.format not in _WITHOUT_VERSIONS]
    entries = _entries_of_versions(documents)
    for document in documents:
        rows: dict[int, list[int]] = {}
        for row, alternates in document.table.alternates.items():
            # Pages in the same languages share one object, so its links are checked once for all of them.
            rows.setdefault(id(alternates), []).append(row)
        for members in rows.values():
            yield from _not_named_back(document, members, entries)


def _entries_of_versions(documents: Sequence[Document]) -> dict[str, _TableRow]:
    """Return the first entry of each page that any page names as another language."""
    named = {
        href
        for document in documents
        for row in document.first_rows_of_alternates
        for _, href in document.table.alternates[row].links
    }
    rows: dict[str, _TableRow] = {}
    for document in documents if named else ():
        for row, location in enumerate(document.table.locations):
            if location in named:
                rows.setdefault(location, _TableRow(document, row))
    return rows


def _not_named_back(document: Document, rows: list[int], entries: dict[str, _TableRow]) -> Iterator[Fault]:
    """Yield a fault for each version that does not link back to a page. The pages in `rows` share one set of links."""
    alternates = document.table.alternates[rows[0]]
    for tag, href in alternates.links:
        entry = entries.get(href)
        if entry is None or entry.alternates == alternates:
            continue
        for row in rows:
            location = document.table.location(row)
            if location != href and tag and not (entry.alternates and entry.alternates.holds(location)):
                params = {"uri": location, "language": tag, "own": _own_tag(alternates, location)}
                yield Fault(
                    "alternate-without-return",
                    entry.document.uri,
                    entry.line,
                    {**params, "location": escaped(location)},
                )


def _own_tag(alternates: Alternates, location: str) -> str:
    """Return the tag that a page uses for its own language."""
    tags = [tag for tag, href in alternates.links if href == location and tag]
    return next((tag for tag in tags if tag != X_DEFAULT), tags[0] if tags else "…")

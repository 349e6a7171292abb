"""One sitemaps.org file: its entries, in a table sorted by position in the hierarchy.

For any format and any damage, the readable entries are in the table, and the rest are faults. Fetches nothing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import itemgetter
from sys import getsizeof
from typing import NamedTuple, TypeVar

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.file_sizes import SITEMAPS_ORG_BYTES
from standard_sitemap.model.gzip_members import Content
from standard_sitemap.model.site import Bounds
from standard_sitemap.model.tool_pages import without_pages
from standard_sitemap.model.uris import authority, normalised, resolve, split_fragment, without_tracking
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.columns import AddressColumn, CodedColumn, Lines
from standard_sitemap.sitemapsorg.entries import X_DEFAULT, Entries, check_values
from standard_sitemap.sitemapsorg.faults import EXPLAINING, Fault, FaultCollector
from standard_sitemap.sitemapsorg.hreflang import (
    Alternates,
    AlternatesByLinks,
    alternates_of,
    completed,
    languages_by_location,
    lost_links,
    placed_key,
)
from standard_sitemap.sitemapsorg.language_folders import NONE, LanguageFolders, language_folders
from standard_sitemap.sitemapsorg.locations import addresses, check_places
from standard_sitemap.sitemapsorg.parts import memory_beside_table
from standard_sitemap.sitemapsorg.reading import UNBOUNDED, FileContent, read
from standard_sitemap.sitemapsorg.sniffing import FileFormat
from standard_sitemap.sitemapsorg.sort_keys import Keys, divided_keys_of, keys_of

_Value = TypeVar("_Value")

# A file that well-known programs write of the pages of pictures alone.
_OF_ATTACHMENTS = re.compile(r"/(?:wp-sitemap-posts-)?attachment(?:-sitemap|-)[0-9]*\.xml")

# The limit of sitemaps.org; crawlers reject a longer file.
MOST_URLS = 50_000

# Bytes of memory that views take for each page: its row, its folder and its name.
_IN_VIEWS = 50


class PageEntry(NamedTuple):
    """A page as listed in its file; None for an unstated value."""

    location: str
    line: int
    last_modified: str | None = None
    change_frequency: str | None = None
    priority: float | None = None
    title: str | None = None
    alternates: tuple[tuple[str, str], ...] = ()


class SitemapLine(NamedTuple):
    """A sitemap as listed in an index or a robots.txt."""

    location: str
    line: int
    last_modified: str | None = None


@dataclass(slots=True)
class Losses:
    """Counts of the content that a file's table omits or changes, for programs that convert the file.

    These are rewritten addresses, with the first and its new form, and entries without a usable address. They are also
    links to other languages whose language or address was changed or dropped.
    """

    rewritten: int = 0
    first: tuple[str, str] = ("", "")
    nowhere: int = 0
    links: int = 0

    def note(self, written: Sequence[str], locations: Sequence[str | None]) -> None:
        """Count the changes of addresses."""
        if written == locations:  # most files have no changes
            return
        for written_location, location in zip(written, locations, strict=True):
            if location is None:
                self.nowhere += 1
            elif location != written_location:
                self.rewritten += 1
                self.first = self.first if self.first[0] else (written_location, location)


@dataclass(slots=True)
class Table:
    """Pages: the sorted keys, and `places` with the position in the file for each row.

    Rows with equal keys are in the order of the file; of a file with alternates, those on its host come first.
    Locations, titles, alternates and their lost links are by row; the other columns are in the order of the file.
    `language_folders` are the language tags of folders that are named for one, by key.
    """

    keys: Lines = field(default_factory=lambda: Lines(()))
    places: array[int] = field(default_factory=lambda: array("I"))
    locations: AddressColumn | Lines = field(default_factory=lambda: Lines(()))
    lines: array[int] = field(default_factory=lambda: array("I"))
    last_modified: CodedColumn = field(default_factory=lambda: CodedColumn(()))
    change_frequencies: CodedColumn = field(default_factory=lambda: CodedColumn(()))
    priorities: CodedColumn = field(default_factory=lambda: CodedColumn(()))
    titles: dict[int, str] = field(default_factory=dict)
    alternates: dict[int, Alternates] = field(default_factory=dict)
    lost_links: dict[int, frozenset[str]] = field(default_factory=dict)
    language_folders: dict[str, str] = field(default_factory=dict)
    home: int | None = None

    def __len__(self) -> int:
        return len(self.places)

    @property
    def memory(self) -> int:
        """The bytes of memory that the table and views of it take, without titles and alternates."""
        columns = (self.keys, self.locations, self.last_modified, self.change_frequencies, self.priorities)
        own = sum(column.memory for column in columns) + getsizeof(self.places) + getsizeof(self.lines)
        return own + _IN_VIEWS * len(self)

    def location(self, row: int) -> str:
        """Return the address of a page."""
        return self.locations[row]

    def versions(self, row: int) -> tuple[tuple[str, str], ...]:
        """Return language and address of a page in each of its languages, its own first; empty without alternates."""
        alternates = self.alternates.get(row)
        return alternates.seen_from(self.location(row), self.lost_links.get(row, ())) if alternates is not None else ()

    def with_versions(self, alternates: Mapping[int, Alternates]) -> tuple[Table, array[int]]:
        """Return the table with some pages at the places of their alternates, and the former row of each row."""
        keys = [alternates[row].key if row in alternates else key for row, key in enumerate(self.keys)]
        later = {row for row, page in alternates.items() if page.links[0][1] != self.location(row)}
        order = array("I", sorted(range(len(self)), key=lambda row: (keys[row], row in later)))
        row_of = {former: row for row, former in enumerate(order)}
        table = replace(
            self,
            keys=Lines(_picked(keys, order)),
            places=array("I", _picked(self.places, order)),
            locations=Lines(self.locations.at(order)),
            titles={row_of[row]: title for row, title in self.titles.items()},
            alternates={row_of[row]: page for row, page in {**self.alternates, **alternates}.items()},
            lost_links={row_of[row]: hrefs for row, hrefs in self.lost_links.items()},
            home=None if self.home is None else row_of[self.home],
        )
        return table, order

    def listed(self) -> list[str]:
        """Return the addresses of all pages in the order of the file."""
        locations = [""] * len(self)
        for place, location in zip(self.places, self.locations, strict=True):
            locations[place] = location
        return locations


class Document:
    """A file, its format, its pages or the sitemaps it lists, and its faults. `size` is in bytes, as retrieved.

    `is_all` is true if the file certainly holds only the contents of its table, and `for_readers` if its table is as
    readers see it. `numbers` are the numbers of pages in the file by row, if they differ from the rows.
    """

    def __init__(self, uri: str, size: int, form: FileFormat = FileFormat.UNKNOWN) -> None:
        self.uri = uri
        self.size = size
        self.format = form
        self.offset = 0  # the number of the first page among all pages of the site
        self.table = Table()
        self.sitemaps: tuple[SitemapLine, ...] = ()
        self.faults: list[Fault] = []
        self.weight = 0  # approximate bytes of memory
        self.losses = Losses()
        self.is_all = False
        self.for_readers = False
        self.numbers: Sequence[int] | None = None
        self._rows: Sequence[int] = ()

    def __len__(self) -> int:
        return len(self.table)

    def row_of(self, number: int) -> int:
        """Return the row of a page by its number in the file."""
        return number if self.numbers is None else self._rows[number]

    def with_versions(self, alternates: Mapping[int, Alternates]) -> Document:
        """Return the document with pages that were found to be versions, by row; all pages keep their numbers."""
        document = Document(self.uri, self.size, self.format)
        document.offset, document.faults, document.for_readers = self.offset, self.faults, self.for_readers
        document.weight, document.losses, document.is_all = self.weight, self.losses, self.is_all
        document.table, document.numbers = self.table.with_versions(alternates)
        document._rows = array("I", sorted(range(len(self)), key=document.numbers.__getitem__))
        return document

    @property
    def is_index(self) -> bool:
        """Whether the file lists sitemaps rather than pages."""
        return self.format in (FileFormat.INDEX, FileFormat.ROBOTS)

    @property
    def is_sitemap(self) -> bool:
        """Whether the file is in a format that lists something; a robots.txt is one only if it lists a sitemap."""
        return len(self.sitemaps) > 0 if self.format == FileFormat.ROBOTS else self.format.lists_something

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags in the links of pages to other languages."""
        tags = {tag for row in self.first_rows_of_alternates for tag, _ in self.table.alternates[row].links}
        return frozenset(tags - {"", X_DEFAULT})

    @cached_property
    def languages_of_own_host(self) -> frozenset[str]:
        """The language tags of pages whose address is on the host of their entry."""
        tags: set[str] = set()
        for row in self.first_rows_of_alternates:
            own = authority(self.table.location(row))
            tags.update(tag for tag, href in self.table.versions(row) if authority(href) == own)
        return frozenset(tags - {"", X_DEFAULT})

    def rows_of_version(self, location: str, *, own: bool) -> tuple[int, ...]:
        """Return the rows of pages with a version at an address: one with an entry of its own, or one without."""
        return tuple(self._rows_by_version.get((without_tracking(normalised(location)), own), ()))

    @cached_property
    def first_rows_of_alternates(self) -> tuple[int, ...]:
        """The first row of each page with several languages."""
        first: dict[int, int] = {}
        for row, alternates in self.table.alternates.items():
            first.setdefault(id(alternates), row)  # the alternates of one page are one object
        return tuple(first.values())

    @cached_property
    def _rows_by_version(self) -> dict[tuple[str, bool], list[int]]:
        table, rows = self.table, dict[tuple[str, bool], list[int]]()
        with_entry = {(id(alternates), table.location(row)) for row, alternates in table.alternates.items()}
        for row in self.first_rows_of_alternates:
            for _, href in table.versions(row):
                own = (id(table.alternates[row]), href) in with_entry
                rows.setdefault((without_tracking(normalised(href)), own), []).append(row)
        return rows

    def pages(self) -> Iterator[PageEntry]:
        """Return the pages in the order of the file."""
        rows = sorted(range(len(self.table)), key=self.table.places.__getitem__)
        return map(self.page, rows)

    def page(self, row: int) -> PageEntry:
        """Return a page by its row in the table."""
        table, place = self.table, self.table.places[row]
        alternates = table.alternates.get(row)
        return PageEntry(
            table.locations[row],
            table.lines[place],
            table.last_modified[place] or None,
            table.change_frequencies[place] or None,
            priority_of(table.priorities[place]),
            table.titles.get(row),
            alternates.seen_from(table.locations[row]) if alternates else (),
        )


def parse(
    uri: str,
    body: bytes,
    content_type: str | None = None,
    *,
    now: datetime | None = None,
    served_as: str | None = None,
    bounds: Bounds = UNBOUNDED,
    received: int | None = None,
    content: Content | None = None,
    for_readers: bool = False,
) -> Document:
    """Return the document at `uri` with the content `body`.

    `content_type` is the value of the HTTP field, None for a file without one. `now` is None if dates in the future are
    not to be reported. `served_as` is the future address of the file. `received` is the number of bytes received, if
    smaller. `content` is the content of a compressed file, if it was unpacked already. `for_readers` leaves out
    addresses that are no pages, unless there are no others.
    """
    uri = split_fragment(resolve(uri, "") or uri)[0]
    faults = FaultCollector(uri, now)
    contents = read(uri, body, content_type, faults, bounds, received, content, served_as)
    document = Document(uri, len(body), contents.format)
    document.for_readers = for_readers
    if document.is_index:
        document.sitemaps = _sitemaps(contents, served_as or uri, faults)
        document.weight += sum(map(getsizeof, contents.entries.locations))
    else:
        document.table = _table(contents.entries, served_as or uri, document.losses, faults, for_readers=for_readers)
        document.is_all = contents.entries.is_all
    document.weight += document.table.memory + memory_beside_table(contents.entries)
    _check_size(document, contents, faults, for_readers=for_readers)
    document.faults = [*contents.faults, *faults.all()]
    return document


def priority_of(written: str) -> float | None:
    """Return a priority as a number from 0 to 1; None if it is missing or no number."""
    try:
        value = float(written) if written else None
    except ValueError:
        return None
    if value is None or 0.0 <= value <= 1.0:
        return value
    return None if value != value else min(max(value, 0.0), 1.0)


def _check_size(document: Document, contents: FileContent, faults: FaultCollector, *, for_readers: bool) -> None:
    # Entries that are left out for readers count.
    pages = len(contents.entries) if for_readers else len(document)
    listed = len(document.sitemaps) if document.is_index else pages
    if contents.bytes > SITEMAPS_ORG_BYTES:
        faults.add("too-many-bytes", 0, bytes=str(contents.bytes))
    if listed > MOST_URLS:
        faults.add("too-many-sitemaps" if document.is_index else "too-many-urls", 0, count=str(listed))
    if document.is_sitemap and not listed and document.format != FileFormat.ROBOTS and not faults.has(*EXPLAINING):
        faults.add("index-without-pages" if document.format == FileFormat.INDEX else "no-pages")


def _sitemaps(contents: FileContent, uri: str, faults: FaultCollector) -> tuple[SitemapLine, ...]:
    entries = contents.entries
    check_values(entries, faults)
    listed: dict[str, SitemapLine] = {}
    for row, location in enumerate(addresses(entries, uri, faults)):
        address = split_fragment(location)[0] if location else None
        if address in listed:
            faults.add("sitemap-listed-again", entries.lines[row], location=address)
        elif address is not None:
            listed[address] = SitemapLine(address, entries.lines[row], entries.last_modified[row] or None)
    return tuple(listed.values())


def _table(entries: Entries, uri: str, losses: Losses, faults: FaultCollector, *, for_readers: bool) -> Table:
    """Return the sorted entries; entries without a usable address are faults already."""
    check_values(entries, faults)
    resolved = addresses(entries, uri, faults)
    losses.note(entries.locations, resolved)
    if for_readers:
        resolved = _pages_of_readers(resolved, uri)
    rows: list[int] | range = range(len(resolved))
    if None in resolved:
        rows = [row for row, location in enumerate(resolved) if location is not None]
    locations = [location for location in resolved if location is not None]
    check_places(locations, _picked(entries.lines, rows), uri, faults)
    host = authority(uri) or authority(locations[0] if locations else "")
    alternates = _alternates(entries, resolved, host, losses, faults)
    if for_readers:
        alternates = completed(alternates, resolved)
    lost = lost_links(alternates, resolved)
    keys = divided_keys_of(locations) if not alternates else Keys("", keys_of(locations))
    for place, row in enumerate(rows) if alternates else ():
        if row in lost:
            keys.rests[place] = placed_key(alternates[row].seen_from(locations[place], lost[row]), host)
        elif row in alternates:
            keys.rests[place] = alternates[row].key
    versions = _Versions(alternates, lost, host)
    order = _order(keys, locations, versions)
    if for_readers:
        declared = {place for place, row in enumerate(rows) if row in alternates} if alternates else ()
        folders = language_folders(keys, order, locations, declared)
        versions = versions._replace(folders=folders)
        if folders.alternates:
            keys = Keys("", [keys.host + rest for rest in keys.rests])
            for place, page in folders.alternates.items():
                keys.rests[place], alternates[rows[place]] = page.key, page
            order = _order(keys, locations, versions)
    return _sorted(entries, rows, locations, keys, versions, order)


def _pages_of_readers(resolved: list[str | None], uri: str) -> list[str | None]:
    """Return the addresses, with None for addresses that are no pages; all of them if none is one."""
    if _OF_ATTACHMENTS.search(uri):
        return [None] * len(resolved)
    left_out = set(without_pages(resolved))
    pages = [None if row in left_out else location for row, location in enumerate(resolved)] if left_out else resolved
    return pages if any(pages) else resolved


def _alternates(
    entries: Entries, resolved: list[str | None], host: str, losses: Losses, faults: FaultCollector
) -> dict[int, Alternates]:
    """Return the alternates of the entries that have some; the members of one page share one object.

    `host` is that of the list.
    """
    alternates: dict[int, Alternates] = {}
    known: AlternatesByLinks = {}
    without_own: list[tuple[int, str]] = []
    for row, written in entries.alternates.items():
        location = resolved[row]
        alternates_of_row = alternates_of(written, location, host, known, faults) if location else None
        links = set(alternates_of_row.links) if alternates_of_row is not None else set()
        losses.links += sum(1 for link in {(tag, href) for tag, href, _ in written} if link not in links)
        if alternates_of_row is not None and location is not None:
            if not alternates_of_row.holds(location):
                faults.add("alternates-without-self", entries.lines[row], location=escaped(location))
                without_own.append((row, location))
            alternates[row] = alternates_of_row
    languages = languages_by_location(known.values()) if without_own else {}
    for row, location in without_own:
        alternates[row] = alternates[row].with_own(location, languages.get(location, ""), host)
    alike: dict[Alternates, Alternates] = {}
    return {row: alike.setdefault(page, page) for row, page in alternates.items()}


class _Versions(NamedTuple):
    """The alternates of entries, those of their links that belong to other pages, and the host of the list.

    `folders` are the folders of languages, whose pages are among the alternates.
    """

    alternates: dict[int, Alternates]
    lost: dict[int, frozenset[str]]
    host: str
    folders: LanguageFolders = NONE


def _order(keys: Keys, locations: Sequence[str], versions: _Versions) -> list[int]:
    """Return the positions of keys in the order of a table."""
    order = sorted(range(len(keys.rests)), key=keys.rests.__getitem__)
    if versions.alternates:  # a page in several languages is shown on the host of its list
        order.sort(key=lambda place: (keys.rests[place], authority(locations[place]) != versions.host))
    if of_folders := versions.folders.alternates:  # and, of versions in folders, the first
        later = {place for place, page in of_folders.items() if page.links[0][1] != locations[place]}
        order.sort(key=lambda place: (keys.rests[place], place in later))
    return order


def _sorted(
    entries: Entries,
    rows: list[int] | range,
    locations: list[str],
    keys: Keys,
    versions: _Versions,
    order: list[int],
) -> Table:
    """Return the table; `rows` are the numbers of entries and alternates, by the positions of locations and keys."""
    alternates = versions.alternates
    lines = Lines(_picked(keys.rests, order), keys.host)
    is_marked = entries.titles or alternates or entries.home is not None
    row_of = {rows[place]: row for row, place in enumerate(order)} if is_marked else {}
    return Table(
        lines,
        array("I", order),
        # Storing addresses in addition to the keys would double the memory of a table.
        Lines(_picked(locations, order))
        if keys.endings is None
        else AddressColumn(keys.start, lines, CodedColumn(_picked(keys.endings, order))),
        array("I", _picked(entries.lines, rows)),
        CodedColumn(_picked(entries.last_modified, rows)),
        CodedColumn(_picked(entries.change_frequencies, rows)),
        CodedColumn(_picked(entries.priorities, rows)),
        {row_of[number]: title for number, title in entries.titles.items() if number in row_of},
        {row_of[number]: row_alternates for number, row_alternates in alternates.items()},
        {row_of[number]: hrefs for number, hrefs in versions.lost.items()},
        versions.folders.tags,
        row_of.get(entries.home) if entries.home is not None else None,
    )


def _picked(values: Sequence[_Value], places: Sequence[int]) -> Sequence[_Value]:
    """Return the values at some positions in that order, in one call since there may be millions."""
    if isinstance(places, range):
        return values
    return itemgetter(*places)(values) if len(places) > 1 else [values[place] for place in places]

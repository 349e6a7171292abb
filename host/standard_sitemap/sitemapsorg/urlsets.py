"""The entries of a urlset or index, from its tree, with any structure. Every <loc> is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.damage import place_of_root
from standard_sitemap.sitemapsorg.entries import Alternate, Column, Entries
from standard_sitemap.sitemapsorg.extensions import Fields, check_image, check_news, check_video, is_file_name
from standard_sitemap.sitemapsorg.faults import CUT_OFF, FaultCollector
from standard_sitemap.sitemapsorg.lenient_xml import (
    NAMESPACES,
    OLD,
    SITEMAPS,
    Tag,
    extension_of,
    line_of,
    split,
    tag_of,
)
from standard_sitemap.sitemapsorg.sniffing import Text

if TYPE_CHECKING:
    from lxml.etree import _Element

# Limits on images of a page and news of a file, as Google documents them.
MOST_IMAGES = 1_000
MOST_NEWS = 1_000
_NAMES = ("urlset", "sitemapindex")
_OF_PAGES = frozenset({Tag.FREQUENCY, Tag.PRIORITY})

_COLUMNS: Mapping[Tag, Column] = {
    Tag.LAST_MODIFIED: "last_modified",
    Tag.FREQUENCY: "change_frequencies",
    Tag.PRIORITY: "priorities",
}
# The proper container of an entry, and the fault if it is in the other one.
_PLACES = {"sitemap": ("sitemapindex", "sitemap-in-urlset"), "url": ("urlset", "url-in-index")}


def entries_of(root: _Element, text: Text, faults: FaultCollector) -> Entries:
    """Return the entries of a urlset or index, in the order of the file; `text` is the source of its tree."""
    namespace, name = split(str(root.tag))
    _check_root(namespace, name, text.line_at(place_of_root(text.value, namespace)), faults)
    reader = _EntryReader(namespace, name, text, faults)
    reader.read(root)
    return reader.entries


def _check_root(namespace: str, name: str, line: int, faults: FaultCollector) -> None:
    if name not in _NAMES:
        faults.add("other-document-element", line, name=name)
    elif not namespace:
        faults.add("no-sitemap-namespace", line, name=name)
    elif namespace in OLD:
        faults.add("old-sitemap-namespace", line, name=name, namespace=namespace)
    elif namespace != SITEMAPS:
        faults.add("other-sitemap-namespace", line, name=name, namespace=namespace)


class _EntryReader:
    """A reader that visits the elements in the order of the file and collects entries."""

    def __init__(self, namespace: str, container: str, text: Text, faults: FaultCollector) -> None:
        self._lines: dict[Column, list[int]] = {column: [] for column in _COLUMNS.values()}
        self.entries = Entries(value_lines=self._lines.__getitem__)
        self._namespace = namespace
        self._container = container
        self._text = text
        self._first_line = text.line
        self._faults = faults
        self._tags: dict[str, Tag] = {}
        self._entry: _Element | None = None  # the <url> or <sitemap> being read
        self._foreign: _Element | None = None  # a misplaced entry, which is skipped
        self._row: int | None = None  # its row, once it has a <loc>
        self._early: list[_Element] = []  # the elements in it before its <loc>
        self._last: _Element | None = None  # the latest of its values
        self._last_tag = Tag.OTHER
        self._is_disordered = False
        self._images = 0
        self._title_of_image = ""  # of the only one in the entry
        self._news = 0
        self._entry_of_news: _Element | None = None
        self._undefined: set[str] = set()
        self._namespaces: set[str] = set()

    def read(self, root: _Element) -> None:
        """Read all elements below `root`."""
        tags = self._tags
        handlers = self._handlers()
        elements = root.iter("*")
        next(elements)
        for element in elements:
            name = str(element.tag)
            tag = tags.get(name)
            if tag is None:
                tag = tags[name] = tag_of(name, self._namespace)
                self._check_namespace(element, split(name)[0], root)
                self._check_case(element, tag)
            handler = handlers.get(tag)
            if handler is not None:
                handler(element)
        if not self._faults.has(*CUT_OFF):
            self._finish_entry()
        elif self._entry is not None:
            self._faults.cut_at = self._line(self._entry)
        if self._news > MOST_NEWS:
            self._faults.add("too-much-news", 0, count=str(self._news))

    def _handlers(self) -> dict[Tag, Callable[[_Element], None]]:
        return {
            Tag.ENTRY: self._start_entry,
            Tag.LOCATION: self._read_location,
            Tag.LAST_MODIFIED: self._read_own_value,
            Tag.FREQUENCY: self._read_own_value,
            Tag.PRIORITY: self._read_own_value,
            Tag.LINK: self._read_value,
            Tag.NEWS: self._read_news,
            Tag.NEWS_TITLE: self._read_value,
            Tag.VIDEO: self._read_video,
            Tag.VIDEO_TITLE: self._read_value,
            Tag.IMAGE: self._read_image,
            Tag.UNDEFINED: self._add_undefined,
        }

    def _line(self, element: _Element) -> int:
        return line_of(element, self._first_line)

    def _check_namespace(self, element: _Element, namespace: str, root: _Element) -> None:
        """Record a fault for a namespace similar to an extension's, once, where it is declared."""
        right = NAMESPACES.get(extension_of(namespace))
        if right is None or right == namespace or namespace in self._namespaces:
            return
        self._namespaces.add(namespace)
        prefix = f":{element.prefix}" if element.prefix else ""
        is_declared_above = root.nsmap.get(element.prefix) == namespace
        self._faults.add(
            "other-extension-namespace",
            self._text.line_at(place_of_root(self._text.value, namespace))
            if is_declared_above
            else self._line(element),
            name=f"{prefix[1:]}{':' if prefix else ''}{split(str(element.tag))[1]}",
            namespace=namespace,
            declaration=f'xmlns{prefix}="{right}"',
        )

    def _check_case(self, element: _Element, tag: Tag) -> None:
        """Record a fault, once, for an element that differs from a sitemap element only in its capitals."""
        name = split(str(element.tag))[1]
        if name != name.lower() and Tag.ENTRY <= tag <= Tag.PRIORITY:
            self._faults.add("capital-letters", self._line(element), name=name, right=name.lower())

    def _start_entry(self, element: _Element) -> None:
        self._finish_entry(self._line(element))
        container, code = _PLACES[split(str(element.tag))[1].lower()]
        if self._container != container and self._container in _NAMES:
            self._faults.add(code, self._line(element))
            self._foreign = element
        else:
            self._entry = element

    def _finish_entry(self, until: int | None = None) -> None:
        """End an entry; `until` is the line on which the next one begins."""
        damage = self._faults.damaged_at
        is_damaged = damage is not None and (until is None or damage <= until)
        if self._entry is not None and self._row is None and not is_damaged:
            name = split(str(self._entry.tag))[1]
            self._faults.add("no-location", self._line(self._entry), name=name)
        if self._images > MOST_IMAGES and self._row is not None:
            self._faults.add("too-many-images", self.entries.lines[self._row], count=str(self._images))
        # Several images do not name the page.
        if self._row is not None and self._title_of_image:
            self.entries.titles.setdefault(self._row, " ".join(self._title_of_image.split()))
        self._entry, self._foreign, self._row, self._images, self._title_of_image = None, None, None, 0, ""
        self._last = None
        self._early.clear()

    def _read_location(self, element: _Element) -> None:
        line = self._line(element)
        parent = element.getparent()
        if parent is self._foreign and parent is not None:
            return
        is_inside = self._entry is not None and parent is self._entry
        if not is_inside:
            self._faults.add("misplaced-location", line)
        elif self._row is not None:
            self._faults.add("second-location", line)
        self._check_nesting(element)
        row = self.entries.add(self._address(element), line)
        for lines in self._lines.values():
            lines.append(line)
        if is_inside and self._row is None:
            self._check_order(element, Tag.LOCATION)
            self._row = row
            for early in self._early:
                self._set(row, early)
            self._early.clear()

    def _check_nesting(self, element: _Element) -> None:
        if len(element):
            self._faults.add("nested-element", self._line(element), name=split(str(element.tag))[1])

    def _address(self, element: _Element) -> str:
        """Return the text of a <loc>; it ends before another element of sitemaps, which shows a missing end tag."""
        if any(self._tag(child) not in (Tag.OTHER, Tag.UNDEFINED) for child in element):
            return (element.text or "").strip()
        return _text(element)

    def _tag(self, element: _Element) -> Tag:
        name = str(element.tag)
        return self._tags.get(name) or tag_of(name, self._namespace)

    def _check_order(self, element: _Element, tag: Tag) -> None:
        """Record a fault, once, for values that are not in the order of the schema."""
        last = self._last
        if last is not None and tag < self._last_tag and not self._is_disordered:
            self._is_disordered = True
            name, before = (split(str(sibling.tag))[1] for sibling in (element, last))
            self._faults.add("unusual-order", self._line(element), name=name, before=before)
        self._last, self._last_tag = element, tag

    def _read_own_value(self, element: _Element) -> None:
        """Read <lastmod>, <changefreq> or <priority>; the latter two are not allowed for a sitemap."""
        name = split(str(element.tag))[1]
        self._check_nesting(element)
        if not _text(element):
            self._faults.add("empty-element", self._line(element), name=name)
        elif self._is_of_sitemap() and self._tags[str(element.tag)] in _OF_PAGES:
            self._faults.add("page-value-in-index", self._line(element), name=name)
        else:
            self._read_value(element)

    def _is_of_sitemap(self) -> bool:
        return self._entry is not None and split(str(self._entry.tag))[1].lower() == "sitemap"

    def _read_value(self, element: _Element) -> None:
        if self._entry is None:
            return
        tag = self._tags[str(element.tag)]
        if tag <= Tag.LINK:
            self._check_order(element, tag)
        if self._row is None:
            self._early.append(element)
        else:
            self._set(self._row, element)

    def _set(self, row: int, element: _Element) -> None:
        tag = self._tags[str(element.tag)]
        column = _COLUMNS.get(tag)
        if column is not None:
            self._set_value(row, column, element)
        elif tag == Tag.LINK:
            self._add_link(row, element)
        else:
            self._add_title(row, tag, _text(element))

    def _set_value(self, row: int, column: Column, element: _Element) -> None:
        values = self.entries.column(column)
        if values[row]:
            self._faults.add("repeated-element", self._line(element), name=split(str(element.tag))[1])
        else:
            values[row] = _text(element)
            self._lines[column][row] = self._line(element)

    def _add_link(self, row: int, element: _Element) -> None:
        language, relation = element.get("hreflang"), element.get("rel") or ""
        if not relation.split():
            self._faults.add("link-without-relation", self._line(element))  # D70
            return
        if language is None:
            return
        if "alternate" not in relation.lower().split():
            self._faults.add("other-relation", self._line(element), value=relation)
        else:
            alternate = Alternate(language, (element.get("href") or "").strip(), self._line(element))
            self.entries.alternates.setdefault(row, []).append(alternate)

    def _add_title(self, row: int, tag: Tag, title: str) -> None:
        """Record a page's title: the title of its news takes precedence over the title of its first video."""
        if title and (tag == Tag.NEWS_TITLE or row not in self.entries.titles):
            self.entries.titles[row] = title

    def _read_news(self, element: _Element) -> None:
        self._news += 1
        if self._entry is not None and self._entry is self._entry_of_news:
            self._faults.add("repeated-element", self._line(element), name="news:news")
        self._entry_of_news = self._entry
        check_news(Fields(element, self._line, self._faults), self._faults.now)

    def _read_video(self, element: _Element) -> None:
        page = self.entries.locations[self._row] if self._row is not None else ""
        check_video(Fields(element, self._line, self._faults), page)

    def _read_image(self, element: _Element) -> None:
        self._images += 1
        image = Fields(element, self._line, self._faults)
        check_image(image)
        titles = (image.text("title"), image.text("caption")) if self._images == 1 else ()
        self._title_of_image = next((title for title in titles if title and not is_file_name(title, image)), "")

    def _is_in_value(self, element: _Element) -> bool:
        """Return whether an element is inside a text-only element, whose fault is reported for the latter."""
        parent = element.getparent()
        return parent is not None and Tag.LOCATION <= self._tag(parent) <= Tag.PRIORITY

    def _add_undefined(self, element: _Element) -> None:
        name = split(str(element.tag))[1]
        language, href = element.get("hreflang"), element.get("href")
        if name.lower() == "link" and language is not None and href is not None:
            self._faults.add(
                "alternate-without-namespace", self._line(element), language=language, location=escaped(href.strip())
            )
            if self._row is not None:
                self._add_link(self._row, element)
        elif name not in self._undefined and not self._is_in_value(element):
            self._undefined.add(name)
            self._faults.add("undefined-element", self._line(element), name=name)


def _text(element: _Element) -> str:
    """Return all text of an element, without surrounding white space."""
    if len(element):
        return "".join(element.itertext()).strip()
    return (element.text or "").strip()

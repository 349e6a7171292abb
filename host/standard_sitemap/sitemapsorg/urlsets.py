"""The entries of a urlset or of an index, from its tree, however oddly it is put together. No <loc> is passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.xml_trees import OLD, SITEMAPS, Tag, split, tag_of

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_IMAGES = 1_000
MOST_NEWS = 1_000
_NAMES = ("urlset", "sitemapindex")
_OF_PAGES = frozenset({Tag.FREQUENCY, Tag.PRIORITY})

_LACKS = {Tag.NEWS: "news-without-title", Tag.VIDEO: "video-without-title", Tag.IMAGE: "image-without-location"}


def entries_of(root: _Element, first_line: int, faults: FaultCollector) -> Entries:
    """The entries of a urlset or index, in the order of the file."""
    namespace, name = split(str(root.tag))
    _check_root(namespace, name, _line(root, first_line), faults)
    reader = _Reader(namespace, first_line, faults)
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


def _line(element: _Element, first_line: int) -> int:
    return int(element.sourceline or 1) + first_line - 1


class _Reader:
    """Goes through the elements in the order of the file and makes entries of them."""

    def __init__(self, namespace: str, first_line: int, faults: FaultCollector) -> None:
        self.entries = Entries()
        self._namespace = namespace
        self._first_line = first_line
        self._faults = faults
        self._tags: dict[str, Tag] = {}
        self._entry: _Element | None = None  # the <url> or <sitemap> that is being read
        self._row: int | None = None  # its row, once it has a <loc>
        self._early: list[_Element] = []  # what stands in it before its <loc>
        self._images = 0
        self._news = 0
        self._waiting: dict[Tag, _Element] = {}  # <news:news> and others that have not had what they need
        self._undefined: set[str] = set()

    def read(self, root: _Element) -> None:
        """Read all elements below `root`."""
        tags, namespace, kind_of = self._tags, self._namespace, tag_of
        handlers = self._handlers()
        elements = root.iter("*")
        next(elements)
        for element in elements:
            name = str(element.tag)
            tag = tags.get(name)
            if tag is None:
                tag = tags[name] = kind_of(name, namespace)
            handler = handlers.get(tag)
            if handler is not None:
                handler(element)
        self._finish_entry()
        if self._news > MOST_NEWS:
            self._faults.add("too-much-news", 0, count=str(self._news))

    def _handlers(self) -> dict[Tag, Callable[[_Element], None]]:
        return {
            Tag.ENTRY: self._start_entry,
            Tag.LOCATION: self._take_location,
            Tag.LAST_MODIFIED: self._take_own_value,
            Tag.FREQUENCY: self._take_own_value,
            Tag.PRIORITY: self._take_own_value,
            Tag.LINK: self._take_value,
            Tag.NEWS: self._take_news,
            Tag.NEWS_TITLE: self._take_value,
            Tag.VIDEO: self._take_video,
            Tag.VIDEO_TITLE: self._take_value,
            Tag.IMAGE: self._take_image,
            Tag.IMAGE_LOCATION: lambda _: self._met(Tag.IMAGE),
            Tag.UNDEFINED: self._add_undefined,
        }

    def _start_entry(self, element: _Element) -> None:
        self._finish_entry()
        self._entry = element

    def _finish_entry(self) -> None:
        self._end_extensions()
        if self._entry is not None and self._row is None:
            name = split(str(self._entry.tag))[1]
            self._faults.add("no-location", _line(self._entry, self._first_line), name=name)
        if self._images > MOST_IMAGES and self._row is not None:
            self._faults.add("too-many-images", self.entries.lines[self._row], count=str(self._images))
        self._entry, self._row, self._images = None, None, 0
        self._early.clear()

    def _take_location(self, element: _Element) -> None:
        line = _line(element, self._first_line)
        location = _text(element)
        is_inside = self._entry is not None and element.getparent() is self._entry
        if not is_inside:
            self._faults.add("misplaced-location", line)
        elif self._row is not None:
            self._faults.add("second-location", line)
        row = self.entries.add(location, line)
        if is_inside and self._row is None:
            self._row = row
            for early in self._early:
                self._set(row, early)
            self._early.clear()

    def _take_own_value(self, element: _Element) -> None:
        """Takes <lastmod>, <changefreq> or <priority>; the latter two say nothing of a sitemap."""
        name = split(str(element.tag))[1]
        if not _text(element):
            self._faults.add("empty-element", _line(element, self._first_line), name=name)
        elif self._is_of_sitemap() and self._tags[str(element.tag)] in _OF_PAGES:
            self._faults.add("page-value-in-index", _line(element, self._first_line), name=name)
        else:
            self._take_value(element)

    def _is_of_sitemap(self) -> bool:
        return self._entry is not None and split(str(self._entry.tag))[1].lower() == "sitemap"

    def _take_value(self, element: _Element) -> None:
        if self._entry is None:
            return
        if self._row is None:
            self._early.append(element)
        else:
            self._set(self._row, element)

    def _set(self, row: int, element: _Element) -> None:
        entries, tag = self.entries, self._tags[str(element.tag)]
        if tag == Tag.LAST_MODIFIED:
            entries.last_modified[row] = entries.last_modified[row] or _text(element)
        elif tag == Tag.FREQUENCY:
            entries.change_frequencies[row] = entries.change_frequencies[row] or _text(element)
        elif tag == Tag.PRIORITY:
            entries.priorities[row] = entries.priorities[row] or _text(element)
        elif tag == Tag.LINK:
            self._add_link(row, element)
        else:
            self._add_title(row, tag, _text(element))

    def _add_link(self, row: int, element: _Element) -> None:
        language = element.get("hreflang")
        if language is not None and "alternate" in (element.get("rel") or "alternate").lower().split():
            self.entries.alternates.setdefault(row, []).append((language, (element.get("href") or "").strip()))

    def _add_title(self, row: int, tag: Tag, title: str) -> None:
        """Takes a page's title: that of its news counts more than that of its first video."""
        if not title:
            return
        self._met(Tag.NEWS if tag == Tag.NEWS_TITLE else Tag.VIDEO)
        if tag == Tag.NEWS_TITLE or row not in self.entries.titles:
            self.entries.titles[row] = title

    def _take_news(self, element: _Element) -> None:
        self._news += 1
        self._await(Tag.NEWS, element)

    def _take_video(self, element: _Element) -> None:
        self._await(Tag.VIDEO, element)

    def _take_image(self, element: _Element) -> None:
        self._images += 1
        self._await(Tag.IMAGE, element)

    def _await(self, tag: Tag, element: _Element) -> None:
        self._end_extensions(tag)
        self._waiting[tag] = element

    def _met(self, tag: Tag) -> None:
        self._waiting.pop(tag, None)

    def _end_extensions(self, only: Tag | None = None) -> None:
        """Adds faults for extensions that end without what they need."""
        for tag in [tag for tag in self._waiting if only in (None, tag)]:
            element = self._waiting.pop(tag)
            if self._row is None and tag != Tag.IMAGE:
                continue  # their titles wait for the <loc>
            self._faults.add(_LACKS[tag], _line(element, self._first_line))

    def _add_undefined(self, element: _Element) -> None:
        name = split(str(element.tag))[1]
        if name not in self._undefined:
            self._undefined.add(name)
            self._faults.add("undefined-element", _line(element, self._first_line), name=name)


def _text(element: _Element) -> str:
    """All text of an element, without the white space around it."""
    if len(element):
        return "".join(element.itertext()).strip()
    return (element.text or "").strip()

"""What a file says of its pages in the words of others: images, videos and news, kept as they are written.

sitemaps.org files have them in their entries; in Standard-Sitemap files elements of other namespaces may stand in
items, where no reader minds them. A second look at the few files that have any; opens no file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO

from lxml import etree

from standard_sitemap.model.uris import split_fragment
from standard_sitemap.sitemapsorg.entries import normal_address
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.reading import GZIP, unpacked
from standard_sitemap.ssp.names import NAMESPACE as SSP

NAMES = {
    "http://www.google.com/schemas/sitemap-image/1.1": "images",
    "http://www.google.com/schemas/sitemap-video/1.1": "videos",
    "http://www.google.com/schemas/sitemap-news/0.9": "news",
}
_MARK = b"google.com/schemas/sitemap-"
_ENTRY, _LOCATION = "url", "loc"
_ITEM = f"{{{SSP}}}item"


class Extensions:
    """The extensions of all files of a conversion; each is handed out once, and what never was is counted."""

    def __init__(self) -> None:
        self._at_location: dict[str, list[str]] = {}
        self._at_element: dict[tuple[str, int], list[str]] = {}
        self.left: Counter[str] = Counter()

    def add(self, uri: str, body: bytes) -> None:
        """Takes in what the file at `uri` has, in whichever format it is."""
        plain = unpacked(body, FaultCollector(uri)) if body.startswith(GZIP) else body
        # Entities would be read by another parser than ours: those few files go without.
        if _MARK not in plain or b"<!DOCTYPE" in plain:
            return
        file = split_fragment(uri)[0]
        for number, location, text, kind in _found(plain):
            self.left[kind] += 1
            if location is None:
                self._at_element.setdefault((file, number), []).append(text)
            elif (address := normal_address(location, uri)) is not None:
                self._at_location.setdefault(address, []).append(text)

    def of_location(self, location: str) -> tuple[str, ...]:
        """The elements that an entry of that address has."""
        return self._given(self._at_location.pop(location, ())) if self._at_location else ()

    def of_element(self, uri: str, number: int) -> tuple[str, ...]:
        """The elements that stand in an element of a Standard-Sitemap file, by its number in the file."""
        return self._given(self._at_element.pop((uri, number), ())) if self._at_element else ()

    def _given(self, texts: list[str] | tuple[str, ...]) -> tuple[str, ...]:
        for text in texts:
            self.left[_kind_of(text)] -= 1
        return tuple(texts)


def _kind_of(text: str) -> str:
    return next(name for namespace, name in NAMES.items() if namespace in text)


def _found(body: bytes) -> Iterator[tuple[int, str | None, str, str]]:
    """Each extension: the number of the element around it, the address of its entry (None in items), text, kind."""
    numbers: list[int] = []
    count = -1
    reader = etree.iterparse(
        BytesIO(body), events=("start", "end"), recover=True, huge_tree=True, resolve_entities=False, no_network=True,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    for event, element in reader:
        if event == "start":
            count += 1
            numbers.append(count)
            continue
        number = numbers.pop()
        if not isinstance(element.tag, str):
            continue
        name = etree.QName(element)
        if name.localname == _ENTRY and name.namespace != SSP:
            yield from _of_entry(element, number)
            element.clear()
        elif name.namespace in NAMES and _is_in(element, _ITEM):
            yield numbers[-1], None, _text(element), NAMES[name.namespace]


def _of_entry(entry: etree._Element, number: int) -> Iterator[tuple[int, str | None, str, str]]:
    locations = [child.text or "" for child in entry if etree.QName(child).localname == _LOCATION]
    for child in entry:
        namespace = etree.QName(child).namespace
        if namespace in NAMES:
            yield number, locations[0].strip() if locations else "", _text(child), NAMES[namespace]


def _is_in(element: etree._Element, tag: str) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == tag


def _text(element: etree._Element) -> str:
    """The element as it is written, with the namespaces that it uses, on one line where it can be."""
    alone = deepcopy(element)
    alone.tail = None
    for one in alone.iter():
        if len(one) and not (one.text or "").strip():
            one.text = None
        if one is not alone and not (one.tail or "").strip():
            one.tail = None
    etree.cleanup_namespaces(alone)
    return str(etree.tostring(alone, encoding="unicode"))

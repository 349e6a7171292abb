"""Extensions of the formats: images, videos and news of a page, kept as written.

sitemaps.org files have them in their entries. In Standard-Sitemap files, elements of other namespaces may stand in
items, where readers ignore them. Only the few files with extensions are parsed a second time. Opens no file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO

from lxml import etree

from standard_sitemap.model.display_text import referenced, visible
from standard_sitemap.model.gzip_members import GZIP
from standard_sitemap.model.uris import split_fragment
from standard_sitemap.sitemapsorg.document_type import without_document_type
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.lenient_xml import NAMESPACES, split
from standard_sitemap.sitemapsorg.locations import normal_address
from standard_sitemap.sitemapsorg.reading import unpacked
from standard_sitemap.sitemapsorg.sniffing import text_of
from standard_sitemap.ssp.names import NAMESPACE as SSP

NAMES = {NAMESPACES["image"]: "images", NAMESPACES["video"]: "videos", NAMESPACES["news"]: "news"}
OTHERS = "elements of other namespaces"
_ENTRIES = frozenset({"url", "sitemap"})
_VALUES = {"url": ("loc", "lastmod", "changefreq", "priority"), "sitemap": ("loc", "lastmod")}
_ITEM = f"{{{SSP}}}item"
# The start of the comment at the top of a converted file.
_OUR_COMMENT = "Made from "
# A file with only these elements, as most have, needs no second parse.
_PLAIN_TAGS = tuple(f"<{name}>".encode() for name in ("url", "sitemap", "loc", "lastmod", "changefreq", "priority"))
_DECLARED, _ROOTS = b"<?xml ", (b"<urlset", b"<sitemapindex")
_LINK, _LANGUAGE = b"<xhtml:link", b"hreflang="
_PREFIXED = re.compile(rb"<[A-Za-z_][\w.-]*+:")
_NAMESPACES = re.compile(rb"<[^<>]*\sxmlns=[^<>]*>(?=.*?<[^<>]*\sxmlns=)", re.DOTALL)
_DECLARATION = re.compile(r"<\?xml[ \t\r\n][^>]*>")


class Extensions:
    """The extensions of all files in a conversion. Each is returned once; `left` counts those not yet returned.

    `dropped` counts other content of a file that the converted file cannot hold.
    """

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._at_location: dict[str, list[str]] = {}
        self._at_element: dict[tuple[str, int], list[str]] = {}
        self.left: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()

    def add(self, uri: str, body: bytes) -> None:
        """Read the extensions of the file at `uri`, in either format, once per file."""
        plain = unpacked(body, FaultCollector(uri)) if body.startswith(GZIP) else body
        file = split_fragment(uri)[0]
        if file in self._files or _is_plain(plain):
            return
        self._files.add(file)
        for number, location, text, kind in _found(_without_document_type(plain), self.dropped):
            self.left[kind] += 1
            if location is None:
                self._at_element.setdefault((file, number), []).append(text)
            elif (address := normal_address(location, uri)) is not None:
                self._at_location.setdefault(address, []).append(text)

    def of_location(self, location: str) -> tuple[str, ...]:
        """Remove and return the elements of the entry with this address."""
        return self._taken(self._at_location.pop(location, ())) if self._at_location else ()

    def of_element(self, uri: str, number: int) -> tuple[str, ...]:
        """Remove and return the foreign elements inside an element of a Standard-Sitemap file.

        `number` is the element's position in the file.
        """
        return self._taken(self._at_element.pop((uri, number), ())) if self._at_element else ()

    def _taken(self, texts: list[str] | tuple[str, ...]) -> tuple[str, ...]:
        for text in texts:
            self.left[_kind_of(text)] -= 1
        return tuple(texts)


def _without_document_type(body: bytes) -> bytes:
    """Return a file with its declared entities expanded. Most files declare none and stay unchanged."""
    if b"<!DOCTYPE" not in body[:_START_BYTES].upper():
        return body
    nothing = FaultCollector("")
    text = without_document_type(text_of(body, None, nothing), nothing)
    return _DECLARATION.sub("", text.value, count=1).encode("utf-8", "replace")


def _kind_of(text: str) -> str:
    return next((name for namespace, name in NAMES.items() if f'"{namespace}"' in text), OTHERS)


def _is_plain(body: bytes) -> bool:
    """Return whether a file certainly holds only what its table or tree holds, judged by counting tags."""
    start = body[:_START_BYTES]
    if SSP.encode() in start:
        if b"<!--" in body or _PREFIXED.search(body):
            return False
        return body.count(b"xmlns=") < 2 or _NAMESPACES.search(body) is None
    roots = sum(map(start.count, _ROOTS))
    if not roots:
        return True  # a feed or a list, which has no extensions to keep
    links = body.count(_LINK)
    if links and (links != body.count(_LANGUAGE) or b"</xhtml:link" in body):
        return False
    # If all start tags are known, and there are as many end tags, the end tags are known too.
    begun, ended = sum(map(body.count, _PLAIN_TAGS)) + roots, body.count(b"</")
    return begun == ended and begun + ended + links + start.count(_DECLARED) == body.count(b"<")


# A file's first element starts within this range, even after comments.
_START_BYTES = 4_096


def _found(body: bytes, dropped: Counter[str]) -> Iterator[tuple[int, str | None, str, str]]:
    """Yield each extension: the number of the parent element, the entry's address (None in items), text, and kind."""
    numbers: list[int] = []
    count = -1
    reader = etree.iterparse(
        BytesIO(body), events=("start", "end", "comment", "pi"), recover=True, huge_tree=True, resolve_entities=False,
        no_network=True,
    )  # fmt: skip
    for event, element in reader:
        if event == "start":
            count += 1
            numbers.append(count)
            continue
        if event != "end":
            dropped["comments and instructions"] += not _is_own_comment(element)
            continue
        number = numbers.pop()
        namespace, name = split(str(element.tag))
        if namespace == SSP or _is_in(element, _ITEM):
            if namespace not in ("", SSP) and len(numbers) > 0:
                yield numbers[-1], None, _text(element), NAMES.get(namespace, OTHERS)
        elif name.lower() in _ENTRIES and namespace not in NAMES:
            yield from _of_entry(element, number, dropped)
            element.clear()


def _is_own_comment(element: etree._Element) -> bool:
    text = (element.text or "").strip()
    return text.startswith(_OUR_COMMENT) or (element.tag is etree.ProcessingInstruction and element.getparent() is None)


def _of_entry(entry: etree._Element, number: int, dropped: Counter[str]) -> Iterator[tuple[int, str | None, str, str]]:
    """Yield the extensions of an entry. Count its other content, apart from known values and languages."""
    own, kind = split(str(entry.tag))
    values = _VALUES[kind.lower()]
    children = [(child, *split(str(child.tag))) for child in entry if isinstance(child.tag, str)]
    names = Counter(name.lower() for _, namespace, name in children if namespace == own)
    locations = [child.text or "" for child, _, name in children if name.lower() == "loc"]
    dropped["repeated values"] += sum(names[name] - 1 for name in values[1:] if names[name] > 1)
    texts = [entry.text, *(child.tail for child in entry)]
    dropped["texts between elements"] += sum(1 for text in texts if text and text.strip())
    dropped["attributes"] += sum(len(child.attrib) for child, namespace, _ in children if namespace == own)
    dropped["attributes"] += len(entry.attrib)
    for child, namespace, name in children:
        is_language = name.lower().endswith("link") and child.get("hreflang") is not None
        if is_language or (namespace == own and name.lower() in values):
            continue
        if kind.lower() == "url" and namespace not in ("", own) and ":" not in name:
            yield number, locations[0].strip() if locations else "", _text(child), NAMES.get(namespace, OTHERS)
        else:
            dropped["undefined elements"] += 1


def _is_in(element: etree._Element, tag: str) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == tag


def _text(element: etree._Element) -> str:
    """Return the element's markup with the namespaces that it uses, on one line if possible."""
    alone = deepcopy(element)
    alone.tail = None
    for descendant in alone.iter():
        if len(descendant) and not (descendant.text or "").strip():
            descendant.text = None
        if descendant is not alone and not (descendant.tail or "").strip():
            descendant.tail = None
    etree.cleanup_namespaces(alone)
    markup = str(etree.tostring(alone, encoding="unicode"))
    names = "".join(str(name) for each in alone.iter() for name in (each.tag, *each.attrib, *each.nsmap))
    # A name cannot hold a reference, and needs no hidden character.
    return referenced(markup) if names.isascii() else visible(markup)

"""A sitemap file as a table of its elements in document order, built in one pass of Expat.

The table says what stands where; what it means is decided elsewhere. Nothing is fetched: no DTD, no entity.
Nesting costs no stack, so no bound on depth is needed beside that on elements.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple
from xml.parsers import expat

from . import encodings, names
from .addresses import Addresses
from .faults import Fault
from .names import KIND_NAMES, KIND_OF_TAG, NAMESPACE, SEPARATOR, XLINK_HREF, XML_BASE, XML_ID, Kind
from .uris import is_certain, is_hierarchical, resolve, split_fragment

# About 0.5 kB each: twice as many as the largest maps seen, and still within an ordinary machine's memory.
MAX_ELEMENTS = 5_000_000

# An item with a name and a url and nothing beyond these is plain: always kept, no role but tree, no context of its own.
_PLAIN = frozenset({"name", "url", "description"})
_CONTEXT = frozenset({XML_BASE, "baseurl", "lang", "charset", "type", "refer"})


class Context(NamedTuple):
    """What an element passes on to all below it: its base URI, and the qualities any ancestor may set (D13)."""

    base: str
    lang: str | None = None
    charset: str | None = None
    type: str | None = None
    refer: str | None = None


class Document:
    """One file's elements, numbered from 0 in document order.

    For element `i`: `kinds[i]`, `parents[i]` (-1 for the document element), `ends[i]` (the number after its last
    descendant), `lines[i]`, `attributes[i]`, and `contexts[context_of[i]]`. `plain[i]` is 1 for an item with a name
    and a url that surely is an address, and at most a description beside; `notables` lists, in order, all other
    elements: those that can bear on roles, exclusion or reachability, and the first item, which may come to be home.
    `ids` maps each id,
    in folded case, to the first element that bears it (D4); `scopes` holds the namespace prefixes in effect on
    each class change, `tags` the names of elements that the format does not know.
    """

    def __init__(self, uri: str, size: int) -> None:
        self.uri = uri
        self.size = size
        self.offset = 0  # the number of element 0 among all elements of the sitemap
        self.kinds = bytearray()
        self.parents = array("i")
        self.ends = array("I")
        self.lines = array("I")
        self.attributes: list[dict[str, str]] = []
        self.context_of = array("I")
        self.contexts: list[Context] = [Context(uri)]
        self.plain = bytearray()
        self.notables = array("I")
        self.ids: dict[str, int] = {}
        self.scopes: dict[int, dict[str, str]] = {}
        self.tags: dict[int, str] = {}
        self.faults: list[Fault] = []

    def __len__(self) -> int:
        return len(self.kinds)

    def context(self, index: int) -> Context:
        """The context in effect on an element."""
        return self.contexts[self.context_of[index]]

    def name(self, index: int) -> str:
        """The local name of an element; of a foreign one below the document element, what it is instead."""
        known = KIND_NAMES.get(Kind(self.kinds[index]))
        if known is None and index in self.tags:
            return self.tags[index].rpartition(SEPARATOR)[2]
        return known or "foreign element"

    def children(self, index: int) -> Iterator[int]:
        """The child elements of an element, of whatever kind."""
        child, end, ends = index + 1, self.ends[index], self.ends
        while child < end:
            yield child
            child = ends[child]

    def variant_children(self, index: int) -> list[int]:
        """The `<variant>` children of an element, found without looking at its others."""
        first, following = self._variant_links
        found = []
        child = first[index]
        while child:
            found.append(child)
            child = following[child]
        return found

    @cached_property
    def _variant_links(self) -> tuple[array[int], array[int]]:
        """For each element its first `<variant>` child, and for each of those the next one; 0 where there is none."""
        first, following = (array("I", bytes(4 * len(self))) for _ in range(2))
        for index in reversed(self.notables):
            if self.kinds[index] == Kind.VARIANT and index:
                parent = self.parents[index]
                first[parent], following[index] = index, first[parent]
        return first, following

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of this document, to look through."""
        return Addresses(self)

    def has_only_leaves(self, index: int) -> bool:
        """Whether all elements below an element are its children; takes time in the number of leaves it begins with."""
        first, end, step = index + 1, self.ends[index], 64
        while first < end:
            stop = min(first + step, end)
            if self.parents[first:stop] != array("i", [index]) * (stop - first):
                return False
            first, step = stop, step * 2
        return True

    def notables_from(self, index: int, low: int = 0) -> int:
        """The place in `notables` of the first element numbered `index` or above."""
        return bisect_left(self.notables, index, low)

    def url(self, index: int) -> str | None:
        """The `url` of an element as written, or what obsolete `xlink:href` says for it (D22)."""
        attributes = self.attributes[index]
        return attributes.get("url", attributes.get(XLINK_HREF))

    def location(self, index: int) -> str | None:
        """The `url` of an element, resolved against the base of that element (D14); None without one."""
        url = self.url(index)
        return None if url is None else resolve(self.context(index).base, url)

    def fault(self, code: str, index: int | None, **params: str) -> Fault:
        """A fault at an element of this document, or in the document as a whole."""
        return Fault(code, self.uri, 0 if index is None else self.lines[index], params)


def parse(uri: str, body: bytes, content_type: str | None = None, max_elements: int = MAX_ELEMENTS) -> Document:
    """The document at `uri` that `body` holds; one that cannot be read has no elements and says why in its faults.

    `content_type` is the value of the HTTP field, None for a file without one. Of a document with more than
    `max_elements` the first ones are kept. [Parsing sitemaps, D3]
    """
    uri = split_fragment(resolve(uri, "") or uri)[0]
    document = Document(uri, len(body))
    fault = _read(document, body, content_type, max_elements)
    if fault is not None:
        failed = Document(uri, len(body))
        failed.faults.append(fault)
        return failed
    return document


def _read(document: Document, body: bytes, content_type: str | None, max_elements: int) -> Fault | None:
    type_name, charset = encodings.media_type(content_type) if content_type else (None, None)
    if type_name is not None and not encodings.is_xml_type(type_name):
        return document.fault("wrong-type", None, type=type_name)
    try:
        data = encodings.to_utf8(body, charset)
    except encodings.UnknownEncoding as error:
        return document.fault("unknown-encoding", None, encoding=error.args[0])
    except UnicodeError as error:
        return document.fault("undecodable", None, encoding=getattr(error, "encoding", "valid text"))
    try:
        _Builder(document, max_elements).build(data)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        return Fault("not-well-formed", document.uri, error.lineno, {"reason": reason})
    except _EntityDeclared as error:
        return Fault("entity-declared", document.uri, error.args[1], {"name": error.args[0]})
    return None


class _EntityDeclared(Exception):
    """The document declares an entity: `args` are its name and its line."""


class _Full(Exception):
    """The bound on elements is reached."""


class _Builder:
    """Fills a document's table from Expat's events."""

    def __init__(self, document: Document, max_elements: int) -> None:
        self._document = document
        self._max_elements = max_elements
        self._open = [-1]
        self._open_contexts = [0]
        self._prefixes: dict[str, list[str]] = {}
        self._not_plain: list[int] = []
        self._climbed: set[int] = set()
        self._is_address = is_certain if is_hierarchical(document.uri) else lambda _url: False

    def build(self, data: bytes) -> None:
        parser = expat.ParserCreate("utf-8", SEPARATOR)
        parser.specified_attributes = True
        parser.StartElementHandler = self._start_handler(parser)
        parser.EndElementHandler = self._end_handler()
        parser.StartNamespaceDeclHandler = self._declare
        parser.EndNamespaceDeclHandler = self._undeclare
        parser.EntityDeclHandler = lambda name, *_: self._refuse_entity(name, parser.CurrentLineNumber)
        try:
            parser.Parse(data, True)
        except _Full:
            self._close()
        self._note_first_item()
        if self._not_plain:
            self._document.notables = array("I", sorted([*self._document.notables, *self._not_plain]))

    def _start_handler(self, parser: expat.XMLParserType) -> Callable[[str, dict[str, str]], None]:
        """The handler of start tags; what it needs for every element is bound once."""
        document, opened, contexts = self._document, self._open, self._open_contexts
        kinds, parents, ends, lines = document.kinds, document.parents, document.ends, document.lines
        attributes_of, context_of, limit = document.attributes, document.context_of, self._max_elements
        plain, kind_of, is_plain, item = document.plain, KIND_OF_TAG.get, _PLAIN.issuperset, int(Kind.ITEM)
        is_address = self._is_address

        def start(tag: str, attributes: dict[str, str]) -> None:
            index = len(kinds)
            if index >= limit:
                raise _Full
            kind = kind_of(tag, 0)
            kinds.append(kind)
            parents.append(opened[-1])
            ends.append(0)
            lines.append(parser.CurrentLineNumber)
            attributes_of.append(attributes)
            if (
                kind == item
                and "name" in attributes
                and "url" in attributes
                and is_plain(attributes)
                and is_address(attributes["url"])
            ):
                context_of.append(contexts[-1])
                plain.append(1)
            else:
                plain.append(0)
                self._add_notable(index, tag, attributes)
            contexts.append(context_of[index])
            opened.append(index)

        return start

    def _end_handler(self) -> Callable[[str], None]:
        ends, kinds, opened, contexts = self._document.ends, self._document.kinds, self._open, self._open_contexts

        def end(_tag: str) -> None:
            contexts.pop()
            ends[opened.pop()] = len(kinds)

        return end

    def _add_notable(self, index: int, tag: str, attributes: dict[str, str]) -> None:
        document = self._document
        document.notables.append(index)
        document.context_of.append(self._open_contexts[-1])
        if not _CONTEXT.isdisjoint(attributes):
            self._add_context(index, attributes)
        if XML_ID in attributes:
            self._add_id(index, attributes[XML_ID])
        kind = document.kinds[index]
        if kind == Kind.FOREIGN:
            self._add_foreign(index, tag)
        elif kind == Kind.VARIANT:
            self._add_variant(index)
        elif kind in (Kind.CLASS_CHANGE, Kind.CHANGE):
            document.scopes[index] = {prefix: uris[-1] for prefix, uris in self._prefixes.items() if uris}

    def _add_context(self, index: int, attributes: dict[str, str]) -> None:
        document = self._document
        above = document.context(index)
        base = attributes.get(XML_BASE, attributes.get("baseurl"))  # D23
        resolved = above.base if base is None else resolve(above.base, base)
        if resolved is None or not is_hierarchical(resolved):
            resolved = None
            document.faults.append(document.fault("bad-url", index, value=base or ""))
        document.contexts.append(
            Context(
                resolved or above.base,
                attributes.get("lang", above.lang),
                attributes.get("charset", above.charset),
                attributes.get("type", above.type),
                attributes.get("refer", above.refer),
            )
        )
        document.context_of[index] = len(document.contexts) - 1

    def _add_id(self, index: int, value: str) -> None:
        document = self._document
        trimmed = value.strip(names.WHITE_SPACE)
        first = document.ids.setdefault(fold_id(trimmed), index) if trimmed else index
        if first != index:
            line = str(document.lines[first])
            document.faults.append(document.fault("duplicate-id", index, id=trimmed, first=line))

    def _add_variant(self, index: int) -> None:
        """Takes a node whose variant may have no location for one that is not plain."""
        document = self._document
        url = document.url(index)
        if url is None or self._is_address(url):
            return
        node = document.parents[index]
        while node >= 0 and document.kinds[node] == Kind.VARIANT and node not in self._climbed:
            self._climbed.add(node)
            node = document.parents[node]
        if node >= 0 and document.plain[node]:
            self._mark_notable(node)

    def _mark_notable(self, index: int) -> None:
        self._document.plain[index] = 0
        self._not_plain.append(index)

    def _add_foreign(self, index: int, tag: str) -> None:
        namespace, _, name = tag.rpartition(SEPARATOR)
        if namespace == NAMESPACE:
            self._document.kinds[index] = Kind.UNKNOWN
            self._document.tags[index] = name
        elif index == 0:
            self._document.tags[index] = tag

    def _declare(self, prefix: str | None, uri: str | None) -> None:
        if prefix is not None and uri is not None:
            self._prefixes.setdefault(prefix, []).append(uri)

    def _undeclare(self, prefix: str | None) -> None:
        if prefix is not None:
            self._prefixes[prefix].pop()

    def _note_first_item(self) -> None:
        """Makes the item that may be the implied home notable, so that a walk meets it in its place (D9, D11)."""
        document = self._document
        items = (child for child in document.children(0) if document.kinds[child] == Kind.ITEM)
        first = next(items, None) if len(document) else None
        if first is not None and document.plain[first]:
            self._mark_notable(first)

    def _refuse_entity(self, name: str, line: int) -> None:
        raise _EntityDeclared(name, line)

    def _close(self) -> None:
        document = self._document
        document.faults.append(document.fault("too-many-elements", None, limit=str(self._max_elements)))
        for index in self._open[1:]:
            document.ends[index] = len(document)


def fold_id(value: str) -> str:
    """An id as it is compared: trimmed, without regard to case (D4)."""
    return value.strip(names.WHITE_SPACE).casefold()

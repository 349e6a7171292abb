"""The table of a file's elements, built from Expat's events. `document_type` reads the additions of a document type."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from sys import getsizeof
from typing import TYPE_CHECKING
from xml.parsers import expat

from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.menus import LOCATION_LENGTH
from standard_sitemap.model.site import Bounds
from standard_sitemap.model.uris import is_certain, is_hierarchical, resolve
from standard_sitemap.ssp import names
from standard_sitemap.ssp.class_changes import LONGEST_ELEM, MOST_FOLLOWED
from standard_sitemap.ssp.documents import NO_BASE, Context, Document, fold_id, is_id
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.feeding import LONGEST_MARKUP, Feeder, MarkupTooLong
from standard_sitemap.ssp.names import (
    KIND_OF_TAG,
    NAMESPACE,
    SEPARATOR,
    UNRESOLVED,
    XML_BASE,
    XML_ID,
    Kind,
    is_blank,
    is_priority,
)
from standard_sitemap.ssp.roles import first_item

if TYPE_CHECKING:
    from standard_sitemap.ssp.document_type import Declarations, StartHandler

# An item is plain if it has a non-empty name and url and only these attributes. A plain item is always kept, has only
# the role tree, and sets no context.
_PLAIN = frozenset({"name", "url", "description"})
# An item is also plain with these attributes, if their values are valid.
_HARMLESS: dict[str, Callable[[str], bool]] = {
    "priority": is_priority,
    "relation": names.RELATIONS.__contains__,
    XML_ID: is_id,
    names.LAST_MODIFIED: bool,
    names.CHANGE_FREQUENCY: bool,
}
# The limit for one file: only a program writes thousands of them.
_FAULTS_OF_LENGTH = 10
# A shared dictionary, which saves one for each of two million elements without attributes.
_NONE: dict[str, str] = {}
# Prefixes in effect at one place: more than anyone declares. Beyond this number, a class change keeps only the prefixes
# that it may use.
_PREFIXES = 100
# Names in any script: each may be a prefix in an expression, or be part of an attribute.
_WORDS = re.compile(r"[^\W\d][\w.\-·]*")
# All bases of a file together, as a multiple of its own length and a constant: each base extends the one around it.
_BASES_FACTOR, _BASES_FREE = 8, 1_000_000
# Bytes of memory, measured with maps that hold nothing else. In order: an unread element; a read element; each
# attribute of an element that is not plain, without its value; its inherited context; an id.
_UNREAD_BYTES, _READ_BYTES, _ATTRIBUTE_BYTES, _CONTEXT_BYTES, _ID_BYTES = 40, 370, 60, 150, 160
# Elements that nothing inside is reported of: the element itself is a fault, or belongs to another program.
_OPAQUE = frozenset({Kind.FOREIGN, Kind.UNKNOWN, Kind.STYLE, Kind.IMAGE})
# Characters shown of a text.
_SHOWN = 40
_CONTEXT = frozenset({XML_BASE, "baseurl", "lang", "charset", "type", "refer"})


class _ElementLimit(Exception):
    """The limit on elements or on their memory is reached."""


class Builder:
    """A builder that fills a document's table from the bytes that it is fed.

    `opened` are the open elements, with -1 at the bottom; `opened_contexts` are the contexts in effect in them.
    `is_simple` is true if an `item` without prefix is always an item of the format, and if attribute values need no
    expansion. That requires one default namespace, no document type, and an address against which others can be
    resolved. `declared` are the declarations of the document type, if the file has one.
    """

    def __init__(self, document: Document, bounds: Bounds, declared: Declarations | None = None) -> None:
        self.document = document
        self.bounds = bounds
        self.opened = [-1]
        self.opened_contexts = [0]
        self.is_simple = False
        self._prefixes: dict[str, list[str]] = {}
        self._not_plain: list[int] = []
        self._climbed: set[int] = set()
        self._is_address = is_certain if document.is_based else lambda _url: False
        self._is_full = False
        self._room = bounds.room
        self._room_for_bases = _BASES_FREE + _BASES_FACTOR * document.size
        self._left_out = 0
        self._too_long = 0
        self._is_too_deep = False
        self._text_place = (-1, 0)
        # Namespaces and names never contain the separator, so a tag splits in one way only.
        self._parser = expat.ParserCreate("utf-8", SEPARATOR)
        self._feeder = Feeder(self._parser)
        self._parser.StartNamespaceDeclHandler, self._parser.EndNamespaceDeclHandler = self._declare, self._undeclare
        self._has_document_type = declared is not None
        self._start, self._end = self._start_handler(), self._end_handler()
        if declared:
            self._start = declared.listen(self._parser, self._start, self._note_unresolved)
        self._text = self._text_handler(self._parser.CharacterDataHandler)
        self._listen()

    @property
    def line(self) -> int:
        """The line on which the next bytes begin."""
        return self._parser.CurrentLineNumber

    @property
    def unfinished(self) -> int:
        """The number of bytes of an unfinished token, all of which the next call reads again."""
        return self._feeder.unfinished

    def feed(self, data: bytes | memoryview, *, is_last: bool = False) -> None:
        """Feed the next bytes. Raises MalformedMarkup, and MarkupTooLong."""
        # Bytes after the limit are not parsed, because they cannot change the result.
        if self._is_full:
            return
        try:
            self._feeder.feed(data, is_last=is_last)
        except _ElementLimit:
            self._close("too-many-elements", 0, len(self.document))

    def feed_all(self, data: bytes) -> None:
        """Feed the whole file, up to markup that is too long. Raises MalformedMarkup."""
        try:
            self.feed(data, is_last=True)
        except MarkupTooLong as error:
            self._close("markup-too-long", error.line, LONGEST_MARKUP)

    def namespace_of(self, prefix: str) -> str:
        """Return the namespace of a prefix where the next bytes begin; "" for an undeclared prefix."""
        declared = self._prefixes.get(prefix)
        return declared[-1] if declared else ""

    def has_room_for(self, tags: int, size: int, *, is_flat: bool) -> bool:
        """Return whether `tags` tags of `size` bytes in all certainly stay within bounds, however they nest."""
        elements, depth, attribute = self.bounds[:3]
        deepest = len(self.opened) + (0 if is_flat else tags)
        is_small = len(self.document) + tags <= elements and self._room >= 0
        return is_small and deepest <= depth and size <= attribute

    def spend(self, count: int) -> None:
        """Charge the memory of `count` elements that are left unread."""
        self._room -= _UNREAD_BYTES * count

    def feed_unheeded(self, data: bytes) -> None:
        """Feed bytes whose tags are in the table already."""
        # Expat only counts lines and matches tags here; without handlers it makes no calls.
        parser = self._parser
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
        self.feed(data)
        self._listen()

    def finished(self) -> Document:
        """Return the document, once all bytes have been fed."""
        self._note_first_item()
        self._note_items_without_base()
        if self._not_plain:
            self.document.notables = array("I", sorted([*self.document.notables, *self._not_plain]))
        self.document.weight += self.bounds.room - self._room
        return self.document

    def _listen(self) -> None:
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._start, self._end
        self._parser.CharacterDataHandler = self._text

    def _start_handler(self) -> StartHandler:
        """Return the handler of start tags, with the values needed for every element bound once."""
        document, opened, contexts, parser = self.document, self.opened, self.opened_contexts, self._parser
        kinds, parents, ends, lines = document.kinds, document.parents, document.ends, document.lines
        attributes_of, context_of, (limit, depth, longest) = document.attributes, document.context_of, self.bounds[:3]
        plain, kind_of, is_plain, item = document.plain, KIND_OF_TAG.get, _PLAIN.issuperset, int(Kind.ITEM)
        is_address, cost = self._is_address, _READ_BYTES

        def start(tag: str, attributes: dict[str, str]) -> None:
            index, kind = len(kinds), kind_of(tag, 0)
            if index >= limit or self._room < 0:
                raise _ElementLimit
            if len(opened) > depth:
                self._leave_out()
                return
            kinds.append(kind)
            parents.append(opened[-1])
            ends.append(0)
            lines.append(parser.CurrentLineNumber)
            # A loop, since a generator costs more: this function runs for each of a million elements.
            for value in attributes.values():
                if len(value) > longest:
                    attributes = self._shortened(index, attributes)
                    break
            attributes_of.append(attributes or _NONE)
            is_named = kind == item and "name" in attributes and attributes["name"].strip(WHITE_SPACE)
            if is_named and attributes.get("url") and is_plain(attributes) and is_address(attributes["url"]):
                context_of.append(contexts[-1])
                plain.append(1)
                self._room -= cost
            else:
                self._add_other(index, tag, attributes)
            contexts.append(context_of[index])
            opened.append(index)

        return start

    def _end_handler(self) -> Callable[[str], None]:
        ends, kinds, opened, contexts = self.document.ends, self.document.kinds, self.opened, self.opened_contexts

        def end(_tag: str) -> None:
            contexts.pop()
            # The descendants of an element have the numbers from its own to its end, so a subtree is a slice.
            ends[opened.pop()] = len(kinds)

        return end

    def _text_handler(self, outer: Callable[[str], None] | None) -> Callable[[str], None]:
        """Return the handler of text; `outer` is that of the document type."""

        def text(data: str) -> None:
            if data.isspace() and data.isascii():  # runs several times for each of a million elements
                return
            if outer is not None:
                outer(data)
            self._note_text(data)

        return text

    def _note_text(self, data: str) -> None:
        """Record a fault for the first part of a text between tags: elements of the format hold none (D70)."""
        kinds, parent = self.document.kinds, self.opened[-1]
        place = (parent, len(kinds))
        is_noted = place == self._text_place or UNRESOLVED in data
        if is_noted or self._left_out or kinds[0] == Kind.FOREIGN or kinds[parent] in _OPAQUE:
            return
        self._text_place = place
        name = self.document.name(parent)
        self.document.note_line("text-in-element", self.line, text=data.strip()[:_SHOWN], name=name)

    def _leave_out(self) -> None:
        """Leave out the element that begins, with all its content."""
        if not self._is_too_deep:
            self._is_too_deep = True
            params = {"limit": str(self.bounds.depth)}
            self.document.faults.append(Fault("too-deep", self.document.uri, self.line, params))
        self._left_out = 1
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._begin_left_out, self._end_left_out

    def _begin_left_out(self, _tag: str, _attributes: dict[str, str]) -> None:
        self._left_out += 1

    def _end_left_out(self, _tag: str) -> None:
        self._left_out -= 1
        if not self._left_out:
            self._listen()

    def _shortened(self, index: int, attributes: dict[str, str]) -> dict[str, str]:
        """Return the attributes without values that are too long."""
        longest = self.bounds.attribute
        for name, value in attributes.items():
            if len(value) > longest and self._too_long < _FAULTS_OF_LENGTH:
                self._too_long += 1
                shown = name.rpartition(SEPARATOR)[2][:100]
                fault = self.document.fault("attribute-too-long", index, name=shown, limit=str(longest))
                self.document.faults.append(fault)
        # A value is dropped whole: the beginning of an address leads to another page, and the beginning of an
        # expression selects other elements.
        return {name: value for name, value in attributes.items() if len(value) <= longest}

    def _add_other(self, index: int, tag: str, attributes: dict[str, str]) -> None:
        document = self.document
        document.context_of.append(self.opened_contexts[-1])
        is_plain = document.kinds[index] == Kind.ITEM and self._is_plain(attributes)
        document.plain.append(is_plain)
        self._room -= _READ_BYTES
        if not is_plain:
            self._add_notable(index, tag, attributes)
        if XML_ID in attributes:
            self.add_id(index, attributes[XML_ID])

    def _is_plain(self, attributes: dict[str, str]) -> bool:
        if is_blank(attributes.get("name", "")) or is_blank(attributes.get("url", "")):
            return False
        if not self._is_address(attributes["url"]):
            return False
        return all(
            name in _PLAIN or (name in _HARMLESS and _HARMLESS[name](value)) for name, value in attributes.items()
        )

    def _add_notable(self, index: int, tag: str, attributes: dict[str, str]) -> None:
        document = self.document
        document.notables.append(index)
        self._room -= sum(map(getsizeof, attributes.values())) + _ATTRIBUTE_BYTES * len(attributes)
        if not _CONTEXT.isdisjoint(attributes):
            self._add_context(index, attributes)
        kind = document.kinds[index]
        if kind == Kind.FOREIGN:
            self._add_foreign(index, tag)
        elif kind == Kind.VARIANT:
            self._add_variant(index)
        elif kind in (Kind.CLASS_CHANGE, Kind.CHANGE):
            self._add_scope(index, attributes)

    def _add_scope(self, index: int, attributes: dict[str, str]) -> None:
        """Record the prefixes in effect on a class change of the sitemap; of very many, only those it may use."""
        scopes, prefixes = self.document.scopes, self._prefixes
        if len(scopes) >= MOST_FOLLOWED or self.document.parents[index] != 0:
            return
        wanted: Iterable[str] = prefixes
        if len(prefixes) > _PREFIXES:
            wanted = _WORDS.findall(f"{attributes.get('elem', '')[:LONGEST_ELEM]} {attributes.get('attr', '')}")
        scopes[index] = {prefix: uris[-1] for prefix in wanted if (uris := prefixes.get(prefix))}

    def _add_context(self, index: int, attributes: dict[str, str]) -> None:
        document = self.document
        self._room -= _CONTEXT_BYTES
        above = document.context(index)
        base = attributes.get(XML_BASE, attributes.get("baseurl"))  # D23
        resolved = above.base if base is None else self._resolved_base(index, above.base, base)
        document.contexts.append(
            Context(
                resolved,
                # An empty value is a value: `lang=""` states that there is no language, and ends inheritance (D67).
                attributes.get("lang", above.lang),
                attributes.get("charset", above.charset),
                attributes.get("type", above.type),
                attributes.get("refer", above.refer),
            )
        )
        document.context_of[index] = len(document.contexts) - 1

    def _resolved_base(self, index: int, above: str, base: str) -> str:
        """Return the base that an element sets.

        Record a fault and return no base if it is unusable (D47) or longer than any link (D43). Return the base above
        if all bases together are too long.
        """
        document = self.document
        if self._room_for_bases < len(above):  # otherwise memory would grow with the square of a file's length
            document.note("bases-too-long", None, limit=str(_BASES_FACTOR))
            return above
        # XML Base: the base of an element is resolved against the base around it, so each may be longer than the last.
        resolved = resolve(above, base)
        if resolved is None or not is_hierarchical(resolved):
            document.note("bad-url", index, value=base)
            return NO_BASE
        if len(resolved) > LOCATION_LENGTH:  # each of thousands of addresses below it would be resolved against it
            document.note("location-too-long", index, length=str(len(resolved)), limit=str(LOCATION_LENGTH))
            return NO_BASE
        self._room_for_bases -= len(resolved)
        return resolved

    def add_ids(self, first: int, folded: Sequence[str]) -> bool:
        """Assign ids to consecutive elements from `first` on; return False if an id is taken."""
        ids = self.document.ids
        if len(set(folded)) < len(folded) or not ids.keys().isdisjoint(folded):
            return False
        ids.update(zip(folded, range(first, first + len(folded)), strict=True))
        self._room -= _ID_BYTES * len(folded)
        return True

    def add_id(self, index: int, value: str) -> None:
        """Assign an id to an element unless it is taken."""
        document = self.document
        self._room -= _ID_BYTES
        # xml:id normalises the value as for all attributes of type ID: surrounding white space does not count (D4).
        trimmed = value.strip(WHITE_SPACE)
        # The first in document order has the id (D4).
        first = document.ids.setdefault(fold_id(trimmed), index) if trimmed else index
        if first != index:
            line = str(document.lines[first])
            document.note("duplicate-id", index, id=trimmed, first=line)

    def _add_variant(self, index: int) -> None:
        """Mark a node as not plain if one of its variants has no location."""
        document = self.document
        url = document.url(index)
        if url is None or not is_blank(url):
            return
        node = document.parents[index]
        # The walk climbs from each variant once, however many are nested in it: a thousand nested ones cost a thousand
        # steps.
        while node >= 0 and document.kinds[node] == Kind.VARIANT and node not in self._climbed:
            self._climbed.add(node)
            node = document.parents[node]
        if node >= 0 and document.plain[node]:
            self._mark_notable(node)

    def _mark_notable(self, index: int) -> None:
        self.document.plain[index] = 0
        self._not_plain.append(index)

    def _add_foreign(self, index: int, tag: str) -> None:
        namespace, _, name = tag.rpartition(SEPARATOR)
        # A misspelling, or an element of a later version: its name is kept for the fault. An element of another
        # namespace belongs to another program.
        if namespace == NAMESPACE:
            self.document.kinds[index] = Kind.UNKNOWN
            self.document.tags[index] = name
        elif index == 0:
            self.document.tags[index] = tag
        else:
            self._note_foreign(index, namespace, name)

    def _note_foreign(self, index: int, namespace: str, name: str) -> None:
        """Record a fault for the outermost of elements outside the format in a sitemap (D70)."""
        document = self.document
        if document.kinds[0] == Kind.FOREIGN or document.kinds[document.parents[index]] in _OPAQUE:
            return
        code = "foreign-element" if namespace else "element-without-namespace"
        document.note(code, index, name=name[:_SHOWN], namespace=namespace[:200])

    def _declare(self, prefix: str | None, uri: str | None) -> None:
        if prefix is None:
            self.is_simple = (
                # It is declared on the document element alone; further inside, `item` may have two meanings.
                uri == NAMESPACE and not len(self.document) and self.document.is_based and not self._has_document_type
            )
        else:
            self._prefixes.setdefault(prefix, []).append(uri or "")

    # A prefix may be declared again inside an element, so each has a stack of namespaces.
    def _undeclare(self, prefix: str | None) -> None:
        if prefix is not None:
            self._prefixes[prefix].pop()

    def _note_first_item(self) -> None:
        """Make the item that may be the implied home notable, so that a walk meets it in its place (D9, D11)."""
        document = self.document
        first = first_item(document) if len(document) else None
        if first is not None and document.plain[first]:
            self._mark_notable(first)

    def _note_items_without_base(self) -> None:
        """Make plain items notable if they have a relative address but no usable base, which is a fault (D47)."""
        document = self.document
        without_base = {number for number, context in enumerate(document.contexts) if context.base == NO_BASE}
        if without_base:
            for index, number in enumerate(document.context_of):
                if number in without_base and document.plain[index] and document.location(index) is None:
                    self._mark_notable(index)

    def _note_unresolved(self, name: str) -> None:
        self.document.note_line("unresolved-reference", self.line, name=name[:100])

    def _close(self, code: str, line: int, limit: int) -> None:
        """End the document at a limit, with a fault on a line."""
        self._is_full = True
        document = self.document
        document.faults.append(Fault(code, document.uri, line, {"limit": str(limit)}))
        # The open elements end here, so every subtree stays a slice of the table.
        for index in self.opened[1:]:
            document.ends[index] = len(document)

"""Removal of the document type of a sitemaps.org file: expands its entities and default attributes in the text. [D31]

Sitemaps have none, so most files cost one match. `model.document_types` has the rules of declarations. Nothing outside
the file is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from standard_sitemap.model.document_types import (
    FREE,
    MOST_REFERENCES,
    REFERENCE,
    BrokenDocumentType,
    DeclarationsTooLarge,
    DocumentType,
    end_of_prolog,
    expanded_lengths,
    read_document_type,
)
from standard_sitemap.model.encodings import SHORT_ENTITIES
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sniffing import BEFORE_DOCTYPE, PAGE, Text

_BEGINNING = re.compile(BEFORE_DOCTYPE + "<!DOCTYPE", re.DOTALL | re.IGNORECASE)
# An approximate pattern of a declaration, for malformed ones.
_ROUGHLY = re.compile(BEFORE_DOCTYPE + r"(<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)", re.DOTALL | re.IGNORECASE)
# Sections in which references mean nothing; tags; texts.
_PARTS = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<[^\s<>/!?](?>[^>\"']|\"[^\"]*\"|'[^']*')*+>)|([^<]++)", re.DOTALL
)
_TAG_NAME = re.compile(r"<([^\s/>]+)")
_ATTRIBUTE_NAME = re.compile(r"\s([^\s=]++)\s*+=")
# Characters counted for each default attribute in addition to its name and value.
_ATTRIBUTE = 10


def without_document_type(text: Text, faults: FaultCollector) -> Text:
    """Return a file's text without its document type, with unchanged lines; a web page stays unchanged."""
    start = end_of_prolog(text.value)
    if _BEGINNING.match(text.value, start) is None or PAGE.match(text.value, start):
        return text
    try:
        document_type = read_document_type(text.value)
    except (BrokenDocumentType, DeclarationsTooLarge) as error:
        return _without_rough_one(text, error, faults)
    if document_type is None:
        return _without_rough_one(text, None, faults)
    faults.add("ignored-doctype", text.line_at(document_type.start))
    return Text(_Expansion(text, document_type, faults).text(), text.line)


def _without_rough_one(
    text: Text, error: BrokenDocumentType | DeclarationsTooLarge | None, faults: FaultCollector
) -> Text:
    rough = _ROUGHLY.match(text.value, end_of_prolog(text.value))
    if rough is None:
        return text  # the file ends within it
    faults.add("ignored-doctype", text.line_at(rough.start(1)))
    if isinstance(error, DeclarationsTooLarge):
        faults.add("unpacks-to-too-much", text.line_at(error.place), limit=str(FREE + len(text.value)))
    elif error is not None:
        faults.add("damaged-xml", text.line_at(error.place), reason="the document type declaration is broken here")
    return Text(_taken_out(text.value, *rough.span(1)), text.line)


def _taken_out(value: str, start: int, end: int) -> str:
    return value[:start] + "\n" * value.count("\n", start, end) + value[end:]


class _Expansion:
    """The expansion of the entities and default attributes of one file, limited to its own length plus `FREE`."""

    def __init__(self, text: Text, document_type: DocumentType, faults: FaultCollector) -> None:
        self._source = text
        self._type = document_type
        self._faults = faults
        self._limit = self._room = FREE + len(text.value)
        self._references = MOST_REFERENCES
        declared = document_type.entities.items()
        self._entities = {name: value for name, value in declared if name not in SHORT_ENTITIES}
        self._lengths = expanded_lengths(self._entities, self._limit)
        self._expanded = cache(self._expand)
        self._defaults: dict[str, list[tuple[str, str]]] = {}
        for attribute in document_type.attributes:
            if attribute.default is not None:
                self._defaults.setdefault(attribute.element, []).append((attribute.name, attribute.default))

    def text(self) -> str:
        """Return the text without its declaration."""
        value, start, end = self._source.value, self._type.start, self._type.end
        if not self._defaults and not (self._entities and "&" in value[end:]):
            return _taken_out(value, start, end)
        return _taken_out(value[:end], start, end) + "".join(map(self._written_out, _split(value[end:])))

    def _written_out(self, part: re.Match[str]) -> str:
        if part[1] is not None:
            return self._with_defaults(self._replaced(part[1], is_attribute=True))
        return part[0] if part[2] is None else self._replaced(part[2], is_attribute=False)

    def _replaced(self, text: str, *, is_attribute: bool) -> str:
        """Return a text with its references expanded, within the limit."""

        def replace(reference: re.Match[str]) -> str:
            length = self._lengths.get(reference[1], 0)
            if reference[1] not in self._entities or not self._has_room(length):
                return reference[0]  # a predefined entity, or a fault at its place
            return self._expanded(reference[1], is_attribute)

        if "&" not in text or self._references == 0:
            return text
        expanded, count = REFERENCE.subn(replace, text, count=self._references)
        self._references -= count
        if self._references == 0:
            self._add_limit()
        return expanded

    def _has_room(self, length: int) -> bool:
        """Charge some characters if the limit allows; otherwise record one fault."""
        if length <= self._room:
            self._room -= length
            return True
        self._add_limit()
        return False

    def _add_limit(self) -> None:
        if not self._faults.has("unpacks-to-too-much"):
            self._faults.add("unpacks-to-too-much", 0, limit=str(self._limit))

    def _expand(self, name: str, is_attribute: bool) -> str:
        """Return an entity with all its references expanded, without line breaks, which would shift later lines."""

        def inner(text: str, *, is_attribute: bool) -> str:
            return REFERENCE.sub(
                lambda reference: (
                    self._expanded(reference[1], is_attribute) if reference[1] in self._entities else reference[0]
                ),
                text,
            )

        value = self._entities[name].replace("\n", " ")
        if is_attribute:
            return _without_quotes(inner(value, is_attribute=True))
        return "".join(
            inner(part[0], is_attribute=part[1] is not None) if part[1] or part[2] else part[0]
            for part in _split(value)
        )

    def _with_defaults(self, tag: str) -> str:
        name = _TAG_NAME.match(tag)
        defaults = self._defaults.get(name[1]) if name is not None else None
        # Without room, no tag costs more than its length.
        if name is None or defaults is None or self._faults.has("unpacks-to-too-much"):
            return tag
        present, added = set(_ATTRIBUTE_NAME.findall(tag)), list[str]()
        for attribute, default in defaults:
            if attribute not in present and self._has_room(len(attribute) + len(default) + _ATTRIBUTE):
                added.append(f" {attribute}={self._replaced(default, is_attribute=True)}")
        return f"{name[0]}{''.join(added)}{tag[name.end() :]}"


def _split(text: str) -> Iterator[re.Match[str]]:
    """Yield the parts of a text; other text, such as a lone “<”, is a part of its own."""
    return _EVERY_PART.finditer(text)


_EVERY_PART = re.compile(f"{_PARTS.pattern}|<", re.DOTALL)


def _without_quotes(text: str) -> str:
    return text.replace('"', "&quot;").replace("'", "&apos;")

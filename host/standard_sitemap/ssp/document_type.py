"""A file's document type declaration in the form that Expat receives: entities and default attributes, bounded. [D31]

In attributes, Expat silently drops references to entities that another file may declare. So `read_declarations`
rewrites the declaration without parameter entities and without an external subset. It adds each entity that the file
refers to but does not declare. The text of such an entity is its name between two noncharacters. `Declarations`
reports each of these as a fault at its place, and restores the reference.

A few letters may expand to thousands, in every place and on every element. Expat limits entities to a hundred times the
file, and default attributes not at all. Here the file's own length limits both together, and one tag has a limit, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from xml.parsers import expat

from standard_sitemap.model.document_types import (
    FREE,
    MOST_REFERENCES,
    NAME,
    AttributeDeclaration,
    BrokenDocumentType,
    DeclarationsTooLarge,
    DocumentType,
    expanded_lengths,
    read_document_type,
    references,
)
from standard_sitemap.model.encodings import SHORT_ENTITIES
from standard_sitemap.ssp.feeding import LONGEST_MARKUP, EntitiesTooLarge, Feeder, IllFormedDeclaration
from standard_sitemap.ssp.names import SEPARATOR, UNRESOLVED

StartHandler = Callable[[str, dict[str, str]], None]

_REFERENCE = re.compile(f"&({NAME});".encode())

# Characters counted for each default attribute in addition to its value, because it takes memory.
_ATTRIBUTE = 50

# Noncharacters around the name of an unresolvable entity.
# XML forbids only two noncharacters, U+FFFE and U+FFFF. Expat accepts these, and Unicode reserves them for uses inside
# a program, so no text contains them.
_OPENING, _CLOSING = UNRESOLVED, "\ufdd1"
_UNRESOLVED = re.compile(f"{_OPENING}([^{_CLOSING}]*){_CLOSING}")

# The limit on names of entities that are not declared: HTML has two thousand.
_MOST_NAMES = 10_000

# The limit on references to invalid names, each of which needs a new parser; Expat handles the rest.
_MOST_BAD_NAMES = 100


class Declarations:
    """The declarations of one file, and a count of their use; `text` is the file with its declaration rewritten.

    Raises EntitiesTooLarge if the references expand to more than the limit.
    """

    def __init__(self, source: bytes, document_type: DocumentType, before: str, declaration: str) -> None:
        start = len(before.encode())
        end = start + len(declaration.encode())
        self._external = document_type.external
        self._room = FREE + len(source)
        lengths = expanded_lengths(document_type.entities, self._room)
        self._count_references(source, end, lengths)
        self._defaults: Counter[str] = Counter()
        for attribute in document_type.attributes:
            if attribute.default is not None:
                expanded = sum(lengths.get(name, 0) for name in references(attribute.default))
                tag = attribute.element.rpartition(":")[2]
                self._defaults[tag] += len(attribute.default) + expanded + _ATTRIBUTE
        if max(self._defaults.values(), default=0) > LONGEST_MARKUP:
            raise EntitiesTooLarge(_line_at(source, start))
        stand_ins = [] if document_type.has_all else _undeclared(document_type, source, end)
        self._has_stand_ins = bool(stand_ins)
        lines = "\n" * declaration.count("\n")
        self.text = source[:start] + _rewritten(document_type, stand_ins, lines).encode() + source[end:]

    def listen(
        self,
        parser: expat.XMLParserType,
        start: StartHandler,
        note_unresolved: Callable[[str], None],
    ) -> StartHandler:
        """Return a handler of start tags around `start` that counts default attributes and restores references.

        The parser calls `note_unresolved` with the name of each unresolvable entity while it is at the reference.
        """
        parser.ExternalEntityRefHandler = self._skipping(note_unresolved)
        if self._has_stand_ins:
            parser.CharacterDataHandler = lambda text: _note_all(text, note_unresolved)
            start = _restoring(start, note_unresolved)
        return self._counting(start, parser) if self._defaults else start

    def _count_references(self, source: bytes, start: int, lengths: dict[str, int]) -> None:
        """Charge every reference to an entity, from byte `start` of the file on; those in one tag have a limit, too."""
        if not lengths:
            return
        tag_room = LONGEST_MARKUP
        for reference in _references(source, start):
            length = lengths.get(reference[1].decode("utf-8", "replace"), 0)
            if length > tag_room and source.find(b"<", start, reference.start()) >= 0:
                tag_room, start = LONGEST_MARKUP, reference.start()
            if length > min(self._room, tag_room):
                raise EntitiesTooLarge(_line_at(source, reference.start()))
            self._room -= length
            tag_room -= length

    def _skipping(self, note_unresolved: Callable[[str], None]) -> Callable[..., int]:
        def skip(context: str | None, *_: object) -> int:
            for name in self._external.intersection((context or "").split("\f")):
                note_unresolved(name)
            return 1

        return skip

    def _counting(self, start: StartHandler, parser: expat.XMLParserType) -> StartHandler:
        def counted(tag: str, attributes: dict[str, str]) -> None:
            self._room -= self._defaults.get(tag.rpartition(SEPARATOR)[2], 0)
            if self._room < 0:
                raise EntitiesTooLarge(parser.CurrentLineNumber)
            start(tag, attributes)

        return counted


def read_declarations(source: bytes) -> Declarations | None:
    """Return the declarations of a UTF-8 file; None if it has no document type.

    Raises MalformedMarkup or IllFormedDeclaration if they are not well-formed, MarkupTooLong, and EntitiesTooLarge.
    """
    try:
        text = source.decode()
        document_type = read_document_type(text)
    except DeclarationsTooLarge as error:
        raise EntitiesTooLarge(_line(text, error.place)) from None
    except (BrokenDocumentType, UnicodeDecodeError) as error:
        # The parser usually reports it in more detail.
        Feeder(expat.ParserCreate("utf-8")).feed(source, is_last=True)
        raise IllFormedDeclaration(_line(text, error.place) if isinstance(error, BrokenDocumentType) else 0) from None
    if document_type is None:
        return None
    before, declaration = text[: document_type.start], text[document_type.start : document_type.end]
    # Expat decides which names and references are well-formed.
    Feeder(expat.ParserCreate("utf-8")).feed((before + declaration).encode())
    return Declarations(source, document_type, before, declaration)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _line_at(source: bytes, place: int) -> int:
    return source.count(b"\n", 0, place) + 1


def _references(source: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """Yield the references to entities from byte `start` on. Raises EntitiesTooLarge for too many."""
    for number, reference in enumerate(_REFERENCE.finditer(source, start)):
        if number >= MOST_REFERENCES:
            raise EntitiesTooLarge(_line_at(source, reference.start()))
        yield reference


def _undeclared(document_type: DocumentType, source: bytes, start: int) -> list[str]:
    """Return the names of entities that a file refers to from byte `start` on but does not declare, sorted.

    Raises EntitiesTooLarge for too many.
    """
    names = set[str]()
    for reference in _references(source, start):
        names.add(reference[1].decode("utf-8", "replace"))
        if len(names) > _MOST_NAMES:
            raise EntitiesTooLarge(_line_at(source, reference.start()))
    for value in document_type.entities.values():
        names.update(references(value))
    for attribute in document_type.attributes:
        names.update(references(attribute.default or ""))
    return _valid_names(sorted(name for name in names if not document_type.is_declared(name)))


def _valid_names(texts: list[str]) -> list[str]:
    """Return the texts that Expat accepts as names; stop after too many invalid ones."""
    valid: list[str] = []
    for _ in range(_MOST_BAD_NAMES):
        # Expat stops at the first name that it rejects, so the texts after it need another parser.
        bad = _first_bad_name(texts)
        valid += texts[:bad]
        texts = texts[bad + 1 :]
    return valid


def _first_bad_name(texts: list[str]) -> int:
    parser = expat.ParserCreate("utf-8")
    parser.Parse("<names>", False)
    for place, text in enumerate(texts):
        try:
            parser.Parse(f"<{text}/>", False)
        except (expat.ExpatError, UnicodeEncodeError):
            return place
    return len(texts)


def _rewritten(document_type: DocumentType, stand_ins: Iterable[str], lines: str) -> str:
    """Return a declaration without parameter entities that has the same line breaks, all of them at its end."""
    entities = {name: value for name, value in document_type.entities.items() if name not in SHORT_ENTITIES}
    entities |= {name: f"{_OPENING}{name}{_CLOSING}" for name in stand_ins}
    parts = [f'<!ENTITY {name} "{_literal(value)}">' for name, value in entities.items()]
    # An external or unparsed entity stays declared, so that Expat reports its references; its address is not needed.
    parts += [f'<!ENTITY {name} SYSTEM "">' for name in sorted(document_type.external)]
    parts += [f'<!ENTITY {name} SYSTEM "" NDATA none>' for name in sorted(document_type.unparsed)]
    parts += map(_attribute, document_type.attributes)
    return f"<!DOCTYPE {document_type.name} [{''.join(parts)}{lines}]>"


def _literal(value: str) -> str:
    """Return a literal whose replacement text as an entity is `value`."""
    # XML 1.0, 4.5: character references in a literal are replaced when it is declared, and the result is read again at
    # each reference. So an ampersand of the text has to survive one reading.
    escaped = value.replace("&", "&#38;").replace("%", "&#37;").replace('"', "&#34;")
    return escaped.replace("\r", "&#13;")


def _attribute(attribute: AttributeDeclaration) -> str:
    # XML 1.0, 3.3.3: all types but CDATA collapse white space, whatever else they demand. A processor that does not
    # validate ignores the demands, so one of these types stands for all.
    kind = "CDATA" if attribute.is_text else "NMTOKENS"
    return f"<!ATTLIST {attribute.element} {attribute.name} {kind} {attribute.default or '#IMPLIED'}>"


def _restoring(start: StartHandler, note_unresolved: Callable[[str], None]) -> StartHandler:
    def restored(tag: str, attributes: dict[str, str]) -> None:
        for value in attributes.values():
            _note_all(value, note_unresolved)
        start(tag, {name: _UNRESOLVED.sub(r"&\1;", value) for name, value in attributes.items()})

    return restored


def _note_all(text: str, note_unresolved: Callable[[str], None]) -> None:
    for name in _UNRESOLVED.findall(text):
        note_unresolved(name)

"""Document type declarations: the entities and attributes that an XML file declares in its internal subset. [D31]

Both formats use `read_document_type`. It reads the subset construct by construct: comments, processing instructions,
quoted literals and conditional sections declare nothing and end nothing. It expands only parameter entities that the
file declares itself. Pure: nothing outside the file is ever read.

The time is linear in the length of the declaration, which is bounded. All parameter entities together expand to at most
that many characters plus `FREE`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from standard_sitemap.model.encodings import SHORT_ENTITIES

# Characters that every file may expand to in addition to its own length.
FREE = 250_000

# References in a file that declares entities: they take as much time as all else in a large file.
MOST_REFERENCES = 2_000_000

# Levels of entities within entities: no author nests three.
DEEPEST = 20

# Attributes that a file may declare for one element: three times as many as HTML has with all of ARIA. Expat compares
# each with all others, and passes all of them at every tag.
MOST_ATTRIBUTES = 500

# Characters of the XML declaration, and of a whole document type declaration: DocBook's with all its entities has a
# quarter of them. Matching a pattern cannot be interrupted.
_LONGEST_XML_DECLARATION = 1_000
LONGEST_DECLARATION = 1_000_000

_S = r"[ \t\r\n]"
# Any run without delimiters, up to a length that no name has. A parser decides which characters a name may have.
NAME = r"""[^ \t\r\n<>&%;"'()\[\]|,?*+#/=!]{1,65536}+"""
_LITERAL = r"""(?:"[^"]*+"|'[^']*+')"""
_IDENTIFIER = rf"(?:SYSTEM{_S}++{_LITERAL}|PUBLIC{_S}++{_LITERAL}{_S}++{_LITERAL})"

_XML_DECLARATION = re.compile(r"<\?xml[ \t\r\n][^<>]*?\?>")
_STANDALONE = re.compile(rf"""standalone{_S}*={_S}*["']yes["']""")
_START = re.compile(rf"<!DOCTYPE{_S}++({NAME})({_S}++{_IDENTIFIER})?{_S}*+")
_END = re.compile(rf"{_S}*+>")
_SPACE = re.compile(rf"{_S}++")
_PARAMETER = re.compile(rf"%({NAME});")
_ENTITY = re.compile(
    rf"<!ENTITY{_S}++(?P<mark>%{_S}++)?(?P<name>{NAME}){_S}++"
    rf"(?:(?P<literal>{_LITERAL})|{_IDENTIFIER}(?P<unparsed>{_S}++NDATA{_S}++{NAME})?){_S}*+>"
)
_ATTRIBUTES = re.compile(rf"<!ATTLIST{_S}++({NAME})")
_ATTRIBUTE = re.compile(
    rf"{_S}++(?P<name>{NAME}){_S}++(?:(?P<type>[A-Z]++)|(?:NOTATION{_S}++)?\([^()<>\"']*+\)){_S}++"
    rf"(?:#REQUIRED|#IMPLIED|(?:#FIXED{_S}++)?(?P<default>{_LITERAL}))"
)
# Declarations that only validating processors need.
_UNUSED = re.compile(r"""<!(?:ELEMENT|NOTATION)[ \t\r\n](?>[^"'<>]|"[^"]*+"|'[^']*+')*+>""")
_SECTION = re.compile(rf"<!\[{_S}*+(INCLUDE|IGNORE){_S}*+\[")
_SECTION_MARK = re.compile(r"<!\[|\]\]>")

_IN_VALUE = re.compile(rf"&#(?:([0-9]++)|x([0-9A-Fa-f]++));|%({NAME});")
# A reference to an entity.
REFERENCE = re.compile(f"&({NAME});")
_LINE_END = re.compile(r"\r\n?")


class BrokenDocumentType(ValueError):
    """A malformed document type declaration; `place` is the offset of the broken construct."""

    def __init__(self, place: int) -> None:
        super().__init__(f"the document type declaration is broken at {place}")
        self.place = place


class DeclarationsTooLarge(ValueError):
    """Declarations beyond a limit, written or expanded; `place` is the offset of the one that exceeds it."""

    def __init__(self, place: int) -> None:
        super().__init__(f"the declarations become too large at {place}")
        self.place = place


class AttributeDeclaration(NamedTuple):
    """An attribute of all elements with one name, and its default as written, including the quotes.

    `is_text` is true for type CDATA. White space in values of other types is trimmed and collapsed.
    """

    element: str
    name: str
    is_text: bool
    default: str | None


@dataclass(frozen=True, slots=True)
class DocumentType:
    """The document type declaration from offset `start` to `end` of a file.

    `entities` maps each general entity of the file to its replacement text. Character references in it are expanded;
    references to other entities are not. `external` holds the entities whose text is in another file, `unparsed` the
    entities in another notation. If a name is declared several times, the first declaration counts.

    `has_all` is true if nothing can be declared elsewhere; XML then forbids references to undeclared entities.
    Otherwise such a reference cannot be resolved, and is a fault where it occurs.
    """

    start: int
    end: int
    name: str
    has_all: bool
    entities: Mapping[str, str]
    external: frozenset[str]
    unparsed: frozenset[str]
    attributes: tuple[AttributeDeclaration, ...]

    def is_declared(self, name: str) -> bool:
        """Return whether this file or XML itself declares an entity of this name."""
        return name in self.entities or name in SHORT_ENTITIES or name in self.external or name in self.unparsed


def read_document_type(text: str) -> DocumentType | None:
    """Return the document type declaration of an XML file, or None if it has none.

    Raises BrokenDocumentType if the declaration is malformed, and DeclarationsTooLarge.
    """
    start = end_of_prolog(text)
    if not text.startswith("<!DOCTYPE", start):
        return None
    declaration = _XML_DECLARATION.match(text, 0, _LONGEST_XML_DECLARATION)
    is_standalone = declaration is not None and _STANDALONE.search(declaration[0]) is not None
    return _DeclarationReader(text, is_standalone).read(start)


def end_of_prolog(text: str) -> int:
    """Return the offset after the white space, comments and instructions at the start.

    One without an end takes the rest. Searches for the end of each: matching a pattern takes ten times as long, and
    cannot be interrupted.
    """
    at = 0
    while True:
        if text.startswith("<!--", at):
            end, closing = text.find("-->", at + 4), "-->"
        elif text.startswith("<?", at):
            end, closing = text.find("?>", at + 2), "?>"
        elif space := _SPACE.match(text, at):
            at = space.end()
            continue
        else:
            return at
        if end < 0:
            return len(text)
        at = end + len(closing)


def references(text: str) -> Iterable[str]:
    """Return the names of the general entities that a text refers to, in order."""
    return REFERENCE.findall(text)


def expanded_lengths(entities: Mapping[str, str], most: int) -> dict[str, int]:
    """Return the length of each entity with all its references expanded, at most `most` + 1.

    An entity that refers to itself, or nests too deeply, counts as longer than `most`.
    """
    lengths = dict.fromkeys(entities, 0)
    named = {name: Counter(references(value)) for name, value in entities.items()}
    for _ in range(DEEPEST):
        previous = lengths
        lengths = {
            name: min(
                most + 1, len(value) + sum(previous.get(inner, 0) * count for inner, count in named[name].items())
            )
            for name, value in entities.items()
        }
        if lengths == previous:
            return lengths
    return {name: length if not named[name] else most + 1 for name, length in lengths.items()}


class _DeclarationReader:
    """A reader of one document type declaration."""

    def __init__(self, text: str, is_standalone: bool) -> None:
        self._text = text
        self._is_standalone = is_standalone
        self._refers = False  # an external subset, or a reference to a parameter entity
        # XML ignores every declaration after a reference to an unavailable declaration.
        self._is_heeded = True
        self._room = FREE + min(len(text), LONGEST_DECLARATION)
        self._place = self._start = 0
        self._parameters: dict[str, str | None] = {}
        self._opened: list[str] = []
        self._entities: dict[str, str | None] = {}
        self._external: set[str] = set()
        self._unparsed: set[str] = set()
        self._attributes: dict[str, dict[str, AttributeDeclaration]] = {}

    def read(self, start: int) -> DocumentType:
        """Return the declaration that begins at `start`."""
        self._place = self._start = start
        head = _START.match(self._text, start, start + LONGEST_DECLARATION)
        if head is None:
            raise BrokenDocumentType(start)
        at = head.end()
        self._refers = head[2] is not None
        if self._text.startswith("[", at):
            at = self._declarations(self._text, at + 1, "]")
        end = _END.match(self._text, at)
        if end is None:
            raise BrokenDocumentType(at)
        return DocumentType(
            start,
            end.end(),
            head[1],
            self._is_standalone or not self._refers,
            {name: value for name, value in self._entities.items() if value is not None},
            frozenset(self._external),
            frozenset(self._unparsed),
            tuple(attribute for own in self._attributes.values() for attribute in own.values()),
        )

    def _declarations(self, text: str, at: int, closing: str) -> int:
        """Read declarations up to `closing`, or to the end of a parameter entity; return their end."""
        while at < len(text):
            if text is self._text:
                self._place = at
                if at - self._start > LONGEST_DECLARATION:
                    raise DeclarationsTooLarge(at)
            if closing and text.startswith(closing, at):
                return at + len(closing)
            at = self._declaration(text, at)
        if closing:
            raise BrokenDocumentType(self._place)
        return at

    def _declaration(self, text: str, at: int) -> int:
        """Read one declaration, comment, instruction, section or run of white space; return its end."""
        if space := _SPACE.match(text, at):
            return space.end()
        if text.startswith("<!--", at):
            return self._after(text, "-->", at + 4)
        if text.startswith("<?", at):
            return self._after(text, "?>", at + 2)
        if parameter := _PARAMETER.match(text, at):
            self._include(parameter[1])
            return parameter.end()
        if entity := _ENTITY.match(text, at, at + LONGEST_DECLARATION):
            self._declare_entity(entity, is_within=text is not self._text)
            return entity.end()
        if attributes := _ATTRIBUTES.match(text, at):
            return self._declare_attributes(text, attributes)
        if unused := _UNUSED.match(text, at, at + LONGEST_DECLARATION):
            return unused.end()
        if text is not self._text and (section := _SECTION.match(text, at)):
            return self._section(text, section)
        raise BrokenDocumentType(self._place)

    def _after(self, text: str, closing: str, at: int) -> int:
        end = text.find(closing, at)
        if end < 0:
            raise BrokenDocumentType(self._place)
        return end + len(closing)

    def _section(self, text: str, section: re.Match[str]) -> int:
        """Read a conditional section, which is allowed in parameter entities only."""
        if section[1] == "INCLUDE":
            self._open("")
            end = self._declarations(text, section.end(), "]]>")
            self._opened.pop()
            return end
        depth = 1
        for mark in _SECTION_MARK.finditer(text, section.end()):
            depth += 1 if mark[0] == "<![" else -1
            if not depth:
                return mark.end()
        raise BrokenDocumentType(self._place)

    def _include(self, name: str) -> None:
        """Read the declarations in a parameter entity."""
        self._refers = True
        replacement = self._opened_parameter(name)
        if replacement is not None:
            self._declarations(replacement, 0, "")
            self._opened.pop()

    def _opened_parameter(self, name: str) -> str | None:
        """Return the replacement text of a parameter entity and mark it as open; None if the text is unavailable."""
        replacement = self._parameters.get(name) if self._is_heeded else None
        if replacement is None:
            self._is_heeded = self._is_standalone
            return None
        if name in self._opened:
            raise BrokenDocumentType(self._place)
        self._room -= len(replacement) + 1
        self._open(name)
        return replacement

    def _open(self, name: str) -> None:
        """Mark a parameter entity or a section, which has no name, as open."""
        if self._room < 0 or len(self._opened) == DEEPEST:
            raise DeclarationsTooLarge(self._place)
        self._opened.append(name)

    def _declare_entity(self, entity: re.Match[str], *, is_within: bool) -> None:
        """Record an entity unless its name is taken."""
        name, literal = entity["name"], entity["literal"]
        if not self._is_heeded:
            return
        value = None if literal is None else self._replacement(literal[1:-1], is_within=is_within)
        if entity["mark"]:
            self._parameters.setdefault(name, value)
        elif name not in self._entities:
            self._entities[name] = value
            if literal is None:
                (self._unparsed if entity["unparsed"] else self._external).add(name)

    def _replacement(self, literal: str, *, is_within: bool) -> str | None:
        """Return the replacement text of an entity; None if part of it is unavailable.

        Within a literal, only declarations in a parameter entity may refer to other parameter entities.
        """
        text, at, parts = _LINE_END.sub("\n", literal), 0, list[str]()
        for reference in _IN_VALUE.finditer(text):
            parts.append(text[at : reference.start()])
            at = reference.end()
            if reference[3] is None:
                parts.append(self._character(reference))
            elif not is_within:
                raise BrokenDocumentType(self._place)
            elif (replacement := self._opened_parameter(reference[3])) is not None:
                value = self._replacement(replacement, is_within=True)
                self._opened.pop()
                if value is None:
                    return None
                parts.append(value)
            else:
                return None
        return "".join((*parts, text[at:]))

    def _character(self, reference: re.Match[str]) -> str:
        digits = (reference[1] or reference[2]).lstrip("0")
        number = int(digits or "0", 10 if reference[1] else 16) if len(digits) <= len("1114111") else -1
        if not (0x20 <= number <= 0x10FFFF or number in (0x9, 0xA, 0xD)) or 0xD800 <= number <= 0xDFFF:
            raise BrokenDocumentType(self._place)
        return chr(number)

    def _declare_attributes(self, text: str, head: re.Match[str]) -> int:
        at = head.end()
        own = self._attributes.setdefault(head[1], {})
        while attribute := _ATTRIBUTE.match(text, at, at + LONGEST_DECLARATION):
            at = attribute.end()
            if self._is_heeded:
                declared = AttributeDeclaration(
                    head[1], attribute["name"], attribute["type"] == "CDATA", attribute["default"]
                )
                own.setdefault(declared.name, declared)
            if len(own) > MOST_ATTRIBUTES:
                raise DeclarationsTooLarge(self._place)
        end = _END.match(text, at)
        if end is None:
            raise BrokenDocumentType(self._place)
        return end.end()

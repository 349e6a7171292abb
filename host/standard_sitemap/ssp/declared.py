"""What a document type adds to a file: entities and default attributes, how long they make it, and what takes the place
of those that are declared elsewhere. [D31]

A document type counts as far as it stands in the file. What stands elsewhere is never fetched: in its place Expat is
given declarations that keep every reference to it recognisable, since one in an attribute would pass unseen.

A few letters may stand for thousands, in every place and on every element. Expat bounds entities by a hundred times the
file and default attributes not at all; here both together are bounded by the file's own length.

Of entities that only what is never fetched may declare, the parser drops the references in attributes without a word.
So each is declared, before all else, as text that no file has use for; that is looked for in what is read, named as a
fault, and the reference restored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from xml.parsers import expat

from standard_sitemap.ssp.names import SEPARATOR, SHORT_ENTITIES

StartHandler = Callable[[str, dict[str, str]], None]

_REFERENCE = re.compile(r"&([^#;&<>\s]{1,100});")
_REFERENCE_IN_BYTES = re.compile(rb"&([^#;&<>\s]{1,100});")

# Characters that any file may expand to beside its own length.
FREE = 250_000

# Entities within entities: nobody nests three.
DEEPEST = 20

# Characters that a default attribute counts as beside its value: it takes room in memory, too.
_ATTRIBUTE = 50


class EntitiesTooLarge(Exception):
    """The file would become more than twice as long as it is, from a line on."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class Declared:
    """What a document type declares, and how much of it a file uses. Beyond its room, EntitiesTooLarge is raised."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._room = FREE + len(source)
        self._entities: dict[str, str] = {}
        self._defaults: Counter[str] = Counter()

    @property
    def has_defaults(self) -> bool:
        """Whether elements have attributes that are not written on them."""
        return bool(self._defaults)

    def add_entity(self, name: str, value: str) -> None:
        """Note an entity; of several of one name the first counts."""
        self._entities.setdefault(name, value)

    def add_default(self, tag: str, value: str) -> None:
        """Note the value of an attribute that elements of one name have by default, whatever their prefix."""
        self._defaults[tag.rpartition(":")[2]] += len(value) + _ATTRIBUTE

    def require_room_for_entities(self, start: int) -> None:
        """Count every reference to an entity from a byte of the file on: all are declared, and none expanded yet."""
        if not self._entities:
            return
        lengths = self._lengths()
        for found in _REFERENCE_IN_BYTES.finditer(self._source, start):
            length = lengths.get(found[1].decode("utf-8", "replace"), 0)
            if length > self._room:
                raise EntitiesTooLarge(self._source.count(b"\n", 0, found.start()) + 1)
            self._room -= length

    def spend_defaults(self, tag: str, line: int) -> None:
        """Count the default attributes of one element."""
        self._room -= self._defaults.get(tag.rpartition(SEPARATOR)[2], 0)
        if self._room < 0:
            raise EntitiesTooLarge(line)

    def _lengths(self) -> dict[str, int]:
        """How long each entity is, with all that it names; longer than there is room where they nest too deeply."""
        lengths = dict.fromkeys(self._entities, 0)
        named = {name: Counter(_REFERENCE.findall(value)) for name, value in self._entities.items()}
        for _ in range(DEEPEST):
            before = lengths
            lengths = {
                name: min(
                    self._room + 1, len(value) + sum(before.get(one, 0) * count for one, count in named[name].items())
                )
                for name, value in self._entities.items()
            }
            if lengths == before:
                return lengths
        return {name: length if not named[name] else self._room + 1 for name, length in lengths.items()}


class TypeReader:
    """Listens to a parser for what the document type of `source` declares, and for what is used of that.

    `have_wrapped` puts a handler of start tags around the one in use, `note_unresolved` is called with the name of each
    entity that cannot be had, while the parser is at the reference.
    """

    def __init__(
        self,
        parser: expat.XMLParserType,
        source: bytes,
        have_wrapped: Callable[[Callable[[StartHandler], StartHandler]], None],
        note_unresolved: Callable[[str], None],
    ) -> None:
        self.is_there = False
        self._parser = parser
        self._source = source
        self._have_wrapped = have_wrapped
        self._note_unresolved = note_unresolved
        self._declared = Declared(source)
        self._external: set[str] = set()
        self._is_standalone = False
        parser.XmlDeclHandler = self._note_standalone
        parser.StartDoctypeDeclHandler = self._begin
        parser.EndDoctypeDeclHandler = self._end
        parser.EntityDeclHandler = self._note_entity
        parser.AttlistDeclHandler = self._note_default
        # So that Expat says which entities are external, and reads the internal subset; it opens no file by itself.
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
        parser.ExternalEntityRefHandler = self._pass_over

    def _note_standalone(self, _version: str, _encoding: str | None, standalone: int) -> None:
        self._is_standalone = standalone == 1

    def _begin(self, _name: str, system_id: str | None, *_: object) -> None:
        """Puts something in the place of each entity that only what is never fetched may declare.

        That comes first, for what is referred to in the default of an attribute would else be nothing, unsaid.
        """
        self.is_there = True
        if self._is_standalone:
            return
        declared = stand_ins(self._source.decode("utf-8", "replace"), is_typed_elsewhere=system_id is not None)
        if declared is None:
            return
        self._have_wrapped(self._restoring)
        self._parser.CharacterDataHandler = self._find_unresolved
        self._parser.ExternalEntityParserCreate(None).Parse(declared, True)

    def _note_entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if value is None:
            self._external.add(name)
        elif not is_parameter:
            self._declared.add_entity(name, value)

    def _note_default(self, tag: str, _name: str, _type: str, default: str | None, _required: int) -> None:
        if default is not None:
            self._declared.add_default(tag, default)

    def _end(self) -> None:
        """Has what the document type brings counted from here on, where it brings anything."""
        self._declared.require_room_for_entities(self._parser.CurrentByteIndex)
        if self._declared.has_defaults:
            self._have_wrapped(self._counting)

    def _pass_over(self, context: str | None, *_: str | None) -> int:
        """Passes over what stands in another file: an entity, or declarations where there is no context."""
        for name in self._external.intersection((context or "").split("\f")):
            self._note_unresolved(name)
        return 1  # and what is declared after it is passed over, as XML asks for

    def _counting(self, start: StartHandler) -> StartHandler:
        """A handler of start tags that counts the attributes which the document type adds."""
        spend, parser = self._declared.spend_defaults, self._parser

        def counted(tag: str, attributes: dict[str, str]) -> None:
            spend(tag, parser.CurrentLineNumber)
            start(tag, attributes)

        return counted

    def _restoring(self, start: StartHandler) -> StartHandler:
        """A handler of start tags that puts back what could not be resolved, as it is written."""

        def restored(tag: str, attributes: dict[str, str]) -> None:
            for value in attributes.values():
                self._find_unresolved(value)
            start(tag, {name: as_written(value) for name, value in attributes.items()})

        return restored

    def _find_unresolved(self, text: str) -> None:
        for name in unresolved(text):
            self._note_unresolved(name)


_NAME = r"([^\s;&#%<>\"']{1,1000});"
_NAMED_REFERENCE = re.compile(f"&{_NAME}")
_PARAMETER = re.compile(rf"<!--.*?(?:-->|\Z)|%{_NAME}", re.DOTALL)
_DECLARED = re.compile(r"<!ENTITY\s+([^\s%]\S*)\s")
_HERE = re.compile(r"<!ENTITY\s+%\s+(\S+)\s+[\"']")
_END_OF_TYPE = re.compile(r"\]\s*>\s*<")
# Noncharacters around the name of an entity that cannot be had.
_OPENING, _CLOSING = "\ufdd0", "\ufdd1"
_UNRESOLVED = re.compile(f"{_OPENING}([^{_CLOSING}]*){_CLOSING}")


def stand_ins(source: str, *, is_typed_elsewhere: bool) -> str | None:
    """Declarations of the entities that a file uses and does not surely declare; None where nothing is elsewhere.

    `is_typed_elsewhere` says that its document type has another file. What is declared behind the first declarations
    that are elsewhere is none of its own: XML has it passed over.
    """
    end = _END_OF_TYPE.search(source)
    prolog = source[: end.start()] if end else source
    unread = _first_unread(prolog)
    if unread is None and not is_typed_elsewhere:
        return None
    names = set(_NAMED_REFERENCE.findall(source)) - SHORT_ENTITIES.keys() - set(_DECLARED.findall(prolog[:unread]))
    return "".join(f'<!ENTITY {name} "{_OPENING}{name}{_CLOSING}">' for name in sorted(names) if _is_name(name))


def unresolved(text: str) -> list[str]:
    """The names of the entities that something stands in for, in order."""
    return _UNRESOLVED.findall(text)


def as_written(text: str) -> str:
    """A text with its references put back."""
    return _UNRESOLVED.sub(r"&\1;", text)


def _first_unread(prolog: str) -> int | None:
    """Where the first declarations would stand that are in another file, or nowhere; None where all are here."""
    here = set(_HERE.findall(prolog))
    found = (one for one in _PARAMETER.finditer(prolog) if one[1] is not None and one[1] not in here)
    return next((one.start() for one in found), None)


def _is_name(text: str) -> bool:
    """Whether a text is a name, as the parser knows them."""
    try:
        expat.ParserCreate("utf-8").Parse(f"<{text}/>", True)
    except expat.ExpatError:
        return False
    return True

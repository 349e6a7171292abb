"""What a document type adds to a file: entities and default attributes, how long they make it, and what takes the place
of those that are declared elsewhere. [D31]

A few letters may stand for thousands, in every place and on every element. Expat bounds entities by a hundred times the
file and default attributes not at all; here both together are bounded by the file's own length.

Of entities that only what is never fetched may declare the parser drops the references in attributes without a word. So
each is declared, before all else, as text that no file has use for; whoever reads the file looks for that, names it as
a fault, and restores the reference.
"""

from __future__ import annotations

import re
from collections import Counter
from xml.parsers import expat

from standard_sitemap.ssp.names import SEPARATOR, SHORT_ENTITIES

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

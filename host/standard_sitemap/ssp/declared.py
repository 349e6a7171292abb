"""What a document type adds to a file: entities and default attributes, and how long they make it. [D31]

A few letters may stand for thousands, in every place and on every element. Expat bounds entities by a hundred times the
file and default attributes not at all; here both together are bounded by the file's own length.
"""

from __future__ import annotations

import re
from collections import Counter

from standard_sitemap.ssp.names import SEPARATOR

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

"""The orders that an author may claim for children, the order of names with numbers, and how long lists are divided.

[Attribute order]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, repeat, starmap
from operator import le
from string import digits
from typing import Any, Literal, NamedTuple

from standard_sitemap.model.collation import collation_key
from standard_sitemap.model.encodings import WHITE_SPACE

_NUMBERS = {"base10": re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?"), "base16": re.compile(r"(?:0[xX])?[0-9a-fA-F]+")}
# Numbers within a text are compared as numbers: “Part 10” comes after “Part 9”.
_PARTS = re.compile(r"[0-9]+|[^0-9.]+")
# A hyphen within a word, as in “non-linear 2”, begins no suffix.
_SUFFIX = re.compile(r"(?<=[0-9])-")
_VersionParts = list[tuple[bool, int, str]]
_DIGITS = re.compile(r"[0-9]+")


def are_ordered(names: Sequence[str], order: str, language: str | None = None) -> bool:
    """Return whether names are in `order`.

    Names that are not numbers are ignored in a numeric order. Lexical order is that of code points, of letters without
    case, or of the language's dictionaries, the same for all names (D66).

    >>> are_ordered(["1.9", "1.10"], "version"), are_ordered(["1.9", "1.10"], "lexical")
    (True, False)
    >>> are_ordered(["1.0-rc1", "1.0"], "version"), are_ordered(["Äpfel", "Birnen"], "lexical")
    (True, True)
    """
    return any(all(starmap(le, pairwise(keys))) for _, keys in _readings(names, order, language))


def disorder(names: Sequence[str], order: str, language: str | None = None) -> tuple[str, str] | None:
    """Return the first two neighbours that are not in `order`, or None if `are_ordered`.

    Names in no lexical order are compared as people do, by the language's dictionaries.
    """
    neighbours = None
    for counted, keys in _readings(names, order, language):
        at = next((at for at, holds in enumerate(starmap(le, pairwise(keys))) if not holds), None)
        if at is None:
            return None
        neighbours = counted[at], counted[at + 1]
    return neighbours


def _readings(names: Sequence[str], order: str, language: str | None) -> Iterator[tuple[Sequence[str], Iterable[Any]]]:
    """Yield, for each reading of `order`, the names that count and their sort keys; each key is made when needed."""
    if order == "version":
        yield names, map(_version, names)
    elif order == "lexical":
        yield names, names
        # Avoid a Python call for each name, which would take three times as long.
        yield names, map(str.casefold, map(str.strip, names, repeat(WHITE_SPACE)))
        yield names, map(collation_key, map(str.strip, names, repeat(WHITE_SPACE)), repeat(language))
    else:
        numbers = [(name, number) for name in names if (number := _number(name, order)) is not None]
        yield [name for name, _ in numbers], [number for _, number in numbers]


def _number(name: str, order: str) -> Decimal | int | None:
    trimmed = name.strip(WHITE_SPACE)
    if not _NUMBERS[order].fullmatch(trimmed):
        return None
    # Exact: two identifiers of 19 digits may be the same as floats.
    return Decimal(trimmed) if order == "base10" else int(trimmed, 16)


def _version(name: str) -> tuple[_VersionParts, bool, _VersionParts]:
    """Return the sort key of a version. A suffix precedes the version without it: 1.0-rc1 precedes 1.0 (D66)."""
    trimmed = name.strip(WHITE_SPACE).lower()
    end = _SUFFIX.search(trimmed)
    if end is None:
        return _version_parts(trimmed), True, []
    return _version_parts(trimmed[: end.start()]), False, _version_parts(trimmed[end.end() :])


def _version_parts(text: str) -> _VersionParts:
    """Return the sort key of a part of a version: words before numbers, and numbers first by their number of digits."""
    parts = _PARTS.findall(text)
    return [_number_part(part.lstrip("0")) if part[0] in digits else (False, 0, part) for part in parts]


def _number_part(significant: str) -> tuple[bool, int, str]:
    return True, len(significant), significant


def natural(text: str) -> str:
    """Return the sort key of a text: its letters, with the numbers in it compared by value."""
    # Most names have no number, and a search takes a third of the time of a substitution without a match.
    return _DIGITS.sub(_behind_its_length, text) if _DIGITS.search(text) else text


def _behind_its_length(number: re.Match[str]) -> str:
    significant = number[0].lstrip("0")
    return f"{len(significant):04}{significant}"


class Range(NamedTuple):
    """Children from `start` up to but excluding `stop`; `parts` are its own ranges, empty if the children fit.

    A range other than a plain run of children has a `name`; `own` distinguishes ranges with the same name. One that
    `is_child` is no group: its child stands beside the groups.
    """

    start: int
    stop: int
    parts: tuple[Range, ...] = ()
    name: str = ""
    own: str = ""
    is_child: bool = False


# Behaviour: how long lists are divided. Also: large lists, split, group size, alphabet, ranges.
def synthetic_ranges(count: int, order: str, size: int) -> tuple[Range, ...]:
    """Return the ranges that divide `count` children, with at most `size` entries at each level.

    More than `size` ranges are grouped into ranges again; parts of one level have nearly equal lengths. Empty if the
    children fit, or have no order by which a reader could find a range. `size` is at least 2.
    """
    if order == "none" or count <= size:
        return ()
    ranges = [Range(start, stop) for start, stop in _divide(count, size)]
    while len(ranges) > size:
        groups = [ranges[start:stop] for start, stop in _divide(len(ranges), size)]
        ranges = [_joined(group) for group in groups]
    return tuple(ranges)


def _joined(group: Sequence[Range]) -> Range:
    return group[0] if len(group) == 1 else Range(group[0].start, group[-1].stop, tuple(group))


def _divide(count: int, size: int) -> list[tuple[int, int]]:
    """Divide `count` things into as few runs of at most `size` as possible, with lengths that differ by one at most."""
    runs = -(-count // size)
    bounds = [count * run // runs for run in range(runs + 1)]
    return list(pairwise(bounds))


class Sorting(NamedTuple):
    """How the host sorted the children of a node, except `first` ones before and `last` ones after; not without `by`.

    If they are sorted by date, `months` are the months, or years, with the number of children in each, newest first.
    """

    by: Literal["", "name", "date", "menu"] = ""
    first: int = 0
    months: tuple[tuple[str, int], ...] = ()
    last: int = 0


UNSORTED = Sorting()

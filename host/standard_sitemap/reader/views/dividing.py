"""The division of a node's many children into synthetic groups: in their own order, by name, or by address.

Children in an order are divided into runs of nearly equal length. If the reader chooses so, they are divided by name,
under initials and years, or by address, under folders. Names are those of the map, not titles learned from visited
pages, so that groups are stable. Does no I/O; caches divisions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Literal, NamedTuple
from urllib.parse import unquote

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.ordering import Range, Sorting, natural, synthetic_ranges
from standard_sitemap.model.words import MONTH, YEAR
from standard_sitemap.reader.views.links import best_name, best_variant

Wish = Literal["order", "name", "address"]

# The limit on children that are sorted for a reader: each takes up to 30 microseconds, and other tabs wait meanwhile.
# More keep their own order.
MOST_SORTED = 4_000

# The limit on children that are not plain: each takes up to two tenths of a millisecond.
MOST_LOOKED_AT = 500

# Letters of a name, and folders of an address, at which groups are divided again.
_LETTERS, _FOLDERS = 3, 8

# Characters used for sorting, and characters shown of a folder.
_SORTED_BY, _SHOWN = 100, 60

# Characters of one end of a label: two of them fit into a sidebar of 240 pixels.
_LABEL = 14

_YEAR_LENGTH = 4

# Names in the label of the group of those that stand after all others.
_LAST_NAMED = 3

_DATED = re.compile(rf"({YEAR})(?:-({MONTH}))?(?![0-9])")
_START = re.compile(r"[0-9]{1,9}|[^\W_0-9]+")
_NO_LETTER = "…"


class Division(NamedTuple):
    """Children in display order, and the groups that they are divided into, if any.

    If the children are sorted by name from position `sorted_from` on, groups without a name are labelled by prefixes.
    """

    children: Sequence[int]
    parts: tuple[Range, ...] = ()
    sorted_from: int | None = None


class _Token(NamedTuple):
    """The group of a child at one depth: `name` is shown, and `own` distinguishes it from all others there."""

    rank: int
    own: str
    name: str
    is_folder: bool = False


# From the outermost group to the innermost.
_Way = tuple[_Token, ...]


class Divisions:
    """The division of the children of a hierarchy's nodes, by the reader's choice.

    `group_names` are the names that readers see for groups, by meaning.
    """

    def __init__(
        self,
        hierarchy: Hierarchy,
        group_size: int,
        languages: tuple[str, ...],
        wish: Wish = "order",
        group_names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.hierarchy, self.languages, self._group_names = hierarchy, languages, group_names
        self._size, self._wish = group_size, wish
        self._divided: dict[int, Division | None] = {}

    def division(self, node: int) -> Division:
        """Return the children of a node, and their groups."""
        children = self.hierarchy.children(node)
        # Short lists first: an unavailable root has no element and no children.
        if not self._size or len(children) <= self._size:
            return Division(children)
        return self._by_wish(node, children) or self._as_they_come(node, children)

    def _as_they_come(self, node: int, children: Sequence[int]) -> Division:
        sorting, first = self.hierarchy.sorting(node), self._first(node)
        if sorting.months:
            parts = _dated_parts(sorting._replace(first=sorting.first - first), self._size)
        else:
            # A list that the host sorted is in order by definition.
            order = "lexical" if sorting.by else self.hierarchy.order(node)
            parts = synthetic_ranges(len(children) - first - sorting.last, order, self._size)
        parts = self._with_last(_behind_first(parts, first), children, sorting.last)
        return Division(children, parts, sorting.first if sorting.by == "name" else None)

    def _first(self, node: int) -> int:
        """Return the number of children, such as the home page, that stand before all groups."""
        first = self.hierarchy.sorting(node).first
        return first if first <= self._size else 0

    def _with_last(self, parts: tuple[Range, ...], children: Sequence[int], last: int) -> tuple[Range, ...]:
        """Return groups, and one more of the children that stand after all others."""
        if not parts or not last:
            return parts
        details, start = self.hierarchy.details, len(children) - last
        names = [
            self._group_names.get(details.meaning(node) or "", "") or best_name(self.hierarchy, node, self.languages)
            for node in children[start:][:_LAST_NAMED]
        ]
        return (*parts, Range(start, len(children), name=", ".join(names)))

    def _by_wish(self, node: int, children: Sequence[int]) -> Division | None:
        """Return the children as the reader chose; None if they keep their own order, as in a sequence."""
        if self._wish == "order" or len(children) > MOST_SORTED or self.hierarchy.relation(node) == "sequence":
            return None
        if node not in self._divided:
            first = self._first(node)
            named = _named(self.hierarchy, children[first:], self.languages)
            division = divided(children[first:], named, self._wish, self._size) if named is not None else None
            self._divided[node] = division and Division(
                [*children[:first], *division.children], _behind_first(division.parts, first)
            )
        return self._divided[node]


def divided(children: Sequence[int], named: Sequence[tuple[str, str]], wish: Wish, size: int) -> Division:
    """Return children sorted by their names or addresses, in groups of related ones, of at most `size` if possible."""
    way_of: Callable[[str, str], _Way] = _by_address if wish == "address" else _by_name
    ways = [way_of(*name_and_location) for name_and_location in named]
    keys = [(way, sort_key(name)) for way, (name, _) in zip(ways, named, strict=True)]
    # If all are dated, readers look for the newest.
    is_dated = wish == "name" and all(_DATED.match(name) for name, _ in named)
    order = sorted(range(len(children)), key=keys.__getitem__, reverse=is_dated)
    parts = _parts([ways[place] for place in order], 0, 0, size)
    return Division([children[place] for place in order], parts)


def sort_key(name: str) -> str:
    """Return the sort key of a name: without case and accents, with numbers by value."""
    return natural(_bare(name[:_SORTED_BY]))


def _bare(text: str) -> str:
    # Different from the folding of searches: か and が, for instance, are neighbours under one letter, as in
    # dictionaries.
    if text.isascii():
        return text.lower()
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in taken_apart if not unicodedata.combining(character))


def _named(hierarchy: Hierarchy, children: Sequence[int], languages: tuple[str, ...]) -> list[tuple[str, str]] | None:
    """Return the name and address of each child; None if finding them would take too long."""
    plain = hierarchy.details.plain_nodes(children)
    if plain.count(None) > MOST_LOOKED_AT:
        return None
    return [
        (details.name or "", details.location or "") if details is not None else _looked_up(hierarchy, node, languages)
        for node, details in zip(children, plain, strict=True)
    ]


def _looked_up(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> tuple[str, str]:
    variants = hierarchy.details.variants(node)
    location = variants[best_variant(variants, languages, keeps_host=hierarchy.keeps_host)].location
    return best_name(hierarchy, node, languages), location or ""


def _by_name(name: str, _address: str) -> _Way:
    dated = _DATED.match(name)
    if dated is None:
        return tuple(_letters(name))
    year, month = dated.groups()
    return (_Token(0, year, year), *((_Token(0, f"{year}-{month}", f"{year}-{month}"),) if month else ()))


def _letters(name: str) -> Iterator[_Token]:
    """Yield the number that a name begins with, or its first letters, growing in length."""
    start = _START.search(_bare(name[:_SORTED_BY]))
    if start is None:
        yield _Token(3, "", _NO_LETTER)
    elif start[0][0].isdecimal():
        yield _Token(1, sort_key(start[0]), start[0])
    else:
        for length in range(1, min(_LETTERS, len(start[0])) + 1):
            yield _Token(2, start[0][:length], start[0][:length].capitalize())


def _by_address(name: str, address: str) -> _Way:
    """Return folder after folder, then the letters of the last part."""
    path = re.split("[?#]", address, maxsplit=1)[0].partition("://")[2] if "://" in address else ""
    *folders, last = path.rstrip("/").split("/") if path else ("",)
    way = [
        _Token(1, "/".join(folders[: depth + 1]), unquote(folder)[:_SHOWN], is_folder=True)
        for depth, folder in enumerate(folders[:_FOLDERS])
    ]
    # Pages directly in a folder with subfolders come first, under the folder's own address.
    within = _Token(0, "/".join(folders), f"/{'/'.join(folders[1:])}"[-_SHOWN:], is_folder=True)
    return (*way, within, *_letters(unquote(last) or name))


def _parts(ways: Sequence[_Way], first: int, depth: int, size: int) -> tuple[Range, ...]:
    """Return the groups of children with common tokens up to `depth`.

    `first` is the position of the first child.
    """
    while True:
        tokens = (way[depth] if depth < len(way) else None for way in ways)
        runs = [(token, sum(1 for _ in run)) for token, run in groupby(tokens)]
        if len(runs) > 1:
            break
        if runs[0][0] is None:  # only their order distinguishes them
            return _runs_from(first, len(ways), size)
        depth += 1
    parts, place = list[Range](), 0
    for token, count in runs:
        inner = _parts(ways[place : place + count], first + place, depth + 1, size) if count > size else ()
        # Children whose tokens end here, beside others that continue, are named like their common group.
        name, own = (token.name, token.own) if token is not None else (ways[place][-1].name, "")
        parts.append(Range(first + place, first + place + count, inner, name, own))
        place += count
    are_folders = all(token is not None and token.is_folder for token, _ in runs)
    return _packed(parts, size) if not are_folders or len(parts) > size else tuple(parts)


def _runs_from(first: int, count: int, size: int) -> tuple[Range, ...]:
    """Return runs of nearly equal length, from position `first` on."""
    return tuple(_moved(part, first) for part in synthetic_ranges(count, "lexical", size))


def _behind_first(parts: Sequence[Range], first: int) -> tuple[Range, ...]:
    """Return parts of the children from position `first` on, after those before, which are no groups."""
    children = (Range(place, place + 1, is_child=True) for place in range(first))
    return (*children, *(_moved(part, first) for part in parts)) if parts else ()


def _moved(part: Range, by: int) -> Range:
    inner = tuple(_moved(inner_part, by) for inner_part in part.parts)
    return part._replace(start=part.start + by, stop=part.stop + by, parts=inner)


def _packed(parts: Sequence[Range], size: int) -> tuple[Range, ...]:
    """Combine neighbours into groups of at most `size` children, and these into groups of groups if needed."""
    runs = list[list[Range]]()
    for part in parts:
        run = runs[-1] if runs else []
        # A group that is divided itself stays alone.
        if run and not (run[-1].parts or part.parts) and part.stop - run[0].start <= size:
            run.append(part)
        else:
            runs.append([part])
    packed = list(map(_joined, runs))
    while len(packed) > size:
        packed = [_joined(packed[at : at + size], packed[at : at + size]) for at in range(0, len(packed), size)]
    return tuple(packed)


def _dated_parts(sorting: Sorting, size: int) -> tuple[Range, ...]:
    """Return the groups of children sorted by date: years, and their months if a year has more than `size`."""
    years, place = list[Range](), 0
    for year, of_year in groupby(sorting.months, key=lambda month: month[0][:_YEAR_LENGTH]):
        months, start = list[Range](), place
        for month, count in of_year:
            stop = place + count + (sorting.first if place == 0 else 0)  # those before all others
            parts = _runs_from(place, stop - place, size) if stop - place > size else ()
            months.append(Range(place, stop, parts, month or _NO_LETTER, month))
            place = stop
        parts = _packed(months, size) if place - start > size else ()
        if len(parts) == 1:  # only the year is known, or all are of one month
            parts = parts[0].parts
        years.append(Range(start, place, parts, year or _NO_LETTER, year))
    return _packed(years, size)


def run_label(before: str, first: str, last: str, after: str) -> str:
    """Return a label of a run of sorted names: the shortest prefixes that tell it apart from its neighbours.

    `before` and `after` are the names around it, "" at an end of the list.

    >>> run_label("Chanson k", "Chanson l'hiver", "Clair de lune", "Cmd")
    'Chanson l – Cl'
    """
    start, end = _prefix(first, _alike(first, before)), _prefix(last, _alike(last, after))
    if start.casefold().startswith(end.casefold()):  # "Cm – C" would seem to end before it begins
        end = start if first == last else _prefix(last, _alike(last, start))
    return _from_to(_shortened(start), _shortened(end))


def _alike(name: str, other: str) -> int:
    """Return the number of characters at which two names begin alike, ignoring case."""
    pairs = enumerate(zip(name, other, strict=False))
    return next((place for place, (a, b) in pairs if a.casefold() != b.casefold()), min(len(name), len(other)))


def _prefix(name: str, alike: int) -> str:
    """Return the beginning of a name with one more letter than is `alike`, or with a whole number."""
    end = alike + 1
    if name[alike:end].isdecimal():
        while name[end : end + 1].isdecimal():
            end += 1
    while unicodedata.combining(name[end : end + 1] or " "):
        end += 1
    return name[:end].strip()


def _shortened(prefix: str) -> str:
    """Return a prefix, or its end from a word on, so that two of them fit into a narrow sidebar."""
    if len(prefix) <= _LABEL:
        return prefix
    end = prefix[-_LABEL:]
    return f"…{end.partition(' ')[2] or end}"


def _joined(parts: Sequence[Range], inner: Sequence[Range] = ()) -> Range:
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return first
    name, own = _from_to(first.name, last.name), f"{first.own}\n{last.own}"
    return Range(first.start, last.stop, tuple(inner), name, own)


def _from_to(first: str, last: str) -> str:
    """Return `A – C`; for groups with such names, the outer ends."""
    start, end = first.split(" – ")[0], last.split(" – ")[-1]
    return start if start == end else f"{start} – {end}"

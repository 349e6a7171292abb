"""Names for pages without one: the last part of their address, made readable without knowledge of any language.

Escapes are decoded and dashes become spaces. Numbers that only a program needs are removed if words remain. Days are
distinguished from other numbers. No word of an address has a special meaning here. Does no I/O; caches names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote, unquote_plus

from standard_sitemap.model.ordering import are_ordered, natural
from standard_sitemap.model.words import DAY, MONTH, SHORT_DAY, SHORT_MONTH, YEAR
from standard_sitemap.sitemapsorg.sort_keys import ON_DISK, QUERY, SEGMENT, SLASH

# Words as in most addresses, and a final number that only a program needs.
_WORDS = re.compile(r"([a-z]+(?:-(?:[a-z]+|[0-9]{1,4}))*)(?:-([0-9]{5,}))?")
# The ends of keys that consist of such words, one on each line; and the numbers there.
_LINES = re.compile(rf"(?:{SEGMENT}[a-z]++(?:-(?:[a-z]++|[0-9]{{1,4}}+(?![0-9])))*+(?:-[0-9]{{5,}}+)?+\n)*+")
_NUMBERS = re.compile(r"-[0-9]{5,}\n")
# Words that no language speaks as such: `css`, `pdf`, `faq`. Among other words they may be: `st-moritz`.
_LETTERS_ALONE = "[bcdfghjklmnpqrstvwxz]{2,5}|[a-z]{2}q"
_ABBREVIATION = re.compile(_LETTERS_ALONE)
_ABBREVIATIONS = re.compile(rf"{SEGMENT}(?:{_LETTERS_ALONE})\n")
# Dimensions of a UUID, which only a program needs, and which may consist of such words.
_UUID_LENGTH, _UUID_DASHES = 36, 4
_YEAR, _MONTH, _DAY = map(re.compile, (YEAR, SHORT_MONTH, SHORT_DAY))
_DATED = re.compile(rf"({YEAR})[-_]?({MONTH})[-_]?({DAY})(?:[-_]+(.+))?")
_BEGINS_WITH_YEAR = re.compile(rf"{YEAR}(?:-{MONTH}(?:-[0-9]{{2}})?)?(?: |$)")
_BETWEEN = re.compile(r"[-_\s]+")
# Letters followed by a number, or the reverse, are a word; in a code, they alternate.
_WORD_WITH_NUMBER = re.compile(r"[a-z]{3,}[0-9]+(?:[a-z]{3,})?|[0-9]+[a-z]{3,}")
_NUMBER = re.compile(r"[a-z]{0,2}[0-9]{5,}")
_CODE = re.compile(r"(?=[a-f]*[0-9])[0-9a-f]{8,}|(?=[a-z]*[0-9][a-z]*[0-9])(?=[0-9]*[a-z])[0-9a-z]{12,}")
_UUID = re.compile(r"[-_]?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}[-_]?", re.IGNORECASE)
# A version, and a file of a program, which are named as they are written. Documents are named by their words.
_AS_WRITTEN = re.compile(
    r"v?[0-9]+(?:\.[0-9]+)+|[^-\s]+\.(?!(?:pdf|docx?|od[pst]|xlsx?|pptx?|epub|txt|csv)$)[a-z][a-z0-9]{1,3}"
)
# A version of three numbers or more with dashes, as programs for blogs write "v0.3.2".
_DASHED_VERSION = re.compile(r"(?<![^-_])[vV][0-9]{1,3}(?:-[0-9]{1,3}){2,3}(?![^-_])")
_BEGINS_WITH_VERSION = re.compile(r"v[0-9]+\.[0-9]")
# The name of a function, which readers look for as it is written: `mts_selectWhere`.
_IDENTIFIER = re.compile(r"(?=.*[a-z][A-Z])[a-z][A-Za-z0-9.]*(?:_[A-Za-z0-9.]+)+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
# Characters: as many of a name as are sent (`model.menus.NAME_LENGTH`).
_LONGEST = 500
# Characters of an address that are read for its name: a character may take twelve of them. The limit matters because a
# folder is sorted by its names: fifty thousand addresses of a thousand characters would take half a minute.
_LONGEST_READ = 12 * _LONGEST
# Characters used for natural sorting; the whole name decides between equals.
_SORTED_BY = 100
# A name is needed for sorting, and soon again for display or output.
_NAMES_CACHED = 4_096

_WITH_WORDS = ("lexical", "version")
# A folder with more pages keeps the order of their addresses: naming all of them takes memory and time.
MOST_NAMED = 200_000


@lru_cache(_NAMES_CACHED)
def name_of_key(key: str) -> str:
    """Return the name of the entry at a key, by its last part."""
    return _name_of_key(key, keeps_numbers=False)


def whole_name_of_key(key: str) -> str:
    """Return the name of the entry at a key, including numbers that only a program needs."""
    return _name_of_key(key, keeps_numbers=True)


def _name_of_key(key: str, *, keeps_numbers: bool) -> str:
    # The last segment of most pages is plain words, found in half the time without splitting the key.
    start = key.rfind(SEGMENT) + 1
    plain = _of_words(key[start:], keeps_numbers=keeps_numbers) if start else None
    if plain is not None:
        return plain
    path, mark, query = key.partition(QUERY)
    if mark:
        return _of_query(query)
    segments = path.split(SEGMENT)
    if len(segments) < 2:
        return host_name(segments[0])
    return _of_odd_segment(segments[-1], segments[1:-1], keeps_numbers=keeps_numbers)


def names_of_keys(keys: Sequence[str], *, keeps_numbers: bool = False) -> list[str]:
    """Return the names at many keys, with `keeps_numbers` the whole names.

    If all are plain words, they are processed as one text.
    """
    text = _words_at_ends(keys)
    if text is None:
        return list(map(whole_name_of_key if keeps_numbers else name_of_key, keys))
    return _names_in(text if keeps_numbers else _NUMBERS.sub("\n", text))


def both_names_of_keys(keys: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names at many keys, and the whole names, faster than separately."""
    text = _words_at_ends(keys)
    if text is None:
        return list(map(name_of_key, keys)), list(map(whole_name_of_key, keys))
    return _names_in(_NUMBERS.sub("\n", text)), _names_in(text)


def _words_at_ends(keys: Sequence[str]) -> str | None:
    """Return the last parts of keys, one on each line; None if one of them is more than plain words."""
    ends = [key[key.rfind(SEGMENT) :] for key in keys]
    text = "\n".join((*ends, ""))
    longest = max(map(len, ends), default=0) - len(SEGMENT)
    is_odd = longest > _LONGEST or not _LINES.fullmatch(text) or (longest >= _UUID_LENGTH and _UUID.search(text))
    return None if is_odd else text


def _names_in(words: str) -> list[str]:
    names = words.replace(SEGMENT, "").replace("-", " ").split("\n")[:-1]
    if _ABBREVIATIONS.search(words):
        return [name.upper() if _ABBREVIATION.fullmatch(name) else name.capitalize() for name in names]
    return [name.capitalize() for name in names]


def name_of_run(key: str, start: int, *, keeps_numbers: bool = False) -> str:
    """Return the name of a run of folders shown as one: of the parts of a key from `start` on."""
    path, mark, query = key.partition(QUERY)
    above = path[:start].split(SEGMENT)[1:] if start else []
    read = path[start : start + _LONGEST_READ]
    parts = read.lstrip(SEGMENT).split(SEGMENT) if read else []
    names: list[str] = []
    if not start and parts:
        names.append(host_name(parts.pop(0)))
    for part in parts:
        name = _of_segment(part, above, keeps_numbers=keeps_numbers)
        if names and name.startswith(f"{names[-1]}-") and _YEAR.match(name):
            names.pop()  # a month replaces its year, which its name includes
        names.append(name)
        above = [*above[-1:], part]
    return " / ".join([*names, *([_of_query(query)] if mark else [])])


def host_name(host: str) -> str:
    """Return the readable form of a host; "/" for the root of files on disk."""
    if host == ON_DISK:
        return "/"
    bare = host.rpartition("@")[2].removeprefix("www.")
    return _international(bare) if "xn--" in bare else bare or host


def _international(host: str) -> str:
    labels = []
    for label in host.split("."):
        try:
            labels.append(
                label.removeprefix("xn--").encode("ascii").decode("punycode") if label[:4] == "xn--" else label
            )
        except UnicodeError:
            labels.append(label)
    return ".".join(labels)


def _of_segment(segment: str, above: Sequence[str], *, keeps_numbers: bool) -> str:
    plain = _of_words(segment, keeps_numbers=keeps_numbers)
    return _of_odd_segment(segment, above, keeps_numbers=keeps_numbers) if plain is None else plain


def _of_odd_segment(segment: str, above: Sequence[str], *, keeps_numbers: bool) -> str:
    """Return the name of a segment that is not plain words; `above` are the segments before it."""
    text = unquote(segment[:_LONGEST_READ])[:_LONGEST] if "%" in segment else segment[:_LONGEST]
    text = _CONTROL.sub(" ", text).strip()
    if text.isdecimal() and text.isascii() and not _DATED.fullmatch(text):
        return _day(text, above)[:_LONGEST]
    return _readable(text, keeps_numbers=keeps_numbers)[:_LONGEST] or segment or "/"


def _of_words(segment: str, *, keeps_numbers: bool) -> str | None:
    """Return the name of a segment that is words alone, or words and a final number; else None."""
    parts = _WORDS.fullmatch(segment) if len(segment) <= _LONGEST else None
    if parts is None or (len(segment) >= _UUID_LENGTH and _UUID.search(segment)):
        return None
    words = segment if keeps_numbers else parts[1]
    if _ABBREVIATION.fullmatch(words):
        return words.upper()
    return words[0].upper() + words[1:].replace("-", " ")


def _day(number: str, above: Sequence[str]) -> str:
    """Return the full date of a month below a year, or of a day below a month; else the number itself."""
    if above and _YEAR.fullmatch(above[-1]) and _MONTH.fullmatch(number):
        return f"{above[-1]}-{number.zfill(2)}"
    if len(above) > 1 and _YEAR.fullmatch(above[-2]) and _MONTH.fullmatch(above[-1]) and _DAY.fullmatch(number):
        return f"{above[-2]}-{above[-1].zfill(2)}-{number.zfill(2)}"
    return number


def _readable(text: str, *, keeps_numbers: bool = False) -> str:
    text = _DASHED_VERSION.sub(lambda version: version[0].replace("-", "."), text)
    if _AS_WRITTEN.fullmatch(text) or _IDENTIFIER.fullmatch(text):
        return text
    dated = _DATED.fullmatch(text)
    if dated is not None:
        day = "-".join(dated.group(1, 2, 3))
        return f"{day} {_readable(dated[4], keeps_numbers=keeps_numbers)}" if dated[4] else day
    has_uuid = not keeps_numbers and text.count("-") >= _UUID_DASHES
    bare = _UUID.sub("-", text) if has_uuid else text
    words = [word for word in _BETWEEN.split(bare) if word]
    readable = [word for word in words if keeps_numbers or not _is_for_programs(word.lower())]
    if not any(character.isalpha() for word in readable for character in word):
        return text if len(words) < 2 else " ".join(words)
    name = " ".join(readable)
    is_capitalised = name == name.lower() and not _BEGINS_WITH_VERSION.match(name)
    return name[0].upper() + name[1:] if is_capitalised else name


def _is_for_programs(word: str) -> bool:
    """Return whether only a program needs a word of a name."""
    if _NUMBER.fullmatch(word):
        return True
    return _CODE.fullmatch(word) is not None and not _WORD_WITH_NUMBER.fullmatch(word)


def _of_query(query: str) -> str:
    """Return the name of a query: `colour: dark red, size: 5` for `colour=dark+red&size=5`."""
    parts = []
    for field in query[:_LONGEST_READ].replace(SLASH, "/").split("&"):
        name, _, value = field.partition("=")
        name, value = unquote_plus(name).strip(), unquote_plus(value).strip()
        parts.append(f"{name}: {value}" if name and value else name or value)
    return _CONTROL.sub(" ", ", ".join(part for part in parts if part))[:_LONGEST] or "?"


def in_natural_order(nodes: list[int], names: Sequence[str]) -> list[int]:
    """Return nodes sorted by their names, ignoring case, with numbers by value."""
    ranks = [(natural(name[:_SORTED_BY].casefold()), name) for name in names]
    return [nodes[place] for place in sorted(range(len(nodes)), key=ranks.__getitem__)]


def is_dated(name: str) -> bool:
    """Return whether a name begins with a year or a day."""
    return _BEGINS_WITH_YEAR.match(name) is not None


def order_of(names: Sequence[str]) -> str:
    """Return the order in which names stand; `none` if they are unordered."""
    if len(names) < 2:
        return "none"
    if all(name.isascii() and name.isdecimal() for name in names):
        return "base10" if are_ordered(names, "base10") else "none"
    return next((order for order in _WITH_WORDS if are_ordered(names, order)), "none")

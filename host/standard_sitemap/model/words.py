"""Words of names and of messages: compared as a search does, made good for files, and counted; and how dates are
written in names and addresses. Not part of the format.

Both sides of a comparison go through `folded`: a name that was folded is never found by words that were not. Beside
names a search looks at descriptions and addresses. Words that look like a part of an address are looked for in all of
it. Other words only in the last part of its path, without the ending of a page: the host, and the folders of a site,
stand in the addresses of all its pages. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

# Marks on Latin letters, which many leave out as they type; with those of other scripts, words are others.
_MARKS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")

# What begins a command to a terminal, ends a line, or overrules the direction of what follows; and half characters.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

# For patterns: a year that readers take for one, and two digits each for a month and for a day.
YEAR, MONTH, DAY = "(?:19|20)[0-9]{2}", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
# The same with a digit left out where it is 0.
SHORT_MONTH, SHORT_DAY = "(?:0?[1-9]|1[0-2])", "(?:0?[1-9]|[12][0-9]|3[01])"

# Characters: with number and ending a name stays readable in a listing, and far below what file systems allow.
_LONGEST = 40


def folded(text: str) -> str:
    """`text` without regard to case, to marks on Latin letters, and to how letters are encoded.

    `Über` as `uber`, whether its letters are composed of several characters, full-width, or neither.
    """
    if text.isascii():
        return text.lower()
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFKC", plain)


def holds(name: str, words: Sequence[str]) -> bool:
    """Whether a name has all the words, which are folded already."""
    plain = folded(name)
    return all(word in plain for word in words)


def counted(number: int, one: str, many: str) -> str:
    """A number with what it counts: “1 page”, “2,000 pages”."""
    return f"{number:,} {one if number == 1 else many}"


def printable(text: str) -> str:
    """`text` with escapes for what would steer a terminal, break a line or turn the order of reading round."""
    return text if text.isprintable() else _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def free_name(text: str, taken: set[str], word: str) -> str:
    """A name made of `text` that is not in `taken`, to which it is added; `word` begins it where no letter would.

    It has small letters, digits and hyphens only, so that names differ whatever a file system makes of case (D4).
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or word
    stem = stem if stem[0].isalpha() else f"{word}-{stem}"
    free, number = stem, 1
    while free in taken:
        number += 1
        free = f"{stem}-{number}"
    taken.add(free)
    return free


# Letters of a word that is looked for in addresses: parts of them, such as years or codes, hold any two letters.
SHORTEST = 3

_OF_ADDRESS = re.compile(r"[/.:?#=]")
_HOST = re.compile("^[a-z]+://[^/?#]*")
_ENDING = re.compile(r"\.(?:[sx]?html?|php|aspx?|jsp|cfm)$")


def mentions(words: Sequence[str], texts: Iterable[str | None], address: str | None) -> bool:
    """Whether each word, which is `folded`, is in one of the texts or in the address."""
    plain = folded("\0".join(text for text in texts if text))
    missing = [word for word in words if word not in plain]
    return not missing or (address is not None and all(is_in_address(word, address) for word in missing))


def is_in_address(word: str, address: str) -> bool:
    """Whether a word, which is `folded`, is in an address, written in whichever way."""
    if len(word) < SHORTEST:
        return False
    readable = folded(unquote(address))
    path = readable if "//" in word else _HOST.sub("", readable)
    return word in (path if _OF_ADDRESS.search(word) else last_part(path))


def last_part(address: str) -> str:
    """The last part of the path of an address in lower case, without the ending of a page."""
    path = re.split("[?#]", address, maxsplit=1)[0].rstrip("/")
    return _ENDING.sub("", path[path.rfind("/") + 1 :])

"""Words of names and of messages: compared as a search does, made good for files, and counted. Not part of the format.

Both sides of a comparison go through `folded`: a name that was folded is never found by words that were not. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

# Marks on Latin letters, which many leave out as they type; with those of other scripts, words are others.
_MARKS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")

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

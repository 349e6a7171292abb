"""Names that are good for a file, an address and an `xml:id` alike, no two of them the same. Pure."""

from __future__ import annotations

import re
import unicodedata

# Characters: with number and ending a name stays readable in a listing, and far below what file systems allow.
_LONGEST = 40


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

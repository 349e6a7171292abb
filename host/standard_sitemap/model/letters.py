"""Letters as a search compares them: one form for all ways to write a word. Not part of the format.

Both sides of a comparison go through `folded`: a name that was folded is never found by words that were not.
"""

import re
import unicodedata

# Marks on Latin letters, which many leave out as they type; with those of other scripts, words are others.
_MARKS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")


def folded(text: str) -> str:
    """`text` without regard to case, to marks on Latin letters, and to how letters are encoded.

    `Über` as `uber`, whether its letters are composed of several characters, full-width, or neither.
    """
    if text.isascii():
        return text.lower()
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFKC", plain)

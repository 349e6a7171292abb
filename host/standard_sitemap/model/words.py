"""Words in names and messages: folding for search, file names, counts, and patterns for dates in names and addresses.

Not part of the format.

Both sides of a comparison must be `folded`: unfolded words never match a folded name. A search covers names,
descriptions and addresses. A word that looks like part of an address is searched for in the whole address. Other words
are searched for only in the last part of its path, without the extension of a page. The host and the folders of a site
occur in the addresses of all its pages. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

# Marks on Latin letters, which many people omit when typing; in other scripts, marks distinguish words.
_MARKS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")

# Characters that readers do not see, and so do not type: soft hyphens, zero-width spaces and joiners, marks of
# direction, byte order marks.
_UNSEEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+")
# Apostrophes other than the one on keyboards.
_APOSTROPHES = re.compile("[\u2018\u2019\u201b\u02bc]")

# For patterns: a plausible year, and two digits each for a month and for a day.
YEAR, MONTH, DAY = "(?:19|20)[0-9]{2}", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
# The same, with an optional leading 0.
SHORT_MONTH, SHORT_DAY = "(?:0?[1-9]|1[0-2])", "(?:0?[1-9]|[12][0-9]|3[01])"

# Characters: with number and extension a name stays readable in a listing, far below the limits of file systems.
_LONGEST = 40


# Characters of a non-ASCII text that are compared: a row shows half as many.
LONGEST_COMPARED = 1_000
# Characters of an address that are compared, including its last part: the longest address that a browser is led to.
_LONGEST_ADDRESS = 8_192
# Consecutive combining marks that are compared, as in Unicode's Stream-Safe Text Format: no language needs as many.
# Ordering a run of marks takes quadratic time.
MOST_MARKS = 30
# A run that is too long, of characters that may be marks: not Latin, kana, ideographs or Hangul. Their combining
# classes show whether they are marks. Compiled on first use, because that takes a millisecond.
_LONG_RUN = f"[^\0-\u02ff\u3041-\u3096\u30a1-\u30ff\u3400-\u9fff\uac00-\ud7a3]{{{MOST_MARKS + 1},}}"
_TOO_MANY_MARKS = re.compile(b"[^\0]{%d,}" % (MOST_MARKS + 1))
# Characters without a combining class that decompose into marks.
_DECOMPOSED_MARKS = re.compile("[\u0f73\u0f75\u0f81\uff9e\uff9f]")
# Characters normalised in one call: one of them may decompose into eighteen.
_TOGETHER = 10_000


def bounded(text: str, longest: int = LONGEST_COMPARED) -> str:
    """Return the part of a text that is compared: its beginning, with at most `MOST_MARKS` consecutive marks.

    Apply this function to text from files before Unicode normalisation. ASCII text needs none, and stays whole.
    """
    return text if text.isascii() else re.sub(_LONG_RUN, _without_surplus_marks, text[:longest])


def _without_surplus_marks(run: re.Match[str]) -> str:
    text, at, kept = run[0], 0, list[str]()
    classes = bytes(map(unicodedata.combining, _DECOMPOSED_MARKS.sub("\u0301", text)))
    for marks in _TOO_MANY_MARKS.finditer(classes):
        kept.append(text[at : marks.start() + MOST_MARKS])
        at = marks.end()
    return "".join((*kept, text[at:]))


def folded(text: str, longest: int = LONGEST_COMPARED) -> str:
    """Return `text`, `bounded`, in a form that ignores case, marks on Latin letters, and Unicode encoding.

    `Über` becomes `uber`, with precomposed, combining or full-width letters. Unseen characters, such as soft hyphens,
    are removed, and typographic apostrophes become those of keyboards.

    >>> folded("Crème BRÛLÉE")
    'creme brulee'
    """
    return text.lower() if text.isascii() else _normalised(bounded(text, longest))


def all_folded(texts: Sequence[str]) -> list[str]:
    """Return each text `folded`.

    Short texts are normalised in one call, since a call costs as much as some twenty letters.
    """
    joined = "\0".join(texts)  # XML forbids this character
    if len(joined) > _TOGETHER:
        return [folded(text) for text in texts]
    if max(map(len, texts)) > LONGEST_COMPARED:
        joined = "\0".join(map(bounded, texts))
    return folded(joined, len(joined)).split("\0")


def _normalised(text: str) -> str:
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKD", _APOSTROPHES.sub("'", text)))
    plain = _MARKS.sub("", seen).casefold()
    return unicodedata.normalize("NFKC", plain)


def holds(name: str, words: Sequence[str]) -> bool:
    """Return whether a name contains all the words, which are `folded` already."""
    plain = folded(name)
    return all(word in plain for word in words)


def counted(number: int, singular: str, many: str) -> str:
    """Return a number with its noun: “1 page”, “2,000 pages”."""
    return f"{number:,} {singular if number == 1 else many}"


def free_name(text: str, taken: set[str], word: str) -> str:
    """Return a name based on `text` that is not in `taken`, and add it there.

    `word` is its prefix unless it begins with a letter. It has lower-case letters, digits and hyphens only, so that
    names also differ on file systems that ignore case (D4).
    """
    plain = unicodedata.normalize("NFKD", bounded(text)).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or word
    stem = stem if stem[0].isalpha() else f"{word}-{stem}"
    free, number = stem, 1
    while free in taken:
        number += 1
        free = f"{stem}-{number}"
    taken.add(free)
    return free


# Minimum letters of a word searched for in addresses: parts of addresses such as years or codes contain any two
# letters.
SHORTEST = 3

_OF_ADDRESS = re.compile(r"[/.:?#=]")
_HOST = re.compile("^[a-z]+://[^/?#]*")
_ENDING = re.compile(r"\.(?:[sx]?html?|php|aspx?|jsp|cfm)$")


def mentions(words: Sequence[str], texts: Iterable[str | None], address: str | None) -> bool:
    """Return whether each word, `folded` already, is in one of the texts or in the address."""
    plain = "\0".join(folded(text) for text in texts if text)
    missing = [word for word in words if word not in plain]
    return not missing or (address is not None and all(is_in_address(word, address) for word in missing))


def is_in_address(word: str, address: str) -> bool:
    """Return whether a word, `folded` already, is in an address, escaped or not."""
    if len(word) < SHORTEST:
        return False
    # Cut first, because decoding takes time for each escape.
    readable = folded(unquote(address[:_LONGEST_ADDRESS]), _LONGEST_ADDRESS)
    path = readable if "//" in word else _HOST.sub("", readable)
    return word in (path if _OF_ADDRESS.search(word) else last_part(path))


def last_part(address: str) -> str:
    """Return the last part of the path of an address in lower case, without the extension of a page."""
    path = re.split("[?#]", address, maxsplit=1)[0].rstrip("/")
    return _ENDING.sub("", path[path.rfind("/") + 1 :])

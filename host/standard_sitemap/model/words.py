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

# For patterns: a year that readers take for one, and two digits each for a month and for a day.
YEAR, MONTH, DAY = "(?:19|20)[0-9]{2}", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
# The same with a digit left out where it is 0.
SHORT_MONTH, SHORT_DAY = "(?:0?[1-9]|1[0-2])", "(?:0?[1-9]|[12][0-9]|3[01])"

# Characters: with number and ending a name stays readable in a listing, and far below what file systems allow.
_LONGEST = 40


# Characters of a text that are compared, where they are not ASCII: a row shows half as many.
LONGEST_COMPARED = 1_000
# Of an address, so that its last part is compared, too: as many as a browser is led to.
_LONGEST_ADDRESS = 8_192
# Combining marks in a row that are compared, as in Unicode's Stream-Safe Text Format: no language needs as many.
# Ordering a run of marks takes time in the square of its length.
MOST_MARKS = 30
# A run that is too long, of characters that may be marks: not Latin, kana, ideographs or Hangul. Its combining classes
# show whether they are.
_LONG_RUN = re.compile(f"[^\0-\u02ff\u3041-\u3096\u30a1-\u30ff\u3400-\u9fff\uac00-\ud7a3]{{{MOST_MARKS + 1},}}")
_TOO_MANY_MARKS = re.compile(b"[^\0]{%d,}" % (MOST_MARKS + 1))
# Characters without a combining class that are decomposed into marks.
_DECOMPOSED_MARKS = re.compile("[\u0f73\u0f75\u0f81\uff9e\uff9f]")
# Characters that are normalised in one call: one of them may be decomposed into eighteen.
_TOGETHER = 10_000


def bounded(text: str, longest: int = LONGEST_COMPARED) -> str:
    """Return as much of a text as is compared: its beginning, without marks beyond `MOST_MARKS` in a row.

    Text from files goes through this function before Unicode normalisation. ASCII text needs none, and stays whole.
    """
    return text if text.isascii() else _LONG_RUN.sub(_without_surplus_marks, text[:longest])


def _without_surplus_marks(run: re.Match[str]) -> str:
    text, at, kept = run[0], 0, list[str]()
    classes = bytes(map(unicodedata.combining, _DECOMPOSED_MARKS.sub("\u0301", text)))
    for marks in _TOO_MANY_MARKS.finditer(classes):
        kept.append(text[at : marks.start() + MOST_MARKS])
        at = marks.end()
    return "".join((*kept, text[at:]))


def folded(text: str, longest: int = LONGEST_COMPARED) -> str:
    """Return `text`, which is `bounded` first, without regard to case, to marks on Latin letters, and to encoding.

    `Über` as `uber`, whether its letters are composed of several characters, full-width, or neither.
    """
    return text.lower() if text.isascii() else _normalised(bounded(text, longest))


def all_folded(texts: Sequence[str]) -> list[str]:
    """Return each text `folded`. Short ones are normalised at once: each call costs as much as some twenty letters."""
    joined = "\0".join(texts)  # no XML has this character
    if len(joined) > _TOGETHER:
        return [folded(text) for text in texts]
    if max(map(len, texts)) > LONGEST_COMPARED:
        joined = "\0".join(map(bounded, texts))
    return folded(joined, len(joined)).split("\0")


def _normalised(text: str) -> str:
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFKC", plain)


def holds(name: str, words: Sequence[str]) -> bool:
    """Whether a name has all the words, which are folded already."""
    plain = folded(name)
    return all(word in plain for word in words)


def counted(number: int, singular: str, many: str) -> str:
    """A number with what it counts: “1 page”, “2,000 pages”."""
    return f"{number:,} {singular if number == 1 else many}"


def free_name(text: str, taken: set[str], word: str) -> str:
    """A name made of `text` that is not in `taken`, to which it is added; `word` begins it where no letter would.

    It has small letters, digits and hyphens only, so that names differ whatever a file system makes of case (D4).
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


# Letters of a word that is looked for in addresses: parts of them, such as years or codes, hold any two letters.
SHORTEST = 3

_OF_ADDRESS = re.compile(r"[/.:?#=]")
_HOST = re.compile("^[a-z]+://[^/?#]*")
_ENDING = re.compile(r"\.(?:[sx]?html?|php|aspx?|jsp|cfm)$")


def mentions(words: Sequence[str], texts: Iterable[str | None], address: str | None) -> bool:
    """Whether each word, which is `folded`, is in one of the texts or in the address."""
    plain = "\0".join(folded(text) for text in texts if text)
    missing = [word for word in words if word not in plain]
    return not missing or (address is not None and all(is_in_address(word, address) for word in missing))


def is_in_address(word: str, address: str) -> bool:
    """Whether a word, which is `folded`, is in an address, written in whichever way."""
    if len(word) < SHORTEST:
        return False
    readable = folded(unquote(address), _LONGEST_ADDRESS)
    path = readable if "//" in word else _HOST.sub("", readable)
    return word in (path if _OF_ADDRESS.search(word) else last_part(path))


def last_part(address: str) -> str:
    """The last part of the path of an address in lower case, without the ending of a page."""
    path = re.split("[?#]", address, maxsplit=1)[0].rstrip("/")
    return _ENDING.sub("", path[path.rfind("/") + 1 :])

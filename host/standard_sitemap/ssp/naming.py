"""Nodes found by words in their names, looked for in the bytes of a file: no index has to be made before.

Not part of the format: it serves those who show a map.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import compress

from .documents import Document
from .names import SHORT_ENTITIES, Kind
from .passages import names_in, written_names_in
from .variants import variant_names

# These letters may be written in several ways.
_ESCAPED = frozenset(SHORT_ENTITIES.values())
_NODES = (Kind.ITEM, Kind.GROUP)
# So many elements are looked at, or passages looked through, between two pauses: about a millisecond.
_ELEMENTS, _PASSAGES = 200, 8


def named_in(document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """The items and groups one of whose names contains all words, which are in folded case; in document order.

    None comes now and then, as a place to pause.
    """
    place, varied, written = 0, document.with_variants, _as_written(words)
    for number, (first, stop, text) in enumerate(document.passages.texts(partial(_lacks, written))):
        if place < first:
            yield from _one_by_one(document, range(place, first), words)
        if varied and bisect_left(varied, first) < bisect_left(varied, stop):
            yield from _one_by_one(document, range(first, stop), words)
        elif text:
            yield from _in_passage(text, range(first, stop), words, written)
        if number % _PASSAGES == 0:
            yield None
        place = stop
    yield from _one_by_one(document, range(place, len(document)), words)


def _as_written(words: Sequence[str]) -> list[bytes]:
    """The words, as far as they are written in one way only when they are written in ASCII; case aside."""
    return [word.encode() for word in words if word.isascii() and _ESCAPED.isdisjoint(word)]


def _lacks(written: Sequence[bytes], text: bytes) -> bool:
    """Whether a text surely holds no name with all of the words."""
    if not text.isascii():  # there, a letter may be a word's in folded case
        return False
    if any(word.upper() != word for word in written):
        text = text.lower()
    return not all(word in text for word in written)


def _in_passage(text: bytes, items: range, words: Sequence[str], written: Sequence[bytes]) -> Iterable[int]:
    """The items of a passage, each with its own name only, whose names contain all words."""
    if len(written) == len(words) and text.isascii() and b"&" not in text:
        names = written_names_in(text.lower())
        return compress(items, [all(word in name for word in written) for name in names])
    return compress(items, [all(word in name.casefold() for word in words) for name in names_in(text)])


def _one_by_one(document: Document, elements: range, words: Sequence[str]) -> Iterator[int | None]:
    for looked, index in enumerate(elements, 1):
        if document.kinds[index] in _NODES and any(
            name is not None and all(word in name.casefold() for word in words)
            for name in variant_names(document, index)
        ):
            yield index
        if looked % _ELEMENTS == 0:
            yield None

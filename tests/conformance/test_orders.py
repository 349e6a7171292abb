"""Claims of order in random maps, compared with an oracle that tries each way of sorting (D66)."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

from hypothesis import given
from hypothesis import strategies as st

from conformance.in_memory import faults, hierarchy

_WORDS = ("a", "B", "b", "C", "ä", "Äp", "ap", "az", "z", "zä", "é", "е", "И")
_NUMBERS = ("1", "2", "10", "02", "1.5", "a", "-1", "ff", "0x1F", "ten", " 3 ")
_VERSIONS = ("1", "1.0", "1.0-rc1", "1.0-rc10", "1.0-rc2", "1.9", "1.10", "v1", "V2", "1.1-alpha")
_LISTS = {"lexical": _WORDS, "base10": _NUMBERS, "base16": _NUMBERS, "version": _VERSIONS}
# Letters in the order of a dictionary, for the letters that random names have.
_DICTIONARIES = {"de": ("aä", "b", "c", "eé", "p", "z", "е", "и"), "sv": ("a", "b", "c", "eé", "p", "z", "ä", "е", "и")}
_FOR_NUMBERS: dict[str, tuple[str, Callable[[str], float]]] = {
    "base10": (r"[+-]?\d+(\.\d+)?", float),
    "base16": ("(0x)?[0-9a-f]+", lambda text: int(text, 16)),
}


@given(st.integers(0, 2**64))
def test_an_order_that_does_not_hold_is_a_fault(seed: int) -> None:
    rng = Random(seed)
    order, language = rng.choice(sorted(_LISTS)), rng.choice(sorted(_DICTIONARIES))
    names = rng.sample(_LISTS[order], rng.randint(2, 4))
    if rng.random() < 0.5:
        names.sort(key=rng.choice((str, str.casefold)))
    items = "".join(f'<item name={quoteattr(name)} url="{at}"/>' for at, name in enumerate(names))
    content = f'<group name="G" order="{order}" lang="{language}">{items}</group>'
    is_broken = any(code == "order-broken" for code, _ in faults(hierarchy(content)))
    assert is_broken is not _is_sorted(names, order, language)


def _is_sorted(names: list[str], order: str, language: str) -> bool:
    if order == "lexical":
        dictionary = _DICTIONARIES[language]

        def places(name: str) -> list[int]:
            return [next(at for at, letters in enumerate(dictionary) if letter in letters) for letter in name.lower()]

        ways: tuple[list[Any], ...] = (names, [name.lower() for name in names], [places(name) for name in names])
        return any(way == sorted(way) for way in ways)
    if order == "version":
        keys = [_version(name.lower()) for name in names]
        return keys == sorted(keys)
    pattern, number = _FOR_NUMBERS[order]
    values = [number(name.strip()) for name in names if re.fullmatch(pattern, name.strip(), re.IGNORECASE)]
    return values == sorted(values)


def _version(name: str) -> list[tuple[int, float, str]]:
    """Return a version's parts; the end of one without a suffix comes after every suffix."""
    number, has_suffix, suffix = name.partition("-")
    end = (-2, 0, "") if has_suffix else (-1, 0, "")
    return [*_parts(number), end, *_parts(suffix)]


def _parts(text: str) -> list[tuple[int, float, str]]:
    return [(1, int(part), "") if part.isdecimal() else (0, 0, part) for part in re.findall(r"\d+|[a-z]+", text)]

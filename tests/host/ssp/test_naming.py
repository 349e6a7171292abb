"""Nodes found by words in their names."""

from __future__ import annotations

from random import Random

import pytest

from conformance.in_memory import ROOT, hierarchy, written
from host.ssp.test_skimming import random_file
from standard_sitemap import ssp
from standard_sitemap.ssp.lookup import named_in
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import variant_names

OTHERS = '<item name="Other" url="o"/>\n' * 300


def found(content: str, *words: str) -> list[int]:
    """The numbers of the elements found in a file that is read in passages."""
    document = ssp.parse(ROOT, written(content), None, in_passages=True)
    return [index for index in named_in(document, words) if index is not None]


def one_by_one(document: ssp.Document, *words: str) -> list[int]:
    return [
        index
        for index in range(len(document))
        if document.kinds[index] in (Kind.ITEM, Kind.GROUP)
        and any(name and all(word in name.casefold() for word in words) for name in variant_names(document, index))
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A Rare bird", ("rare",)),
        ("A Rare bird", ("bird", "rar")),
        ("Straße", ("strasse",)),
        ("Straße", ("ß".casefold(),)),
        ("Fish &amp; chips", ("&",)),
        ("İstanbul", ("İ".casefold(),)),
        ("ÉCOLE", ("école",)),
    ],
)
def test_names_are_found_in_folded_case(name: str, words: tuple[str, ...]) -> None:
    content = f'{OTHERS}<item url="x" name="{name}"/>{OTHERS}'
    assert found(content, *words) == [301]


@pytest.mark.parametrize("word", ["item", "url", "u", "amp", "x y", "other bird", "ä"])
def test_nothing_but_names_is_looked_at(word: str) -> None:
    content = f'{OTHERS}<item name="Bird &amp; B" url="u"/>{OTHERS}<item name="Bird" url="x"/>'
    assert found(content, word) == []


def test_names_of_variants_are_names() -> None:
    content = f'{OTHERS}<item name="N" url="u"><variant name="Variety"/><variant name="Other sort"/></item>{OTHERS}'
    assert found(content, "variety") == [301]
    assert found(content, "n") == []
    assert len(found(content, "other")) == 601


def test_words_are_all_in_one_name() -> None:
    content = '<item url="u"><variant name="Great auk"/><variant name="Small wren"/></item><group name="Great wren"/>'
    assert found(content, "great", "wren") == [4]


def test_random_files_are_looked_through_like_their_elements() -> None:
    for seed in range(600):
        document = ssp.parse(ROOT, random_file(Random(seed)), None, in_passages=True)
        for words in (("n",), ("a",), ("b", "a"), ("é",), ("&",), ("s",)):
            assert [one for one in named_in(document, words) if one is not None] == one_by_one(document, *words)


def test_nodes_are_found_in_all_files() -> None:
    found = hierarchy(
        '<item name="One" url="/"/><external url="b.xml#x"/>', {"b.xml": written('<group xml:id="x" name="one"/>')}
    )
    assert [node for node in found.named(["one"]) if node is not None] == [1, 4]


def test_it_pauses() -> None:
    assert None in list(hierarchy(OTHERS).named(["none"]))

"""Which children are read one after the other, and which order may be claimed."""

from __future__ import annotations

import pytest

from standard_sitemap.making.page_reading import Page
from standard_sitemap.making.sequences import Sequences, order_of
from standard_sitemap.making.tree import Branch, Tree


def _branch(*pages: str) -> Branch:
    tree = Tree()
    above = tree.place("index", tree.root, "start")
    for page in pages:
        tree.place(page, above, "list")
    return above


def _linked(relation: str, *pairs: tuple[str, str]) -> Sequences:
    pages = {page: Page(page, rels={relation: other}) for page, other in pairs}
    return Sequences(pages)


@pytest.mark.parametrize("relation", ["prev", "previous"])
def test_pages_follow_each_other_by_what_either_says(relation: str) -> None:
    above = _branch("a", "b", "c")
    assert _linked("next", ("a", "b"), ("b", "c")).is_sequence(above, ["A", "B", "C"])
    assert _linked(relation, ("b", "a"), ("c", "b")).is_sequence(above, ["A", "B", "C"])
    assert not _linked("next", ("a", "b")).is_sequence(above, ["A", "B", "C"])


def test_what_follows_the_last_page_of_a_chapter_follows_the_chapter() -> None:
    above = _branch("a", "b")
    child = Branch("a1", parent=above.children[0])
    above.children[0].children.append(child)
    assert _linked("next", ("a", "a1"), ("a1", "b")).is_sequence(above, ["A", "B"])


def test_one_child_is_no_sequence() -> None:
    assert not Sequences({}).is_sequence(_branch("a"), ["1. A"])


@pytest.mark.parametrize(
    ("names", "is_sequence"),
    [
        (["1 A", "2 B", "3 C"], True),
        (["Part 1", "Part 2", "Part 3"], True),
        (["3.1 A", "3.2 B", "3.10 C"], True),
        (["1 A", "1 B", "2 C"], False),
        (["5.3", "5.4", "5.5"], False),
        (["9" * 5000, "A", "B"], False),
    ],
)
def test_numbers_that_count_up_from_the_beginning_make_a_sequence(names: list[str], is_sequence: bool) -> None:
    assert Sequences({}).is_sequence(_branch("a", "b", "c"), names) == is_sequence


def test_an_order_is_claimed_of_many_names_that_are_in_it() -> None:
    names = [f"name {number:02}" for number in range(30)]
    assert order_of(names) == "lexical"
    assert order_of(names[1:]) == "none"
    assert order_of([*names[1:], names[0]]) == "none"

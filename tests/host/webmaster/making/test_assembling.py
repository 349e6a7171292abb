"""Outline nodes made from a tree: their names, addresses and roles, and the detected sequences."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.making.assembling import Assembler, Sequences, SiteFacts, order_of
from standard_sitemap.webmaster.making.outline import External, Outline, OutlineNode
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.page_roles import SiteSearch
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.translations import Languages
from standard_sitemap.webmaster.making.tree import Tree, TreeEntry

PAGES = {
    "index.html": Page("index.html", title="Home", language="en"),
    "a.html": Page("a.html", title="A", description="About a"),
    "find.html": Page("find.html", title="Find"),
}


def _outline(search: SiteSearch | None = None, *, with_find: bool = True) -> Outline:
    tree = Tree()
    home = tree.place("index.html", tree.root, "start")
    tree.place("a.html", home, "list", "The letter")
    if with_find:
        tree.place("find.html", home, "list")
    site = SiteFacts(PAGES, ReferenceResolver(PAGES), Languages(), {"a.html": ["contact", "glossary"]}, search)
    return Assembler(site, tree).outline()


def _child(outline: Outline, number: int) -> OutlineNode:
    (home,) = outline.children[:1]
    assert isinstance(home, OutlineNode)
    child = home.children[number]
    assert isinstance(child, OutlineNode)
    return child


def test_node_has_its_lists_label_and_its_pages_description() -> None:
    first = _child(_outline(), 0).variants[0]
    assert (first.name, first.url, first.description) == ("The letter", "a.html", "About a")


def test_roles_come_in_order_and_the_start_page_is_home() -> None:
    outline = _outline()
    assert isinstance(outline.children[0], OutlineNode)
    assert outline.children[0].roles == ("home", "tree")
    assert _child(outline, 0).roles == ("contact", "glossary", "tree")


def test_the_page_that_answers_is_the_search_or_a_node_beside_the_tree() -> None:
    search = SiteSearch("find.html", "q=%s", "post", "find.html")
    node = _child(_outline(search), 1)
    assert (node.roles, node.data, node.method) == (("search", "searchpage", "tree"), "q=%s", "post")
    beside = _outline(search, with_find=False).children[-1]
    assert isinstance(beside, OutlineNode)
    assert (beside.roles, beside.method) == (("search",), "post")


def test_a_second_parent_refers_to_the_node() -> None:
    tree = Tree()
    home = tree.place("index.html", tree.root, "start")
    a, find = tree.place("a.html", home, "list"), tree.place("find.html", home, "list")
    find.references.append(a)
    outline = Assembler(SiteFacts(PAGES, ReferenceResolver(PAGES), Languages(), {}), tree).outline()
    assert _child(outline, 1).children == [External(_child(outline, 0))]


def _branch(*pages: str) -> TreeEntry:
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


def test_successor_of_a_chapters_last_page_follows_the_chapter() -> None:
    above = _branch("a", "b")
    child = TreeEntry("a1", parent=above.children[0])
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

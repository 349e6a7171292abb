"""The nodes that are made of a tree."""

from __future__ import annotations

from standard_sitemap.making.addresses import Addresses
from standard_sitemap.making.assembling import Assembler, FoundSearch, Site, found_search
from standard_sitemap.making.forms import Search
from standard_sitemap.making.languages import Languages
from standard_sitemap.making.outline import External, Node, Outline
from standard_sitemap.making.page_reading import Page
from standard_sitemap.making.tree import Tree

PAGES = {
    "index.html": Page("index.html", title="Home", language="en"),
    "a.html": Page("a.html", title="A", description="About a"),
    "find.html": Page("find.html", title="Find"),
}


def _outline(search: FoundSearch | None = None, *, with_find: bool = True) -> Outline:
    tree = Tree()
    home = tree.place("index.html", tree.root, "start")
    tree.place("a.html", home, "list", "The letter")
    if with_find:
        tree.place("find.html", home, "list")
    site = Site(PAGES, Addresses(PAGES), Languages(), {"a.html": ["contact", "glossary"]}, search)
    return Assembler(site, tree).outline()


def _child(outline: Outline, number: int) -> Node:
    (home,) = outline.children[:1]
    assert isinstance(home, Node)
    child = home.children[number]
    assert isinstance(child, Node)
    return child


def test_a_node_is_called_as_its_list_does_and_described_by_its_page() -> None:
    first = _child(_outline(), 0).variants[0]
    assert (first.name, first.url, first.description) == ("The letter", "a.html", "About a")


def test_roles_come_in_order_and_the_start_page_is_home() -> None:
    outline = _outline()
    assert isinstance(outline.children[0], Node)
    assert outline.children[0].roles == ("home", "tree")
    assert _child(outline, 0).roles == ("contact", "glossary", "tree")


def test_the_page_that_answers_is_the_search_or_a_node_beside_the_tree() -> None:
    search = FoundSearch("find.html", "q=%s", "post", "find.html")
    node = _child(_outline(search), 1)
    assert (node.roles, node.data, node.method) == (("search", "searchpage", "tree"), "q=%s", "post")
    beside = _outline(search, with_find=False).children[-1]
    assert isinstance(beside, Node)
    assert (beside.roles, beside.method) == (("search",), "post")


def test_a_second_parent_refers_to_the_node() -> None:
    tree = Tree()
    home = tree.place("index.html", tree.root, "start")
    a, find = tree.place("a.html", home, "list"), tree.place("find.html", home, "list")
    find.references.append(a)
    outline = Assembler(Site(PAGES, Addresses(PAGES), Languages(), {}), tree).outline()
    assert _child(outline, 1).children == [External(_child(outline, 0))]


def test_a_form_leads_to_a_page_to_itself_or_out_of_the_site() -> None:
    addresses = Addresses(PAGES)
    urls = [
        found.url
        for action in ("find.html", "", "https://x.example/s", "cgi/find")
        if (found := found_search(PAGES["a.html"], Search(action, "q=%s", "get"), addresses)) is not None
    ]
    assert urls == ["find.html", "a.html", "https://x.example/s", "cgi/find"]
    assert found_search(PAGES["a.html"], Search("../../find", "q=%s", "get"), addresses) is None

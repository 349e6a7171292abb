"""The contents lists of a page, and their entries."""

from __future__ import annotations

import pytest
from lxml import html

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList, Lists
from standard_sitemap.webmaster.making.references import ReferenceResolver

PAGES = (
    "index.html",
    "a.html",
    "b.html",
    "c.html",
    "d.html",
    "e.html",
    "f.html",
    "de/index.html",
    "hr/index.html",
    "it/index.html",
)

Shape = list[tuple[str, str | None, "Shape"]]


def _lists_of(body: str, path: str = "index.html") -> list[ContentsList]:
    addresses = ReferenceResolver(PAGES)
    links = ((link, addresses.target("", href)) for link in _root(body).iter("a") if (href := link.get("href")))
    targets = {link: target.page for link, target in links if target is not None}
    return Lists(targets, path, "", addresses).contents_lists()


def _root(body: str) -> html.HtmlElement:
    return html.fromstring(f"<html><body>{body}</body></html>")


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def _links(*pages: str, tag: str = "li") -> str:
    return "".join(f'<{tag}><a href="{page}.html">{page}</a></{tag}>' for page in pages)


NESTED: Shape = [("A", "a.html", [("B", "b.html", []), ("C", "c.html", [])]), ("D", "d.html", [])]


_SPHINX = (
    '<div class="toctree-wrapper"><ul><li class="toctree-l1"><a href="a.html">A</a><ul><li><a href="b.html">B</a>'
    '<li><a href="c.html">C</a></ul><li><a href="d.html">D</a></ul></div>'
)
_DOCBOOK = (
    '<div class="toc"><dl><dt><span><a href="a.html">A</a></span></dt><dd><dl><dt><a href="b.html">B</a></dt>'
    '<dt><a href="c.html">C</a></dt></dl></dd><dt><a href="d.html">D</a></dt></dl></div>'
)
_MATERIAL = (
    '<nav class="md-nav md-nav--primary"><ul><li><label>x</label><a href="a.html">A</a><nav><ul><li>'
    '<a href="b.html">B</a><li><a href="c.html">C</a></ul></nav><li><a href="d.html">D</a></ul></nav>'
)
_PLAIN = (
    '<ol><li><p><a href="a.html">A</a></p><ol><li><a href="b.html">B</a><li><a href="c.html">C</a></ol>'
    '<li><a href="d.html">D</a></ol>'
)
_NUMBERED_LINES = (
    '<div>1. <a href="a.html">A</a><br>\n1.1&nbsp;<a href="b.html">B</a><br>1.2 <a href="c.html">C</a><br>'
    '2. <a href="d.html">D</a></div>'
)
_BLOCKS_BELOW_LINES = (
    '<div><a href="a.html">+ A</a><br><div>- <a href="b.html">B</a><br>- <a href="c.html">C</a><br></div>'
    '<a href="d.html"><b>+</b> D</a><br></div>'
)
_LIST_IN_LIST = (
    '<ul><li><a href="a.html">A</a></li><ul><li><a href="b.html">B</a></li><li><a href="c.html">C</a></li></ul>'
    '<li><a href="d.html">D</a></li></ul>'
)


@pytest.mark.parametrize(
    ("body", "source"),
    [
        (_SPHINX, "contents"),
        (_DOCBOOK, "contents"),
        (_MATERIAL, "navigation"),
        (_PLAIN, "shape"),
        (_LIST_IN_LIST, "shape"),
        (_NUMBERED_LINES, "shape"),
        (_BLOCKS_BELOW_LINES, "shape"),
    ],
)
def test_nested_lists_of_any_generator_are_a_tree(body: str, source: str) -> None:
    (contents_list,) = _lists_of(body)
    assert contents_list.source == source
    assert _shape(contents_list.entries) == NESTED


@pytest.mark.parametrize(
    "body",
    [
        f"<footer><ul>{_links('a', 'b', 'c')}</ul></footer>",
        f'<ul class="pagination">{_links("a", "b", "c")}</ul>',
        f'<ol class="breadcrumb">{_links("a", "b", "c")}</ol>',
        f"<ul>{_links('a')}<li>prose<li>more<li>and more</ul>",
        '<ul><li>See <a href="a.html">a</a> there<li>or <a href="b.html">b</a><li>or <a href="c.html">c</a></ul>',
        '<ul><li><a href="#x">x</a><li><a href="index.html#y">y</a></ul>',
        '<ul><li><a href="https://example.org/">x</a><li><a href="https://example.org/y">y</a></ul>',
        "<table><tr><td><ul></ul></table>",
        '<div><a href="a.html">A</a> is old<br>and so is<br>another: <a href="b.html">B</a><br>by name</div>',
    ],
)
def test_other_lists_are_no_contents(body: str) -> None:
    assert _lists_of(body) == []


def test_a_table_with_a_link_in_each_row_is_a_list() -> None:
    rows = "".join(f'<tr><td>1.0<td><a href="{name}.html">{name}</a><td>text' for name in "abcde")
    (contents_list,) = _lists_of(f"<table>{rows}</table>")
    assert [entry.target for entry in contents_list.entries] == [f"{name}.html" for name in "abcde"]


def test_blocks_that_follow_one_another_stand_beside_one_another() -> None:
    blocks = "".join(f'<div><h5><a href="{name}.html">{name}</a></h5> About {name}.</div><br>' for name in "abc")
    (known,) = _lists_of(f"<div>{blocks}</div>")
    assert _shape(known.entries) == [(name, f"{name}.html", []) for name in "abc"]


def test_blocks_without_breaks_in_a_known_container_are_no_list() -> None:
    blocks = "".join(f'<div class="entry"><h5><a href="{name}.html">{name}</a></h5></div>' for name in "abc")
    assert _lists_of(f'<div class="section-index"><hr>{blocks}</div>') == []


def test_a_navigation_without_a_list_is_one() -> None:
    (contents_list,) = _lists_of('<nav><a href="a.html">A</a> <a href="b.html">B</a></nav>')
    assert _shape(contents_list.entries) == [("A", "a.html", []), ("B", "b.html", [])]
    assert contents_list.is_navigation


_OPENED = '<a href="a.html">A</a><hr><a href="b.html">B</a>'
_DROPDOWNS = {
    "list of Bootstrap": (
        f'<ul class="navbar-nav"><li><a href="#">More</a><div class="dropdown-menu">{_OPENED}</div>'
        '<li><a href="c.html">C</a></ul>'
    ),
    "division of W3Schools": (
        '<div class="topnav" id="myTopnav"><div class="dropdown"><button><div>More</div><div>autre</div></button>'
        f'<div class="dropdown-content">{_OPENED}</div></div><a href="c.html">C</a><button>Menu</button>'
        '<a href="javascript:void(0)">=</a></div>'
    ),
    "navigation of Bulma": (
        f'<nav><div class="has-dropdown"><a class="navbar-link">x</a><a href="#">More</a><div class="navbar-dropdown">'
        f'{_OPENED}</div></div><a href="c.html">C</a></nav>'
    ),
}


@pytest.mark.parametrize("body", _DROPDOWNS.values(), ids=_DROPDOWNS)
def test_links_that_a_menu_opens_stand_below_the_link_or_button_before_them(body: str) -> None:
    (menu,) = _lists_of(body)
    assert menu.is_navigation
    assert [(entry.label, entry.target, [child.label for child in entry.children]) for entry in menu.entries] == [
        ("More", None, ["A", "B"]),
        ("C", "c.html", []),
    ]


def test_links_of_a_part_in_an_opened_part_are_read_once() -> None:
    part = f'<div class="dropdown-menu"><a href="c.html">C</a><div class="dropdown-menu">{_OPENED}</div></div>'
    (menu,) = _lists_of(f'<ul class="menu"><li><a href="#">More</a>{part}<li><a href="d.html">D</a></ul>')
    assert _shape(menu.entries[:1]) == [("More", None, [("C", "c.html", [("A", "a.html", []), ("B", "b.html", [])])])]


def test_links_to_other_languages_that_a_menu_opens_are_no_entries() -> None:
    switch = '<a href="#">English</a><div class="dropdown-menu"><a href="de/index.html">Deutsch</a></div>'
    (menu,) = _lists_of(f'<ul class="menu"><li>{switch}<li><a href="a.html">A</a><li><a href="b.html">B</a></ul>')
    assert [entry.target for entry in menu.entries if entry.children or not entry.is_plain] == ["a.html", "b.html"]


def test_departments_in_folders_of_two_letters_switch_no_language() -> None:
    part = '<div class="dropdown-menu"><a href="hr/index.html">HR</a><a href="it/index.html">IT</a></div>'
    (menu,) = _lists_of(f'<ul class="menu"><li><a href="#">Departments</a>{part}<li><a href="a.html">A</a></ul>')
    children = [("HR", "hr/index.html", []), ("IT", "it/index.html", [])]
    assert _shape(menu.entries) == [("Departments", None, children), ("A", "a.html", [])]


def test_menu_of_a_few_links_among_parts_that_are_not_for_the_page_is_one() -> None:
    (menu,) = _lists_of(
        '<div class="topNav"><ul><li>Page<li>Use<li>Its<li><a href="a.html">A</a><li><a href="b.html">B</a></ul></div>'
    )
    assert [entry.target for entry in menu.entries][-2:] == ["a.html", "b.html"]


def test_page_above_the_links_that_a_menu_opens_has_no_description_from_them() -> None:
    (menu,) = _lists_of(f'<ul class="menu"><li><a href="c.html">C</a><div class="dropdown-menu">{_OPENED}</div></ul>')
    (entry,) = menu.entries
    assert (entry.target, entry.description, [child.target for child in entry.children]) == (
        "c.html", None, ["a.html", "b.html"],
    )  # fmt: skip


@pytest.mark.parametrize("caption", ["<h2>Part<a>¶</a></h2>", "<p class=caption>Part</p>", "<p><b>Part:</b></p>"])
def test_a_heading_right_above_is_the_caption(caption: str) -> None:
    (contents_list,) = _lists_of(f"{caption}<ul>{_links('a', 'b')}</ul>")
    assert contents_list.caption == "Part"


def test_a_sentence_above_is_no_caption() -> None:
    (contents_list,) = _lists_of(f"<h2>{'word ' * 40}</h2><ul>{_links('a', 'b')}</ul>")
    assert contents_list.caption is None


def test_selected_element_is_read_regardless_of_its_shape() -> None:
    root = html.fromstring('<html><body><div id=x><p><a href="a.html">A</a></p></div></body></html>')
    lists = Lists({}, "index.html", "", ReferenceResolver(PAGES)).contents_lists(root.xpath("//div"))
    assert [_shape(contents_list.entries) for contents_list in lists] == [[("A", "a.html", [])]]


def test_containers_in_one_another_are_read_once() -> None:
    (contents_list,) = _lists_of('<div class="toc">' * 50 + '<p><a href="a.html">A</a></p>')
    assert _shape(contents_list.entries) == [("A", "a.html", [])]


def test_first_entries_into_pages_without_entries_of_their_own_are_known() -> None:
    body = (
        '<ul><li><a href="a.html#one">One</a><ul><li><a href="a.html#two">Two</a></li><li><a href="b.html">B</a></li>'
        '</ul></li><li><a href="b.html#x">X</a></li><li><a href="index.html#y">Own</a></li></ul>'
    )
    (contents,) = _lists_of(f"<nav>{body}</nav>")
    assert [(entry.label, entry.target, entry.fragment) for entry in contents.into] == [("One", "a.html", "one")]


@pytest.mark.parametrize(
    ("container", "is_contents"), [("<nav>{}</nav>", True), ("{}", False), ('<div class="toc">{}</div>', True)]
)
def test_lists_of_contents_and_menus_are_contents(container: str, *, is_contents: bool) -> None:
    (contents,) = _lists_of(container.format(f"<ul>{_links('a', 'b')}</ul>"))
    assert contents.is_contents == is_contents


def test_list_of_one_page_in_a_menu_with_headings_is_a_list() -> None:
    alone = f"<h3>Two</h3><ul>{_links('c')}</ul>"
    menu = f"<nav><h3>One</h3><ul>{_links('a', 'b')}</ul>{alone}<h3>Three</h3><ul>{_links('d', 'e')}</ul></nav>"
    assert [known.caption for known in _lists_of(menu)] == ["One", "Two", "Three"]
    assert _lists_of(f"<nav>{alone}</nav>") == []

"""List entries: their labels, targets and children."""

from __future__ import annotations

import pickle
import time

import pytest
from lxml import html

from standard_sitemap.webmaster.making import list_entries
from standard_sitemap.webmaster.making.list_entries import (
    Entry,
    EntryReader,
    MenuBranches,
    entries_of,
    nested_by_numbers,
    shortened,
)
from standard_sitemap.webmaster.making.references import ReferenceResolver

PAGES = ("index.html", "a.html", "b.html", "c.html")

Shape = list[tuple[str, str | None, "Shape"]]


def _entries(body: str) -> list[Entry]:
    return EntryReader("", ReferenceResolver(PAGES)).entries(html.fromstring(body))


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def _links(*pages: str) -> str:
    return "".join(f'<li><a href="{page}.html">{page}</a></li>' for page in pages)


def test_names_without_links_are_parents_of_their_lists() -> None:
    entries = _entries(f"<ul><li>Part one<ul>{_links('a', 'b')}</ul><li>Part two:<ul>{_links('c')}</ul></ul>")
    assert [(entry.label, len(entry.children)) for entry in entries] == [("Part one", 2), ("Part two", 1)]


def test_text_after_a_link_is_its_description() -> None:
    entries = _entries('<dl><dt><a href="a.html">A</a><dd>About  A<dt><a href="b.html">B</a> — about B</dl>')
    assert [entry.description for entry in entries] == ["About A", "about B"]


def test_text_after_a_nested_part_belongs_to_the_entry() -> None:
    entries = _entries('<ul><li><p><a href="a.html">A</a> is</p> one<ul><li>x</li></ul></li><li><b>B</b> <i>b</i></ul>')
    assert [(entry.label, entry.description) for entry in entries] == [("A", "is one"), ("B b", None)]


def test_a_picture_is_called_by_its_text() -> None:
    entries = _entries('<ul><li><a href="a.html"><img alt="Home"></a><li><a href="b.html" title="Bee"></a></ul>')
    assert [entry.label for entry in entries] == ["Home", "Bee"]


def test_nested_list_is_no_description() -> None:
    folded = '<details><summary>Parts</summary><ul><li><a href="b.html">B</a></li></ul></details>'
    entries = _entries(f'<ul><li><a href="a.html">A</a> → first {folded}</li><li><a href="c.html">C</a></li></ul>')
    assert [(entry.label, entry.description) for entry in entries] == [("A", "first"), ("C", None)]
    assert _shape(entries)[0] == ("A", "a.html", [("B", "b.html", [])])


@pytest.mark.parametrize(
    ("link", "entry"),
    [
        ('<a href="a.html#x">x</a>', Entry("x", "a.html", is_anchor=True)),
        ('<a href="#x">x</a>', Entry("x", is_anchor=True)),
        ('<a href="https://example.org/">x</a>', Entry("x", url="https://example.org/")),
        ('<a href="gone.html">x</a>', Entry("x")),
        ('<a name="x"></a>x', Entry("x")),
        ('<a name="x"><b></b></a> <a href="a.html">x</a>', Entry("x", "a.html")),
    ],
)
def test_entry_target_is_a_page_a_fragment_or_external(link: str, entry: Entry) -> None:
    assert _entries(f"<ul><li>{link}</li></ul>") == [entry]


def test_a_sentence_is_no_name() -> None:
    assert [entry.label for entry in _entries(f"<ul><li>{'word ' * 40}</li><li>Name</li></ul>")] == ["", "Name"]


def test_entries_come_with_all_below_them_in_order() -> None:
    entries = _entries(f"<ul><li>x<ul>{_links('a', 'b')}</ul></li>{_links('c')}</ul>")
    assert [entry.label for entry in entries_of(entries)] == ["x", "a", "b", "c"]


def test_a_long_description_ends_with_a_word() -> None:
    text = shortened("word " * 100)
    assert text is not None
    assert len(text) <= 302
    assert text.endswith("word …")
    assert shortened("") is None


def test_a_link_that_opens_a_menu_is_a_group_and_one_into_the_page_is_not() -> None:
    menu = _entries(
        f'<ul><li><a href="#">Guide</a><ul>{_links("a")}</ul><li><a href="#x">Here</a><ul>{_links("b")}</ul>'
    )
    assert [(entry.label, entry.is_anchor) for entry in menu] == [("Guide", False), ("Here", True)]


def test_menu_that_names_the_parts_of_each_page_has_few_entries_into_it() -> None:
    items = "".join(f'<li><a href="b.html#{part}">{part}</a></li>' for part in "xyz")
    markup = html.fromstring(f'<ul>{items}<li><a href="b.html">B</a></li><li><a href="#z">z</a></li></ul>')
    reader = EntryReader("", ReferenceResolver(["b.html"]))
    assert [entry.label for entry in reader.menu(markup)] == ["x", "y", "B", "z"]
    assert [entry.label for entry in reader.entries(markup)] == ["x", "y", "z", "B", "z"]


_BRANCH = f"<li>Part<ul>{_links('a', 'b')}</ul></li>"


def test_branch_that_menus_of_several_pages_repeat_is_read_once() -> None:
    branches = MenuBranches()
    menus = [
        EntryReader("", ReferenceResolver(PAGES), branches).menu(html.fromstring(f"<ul>{_BRANCH}{_links(last)}</ul>"))
        for last in ("a", "c")
    ]
    assert [_shape(menu) for menu in menus] == [_shape(_entries(f"<ul>{_BRANCH}{_links(last)}</ul>")) for last in "ac"]
    assert menus[0][0].children[0] is menus[1][0].children[0]


def test_branch_of_a_menu_in_another_folder_has_the_pages_of_that_folder() -> None:
    branches, addresses = MenuBranches(), ReferenceResolver((*PAGES, "d/a.html"))
    menus = [
        EntryReader(folder, addresses, branches).menu(html.fromstring(f"<ul>{_BRANCH}</ul>")) for folder in ("", "d")
    ]
    assert [entry.target for menu in menus for entry in menu[0].children] == ["a.html", "b.html", "d/a.html", None]


def test_branch_with_links_into_a_page_that_it_does_not_name_is_not_shared() -> None:
    branches, branch = MenuBranches(), f'<li>Part<ul>{_links("a")}<li><a href="b.html#x">X</a></li></ul></li>'
    menus = [
        EntryReader("", ReferenceResolver(PAGES), branches).menu(html.fromstring(f"<ul>{branch}</ul>")) for _ in "12"
    ]
    menus[0][0].children[1].is_section = True
    assert not menus[1][0].children[1].is_section


def test_children_that_a_menu_adds_to_a_branch_are_those_of_its_page_only() -> None:
    branches, loose = MenuBranches(), f"<ul>{_links('c')}</ul>"
    menus = [
        EntryReader("", ReferenceResolver(PAGES), branches).menu(html.fromstring(f"<ul>{_BRANCH}{added}</ul>"))
        for added in (loose, loose, "")
    ]
    assert [len(menu[0].children) for menu in menus] == [3, 3, 2]


def test_known_branches_of_menus_are_forgotten_beyond_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_entries, "_MOST_MARKUP", 10)
    branches = MenuBranches()
    for markup in (b"<li>first", b"<li>other"):
        branches.add("", markup, Entry("x"))
    assert branches.get("", b"<li>first") is None
    assert branches.get("", b"<li>other") == Entry("x")


def test_group_whose_links_all_lead_to_one_page_is_that_page() -> None:
    top = '<li><a href="a.html">Top of chapter</a></li>'
    part = '<li><a href="a.html#one">One</a></li>'
    assert _shape(_entries(f"<ul><li>Principles<ul>{top}{part}</ul></li></ul>")) == [
        ("Principles", "a.html", [("One", "a.html", [])])
    ]
    other = '<li><a href="b.html">Two</a></li>'
    assert _shape(_entries(f"<ul><li>Principles<ul>{top}{other}</ul></li></ul>"))[0][1] is None
    assert _shape(_entries(f"<ul><li>Principles<ul>{top}</ul></li></ul>")) == [("Principles", "a.html", [])]
    alone = other.replace("Two", "Their history")
    assert _shape(_entries(f"<ul><li>Principles<ul>{alone}</ul></li></ul>"))[0][1] is None


def test_entry_from_another_process_has_all_its_fields() -> None:
    entry = Entry("A", "a.html", "https://example.org/", True, "About A", [Entry("B", fragment="b")], "top", True)
    assert repr(pickle.loads(pickle.dumps(entry))) == repr(entry)


def test_rows_of_doxygen_stand_below_one_another_by_their_ids() -> None:
    def row(path: str, name: str) -> str:
        return f'<tr id="row_{path}_"><td class="entry"><span>C</span>{name}</td><td class="desc">About it</td></tr>'

    icon = '<a href="c.html"><span class="icondoc"></span></a>'
    rows = "".join(
        (
            row("0", "<b>boats</b>"),
            row("0_0", '<a href="a.html">Oar</a>'),
            row("0_0_0", f'{icon}<a href="b.html">Grip</a>'),
            row("1", "<b>empty</b>"),
            row("2_7", '<a href="c.html">Sail</a>'),
            "<tr></tr>",
        )
    )
    table = html.fromstring(f'<table class="directory">{rows}</table>')
    entries = list(EntryReader("", ReferenceResolver(PAGES)).flat(table))
    assert _shape(entries) == [
        ("boats", None, [("Oar", "a.html", [("Grip", "b.html", [])])]),
        ("Sail", "c.html", []),
    ]


def test_rows_and_bold_text_inside_one_another_are_read_once() -> None:
    nested = "<tr><td><table>" * 30 + "<tr><td>" + "<b>" * 60 + "name " * 20_000
    table = html.fromstring(f'<table class="directory"><tr><td><a href="a.html">A</a></td></tr>{nested}</table>')
    began = time.process_time()
    assert _shape(list(EntryReader("", ReferenceResolver(PAGES)).flat(table))) == [("A", "a.html", [])]
    assert time.process_time() - began < 1


def test_sections_of_a_flat_list_stand_below_their_chapters_by_their_numbers() -> None:
    names = ("1 Rivers", "2 Boats", "2.1 Oars", "2.1.1 Wood", "2.2. Sails", "Index")
    nested = nested_by_numbers([Entry(name) for name in names])
    children = [("2.1 Oars", None, [("2.1.1 Wood", None, [])]), ("2.2. Sails", None, [])]
    assert _shape(nested) == [("1 Rivers", None, []), ("2 Boats", None, children), ("Index", None, [])]


@pytest.mark.parametrize("names", [("2.1", "2.1.4", "2.1.3", "2.0"), ("1. One", "10. Ten"), ("5 inch", "5.5 inch")])
def test_numbers_of_versions_and_chapters_nest_nothing(names: tuple[str, ...]) -> None:
    entries = [Entry(name) for name in names]
    assert nested_by_numbers(entries) == entries

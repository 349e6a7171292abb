"""Entries with fragments: which of them place and name the pages that they lead into."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import made_of, page, tree_made
from standard_sitemap.webmaster.making.fragments import FragmentReader
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.page_reading import Page

_BOOK = page("Care", "<h1 id=care>Care</h1><h2 id=cut>Cutting</h2>")
_SOIL = page("Soil", "<h1>Soil</h1>")


def _made(folder: Path, entries: str, **files: str) -> object:
    pages = {"index.html": page("Map", entries), "care.html": _BOOK, "soil.html": _SOIL}
    more = {f"{name}.html": text for name, text in files.items()}
    return tree_made(made_of(folder, pages | more), by="name")


def test_entry_to_the_beginning_of_a_page_names_and_places_it(tmp_path: Path) -> None:
    menu = (
        "<nav><ul><li><a href=care.html#care>Caring for plants</a><ul><li><a href=care.html#cut>Cut</a></ul>"
        "<li><a href=soil.html>The soil</a></ul></nav>"
    )
    assert _made(tmp_path, menu) == {"Map": {"Caring for plants": {}, "The soil": {}}}


def test_entry_of_a_menu_to_a_later_section_places_the_page_by_its_own_title(tmp_path: Path) -> None:
    menu = "<nav><ul><li><a href=care.html#cut>Cut</a><li><a href=soil.html>The soil</a></ul></nav>"
    assert _made(tmp_path, menu) == {"Map": {"Care": {}, "The soil": {}}}


@pytest.mark.parametrize(
    "entry", ["<a href=care.html#all>{}</a><ul><li><a href=care.html#cut>Cut</a></ul>", "<a href=care.html#care>{}</a>"]
)
def test_entry_to_an_unknown_place_names_a_page_above_its_sections_or_by_its_topic(entry: str, tmp_path: Path) -> None:
    menu = f"<nav><ul><li>{entry.format('Caring for plants')}<li><a href=soil.html>The soil</a></ul></nav>"
    book = page("Care", "<h1>Care</h1><h2 id=cut>Cutting</h2>")
    assert _made(tmp_path, menu, care=book) == {"Map": {"Caring for plants": {}, "The soil": {}}}


def test_entry_of_a_list_in_the_text_to_a_later_section_gives_no_place(tmp_path: Path) -> None:
    news = "<ul><li><a href=care.html#cut>Cut</a> is new.<li><a href=soil.html#x>Sand</a> is gone.</ul>"
    tree = _made(
        tmp_path, news + "<p>Read <a href=more.html>more</a>.", more=page("More", "<a href=care.html>Care</a>")
    )
    assert tree == {"Map": {"Soil": {}, "More": {}, "Care": {}}}


def test_entry_to_a_page_itself_counts_before_an_entry_into_it(tmp_path: Path) -> None:
    menu = (
        "<nav><ul><li><a href=soil.html>The soil</a><ul><li><a href=care.html#care>Care of soil</a></ul>"
        "<li><a href=care.html>All care</a></ul></nav>"
    )
    assert _made(tmp_path, menu) == {"Map": {"The soil": {}, "All care": {}}}


@pytest.mark.parametrize(
    "beginning",
    [
        "<div id=x><h1>Care</h1></div>",
        "<a name=x></a><h1>Care</h1>",
        "<p><a name=x></a></p><h2>Care</h2>",
        "<h1><a id=x></a>Care</h1>",
        "<a name=x></a><div>Next</div><hr><h2>Care</h2>",
        "<section id=x><div><h1>Care</h1></div></section>",
    ],
)
def test_beginning_of_a_page_has_any_usual_form(beginning: str, tmp_path: Path) -> None:
    menu = "<nav><ul><li><a href=care.html#x>Caring</a><li><a href=soil.html>The soil</a></ul></nav>"
    assert _made(tmp_path, menu, care=page("Care", beginning)) == {"Map": {"Caring": {}, "The soil": {}}}


_NCX = (
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>{0}</text></navLabel>'
    '<content src="care.html#{1}"/><navPoint><navLabel><text>Cut</text></navLabel><content src="care.html#cut"/>'
    "</navPoint></navPoint></navMap></ncx>"
)
_TREES = {
    "toc.ncx": _NCX,
    "toc.xml": (
        '<toc label="M"><topic label="{0}" href="care.html#{1}"><topic label="Cut" href="care.html#cut"/></topic></toc>'
    ),
    "m.ditamap": (
        '<map><topicref navtitle="{0}" href="care.dita#{1}"><topicref navtitle="Cut" href="care.dita#cut"/>'
        "</topicref></map>"
    ),
    "SUMMARY.md": "- [{0}](care.md#{1})\n  - [Cut](care.md#cut)\n",
}


@pytest.mark.parametrize("file", _TREES)
@pytest.mark.parametrize(("fragment", "name"), [("care", "Caring"), ("cut", "Care")])
def test_entry_of_a_tree_file_names_a_page_only_by_its_beginning(
    file: str, fragment: str, name: str, tmp_path: Path
) -> None:
    tree_file = _TREES[file].format("Caring", fragment)
    pages = {"index.html": page("Map"), "care.html": _BOOK, file: tree_file}
    assert tree_made(made_of(tmp_path, pages), by="name") == {"Map": {name: {}}}


def test_entry_to_a_place_that_its_page_lacks_names_and_places_the_page(tmp_path: Path) -> None:
    menu = "<nav><ul><li><a href=care.html#main>Caring</a><li><a href=soil.html>The soil</a></ul></nav>"
    assert _made(tmp_path, menu) == {"Map": {"Caring": {}, "The soil": {}}}


@pytest.mark.parametrize("state", ["/cut", "q=cut"])
def test_entry_to_a_state_of_a_script_does_not_name_a_page(state: str, tmp_path: Path) -> None:
    menu = f"<nav><ul><li><a href=care.html#{state}>Cut</a><li><a href=soil.html>The soil</a></ul></nav>"
    assert _made(tmp_path, menu) == {"Map": {"Care": {}, "The soil": {}}}


def test_a_page_is_searched_for_few_places() -> None:
    searched: list[str] = []

    def read(path: str) -> bytes:
        searched.append(path)
        return b"<h1>Care</h1>"

    reader = FragmentReader({"care.html": Page("care.html", beginning=("",))}, read)
    entries = [Entry("Cut", "care.html", is_anchor=True, fragment=f"p{number}") for number in range(100)]
    for entry in (*entries, *entries):
        reader.let_stand_for_pages([entry], is_contents=True)
    assert len(searched) == 20
    assert [entry.is_section for entry in entries] == [False] * 20 + [True] * 80

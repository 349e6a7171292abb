"""The readers of sites' navigations, and the comparison of these with maps."""

from __future__ import annotations

import json
from pathlib import Path

from commands.surveying.navigations import Agreement, Reader, agreement, devhelp, docfx, followed, listed, pandoc

_MAP = (
    '<hierarchy xmlns="http://standard-sitemap.org/2007/ns"><item name="S" url="./"><group name="Part">'
    '<item name="A" url="a.html"/></group><item name="B" url="b.html"><item name="C" url="c.html"/></item></item>'
    "</hierarchy>"
)


def _compared(folder: Path, reader: Reader, files: dict[str, str], sitemap: str = _MAP) -> Agreement:
    for name in ("a.html", "b.html", "c.html"):
        (folder / name).write_text("<p>text</p>", "utf-8")
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return agreement(folder, "index.html", reader(folder, "index.html"), sitemap.encode())


def test_a_list_with_groups_agrees_with_its_map(tmp_path: Path) -> None:
    menu = (
        '<ul id="m"><li>Part<ul><li><a href="a.html">A</a></ul><li><a href="b.html">B</a><ul><li><a href="c.html">C</a>'
        "</ul></ul>"
    )
    assert _compared(tmp_path, listed("#m"), {"index.html": menu}) == Agreement(3, [], has_order=True)


def test_differences_name_both_places(tmp_path: Path) -> None:
    menu = '<ul id="m"><li><a href="c.html">C</a><li>Other<ul><li><a href="a.html">A</a></ul></ul>'
    compared = _compared(tmp_path, listed("#m"), {"index.html": menu})
    assert compared.differences == [("c.html", "index.html", "b.html"), ("a.html", "Other", "Part")]


def test_another_order_is_noticed(tmp_path: Path) -> None:
    menu = '<ul id="m"><li><a href="b.html">B</a><li><a href="a.html">A</a></ul>'
    assert not _compared(tmp_path, listed("#m"), {"index.html": menu}).has_order


def test_lists_are_followed_from_page_to_page(tmp_path: Path) -> None:
    def menu(name: str) -> str:
        return f'<div class="t"><ul><li><a href="{name}.html">x</a></ul></div>'

    files = {"index.html": menu("b"), "b.html": menu("c"), "c.html": menu("index")}
    assert _compared(tmp_path, followed(".t"), files) == Agreement(2, [], has_order=True)


def test_files_of_tools_are_read(tmp_path: Path) -> None:
    book = '<book><chapters><sub name="B" link="b.html"><sub name="C" link="c.html"/></sub></chapters></book>'
    assert _compared(tmp_path, devhelp, {"x.devhelp2": book}).entries == 2
    section = {"section": {"title": "C", "path": "c.html#c"}, "subsections": []}
    sections = [{"section": {"title": "B", "path": "b.html"}, "subsections": [section]}]
    assert _compared(tmp_path, pandoc, {"sitemap.json": json.dumps({"subsections": sections})}).differences == []


def test_docfxs_parts_stand_below_the_entries_of_its_bar(tmp_path: Path) -> None:
    def contents(name: str) -> str:
        return f'<div id="toc"><ul><li><a href="{name}.html">{name}</a></ul></div>'

    page = '<meta property="docfx:tocrel" content="part.html">'
    files = {"toc.html": contents("b"), "b.html": page, "part.html": contents("c")}
    assert _compared(tmp_path, docfx, files) == Agreement(2, [], has_order=True)

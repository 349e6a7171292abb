"""The readers of sites' navigations, and the comparison of these with maps."""

from __future__ import annotations

import json
from pathlib import Path

from commands.surveying.blog_navigations import both, by_category, by_year
from commands.surveying.navigations import (
    Agreement,
    Reader,
    agreement,
    devhelp,
    docfx,
    followed,
    headed,
    listed,
    pandoc,
)

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


def test_a_link_right_before_a_list_stands_above_its_entries(tmp_path: Path) -> None:
    menu = '<nav><a href="b.html">B</a><ul><li><a href="b.html#x">x</a></li><li><a href="c.html">C</a></li></ul></nav>'
    assert _compared(tmp_path, headed("nav"), {"index.html": menu}) == Agreement(2, [], has_order=True)


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


def _item(path: str, inner: str = "") -> str:
    return f'<item name="x" url="{path}">{inner}</item>'


def _sitemap(inner: str) -> str:
    return f'<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item url="index.html">{inner}</item></sitemap>'


_POST = '<article><h2><a href="{}.html">A post</a></h2></article>'


def test_posts_stand_below_the_categories_that_list_them(tmp_path: Path) -> None:
    files = {"cat-x.html": _POST.format("a") + _POST.format("b"), "tag-y.html": "<p>tag</p>"}
    reader = by_category("c.html", "cat-*.html", "tag-*.html")
    tags = '<group name="Tags"><item url="tag-y.html"/></group>'
    listed_posts = _item("cat-x.html", _item("a.html") + _item("b.html"))
    good = _sitemap(_item("c.html", listed_posts) + tags)
    assert _compared(tmp_path, reader, files, good) == Agreement(5, [], has_order=True)
    bad = _sitemap(_item("c.html", _item("cat-x.html") + _item("a.html") + _item("b.html")) + tags)
    compared = _compared(tmp_path, reader, files, bad)
    assert [path for path, *_ in compared.differences] == ["a.html", "b.html"]


def test_posts_stand_below_their_years_in_order(tmp_path: Path) -> None:
    files = {"index.html": _POST.format("2025-a"), "more.html": _POST.format("2024-b"), "2025-a.html": "x"}
    files |= {"2024-b.html": "x"}
    years = '<group name="2025"><item url="2025-a.html"/></group><group name="2024"><item url="2024-b.html"/></group>'
    reader = by_year("index.html", "more.html")
    assert _compared(tmp_path, reader, files, _sitemap(years)) == Agreement(2, [], has_order=True)
    assert len(_compared(tmp_path, reader, files, _sitemap(years.replace("2024", "2023"))).differences) == 1


def test_pages_of_another_language_stand_below_that_language(tmp_path: Path) -> None:
    files = {"a-x.html": _POST.format("a"), "b-x.html": _POST.format("b"), "index.html": "x"}
    reader = both(by_category("index.html", "a-*.html"), by_category("c.html", "b-*.html"), "c.html")
    home = '<variant lang="en" url="index.html"/><variant lang="de" url="c.html"/>'
    category = '<variant lang="en" url="a-x.html"/><variant lang="de" url="b-x.html"/>'
    post = '<item><variant lang="en" url="a.html"/><variant lang="de" url="b.html"/></item>'
    item = f"<item>{home}<item>{category}{post}</item></item>"
    assert _compared(tmp_path, reader, files, f'<s xmlns="http://standard-sitemap.org/2007/ns">{item}</s>').entries == 5
    assert (
        _compared(tmp_path, reader, files, f'<s xmlns="http://standard-sitemap.org/2007/ns">{item}</s>').differences
        == []
    )


def test_page_with_the_name_of_a_group_stands_for_it(tmp_path: Path) -> None:
    menu = '<ul id="m"><li>B<ul><li><a href="c.html">C</a></ul></ul>'
    assert _compared(tmp_path, listed("#m"), {"index.html": menu}).differences == []

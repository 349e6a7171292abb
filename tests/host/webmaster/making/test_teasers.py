"""A section holds the pages that the start page shows, too, unless the start page arranges all of them."""

from __future__ import annotations

from pathlib import Path

from host.webmaster.making.sites import Tree, made_of, page, tree_made

BAR = '<nav><ul><li><a href="/work/index.html">Work</a><li><a href="/about.html">About</a></ul></nav>'
NAMES = ("arch", "kiln", "trough", "well")


def _list(*names: str) -> str:
    return "<ul>" + "".join(f'<li><a href="/work/{name}.html">{name}</a>' for name in names) + "</ul>"


def _below_start(folder: Path, lists: str) -> Tree:
    files = {
        "index.html": page("Mason", BAR + lists),
        "about.html": page("About"),
        "work/index.html": page("Work", _list(*NAMES)),
    } | {f"work/{name}.html": page(name) for name in NAMES}
    return tree_made(made_of(folder, files), by="name")["Mason"]


def test_start_page_that_divides_all_pages_of_a_section_arranges_them(tmp_path: Path) -> None:
    below = _below_start(tmp_path, f"<h2>Stone</h2>{_list('well', 'arch')}<h2>Fire</h2>{_list('kiln', 'trough')}")
    assert {name: list(below[name]) for name in ("Stone", "Fire")} == {
        "Stone": ["well", "arch"],
        "Fire": ["kiln", "trough"],
    }


def test_section_holds_the_pages_that_the_start_page_shows_in_one_list_or_in_part(tmp_path: Path) -> None:
    for number, lists in enumerate((_list(*NAMES), f"<h2>A</h2>{_list('well', 'arch')}<h2>B</h2>{_list('kiln')}")):
        assert list(_below_start(tmp_path / str(number), lists)) == ["Work", "About"]


def test_index_of_a_folder_around_the_next_one_is_a_section(tmp_path: Path) -> None:
    files = {
        "index.html": page("Mason", BAR + _list("brick/oven", "stone/wall")),
        "about.html": page("About"),
        "work/index.html": page("Work", _list("brick/oven", "stone/wall", "stone/gate")),
    } | {f"work/{name}.html": page(name) for name in ("brick/oven", "stone/wall", "stone/gate")}
    below = tree_made(made_of(tmp_path, files), by="name")["Mason"]
    assert list(below["Work"]) == ["brick/oven", "stone/wall", "stone/gate"]

"""The page of a section has the menu of its other pages, with its headings as groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import Tree, made_of, page, tree_made
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.section_menus import with_whole_menus

GROUPS = {"Start": ("knots", "oars", "ropes"), "Sailing": ("stars", "tides", "winds")}
STEMS = [stem for stems in GROUPS.values() for stem in stems]


def _menu(*, is_short: bool) -> str:
    parts = []
    for heading, stems in GROUPS.items():
        items = "".join(f'<li><a href="{stem}.html">{stem.title()}</a></li>' for stem in stems)
        parts.append(f"<h3>{heading}</h3><ul>{items}</ul>")
    return f"<nav>{''.join(parts[: 1 if is_short else None])}</nav>"


def _section(folder: Path, *, having: int) -> Tree:
    """Return the tree below a section whose page has cards; some of its other pages have the whole menu."""
    cards = "".join(f'<div><a href="{stem}.html">{stem.title()}</a></div>' for stem in STEMS)
    files = {
        "index.html": page(
            "Boats", '<ul><li><a href="guide/">Guide</a></li><li><a href="shop.html">Shop</a></li></ul>'
        ),
        "shop.html": page("Shop"),
        "guide/index.html": page("Guide", f"<h1>Guide</h1>{cards}"),
    }
    for number, stem in enumerate(STEMS):
        files[f"guide/{stem}.html"] = page(stem.title(), f"{_menu(is_short=number >= having)}<h1>{stem.title()}</h1>")
    ((_, sections),) = tree_made(made_of(folder, files), by="name").items()
    return sections["Guide"]


def test_section_without_its_menu_has_the_menu_of_its_pages(tmp_path: Path) -> None:
    assert _section(tmp_path, having=6) == {
        name: {stem.title(): {} for stem in stems} for name, stems in GROUPS.items()
    }


@pytest.mark.parametrize("having", [0, 2])
def test_menu_that_few_of_its_pages_have_is_not_that_of_the_section(tmp_path: Path, having: int) -> None:
    assert list(_section(tmp_path, having=having)) == [stem.title() for stem in STEMS]


def _open(section: str, current: str) -> str:
    """Return a page's menu with one open branch, as Docusaurus shows it: a branch links to its first page."""
    items = ""
    for name, stems in GROUPS.items():
        inner = "".join(f'<li><a href="{section}{stem}/">{stem.title()}</a></li>' for stem in stems)
        inner = f"<ul>{inner}</ul>" if current in stems else ""
        items += f'<li><a href="{section}{stems[0]}/">{name}</a>{inner}</li>'
    return f'<nav><ul class="menu__list"><li><a href="{section}">Guide</a><ul>{items}</ul></li></ul></nav>'


def test_menu_with_one_open_branch_on_each_page_is_read_as_a_whole(tmp_path: Path) -> None:
    bar = '<nav><a href="{0}">Boats</a> <a href="{0}guide/">Guide</a> <a href="{0}shop/">Shop</a></nav>'
    files = {
        "index.html": page("Boats", bar.format("./")),
        "shop/index.html": page("Shop", bar.format("../")),
        "guide/index.html": page("Guide", bar.format("../") + _open("./", "")),
    }
    for stem in STEMS:
        trail = '<nav class="breadcrumbs"><a href="../../">Home</a> <a href="../">Guide</a> <span>Group</span></nav>'
        files[f"guide/{stem}/index.html"] = page(stem.title(), bar.format("../../") + _open("../", stem) + trail)
    ((_, sections),) = tree_made(made_of(tmp_path, files), by="name").items()
    assert sections["Guide"] == {name: {stem.title(): {} for stem in stems} for name, stems in GROUPS.items()}
    assert list(sections) == ["Guide", "Shop"]


def test_menu_without_an_open_branch_on_the_start_page_is_read_as_a_whole(tmp_path: Path) -> None:
    def menu(up: str, current: str) -> str:
        parts = []
        for name, stems in GROUPS.items():
            inner = "".join(f'<li><a href="{up}{stem}/">{stem.title()}</a></li>' for stem in stems)
            submenu = f"<ul>{inner}</ul>" if current in stems else ""
            parts.append(f'<li><a href="{up}{stems[0]}/">{name}</a>{submenu}</li>')
        return f'<nav><ul class="menu__list">{"".join(parts)}</ul></nav>'

    files = {"index.html": page("Boats", menu("", ""))}
    files |= {f"{stem}/index.html": page(stem.title(), menu("../", stem)) for stem in STEMS}
    ((_, sections),) = tree_made(made_of(tmp_path, files), by="name").items()
    assert sections == {name: {stem.title(): {} for stem in stems} for name, stems in GROUPS.items()}


def test_page_whose_menu_begins_with_its_own_sections_stays_a_page(tmp_path: Path) -> None:
    def menu(own: str) -> str:
        sections = f'<ul><li><a href="{own}#knots">Knots</a></li><li><a href="ropes.html">Ropes</a></li></ul>'
        guide = f'<li><a href="{own or "#"}">Guide</a>{sections}</li>'
        return f'<ul class="sidebar-tree">{guide}<li><a href="shop.html">Shop</a></li></ul>'

    files = {f"{stem}.html": page(stem.title(), menu("guide.html")) for stem in ("index", "ropes", "shop")}
    files["guide.html"] = page("Guide", menu(""))
    ((_, branches),) = tree_made(made_of(tmp_path, files), by="path").items()
    assert branches == {"guide.html": {"ropes.html": {}}, "shop.html": {}}


def test_page_that_its_own_menu_marks_as_current_keeps_its_place(tmp_path: Path) -> None:
    def menu(current: str) -> str:
        def item(stem: str, submenu: str = "") -> str:
            address = "#" if stem == current else f"{stem}.html"
            marked = ' class="current reference"' if stem == current else ""
            return f'<li{marked}><a{marked} href="{address}">{stem.title()}</a>{submenu}</li>'

        submenu = f"<ul>{''.join(map(item, ('oars', 'ropes', 'tides')))}</ul>" if current in ("oars", "ropes") else ""
        return f'<div class="wy-menu"><ul>{item("guide", submenu)}{item("shop")}</ul></div>'

    files = {
        f"{stem}.html": page(stem.title(), menu(stem)) for stem in ("index", "guide", "oars", "ropes", "tides", "shop")
    }
    ((_, sections),) = tree_made(made_of(tmp_path, files), by="name").items()
    assert [(name, list(pages)) for name, pages in sections.items()] == [
        ("Guide", ["Oars", "Ropes", "Tides"]),
        ("Shop", []),
    ]


def test_group_with_the_name_of_a_page_beside_it_stays_a_group() -> None:
    def menu(*stems: str) -> list[ContentsList]:
        group = Entry("Oars", children=[Entry(stem, f"{stem}.html") for stem in stems])
        return [ContentsList([Entry("Boats", children=[Entry("Oars", "oars.html"), group])], "navigation")]

    whole = with_whole_menus({"a.html": Page("a.html", lists=menu("ash")), "b.html": Page("b.html", lists=menu("oak"))})
    (boats,) = whole["a.html"].lists[0].entries
    assert [(entry.target, [child.label for child in entry.children]) for entry in boats.children] == [
        ("oars.html", []),
        (None, ["ash", "oak"]),
    ]

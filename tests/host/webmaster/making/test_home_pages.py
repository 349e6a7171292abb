"""The start page of a folder, and the files that are no pages of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import made_of, page, tree_made, written
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make

_NAV = '<nav><a href="{}">{}</a> <a href="Art.html">Art</a> <a href="Zoo.html">Zoo</a></nav>'


@pytest.mark.parametrize("name", ["INDEX.HTM", "Index.html", "Default.htm", "DEFAULT.HTML"])
def test_the_index_is_the_start_page_in_any_case(tmp_path: Path, name: str) -> None:
    made = made_of(tmp_path, {"About.html": page("About"), name: page("Club", '<a href="About.html">About</a>')})
    assert made.starts == [name]


@pytest.mark.parametrize(
    ("start", "link"),
    [
        ("Main.html", _NAV.format("Main.html", "Startseite")),
        ("Main.html", _NAV.format("Main.html", "Accueil")),
        ("Main.html", _NAV.format("Main.html", '<img class="logo" src="l.png" alt="School">')),
        ("Home.html", _NAV.format("Zoo.html", "Animals")),
        ("Welcome.html", _NAV.format("Zoo.html", "Animals")),
    ],
)
def test_without_an_index_links_to_home_then_names_decide(tmp_path: Path, start: str, link: str) -> None:
    files = {"Art.html": page("Art", link), "Zoo.html": page("Zoo", link), start: page("School", link)}
    assert made_of(tmp_path, files).starts == [start]


def test_a_page_with_a_name_of_home_stands_above_indexes_of_folders(tmp_path: Path) -> None:
    files = {"Home.html": page("School"), "art/index.html": page("Art"), "zoo/index.html": page("Zoo")}
    assert made_of(tmp_path, files).starts == ["Home.html"]


def test_page_that_leads_to_all_topmost_indexes_is_the_start_page(tmp_path: Path) -> None:
    files = {
        "about.html": page("About", '<a href="art/index.html">Art</a>'),
        "manuals.html": page("Manuals", '<a href="zoo/index.html">Zoo</a> <a href="art/index.html">Art</a>'),
        "art/index.html": page("Art"),
        "zoo/index.html": page("Zoo"),
    }
    assert made_of(tmp_path, files).starts == ["manuals.html"]


def test_copies_of_the_start_page_are_left_out(tmp_path: Path) -> None:
    start = page("Book", '<h1>Book</h1><a href="one.html">One</a>')
    files = {"index.html": start, "book.html": start, "one.html": page("One", '<a href="book.html">Up</a>')}
    made = made_of(tmp_path, files)
    assert tree_made(made) == {"index.html": {"one.html": {}}}
    assert made.left_out == {"copies of the start page": ["book.html"]}


def test_copies_of_the_start_page_of_a_live_site_are_left_out(tmp_path: Path) -> None:
    start = page("Shop", '<a href="index.php">Shop</a> <a href="one.php">One</a>')
    files = {"index.html": start, "index.php.html": start, "one.php.html": page("One", "Text")}
    addresses = {path: f"https://www.example.org/{path.removesuffix('.html')}" for path in files}
    addresses["index.html"] = "https://www.example.org/"
    site = {"start": "index.html", "base_url": "https://www.example.org/", "addresses": addresses}
    assert made_of(tmp_path, files, **site).left_out == {"copies of the start page": ["index.php.html"]}


def test_links_in_the_folder_are_no_pages(tmp_path: Path) -> None:
    written(tmp_path, {"index.html": page("Home", '<a href="a/x.html">X</a>'), "a/x.html": page("X")})
    (tmp_path / "copy.html").symlink_to("a/x.html")
    (tmp_path / "b.html").write_text("a/x.html")  # as Git writes a link where there are none
    made = make(tmp_path, MakeOptions())
    assert tree_made(made) == {"index.html": {"a/x.html": {}}}
    assert made.left_out == {"a link to a/x.html": ["b.html", "copy.html"]}


def test_hidden_pages_are_reported(tmp_path: Path) -> None:
    made = made_of(tmp_path, {"index.html": page("Home", '<a href=".old.html">Old</a>'), ".old.html": page("Old")})
    assert made.left_out == {"hidden by the dot before the name": [".old.html"]}


def test_parts_without_title_and_links_are_no_pages(tmp_path: Path) -> None:
    files = {"index.html": page("Home"), "search/all.html": page("", "<div>Loading</div>"), "lone.html": page("Lone")}
    assert tree_made(made_of(tmp_path, files)) == {"index.html": {"lone.html": {}}}


def test_bold_rows_of_a_menu_in_a_frame_name_groups(tmp_path: Path) -> None:
    rows = "".join(
        f"<tr><td>{cell}</td></tr>"
        for cell in (
            "<b>The club</b>",
            '<a href="a.html">History</a>',
            "<b>Waters</b>",
            '<a href="b.html">Mill pond</a>',
            '<a href="c.html"><b>Lake</b></a>',
        )
    )
    files = {
        "index.html": page("Club", '<frameset><frame src="m.html"></frameset>'),
        "m.html": page("", f"<table>{rows}</table>"),
    }
    files |= {f"{stem}.html": page(stem.upper()) for stem in "abc"}
    tree = tree_made(made_of(tmp_path, files), by="name")["Club"]
    assert tree == {"The club": {"History": {}}, "Waters": {"Mill pond": {}, "Lake": {}}}


@pytest.mark.parametrize(
    "menu",
    [
        '<ul><li><a href="bed.html">Bed</a><ul><li><a href="row.html">Row</a></li></ul></li></ul>',
        '<p><a href="bed.html">Bed</a><br><a href="row.html">Row</a></p>',
    ],
)
@pytest.mark.parametrize("frame", ['<iframe src="m.html"></iframe>', '<frameset><frame src="m.html"></frameset>'])
def test_a_menu_in_a_frame_is_navigation(tmp_path: Path, menu: str, frame: str) -> None:
    files = {
        "index.html": page("Library", frame),
        "m.html": page("Classes", menu),
        "bed.html": page("Bed"),
        "row.html": page("Row"),
    }
    children = {"bed.html": {"row.html": {}}} if "<ul>" in menu else {"bed.html": {}, "row.html": {}}
    made = made_of(tmp_path, files)
    assert tree_made(made) == {"index.html": children}
    assert made.left_out == {"menus in frames of other pages": ["m.html"]}


@pytest.mark.parametrize(("link", "kept"), [("a", "a.html"), ("a/", "a/index.html")])
def test_page_as_a_file_and_as_a_folder_is_one(link: str, kept: str, tmp_path: Path) -> None:
    files = {"index.html": page("Quay", f'<a href="{link}">A</a>'), "a.html": page("A"), "a/index.html": page("A")}
    made = made_of(tmp_path, files)
    assert list(made.left_out.values()) == [[({*files} - {"index.html", kept}).pop()]]
    assert tree_made(made, by="name") == {"Quay": {"A": {}}}


def test_frames_of_javadoc_stand_for_the_pages_of_packages_and_its_bar_for_the_start(tmp_path: Path) -> None:
    def bar(up: str) -> str:
        entries = f'<li><a href="{up}help-doc.html">Help</a><li><a href="{up}index-all.html">Index</a>'
        return f'<div class="topNav"><ul class="navList"><li>Class<li>Use<li>Tree{entries}</ul></div>'

    packages = "<h2>Packages</h2><ul>" + "".join(
        f'<li><a href="{{0}}{name}/{{1}}">{name}</a>' for name in ("oar", "hull")
    )
    files = {
        "index.html": page(
            "Boats API",
            '<frameset><frame src="overview-frame.html"><frame src="allclasses-frame.html">'
            '<frame src="overview-summary.html"></frameset>',
        ),
        "overview-frame.html": page(
            "List", f'{packages.format("", "package-frame.html")}</ul><a href="allclasses-frame.html">All</a>'
        ),
        "overview-summary.html": page("Overview", f"{bar('')}{packages.format('', 'package-summary.html')}</ul>"),
        "allclasses-frame.html": page(
            "All", '<ul><li><a href="oar/Blade.html">Blade</a><li><a href="hull/Keel.html">Keel</a></ul>'
        ),
        "allclasses-noframe.html": page("All", '<ul><li><a href="oar/Blade.html">Blade</a></ul>'),
        "help-doc.html": page("Help", bar("")),
        "index-all.html": page("Index", bar("")),
    }
    for name, kind in (("oar", "Blade"), ("hull", "Keel")):
        kinds = f'<ul><li><a href="{kind}.html">{kind}</a><li><a href="Rope.html">Rope</a></ul>'
        files |= {
            f"{name}/package-frame.html": page(name, f'<h1><a href="package-summary.html">{name}</a></h1>{kinds}'),
            f"{name}/package-summary.html": page(name, f"{bar('../')}<h1>Package</h1>{kinds}"),
            f"{name}/{kind}.html": page(kind, bar("../")),
            f"{name}/Rope.html": page("Rope", bar("../")),
        }
    made = made_of(tmp_path, files)
    assert tree_made(made, by="name") == {
        "Boats API": {
            "Packages": {"oar": {"Blade": {}, "Rope": {}}, "hull": {"Keel": {}, "Rope": {}}},
            "Help": {}, "Index": {}, "All": {},
        },
    }  # fmt: skip


@pytest.mark.parametrize(("file", "title"), [("sitemap.html", "All"), ("all.html", "Plan du site")])
def test_lists_of_a_site_map_hold_what_stands_beside_it(file: str, title: str, tmp_path: Path) -> None:
    shown = (
        '<h2>Boats</h2><ul><li><a href="c.html">C</a><li><a href="d.html">D</a></ul>'
        '<h2>More</h2><ul><li><a href="e.html">E</a><li><a href="a.html">A</a></ul>'
    )
    files = {
        "index.html": page(
            "Quay", f'<nav><a href="a.html">A</a> <a href="b.html">B</a> <a href="{file}">Map</a></nav>'
        ),
        file: page(title, shown),
    }
    made = made_of(tmp_path, files | {f"{name}.html": page(name) for name in "abcde"})
    assert tree_made(made, by="name") == {
        "Quay": {"A": {}, "B": {}, "Map": {}, "Boats": {"C": {}, "D": {}}, "More": {"E": {}}},
    }  # fmt: skip


def test_site_map_below_another_page_is_still_that_of_the_site(tmp_path: Path) -> None:
    shown = "".join(f'<li><a href="{name}.html">{name}</a>' for name in "abc")
    files = {
        "index.html": page("Quay", '<a href="help.html">Help</a>'),
        "help.html": page("Help", '<p>See the <a href="sitemap.html">map</a>.</p>'),
        "sitemap.html": page("Site map", f"<h1>Site map</h1><ul>{shown}</ul>"),
    }
    made = made_of(tmp_path, files | {f"{name}.html": page(name) for name in "abc"})
    assert tree_made(made, by="name") == {"Quay": {"Help": {"Site map": {}}, "a": {}, "b": {}, "c": {}}}


def test_lists_in_frames_that_lead_to_one_another_are_menus(tmp_path: Path) -> None:
    """As in YARD's documentation: each page shows one list, which leads to the others."""
    switch = "".join(f'<a href="{name}_list.html">{name}</a>' for name in ("class", "method", "file"))

    def shown(title: str, menu: str = "class") -> str:
        return page(title, f'<iframe src="{menu}_list.html"></iframe><p><a href="class_list.html">Classes</a></p>')

    pond = '<ul><li><a href="Pond.html">Pond</a><ul><li><a href="Pond/Fish.html">Fish</a></li></ul></li></ul>'
    files = {
        "index.html": shown("Library"),
        "class_list.html": page("Class list", switch + pond),
        "method_list.html": page("Methods", f'{switch}<ul><li><a href="Pond.html#fill">fill</a></li></ul>'),
        "file_list.html": page("Files", f'{switch}<ul><li><a href="news.html">News</a></li></ul>'),
        "Pond.html": shown("Class: Pond"),
        "Pond/Fish.html": page("Class: Fish", '<iframe src="../class_list.html"></iframe>'),
        "news.html": shown("File: News", "file"),
    }
    made = made_of(tmp_path, files)
    assert tree_made(made) == {"index.html": {"Pond.html": {"Pond/Fish.html": {}}, "news.html": {}}}
    assert list(made.left_out.values()) == [["class_list.html", "file_list.html", "method_list.html"]]


def test_lists_that_lead_to_one_another_are_menus_although_frames_show_only_one(tmp_path: Path) -> None:
    switch = "".join(f'<a href="{name}_list.html">{name}</a>' for name in ("class", "method", "file"))
    files = {
        "index.html": page("Library", '<iframe src="class_list.html"></iframe>'),
        "class_list.html": page("Class list", f'{switch}<ul><li><a href="Pond.html">Pond</a></ul>'),
        "method_list.html": page("Methods", switch),
        "file_list.html": page("Files", switch),
        "Pond.html": page("Class: Pond", '<iframe src="class_list.html"></iframe>'),
    }
    made = made_of(tmp_path, files)
    assert tree_made(made) == {"index.html": {"Pond.html": {}}}
    assert list(made.left_out.values()) == [["class_list.html", "file_list.html", "method_list.html"]]


def test_menus_in_frames_side_by_side_are_groups_if_each_has_pages_of_its_own(tmp_path: Path) -> None:
    """As in RDoc's documentation, whose third frame has the methods of all classes."""

    def menu(name: str, *pages: str) -> str:
        return page(name, f"<h1>{name}</h1>" + "".join(f'<a href="{path}">{path}</a><br>' for path in pages))

    frames = "".join(f'<frame src="{name}.html">' for name in ("files", "classes", "methods"))
    files = {
        "index.html": page("Winch", f"<frameset>{frames}</frameset>"),
        "files.html": menu("Files", "read.html", "lib.html"),
        "classes.html": menu("Classes", "Drum.html", "Rope.html"),
        "methods.html": menu("Methods", "Drum.html#turn", "Rope.html#pull"),
    }
    pages = {f"{name}.html": page(name.title()) for name in ("read", "lib", "Drum", "Rope")}
    tree = tree_made(made_of(tmp_path / "own", files | pages), by="name")
    groups = {"Files": {"read.html": {}, "lib.html": {}}, "Classes": {"Drum.html": {}, "Rope.html": {}}}
    assert tree == {"Winch": groups}
    files["classes.html"] = menu("Classes", "Drum.html", "Rope.html", "read.html")
    tree = tree_made(made_of(tmp_path / "shared", files | pages), by="name")
    assert tree == {"Winch": {"read.html": {}, "lib.html": {}, "Drum.html": {}, "Rope.html": {}}}


def test_a_page_in_a_frame_to_which_a_menu_leads_is_no_menu(tmp_path: Path) -> None:
    files = {
        "index.html": page("Home", '<frameset><frame src="m.html"><frame src="first.html"></frameset>'),
        "m.html": page("Menu", '<a href="first.html">First</a> <a href="second.html">Second</a>'),
        "first.html": page("First", '<a href="second.html">Second</a> <a href="third.html">Third</a>'),
        "second.html": page("Second"),
        "third.html": page("Third"),
    }
    made = made_of(tmp_path, files)
    assert made.left_out == {"menus in frames of other pages": ["m.html"]}
    assert "first.html" in tree_made(made)["index.html"]

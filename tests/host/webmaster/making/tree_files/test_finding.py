"""Tree files of each format are found and read; the samples are small and in the tools' own form."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import hierarchy_made, links, made_of, page, tree_made, written
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.tree_files.finding import UnknownTree

PAGES = {f"{name}.html": page(f"Page {name}") for name in ("index", "a", "b", "c", "d")}
TREE = {"Page index": {"A": {"B": {}, "C": {}}, "D": {}}}

QHP = """<?xml version="1.0"?><QtHelpProject version="1.0"><namespace>x</namespace><filterSection><toc>
<section title="Start" ref="index.html"><section title="A" ref="a.html"><section title="B" ref="b.html"/>
<section title="Part of B" ref="b.html#part"/><section title="C" ref="c.html"/></section>
<section title="D" ref="d.html"/></section></toc><keywords><keyword name="k" ref="b.html#k"/></keywords>
</filterSection></QtHelpProject>"""
DEVHELP = """<book xmlns="http://www.devhelp.net/book" title="Start" link="index.html" name="x"><chapters>
<sub name="A" link="a.html"><sub name="B" link="b.html"/><sub name="C" link="c.html"/></sub>
<sub name="D" link="d.html"/></chapters>
<functions><keyword type="function" name="f" link="d.html#f"/></functions></book>"""
NCX = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>
<navPoint id="1"><navLabel><text>A</text></navLabel><content src="a.html"/>
<navPoint id="2"><navLabel><text>B</text></navLabel><content src="b.html"/></navPoint>
<navPoint id="3"><navLabel><text> C </text></navLabel><content src="c.html"/></navPoint></navPoint>
<navPoint id="4"><navLabel><text>D</text></navLabel><content src="d.html"/></navPoint></navMap></ncx>"""
ECLIPSE = """<toc label="Start" topic="index.html"><topic label="A" href="a.html"><topic label="B" href="b.html"/>
<topic label="C" href="c.html"/></topic><link toc="more.xml"/></toc>"""
DITA = """<!DOCTYPE map PUBLIC "-//OASIS//DTD DITA Map//EN" "map.dtd"><map><title>T</title>
<topicref href="a.dita" navtitle="A"><topicgroup><topicref href="b.dita"><topicmeta><navtitle>B</navtitle></topicmeta>
</topicref></topicgroup><topicref href="c.dita" navtitle="C"/><topicref href="d.dita" processing-role="resource-only"/>
</topicref><mapref href="more.ditamap" format="ditamap"/></map>"""
SUMMARY = """# Summary

[Start](README.md)

- [A](a.md)
  * [B](b.md)
  * [C \\[c\\]](c.md#top)
  * [C](./c.md)
- [D](<d.md>)
"""
DOXYGEN = """/* made */
var NAVTREE =
[
  [ "Start", "index.html", [
    [ "A", "a.html", "a_dir" ],
    [ "D", "d.html", null ]
  ] ]
];
var NAVTREEINDEX = [ "a.html" ];
"""
FILES: dict[str, dict[str, str]] = {
    "qhp": {"x.qhp": QHP},
    "devhelp": {"x.devhelp2": DEVHELP},
    "ncx": {"toc.ncx": NCX},
    "eclipse": {"toc.xml": ECLIPSE, "more.xml": '<toc label="more"><topic label="D" href="d.html"/></toc>'},
    "dita": {"x.ditamap": DITA, "more.ditamap": '<map><topicref href="d.dita" navtitle="D"/></map>'},
    "summary": {"SUMMARY.md": SUMMARY},
    "doxygen": {
        "navtreedata.js": DOXYGEN,
        "a_dir.js": 'var a_dir =\n[ [ "B", "b.html", null ], [ "C", "c.html", null ] ];',
    },
}


@pytest.mark.parametrize("kind", FILES)
def test_each_format_gives_the_same_tree(kind: str, tmp_path: Path) -> None:
    made = made_of(tmp_path, PAGES | FILES[kind])
    assert tree_made(made, by="name") == TREE
    assert made.rules == {"start": 1, "tree-file": 4}
    assert len(made.tree_files) == 1


def test_an_epubs_navigation_is_read_as_a_page(tmp_path: Path) -> None:
    nav = (
        '<nav epub:type="toc"><h2>Contents</h2><ol><li><a href="a.html">A</a><ol><li><a href="b.html">B</a></li>'
        '<li><a href="c.html">C</a></li></ol></li><li><a href="d.html">D</a></li></ol></nav>'
    )
    made = made_of(
        tmp_path, {name: PAGES[name] for name in PAGES if name != "index.html"} | {"nav.xhtml": page("N", nav)}
    )
    assert tree_made(made, by="name") == {"N": {"A": {"B": {}, "C": {}}, "D": {}}}


def test_javadocs_search_index_has_modules_packages_and_types(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        {
            "index.html": page("Overview"),
            "m/module-summary.html": page("m"),
            "m/p/q/package-summary.html": page("p.q"),
            "m/p/q/One.html": page("One"),
            "m/p/q/One.Inner.html": page("One.Inner"),
            "allclasses-index.html": page("All"),
            "module-search-index.js": 'moduleSearchIndex = [{"l":"m"}];updateSearchResults();',
            "package-search-index.js": 'packageSearchIndex = [{"l":"All Packages","u":"x.html"},{"m":"m","l":"p.q"}];',
            "type-search-index.js": 'typeSearchIndex = [{"p":"p.q","l":"One"},{"p":"p.q","l":"One.Inner"},'
            '{"l":"All Classes","u":"allclasses-index.html"}];updateSearchResults();',
        },
    )
    assert tree_made(made, by="name")["Overview"]["m"] == {"p.q": {"One": {"One.Inner": {}}}}


def test_doxygens_menu_counts_where_there_is_no_tree_of_its_pages(tmp_path: Path) -> None:
    menu = (
        'var menudata={children:[{text:"Main Page",url:"index.html"},{text:"A",url:"a.html",children:'
        '[{text:"All",url:"a.html",children:[{text:"b",url:"b.html#b"}]},{text:"C",url:"c.html"}]},{text:"E",url:"e.html"}]}'
    )
    pages = PAGES | {"e.html": page("E", links("d.html"))}
    made = made_of(tmp_path, pages | {"menudata.js": menu})
    children = {"a.html": {"b.html": {}, "c.html": {}}, "e.html": {"d.html": {}}}
    assert tree_made(made, by="path") == {"index.html": children}
    assert made.tree_files == ["menudata.js"]
    made = made_of(tmp_path, {"menudata.js": menu} | FILES["doxygen"])  # the folder still has the pages
    assert made.tree_files == ["navtreedata.js"]


def test_pages_that_the_file_does_not_name_are_placed_all_the_same(tmp_path: Path) -> None:
    extra = {"e.html": page("E", "", '<link rel="up" href="b.html">')}
    assert tree_made(made_of(tmp_path, PAGES | extra | FILES["qhp"]), by="name")["Page index"]["A"]["B"] == {"E": {}}


@pytest.mark.parametrize(
    "entry",
    [
        page("Library", "<h1>Library</h1>"),
        page("Library", '<a href="a.html">Go</a>', '<meta http-equiv="refresh" content="0; url=a.html">'),
    ],
)
def test_tree_in_a_subfolder_stands_where_its_index_is_linked(entry: str, tmp_path: Path) -> None:
    inner = {f"lib/x/{name}.html": page(f"Page {name}") for name in "ab"} | {"lib/x/index.html": entry}
    tree = 'var NAVTREE = [["Lib", "index.html", [["A", "a.html", [["B", "b.html", null]]]]]];'
    outer = {
        "index.html": page("Start", '<ul><li><a href="tools.html">Tools</a></li><li><a href="lib/x/b.html">B</a></ul>'),
        "tools.html": page("Tools", '<p>Read the <a href="lib/x/index.html">library</a>.</p>'),
    }
    made = made_of(tmp_path, outer | inner | {"lib/x/navtreedata.js": tree})
    library = tree_made(made)["index.html"]["tools.html"]
    assert library in (
        {"lib/x/index.html": {"lib/x/a.html": {"lib/x/b.html": {}}}},
        {"lib/x/a.html": {"lib/x/b.html": {}}},
    )
    assert made.unlinked == []


def test_tree_in_a_subfolder_without_links_stands_below_the_nearest_index(tmp_path: Path) -> None:
    inner = {f"lib/{name}.html": page(name) for name in ("index", "a", "b")}
    tree = {"lib/SUMMARY.md": "- [A](a.md)\n  - [B](b.md)"}
    made = made_of(tmp_path, {"index.html": page("Start"), "lib.html": page("Other")} | inner | tree)
    library = {"lib/index.html": {"lib/a.html": {"lib/b.html": {}}}, "lib.html": {}}
    assert tree_made(made) == {"index.html": library}


def test_trees_in_each_others_folders_are_nested(tmp_path: Path) -> None:
    files = {f"{folder}{name}.html": page(name) for folder in ("", "one/", "one/two/") for name in ("index", "a")}
    trees = {
        "SUMMARY.md": "- [A](a.md)\n- [One](one/index.md)",
        "one/SUMMARY.md": "- [A](a.md)\n- [Two](two/index.md)",
        "one/two/SUMMARY.md": "- [A](a.md)",
    }
    two = {"one/two/index.html": {"one/two/a.html": {}}}
    assert tree_made(made_of(tmp_path, files | trees)) == {
        "index.html": {"a.html": {}, "one/index.html": {"one/a.html": {}} | two},
    }


def test_entry_for_a_page_that_redirects_names_its_target(tmp_path: Path) -> None:
    moved = page("Moved", "", '<meta http-equiv="refresh" content="0; url=a.html">')
    made = made_of(tmp_path, PAGES | {"old.html": moved, "SUMMARY.md": "- [First](old.md)\n  - [B](b.md)"})
    assert tree_made(made, by="name")["Page index"]["First"] == {"B": {}}


def test_first_entry_into_a_page_gives_it_name_and_place(tmp_path: Path) -> None:
    tree = '<toc label="T"><topic label="Care" href="a.html#care"><topic label="Cut" href="a.html#cut"/></topic>'
    made = made_of(tmp_path, PAGES | {"toc.xml": tree + '<topic label="Soil" href="b.html"/></toc>'})
    assert list(tree_made(made, by="name")["Page index"])[:2] == ["Care", "Soil"]


def test_a_file_can_be_named_and_takes_the_place_of_others(tmp_path: Path) -> None:
    files = PAGES | FILES["qhp"] | {"other.txt.qhp": QHP.replace('title="A"', 'title="Other"')}
    assert "Other" in tree_made(made_of(tmp_path, files, tree_files=("other.txt.qhp",)), by="name")["Page index"]


@pytest.mark.parametrize("name", ["nowhere.qhp", "a.html", "../x.qhp"])
def test_a_file_that_is_named_must_hold_a_tree(name: str, tmp_path: Path) -> None:
    written(tmp_path, {"x.qhp": QHP})
    with pytest.raises(UnknownTree):
        made_of(tmp_path / "site", PAGES, tree_files=(name,))


@pytest.mark.parametrize(
    "files",
    [
        {"x.qhp": "<QtHelpProject>" + "<toc><section ref='a.html' title='A'>" * 300},
        {"x.qhp": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><QtHelpProject><toc><section title="&e;"/>'},
        {"toc.xml": "<toc><link toc='toc.xml'/><link toc='../toc.xml'/><link toc='b.xml'/></toc>", "b.xml": "<"},
        {"toc.xml": "<toc><link toc='b.xml'/></toc>", "b.xml": "<toc>" + "<link toc='toc.xml'/>" * 9},
        {"navtreedata.js": "var NAVTREE = [" + "[" * 50_000},
        {"navtreedata.js": 'var NAVTREE = [["A", "a.html", "x"]];', "x.js": 'var x = [["B", "b.html", "x"]];'},
        {
            "type-search-index.js": "typeSearchIndex = 3",
            "package-search-index.js": 'packageSearchIndex = [1, {"l": 2}]',
        },
        {"SUMMARY.md": "".join(f"{' ' * n}- [x](a.md)\n" for n in range(2_000))},
        {"x.ncx": ""},
        {"x.devhelp2": "\0"},
    ],
)
def test_broken_and_hostile_files_hurt_nothing(files: dict[str, str], tmp_path: Path) -> None:
    made = made_of(tmp_path, PAGES | files)
    assert sum(made.rules.values()) == 5
    assert "root:" not in str(tree_made(made, by="name"))
    hierarchy_made(made)


def test_looking_for_files_can_be_left(tmp_path: Path) -> None:
    assert make(written(tmp_path, PAGES | FILES["qhp"]), MakeOptions(with_tree_files=False)).tree_files == []

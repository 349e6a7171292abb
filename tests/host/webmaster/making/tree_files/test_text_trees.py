"""Trees in other formats than XML: in scripts, which are never run."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

import pytest

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.tree_files.text_trees import (
    read_doxygen,
    read_doxygen_menu,
    read_exdoc,
    read_javadoc,
    read_pandoc,
)

Shape = list[tuple[str, str | None, "Shape"]]
_TYPES = (
    b'typeSearchIndex = [{"p": "p.q", "l": "T"}, {"p": "p.q", "l": "U", "u": "else.html"}, {"l": "All", "u": "x"}];up()'
)
_PACKAGES = b'packageSearchIndex = [{"m": "m", "l": "p.q"}, {"l": "All Packages", "u": "allpackages.html"}]'
_MODULES = b'moduleSearchIndex = [{"l": "m"}]'


def _resolve(address: str) -> Entry:
    return Entry("", address)


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def _javadoc(files: Mapping[str, bytes]) -> Shape:
    return _shape(read_javadoc(lambda name: files.get(name.partition("-")[0]), _resolve))


def test_javadocs_types_stand_in_their_packages_and_these_in_their_modules() -> None:
    types: Shape = [("T", "m/p/q/T.html", []), ("U", "else.html", [])]
    package = ("p.q", "m/p/q/package-summary.html", types)
    assert _javadoc({"type": _TYPES, "package": _PACKAGES, "module": _MODULES}) == [
        ("m", "m/module-summary.html", [package])
    ]
    assert _javadoc({"type": _TYPES, "package": _PACKAGES}) == [package]


@pytest.mark.parametrize("body", [b"packageSearchIndex = run()", b"packageSearchIndex = {", b"x = [1]", b"\xff", b""])
def test_non_json_data_is_not_read(body: bytes) -> None:
    assert _javadoc({"package": body}) == []


def test_doxygens_branches_may_stand_in_files_of_their_own() -> None:
    body = b'var NAVTREE = [["Start", "index.html", [["A", "a.html", "inner"], ["B", null, "missing"], [1, 2]]]];'
    files = {"inner.js": b'var inner = [["C \\n c", "c.html", null]];'}
    assert _shape(read_doxygen(body, files.get, _resolve)) == [
        ("A", "a.html", [("C c", "c.html", [])]), ("B", None, []),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("array&lt; T, N &gt;", "array< T, N >"),
        ("The <code>main</code> &amp; <b>its</b> loop", "The main & its loop"),
        ("Gr&ouml;&szlig;e &quot;A&quot;", 'Größe "A"'),
        ("a < b", "a < b"),
        ("", ""),
    ],
)
def test_doxygens_labels_are_markup(written: str, label: str) -> None:
    body = f'var NAVTREE = [[{json.dumps(written)}, "a.html", null]];'.encode()
    assert [entry.label for entry in read_doxygen(body, lambda _: None, _resolve)] == [label]


def test_doxygens_circumflex_marks_an_absolute_address() -> None:
    body = b'var NAVTREE = [["A", "^https://www.example.net/a.html", null], ["B", "^/b.html", null]];'
    targets = [entry.target for entry in read_doxygen(body, lambda _: None, _resolve)]
    assert targets == ["https://www.example.net/a.html", "/b.html"]


def test_doxygens_menu_has_keys_without_quotes() -> None:
    body = (
        b'/* made */\nvar menudata={children:[\n{text:"Main Page",url:"index.html"},\n'
        b'{text:"Say \\"url:\\" &amp; {text:1}",children:[\n{text:"a",url:"^functions_a.html#index_a"}]},{url:"x"}, 1]}'
    )
    assert _shape(read_doxygen_menu(body, _resolve)) == [
        ("Main Page", "index.html", []),
        ('Say "url:" & {text:1}', None, [("a", "functions_a.html#index_a", [])]),
    ]


@pytest.mark.parametrize("body", [b"var menudata=run()", b"var menudata={children:[{text:", b"var menudata=[1]", b""])
def test_other_data_than_doxygens_menu_is_not_read(body: bytes) -> None:
    assert read_doxygen_menu(body, _resolve) == []


@pytest.mark.parametrize("body", [b"var menudata={children:[{text:" + b'"\\' * 50_000, b"\n" * 50_000])
def test_each_part_of_doxygens_menu_is_searched_once(body: bytes) -> None:
    began = time.process_time()
    assert read_doxygen_menu(body, _resolve) == []
    assert time.process_time() - began < 1


def test_a_file_that_names_itself_comes_to_an_end() -> None:
    ring = b'var ring = [["A", "a.html", "ring"]];'
    (top,) = read_doxygen(b'var NAVTREE = [["A", "a.html", "ring"]];', lambda _: ring, _resolve)
    depth = 0
    while top.children:
        (top,), depth = top.children, depth + 1
    assert 1 < depth < 100


def test_no_file_of_another_folder_is_requested() -> None:
    requested: list[str] = []

    def find(name: str) -> None:
        requested.append(name)

    body = b'var NAVTREE = [["A", "a.html", "../../etc/passwd"], ["B", "b.html", null]];'
    read_doxygen(body, find, _resolve)
    assert requested == []


def test_exdocs_pages_stand_in_their_groups_below_the_tabs() -> None:
    nodes = {
        "extras": [
            {"id": "readme", "title": "Read me", "group": ""},
            {"id": "plan", "title": "Plan", "group": "Guides"},
        ],
        "modules": [
            {"id": "Pond", "title": "Pond", "group": "", "sections": []},
            {"id": "Pond.Fish", "title": "Pond.Fish", "group": "Life"},
            {"id": "Pond.Reed", "title": "Pond.Reed", "group": "Life"},
        ],
        "tasks": [],
    }
    assert _shape(read_exdoc(f"sidebarNodes={json.dumps(nodes)}".encode(), _resolve)) == [
        ("Pages", None, [("Read me", "readme.html", []), ("Guides", None, [("Plan", "plan.html", [])])]),
        (
            "Modules",
            None,
            [
                ("Pond", "Pond.html", []),
                ("Life", None, [("Pond.Fish", "Pond.Fish.html", []), ("Pond.Reed", "Pond.Reed.html", [])]),
            ],
        ),
    ]


def test_a_single_tab_of_exdoc_makes_no_level() -> None:
    assert _shape(read_exdoc(b'sidebarNodes={"modules":[{"id":"A","title":"A"},{"title":"no id"},7]}', _resolve)) == [
        ("A", "A.html", [])
    ]


def test_pandocs_sections_stand_below_their_chapters() -> None:
    def section(path: str, title: str, *children: object) -> dict[str, object]:
        return {"section": {"path": path, "title": title, "number": "1"}, "subsections": list(children)}

    book = section("index.html", "Book", section("1.html#a", "One", section("1.1.html#b", "Two")), {"section": 7})
    assert _shape(read_pandoc(json.dumps(book).encode(), _resolve)) == [
        ("One", "1.html#a", [("Two", "1.1.html#b", [])])
    ]


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b'{"subsections": 7}', b"[" * 100_000, b"\xff"])
def test_a_broken_file_of_sections_holds_no_tree(body: bytes) -> None:
    assert read_pandoc(body, _resolve) == []
    assert read_exdoc(b"sidebarNodes=" + body, _resolve) == []

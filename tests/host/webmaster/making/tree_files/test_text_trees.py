"""Trees in other formats than XML: in scripts, which are never run, and in Markdown lists."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.tree_files.text_trees import read_doxygen, read_javadoc, read_summary

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


def _summary(text: str) -> Shape:
    return _shape(read_summary(text.encode(), lambda address: Entry("", address or None)))


def test_indents_of_spaces_and_tabs_make_the_levels() -> None:
    assert _summary("- [A](a.md)\n\t1. [B](b.md)\n\t\t* [C](c.md)\n- [D](d.md)") == [
        ("A", "a.md", [("B", "b.md", [("C", "c.md", [])])]),
        ("D", "d.md", []),
    ]


def test_captions_stand_above_what_follows_and_the_files_own_title_does_not() -> None:
    text = "# Summary\n[Start](s.md)\n# Guide #\n- [A](a.md)\n# More\n- [B](b.md)"
    assert _summary(text) == [
        ("Start", "s.md", []),
        ("Guide", None, [("A", "a.md", [])]),
        ("More", None, [("B", "b.md", [])]),
    ]


def test_labels_are_plain_text_and_drafts_have_no_address() -> None:
    assert _summary("- [*A* `b` \\[c\\]](<a b.md>)\n- [Draft]()") == [("A b [c]", "a b.md", []), ("Draft", None, [])]


def test_other_lines_are_passed_over() -> None:
    assert _summary("text\n---\n<!-- [no] -->\n\xff") == []
    assert len(_summary("\n".join(f"{' ' * number}- [x](x.md)" for number in range(300)))) == 1

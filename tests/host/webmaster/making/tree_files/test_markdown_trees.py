"""Trees in Markdown, read as the tools that write them show them."""

from __future__ import annotations

import time

import pytest

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.tree_files.markdown_trees import MAX_BYTES, read_markdown

Shape = list[tuple[str, str | None, "Shape"]]


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def _summary(text: str) -> Shape:
    return _shape(read_markdown(text.encode(), lambda address: Entry("", address)))


def test_levels_follow_indents_of_spaces_and_tabs() -> None:
    assert _summary("- [A](a.md)\n\t1. [B](b.md)\n\t\t* [C](c.md)\n- [D](d.md)") == [
        ("A", "a.md", [("B", "b.md", [("C", "c.md", [])])]),
        ("D", "d.md", []),
    ]


def test_items_without_link_are_branches() -> None:
    text = (
        "1. Tools\n\n    1. [A](saw.md)\n\n    2. **Planes** and *saws*\n       - [Jack](jack.md)\n2. [Wood](wood.md)"
    )
    planes = ("Planes and saws", None, [("Jack", "jack.md", [])])
    assert _summary(text) == [("Tools", None, [("A", "saw.md", []), planes]), ("Wood", "wood.md", [])]


def test_headings_are_parts_except_the_title() -> None:
    text = "# Summary\n[Start](s.md)\n# Guide #\n- [A](a.md)\n## Inner\n- [B](b.md)\n# [More](m.md)\n- [C](c.md)"
    assert _summary(text) == [
        ("Start", "s.md", []),
        ("Guide", None, [("A", "a.md", []), ("Inner", None, [("B", "b.md", [])])]),
        ("More", "m.md", [("C", "c.md", [])]),
    ]
    assert _summary("Contents\n========\n\n## First\n* [A](a.md)") == [("First", None, [("A", "a.md", [])])]


def test_bold_paragraph_is_the_caption_of_the_list_below() -> None:
    assert _summary("**Guide**\n\n- [A](a.md)\n\nSome text.\n\n**More**\n\n- [B](b.md)") == [
        ("Guide", None, [("A", "a.md", [])]),
        ("More", None, [("B", "b.md", [])]),
    ]


@pytest.mark.parametrize("between", ["\n", "\n---\n\n"])
def test_chapters_after_the_list_follow_all_parts(between: str) -> None:
    text = f"[Preface](p.md)\n\n# Part\n\n- [A](a.md)\n{between}[End](e.md)\n[Thanks](t.md)\n\n[Index](i.md)"
    names = [("Preface", "p.md"), ("Part", None), ("End", "e.md"), ("Thanks", "t.md"), ("Index", "i.md")]
    shape = _summary(text)
    assert [(label, target) for label, target, _ in shape] == names
    assert shape[1][2] == [("A", "a.md", [])]


def test_list_after_a_rule_begins_a_part_without_name() -> None:
    assert _summary("## Part\n- [A](a.md)\n\n---\n\n- [B](b.md)") == [
        ("Part", None, [("A", "a.md", [])]),
        ("B", "b.md", []),
    ]


@pytest.mark.parametrize(
    ("written", "label", "address"),
    [
        ("[*A* `b` \\[c\\]](<a b.md>)", "A b [c]", "a%20b.md"),
        ("[`Vec[T]` [x]](v.md)", "Vec[T] [x]", "v.md"),
        ("[Tom &amp; Ann &lt;3](t.md)", "Tom & Ann <3", "t.md"),
        ("[G](g_(h).md 'Title')", "G", "g_(h).md"),
        ("[Named][n]", "Named", "n.md"),
        ("[n]", "n", "n.md"),
        ("[![Logo](l.png)](l.md)", "Logo", "l.md"),
        ("[![Logo](l.png) Text](l.md)", "Text", "l.md"),
        ("[Draft]()", "Draft", None),
        ("[A](a.md) <!-- [B](b.md) -->", "A", "a.md"),
        ("[Part](a.md?id=part)", "Part", "a.md#part"),
        ("🔧 [Tools](t.md), ready", "Tools", "t.md"),
    ],
)
def test_link_gives_label_and_address(written: str, label: str, address: str | None) -> None:
    assert _summary(f"- {written}\n\n[n]: n.md") == [(label, address, [])]


def test_comments_code_and_metadata_hold_no_entries() -> None:
    text = (
        "---\ntitle: x\nnav: [A](a.md)\n---\n<!--\n- [B](b.md)\n-->\n```\n- [C](c.md)\n```\n- [D](d.md)\n\n`[E](e.md)`"
    )
    assert _summary(text) == [("D", "d.md", [])]


def test_line_indented_too_far_is_an_entry_of_its_own() -> None:
    assert _summary("- [A](a.md)\n       - [B](b.md)\n- [C](c.md)") == [
        ("A", "a.md", []),
        ("B", "b.md", []),
        ("C", "c.md", []),
    ]


def test_any_bytes_are_read() -> None:
    assert _shape(read_markdown(b"text\n- \xff\n-\n", lambda address: Entry("", address)))[0][0] == "\ufffd"
    assert _summary("") == []


@pytest.mark.parametrize("hostile", ["[" * 100_000, "![" * 50_000, "- " * 50_000, "[a](" * 20_000, "> " * 50_000])
def test_hostile_file_takes_linear_time(hostile: str) -> None:
    began = time.process_time()
    _summary(hostile)
    assert time.process_time() - began < 5


def test_larger_file_than_any_contents_is_passed_over() -> None:
    assert _summary("- [A](a.md)\n" * (MAX_BYTES // 12 + 1)) == []

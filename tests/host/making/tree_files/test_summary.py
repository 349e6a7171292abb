"""A list in Markdown, read as a tree."""

from __future__ import annotations

from standard_sitemap.making.lists import Entry
from standard_sitemap.making.tree_files.summary import read_summary

Shape = list[tuple[str, str | None, "Shape"]]


def _read(text: str) -> Shape:
    return _shape(read_summary(text.encode(), lambda address: Entry("", address or None)))


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def test_indents_of_spaces_and_tabs_make_the_levels() -> None:
    assert _read("- [A](a.md)\n\t1. [B](b.md)\n\t\t* [C](c.md)\n- [D](d.md)") == [
        ("A", "a.md", [("B", "b.md", [("C", "c.md", [])])]),
        ("D", "d.md", []),
    ]


def test_captions_stand_above_what_follows_and_the_files_own_title_does_not() -> None:
    text = "# Summary\n[Start](s.md)\n# Guide #\n- [A](a.md)\n# More\n- [B](b.md)"
    assert _read(text) == [
        ("Start", "s.md", []),
        ("Guide", None, [("A", "a.md", [])]),
        ("More", None, [("B", "b.md", [])]),
    ]


def test_labels_are_plain_text_and_drafts_have_no_address() -> None:
    assert _read("- [*A* `b` \\[c\\]](<a b.md>)\n- [Draft]()") == [("A b [c]", "a b.md", []), ("Draft", None, [])]


def test_other_lines_are_passed_over() -> None:
    assert _read("text\n---\n<!-- [no] -->\n\xff") == []
    assert len(_read("\n".join(f"{' ' * number}- [x](x.md)" for number in range(300)))) == 1

"""Trees in XML: each format is read as its row of the table describes."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.tree_files.xml_trees import FORMATS, format_of, read_xml

Shape = list[tuple[str, str | None, "Shape"]]


def _resolve(address: str) -> Entry:
    page, mark, _ = address.partition("#")
    return Entry("", page, is_anchor=bool(mark))


def _shape(entries: list[Entry]) -> Shape:
    return [(entry.label, entry.target, _shape(entry.children)) for entry in entries]


def test_each_format_is_known_by_its_document_element_and_none_by_two() -> None:
    roots = [root for form in FORMATS for root in form.roots]
    assert len(roots) == len(set(roots))
    assert [format_of(next(iter(sorted(form.roots)))) for form in FORMATS] == list(FORMATS)
    assert format_of("html") is None


def test_the_page_of_the_document_element_is_above_all() -> None:
    read = read_xml(b'<toc label="Start" topic="s.html"><topic label=" A  b " href="a.html"/></toc>', _resolve)
    assert read is not None
    assert _shape(read.entries) == [("Start", "s.html", [("A b", "a.html", [])])]


def test_included_files_are_named_and_not_read() -> None:
    read = read_xml(b'<toc label="Start"><link toc="more.xml"/><topic label="A" href="a.html"/></toc>', _resolve)
    assert read is not None
    assert (read.format, read.includes) == ("eclipse", ["more.xml"])


def test_non_contents_elements_are_skipped() -> None:
    body = b'<map><topicref href="a" navtitle="A" toc="no"/><topicref href="b" processing-role="resource-only"/></map>'
    read = read_xml(body, _resolve)
    assert read is not None
    assert read.entries == []


@pytest.mark.parametrize("body", [b"", b"text", b"<html/>", b"<sub/>"])
def test_other_files_have_no_known_format(body: bytes) -> None:
    assert read_xml(body, _resolve) is None


def test_entities_are_not_followed_and_depth_has_an_end() -> None:
    declared = b'<!DOCTYPE toc [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    read = read_xml(declared + b'<toc label="S"><topic label="A" href="a">&e;</topic></toc>', _resolve)
    assert read is not None
    assert _shape(read.entries) == [("A", "a", [])]
    deep = b'<toc label="S">' + b'<topic label="A" href="a">' * 200 + b"</topic>" * 200 + b"</toc>"
    nested = read_xml(deep, _resolve)
    entries, depth = nested.entries if nested is not None else [], 0
    while entries:
        entries, depth = entries[0].children, depth + 1
    assert 50 < depth < 150

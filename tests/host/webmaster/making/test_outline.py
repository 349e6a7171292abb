"""Outlines: the result of making, as plain data."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.making.outline import External, Outline, group, item, language_tag, nodes_of


def test_nodes_come_once_in_the_order_of_the_file_and_references_are_none() -> None:
    first, inner, last = group("First"), item("Inner", "i.html"), item("Last")
    first.children = [inner]
    last.children = [External(inner), External(url="other.xml#x")]
    assert [node.name for node in nodes_of(Outline([first, last]))] == ["First", "Inner", "Last"]


def test_node_without_a_name_has_an_empty_name() -> None:
    assert (group().name, group().kind, item("A").kind) == ("", "group", "item")


@pytest.mark.parametrize(
    ("said", "tag"),
    [("pt_BR", "pt-BR"), ("sr@latin", "sr"), (" de-AT ", "de-AT"), ("english", None), ("", None), (None, None)],
)
def test_language_of_a_tool_becomes_a_tag(said: str | None, tag: str | None) -> None:
    assert language_tag(said) == tag

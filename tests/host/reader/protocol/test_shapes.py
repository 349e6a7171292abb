"""The shapes of messages, read from their types."""

from typing import Any, Literal

import pytest

from standard_sitemap.reader.protocol import replies
from standard_sitemap.reader.protocol.shapes import every_shape, type_text

SHAPES = {shape.name: shape for shape in every_shape()}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (str | None, "string | null"),
        (list[str | None], "(string | null)[]"),
        (list[tuple[str, int]], "[string, number][]"),
        (dict[str, list[bool]], "Record<string, boolean[]>"),
        (Literal["a", "b"], "'a' | 'b'"),
        (replies.Row, "Row"),
    ],
)
def test_types_are_written_as_in_typescript(kind: Any, text: str) -> None:
    assert type_text(kind) == text


def test_members_are_those_on_the_pipe() -> None:
    members = {member.name: member for member in SHAPES["ViewRows"].members}
    assert list(members) == ["view", "from", "count"]
    assert [member.is_optional for member in members.values()] == [False, True, False]


def test_a_row_has_the_members_of_a_link_and_their_texts() -> None:
    members = {member.name: member for member in SHAPES["Row"].members}
    assert members["key"].about == "The key of a place in the tree, or of a role node (`@0.contact`)."
    assert members["position"].is_optional
    assert not members["kind"].is_optional


def test_every_shape_has_a_description() -> None:
    assert [shape.name for shape in SHAPES.values() if not shape.about] == []

"""The documentation and the types of messages match the types by which the host checks them."""

import re
from typing import Any, Literal

import pytest

from commands import ROOT
from commands.messages.markdown import markdown
from commands.messages.methods import ABOUT, EVENTS, METHODS, every_refusal
from commands.messages.shapes import every_shape, type_text
from commands.messages.typescript import TYPES, typescript
from standard_sitemap.reader.native.handlers import HANDLERS
from standard_sitemap.reader.protocol import replies

SHAPES = {shape.name: shape for shape in every_shape()}


@pytest.mark.parametrize(("file", "text"), [("docs/protocol.md", markdown()), (TYPES, typescript())])
def test_generated_file_is_up_to_date(file: str, text: str) -> None:
    assert (ROOT / file).read_text("utf-8") == text, "run: scripts/docs --protocol"


def test_every_message_and_code_is_documented() -> None:
    page = markdown()
    assert set(re.findall(r"### `([a-z.]+)`\n", page)) == METHODS.keys()
    assert set(re.findall(r"### `([a-z.]+)` \(event\)", page)) == EVENTS.keys()
    codes = {"internal", *(kind.code for kind in every_refusal())}
    assert set(re.findall(r"- `([a-z-]+)`: ", page.partition("\n## Errors\n")[2])) == codes


def test_links_lead_somewhere() -> None:
    page = markdown()
    headings = {heading.lower() for heading in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\(#(\w+)\)", page)) <= headings


def test_a_shape_without_members_is_an_empty_object() -> None:
    assert "export type EmptyReply = Record<string, never>;" in typescript()


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


def test_every_method_has_a_handler_a_reply_and_a_sentence() -> None:
    assert METHODS.keys() == HANDLERS.keys() == ABOUT.keys()
    assert [name for name, method in METHODS.items() if not hasattr(method.reply, "__required_keys__")] == []

"""Untrusted texts, made safe for terminals, build logs, documents and spreadsheets."""

from __future__ import annotations

import json
import unicodedata
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.display_text import (
    ascii_json,
    is_formula,
    printable,
    printable_json,
    referenced,
    table_cell,
    visible,
)

STEERING = [
    "\x1b", "\x9b", "\x07", "\x7f", "\t", "\n", "\r", "\x0b", "\x85", "\u2028", "\u2029", "\udcff",
    "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\u00ad",
    "\ufeff", "\u3164", "\u034f", "\ufe0f", "\U000e0041", "\U000e0001", "\U000e0101", "\ufff9",
]  # fmt: skip


@pytest.mark.parametrize("character", STEERING, ids=ascii)
@pytest.mark.promise("author", "Messages and results contain no control, bidi, zero-width or tag characters.")
def test_character_that_steers_is_escaped_for_a_terminal_and_removed_from_a_document(character: str) -> None:
    code = ord(character)
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    assert printable(f"a{character}b") == f"a{escape}b"
    assert visible(f"a{character}b") in ("ab", "a b")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", "\\u003a:error::x"),
        (" ::stop-commands::x", " \\u003a:stop-commands::x"),
        ("a ##[add-matcher]x", "a \\u0023#[add-matcher]x"),
        ("##vso[task.setvariable]", "\\u0023#vso[task.setvariable]"),
        ("std::vector", "std::vector"),
        ("[::1]", "[::1]"),
        ("## Heading", "## Heading"),
    ],
)
@pytest.mark.promise("author", "No line is interpreted as a command by the build logs of GitHub or Azure.")
def test_command_of_a_build_log_is_escaped_for_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("text", ["::error::x", "a ##[group]x", "##vso[task.setvariable]", "###[x", "#\u200b#[x"])
@pytest.mark.promise("author", "Data and documents that a command prints contain no line that a build log interprets.")
def test_command_of_a_build_log_is_divided_in_a_document_and_escaped_in_data(text: str) -> None:
    element = f"<a>{referenced(text)}</a>"
    for shown in (visible(text), element, ascii_json({"a": text}), printable_json({"a": text})):
        assert printable(shown) == shown
    assert ElementTree.fromstring(element).text == text
    assert json.loads(ascii_json(text)) == text


@pytest.mark.parametrize(
    "text",
    ["30\u00a0km", "全角\u3000空白", "👨\u200d👩\u200d👧", "می\u200cخواهم", "❤\ufe0f", "क्\u200dष", "Größe – “a”", ""],
)
def test_spaces_and_joiners_of_any_script_stay(text: str) -> None:
    assert printable(text) == text
    assert visible(text) == text


@given(st.text())
def test_json_holds_the_same_text_and_no_character_that_steers(text: str) -> None:
    for shown in (printable_json({"a": [text]}), ascii_json({"a": [text]})):
        assert json.loads(shown) == {"a": [text]}
        assert printable(shown) == shown


@given(st.text())
def test_any_text_becomes_one_line_without_control_characters(text: str) -> None:
    for shown in (printable(text), visible(text)):
        assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown)
        assert len(shown.splitlines()) <= 1
    assert printable(printable(text)) == printable(text)


@pytest.mark.parametrize(
    "text",
    [
        "=1",
        "+1",
        "-1",
        "@a",
        "\n=1",
        "\r=1",
        "\t=1",
        " =1",
        "\ufeff=1",
        "\u200b=1",
        "＝1",
        "＋1",
        "－1",
        "＠a",
        "﹦1",
        "\u22121",
    ],
    ids=ascii,
)
def test_cell_that_a_spreadsheet_evaluates_is_a_formula(text: str) -> None:
    assert is_formula(text)


@pytest.mark.parametrize("text", ["", "a=1", "1+1", "https://example.org/?a=b", "–", "語"])
def test_ordinary_cell_is_no_formula(text: str) -> None:
    assert not is_formula(text)


@pytest.mark.parametrize("text", ["a;=1", "a; @x", 'a;"=1"', "a;\uff0b1", "a;b;-1", "a;\u22121"], ids=ascii)
@pytest.mark.promise(
    "author", "No cell of an exported table is a formula if the spreadsheet divides cells at semicolons."
)
def test_cell_that_a_spreadsheet_divides_at_semicolons_holds_no_formula(text: str) -> None:
    for part in table_cell(text).split(";"):
        assert not is_formula(part.strip('"'))


@pytest.mark.parametrize("text", ["", "a;b", "a=1;b", "https://example.org/a;b=1?c=-1"])
def test_ordinary_cell_stays(text: str) -> None:
    assert table_cell(text) == text

"""Lines for people: wrapping, and protection of terminals."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.webmaster.checking.sheet import Sheet, StyledLine, _columns


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")


def written(*lines: StyledLine, has_color: bool = False, indent: int = 0, hang: int = 0) -> str:
    stream = io.StringIO()
    sheet = Sheet(stream, has_color=has_color)
    for line in lines:
        sheet.line(line, indent, hang)
    return stream.getvalue()


def test_a_pipe_has_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert written(StyledLine("word " * 100), indent=2) == "  " + "word " * 100 + "\n"


@pytest.mark.usefixtures("wide")
def test_words_go_to_the_next_line_with_a_hang() -> None:
    assert written(StyledLine("one two three four five six"), hang=2) == "one two three four\n  five six\n"


@pytest.mark.usefixtures("wide")
def test_a_word_wider_than_the_line_is_cut() -> None:
    assert written(StyledLine("a " + "x" * 30)) == f"a\n{'x' * 24}\n{'x' * 6}\n"


@pytest.mark.usefixtures("wide")
def test_characters_of_two_columns_count_twice_and_accents_not_at_all() -> None:
    assert written(StyledLine("語" * 13)) == f"{'語' * 12}\n語\n"
    assert written(StyledLine("e\u0301" * 24)) == "e\u0301" * 24 + "\n"


def test_pieces_are_styled_where_that_is_wished_alone() -> None:
    line = StyledLine.assemble(("bad", "bold red"), " ", ("where", "dim"))
    assert written(line) == "bad where\n"
    assert written(line, has_color=True) == "\x1b[31m\x1b[1mbad\x1b[0m \x1b[2mwhere\x1b[0m\n"


@pytest.mark.usefixtures("wide")
def test_a_style_goes_on_in_the_next_line() -> None:
    coloured = written(StyledLine("one two three four five six", "cyan"), has_color=True)
    assert coloured == "\x1b[36mone two three four five\x1b[0m\n\x1b[36msix\x1b[0m\n"


def test_no_control_character_reaches_a_terminal() -> None:
    assert written(StyledLine("a\x1b[2Jb\n\x9bc", "red"), has_color=False) == "a\\u001b[2Jb\\u000a\\u009bc\n"


@pytest.mark.usefixtures("wide")
def test_line_that_is_wrapped_never_begins_with_a_command_to_a_build_log() -> None:
    for text in ("one two three four five ::error::x", "x" * 24 + "::error::x", "x" * 23 + "::error::x"):
        assert not any(line.lstrip().startswith("::error") for line in written(StyledLine(text)).splitlines())


def test_gaps_are_single() -> None:
    stream = io.StringIO()
    sheet = Sheet(stream)
    sheet.gap()
    sheet.line(StyledLine("a"))
    sheet.gap()
    sheet.gap()
    sheet.line(StyledLine("b"))
    assert stream.getvalue() == "a\n\nb\n"


@given(st.text(st.sampled_from("ab 語e\u0301,"), max_size=80), st.integers(20, 40))
def test_wrapping_loses_nothing_but_spaces_and_keeps_within_the_width(text: str, width: int) -> None:
    lines = [line.plain for line in StyledLine(text).wrapped(width)]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(_columns(line) <= width for line in lines)

"""Words for every code, and nothing that could harm a terminal."""

import pytest

from standard_sitemap.checking.wording import REASONS, counted, printable
from standard_sitemap.ssp.explanation import Fate


def test_every_fate_has_its_words_and_its_clause() -> None:
    told = [fate for fate in Fate if fate not in (Fate.NO_NODE, Fate.SHOWN, Fate.BELOW)]
    assert {fate.code for fate in told} == set(REASONS)
    assert all(fate.clause for fate in told)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain “text”", "plain “text”"), ("a\x1b[31mb\n", "a\\u001b[31mb\\u000a"), ("\u202eevil", "\\u202eevil")],
)
def test_texts_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_numbers_are_worded() -> None:
    assert [counted(number, "file", "files") for number in (0, 1, 1000)] == ["0 files", "1 file", "1,000 files"]

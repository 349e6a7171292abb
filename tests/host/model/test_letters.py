"""Letters as a search compares them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.letters import folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Über", "uber"),
        ("u\u0308ber", "über"),
        ("\uff2c\uff41\uff4d\uff50", "lamp"),
        ("STRASSE", "Straße"),
        ("ΟΔΟΣ", "οδος"),
        ("\ufb01le", "file"),
        ("\uff76\uff9e", "ガ"),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_ways_to_write_a_word_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("क", "कि"), ("й", "и"), ("o", "a")])
def test_marks_that_make_another_word_are_kept(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@given(st.text(max_size=20))
def test_what_is_ascii_is_only_lowered(text: str) -> None:
    plain = text.encode("ascii", "ignore").decode()
    assert folded(plain) == plain.lower()

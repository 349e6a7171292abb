"""Meanings of attribute values: `standard_sitemap.ssp.names`. [D6, D8]"""

from __future__ import annotations

import pytest

from standard_sitemap.ssp.names import is_priority, priority_value, tokens


def test_tokens_are_divided_by_xml_white_space_alone() -> None:
    assert tokens(" a\tb\r\nc\u00a0d ") == ("a", "b", "c\u00a0d")
    assert tokens("") == ()


@pytest.mark.parametrize(
    ("value", "counts_as", "is_allowed"),
    [
        ("0.0", 0.0, True),
        ("1", 1.0, True),
        (" .25\n", 0.25, True),
        ("+0.5", 0.5, True),
        ("1.", 1.0, True),
        ("1.01", 1.0, False),
        ("-0.1", 0.0, False),
        ("9" * 5000, 1.0, False),
        ("", 0.5, False),
        ("0,7", 0.5, False),
        ("1e-1", 0.5, False),
        ("nan", 0.5, False),
        ("٠", 0.5, False),
    ],
)
def test_value_counts_as(value: str, counts_as: float, is_allowed: bool) -> None:
    assert (priority_value(value), is_priority(value)) == (counts_as, is_allowed)

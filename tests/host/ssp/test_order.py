"""The orders that children are claimed to have. [Attribute order]"""

from __future__ import annotations

import pytest

from standard_sitemap.model.ordering import is_ordered


@pytest.mark.parametrize(
    ("order", "before", "after", "expected"),
    [
        ("lexical", "apple", "Pear", True),
        ("lexical", "Zoo", "apple", True),  # by code points this is an order, too
        ("lexical", "pear", "apple", False),
        ("base10", "9", "10", True),
        ("base10", "10", "9.5", False),
        ("base10", "-3", "+2", True),
        ("base10", "ten", "9", True),
        ("base16", "ff", "100", True),
        ("base16", "0xFF", "fe", False),
        ("base16", "g", "1", True),
        ("version", "1.9", "1.10", True),
        ("version", "1.10", "1.9", False),
        ("version", "1.0rc1", "1.0", False),
        ("version", "1", "1.0", True),
        ("version", "9" * 5000, "1" + "0" * 5000, True),
    ],
)
def test_neighbours_stand_as_claimed(order: str, before: str, after: str, expected: bool) -> None:
    assert is_ordered(before, after, order) is expected

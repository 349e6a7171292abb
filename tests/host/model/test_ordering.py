"""Orders, and synthetic groups of ordered children: `standard_sitemap.model.ordering`. [Attribute order]"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.ordering import Range, are_ordered, disorder, natural, synthetic_ranges


# holds: F112
@pytest.mark.parametrize(
    ("order", "before", "after", "expected"),
    [
        ("lexical", "apple", "Pear", True),
        ("lexical", "Zoo", "apple", True),  # by code points this is also an order
        ("lexical", "pear", "apple", False),
        ("base10", "9", "10", True),
        ("base10", "10", "9.5", False),
        ("base10", "-3", "+2", True),
        ("base10", "ten", "9", True),
        ("base10", "1000000000000000001", "1000000000000000000", False),
        ("base16", "ff", "100", True),
        ("base16", "0xFF", "fe", False),
        ("base16", "g", "1", True),
        ("version", "1.9", "1.10", True),
        ("version", "1.10", "1.9", False),
        ("version", "1.0rc1", "1.0", False),
        ("version", "1", "1.0", True),
        ("version", "1.0-rc1", "1.0", True),
        ("version", "1.0", "1.0-rc1", False),
        ("version", "1.0-rc2", "1.0-rc10", True),
        ("version", "1.0", "1.1-alpha", True),
        ("version", "non-linear 2", "non-linear 10", True),
        ("lexical", "Zebra", "Äpfel", True),  # by code points
        ("lexical", "Äpfel", "Birnen", True),
        ("lexical", "Birnen", "Äpfel", True),  # by code points
        ("lexical", "éclair", "Zoo", True),
        ("lexical", "cote", "côté", True),
        ("lexical", "zoo", "Éclair", True),  # by code points without case
        ("lexical", "Birnen", "Aepfel", False),
        ("lexical", "Б", "А", False),
        ("lexical", "B", "a", True),  # by code points
        ("version", "9" * 5000, "1" + "0" * 5000, True),
    ],
)
def test_neighbours_are_in_the_declared_order(order: str, before: str, after: str, expected: bool) -> None:
    assert are_ordered([before, after], order) is expected


@pytest.mark.parametrize(
    ("order", "language", "names", "neighbours"),
    [
        ("lexical", None, ["B", "a", "C"], ("B", "a")),  # each two neighbours are in some order, but in different ones
        ("lexical", None, ["Zoo", "apple", "Pear", "quince"], ("Zoo", "apple")),
        ("lexical", "pl", ["lz", "ła", "ma"], None),
        ("lexical", "de", ["lz", "ła", "ma"], ("lz", "ła")),
        ("lexical", "sv-FI", ["Zebra", "Åland", "Ärla", "Öland"], None),
        ("lexical", "de", ["Zebra", "Åland", "Ärla", "Öland"], ("Zebra", "Åland")),
        ("lexical", "cs", ["Hotel", "Chata", "Informace"], None),
        ("lexical", "en", ["Hotel", "Chata", "Informace"], ("Hotel", "Chata")),
        ("lexical", "", ["Étude", "façade", "Garçon"], None),
        ("base10", None, ["10", "ten", "9"], ("10", "9")),
        ("version", None, ["1.0", "1.0-rc1", "1.1"], ("1.0", "1.0-rc1")),
    ],
)
def test_names_are_in_one_order(
    order: str, language: str | None, names: list[str], neighbours: tuple[str, str] | None
) -> None:
    assert disorder(names, order, language) == neighbours


@pytest.mark.parametrize("order", ["lexical", "version", "base10", "base16"])
@given(st.lists(st.text(st.sampled_from("aB10. éł"), max_size=4)), st.sampled_from([None, "pl"]))
def test_names_without_disorder_are_ordered(order: str, names: list[str], language: str | None) -> None:
    assert are_ordered(names, order, language) is (disorder(names, order, language) is None)


# holds: F111
@pytest.mark.parametrize(("count", "order", "size"), [(9, "none", 2), (3, "lexical", 3), (0, "version", 2)])
def test_no_groups_where_children_fit_or_have_no_order(count: int, order: str, size: int) -> None:
    assert synthetic_ranges(count, order, size) == ()


@given(st.integers(0, 3_000), st.integers(2, 40))
def test_groups_never_exceed_the_limit_and_lose_no_child(count: int, size: int) -> None:
    ranges = synthetic_ranges(count, "lexical", size)
    if count > size:
        check(ranges, 0, count, size)


def check(parts: tuple[Range, ...], start: int, stop: int, size: int) -> None:
    assert 1 < len(parts) <= size
    assert [part.start for part in parts] == [start, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == stop
    for part in parts:
        if part.parts:
            check(part.parts, part.start, part.stop, size)
        else:
            assert 1 <= part.stop - part.start <= size


def test_numbers_in_names_are_in_the_order_of_their_size() -> None:
    names = ["item 10", "item 9", "apple", "item 09b", "item"]
    assert sorted(names, key=natural) == ["apple", "item", "item 9", "item 09b", "item 10"]

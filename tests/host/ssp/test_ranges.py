"""Synthetic groups. [Attribute order]"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.ordering import Range, synthetic_ranges


@pytest.mark.parametrize(("count", "order", "size"), [(9, "none", 2), (3, "lexical", 3), (0, "version", 2)])
def test_no_groups_where_children_fit_or_have_no_order(count: int, order: str, size: int) -> None:
    assert synthetic_ranges(count, order, size) == ()


@given(st.integers(0, 3_000), st.integers(2, 40))
def test_nowhere_more_than_fit_and_none_is_lost(count: int, size: int) -> None:
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

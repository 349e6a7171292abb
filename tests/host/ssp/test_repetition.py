"""Things that are there again: `standard_sitemap.ssp.repetition`."""

from __future__ import annotations

from collections.abc import Iterator

from standard_sitemap.ssp.repetition import all_differ, repeated


def test_nothing_is_repeated_where_all_differ() -> None:
    assert repeated([[1, 2], [3]]) == {}


def test_a_difference_is_seen_at_once() -> None:
    def runs() -> Iterator[list[int]]:
        yield [1, 2]
        yield [3, 1]
        raise AssertionError("looked further than needed")

    assert all_differ([[1, 2], [3]])
    assert not all_differ(runs())


def test_places_count_over_all_runs() -> None:
    assert repeated([["a", "b"], ["a"], [], ["c", "a", "b"]]) == {2: 1, 4: 2, 5: 1}

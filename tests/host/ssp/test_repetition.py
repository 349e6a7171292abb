"""Things that are there again: `standard_sitemap.ssp.repetition`."""

from __future__ import annotations

from standard_sitemap.ssp.repetition import Doubts, repeated


def test_nothing_is_repeated_where_all_differ() -> None:
    assert repeated([[1, 2], [3]]) == {}


def test_what_is_there_twice_is_in_doubt() -> None:
    doubts = Doubts([*range(10_000), 7, 8, 7], 10_003)
    assert doubts
    assert 7 in doubts
    assert 8 in doubts
    assert sum(number in doubts for number in range(10_000)) < 200
    assert not Doubts([1, 2, 3], 3)


def test_places_count_over_all_runs() -> None:
    assert repeated([["a", "b"], ["a"], [], ["c", "a", "b"]]) == {2: 1, 4: 2, 5: 1}

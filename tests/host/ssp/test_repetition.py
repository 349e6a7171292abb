"""Things that are there again: `standard_sitemap.ssp.repetition`."""

from __future__ import annotations

from standard_sitemap.ssp.repetition import repeated


def test_nothing_is_repeated_where_all_differ() -> None:
    assert repeated([[1, 2], [3]]) == {}


def test_places_count_over_all_runs() -> None:
    assert repeated([["a", "b"], ["a"], [], ["c", "a", "b"]]) == {2: 1, 4: 2, 5: 1}

"""Columns of a table, and sets of their rows."""

from __future__ import annotations

from random import Random

from standard_sitemap.sitemapsorg.columns import Coded, Lines, Marks

TEXTS = ("a/b", "", "cc/d/e", "a/b")


def test_texts_at_places_are_those_found_one_by_one() -> None:
    for column in (Lines(TEXTS), Coded(TEXTS)):
        assert column.at((3, 0, 2)) == [column[3], column[0], column[2]] == ["a/b", "a/b", "cc/d/e"]


def test_marks_are_counted_in_some_texts() -> None:
    lines = Lines(TEXTS)
    assert lines.count("/") == 4
    assert [lines.count("/", start, stop) for start, stop in ((0, 1), (1, 2), (1, 3), (2, 2))] == [1, 0, 2, 0]


def test_numbers_that_were_added_are_marked_and_no_others() -> None:
    rng, marks = Random(1), Marks()
    added = {rng.randrange(500) for _ in range(100)}
    marks.update(sorted(added))
    marks.update(())
    assert {number for number in range(-9, 600) if number in marks} == added
    assert marks.of(range(600)) == [number in added for number in range(600)]

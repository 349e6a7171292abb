"""Columns of a table, and sets of their rows."""

from __future__ import annotations

import re
from random import Random

from standard_sitemap.sitemapsorg.columns import AddressColumn, CodedColumn, Lines, Marks
from standard_sitemap.sitemapsorg.sort_keys import divided_keys_of

TEXTS = ("a/b", "", "cc/d/e", "a/b")


def test_texts_at_places_are_those_found_one_by_one() -> None:
    for column in (Lines(TEXTS), CodedColumn(TEXTS)):
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


def _matches(lines: Lines, text: str) -> list[tuple[int, int]]:
    """Return the matches of a text, searching again after each."""
    pattern, matches, place = re.compile(re.escape(text)), list[tuple[int, int]](), (0, 0)
    while (match := lines.search(pattern, *place)) is not None:
        matches.append(match)
        place = match[0], match[1] + len(text)
    return matches


def test_search_ends_where_it_should() -> None:
    for lines in (Lines(["ab", "b", "c", "bc"]), Lines(["b", "", "c", "bc"], "a")):
        pattern = re.compile("bc|c")
        assert [lines.search(pattern, 0, 0, stop) is not None for stop in range(5)] == [False, False, False, True, True]
        assert lines.search(pattern, 1, 99, 2) is None
    lines = Lines(["a" * 10] * 9)
    assert [lines.end_of_part(place, 33) for place in (0, 3, 6, 8)] == [3, 6, 9, 9]
    assert lines.end_of_part(2, 1) == 3


def test_texts_with_one_beginning_are_those_that_have_it_each() -> None:
    rests = ("/a.b", "", "/a/b.org", "")
    divided, whole = Lines(rests, "a.org"), Lines([f"a.org{rest}" for rest in rests])
    assert [*divided] == [*whole] == [divided[place] for place in range(4)]
    assert divided[1:3] == whole[1:3]
    assert divided.at((3, 0)) == whole.at((3, 0))
    assert divided.rests((2, 1)) == ["/a/b.org", ""]
    assert [divided.count(mark, 1, 4) for mark in "a/"] == [whole.count(mark, 1, 4) for mark in "a/"]
    for text in ("a", "b", "org", ".", "/a", "a.org", "x"):
        assert _matches(divided, text) == _matches(whole, text)
    assert divided.is_plain
    assert not Lines(rests, "ä.org").is_plain


def test_addresses_are_those_their_keys_were_made_of() -> None:
    written = [f"https://a.org{path}" for path in ("/", "/b/", "/b", "/c/index.html", "/c/d.php", "/c/d/e.x", "/f%01")]
    keys = divided_keys_of(written)
    assert keys.endings == ["/", "/", "", "/index.html", ".php", "", ""]
    addresses = AddressColumn(keys.start, Lines(keys.rests, keys.host), CodedColumn(keys.endings))
    assert [*addresses] == [addresses[place] for place in range(7)] == written
    assert addresses[2:4] == addresses.at((2, 3)) == written[2:4]
    assert addresses.at(()) == []
    assert len(addresses) == 7

"""The arithmetic of a flattened tree, compared with a plain list."""

from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.reader.views.branches import Spans

RowCounts = dict[int, int]
COUNT = 40


def _plain(opened: RowCounts) -> list[tuple[int, int | None]]:
    rows: list[tuple[int, int | None]] = []
    for entry in range(COUNT):
        rows.append((entry, None))
        rows.extend((entry, row) for row in range(opened.get(entry, 0)))
    return rows


def _spans(opened: RowCounts) -> Spans:
    spans = Spans()
    for entry, rows in opened.items():
        spans.set(entry, rows)
    return spans


openings = st.dictionaries(st.integers(0, COUNT - 1), st.integers(0, 7))


@given(openings)
def test_every_row_is_found(opened: RowCounts) -> None:
    spans, plain = _spans(opened), _plain(opened)
    assert COUNT + spans.rows_below == len(plain)
    assert [spans.at(row) for row in range(len(plain))] == plain


@given(openings)
def test_every_entry_knows_its_row(opened: RowCounts) -> None:
    spans, plain = _spans(opened), _plain(opened)
    assert [spans.row_of(entry) for entry in range(COUNT)] == [plain.index((entry, None)) for entry in range(COUNT)]


@given(openings, st.integers(0, COUNT - 1), st.integers(0, 7))
def test_changes_are_taken_over(opened: RowCounts, entry: int, rows: int) -> None:
    spans = _spans(opened)
    _ = spans.rows_below
    spans.set(entry, rows)
    assert spans.opened == sorted({*opened, entry})
    assert [spans.at(row) for row in range(COUNT)] == _plain(opened | {entry: rows})[:COUNT]
    spans.close(entry)
    left = {other: size for other, size in opened.items() if other != entry}
    assert [spans.at(row) for row in range(COUNT)] == _plain(left)[:COUNT]


def test_a_million_closed_entries_cost_nothing() -> None:
    spans = _spans({500_000: 3})
    assert spans.at(999_999) == (999_996, None)
    assert spans.at(500_002) == (500_000, 1)

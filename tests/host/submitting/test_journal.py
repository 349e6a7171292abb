"""How far a submission has come."""

from __future__ import annotations

from pathlib import Path

import pytest

from standard_sitemap.submitting.journal import Journal


def test_what_is_recorded_is_known_to_the_next_run_until_it_is_finished(tmp_path: Path) -> None:
    assert Journal("one", tmp_path / "a" / "b").done == 0
    Journal("one", tmp_path / "a" / "b").record(10_000)
    assert Journal("one", tmp_path / "a" / "b").done == 10_000
    assert Journal("two", tmp_path / "a" / "b").done == 0
    Journal("one", tmp_path / "a" / "b").finish()
    assert Journal("one", tmp_path / "a" / "b").done == 0
    Journal("one", tmp_path / "a" / "b").finish()


@pytest.mark.parametrize("text", [b"", b"-5", b"many", b"\xff", b"1e3"])
def test_a_spoilt_journal_counts_as_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "one.txt").write_bytes(text)
    assert Journal("one", tmp_path).done == 0

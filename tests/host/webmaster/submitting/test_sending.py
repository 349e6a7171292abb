"""Requests are sent one after another up to the first failure; the journal stores the progress."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from host.webmaster.submitting.index_now import Engine, engine
from standard_sitemap.webmaster.submitting.engines import Submission
from standard_sitemap.webmaster.submitting.sending import Journal, send


@pytest.fixture
def index_now() -> Iterator[Engine]:
    with engine() as one:
        yield one


def _submission(endpoint: str, number: int = 25_000) -> Submission:
    addresses = tuple(f"https://a.example/{n}" for n in range(number))
    return Submission(endpoint, "a.example", "the-key-0", "https://a.example/the-key-0.txt", addresses)


@pytest.mark.parametrize("status", [400, 403, 422, 429, 500])
def test_sending_stops_at_a_refusal_and_resumes_there(index_now: Engine, tmp_path: Path, status: int) -> None:
    index_now.answers, reported = [200, status, 200, 202], list[int]()
    submission, journal = _submission(index_now.address), Journal("one", tmp_path)
    first = send(submission, journal, reported.append)
    assert (first.now, first.done, first.status) == (10_000, 10_000, status)
    assert first.retry_after == ("3600" if status == 429 else None)
    second = send(submission, journal, reported.append)
    assert (second.now, second.done, second.status) == (15_000, 25_000, 202)
    assert reported == [10_000, 20_000, 25_000]
    assert journal.done == 0


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:9/", "http://[", "ftp://127.0.0.1/"])
def test_no_answer_is_transient_and_nothing_is_lost(endpoint: str, tmp_path: Path) -> None:
    sent = send(_submission(endpoint, 1), Journal("one", tmp_path), lambda _: None)
    assert (sent.done, sent.status, sent.verdict.kind) == (0, None, "transient")


def test_a_journal_that_says_too_much_sends_nothing(index_now: Engine, tmp_path: Path) -> None:
    Journal("one", tmp_path).record(99)
    sent = send(_submission(index_now.address, 1), Journal("one", tmp_path), lambda _: None)
    assert (sent.now, sent.done, sent.verdict.kind) == (0, 1, "accepted")


def test_journal_is_kept_for_the_next_run_until_finished(tmp_path: Path) -> None:
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

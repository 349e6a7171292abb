"""IndexNow: keys, requests, the meaning of responses, and the journal that stores the progress."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.webmaster.submitting.index_now import Engine, engine
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.webmaster.submitting.submissions import (
    BadKey,
    Journal,
    Submission,
    look_for_key,
    make_key,
    read_key,
    send,
    usual_location,
    verdict,
)


@pytest.fixture
def index_now() -> Iterator[Engine]:
    with engine() as server:
        yield server


def _submission(number: int, endpoint: str = "https://engine.example/") -> Submission:
    addresses = tuple(f"https://a.example/{n}" for n in range(number))
    return Submission(endpoint, "a.example", "the-key-0", "https://a.example/the-key-0.txt", addresses)


@pytest.mark.parametrize(("number", "sizes"), [(1, [1]), (10_000, [10_000]), (20_001, [10_000, 10_000, 1])])
def test_a_request_has_at_most_ten_thousand_addresses(number: int, sizes: list[int]) -> None:
    submission = _submission(number)
    bodies = list(submission.bodies())
    assert [count for count, _ in bodies] == sizes
    submitted = [json.loads(body) for _, body in bodies]
    assert [address for body in submitted for address in body["urlList"]] == list(submission.addresses)
    assert {tuple(body) for body in submitted} == {("host", "key", "keyLocation", "urlList")}


def test_batches_resume_from_a_given_address() -> None:
    assert [count for count, _ in _submission(12_000).bodies(11_999)] == [1]


@pytest.mark.parametrize(("key", "is_key"), [("a" * 8, True), ("A-9" * 40, True), ("a" * 7, False), ("a" * 129, False)])
def test_keys_are_as_the_protocol_wants_them(tmp_path: Path, key: str, is_key: bool) -> None:
    file = tmp_path / "key.txt"
    for text, is_valid in ((key, is_key), (f"{key}_", False)):
        file.write_text(text)
        with contextlib.nullcontext() if is_valid else pytest.raises(BadKey):
            assert read_key(file) == key


def test_key_is_at_the_root_of_the_site() -> None:
    assert usual_location("https://a.example:8443/x/y?z", "key") == "https://a.example:8443/key.txt"


# holds: S21
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, "accepted"),
        (202, "accepted"),
        (204, "accepted"),
        (301, "refused"),
        (400, "refused"),
        (403, "refused"),
        (404, "refused"),
        (422, "refused"),
        (408, "transient"),
        (429, "transient"),
        (500, "transient"),
        (503, "transient"),
    ],
)
def test_statuses_are_distinguished(status: int, kind: str) -> None:
    assert verdict(status)[0] == kind


class _Site(Retriever):
    def __init__(self, body: bytes) -> None:
        super().__init__(None)
        self._body = body

    async def get(self, uri: str, accept: str = "") -> RetrievedDocument:
        return RetrievedDocument(uri, self._body)


def test_a_key_is_made_once_and_called_as_its_file(tmp_path: Path) -> None:
    key, other = make_key(tmp_path), make_key(tmp_path)
    assert key != other
    assert read_key(key) == key.stem


@pytest.mark.parametrize("body", [b"the-key-0", b"\xef\xbb\xbfthe-key-0\r\n"])
def test_the_sites_file_may_end_in_a_line_end(body: bytes) -> None:
    asyncio.run(look_for_key("https://a.example/k.txt", "the-key-0", _Site(body)))


@pytest.mark.parametrize(
    "body", [b"", b"the-key-1", b"<html>the-key-0", b"the-key-0\nmore", b"k" * 100_000, b"\xff" * 9]
)
def test_file_with_another_key_or_none_is_refused(body: bytes) -> None:
    with pytest.raises(BadKey, match=r"https://a\.example/k\.txt contains"):
        asyncio.run(look_for_key("https://a.example/k.txt", "the-key-0", _Site(body)))


@pytest.mark.parametrize("status", [400, 403, 422, 429, 500])
def test_sending_stops_at_a_refusal_and_resumes_there(index_now: Engine, tmp_path: Path, status: int) -> None:
    index_now.answers, reported = [200, status, 200, 202], list[int]()
    submission = _submission(25_000, index_now.address)
    journal = Journal(submission, tmp_path)
    first = send(submission, journal, reported.append)
    assert (first.now, first.done, first.status) == (10_000, 10_000, status)
    assert first.retry_after == ("3600" if status == 429 else None)
    second = send(submission, journal, reported.append)
    assert (second.now, second.done, second.status) == (15_000, 25_000, 202)
    assert reported == [10_000, 20_000, 25_000]
    assert journal.done == 0


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:9/", "http://[", "ftp://127.0.0.1/"])
def test_no_answer_is_transient_and_nothing_is_lost(endpoint: str, tmp_path: Path) -> None:
    submission = _submission(1, endpoint)
    sent = send(submission, Journal(submission, tmp_path), lambda _: None)
    assert (sent.done, sent.status, sent.kind) == (0, None, "transient")


def _journal_file(tmp_path: Path, submission: Submission) -> Path:
    """Return the file of the submission's journal."""
    Journal(submission, tmp_path).record(0)
    (file,) = tmp_path.iterdir()
    return file


def test_a_journal_that_says_too_much_sends_nothing(index_now: Engine, tmp_path: Path) -> None:
    submission = _submission(1, index_now.address)
    _journal_file(tmp_path, submission).write_text("99\n")
    sent = send(submission, Journal(submission, tmp_path), lambda _: None)
    assert (sent.now, sent.done, sent.kind, index_now.taken) == (0, 1, "accepted", [])


def test_journal_is_kept_for_the_next_run_until_finished(tmp_path: Path) -> None:
    folder, submission = tmp_path / "a" / "b", _submission(3)
    assert Journal(submission, folder).done == 0
    Journal(submission, folder).record(2)
    assert Journal(submission._replace(key="another-key"), folder).done == 2
    assert Journal(_submission(4), folder).done == 0, "other addresses are another submission"
    for _ in range(2):
        Journal(submission, folder).record(3)
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text", [b"", b"-5\n", b"many\n", b"\xff\n", b"1e3\n", b"2"])
def test_a_spoilt_journal_counts_as_none(tmp_path: Path, text: bytes) -> None:
    submission = _submission(3)
    _journal_file(tmp_path, submission).write_bytes(text)
    assert Journal(submission, tmp_path).done == 0

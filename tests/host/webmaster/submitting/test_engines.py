"""The rules of IndexNow, without a server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.webmaster.submitting.engines import (
    BadKey,
    Submission,
    in_reach,
    is_key,
    look_for_key,
    make_key,
    read_key,
    usual_location,
    verdict,
)


def _submission(number: int) -> Submission:
    addresses = tuple(f"https://a.example/{n}" for n in range(number))
    return Submission("https://engine.example/", "a.example", "k" * 8, "https://a.example/kkkkkkkk.txt", addresses)


@pytest.mark.parametrize(("number", "sizes"), [(1, [1]), (10_000, [10_000]), (20_001, [10_000, 10_000, 1])])
def test_a_request_has_at_most_ten_thousand_addresses(number: int, sizes: list[int]) -> None:
    submission = _submission(number)
    bodies = list(submission.bodies())
    assert [count for count, _ in bodies] == sizes
    submitted = [json.loads(body) for _, body in bodies]
    assert [address for one in submitted for address in one["urlList"]] == list(submission.addresses)
    assert {tuple(one) for one in submitted} == {("host", "key", "keyLocation", "urlList")}


def test_batches_resume_from_a_given_address() -> None:
    assert [count for count, _ in _submission(12_000).bodies(11_999)] == [1]


def test_other_addresses_are_another_submission_and_another_key_is_not() -> None:
    one = _submission(3)
    assert one.identity != _submission(4).identity
    assert one.identity == one._replace(key="another-key").identity


@pytest.mark.parametrize(("key", "is_one"), [("a" * 8, True), ("A-9" * 40, True), ("a" * 7, False), ("a" * 129, False)])
def test_keys_are_as_the_protocol_wants_them(key: str, is_one: bool) -> None:
    assert is_key(key) is is_one
    assert not is_key(f"{key}_")


def test_a_key_speaks_for_its_folder() -> None:
    within, beyond = in_reach(
        ["https://a.example/x/y", "https://a.example/xy", "http://a.example/x/"], "https://a.example/x/k.txt"
    )
    assert (list(within), list(beyond)) == (["https://a.example/x/y"], ["https://a.example/xy", "http://a.example/x/"])
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
    assert verdict(status).kind == kind


class _Site(Retriever):
    def __init__(self, body: bytes) -> None:
        super().__init__(None)
        self._body = body

    async def get(self, uri: str, accept: str = "") -> RetrievedDocument:
        return RetrievedDocument(uri, self._body)


def test_a_key_is_made_once_and_called_as_its_file(tmp_path: Path) -> None:
    one, other = make_key(tmp_path), make_key(tmp_path)
    assert one != other
    assert read_key(one) == one.stem
    assert is_key(one.stem)


@pytest.mark.parametrize("body", [b"the-key-0", b"\xef\xbb\xbfthe-key-0\r\n"])
def test_the_sites_file_may_end_in_a_line_end(body: bytes) -> None:
    asyncio.run(look_for_key("https://a.example/k.txt", "the-key-0", _Site(body)))


@pytest.mark.parametrize(
    "body", [b"", b"the-key-1", b"<html>the-key-0", b"the-key-0\nmore", b"k" * 100_000, b"\xff" * 9]
)
def test_file_with_another_key_or_none_is_refused(body: bytes) -> None:
    with pytest.raises(BadKey, match=r"https://a\.example/k\.txt contains"):
        asyncio.run(look_for_key("https://a.example/k.txt", "the-key-0", _Site(body)))

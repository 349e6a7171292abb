"""Fetched titles: which pages are requested, how fast, and when fetching stops."""

import asyncio
import gzip

import pytest

from standard_sitemap.fetching.limits import TITLE_BYTES, TITLE_LIMITS
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.sites import fetched_titles
from standard_sitemap.reader.sites.fetched_titles import MOST_REFUSED
from standard_sitemap.reader.sites.fetched_titles import fetched_titles as titles
from standard_sitemap.refusals import HttpStatus, NotFound, Refusal, TimedOut

SITE = "https://a.example/"


def fetched(pages: dict[str, bytes | Refusal], *, encodings: str = "") -> tuple[list[tuple[str, str]], list[str]]:
    """Return the titles of pages, and the requests made for them."""
    requested: list[str] = []

    async def retrieve(uri: str) -> RetrievedFile:
        requested.append(uri)
        answer = pages[uri.removeprefix(SITE)]
        if isinstance(answer, Refusal):
            raise answer
        return RetrievedFile(uri, answer, "text/html", encodings=encodings)

    async def run() -> list[tuple[str, str]]:
        return [title async for title in titles([SITE + path for path in pages], retrieve)]

    return asyncio.run(run()), requested


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetched_titles, "PAUSE_S", 0.0)


def test_pages_without_title_or_unavailable_are_skipped() -> None:
    missing = NotFound(uri=f"{SITE}b", status=404)
    titles_by_url, requested = fetched({"a": b"<title>A</title>", "b": missing, "c": b"<p>", "d": b"<title>D</title>"})
    assert titles_by_url == [(f"{SITE}a", "A"), (f"{SITE}d", "D")]
    assert len(requested) == 4


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.promise("successor", "Titles are fetched until the reader leaves, or the server refuses.")
def test_rate_limiting_server_gets_no_more_requests(status: int) -> None:
    enough = HttpStatus(uri=SITE, status=status)
    assert fetched({"a": enough, "b": b"<title>B</title>"}) == ([], [f"{SITE}a"])


def test_a_server_that_refuses_page_after_page_gets_no_more_requests() -> None:
    refusals: dict[str, bytes | Refusal] = {str(number): TimedOut(uri=SITE, seconds=8) for number in range(10)}
    assert len(fetched(refusals)[1]) == MOST_REFUSED


def test_after_the_time_for_all_no_page_is_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetched_titles, "ALL_S", -1.0)
    assert fetched({"a": b"<title>A</title>"}) == ([], [])


@pytest.mark.promise("successor", "Titles are fetched one page at a time, slowly.")
def test_pages_are_requested_one_after_the_other_with_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(fetched_titles, "PAUSE_S", 0.5)
    monkeypatch.setattr(fetched_titles.asyncio, "sleep", sleep)
    fetched({str(number): b"<title>A</title>" for number in range(3)})
    assert pauses == [0.5, 0.5]


def test_the_start_of_a_compressed_page_is_enough() -> None:
    page = gzip.compress(b"<title>A</title>" + bytes(range(256)) * 4_000)
    assert fetched({"a": page[: len(page) // 2]}, encodings="gzip")[0] == [(f"{SITE}a", "A")]


@pytest.mark.promise(
    "successor", "Only the start of a page is read for its title, even if it decompresses without end."
)
def test_a_page_that_unpacks_without_end_takes_no_memory() -> None:
    bomb = gzip.compress(b"<title>A</title>" + b" " * 50_000_000)
    assert fetched({"a": bomb[:TITLE_BYTES]}, encodings="gzip")[0] == [(f"{SITE}a", "A")]


def test_doubly_encoded_or_damaged_page_has_no_title() -> None:
    assert fetched({"a": b"<title>A</title>"}, encodings="gzip, gzip")[0] == []
    assert fetched({"a": b"<title>A</title>"}, encodings="gzip")[0] == []


def test_title_is_read_from_a_bounded_prefix_of_the_page() -> None:
    assert (TITLE_LIMITS.file_bytes, TITLE_LIMITS.start_only) == (TITLE_BYTES, True)

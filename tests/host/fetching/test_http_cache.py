"""The reuse of earlier responses: validators, `Vary`, `no-store`, lifetimes, and wrong clocks."""

import asyncio
import contextlib
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.http_cache import Answer, Fields, HttpCache

URI = "http://www.example.org/map"
GERMAN, ENGLISH = (("accept-language", "de"),), (("accept-language", "en"),)


class Server:
    """Server with scripted responses that records its requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: Iterator[Answer] = iter(answers)
        self.requested: list[dict[str, str]] = []

    async def send(self, added: Fields) -> Answer:
        self.requested.append(dict(added))
        return next(self.answers)


def _fresh(body: bytes, **fields: str) -> Answer:
    return _answer(body, **({"cache_control": "max-age=600"} | fields))


def _answer(body: bytes | None, status: int = 200, **fields: str) -> Answer:
    headers = {"date": formatdate(usegmt=True)} | fields
    return Answer(status, tuple((name.replace("_", "-"), value) for name, value in headers.items() if value), body)


def _requested(server: Server, *requests: Any, **options: Any) -> list[bytes | None]:
    """Return the bodies of responses to requests, each given by its fields."""

    async def run() -> list[bytes | None]:
        store = CacheStore(None, 1_000_000)
        cache = HttpCache(store, "part")
        bodies = [(await cache.answer(URI, fields, server.send, **options)).body for fields in requests]
        await store.close()
        return bodies

    return asyncio.run(run())


@pytest.mark.promise("server", "A fresh response is reused.")
def test_a_fresh_answer_is_reused() -> None:
    server = Server(_fresh(b"1"), _fresh(b"2"))
    assert _requested(server, (), (), ()) == [b"1", b"1", b"1"]


@pytest.mark.parametrize(
    "fields",
    [
        {"cache_control": "no-store"},
        {"cache_control": "max-age=0"},
        {"cache_control": "no-cache, max-age=600"},
        {"cache_control": "max-age=600", "age": "700"},
        {"cache_control": "max-age=600", "date": formatdate(time.time() - 700, usegmt=True)},
        {"cache_control": "", "expires": "0"},
        {"cache_control": "", "expires": formatdate(time.time() - 10, usegmt=True)},
        {"cache_control": ""},
        {"vary": "*"},
    ],
)
@pytest.mark.promise("server", "A response that is `no-store`, `no-cache`, stale or `Vary: *` is requested again.")
def test_uncacheable_response_is_requested_again(fields: dict[str, str]) -> None:
    assert _requested(Server(_fresh(b"1", **fields), _fresh(b"2")), (), ()) == [b"1", b"2"]


@pytest.mark.parametrize(
    "fields",
    [
        {"cache_control": "private, max-age=600"},
        {"cache_control": "max-age=600", "date": ""},
        {"cache_control": "max-age=600", "date": formatdate(time.time() + 9_000, usegmt=True)},
        {"cache_control": "", "expires": formatdate(time.time() + 86_400, usegmt=True)},
        {"cache_control": "", "last_modified": formatdate(time.time() - 1_000_000, usegmt=True)},
        {"cache_control": "s-maxage=0, max-age=600"},
    ],
)
def test_reusable_response_is_not_requested(fields: dict[str, str]) -> None:
    assert _requested(Server(_fresh(b"1", **fields), _fresh(b"2")), (), ()) == [b"1", b"1"]


_FAR_AHEAD = "Fri, 31 Dec 9999 23:59:59 GMT"


@pytest.mark.parametrize(
    "fields",
    [
        {"age": "99999999999"},
        {"age": "9" * 5_000},
        {"age": "٣" * 20},
        {"age": "-5"},
        {"cache_control": "max-age=" + "9" * 5_000},
        {"cache_control": "max-age=600, stale-while-revalidate=" + "9" * 5_000},
        {"cache_control": "", "expires": _FAR_AHEAD},
        {"cache_control": "", "expires": _FAR_AHEAD, "date": "Thu, 01 Jan 1970 00:00:00 GMT"},
        {"date": _FAR_AHEAD},
        {"date": "Mon, 01 Jan 0001 00:00:00 +2359"},
        {"date": "Mon, 01 Jan 99999999999 00:00:00 GMT"},
        {"date": "1" * 60_000},
        {"last_modified": _FAR_AHEAD, "cache_control": ""},
    ],
    ids=lambda fields: ", ".join(f"{name}={value[:30]}" for name, value in fields.items()),
)
@pytest.mark.promise("author", "Numbers and dates in header fields are clamped.")
def test_a_number_or_date_beyond_any_bound_costs_no_answer(fields: dict[str, str]) -> None:
    bodies = _requested(Server(_fresh(b"1", **fields), _fresh(b"1")), (), ())
    assert bodies == [b"1", b"1"]


def test_an_age_beyond_any_lifetime_is_stale() -> None:
    for age in ("99999999999", "0" * 5_000 + "9" * 11):
        assert _requested(Server(_fresh(b"1", age=age), _fresh(b"2")), (), ()) == [b"1", b"2"]


@pytest.mark.promise("author", "Header fields are grouped in one pass.")
def test_thousands_of_fields_are_grouped_in_one_pass() -> None:
    many = tuple((f"x-{number}", "1") for number in range(16_000))
    server = Server(_fresh(b"1")._replace(fields=(*_fresh(b"").fields, *many)))
    started = time.thread_time()
    assert _requested(server, (), ()) == [b"1", b"1"]
    assert time.thread_time() - started < 1


def test_an_answer_that_varies_by_more_fields_than_any_request_has_is_not_stored() -> None:
    vary = ", ".join(f"x-{number}" for number in range(33))
    assert _requested(Server(_fresh(b"1", vary=vary), _fresh(b"2")), (), ()) == [b"1", b"2"]


def test_fast_clock_makes_no_response_younger() -> None:
    ahead = time.time() + 9_000
    fields = {
        "cache_control": "",
        "date": formatdate(ahead, usegmt=True),
        "expires": formatdate(ahead - 1, usegmt=True),
    }
    assert _requested(Server(_answer(b"1", **fields), _fresh(b"2")), (), ()) == [b"1", b"2"]


def test_a_stale_answer_is_validated_by_both_validators() -> None:
    tags = {"etag": '"1"', "last_modified": formatdate(0, usegmt=True), "cache_control": "no-cache"}
    server = Server(_answer(b"1", **tags), _answer(None, 304, etag='"1"'), _answer(b"2", **tags))
    assert _requested(server, (), (), ()) == [b"1", b"1", b"2"]
    assert server.requested[1] == {"if-none-match": '"1"', "if-modified-since": tags["last_modified"]}


def test_a_validated_answer_is_fresh_again() -> None:
    server = Server(
        _answer(b"1", etag='"1"', cache_control="max-age=0"),
        _answer(None, 304, etag='"1"', cache_control="max-age=600"),
    )
    assert _requested(server, (), (), ()) == [b"1", b"1", b"1"]


def test_a_reload_validates_what_is_fresh() -> None:
    server = Server(_fresh(b"1", etag='"1"'), _answer(None, 304, etag='"1"'), _fresh(b"2"))
    assert _requested(server, (), (), (), revalidate=True) == [b"1", b"1", b"2"]
    assert server.requested[1] == {"if-none-match": '"1"', "cache-control": "no-cache"}


def test_not_modified_for_another_response_is_requested_again() -> None:
    server = Server(_answer(b"1", etag='"1"', cache_control="no-cache"), _answer(None, 304, etag='"9"'), _fresh(b"2"))
    assert _requested(server, (), ()) == [b"1", b"2"]
    assert server.requested[2] == {}


def test_not_modified_without_a_condition_is_passed_on() -> None:
    assert _requested(Server(_answer(None, 304)), ()) == [None]


def test_languages_are_cached_apart_and_beside_each_other() -> None:
    server = Server(_fresh(b"de", vary="Accept-Language"), _fresh(b"en", vary="Accept-Language"))
    assert _requested(server, GERMAN, ENGLISH, GERMAN, ENGLISH) == [b"de", b"en", b"de", b"en"]


def test_language_variant_is_never_validated_with_anothers_date() -> None:
    old = {"vary": "accept-language", "cache_control": "no-cache", "last_modified": formatdate(0, usegmt=True)}
    server = Server(_answer(b"de", **old), _answer(b"en", **old))
    assert _requested(server, GERMAN, ENGLISH) == [b"de", b"en"]
    assert server.requested == [{}, {}]


def test_headers_outside_vary_are_ignored() -> None:
    assert _requested(Server(_fresh(b"1", vary="Accept")), GERMAN, ENGLISH) == [b"1", b"1"]


def test_a_failure_is_not_cached_and_replaces_nothing() -> None:
    tags = {"etag": '"1"', "cache_control": "no-cache"}
    server = Server(_answer(b"1", **tags), _answer(None, 500), _answer(None, 304, etag='"1"'))
    assert _requested(server, (), (), ()) == [b"1", None, b"1"]


def test_partitions_are_isolated() -> None:
    async def run() -> list[bytes | None]:
        store = CacheStore(None, 1_000_000)
        server = Server(_fresh(b"1"), _fresh(b"2"))
        parts = [HttpCache(store, "a"), HttpCache(store, "b"), HttpCache(store, "a")]
        bodies = [(await part.answer(URI, (), server.send)).body for part in parts]
        await store.close()
        return bodies

    assert asyncio.run(run()) == [b"1", b"2", b"1"]


_HEADS = {
    "no JSON": lambda head: head[:-1],
    "no UTF-8": lambda _: b"\xff",
    "nothing": lambda _: b"",
    "deep": lambda _: b"[" * 100_000,
    "no object": lambda _: b"[]",
    "a number to vary by": lambda _: b'{"vary": 1}',
    "no status": lambda head: head.replace(b'"status": 200, ', b""),
    "a status of letters": lambda head: head.replace(b"200", b'"OK"'),
    "no fields": lambda head: re.sub(rb'"fields": \[.*?\]\], ', b"", head),
    "fields that are no pairs": lambda head: re.sub(rb'"fields": \[.*?\]\]', b'"fields": [1]', head),
    "a value that is no text": lambda head: re.sub(rb'"max-age=600"', b"[[]]", head),
    "a longer time to live": lambda head: head.replace(b"max-age=600", b"max-age=999"),
}


@pytest.mark.parametrize("damage", _HEADS.values(), ids=_HEADS)
@pytest.mark.promise("successor", "A cached response whose metadata was damaged is fetched again.")
def test_response_with_a_damaged_head_is_fetched_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    server = Server(_fresh(b"1"), _fresh(b"2"))

    async def requested() -> bytes | None:
        store = CacheStore(tmp_path, 1_000_000)
        answer = await HttpCache(store, "part").answer(URI, (), server.send)
        await store.close()
        return answer.body

    assert asyncio.run(requested()) == b"1"
    assert asyncio.run(requested()) == b"1"
    with contextlib.closing(sqlite3.connect(tmp_path / "http-1" / "answers.db")) as database:
        [[head]] = database.execute("SELECT head FROM answers")
        assert damage(head) != head
        database.execute("UPDATE answers SET head = ?", (damage(head),)).connection.commit()
    assert asyncio.run(requested()) == b"2"
    assert asyncio.run(requested()) == b"2"


@pytest.mark.promise("successor", "The cache contains no cookie and no request header.")
def test_request_headers_are_never_stored(tmp_path: Path) -> None:
    async def run() -> None:
        store = CacheStore(tmp_path, 1_000_000)
        server = Server(_fresh(b"1", vary="cookie", set_cookie="token=answered"))
        await HttpCache(store, "part").answer(URI, (("cookie", "token=asked"),), server.send)
        await store.close()

    asyncio.run(run())
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"max-age=600" in written
    assert b"token" not in written
    assert b"example" not in written


@pytest.mark.promise("server", "No response is cached if it was requested before cookies were cleared.")
def test_response_requested_before_a_clearing_is_not_cached() -> None:
    """Check that the validator is gone: it could identify a reader who has just cleared cookies."""

    async def run() -> list[dict[str, str]]:
        store = CacheStore(None, 1_000_000)
        server = Server(_fresh(b"1", etag='"1"'), _fresh(b"2"))
        cache = HttpCache(store, "part", "http://www.example.org/")

        async def slowly(added: Fields) -> Answer:
            await store.clear("example.org")
            return await server.send(added)

        await cache.answer(URI, (), slowly)
        assert (await cache.answer(URI, (), server.send)).body == b"2"
        await store.close()
        return server.requested

    assert asyncio.run(run()) == [{}, {}]


@pytest.mark.parametrize("site", ["example.org", "page.example"])
def test_an_answer_belongs_to_the_site_that_sent_it_and_to_that_of_its_page(site: str) -> None:
    async def run() -> int | None:
        store = CacheStore(None, 1_000_000)
        await HttpCache(store, "part", "https://www.page.example/x").answer(URI, (), Server(_fresh(b"1")).send)
        removed = await store.clear(site)
        await store.close()
        return removed

    assert asyncio.run(run()) == 1

"""The reuse of earlier responses by RFC 9111: hishel's rules over our own store. Opens no connection.

This is a private cache, like a browser's. Responses that differ by the fields in `Vary` are stored separately.
Otherwise hishel would validate one with another's date, and an English reader would receive the German file. Request
headers are not stored, only their digest.
"""

import hashlib
import json
import time
import uuid
from collections.abc import Awaitable, Callable
from email.utils import formatdate, parsedate_to_datetime
from typing import Any, NamedTuple

from hishel import (
    CacheMiss,
    CacheOptions,
    Entry,
    FromCache,
    Headers,
    IdleClient,
    NeedRevalidation,
    NeedToBeUpdated,
    Request,
    Response,
    StoreAndUse,
)

from standard_sitemap.fetching.cache_file import StoredResponse
from standard_sitemap.fetching.cache_store import CacheStore, site_digests

# Names in lower case, and values, of header fields.
Fields = tuple[tuple[str, str], ...]

# RFC 9111, 3: a private cache may store responses that `private` or `Authorization` keep from shared ones.
_PRIVATE = CacheOptions(shared=False)

_NEVER_STORED = frozenset({"set-cookie", "transfer-encoding", "connection", "keep-alive", "age"})

# These could let a server recognise a reader, so they are deleted together with the reader's cookies.
VALIDATORS = ("if-none-match", "if-modified-since")

# Seconds: a greater age or lifetime counts as this one. [RFC 9111, 1.2.2]
_MOST_SECONDS = 2**31

# Digits of `_MOST_SECONDS`: `int` refuses thousands of digits.
_MOST_DIGITS = 10

# Characters of a date; every form that RFC 9110 allows has fewer.
_DATE_LENGTH = 64

# The end of the year 9999, after which no date can be written.
_LAST_SECOND = 253_402_300_799

# Field names in `Vary`; a response that varies by more is not stored.
_MOST_VARYING = 32


class Answer(NamedTuple):
    """A server's response: `body` as sent, still encoded; None if it was not read."""

    status: int
    fields: Fields
    body: bytes | None

    def field(self, name: str) -> str | None:
        """Return the values of a field, joined; None if it is missing."""
        values = [value for known, value in self.fields if known == name]
        return ", ".join(values) if values else None


# Sends the request to the server with these additional fields.
Send = Callable[[Fields], Awaitable[Answer]]


# Behaviour: the cache key. Also: cache entry, partition, Vary.
class _Key(NamedTuple):
    """The key of a stored response, its URI, and the store's count of clearings at the time of the request."""

    digest: bytes
    uri: str
    clearings: int


class HttpCache:
    """The responses in one partition of a store, which belongs to pages of one origin and scope."""

    def __init__(self, store: CacheStore, partition: str, page_url: str = "") -> None:
        self._store = store
        self._partition = partition
        self._page_url = page_url

    @property
    def clearings(self) -> int:
        """The number of requests to delete data so far."""
        return self._store.clearings

    async def answer(self, uri: str, fields: Fields, send: Send, *, revalidate: bool = False) -> Answer:
        """Return the response to a GET request for `uri` with these fields, from the store or from the server."""
        key = _Key(hashlib.sha256(f"{self._partition} {uri}".encode()).digest(), uri, self._store.clearings)
        stored = await self._store.find(key.digest, lambda head: _fits(head, fields))
        if not stored and not revalidate:
            return self._stored(await send(()), key, fields)
        by_id = {uuid.UUID(int=record.number): record for record in stored}
        request = Request("GET", uri, Headers(_grouped(fields)))
        forced = Request("GET", uri, Headers({**_grouped(fields), "cache-control": "no-cache"}))
        entries = [Entry(number, request, _response(record)) for number, record in by_id.items()]
        revalidate = revalidate or any(_is_of_the_future(entry.response) for entry in entries)
        state: Any = IdleClient(_PRIVATE).next(forced if revalidate else request, entries)
        if isinstance(state, FromCache):
            return _answer(state.entry, by_id)
        if isinstance(state, NeedRevalidation):
            return await self._validated(state, by_id, key, fields, send)
        return self._stored(await send(_added(forced) if revalidate else ()), key, fields)

    async def _validated(
        self, state: NeedRevalidation, by_id: dict[uuid.UUID, StoredResponse], key: _Key, fields: Fields, send: Send
    ) -> Answer:
        answer = await send(_added(state.request))
        if answer.status != 304:
            # A new representation replaces the stored ones (RFC 9111, 4.3.3). An error says nothing about them.
            if answer.status // 100 == 2:
                self._forget(by_id)
            return self._stored(answer, key, fields)
        following: Any = state.next(Response(304, Headers(_grouped(_in_our_time(answer.fields)))))
        while not isinstance(following, NeedToBeUpdated | CacheMiss):
            for number in following.entry_ids:
                self._store.remove(number.int)
            following = following.next()
        # The 304 fits no stored response (RFC 9111, 4.3.4): request the document without validators.
        if isinstance(following, CacheMiss):
            return self._stored(await send(()), key, fields)
        for entry in following.updating_entries:
            self._store.renew(entry.id.int, _head(200, _ungrouped(entry.response.headers), fields))
        return _answer(following.next().entry, by_id)

    def _forget(self, outdated: dict[uuid.UUID, StoredResponse]) -> None:
        for record in outdated.values():
            self._store.remove(record.number)

    def _stored(self, answer: Answer, key: _Key, fields: Fields) -> Answer:
        """Return the response; store it if allowed."""
        if answer.body is None or answer.status != 200 or key.clearings != self._store.clearings:
            return answer
        response = Response(answer.status, Headers(_grouped(_in_our_time(answer.fields))))
        state: Any = CacheMiss(request=Request("GET", "", Headers(_grouped(fields))), options=_PRIVATE).next(response)
        names = _varying(answer.fields)
        # `Vary: *` fits no later request (RFC 9111, 4.1).
        if isinstance(state, StoreAndUse) and "*" not in names and len(names) <= _MOST_VARYING:
            head = _head(answer.status, _ungrouped(state.response.headers), fields)
            sites = site_digests(self._page_url, key.uri)
            self._store.store(key.digest, _digest(names, fields), head, answer.body, sites)
        return answer


def _fits(head: bytes, fields: Fields) -> bool:
    """Return whether a stored response fits a request with these fields. [RFC 9111, 4.1]"""
    try:
        stored = json.loads(head)
        return bool(stored["variant"] == _digest(stored["vary"], fields).hex())
    except (ValueError, KeyError, TypeError, RecursionError):  # damaged on the disk
        return False


def _varying(fields: Fields) -> list[str]:
    listed = ",".join(value for name, value in fields if name == "vary")
    return sorted({name.strip().lower() for name in listed.split(",")} - {""})


def _digest(names: list[str], fields: Fields) -> bytes:
    chosen = [[name, [value for known, value in fields if known == name]] for name in names]
    return hashlib.sha256(json.dumps(chosen).encode()).digest()


def _head(status: int, received: Fields, sent: Fields) -> bytes:
    names = _varying(received)
    stored = [pair for pair in received if pair[0] not in _NEVER_STORED]
    return json.dumps(
        {"status": status, "fields": stored, "vary": names, "variant": _digest(names, sent).hex()}
    ).encode()


def _response(stored: StoredResponse) -> Response:
    head = json.loads(stored.head)
    return Response(head["status"], Headers(_grouped(tuple((name, value) for name, value in head["fields"]))))


def _is_of_the_future(response: Response) -> bool:
    """Return whether a response was stored later than now: the clock was set back, so its age is unknown."""
    stored = timestamp_of(response.headers.get("date"))
    return stored is None or stored > time.time()


def _answer(entry: Entry, by_id: dict[uuid.UUID, StoredResponse]) -> Answer:
    return Answer(entry.response.status_code, _ungrouped(entry.response.headers), by_id[entry.id].body)


def _added(request: Request) -> Fields:
    names = (*VALIDATORS, "cache-control")
    return tuple((name, request.headers[name]) for name in names if name in request.headers)


def _grouped(fields: Fields) -> dict[str, str | list[str]]:
    grouped: dict[str, Any] = {}
    for name, value in fields:
        grouped.setdefault(name, []).append(value)
    return grouped


def _ungrouped(headers: Headers) -> Fields:
    return tuple((name.lower(), value) for name in headers for value in headers.get_list(name) or ())


def _in_our_time(fields: Fields) -> Fields:
    """Return the fields with `Date` by our own clock, minus the response's age on arrival. [RFC 9111, 4.2.3]

    hishel computes the age from `Date` alone: it ignores `Age`, a missing `Date`, and a clock that is ahead.
    """
    values = dict(fields)
    now = time.time()
    dated = timestamp_of(values.get("date"))
    age = _clamped(max(now - dated if dated is not None else 0, delta_seconds(values.get("age", ""))))
    ours = {"date": _http_date(now - age)}
    if "expires" in values:
        # An invalid date counts as expired. [RFC 9111, 5.3]
        lifetime = (timestamp_of(values["expires"]) or 0) - (now if dated is None else dated)
        ours["expires"] = _http_date(now - age + _clamped(lifetime))
    return (*((name, value) for name, value in fields if name not in ours), *ours.items())


def delta_seconds(text: str) -> int:
    """Return the seconds in a header field; 0 if it is no number, `_MOST_SECONDS` if it is too large."""
    if not (text.isascii() and text.isdecimal()):
        return 0
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MOST_DIGITS else _MOST_SECONDS


def _clamped(seconds: float) -> float:
    return min(max(seconds, 0), _MOST_SECONDS)


def _http_date(timestamp: float) -> str:
    return formatdate(min(max(timestamp, 0), _LAST_SECOND), usegmt=True)


def timestamp_of(date: str | None) -> float | None:
    """Return the seconds since 1970 of a date in a header field; None without a valid one."""
    if not date or len(date) > _DATE_LENGTH:
        return None
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError, OSError):  # raised by email.utils for invalid dates
        return None

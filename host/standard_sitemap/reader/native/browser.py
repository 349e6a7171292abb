"""The host's requests to the browser: for the cookies of a request, and for documents that only the browser can fetch.

Requests have the cookies of an image of the page. One answer serves the files of a folder for a moment: a sitemap of
a thousand files causes a few questions, not a thousand.

Deviation: for that moment, a cookie whose path names a single file is also sent for its neighbours, or omitted.
"""

import asyncio
import base64
import binascii
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

from standard_sitemap.fetching.bodies import require_success, require_xml
from standard_sitemap.fetching.limits import BROWSER_BYTES, BROWSER_FREE_BYTES, BROWSER_RATIO, Limits
from standard_sitemap.fetching.network_addresses import Target
from standard_sitemap.fetching.request_headers import ReferringPage
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.protocol.requests import BrowserResponse
from standard_sitemap.refusals import BadParams, FetchRefusal, TimedOut, TooLarge, TooManyRedirects, Unreachable

# Sends an event.
Notify = Callable[[str, dict[str, Any]], None]

# Cookies are omitted if the browser does not answer in time.
PATIENCE_S = 2.0

# How long an answer is cached: a login in another tab takes effect afterwards.
CACHED_S = 5.0

# The limit on folders whose answers are cached.
_FOLDERS = 1_000


class BrowserCookies:
    """The questions that the browser has not answered yet."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._numbers = count(1)
        self._pending: dict[str, asyncio.Future[str]] = {}

    async def ask(self, uri: str, page: dict[str, Any]) -> str:
        """Return the `Cookie` field for a request; "" if there is none, or the browser does not answer."""
        name = f"c{next(self._numbers)}"
        answer = self._pending[name] = _future()
        self._notify("cookies", {"ask": name, "uri": uri, "page": page})
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except TimeoutError:
            return ""
        finally:
            del self._pending[name]

    def handle_answer(self, name: str, cookie: str) -> None:
        """Pass an answer to its waiting caller; drop it if nobody waits for it any more."""
        answer = self._pending.get(name)
        if answer is not None and not answer.done():
            answer.set_result(cookie)


def _future() -> asyncio.Future[str]:
    return asyncio.get_running_loop().create_future()


class PageCookies:
    """The cookies of one page's sitemap, by folder."""

    def __init__(self, browser: BrowserCookies, page: dict[str, Any]) -> None:
        self._browser = browser
        self._page = page
        self._cached: dict[str, tuple[float, asyncio.Future[str]]] = {}

    async def __call__(self, target: Target) -> str | None:
        """Return the cookies for a target; None if there are none."""
        # By folder, because a cookie's path selects folders: all files of a folder have the same cookies.
        cached_at, answer = self._cached.get(target.folder, (0.0, None))
        if answer is None or answer.cancelled() or time.monotonic() - cached_at > CACHED_S:
            answer = self._cache(target, asyncio.create_task(self._browser.ask(target.uri, self._page)))
        # Shared by all files of a folder: cancelling one must not cancel it for the others.
        return await asyncio.shield(answer) or None

    def set(self, target: Target, cookie: str) -> None:
        """Use cookies that the browser sends unrequested."""
        answer = _future()
        answer.set_result(cookie)
        self._cache(target, answer)

    def clear(self) -> None:
        """Forget all answers after the reader has cleared cookies."""
        self._cached.clear()

    def _cache(self, target: Target, answer: asyncio.Future[str]) -> asyncio.Future[str]:
        if len(self._cached) >= _FOLDERS:
            self._cached.clear()
        self._cached[target.folder] = time.monotonic(), answer
        return answer


def named(page: ReferringPage, *, private: bool) -> dict[str, Any]:
    """Return the page in the form in which messages name it to the browser."""
    return {"url": page.url, "container": page.container, "private": private}


class BrowserRequest(NamedTuple):
    """A request for the browser to fetch a document: its page, and the status that the host received (0 for none)."""

    uri: str
    headers: list[tuple[str, str]]
    page: dict[str, Any]
    status: int = 0


# Raises a FetchRefusal for a forbidden address, or a forbidden network address of the connection.
Check = Callable[[str, str | None], None]


@dataclass
class _PendingFetch:
    answer: asyncio.Future["BrowserAnswer"]
    uri: str
    limits: Limits
    check: Check
    body: bytearray = field(default_factory=bytearray)
    ip: str | None = None


class BrowserAnswer(NamedTuple):
    """A document that the browser fetched; `ip` is the address of its server, if the browser knows it."""

    document: RetrievedFile
    ip: str | None = None


class BrowserFetches:
    """The unfinished fetches that were requested from the browser."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._numbers = count(1)
        self._pending: dict[str, _PendingFetch] = {}

    async def ask(
        self, request: BrowserRequest, limits: Limits, check: Check = lambda *_: None, *, xml_only: bool = True
    ) -> BrowserAnswer:
        """Return the browser's response; raises a FetchRefusal, also if it passed an address that `check` refuses."""
        name = f"f{next(self._numbers)}"
        answer: asyncio.Future[BrowserAnswer] = asyncio.get_running_loop().create_future()
        most = min(limits.file_bytes, BROWSER_BYTES)
        self._pending[name] = _PendingFetch(answer, request.uri, replace(limits, file_bytes=most), check)
        bounds = {"bytes": most, "seconds": int(limits.request_seconds)}
        self._notify("fetch", {"fetch": name, **request._asdict(), **bounds})
        is_answered = False
        try:
            async with asyncio.timeout(limits.request_seconds):
                fetched = await answer
            is_answered = True
        except TimeoutError as error:
            raise TimedOut(uri=request.uri, seconds=int(limits.request_seconds)) from error
        finally:
            del self._pending[name]
            # The browser is still fetching, and nobody would use further bytes.
            if not is_answered:
                self._notify("fetch.end", {"fetch": name})
        if xml_only:
            require_xml(fetched.document.content_type, request.uri)
        return fetched

    def handle_piece(self, piece: BrowserResponse) -> None:
        """Append a piece of a response, or drop it if nobody waits for it any more; raises BadParams.

        Its address is checked first: no byte of a response from a forbidden address is stored.
        """
        pending = self._pending.get(piece.fetch)
        if pending is None or pending.answer.done():
            return
        try:
            _check_way(pending, piece)
            self._append(pending, piece)
        except FetchRefusal as refusal:
            pending.body.clear()
            pending.answer.set_exception(refusal)

    def _append(self, pending: _PendingFetch, piece: BrowserResponse) -> None:
        if not piece.ok:
            # A status is an answer, and is reported as one; without a status, the browser had no connection either.
            if piece.status:
                require_success(piece.status, pending.uri)
            raise Unreachable(uri=pending.uri, reason="the browser could not fetch it either")
        try:
            # `validate`: without it, characters outside the alphabet are skipped silently.
            pending.body.extend(base64.b64decode(piece.body, validate=True))
        except (binascii.Error, ValueError) as error:
            raise BadParams(reason="not-base64") from error
        is_enough = len(pending.body) >= pending.limits.file_bytes and pending.limits.start_only
        if is_enough:
            del pending.body[pending.limits.file_bytes :]
        if len(pending.body) > pending.limits.file_bytes:
            raise TooLarge(uri=pending.uri, limit=pending.limits.file_bytes)
        if piece.last or is_enough:
            uri, body = piece.uri or pending.uri, bytes(pending.body)
            pending.body.clear()
            received = min(len(body), max(BROWSER_FREE_BYTES, len(body) // BROWSER_RATIO))
            document = RetrievedFile(uri, body, piece.content_type, received)
            pending.answer.set_result(BrowserAnswer(document, pending.ip))


def _check_way(pending: _PendingFetch, piece: BrowserResponse) -> None:
    """Raise a FetchRefusal unless every address on the way may be reached, and there are not too many."""
    if len(piece.hops) > pending.limits.redirects + 1:
        raise TooManyRedirects(uri=pending.uri, limit=pending.limits.redirects)
    for hop in piece.hops:
        pending.check(hop.url, hop.ip)
    pending.ip = piece.ip or pending.ip
    pending.check(piece.uri or pending.uri, pending.ip)

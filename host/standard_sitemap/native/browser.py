"""Asks the browser which cookies go along with a request, as with that of an image of the page.

One question serves the files of a folder for a moment: a sitemap of a thousand files asks a few times, not a thousand.
Deviation: a cookie whose path names a single file goes along with its neighbours, or stays behind, for that moment.
"""

import asyncio
import base64
import binascii
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from standard_sitemap.fetching.addresses import Target
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.request_headers import Page
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import BadParams, TimedOut, TooLarge, Unreachable

Tell = Callable[[str, dict[str, Any]], None]

PATIENCE_S = 2.0
"""Without an answer by then, no cookies go along."""

KEPT_S = 5.0
"""How long an answer holds: a login in another tab counts from then on."""

_FOLDERS = 1_000
"""Whose answers are kept."""


class BrowserCookies:
    """The questions that the browser has not answered."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._numbers = count(1)
        self._waiting: dict[str, asyncio.Future[str]] = {}

    async def ask(self, uri: str, page: dict[str, Any]) -> str:
        """The `Cookie` field for a request; "" where none goes along, or the browser is silent."""
        name = f"c{next(self._numbers)}"
        answer = self._waiting[name] = _future()
        self._tell("cookies", {"ask": name, "uri": uri, "page": page})
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except TimeoutError:
            return ""
        finally:
            del self._waiting[name]

    def take(self, name: str, cookie: str) -> None:
        """Take in an answer; one that nobody waits for any more is let go."""
        answer = self._waiting.get(name)
        if answer is not None and not answer.done():
            answer.set_result(cookie)


def _future() -> asyncio.Future[str]:
    return asyncio.get_running_loop().create_future()


class PageCookies:
    """The cookies of one page's sitemap, by folder."""

    def __init__(self, browser: BrowserCookies, page: dict[str, Any]) -> None:
        self._browser = browser
        self._page = page
        self._known: dict[str, tuple[float, asyncio.Future[str]]] = {}

    async def __call__(self, asked: Target) -> str | None:
        """The cookies that go along to a target; None where there are none."""
        asked_at, answer = self._known.get(asked.folder, (0.0, None))
        if answer is None or answer.cancelled() or time.monotonic() - asked_at > KEPT_S:
            answer = self._keep(asked, asyncio.create_task(self._browser.ask(asked.uri, self._page)))
        return await asyncio.shield(answer) or None

    def take(self, target: Target, cookie: str) -> None:
        """Take in what the browser says unasked."""
        answer = _future()
        answer.set_result(cookie)
        self._keep(target, answer)

    def _keep(self, target: Target, answer: asyncio.Future[str]) -> asyncio.Future[str]:
        if len(self._known) >= _FOLDERS:
            self._known.clear()
        self._known[target.folder] = time.monotonic(), answer
        return answer


def named(page: Page, *, private: bool) -> dict[str, Any]:
    """The page, as messages name it to the browser."""
    return {"url": page.url, "container": page.container, "private": private}


class Wanted(NamedTuple):
    """What the browser is asked to fetch, for which page, after which status (0 where there was no answer)."""

    uri: str
    headers: list[tuple[str, str]]
    page: dict[str, Any]
    status: int = 0


class _Waiting(NamedTuple):
    answer: asyncio.Future[Retrieved]
    body: bytearray
    uri: str
    most: int


class BrowserFetches:
    """The fetches that the browser was asked for and has not finished."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._numbers = count(1)
        self._waiting: dict[str, _Waiting] = {}

    async def ask(self, wanted: Wanted, limits: Limits, *, xml_only: bool = True) -> Retrieved:
        """What the browser gets; raises a FetchRefusal."""
        from standard_sitemap.fetching.client import require_xml

        name = f"f{next(self._numbers)}"
        answer: asyncio.Future[Retrieved] = asyncio.get_running_loop().create_future()
        self._waiting[name] = _Waiting(answer, bytearray(), wanted.uri, limits.file_bytes)
        bounds = {"bytes": limits.file_bytes, "seconds": int(limits.request_seconds)}
        self._tell("fetch", {"fetch": name, **wanted._asdict(), **bounds})
        is_answered = False
        try:
            async with asyncio.timeout(limits.request_seconds):
                retrieved = await answer
            is_answered = True
        except TimeoutError as error:
            raise TimedOut(uri=wanted.uri, seconds=int(limits.request_seconds)) from error
        finally:
            del self._waiting[name]
            if not is_answered:
                self._tell("fetch.end", {"fetch": name})
        if xml_only:
            require_xml(retrieved.content_type, wanted.uri)
        return retrieved

    def take(self, name: str, piece: dict[str, Any]) -> None:
        """Take in a piece of an answer; raises BadParams. A piece nobody waits for any more is let go."""
        waiting = self._waiting.get(name)
        if waiting is None or waiting.answer.done():
            return
        try:
            waiting.body.extend(base64.b64decode(piece["body"], validate=True))
        except (binascii.Error, ValueError) as error:
            raise BadParams(reason="not-base64") from error
        if len(waiting.body) > waiting.most:
            waiting.answer.set_exception(TooLarge(uri=waiting.uri, limit=waiting.most))
        elif not piece["ok"]:
            waiting.answer.set_exception(_failure(waiting.uri, piece["status"]))
        elif piece["last"]:
            came = Retrieved(piece["uri"] or waiting.uri, bytes(waiting.body), piece["content_type"])
            waiting.answer.set_result(came)


def _failure(uri: str, status: int) -> Exception:
    from standard_sitemap.fetching.client import require_success
    from standard_sitemap.refusals import FetchRefusal

    try:
        if status:
            require_success(status, uri)
    except FetchRefusal as refusal:
        return refusal
    return Unreachable(uri=uri, reason="the browser could not fetch it either")

"""Asks the browser which cookies go along with a request, as with that of an image of the page.

One question serves the files of a folder for a moment: a sitemap of a thousand files asks a few times, not a thousand.
Deviation: a cookie whose path names a single file goes along with its neighbours, or stays behind, for that moment.
"""

import asyncio
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from standard_sitemap.fetching.request_headers import Page
from standard_sitemap.fetching.targets import Target

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

"""Asks the browser to fetch what the host cannot: behind a proxy, a login, a client certificate.

The browser answers in pieces. Never asks for an address that was refused because of where it leads: whoever calls this
has looked.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.refusals import BadParams, TimedOut, TooLarge, Unreachable

Tell = Callable[[str, dict[str, Any]], None]


class Wanted(NamedTuple):
    """What the browser is asked to fetch, for which page, after which status (0 where there was no answer)."""

    uri: str
    headers: list[tuple[str, str]]
    page: dict[str, Any]
    status: int = 0


class _Waiting(NamedTuple):
    answer: asyncio.Future[ssp.Retrieved]
    body: bytearray
    uri: str
    most: int


class BrowserFetches:
    """The fetches that the browser was asked for and has not finished."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._numbers = count(1)
        self._waiting: dict[str, _Waiting] = {}

    async def ask(self, wanted: Wanted, limits: Limits, *, xml_only: bool = True) -> ssp.Retrieved:
        """What the browser gets; raises a FetchRefusal."""
        from standard_sitemap.fetching.client import require_xml

        name = f"f{next(self._numbers)}"
        answer: asyncio.Future[ssp.Retrieved] = asyncio.get_running_loop().create_future()
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
            came = ssp.Retrieved(piece["uri"] or waiting.uri, bytes(waiting.body), piece["content_type"])
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

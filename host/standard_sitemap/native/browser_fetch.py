"""Asks the browser to fetch what the host cannot: behind a proxy, a login, a client certificate.

The browser answers in pieces. Never asks for an address that was refused because of where it leads.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable
from itertools import count
from typing import Any

from standard_sitemap import ssp
from standard_sitemap.fetching import limits
from standard_sitemap.refusals import BadParams, TimedOut, TooLarge, Unreachable

Tell = Callable[[str, dict[str, Any]], None]


class BrowserFetches:
    """The fetches that the browser was asked for and has not finished."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._numbers = count(1)
        self._waiting: dict[str, tuple[asyncio.Future[ssp.Retrieved], bytearray, str]] = {}

    async def ask(self, uri: str, headers: list[tuple[str, str]]) -> ssp.Retrieved:
        """What the browser gets from `uri`; raises a FetchRefusal."""
        from standard_sitemap.fetching.client import require_xml

        name = f"f{next(self._numbers)}"
        answer: asyncio.Future[ssp.Retrieved] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer, bytearray(), uri
        self._tell("fetch", {"fetch": name, "uri": uri, "headers": headers})
        try:
            retrieved = await asyncio.wait_for(answer, limits.FILE_SECONDS)
        except TimeoutError as error:
            raise TimedOut(uri=uri, seconds=int(limits.FILE_SECONDS)) from error
        finally:
            self._waiting.pop(name, None)
        require_xml(retrieved.content_type, uri)
        return retrieved

    def take(self, name: str, piece: dict[str, Any]) -> None:
        """Take in a piece of an answer; raises BadParams. A piece nobody waits for any more is let go."""
        answer, body, uri = self._waiting.get(name, (None, bytearray(), ""))
        if answer is None or answer.done():
            return
        try:
            body += base64.b64decode(piece["body"], validate=True)
        except (binascii.Error, ValueError) as error:
            raise BadParams(reason="not-base64") from error
        if len(body) > limits.FILE_BYTES:
            answer.set_exception(TooLarge(uri=uri, limit=limits.FILE_BYTES))
        elif not piece["ok"]:
            answer.set_exception(_failure(uri, piece["status"]))
        elif piece["last"]:
            answer.set_result(ssp.Retrieved(piece["uri"] or uri, bytes(body), piece["content_type"]))


def _failure(uri: str, status: int) -> Exception:
    from standard_sitemap.fetching.client import require_success
    from standard_sitemap.refusals import FetchRefusal

    try:
        if status:
            require_success(status, uri)
    except FetchRefusal as refusal:
        return refusal
    return Unreachable(uri=uri, reason="the browser could not fetch it either")

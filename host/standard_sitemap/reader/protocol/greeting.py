"""The handshake: the first exchange, which states protocol version, limits and abilities.

Imports nothing but the version: it must be answered before anything heavy is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standard_sitemap import __version__

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol.replies import Greeting

PROTOCOL = 1
"""Version of the messages; raised when an old extension would misread a new host."""

OLDEST_PROTOCOL = 1
"""Oldest version that is still spoken, to extensions that know no newer one."""

MESSAGE_BYTES_OUT = 1_048_576
"""Longest JSON a browser takes from a host; one byte more and it closes the port."""

ROWS_AT_ONCE = 500
"""Most rows in one reply: at 2,000 bytes a row still below the longest message."""

ABILITIES = ("locate", "site", "view", "menu", "search", "find", "visit", "fetch", "cache", "titles")
"""Groups of messages that the host knows: an extension may be newer than its host."""


def reply(message: Any) -> dict[str, Any]:
    """The reply to a first message: `hello`'s result, or an error that says why there is none."""
    if not isinstance(message, dict):
        return failure(None, "bad-params", {"reason": "not-an-object"})
    request, params = message.get("id"), message.get("params")
    if message.get("method") != "hello":
        return failure(request, "protocol-mismatch", {"reason": "hello-expected", "protocol": PROTOCOL})
    if not isinstance(params, dict) or not isinstance(params.get("protocol"), int):
        return failure(request, "bad-params", {"reason": "protocol"})
    if not OLDEST_PROTOCOL <= params["protocol"] <= PROTOCOL:
        return failure(request, "protocol-mismatch", {"protocol": PROTOCOL, "host": __version__})
    return {"id": request, "result": greeting(params["protocol"])}


def greeting(protocol: int = PROTOCOL) -> Greeting:
    """What the host says of itself, to an extension that speaks that version."""
    return {
        "protocol": protocol,
        "host": __version__,
        "limits": {"message_bytes": MESSAGE_BYTES_OUT, "rows": ROWS_AT_ONCE},
        "abilities": list(ABILITIES),
    }


def failure(request: Any, code: str, params: dict[str, Any]) -> dict[str, Any]:
    """An error as the reply to the request with that id."""
    return {"id": request, "error": {"code": code, "params": params}}

"""The handshake: the first exchange, which states protocol version, limits and abilities.

Imports only the version, because it must be answered before anything slow is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standard_sitemap import __version__

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol.replies import Greeting

PROTOCOL = 1
"""Version of the messages; increased when an old extension would misread a new host."""

OLDEST_PROTOCOL = 1
"""Oldest supported version, for extensions that know no newer one."""

MESSAGE_BYTES_OUT = 1_048_576
"""Longest JSON that a browser accepts from a host; it closes the port after a longer one."""

MOST_ID = 2**53 - 1
"""Largest number as the id of a request: JavaScript's numbers are exact up to it."""

LONGEST_ID = 65_536
"""Most characters of a text as the id of a request: the reply repeats it, and must stay below the longest message."""

ROWS_AT_ONCE = 500
"""Most rows in one reply: at 2,000 bytes a row still below the longest message."""

ABILITIES = ("locate", "site", "view", "menu", "search", "find", "visit", "fetch", "cache", "titles")
"""Groups of messages that the host supports, for extensions that are newer than the host."""


def reply(message: Any) -> dict[str, Any]:
    """Return the reply to a first message: `hello`'s result, or an error with the reason."""
    if not isinstance(message, dict):
        return failure(None, "bad-params", {"reason": "not-an-object"})
    request, params = message.get("id"), message.get("params")
    if not is_id(request):
        return failure(None, "bad-params", {"reason": "shape", "where": "id"})
    if message.get("method") != "hello":
        return failure(request, "protocol-mismatch", {"reason": "hello-expected", "protocol": PROTOCOL})
    if not isinstance(params, dict) or not isinstance(params.get("protocol"), int):
        return failure(request, "bad-params", {"reason": "protocol"})
    if not OLDEST_PROTOCOL <= params["protocol"] <= PROTOCOL:
        return failure(request, "protocol-mismatch", {"protocol": PROTOCOL, "host": __version__})
    return {"id": request, "result": greeting(params["protocol"])}


def is_id(value: Any) -> bool:
    """Return whether a value is the id of a request, or missing; the reply repeats it."""
    if isinstance(value, str):
        return len(value) <= LONGEST_ID
    return value is None or (isinstance(value, int) and abs(value) <= MOST_ID)


def greeting(protocol: int = PROTOCOL) -> Greeting:
    """Return the host's description of itself, for an extension with the given protocol version."""
    return {
        "protocol": protocol,
        "host": __version__,
        "limits": {"message_bytes": MESSAGE_BYTES_OUT, "rows": ROWS_AT_ONCE},
        "abilities": list(ABILITIES),
    }


def failure(request: Any, code: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return an error as the reply to a request."""
    return {"id": request, "error": {"code": code, "params": params}}

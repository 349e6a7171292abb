"""Checks every message of a host against its types."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from commands.messages.methods import EVENTS, METHODS
from standard_sitemap.reader.protocol.replies import Problem


def check(message: dict[str, Any], method: str | None) -> None:
    """Raise if a reply to `method`, or an event, violates the contract."""
    if "event" in message:
        assert set(message) == {"event", "params"}
        conforms(message["params"], EVENTS[message["event"]])
    elif "error" in message:
        assert set(message) == {"id", "error"}
        conforms(message["error"], Problem)
    else:
        assert set(message) == {"id", "result"}
        if method is not None:
            conforms(message["result"], METHODS[method].reply)


def conforms(value: Any, kind: Any) -> None:
    """Raise if a value has another shape or undeclared members."""
    # From JSON, which has no tuples; an undeclared member is missing in the result.
    read = _adapter(kind).validate_json(json.dumps(value), strict=True)
    assert json.loads(_adapter(kind).dump_json(read)) == value


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)

"""The room in one message: as many values as fit into its size, and into the time for making it. Does no I/O."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

# Bytes of a message of at most 1,048,576; the rest is for the content around the rows.
BYTES = 900_000

# Seconds for making a part of a message: nodes may have a thousand variants, and other tabs wait meanwhile.
SECONDS = 0.03

_as_json = json.JSONEncoder(ensure_ascii=False).encode

Item = TypeVar("Item")


class Room:
    """The remaining bytes of a message, and the remaining time for making it.

    Seconds are CPU time of the thread, which other threads do not use, so that a busy machine sends as much.
    """

    def __init__(self, size: int = BYTES, seconds: float = SECONDS) -> None:
        self._bytes = size
        self._until = time.thread_time() + seconds

    def reserve(self, item: object) -> bool:
        """Reserve the bytes of a value; return whether there were enough."""
        # As JSON: escapes make a name several times as long.
        self._bytes -= len(_as_json(item).encode("utf-8", "replace"))
        return self._bytes >= 0

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        return time.thread_time() > self._until


def as_many_as_fit(makers: Iterable[Callable[[], Item]], size: int = BYTES) -> list[Item]:
    """Return as many values as fit into one message, at least one; call no maker beyond them."""
    room, sent = Room(size), list[Item]()
    for make in makers:
        if sent and room.is_spent:
            break
        item = make()
        # Send even a value that exceeds the message by itself: otherwise no row after it would ever be shown.
        if not room.reserve(item) and sent:
            break
        sent.append(item)
    return sent

"""Writes messages to the browser in a thread of its own: a browser that does not read holds up nothing else.

What waits to be read is bounded from the other end: while it is too much, no further request is taken.
"""

import threading
from collections import deque
from collections.abc import Callable

from standard_sitemap.native import framing

WAITING_BYTES = 16 * 1024 * 1024
"""More than this unread, and requests have to wait: a sidebar reads a few kilobytes at a time."""

_FLUSHING_SECONDS = 2.0


class Outbox:
    """The messages that wait to be written to a descriptor; `broken` is called, in its thread, where nobody reads."""

    def __init__(self, outward: int, broken: Callable[[], None]) -> None:
        self._outward = outward
        self._broken = broken
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    def put(self, frame: bytes) -> None:
        """Have a frame written after those before it."""
        with self._changed:
            if not self._is_closed:
                self._frames.append(frame)
                self._bytes += len(frame)
                self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until the browser has read enough of what waits."""
        with self._changed:
            self._changed.wait_for(lambda: self._bytes <= WAITING_BYTES or self._is_closed)

    def close(self) -> None:
        """Write what waits, as far as the browser reads it soon."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(_FLUSHING_SECONDS)

    def _run(self) -> None:
        while (frame := self._next()) is not None:
            try:
                framing.write_all(self._outward, frame)
            except OSError:
                self._give_up()
                return
            with self._changed:
                self._bytes -= len(frame)
                self._changed.notify_all()

    def _next(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._frames or self._is_closed)
            return self._frames.popleft() if self._frames else None

    def _give_up(self) -> None:
        """The browser is gone: end as if it had closed the other side too."""
        with self._changed:
            self._is_closed = True
            self._frames.clear()
            self._changed.notify_all()
        self._broken()

"""Native messages on the pipe: 32 bits of length in the machine's byte order, then JSON in UTF-8.

Reads and writes single frames, and queues frames for writing. Imports only modules that the handshake needs. Never
interprets a message.
"""

import json
import os
import re
import struct
import threading
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any

from standard_sitemap.reader.protocol.greeting import MESSAGE_BYTES_OUT

# The longest accepted JSON; our extension's largest are pieces of half a megabyte. Longer messages are skipped and
# refused.
MESSAGE_BYTES_IN = 4 * 1024 * 1024

# Members of a message's objects: a page's declarations have up to 70,000, five for each of 10,000 links and a few more.
# Decoding and checking so many takes 0.1 s, during which no other message is handled.
MOST_MEMBERS = 100_000

# The longest message of any browser. A longer or missing length shows a stream that is out of step.
SKIPPED_BYTES = 64 * 1024 * 1024

# Above this number of unread bytes, requests have to wait: a sidebar reads a few kilobytes at a time.
WAITING_BYTES = 16 * 1024 * 1024

# The time for sending the rest when the pipe ends: nobody may be left to read it.
_FLUSHING_SECONDS = 2.0

# In the machine's own byte order, as both browsers define it, since the pipe never leaves the machine.
_LENGTH = struct.Struct("=I")
# A length is only a claim: memory is allocated as bytes arrive, not as they are announced.
_PART_BYTES = 1 << 20
_START_BYTES = 64
# In our extension's order, the id comes first, so that a refused message can still be answered.
_ID = re.compile(rb'\{"id":\s*(\d{1,15}),')
_MEMBER = re.compile(rb'"[ \t\r\n]*+:')


class FramingError(Exception):
    """A stream that is not one of native messages: it cannot be read any further."""


class MessageTooLarge(Exception):
    """A message above MESSAGE_BYTES_OUT, which was not sent, or a received one above MESSAGE_BYTES_IN.

    `number` is the id of a received request if it begins with one, so that its sender gets an answer.
    """

    def __init__(self, length: int, number: int | None = None) -> None:
        super().__init__(f"a message of {length} bytes")
        self.number = number


def encode(message: dict[str, Any]) -> bytes:
    """Return the frame of `message`; raises MessageTooLarge."""
    body = dumps(message)
    if len(body) > MESSAGE_BYTES_OUT:
        raise MessageTooLarge(len(body))
    return _LENGTH.pack(len(body)) + body


def dumps(value: Any) -> bytes:
    """Return the shortest JSON of a value."""
    # `replace`: half a surrogate pair, which JSON may contain, has no form in UTF-8.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def decode(body: bytes) -> Any:
    """Return the JSON value in `body`; raises ValueError if it is invalid."""
    try:
        return json.loads(body)
    # The sender controls the nesting: json's decoder recurses, and must not end the process.
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def has_too_many_members(body: bytes) -> bool:
    """Return whether JSON has more than MOST_MEMBERS members; a quotation mark and a colon within text count as one."""
    return next(islice(_MEMBER.finditer(body), MOST_MEMBERS, None), None) is not None


def id_of(start: bytes) -> int | None:
    """Return the id of the request whose JSON has this start; None if it does not begin with one."""
    id_match = _ID.match(start)
    return int(id_match[1]) if id_match else None


def read_frame(descriptor: int) -> bytes | None:
    """Return the next frame's JSON bytes, or None at the end of the pipe; raises FramingError and MessageTooLarge.

    After MessageTooLarge the next frame can be read: the bytes of this one were skipped and not stored. A pipe that
    ends within a frame counts as ended: the browser died, and nobody waits for an answer.
    """
    header = _read_exactly(descriptor, _LENGTH.size)
    if header is None:
        return None
    (length,) = _LENGTH.unpack(header)
    # Stray text on the pipe gives such lengths: ASCII letters read as a number are above a billion.
    if not 0 < length <= SKIPPED_BYTES:
        raise FramingError(f"a message of {length} bytes")
    if length > MESSAGE_BYTES_IN:
        _skip(descriptor, length)
        return None
    return _read_exactly(descriptor, length)


def _skip(descriptor: int, length: int) -> None:
    start = _read_exactly(descriptor, _START_BYTES)
    left = length - _START_BYTES
    while start and left:
        part = os.read(descriptor, min(left, _PART_BYTES))
        if not part:
            return
        left -= len(part)
    if start:
        raise MessageTooLarge(length, id_of(start))


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte of `data`, in as many calls as needed."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _read_exactly(descriptor: int, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, min(count - len(parts), _PART_BYTES))
        if not part:
            return None
        parts += part
    return bytes(parts)


class Outbox:
    """A queue of messages for a descriptor; its thread calls `broken` if nobody reads them any more."""

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
        """Queue a frame for writing."""
        with self._changed:
            if not self._is_closed:
                self._frames.append(frame)
                self._bytes += len(frame)
                self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until the browser has read enough of the queue."""
        with self._changed:
            self._changed.wait_for(lambda: self._bytes <= WAITING_BYTES or self._is_closed)

    def close(self) -> None:
        """Write the queue, if the browser reads it in time."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(_FLUSHING_SECONDS)

    def _run(self) -> None:
        while (frame := self._next()) is not None:
            try:
                write_all(self._outward, frame)
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
        """Stop after the browser is gone, as if it had closed the other side too."""
        with self._changed:
            self._is_closed = True
            self._frames.clear()
            self._changed.notify_all()
        self._broken()

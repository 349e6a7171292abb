"""The connection after the handshake: reads requests, dispatches them to handlers, writes replies and events.

The outermost loop: a bug in a handler is logged to standard error and answered as `internal`, and the connection
continues. Requests are handled concurrently, so a slow one delays no other. Beyond a few hundred, requests wait to be
read.
"""

import asyncio
import contextlib
import ctypes
import gc
import logging
import sys
import threading
from functools import partial
from typing import Any

from pydantic import ValidationError

from standard_sitemap.reader.native import framing
from standard_sitemap.reader.native.framing import Outbox
from standard_sitemap.reader.native.handlers import HANDLERS
from standard_sitemap.reader.native.sessions import Sessions
from standard_sitemap.reader.protocol import greeting
from standard_sitemap.reader.protocol.requests import REQUESTS
from standard_sitemap.refusals import BadParams, Refusal, TooLarge, UnknownMethod

_LOG = logging.getLogger("standard-sitemap-host")

_ENDED = object()

# Concurrent requests: a browser with a hundred tabs has a few dozen.
UNANSWERED = 500

# Bytes of these requests together: a page's declarations have some thousands, and take several times that in memory.
UNANSWERED_BYTES = 16 * 1024 * 1024

# The switch interval of threads that parse: a message passes through three threads, and waits for each.
SWITCH_SECONDS = 0.001

# Errors in the parameters of a request: pydantic lists all or none, these in 35 ms. The limit on members allows more.
_MOST_LISTED = 20_000

# The last part of a place, after the member itself, if the name of a member is the error.
_NAME_OF_MEMBER = "[key]"

# A parameter of mallopt(3).
_M_ARENA_MAX = -8

# Seconds for closing sites and connections, once replies are no longer read. After that, the process ends without it.
_CLOSING_SECONDS = 3.0


def serve(inward: int, outward: int) -> None:
    """Answer messages from `inward` to `outward` until the pipe ends; raises FramingError.

    Threads may then still be busy with work that nobody waits for.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    sys.setswitchinterval(SWITCH_SECONDS)
    _share_one_arena()
    gc.freeze()  # loaded modules stay: scanning them again and again would delay messages
    gc.enable()
    loop = asyncio.new_event_loop()
    loop.run_until_complete(Connection(inward, outward).run())


def _share_one_arena() -> None:
    """Let threads share freed memory: with glibc each keeps an arena of its own, as large as the largest file."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


class PendingRequests:
    """A count of requests that were read but not answered yet, limited in number and bytes. Used by two threads."""

    def __init__(self, number: int = UNANSWERED, size: int = UNANSWERED_BYTES) -> None:
        self._number, self._size = number, size
        self._changed = threading.Condition()

    def wait_for_room(self) -> None:
        """Wait until another request may be read."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > 0 and self._size > 0)

    def add(self, size: int) -> None:
        """Count a request that was read."""
        with self._changed:
            self._number, self._size = self._number - 1, self._size - size

    def remove(self, size: int) -> None:
        """Count a request as answered."""
        with self._changed:
            self._number, self._size = self._number + 1, self._size + size
            self._changed.notify_all()


class Connection:
    """The connection to one browser over a pipe."""

    def __init__(self, inward: int, outward: int) -> None:
        self._inward = inward
        self._outward = outward
        self._sessions = Sessions(self._notify)
        self._tasks: set[asyncio.Task[None]] = set()
        self._frames: asyncio.Queue[Any] = asyncio.Queue()
        self._pending = PendingRequests()

    async def run(self) -> None:
        """Serve until the pipe ends."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_log_bug)
        self._outbox = Outbox(self._outward, lambda: _put_in_loop(loop, self._frames, _ENDED))
        # A thread, since an event loop cannot wait for a pipe on every system. It ends with the process.
        threading.Thread(target=self._read, args=(loop,), name="messages", daemon=True).start()
        try:
            while (frame := await self._frames.get()) is not _ENDED:
                if isinstance(frame, framing.FramingError):
                    raise frame
                if isinstance(frame, framing.MessageTooLarge):
                    self._refuse(0, frame.number, TooLarge.code, {"limit": framing.MESSAGE_BYTES_IN})
                else:
                    self._handle_frame(frame)
        finally:
            # Nobody will read the replies of these requests.
            for task in self._tasks:
                task.cancel()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await self._sessions.close_all()
            self._outbox.close()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        frame: Any = b""
        while isinstance(frame, bytes | framing.MessageTooLarge):
            self._pending.wait_for_room()
            # A browser that does not read replies gets no further requests handled: memory is bounded in both
            # directions.
            self._outbox.wait_for_room()
            try:
                frame = framing.read_frame(self._inward) or _ENDED
            except (framing.FramingError, framing.MessageTooLarge) as error:
                frame = error
            except OSError:
                frame = _ENDED
            self._pending.add(_size(frame))
            _put_in_loop(loop, self._frames, frame)

    def _handle_frame(self, frame: bytes) -> None:
        if framing.has_too_many_members(frame):
            self._refuse(len(frame), framing.id_of(frame), BadParams.code, {"reason": "too-many-members"})
            return
        try:
            message = framing.decode(frame)
        except ValueError:
            self._refuse(len(frame), None, BadParams.code, {"reason": "not-json"})
            return
        if not isinstance(message, dict):
            self._refuse(len(frame), None, BadParams.code, {"reason": "not-an-object"})
            return
        if not greeting.is_id(message.get("id")):
            self._refuse(len(frame), None, BadParams.code, {"reason": "shape", "where": "id"})
            return
        task = asyncio.create_task(self._reply(message))
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, len(frame)))

    def _refuse(self, size: int, number: int | None, code: str, params: dict[str, Any]) -> None:
        self._send(greeting.failure(number, code, params))
        self._pending.remove(size)

    def _ended(self, size: int, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._pending.remove(size)

    async def _reply(self, message: dict[str, Any]) -> None:
        number, method = message.get("id"), message.get("method")
        try:
            result = await self._handle(method, message.get("params", {}))
            self._send({"id": number, "result": result})
        except Refusal as refusal:
            self._send(greeting.failure(number, refusal.code, _sendable(refusal.params)))
        except framing.MessageTooLarge:
            self._send(greeting.failure(number, TooLarge.code, {"limit": greeting.MESSAGE_BYTES_OUT}))
        except Exception:  # noqa: BLE001  the outermost loop
            _LOG.exception("a bug while answering %s", method)
            self._send(greeting.failure(number, "internal", {}))

    async def _handle(self, method: Any, params: Any) -> Any:
        shape = REQUESTS.get(method) if isinstance(method, str) else None
        if shape is None:
            raise UnknownMethod(method=str(method)[:100])
        try:
            # Encoded again: from JSON, strict validation accepts a list as a tuple. `decode` has also accepted half
            # surrogate pairs, which `dumps` replaces.
            request = shape.model_validate_json(framing.dumps(params))
        except ValidationError as error:
            raise BadParams(reason="shape", where=_where(error)) from error
        return await HANDLERS[method](self._sessions, request)

    def _notify(self, event: str, params: Any) -> None:
        self._send({"event": event, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        self._outbox.put(framing.encode(message))


def _where(error: ValidationError) -> str:
    """Return the place of the first error, such as `evidence.links[0].rel`; "" for the parameters themselves.

    A missing member counts last. Returns "" as well if there are too many errors to list.
    """
    if error.error_count() > _MOST_LISTED:
        return ""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    first = min(errors, key=lambda problem: problem["type"] == "missing")
    place = first["loc"][:-2] if first["loc"][-1:] == (_NAME_OF_MEMBER,) else first["loc"]
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return "".join(parts).removeprefix(".")[:200]


def _size(frame: object) -> int:
    return len(frame) if isinstance(frame, bytes) else 0


def _put_in_loop(loop: asyncio.AbstractEventLoop, frames: asyncio.Queue[Any], frame: Any) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(frames.put_nowait, frame)


def _sendable(params: dict[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, int) else str(value)[:2_000] for name, value in params.items()}


def _log_bug(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    _LOG.error("%s", context.get("message"), exc_info=context.get("exception"))

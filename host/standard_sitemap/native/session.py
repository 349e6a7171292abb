"""The session after the handshake: reads requests, has each answered, writes answers and events.

The outermost loop: a bug in a handler is logged to standard error and answered as `internal`, the session goes on.
Requests are handled side by side, so a slow one holds up no other.
"""

import asyncio
import logging
import sys
import threading
from typing import Any

from pydantic import ValidationError

from standard_sitemap.native import framing, hello
from standard_sitemap.native.desk import HANDLERS, Desk
from standard_sitemap.refusals import BadParams, Refusal, TooLarge, UnknownMethod

_LOG = logging.getLogger("standard-sitemap-host")

_ENDED = object()


def serve(inward: int, outward: int) -> None:
    """Answer messages from `inward` to `outward` until the pipe ends; raises FramingError, BrokenPipeError."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    asyncio.run(Session(inward, outward).run())


class Session:
    """One browser at the other end of a pipe."""

    def __init__(self, inward: int, outward: int) -> None:
        self._inward = inward
        self._outward = outward
        self._desk = Desk(self._tell)
        self._requests: set[asyncio.Task[None]] = set()
        self._frames: asyncio.Queue[Any] = asyncio.Queue()
        self._broken = False

    async def run(self) -> None:
        """Serve until the pipe ends."""
        asyncio.get_running_loop().set_exception_handler(_log_bug)
        self._read_beside(asyncio.get_running_loop())
        try:
            while not self._broken and (frame := await self._frames.get()) is not _ENDED:
                if isinstance(frame, framing.FramingError):
                    raise frame
                self._take(frame)
        finally:
            for request in self._requests:
                request.cancel()
            await self._desk.close()

    def _read_beside(self, loop: asyncio.AbstractEventLoop) -> None:
        # A thread, since an event loop cannot wait for a pipe on every system. It ends with the process.
        threading.Thread(target=self._read, args=(loop,), name="messages", daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        frame: Any = b""
        while frame is not _ENDED:
            try:
                frame = framing.read_frame(self._inward) or _ENDED
            except framing.FramingError as error:
                loop.call_soon_threadsafe(self._frames.put_nowait, error)
                return
            except OSError:
                frame = _ENDED
            loop.call_soon_threadsafe(self._frames.put_nowait, frame)

    def _take(self, frame: bytes) -> None:
        try:
            message = framing.decode(frame)
        except ValueError:
            self._send(hello.failure(None, "bad-params", {"reason": "not-json"}))
            return
        if not isinstance(message, dict):
            self._send(hello.failure(None, "bad-params", {"reason": "not-an-object"}))
            return
        request = asyncio.create_task(self._answer(message))
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)

    async def _answer(self, message: dict[str, Any]) -> None:
        number, method = message.get("id"), message.get("method")
        try:
            result = await self._handled(method, message.get("params", {}))
            self._send({"id": number, "result": result})
        except Refusal as refusal:
            self._send(hello.failure(number, refusal.code, _sendable(refusal.params)))
        except framing.MessageTooLarge:
            self._send(hello.failure(number, TooLarge.code, {"limit": framing.MESSAGE_BYTES_OUT}))
        except Exception:  # noqa: BLE001  the outermost loop
            _LOG.exception("a bug while answering %s", method)
            self._send(hello.failure(number, "internal", {}))

    async def _handled(self, method: Any, params: Any) -> dict[str, Any]:
        shape, handler = HANDLERS.get(method, (None, None)) if isinstance(method, str) else (None, None)
        if shape is None or handler is None:
            raise UnknownMethod(method=str(method)[:100])
        try:
            asked = shape.model_validate_json(framing.dumps(params))
        except ValidationError as error:
            raise BadParams(reason="shape", where=_where(error)) from error
        return await handler(self._desk, asked)

    def _tell(self, event: str, params: dict[str, Any]) -> None:
        self._send({"event": event, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        if self._broken:
            return
        try:
            framing.write_all(self._outward, framing.encode(message))
        except BrokenPipeError:
            # The browser is gone: end as if it had closed the other side too.
            self._broken = True
            self._frames.put_nowait(_ENDED)


def _where(error: ValidationError) -> str:
    return ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])[:200]


def _sendable(params: dict[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, int) else str(value)[:2_000] for name, value in params.items()}


def _log_bug(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    _LOG.error("%s", context.get("message"), exc_info=context.get("exception"))

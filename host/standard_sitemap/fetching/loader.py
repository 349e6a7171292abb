"""The loading of one sitemap's files within limits: each once, on one budget, and from several servers concurrently.

The host and the command line use it. Never opens a connection and never parses. The caller passes functions that name
the wanted files, retrieve a file and handle a file.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, Protocol, TypeVar

from standard_sitemap.fetching.limits import PARALLEL, PARALLEL_BYTES, Limits
from standard_sitemap.refusals import NotAllowed, Refusal, TimedOut, TooLarge


class _BodyHolder(Protocol):
    @property
    def body(self) -> bytes: ...


Document = TypeVar("Document", bound=_BodyHolder)

# Receives an address, the number of its file, and the outcome.
Handle = Callable[[str, int, Document | Refusal], Awaitable[None]]

# Receives the number of finished files and of requested files.
Progress = Callable[[int, int], None]

# Returns whether the file at an address is available without waiting.
IsAtHand = Callable[[str], bool]


class Budget:
    """The budget of one sitemap: files, bytes, seconds."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.site_seconds
        self.bytes = 0

    def admit(self, uri: str, number: int) -> None:
        """Raise a FetchRefusal if nothing is left for the file with this number, counted from 1."""
        if number > self._limits.files:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {self._limits.files} files")
        self._require_bytes(uri)
        if self.left() <= 0:
            raise self.timed_out(uri)

    def left(self) -> float:
        """Return the remaining seconds; negative after the deadline."""
        return self._until - time.monotonic()

    def spend(self, uri: str, count: int) -> None:
        """Count the bytes of a file; raises TooLarge if the total exceeds the limit."""
        self.bytes += count
        self._require_bytes(uri)

    def timed_out(self, uri: str) -> TimedOut:
        """Return the refusal of a file after the deadline."""
        return TimedOut(uri=uri, seconds=int(self._limits.site_seconds))

    def _require_bytes(self, uri: str) -> None:
        if self.bytes > self._limits.site_bytes:
            raise TooLarge(uri=uri, limit=self._limits.site_bytes)


class Loader(Generic[Document]):
    """A loader that retrieves the files that a sitemap wants, until it wants no more.

    Available files come first, one after the other, up to the first unavailable one. Several tasks handle all others
    concurrently, as they arrive. With `in_order`, they are handled in the order of requests, so that the result does
    not depend on the speed of servers.
    """

    def __init__(
        self,
        retrieve: Callable[[str], Awaitable[Document]],
        limits: Limits,
        progress: Progress | None = None,
        *,
        in_order: bool = False,
    ) -> None:
        self.requested = 0
        self.done = 0
        self.budget = Budget(limits)
        self._retrieve = retrieve
        self._progress = progress
        self._in_order = in_order
        self._handled: asyncio.Condition | None = None
        self._retrieved_files = 0
        self._retrieved_bytes = 0

    async def run(
        self,
        wanted: Callable[[], Iterable[str]],
        handle: Handle[Document],
        is_at_hand: IsAtHand = lambda _: False,
    ) -> None:
        """Load until nothing more is wanted.

        `wanted` returns addresses, each once ever; `handle` receives the address, the file's number and its outcome.
        """
        # All are methods of the loader's owner, and are not stored. A reference cycle would keep a closed map in memory
        # until the garbage collector runs. Its runs depend on the number of objects, not on their size.
        waiting: deque[tuple[str, int]] = deque()
        while self._want(wanted, waiting) and is_at_hand(waiting[0][0]):
            uri, number = waiting.popleft()
            await self._finish(uri, number, await self._retrieved(uri, number), handle)
        if waiting:
            await self._run_side_by_side(waiting, wanted, handle)

    async def _run_side_by_side(
        self, waiting: deque[tuple[str, int]], wanted: Callable[[], Iterable[str]], handle: Handle[Document]
    ) -> None:
        # A task lasts until its file is handled, which limits retrieved but unparsed files. Tasks begin in the order of
        # requests, so the file whose turn it is always has one. They are few, since all run in one turn.
        running: set[asyncio.Task[None]] = set()
        finished: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
        self._handled = asyncio.Condition()
        try:
            while self._want(wanted, waiting) or running:
                while waiting and len(running) < self._most_running():
                    task = asyncio.create_task(self._load(*waiting.popleft(), handle))
                    task.add_done_callback(finished.put_nowait)
                    running.add(task)
                task = await finished.get()
                running.discard(task)
                task.result()
        finally:
            for task in running:
                task.cancel()

    def _want(self, wanted: Callable[[], Iterable[str]], waiting: deque[tuple[str, int]]) -> bool:
        """Add newly wanted addresses to `waiting`; return whether it holds any."""
        for uri in wanted():
            self.requested += 1
            waiting.append((uri, self.requested))
        return len(waiting) > 0

    def _most_running(self) -> int:
        """Return the maximum number of concurrent files: fewer if they are large."""
        if self._retrieved_bytes == 0:
            return PARALLEL
        return min(PARALLEL, max(1, PARALLEL_BYTES * self._retrieved_files // self._retrieved_bytes))

    async def _load(self, uri: str, number: int, handle: Handle[Document]) -> None:
        """Load a file concurrently with others, and handle it when its turn comes."""
        assert self._handled is not None
        try:
            async with asyncio.timeout(self.budget.left()):
                outcome = await self._retrieved(uri, number)
        except TimeoutError:
            outcome = self.budget.timed_out(uri)
        if self._in_order:
            async with self._handled:
                await self._handled.wait_for(lambda: self.done == number - 1)
        await self._finish(uri, number, outcome, handle)
        if self._in_order:
            async with self._handled:
                self._handled.notify_all()

    async def _retrieved(self, uri: str, number: int) -> Document | Refusal:
        # Failures are outcomes, too: an unavailable file costs only itself.
        try:
            self.budget.admit(uri, number)
            return await self._retrieve(uri)
        except Refusal as refusal:
            return refusal.with_traceback(None)  # its frames hold `handle`: a cycle from Python 3.13 on

    async def _finish(self, uri: str, number: int, outcome: Document | Refusal, handle: Handle[Document]) -> None:
        if not isinstance(outcome, Refusal):
            self._retrieved_files += 1
            self._retrieved_bytes += len(outcome.body)
            try:
                self.budget.spend(uri, len(outcome.body))
            except Refusal as refusal:
                outcome = refusal.with_traceback(None)  # its frames include this very call, with `handle`
        await handle(uri, number, outcome)
        self.done += 1
        if self._progress is not None:
            self._progress(self.done, self.requested)

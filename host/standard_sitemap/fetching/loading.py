"""Loads the files of one sitemap: side by side, each once, within one budget. Used by the host and the command line.

Never opens a connection and never parses: it is handed what says which files are wanted, what retrieves one, and what
handles it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, Protocol, TypeVar

from standard_sitemap.fetching.limits import PARALLEL, Limits
from standard_sitemap.refusals import NotAllowed, Refusal, TimedOut, TooLarge


class _WithBody(Protocol):
    @property
    def body(self) -> bytes: ...


Document = TypeVar("Document", bound=_WithBody)

# Is given an address, the number of its file, and what came of it.
Handle = Callable[[str, int, Document | Refusal], Awaitable[None]]

# Is called with how many files are done, and how many were requested.
Progress = Callable[[int, int], None]


class Budget:
    """What one sitemap may cost: files, bytes, seconds."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.site_seconds
        self.bytes = 0

    def admit(self, uri: str, number: int) -> float:
        """How many seconds are left for the file of that number, counted from 1; raises a FetchRefusal."""
        if number > self._limits.files:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {self._limits.files} files")
        self._require_bytes(uri)
        left = self._until - time.monotonic()
        if left <= 0:
            raise self.timed_out(uri)
        return left

    def spend(self, uri: str, count: int) -> None:
        """Count the bytes of a file; raises TooLarge where all together are too many."""
        self.bytes += count
        self._require_bytes(uri)

    def timed_out(self, uri: str) -> TimedOut:
        """The refusal of a file for which no time is left."""
        return TimedOut(uri=uri, seconds=int(self._limits.site_seconds))

    def _require_bytes(self, uri: str) -> None:
        if self.bytes > self._limits.site_bytes:
            raise TooLarge(uri=uri, limit=self._limits.site_bytes)


class Loader(Generic[Document]):
    """Retrieves all that one sitemap wants, and what that in turn wants, until nothing is left.

    Files are handled by several tasks at once, as they come; with `in_order` one after the other in the order of
    requests, so that what comes of it does not depend on which server was faster.
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
        self._handled = asyncio.Condition()

    async def run(self, wanted: Callable[[], Iterable[str]], handle: Handle[Document]) -> None:
        """Load until nothing more is wanted.

        `wanted` names addresses, each once ever; `handle` is given the address, the file's number and its outcome.
        """
        # Both are methods of whoever owns this loader, and not kept: a ring of references would hold a closed map in
        # memory until the garbage collector comes by, which it does by the number of objects, not by their size.
        # A task lasts until its file was handled: what is retrieved but not yet parsed stays bounded. They begin in the
        # order asked for, so the file whose turn it is always has one; and are few, since all run in one turn.
        waiting: deque[tuple[str, int]] = deque()
        running: set[asyncio.Task[None]] = set()
        finished: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
        try:
            while True:
                for uri in wanted():
                    self.requested += 1
                    waiting.append((uri, self.requested))
                while waiting and len(running) < PARALLEL:
                    task = asyncio.create_task(self._load(*waiting.popleft(), handle))
                    task.add_done_callback(finished.put_nowait)
                    running.add(task)
                if not running:
                    return
                task = await finished.get()
                running.discard(task)
                task.result()
        finally:
            for task in running:
                task.cancel()

    async def _load(self, uri: str, number: int, handle: Handle[Document]) -> None:
        # Failures are outcomes, too: one file that cannot be had costs that file.
        outcome = await self._retrieved(uri, number)
        if self._in_order:
            async with self._handled:
                await self._handled.wait_for(lambda: self.done == number - 1)
        if not isinstance(outcome, Refusal):
            try:
                self.budget.spend(uri, len(outcome.body))
            except Refusal as refusal:
                outcome = refusal.with_traceback(None)  # of which this very call is a part, with `handle`
        await handle(uri, number, outcome)
        self.done += 1
        if self._progress is not None:
            self._progress(self.done, self.requested)
        if self._in_order:
            async with self._handled:
                self._handled.notify_all()

    async def _retrieved(self, uri: str, number: int) -> Document | Refusal:
        try:
            async with asyncio.timeout(self.budget.admit(uri, number)):
                return await self._retrieve(uri)
        except TimeoutError:
            return self.budget.timed_out(uri)
        except Refusal as refusal:
            return refusal

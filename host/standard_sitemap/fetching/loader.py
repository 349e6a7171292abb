"""The loading of the files of one sitemap within limits: each once, on one budget, those of servers side by side.

Used by the host and the command line. Never opens a connection and never parses: what loads is handed what says which
files are wanted, what retrieves one, and what handles it. asyncio is loaded only once something is waited for: it takes
30 ms, as much as the reading of several thousand pages, and files on disk are there at once.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from types import coroutine
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from standard_sitemap.fetching.limits import PARALLEL, PARALLEL_BYTES, Limits
from standard_sitemap.refusals import NotAllowed, Refusal, TimedOut, TooLarge

if TYPE_CHECKING:
    import asyncio

_Result = TypeVar("_Result")


def result_of(work: Coroutine[Any, Any, _Result]) -> _Result:
    """What the work comes to: without an event loop up to where it awaits one, which it need not.

    In a thread of its own where a notebook's event loop runs in this one.
    """
    try:
        work.send(None)
    except StopIteration as end:
        result: _Result = end.value
        return result
    import asyncio  # only now, as above
    from concurrent.futures import ThreadPoolExecutor

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    # asyncio refuses to run a second loop in a thread, and a notebook's must not be blocked by ours.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@coroutine
def event_loop() -> Generator[None]:
    """Return within asyncio's event loop. Await this before using the loop, since `result_of` starts outside it."""
    yield


class _WithBody(Protocol):
    @property
    def body(self) -> bytes: ...


Document = TypeVar("Document", bound=_WithBody)

# Is given an address, the number of its file, and what came of it.
Handle = Callable[[str, int, Document | Refusal], Awaitable[None]]

# Is called with how many files are done, and how many were requested.
Progress = Callable[[int, int], None]

# Whether the file at an address is there without waiting for it.
IsAtHand = Callable[[str], bool]


class Budget:
    """What one sitemap may cost: files, bytes, seconds."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.site_seconds
        self.bytes = 0

    def admit(self, uri: str, number: int) -> None:
        """Raises a FetchRefusal where nothing is left for the file of that number, counted from 1."""
        if number > self._limits.files:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {self._limits.files} files")
        self._require_bytes(uri)
        if self.left() <= 0:
            raise self.timed_out(uri)

    def left(self) -> float:
        """How many seconds are left; less than 0 once it is too late."""
        return self._until - time.monotonic()

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

    Those at hand come first, one after the other, up to the first that is not. All others are handled by several tasks
    at once, as they come; with `in_order` one after the other in the order of requests, so that what comes of it does
    not depend on which server was faster.
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

        `wanted` names addresses, each once ever; `handle` is given the address, the file's number and its outcome.
        """
        # All are methods of whoever owns this loader, and not kept: a ring of references would hold a closed map in
        # memory until the garbage collector comes by, which it does by the number of objects, not by their size.
        waiting: deque[tuple[str, int]] = deque()
        while self._want(wanted, waiting) and is_at_hand(waiting[0][0]):
            uri, number = waiting.popleft()
            await self._finish(uri, number, await self._retrieved(uri, number), handle)
        if waiting:
            await event_loop()
            await self._run_side_by_side(waiting, wanted, handle)

    async def _run_side_by_side(
        self, waiting: deque[tuple[str, int]], wanted: Callable[[], Iterable[str]], handle: Handle[Document]
    ) -> None:
        import asyncio  # only now, as above

        # A task lasts until its file was handled: what is retrieved but not yet parsed stays bounded. They begin in the
        # order asked for, so the file whose turn it is always has one; and are few, since all run in one turn.
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
        """Adds what is wanted by now to what is waited for; whether that is anything."""
        for uri in wanted():
            self.requested += 1
            waiting.append((uri, self.requested))
        return len(waiting) > 0

    def _most_running(self) -> int:
        """How many files may be on their way or in hand at a time: of large ones fewer."""
        if self._retrieved_bytes == 0:
            return PARALLEL
        return min(PARALLEL, max(1, PARALLEL_BYTES * self._retrieved_files // self._retrieved_bytes))

    async def _load(self, uri: str, number: int, handle: Handle[Document]) -> None:
        """Load a file beside others, and handle it when its turn comes."""
        import asyncio  # is loaded already

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
        # Failures are outcomes, too: one file that cannot be had costs that file.
        try:
            self.budget.admit(uri, number)
            return await self._retrieve(uri)
        except Refusal as refusal:
            return refusal.with_traceback(None)  # whose frames hold `handle`: a cycle, from Python 3.13 on

    async def _finish(self, uri: str, number: int, outcome: Document | Refusal, handle: Handle[Document]) -> None:
        if not isinstance(outcome, Refusal):
            self._retrieved_files += 1
            self._retrieved_bytes += len(outcome.body)
            try:
                self.budget.spend(uri, len(outcome.body))
            except Refusal as refusal:
                outcome = refusal.with_traceback(None)  # of which this very call is a part, with `handle`
        await handle(uri, number, outcome)
        self.done += 1
        if self._progress is not None:
            self._progress(self.done, self.requested)

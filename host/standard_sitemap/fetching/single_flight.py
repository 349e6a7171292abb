"""Coalescing of concurrent equal work."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class SingleFlight(Generic[Result]):
    """A coalescer of concurrent calls with the same key. Cancels the work once no caller waits for it."""

    def __init__(self) -> None:
        self._pending: dict[Hashable, tuple[asyncio.Task[Result], list[None]]] = {}

    async def do(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of the pending work with a key; start the work if there is none."""
        task, waiting = self._pending.get(key) or self._start(key, work)
        waiting.append(None)
        try:
            # Shielded: one caller may stop waiting (a tab is closed) while others want the same response.
            return await asyncio.shield(task)
        finally:
            waiting.pop()
            if not waiting and not task.done():
                self._forget(key, task)
                task.cancel()

    def _start(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> tuple[asyncio.Task[Result], list[None]]:
        async def run() -> Result:
            return await work()

        task = asyncio.create_task(run())
        # Waiting callers raise the failure; without any, asyncio must not warn of it.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        task.add_done_callback(lambda ended: self._forget(key, ended))
        started = self._pending[key] = (task, [])
        return started

    def _forget(self, key: Hashable, task: asyncio.Task[Result]) -> None:
        # A new task with the same key may have been started since this one was cancelled.
        if key in self._pending and self._pending[key][0] is task:
            del self._pending[key]

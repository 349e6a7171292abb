"""The background work of one open site, started by its session and its views."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Tasks:
    """Running tasks, which can be cancelled together."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start some work; report an error in it as a bug to the outermost loop."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def cancel(self) -> None:
        """Cancel all work, and wait until it has ended."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        try:
            error = task.exception()
        except asyncio.CancelledError:
            # Reading it removes it from the task. Its frames refer to the task from Python 3.14 on: a reference cycle.
            return
        if error is not None:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a site's work ended in an error", "exception": error, "task": task}
            )


# Sends an event with its parameters.
Notify = Callable[[str, Any], None]

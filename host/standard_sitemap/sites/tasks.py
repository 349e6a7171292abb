"""The work of one open site that goes on beside the messages. Apart, since both a session and its views start some."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Running tasks, all of which can be ended together."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start some work; an error it ends in is a bug, which the outermost loop is to see."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def cancel(self) -> None:
        """End all work, and wait until it has ended."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a site's work ended in an error", "exception": task.exception(), "task": task}
            )

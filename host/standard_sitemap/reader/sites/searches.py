"""Searches of open maps, in slices of one thread of their own: one after another, and slower while a map is opened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

# Seconds of a search before the next search takes its turn.
SLICE_S = 0.01

# Seconds that a search waits, after each slice, for maps that are being opened: these get nine tenths of the time.
PATIENCE_S = 0.1

# Seconds between two looks at these maps.
_LOOK_S = 0.01


class Searches:
    """The searches of one browser. `is_opening` tells whether a map is being parsed of which nothing is shown yet."""

    def __init__(self, is_opening: Callable[[], bool] = lambda: False) -> None:
        self._is_opening = is_opening
        self._thread = ThreadPoolExecutor(1, "search")
        self._latest: dict[str, asyncio.Task[Any]] = {}

    async def run(self, advance: Callable[[], bool]) -> None:
        """Call `advance` in the thread until it returns False; cancelling ends the search after its slice."""
        loop = asyncio.get_running_loop()
        await self._wait_for_maps()
        while await loop.run_in_executor(self._thread, _slice, advance):
            await self._wait_for_maps()

    async def replace(self, name: str, search: Coroutine[Any, Any, T]) -> T | None:
        """End the search that has the same name, and return the result of this one; None if a newer one ends it."""
        if name in self._latest:
            self._latest[name].cancel()
        task = self._latest[name] = asyncio.create_task(search)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            if self._latest.get(name) is task:
                del self._latest[name]
        return None if task.cancelled() else task.result()

    async def _wait_for_maps(self) -> None:
        for _ in range(round(PATIENCE_S / _LOOK_S)):
            if not self._is_opening():
                return
            await asyncio.sleep(_LOOK_S)


def _slice(advance: Callable[[], bool]) -> bool:
    """Advance a search for one slice; return whether it continues."""
    until = time.monotonic() + SLICE_S
    while advance():
        if time.monotonic() > until:
            return True
    return False

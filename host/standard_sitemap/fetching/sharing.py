"""One request for each thing that several want at once. Knows nothing of what is asked for."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Shared(Generic[Result]):
    """The work under way, by what it is for. It ends when nobody waits for it any more."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, tuple[asyncio.Task[Result], list[None]]] = {}

    async def once(self, name: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """What the work under way for `name` gives; it is begun where there is none."""
        task, waiting = self._under_way.get(name) or self._begun(name, work)
        waiting.append(None)
        try:
            return await asyncio.shield(task)
        finally:
            waiting.pop()
            if not waiting and not task.done():
                self._forget(name, task)
                task.cancel()

    def _begun(self, name: Hashable, work: Callable[[], Awaitable[Result]]) -> tuple[asyncio.Task[Result], list[None]]:
        async def run() -> Result:
            return await work()

        task = asyncio.create_task(run())
        # A failure is told to those who wait; where none is left, to nobody.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        task.add_done_callback(lambda ended: self._forget(name, ended))
        begun = self._under_way[name] = (task, [])
        return begun

    def _forget(self, name: Hashable, task: asyncio.Task[Result]) -> None:
        if name in self._under_way and self._under_way[name][0] is task:
            del self._under_way[name]

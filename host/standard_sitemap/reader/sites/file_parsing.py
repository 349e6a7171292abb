"""The files of one sitemap parsed within its memory: here, or in workers where much is still to come.

Never in both at a time: this process downloads meanwhile, and what it parses beside that takes half as long again.

What comes of a file does not depend on where it was parsed. Decides nothing about what a file holds, and adds none to
the map.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

from standard_sitemap.fetching.bodies import room_of
from standard_sitemap.fetching.decoding import most_unpacked, unpacked
from standard_sitemap.fetching.limits import ROOM_FREE_BYTES_OF_SITE, ROOM_OF_SITE, Limits
from standard_sitemap.fetching.loader import Loader
from standard_sitemap.formats import Format
from standard_sitemap.model.file_sizes import MIB
from standard_sitemap.model.gzip_members import GZIP
from standard_sitemap.model.site import Bounds, Document, Retrieved
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread
from standard_sitemap.workers import WORKERS, WorkerEnded, Workers

P = ParamSpec("P")
T = TypeVar("T")

# Bytes; a file that is no larger is dealt with at once: in a thread of its own, a thousand such would take longer.
SMALL = 30_000

# Bytes of all files; once that much came, even small ones are read in the way that pays for large ones.
MUCH = 200_000

# Bytes; smaller files are handed over together, as many as wait: each alone would take as long as to parse it.
LARGE = MIB

# Bytes that are still to come, by the mean of the files that came: below that, a worker would be ready as all is done.
WORTH_WORKERS = 4 * MIB


class FileParsing:
    """Parses the files of one sitemap, as many at a time as there are workers; the bounds of each are the same."""

    def __init__(self, limits: Limits, loader: Loader[Retrieved], workers: Workers = WORKERS) -> None:
        self.weight = 0
        self._limits = limits
        self._loader = loader
        self._workers = workers
        self._bounds = Bounds(limits.elements, limits.depth, limits.attribute_length)
        self._received = 0
        self._files = 0
        self._reserved = 0
        self._room_freed = asyncio.Condition()
        # One file at a time where there are no workers: so the first can be shown before the last is parsed.
        self._turns = asyncio.Semaphore()
        self._has_workers = False
        # One after another, since they share one interpreter; and few of one server, whatever other sites wait for.
        self._here = asyncio.Lock()
        self.threads = asyncio.Semaphore()
        self._batches = Batches(self._in_worker)

    async def parse(self, packed: Retrieved, format_of: Callable[[Retrieved], Awaitable[Format]]) -> Document:
        """The document that a file holds; raises a Refusal where it unpacks to too much, or takes too long."""
        async with self._turns:
            self._note(packed.cost)
            # Unpacked only now: until it is read, a file is here as it came.
            file = await unpacked(packed, self._limits, self._loader.budget.left())
            self._loader.budget.spend(file.uri, len(file.body) - len(packed.body))
            if not self._goes_along(file):
                return await self._parsed(file, await format_of(file))
        return await self._parsed(file, await format_of(file))

    def _note(self, cost: int) -> None:
        """Count a file, and have workers from then on that much is to come."""
        self._files += 1
        self._received += cost
        to_come = self._loader.requested - self._files
        if not self._has_workers and to_come * self._received >= WORTH_WORKERS * self._files:
            self._has_workers = self._workers.most > 0
            for _ in range(1, self._workers.most):
                self._turns.release()

    @asynccontextmanager
    async def _bounds_of(self, file: Retrieved) -> AsyncIterator[Bounds]:
        """The bounds of a file: what it may take in memory depends on how much was received, of it and of the site.

        What others may take that are parsed now is reserved: where that would leave this one less, it waits for them.
        """
        own = room_of(file.cost)
        async with self._room_freed:
            await self._room_freed.wait_for(lambda: not self._reserved or self._room_of_site() >= own)
        room = min(own, self._room_of_site())
        self._reserved += own
        try:
            yield self._bounds._replace(
                room=max(0, room - len(file.body)), unpacked=most_unpacked(file.cost, self._limits)
            )
        finally:
            self._reserved -= own
            async with self._room_freed:
                self._room_freed.notify_all()

    def _room_of_site(self) -> int:
        return ROOM_FREE_BYTES_OF_SITE + ROOM_OF_SITE * self._received - self.weight - self._reserved

    async def _parsed(self, file: Retrieved, form: Format) -> Document:
        async with self._bounds_of(file) as bounds:
            document = await self._within(bounds, file, form)
            self.weight += document.weight
            return document

    async def _within(self, bounds: Bounds, file: Retrieved, form: Format) -> Document:
        given = file, bounds, self._loader.budget.bytes > MUCH
        try:
            if self._goes_along(file):
                return await self._batches.parse(form.parse, *given)
            if self._has_workers:
                [document] = await self._in_worker([(form.parse, *given)])
                return document
        except WorkerEnded:
            pass  # here, then
        except TimeoutError:
            raise self._loader.budget.timed_out(file.uri) from None
        if not is_large(file.body):
            return form.parse(*given)
        async with self._here, self.threads:
            return await in_thread(form.parse, *given)

    def _goes_along(self, file: Retrieved) -> bool:
        """Whether a file is handed over with others. They wait for no turn, since a batch is of those that wait."""
        return self._has_workers and len(file.body) < LARGE

    async def _in_worker(self, files: list[_File]) -> list[Document]:
        """What a worker finds in some files; raises WorkerEnded where there is none, and TimeoutError."""
        with self._workers.lend() as worker:
            if worker is None:
                raise WorkerEnded
            with BugGuard(TimeoutError, WorkerEnded):
                async with asyncio.timeout(self._loader.budget.left()):
                    return await in_thread(worker.call, documents, files)
            raise WorkerEnded


# How a file is parsed, the file, its bounds, and whether it is part of much.
_File = tuple[Callable[[Retrieved, Bounds, bool], Document], Retrieved, Bounds, bool]


def documents(files: list[_File]) -> list[Document]:
    """What files hold, one after the other."""
    return [parse(file, bounds, is_part_of_much) for parse, file, bounds, is_part_of_much in files]


class Batches:
    """Hands over files in batches: all that wait while one is at work are the next."""

    def __init__(self, hand_over: Callable[[list[_File]], Awaitable[list[Document]]]) -> None:
        self._hand_over = hand_over
        self._turn = asyncio.Lock()
        self._waiting: list[tuple[_File, asyncio.Future[Document]]] = []

    async def parse(self, *file: *_File) -> Document:
        """What a file holds; raises what handing over its batch does, WorkerEnded where whoever did so was ended."""
        result: asyncio.Future[Document] = asyncio.get_running_loop().create_future()
        self._waiting.append((file, result))
        async with self._turn:
            # The task whose turn it is submits the files of all waiting tasks.
            if not result.done():
                batch, self._waiting = self._waiting, []
                await self._settle(batch)
        return result.result()

    async def _settle(self, batch: list[tuple[_File, asyncio.Future[Document]]]) -> None:
        try:
            parsed = await self._hand_over([file for file, _ in batch])
        except BaseException as error:
            for _, result in batch:
                result.set_exception(TimeoutError() if isinstance(error, TimeoutError) else WorkerEnded())
                result.exception()  # asyncio must not warn of it once its file is no longer wanted
            raise
        for (_, result), document in zip(batch, parsed, strict=True):
            result.set_result(document)


async def beside(is_long: bool, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What `work` returns; in a thread, so that messages go on, where it takes long."""
    return await in_thread(work, *given, **named) if is_long else work(*given, **named)


def is_large(body: bytes) -> bool:
    """Whether a file takes long to parse; one that is compressed may, however small it comes."""
    return len(body) > SMALL or body.startswith(GZIP)

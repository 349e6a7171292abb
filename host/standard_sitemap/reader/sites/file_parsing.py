"""Parsing of one sitemap's files within its memory limit: in this process, or in workers while much is still to come.

Never in both at a time: this process downloads meanwhile, and parsing slowed by that takes half as long again. The
result does not depend on where a file was parsed. Decides nothing about the content of a file, and adds no file to the
map.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

from standard_sitemap.fetching.bodies import room_of
from standard_sitemap.fetching.decoding import in_turns, most_unpacked, unpacked
from standard_sitemap.fetching.limits import ROOM_FREE_BYTES_OF_SITE, ROOM_MOST_BYTES, ROOM_OF_SITE, Limits
from standard_sitemap.fetching.loader import Loader
from standard_sitemap.formats import SITEMAPS_ORG, Format
from standard_sitemap.model.file_sizes import MIB
from standard_sitemap.model.gzip_members import GZIP, unpacking
from standard_sitemap.model.site import Bounds, Document, RetrievedFile
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread
from standard_sitemap.refusals import TimedOut, TooLarge
from standard_sitemap.workers import WORKERS, WorkerFailure, Workers

P = ParamSpec("P")
T = TypeVar("T")

# Bytes; smaller files are parsed at once: in threads of their own, a thousand of them would take longer.
SMALL = 30_000

# Bytes of all files, above which even small ones are parsed in the way that pays for large ones.
MUCH = 200_000

# Bytes; smaller files are passed to a worker together, as many as wait. Passing each alone would take as long as
# parsing it.
LARGE = MIB

# The minimum share of its usual memory that a root file has while an earlier map is shown, unless it is a list. With
# it, both maps at the limit of small files take less than 300 MB, including the host itself.
ROOM_BESIDE = 1 / 3

# Faults of documents that were truncated because they are too large.
TOO_MUCH = frozenset({"too-many-elements", "unpacks-to-too-much"})

# Bytes still to come, by the mean size of the received files: below that, a worker would start too late.
WORTH_WORKERS = 4 * MIB


class FileParsing:
    """A parser of the files of one sitemap, as many at a time as there are workers, with the same bounds for each."""

    def __init__(self, limits: Limits, loader: Loader[RetrievedFile], workers: Workers = WORKERS) -> None:
        self.weight = 0
        self.shown_weight = 0  # bytes of an earlier map, which is shown until the root file has been parsed
        self._limits = limits
        self._loader = loader
        self._workers = workers
        self._bounds = Bounds(limits.elements, limits.depth, limits.attribute_length)
        self._received = 0
        self._files = 0
        self._reserved = 0
        self._room_freed = asyncio.Condition()
        # One file at a time without workers, so that the first can be shown before the last is parsed.
        self._turns = asyncio.Semaphore()
        self._has_workers = False
        # Files are parsed here one after another, since they share one interpreter. `threads` also limits the threads
        # of one server.
        self._here = asyncio.Lock()
        self.threads = asyncio.Semaphore()
        self._batches = Batches(self._in_worker)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being parsed."""
        return self._reserved > 0

    async def parse(self, packed: RetrievedFile, format_of: Callable[[RetrievedFile], Awaitable[Format]]) -> Document:
        """Return the document in a file; raises a Refusal if it is too large, or takes too long."""
        async with self._turns:
            self._note(packed.cost)
            # Unpacked only now: until it is read, a file stays as received.
            file = await unpacked(packed, self._limits, self._loader.budget.left())
            self._loader.budget.spend(file.uri, len(file.body) - len(packed.body))
            if not self._goes_along(file):
                return await self._parsed(file, await format_of(file))
        return await self._parsed(file, await format_of(file))

    def _note(self, cost: int) -> None:
        """Count a file, and use workers once many bytes are still to come."""
        self._files += 1
        self._received += cost
        to_come = self._loader.requested - self._files
        if not self._has_workers and to_come * self._received >= WORTH_WORKERS * self._files:
            self._has_workers = self._workers.most > 0
            for _ in range(1, self._workers.most):
                self._turns.release()

    @asynccontextmanager
    async def _bounds_of(self, file: RetrievedFile, form: Format) -> AsyncIterator[Bounds]:
        """Yield the bounds of a file: its memory depends on the bytes received for it and for the site.

        Memory is reserved for files that are being parsed. If they leave too little for this file, it waits until they
        are parsed.
        """
        own = room_of(file.cost)
        async with self._room_freed:
            await self._room_freed.wait_for(lambda: not self._reserved or self._room_of_site() >= own)
        room = min(own, self._room_of_site(), self._room_left(form))
        # The memory of a list is estimated while it is read, and most of that is free afterwards.
        if self._files == 1 and form.name != SITEMAPS_ORG:
            room = max(room - self.shown_weight, int(room * ROOM_BESIDE))
        self._reserved += own
        try:
            yield self._bounds._replace(
                room=max(0, room - len(file.body)), unpacked=most_unpacked(file.cost, self._limits)
            )
        finally:
            self._reserved -= own
            async with self._room_freed:
                self._room_freed.notify_all()

    def _lacks_room(self, root: Document, bounds: Bounds) -> bool:
        """Return whether a root file was truncated to less than the map that is shown, because that takes much room."""
        is_cut = root.weight < self.shown_weight and any(fault.code in TOO_MUCH for fault in root.faults)
        return is_cut and self.shown_weight > bounds.room // 4

    def _room_of_site(self) -> int:
        return ROOM_FREE_BYTES_OF_SITE + ROOM_OF_SITE * self._received - self.weight - self._reserved

    def _room_left(self, form: Format) -> int:
        """Return the part of the memory of any sitemap that a file may take: an equal one for each of the workers.

        A list of pages takes far more while it is read than it keeps, so what it keeps does not divide the rest.
        """
        if form.name == SITEMAPS_ORG:
            return ROOM_MOST_BYTES if self.weight < ROOM_MOST_BYTES else 0
        return (ROOM_MOST_BYTES - self.weight) // (self._workers.most if self._has_workers else 1)

    async def _parsed(self, file: RetrievedFile, form: Format) -> Document:
        async with self._bounds_of(file, form) as bounds:
            document = await self._within(bounds, file, form)
            if self._files == 1 and self._lacks_room(document, bounds):
                raise TooLarge(uri=file.uri, limit=bounds.room)
            self.weight += document.weight
            return document

    async def _within(self, bounds: Bounds, file: RetrievedFile, form: Format) -> Document:
        arguments = file, bounds, self._loader.budget.bytes > MUCH
        try:
            if self._goes_along(file):
                return await self._batches.parse(form.parse, *arguments)
            if self._has_workers:
                [document] = await self._in_worker([(form.parse, *arguments)])
                return document
        except WorkerFailure:
            pass  # continue in this process
        except TimeoutError:
            raise self._timed_out(file.uri) from None
        if not is_large(file.body):
            return form.parse(*arguments)
        async with self._here, self.threads:
            return await in_thread(form.parse, await self._with_content(file, form, bounds), *arguments[1:])

    async def _with_content(self, file: RetrievedFile, form: Format, bounds: Bounds) -> RetrievedFile:
        """Return a compressed file with its content; raises TimedOut after its seconds.

        It is unpacked in turns, because a thread that parses cannot be ended.
        """
        if form.name != SITEMAPS_ORG or not file.body.startswith(GZIP):
            return file
        try:
            async with asyncio.timeout(self._seconds()):
                return file._replace(content=await in_turns(unpacking(file.body, bounds.unpacked)))
        except TimeoutError:
            raise self._timed_out(file.uri) from None

    def _seconds(self) -> float:
        """Return the seconds that a file may take: those of a request, within those left for the site."""
        return min(self._limits.request_seconds, self._loader.budget.left())

    def _timed_out(self, uri: str) -> TimedOut:
        budget = self._loader.budget
        is_of_site = budget.left() <= 0
        return budget.timed_out(uri) if is_of_site else TimedOut(uri=uri, seconds=int(self._limits.request_seconds))

    def _goes_along(self, file: RetrievedFile) -> bool:
        """Return whether a file is passed on with others.

        Such files wait for no turn, since a batch consists of waiting files.
        """
        return self._has_workers and len(file.body) < LARGE

    async def _in_worker(self, files: list[_File]) -> list[Document]:
        """Return the documents that a worker parses; raises WorkerFailure if there is no worker, and TimeoutError."""
        seconds = self._seconds()
        if seconds <= 0:
            raise TimeoutError  # before a worker is started for nothing
        with self._workers.lend() as worker:
            if worker is None:
                raise WorkerFailure
            with BugGuard(TimeoutError, WorkerFailure):
                async with asyncio.timeout(seconds):
                    return await in_thread(worker.call, documents, files)
            raise WorkerFailure


# The function that parses a file, the file, its bounds, and whether it belongs to a large sitemap.
_File = tuple[Callable[[RetrievedFile, Bounds, bool], Document], RetrievedFile, Bounds, bool]


def documents(files: list[_File]) -> list[Document]:
    """Return the documents in files, in order."""
    return [parse(file, bounds, is_part_of_much) for parse, file, bounds, is_part_of_much in files]


class Batches:
    """A queue that passes on files in batches: all files that wait during one batch form the next.

    The files of a batch that takes too long are passed on one by one, so that each has the time of a file.
    """

    def __init__(self, hand_over: Callable[[list[_File]], Awaitable[list[Document]]]) -> None:
        self._hand_over = hand_over
        self._turn = asyncio.Lock()
        self._waiting: list[tuple[_File, asyncio.Future[Document]]] = []

    async def parse(self, *file: *_File) -> Document:
        """Return the document in a file; raises the errors of its batch, WorkerFailure if its task was ended."""
        result: asyncio.Future[Document] = asyncio.get_running_loop().create_future()
        self._waiting.append((file, result))
        async with self._turn:
            # The task whose turn it is submits the files of all waiting tasks.
            if not result.done():
                batch, self._waiting = self._waiting, []
                await self._settle(batch)
        return result.result()

    async def _settle(self, batch: list[tuple[_File, asyncio.Future[Document]]]) -> None:
        failure: Exception = WorkerFailure()
        try:
            parsed = await self._hand_over([file for file, _ in batch])
            for (_, result), document in zip(batch, parsed, strict=True):
                result.set_result(document)
        except TimeoutError:
            if len(batch) == 1:
                failure = TimeoutError()
            else:
                for single in batch:
                    await self._settle([single])
        except WorkerFailure:
            pass  # the failure of each file
        finally:
            for _, result in batch:
                if not result.done():
                    result.set_exception(failure)
                    result.exception()  # asyncio must not warn of it once its file is no longer wanted


async def beside(is_long: bool, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Return the result of `work`; run it in a thread if it is long, so that messages are handled."""
    return await in_thread(work, *arguments, **named) if is_long else work(*arguments, **named)


def is_large(body: bytes) -> bool:
    """Return whether a file takes long to parse; a compressed one may, however small it is."""
    return len(body) > SMALL or body.startswith(GZIP)

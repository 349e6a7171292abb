"""Long work in short slices, so that messages have their turn in between."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from standard_sitemap import formats
from standard_sitemap.fetching.limits import PARALLEL, Limits
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import Bounds, Document, Retrieved, Site
from standard_sitemap.refusals import NotAllowed, Refusal, TimedOut, TooLarge

SLICE_S = 0.005
"""How long work goes on before messages have their turn."""


async def in_slices(advance: Callable[[], bool]) -> None:
    """Call `advance` until it returns False, letting messages pass every few milliseconds."""
    until = time.monotonic() + SLICE_S
    while advance():
        if time.monotonic() > until:
            await asyncio.sleep(0)
            until = time.monotonic() + SLICE_S


P = ParamSpec("P")
T = TypeVar("T")

Retrieve = Callable[[str], Awaitable[Retrieved]]
"""Brings one document; raises a Refusal."""

SMALL = 200_000
"""Bytes; a file that is no larger is dealt with at once: in a thread of its own, a thousand such would take longer.

Once that much came, even small ones are read in the way that pays for large ones.
"""

GZIP = b"\x1f\x8b"
"""What compressed files begin with: they may be large, however small they come."""

_CUT = frozenset({"too-many-elements", "too-deep", "attribute-too-long", "unpacks-to-too-much"})
"""Faults of documents of which a part was left out because of a limit."""


class Loading:
    """The files of one sitemap as they come in, within limits; what came before one was reached stays.

    Only where the reader chose the address, its root file may be in another format than a Standard-Sitemap's.
    """

    def __init__(
        self,
        sitemap: str,
        retrieve: Retrieve,
        limits: Limits,
        *,
        include_user: bool,
        came: Callable[[], None],
        chosen: bool = False,
    ) -> None:
        self.format = formats.STANDARD
        self.site = self.format.site(sitemap, include_user)
        self._chosen = chosen
        self._limits = limits
        self._bounds = Bounds(limits.elements, limits.depth, limits.attribute_length)
        self._until = time.monotonic() + limits.site_seconds
        self.done = 0
        self.asked = 0
        self.refusals: dict[str, Refusal] = {}
        self._documents: dict[str, Document] = {}
        self._bytes = 0
        self._retrieve = retrieve
        self._came = came
        self._slots = asyncio.Semaphore(PARALLEL)
        self._parser = asyncio.Lock()
        # One after another, since they share one interpreter: so the first can be shown before the last is parsed.
        self._parsing = asyncio.Lock()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of what came so far is missing, or was cut by a limit."""
        faults = (fault for document in self._documents.values() for fault in document.faults)
        return not self.refusals and all(fault.code not in _CUT for fault in faults)

    async def run(self) -> None:
        """Load until nothing more is wanted."""
        running: set[asyncio.Task[None]] = set()
        finished: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
        try:
            while True:
                for uri in self.site.wanted():
                    self.asked += 1
                    task = asyncio.create_task(self._load(uri, self.asked))
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

    async def hierarchy(self) -> Hierarchy:
        """The hierarchy of what came so far; its roles and class changes are ready."""
        async with self._parser:
            return await asyncio.to_thread(_ready, self.site)

    async def faults(self, hierarchy: Hierarchy) -> tuple[Fault, ...]:
        """The faults of a hierarchy, which take a while to find in a large one."""
        async with self._parser:
            return await asyncio.to_thread(lambda: hierarchy.faults)

    async def include(self, include_user: bool) -> None:
        """Resolve what came once more, with another wish for elements whose `tree` is `user`."""
        async with self._parser:
            self.site = await asyncio.to_thread(self._replayed, include_user)

    async def _load(self, uri: str, number: int) -> None:
        try:
            async with self._slots:
                retrieved = await self._brought(uri, number)
                async with self._parsing:
                    document = await _beside(_is_large(retrieved.body), self._parsed, retrieved, number)
        except Refusal as refusal:
            await self._take_refusal(uri, refusal)
        else:
            await self._take_document(uri, document)
        self.done += 1
        self._came()

    def _parsed(self, retrieved: Retrieved, number: int) -> Document:
        if number == 1 and self._chosen:
            self._take_format(formats.detect_format(retrieved))
        return self.format.parse(retrieved, self._bounds, self._bytes > SMALL)

    def _take_format(self, form: formats.Format) -> None:
        """Go on in the format of the root file, before anything of it was taken in."""
        if form is not self.format:
            self.format, self.site = form, form.site(self.site.root_uri, self.site.include_user)
            self.site.wanted()  # the root file, which is here

    async def _brought(self, uri: str, number: int) -> Retrieved:
        limits = self._limits
        if number > limits.files:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {limits.files} files")
        if self._bytes > limits.site_bytes:
            raise TooLarge(uri=uri, limit=limits.site_bytes)
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimedOut(uri=uri, seconds=int(limits.site_seconds))
        try:
            async with asyncio.timeout(left):
                retrieved = await self._retrieve(uri)
        except TimeoutError as error:
            raise TimedOut(uri=uri, seconds=int(limits.site_seconds)) from error
        self._bytes += len(retrieved.body)
        if self._bytes > limits.site_bytes:
            raise TooLarge(uri=uri, limit=limits.site_bytes)
        return retrieved

    async def _take_refusal(self, uri: str, refusal: Refusal) -> None:
        self.refusals[uri] = refusal
        async with self._parser:  # without a thread: it takes no time, and there may be thousands
            self.site.fail(uri, refusal.code, str(refusal))

    async def _take_document(self, uri: str, document: Document) -> None:
        async with self._parser:
            self._documents[uri] = document
            await _beside(document.size > SMALL, self.site.add_document, uri, document)

    def _replayed(self, include_user: bool) -> Site:
        site = self.format.site(self.site.root_uri, include_user)
        still_wanted = True
        while still_wanted:
            still_wanted = False
            for uri in site.wanted():
                still_wanted = True
                self._replay(site, uri)
        return site

    def _replay(self, site: Site, uri: str) -> None:
        if uri in self._documents:
            site.add_document(uri, self._documents[uri])
        else:
            refusal = self.refusals.get(uri) or NotAllowed(uri=uri, reason="it was not loaded")
            site.fail(uri, refusal.code, str(refusal))


async def _beside(in_thread: bool, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What `work` returns; in a thread, so that messages go on, where it takes long."""
    return await asyncio.to_thread(work, *given, **named) if in_thread else work(*given, **named)


def _ready(site: Site) -> Hierarchy:
    hierarchy = site.hierarchy()
    hierarchy.children(hierarchy.root)
    # Here, in a thread, and not when a message asks for them.
    _ = hierarchy.roles, hierarchy.class_changes, hierarchy.groups, hierarchy.languages
    return hierarchy


def _is_large(body: bytes) -> bool:
    return len(body) > SMALL or body.startswith(GZIP)

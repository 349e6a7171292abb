"""The files of an open site as they arrive, and long work in short slices, so that messages are handled in between.

Files are parsed and added to the site here. `fetching.limits` decides which are loaded, how many at a time, and how
much in all.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from standard_sitemap import formats
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.loader import Loader
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import Document, RetrievedFile, Site
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread
from standard_sitemap.reader.sites.file_parsing import TOO_MUCH, FileParsing, beside
from standard_sitemap.reader.views.links import load_languages
from standard_sitemap.refusals import Internal, Refusal

# Seconds of work after which waiting messages are handled.
SLICE_S = 0.005

# Bytes of a file above which its results are added in a thread. A file of this size takes up to 40 ms, if all its
# elements refer to other files.
TAKEN_IN_AT_ONCE = 100_000

# Concurrent threads for the maps of one server: the process has six or more for all servers together.
THREADS_OF_SERVER = 2

# Retrieves one document; raises a Refusal.
Retrieve = Callable[[str], Awaitable[RetrievedFile]]

# Faults of documents that were truncated because of a limit.
_CUT = TOO_MUCH | {"too-deep", "attribute-too-long", "markup-too-long"}


async def in_slices(advance: Callable[[], bool]) -> None:
    """Call `advance` until it returns False; rest as long as it works: a map is opened in many turns of the loop."""
    until = time.monotonic() + SLICE_S
    while advance():
        if time.monotonic() > until:
            await asyncio.sleep(SLICE_S)
            until = time.monotonic() + SLICE_S


class Loading:
    """The files of one sitemap as they arrive, within limits; files loaded before a limit was reached stay.

    The root file may be in another format than a Standard-Sitemap's only if the reader chose the address.
    `shown_weight` is the memory of an earlier map, which is shown until the root file has been parsed.
    """

    def __init__(
        self,
        sitemap: str,
        retrieve: Retrieve,
        limits: Limits,
        *,
        include_user: bool,
        on_file: Callable[[], None],
        chosen: bool = False,
        threads: asyncio.Semaphore | None = None,
        shown_weight: int = 0,
    ) -> None:
        self.format = formats.STANDARD
        self.site = self.format.site(sitemap, include_user)
        self._chosen = chosen
        self.refusals: dict[str, Refusal] = {}
        self._documents: dict[str, Document] = {}
        self._loader = Loader(_without_bugs(retrieve), limits, lambda *_: on_file())
        self._threads = threads or asyncio.Semaphore(THREADS_OF_SERVER)
        self._parsing = FileParsing(limits, self._loader)
        self._parsing.threads = self._threads
        self._parsing.shown_weight = shown_weight
        self._parser = asyncio.Lock()

    @property
    def is_whole(self) -> bool:
        """Whether none of the loaded files is missing, or was truncated by a limit."""
        faults = (fault for document in self._documents.values() for fault in document.faults)
        return not self.refusals and all(fault.code not in _CUT for fault in faults)

    @property
    def is_parsing(self) -> bool:
        """Whether a file is being parsed, or the map of the parsed files is being made."""
        return self._parsing.is_busy or self._parser.locked()

    @property
    def weight(self) -> int:
        """The approximate bytes of memory of the files loaded so far."""
        return self._parsing.weight

    @property
    def requested(self) -> int:
        """The number of requested files."""
        return self._loader.requested

    @property
    def done(self) -> int:
        """The number of files that were loaded or refused."""
        return self._loader.done

    async def run(self) -> None:
        """Load until nothing more is wanted."""
        await self._loader.run(self._wanted, self._handle)

    async def hierarchy(self) -> Hierarchy:
        """Return the hierarchy of the files loaded so far, with its roles and class changes computed."""
        async with self._parser, self._threads:
            return await in_thread(_ready, self.site)

    async def faults(self, hierarchy: Hierarchy) -> tuple[Fault, ...]:
        """Return the faults of a hierarchy, which takes a while for a large one."""
        async with self._parser, self._threads:
            return await in_thread(lambda: hierarchy.faults)

    def _wanted(self) -> tuple[str, ...]:
        return self.site.wanted()  # of the current site: the root file may turn out to be in another format

    async def _handle(self, uri: str, number: int, outcome: RetrievedFile | Refusal) -> None:
        refusal: Refusal | None = Internal(uri=uri)
        with BugGuard():
            refusal = outcome if isinstance(outcome, Refusal) else await self._take_in(uri, number, outcome)
        if refusal is not None:
            await self._handle_refusal(uri, refusal)

    async def _take_in(self, uri: str, number: int, retrieved: RetrievedFile) -> Refusal | None:
        """Parse a file and add it to the site; return the refusal if that fails, or None."""
        try:
            async with asyncio.timeout(self._loader.budget.left()):
                document = await self._parsing.parse(retrieved, partial(self._format_of, number))
        except Refusal as refusal:
            return refusal
        except TimeoutError:
            return self._loader.budget.timed_out(uri)
        await self._handle_document(uri, document)
        return None

    async def _format_of(self, number: int, retrieved: RetrievedFile) -> formats.Format:
        if number == 1 and self._chosen:
            self._use_format(await in_thread(formats.detect_format, retrieved))
        return self.format

    def _use_format(self, file_format: formats.Format) -> None:
        """Continue in the format of the root file, before any of it was added."""
        if file_format is not self.format:
            self.format, self.site = file_format, file_format.site(self.site.root_uri, self.site.include_user)
            self.site.wanted()  # the root file, which has arrived

    async def _handle_refusal(self, uri: str, refusal: Refusal) -> None:
        self.refusals[uri] = refusal
        async with self._parser:  # without a thread: it takes no time, and there may be thousands
            with BugGuard():
                self.site.fail(uri, refusal.code, refusal.about(uri))

    async def _handle_document(self, uri: str, document: Document) -> None:
        async with self._parser:
            self._documents[uri] = document
            await beside(document.size > TAKEN_IN_AT_ONCE, self.site.add_document, uri, document)


def _without_bugs(retrieve: Retrieve) -> Retrieve:
    """Return `retrieve` as a function that raises refusals alone."""

    async def retrieved(uri: str) -> RetrievedFile:
        with BugGuard():
            return await retrieve(uri)
        raise Internal(uri=uri)

    return retrieved


def _ready(site: Site) -> Hierarchy:
    hierarchy = site.hierarchy()
    hierarchy.prepare()  # here, in a thread, and not when a message needs it
    if hierarchy.languages:
        load_languages()
    return hierarchy

"""The storage of cached responses: a database in the reader's cache folder, or in memory for private windows.

Knows nothing of HTTP. Stores no address: keys are digests, and each response has digests of its sites, so that the
responses of one site can be deleted.
"""

import asyncio
import contextlib
import hashlib
import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import ada_url
import platformdirs

from standard_sitemap.fetching.cache_file import CacheFile, StoredResponse, own_folder
from standard_sitemap.fetching.network_addresses import host_of, literal_address
from standard_sitemap.refusals import BadUrl

_LOG = logging.getLogger("standard-sitemap-host")

Result = TypeVar("Result")

# Writes in one transaction: they are combined while more are waiting, because each commit is slow.
_COMMIT_AFTER = 64

# 128 bits: among all responses that fit onto a disk, accidental collisions are ruled out.
_DIGEST_BYTES = 16

# Seconds to wait for pending writes, which are some megabytes at most. After that, they are abandoned.
_CLOSING_SECONDS = 5.0


def cache_place() -> Path:
    """Return the path of the reader's cache folder, whether or not it exists."""
    return Path(platformdirs.user_cache_dir("standard-sitemap-navigator", appauthor=False))


def cache_folder() -> Path | None:
    """Return the reader's cache folder, created if needed; None if it is not writable or not the reader's own."""
    folder = cache_place()
    try:
        return folder if own_folder(folder) else None
    except OSError:
        return None


def host_of_site(site: str) -> str:
    """Return the host that a reader denotes by its name or by one of its addresses; raises BadUrl."""
    try:
        host = str(ada_url.URL(site if "://" in site else f"http://{site}").hostname).removesuffix(".")
    except ValueError as error:
        raise BadUrl(uri=site[:1_000]) from error
    if not host:
        raise BadUrl(uri=site[:1_000])
    return host


def site_digests(*urls: str) -> bytes:
    """Return the digests that identify data of these URLs' hosts, and of all their parent domains."""
    hosts = {host for url in urls if (host := host_of(url).removesuffix("."))}
    names = {name for host in hosts for name in _with_parents(host)}
    return b"".join(_digest(name) for name in sorted(names))


def _with_parents(host: str) -> list[str]:
    if literal_address(host) is not None:  # 0.1 is no parent of 127.0.0.1
        return [host]
    labels = host.split(".")
    return [".".join(labels[place:]) for place in range(len(labels))]


def _digest(host: str) -> bytes:
    return hashlib.sha256(host.encode()).digest()[:_DIGEST_BYTES]


# A function for the thread; its result is called in the event loop.
_Work = Callable[[], Callable[[], None] | None]


class CacheStore:
    """Responses by key and variant. A thread does the work for the tasks of one event loop.

    `clearings` counts requests to delete data: responses requested before such a request must not be stored.
    """

    def __init__(self, folder: Path | None, max_bytes: int) -> None:
        """Store responses in `folder`, which is created on first use; in memory if it is None."""
        self._file = CacheFile(folder, max_bytes)
        self._work: queue.SimpleQueue[list[_Work] | None] = queue.SimpleQueue()
        self._batch: list[_Work] = []
        self._thread: threading.Thread | None = None
        self.clearings = 0

    async def find(self, key: bytes, fits: Callable[[bytes], bool]) -> list[StoredResponse]:
        """Return the responses with a key and with fitting metadata, the last used first."""
        return await self._done(lambda: self._file.find(key, fits), [])

    def store(self, key: bytes, variant: bytes, head: bytes, body: bytes, sites: bytes = b"") -> None:
        """Store a response with the digests of its sites; replace the one with the same key and variant."""
        self._enqueue(lambda: self._file.store(key, variant, head, body, sites))

    def renew(self, number: int, head: bytes) -> None:
        """Replace the metadata of a response."""
        self._enqueue(lambda: self._file.renew(number, head))

    def remove(self, number: int) -> None:
        """Delete a response."""
        self._enqueue(lambda: self._file.remove(number))

    async def clear(self, site: str | None = None) -> int | None:
        """Delete the responses of a site (a host and its subdomains), or all; return how many, None after an error."""
        self.clearings += 1
        digest = _digest(host_of_site(site)) if site is not None else None
        return await self._done(lambda: self._file.clear(digest), None)

    async def close(self) -> None:
        """Write pending data, close the file and end the thread; later work opens them again."""
        self._pass_on()
        if self._thread is not None:
            thread, self._thread = self._thread, None
            self._work.put(None)
            await asyncio.to_thread(thread.join, _CLOSING_SECONDS)

    async def _done(self, work: Callable[[], Result], otherwise: Result) -> Result:
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def run() -> Callable[[], None]:
            result = self._guarded(work, otherwise)
            return lambda: None if future.done() else future.set_result(result)

        self._enqueue(run)
        return await future

    def _enqueue(self, work: _Work) -> None:
        """Pass work to the thread, together with all other work of this turn of the event loop.

        Waking a thread, and being woken by it, takes longer than finding a response.
        """
        if not self._batch:
            asyncio.get_running_loop().call_soon(self._pass_on)
        self._batch.append(work)

    def _pass_on(self) -> None:
        if not self._batch:
            return
        if self._thread is None:
            loop = asyncio.get_running_loop()
            # A daemon, because the process must end at once when its browser does.
            self._thread = threading.Thread(target=self._run, args=(loop,), name="cache", daemon=True)
            self._thread.start()
        batch, self._batch = self._batch, []
        self._work.put(batch)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while (batch := self._work.get()) is not None:
            settle = [done for work in batch if (done := self._guarded(work, None)) is not None]
            # One transaction for a burst of responses: each commit waits for the disk.
            if self._work.empty() or self._file.unwritten >= _COMMIT_AFTER:
                self._guarded(self._file.commit, None)
            if settle:
                with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
                    loop.call_soon_threadsafe(_call_all, settle)
        self._guarded(self._file.close, None)

    def _guarded(self, work: Callable[[], Result], otherwise: Result) -> Result:
        """Return the result of `work`, or `otherwise` if it fails; a failure never ends the thread."""
        result = otherwise
        try:
            with self._file.mending():
                result = work()
        except Exception:  # noqa: BLE001  the outermost loop of the thread
            _LOG.exception("a bug in the cache")
        return result


def _call_all(functions: list[Callable[[], None]]) -> None:
    for function in functions:
        function()

"""One request for each thing that several want at once. Knows nothing of what is asked for."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

import httpcore
import httpx

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.addresses import Target
from standard_sitemap.fetching.bodies import UNFINISHED
from standard_sitemap.fetching.connections import Allows, GuardedBackend, Resolver, Turns
from standard_sitemap.fetching.http_cache import Answer, Fields, HttpCache
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.request_headers import Headers
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import NoConnection, Unreachable

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


class Network:
    """Asks servers; `allows` says which addresses it may connect to, `kept` holds earlier answers."""

    def __init__(
        self, allows: Allows, resolver: Resolver, kept: HttpCache | None = None, turns: Turns | None = None
    ) -> None:
        self.allows = allows
        self._backend = GuardedBackend(allows, resolver)
        self._cache = kept
        self._turns = turns or Turns()
        self._under_way: Shared[Answer] = Shared()
        self._client = httpx.AsyncClient(
            transport=_GuardedTransport(self._backend),
            follow_redirects=False,
            timeout=httpx.Timeout(limits.SILENCE_SECONDS, connect=limits.CONNECT_SECONDS, pool=None),
        )
        self._client.headers.clear()
        self.reached = self._backend.reached

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def may_reach_all(self, asked: Target) -> bool:
        """Whether all addresses of the target's host may be reached; True where it has none that are known."""
        return await self._backend.allows_all(asked.host, asked.port)

    async def answer(
        self, asked: Target, headers: Headers, bounds: Limits, *, xml_only: bool = False, revalidate: bool = False
    ) -> Answer:
        """The answer to a GET request, from the cache or by asking; raises a FetchRefusal.

        Those who ask the same at the same time are given the same answer. Bodies of failures are not read, nor, with
        `xml_only`, those of other documents.
        """
        name: Hashable = (asked.uri, tuple(headers), bounds, xml_only, revalidate)
        return await self._under_way.once(name, lambda: self._answer(asked, headers, bounds, xml_only, revalidate))

    async def _answer(
        self, asked: Target, headers: Headers, bounds: Limits, xml_only: bool, revalidate: bool
    ) -> Answer:
        async def send(added: Fields) -> Answer:
            more = [(name.encode(), value.encode()) for name, value in added]
            async with self._turns.at(asked.origin, bounds.parallel_per_server):
                return await self._sent(asked.uri, [*headers, *more], bounds, xml_only)

        if self._cache is None:
            return await send(())
        fields = tuple((name.decode().lower(), value.decode("utf-8", "replace")) for name, value in headers)
        return await self._cache.answer(asked.uri, fields, send, revalidate=revalidate)

    async def _sent(self, uri: str, headers: Headers, bounds: Limits, xml_only: bool) -> Answer:
        response = await self._begun(uri, headers)
        try:
            fields = tuple((name.lower(), value) for name, value in response.headers.multi_items())
            if not response.is_success or (xml_only and not is_xml(response.headers.get("content-type"))):
                return Answer(response.status_code, fields, None)
            body = await UNFINISHED.read(response.aiter_raw(), uri, bounds.file_bytes)
            return Answer(response.status_code, fields, body)
        except httpx.TimeoutException:
            raise
        except httpx.TransportError as error:
            raise Unreachable(uri=uri, reason=_reason(error)) from error
        finally:
            await response.aclose()

    async def _begun(self, uri: str, headers: Headers) -> httpx.Response:
        """The head of the answer; asked for once more where the server has closed a connection that was kept."""
        for is_last in (False, True):
            request = self._client.build_request("GET", uri, headers=headers)
            try:
                return await self._client.send(request, stream=True)
            except (httpx.ReadTimeout, httpx.WriteTimeout):
                raise
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                raise NoConnection(uri=uri, reason=_reason(error)) from error
            except httpx.TransportError as error:
                if is_last:
                    raise NoConnection(uri=uri, reason=_reason(error)) from error
        raise AssertionError


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


class _GuardedTransport(httpx.AsyncHTTPTransport):
    """httpx's own transport over a pool that connects through a GuardedBackend.

    Proxies named in the environment are not used: behind one the address could not be checked.
    """

    def __init__(self, backend: GuardedBackend) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted_certificates(),
            max_connections=None,  # bounded by turns, for each server
            max_keepalive_connections=limits.PARALLEL,
            http2=True,
            network_backend=backend,
        )


@lru_cache(1)
def trusted_certificates() -> ssl.SSLContext:
    """The operating system's certificates; where it has none, those that come with httpx. Loaded once."""
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not _has_certificate_folder():
        return httpx.create_ssl_context()
    return context


def _has_certificate_folder() -> bool:
    folder = ssl.get_default_verify_paths().capath
    return folder is not None and any(Path(folder).iterdir())

"""Retrieval for the command line: from disk, within the folder of the sitemap, and from the web.

Servers that the user named are reached at any address; files, redirects and pages lead from there to public servers
only. Nothing is cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.file_uris import is_on_drive, path_on_disk
from standard_sitemap.fetching.limits import DEFAULTS, Limits
from standard_sitemap.fetching.loader import Loader, Progress
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE, ACCEPT_XML, ReferringPage
from standard_sitemap.model.file_sizes import FILE_BYTES
from standard_sitemap.model.site import Document, RetrievedFile, Site
from standard_sitemap.refusals import BadUrl, NotAllowed, NotFound, Refusal, TooLarge, Unreachable

if TYPE_CHECKING:
    from standard_sitemap.fetching.client import Fetcher
    from standard_sitemap.fetching.credentials import Credentials
    from standard_sitemap.fetching.network import Network


# On the command line the user decides when to stop waiting.
COMMAND_LINE = replace(DEFAULTS, site_seconds=86_400)


def folder_of(uri: str) -> Path | None:
    """Return the folder of a file on disk; None for a file on the web."""
    return path_on_disk(uri).parent if urlsplit(uri).scheme == "file" else None


def read_below(uri: str, *roots: Path) -> bytes:
    """Return the bytes of the file that a `file:` URI names; raises NotAllowed outside `roots`, else a FetchRefusal."""
    path = _path(uri)
    try:
        edges = [root.resolve() for root in roots]
        # Before it is resolved, which contacts the server of a share. A drive may itself be a share.
        is_near = any(is_on_drive(path, folder) for folder in (*roots, *edges))
        # Resolved first, so that no symbolic link and no `..` leads outside.
        if not is_near or not any((real := path.resolve()).is_relative_to(edge) for edge in edges):
            raise NotAllowed(uri=uri, reason=f"it is not below {' or '.join(map(str, edges))}")
        if not real.is_file():
            raise NotFound(uri=uri, status=_without_file(real))
        # Before reading: a file on a disk may exceed the memory.
        if real.stat().st_size > FILE_BYTES:
            raise TooLarge(uri=uri, limit=FILE_BYTES)
        return real.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Unreachable(uri=uri, reason=reason or str(error)) from error


def _without_file(path: Path) -> str:
    """Return the reason why a path names no regular file."""
    if path.is_dir():
        return "no such file, but a folder"
    return "no such file, but a pipe or device" if path.exists() else "no such file"


def _path(uri: str) -> Path:
    parts = urlsplit(uri)
    # A host names another machine's file (RFC 8089, 2), for which there is no protocol.
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"}:
        raise BadUrl(uri=uri)
    if "\0" in unquote(parts.path):
        raise BadUrl(uri=uri)
    return path_on_disk(uri)


def page_type(uri: str, body: bytes) -> str:
    """Return the type that a web server would give a page: XHTML by its name or its beginning as XML, else HTML."""
    suffix = PurePosixPath(unquote(urlsplit(uri).path)).suffix.lower()
    is_xhtml = suffix in {".xhtml", ".xht"} or body.lstrip().startswith(b"<?xml")
    return "application/xhtml+xml" if is_xhtml else "text/html"


def served_type(document: RetrievedDocument) -> str:
    """Return the Content-Type of a page.

    For a response, the type is its header field, or "" if missing; for a file on disk, the type that a server would
    send.
    """
    is_on_disk = urlsplit(document.uri).scheme == "file"
    return page_type(document.uri, document.body) if is_on_disk else document.content_type or ""


class Retriever:
    """A retriever of documents; an async context manager that closes its connections.

    `edges` are the folders outside which no file is read; None if no files may be read, as for sitemaps on the web.
    `bodies` maps addresses to documents that are available already, such as standard input. `named` are the addresses
    that the user named. Their servers are reached at any address, all others only at public ones. None allows every
    server (`--allow-private`). `credentials` accompany requests to their own origin.
    """

    def __init__(
        self,
        edges: Path | tuple[Path, ...] | None,
        bodies: Mapping[str, bytes] = MappingProxyType({}),
        named: Iterable[str] | None = None,
        credentials: Credentials | None = None,
    ) -> None:
        self._credentials = credentials
        self._edges = (edges,) if isinstance(edges, Path) else edges
        self._bodies = bodies
        self._named = None if named is None else tuple(named)
        self._fetcher: Fetcher | None = None
        self._network: Network | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._network is not None:
            await self._network.close()

    def is_at_hand(self, uri: str) -> bool:
        """Return whether the document at an address is in memory or on disk, so that no server is needed."""
        return uri in self._bodies or urlsplit(uri).scheme == "file"

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """Return the document at `uri`; raises a FetchRefusal."""
        if uri in self._bodies:
            return RetrievedDocument(uri, self._bodies[uri])
        if urlsplit(uri).scheme != "file":
            document = await (await self._http()).fetch(uri, accept)
            # A document without a type has an unknown type (D42), which is never true of a file on disk.
            return document._replace(content_type=document.content_type or "")
        if self._edges is None:
            raise NotAllowed(uri=uri, reason="a sitemap on the web cannot lead to files")
        return RetrievedDocument(uri, read_below(uri, *self._edges))

    async def get_page(self, uri: str) -> tuple[RetrievedDocument, Refusal | None]:
        """Return the page at `uri`, and the refusal if it is an error page.

        The headers and links of an error page count as well (D42).
        """
        if urlsplit(uri).scheme == "file":
            return await self.get(uri, ACCEPT_PAGE), None
        fetcher = await self._http()
        fetcher.accepts_error_pages, fetcher.error = True, None
        try:
            return await self.get(uri, ACCEPT_PAGE), fetcher.error
        finally:
            fetcher.accepts_error_pages = False

    async def stay_at(self, site: str) -> None:
        """Refuse requests and redirects to any origin but `site` from now on."""
        (await self._http()).stays_at = site

    async def _http(self) -> Fetcher:
        if self._fetcher is None:
            # Saves 90 ms for files on disk.
            from standard_sitemap.fetching.client import Fetcher, Policy, network_for, reach_of
            from standard_sitemap.fetching.look_ups import remembering, system_addresses

            # The servers' addresses stay the ones that the user's names had at the start.
            resolver = remembering(system_addresses)
            reach = None if self._named is None else await reach_of(self._named, resolver)
            policy = Policy(any_address=reach is None, reach=reach, resolver=resolver)
            self._network = network_for(ReferringPage(), policy)
            self._fetcher = Fetcher(ReferringPage(), self._network)
            self._fetcher.credentials = self._credentials
        return self._fetcher


async def load(
    site: Site,
    retriever: Retriever,
    known: Mapping[str, RetrievedDocument] = MappingProxyType({}),
    progress: Progress | None = None,
    limits: Limits = COMMAND_LINE,
    parsed: Mapping[str, Document] = MappingProxyType({}),
) -> dict[str, Refusal]:
    """Load all files that a site wants; return the refusals by requested address.

    `known` files are available already; `parsed` ones, by their own address, are not parsed again.
    """
    refused: dict[str, Refusal] = {}

    async def retrieve(uri: str) -> RetrievedDocument:
        return known.get(uri) or await retriever.get(uri)

    async def handle(uri: str, _: int, outcome: RetrievedDocument | Refusal) -> None:
        if isinstance(outcome, Refusal):
            refused[uri] = outcome
            site.fail(uri, outcome.code, outcome.about(uri))
        elif outcome.uri in parsed:
            # A site numbers its documents, so that two sites cannot share one.
            site.add_document(uri, copy(parsed[outcome.uri]))
        else:
            site.add(uri, RetrievedFile(outcome.uri, outcome.body, outcome.content_type))

    def is_at_hand(uri: str) -> bool:
        return uri in known or retriever.is_at_hand(uri)

    await Loader(retrieve, limits, progress, in_order=True).run(site.wanted, handle, is_at_hand)
    return refused

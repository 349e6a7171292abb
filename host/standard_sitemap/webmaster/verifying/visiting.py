"""Chooses pages of a sitemap and visits them, a few at a time; `elements` then evaluates class changes on them.

Pages with roles come first, then pages spread over the tree. The choice is deterministic, so that runs can be compared.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.hierarchy import ClassChange
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.ssp import Hierarchy
from standard_sitemap.webmaster.checking.page_naming import PageNaming, is_page, naming
from standard_sitemap.webmaster.converting.pages import is_web
from standard_sitemap.webmaster.converting.walking import nodes_of

# Concurrent requests: as few as a browser makes to open a page in the background.
AT_A_TIME = 2

# Bytes of each page: sitemaps are named at its start, and parsing as browsers do takes a second per MB.
READ_BYTES = 2 * 1024 * 1024

# Bytes of all pages together, for the class changes: more pages of the same site hardly add information.
STORED_BYTES = 64 * 1024 * 1024

# For all class changes on all pages: a second per page is a lot.
ELEMENTS_SECONDS = 60.0


class Sample(NamedTuple):
    """Pages to visit, by address, with the nodes that name them; `total` is the number of candidates.

    The total is approximate if not all are visited: nodes without a page of the host count as well.
    """

    pages: dict[str, int]
    total: int


def sample(hierarchy: Hierarchy, most: int) -> Sample:
    """Return at most `most` pages on the sitemap's own host."""
    host = urlsplit(hierarchy.root_uri).netloc
    nodes = array("I", nodes_of(hierarchy))
    chosen: dict[str, int] = {}
    for node in (*_with_roles(hierarchy), *_spread(nodes, most)):
        if len(chosen) >= most:
            break
        for address in _addresses(hierarchy, node, host, len(chosen)):
            chosen.setdefault(address, node)
    return Sample(chosen, len(chosen) if len(chosen) < most else max(len(nodes), len(chosen)))


def _with_roles(hierarchy: Hierarchy) -> Iterator[int]:
    """Yield the first node of each role that is a page."""
    for role, nodes in hierarchy.roles.items():
        if role != "search" and nodes:
            yield nodes[0]


def _spread(nodes: array[int], most: int) -> Iterator[int]:
    """Yield evenly spaced nodes, then twice the nodes halfway between: some nodes are not pages of this host."""
    count = len(nodes)
    for divisor in (1, 2, 4):
        step = max(1, count // max(1, most * divisor))
        yield from (nodes[index] for index in range(step // 2, count, step))


def _addresses(hierarchy: Hierarchy, node: int, host: str, turn: int) -> Iterator[str]:
    """Yield one address of a node, from its variants in turn, if it is on the host."""
    variants = hierarchy.details.variants(node)
    location = variants[turn % len(variants)].location
    if location is not None and is_web(location) and urlsplit(location).netloc == host:
        yield location.partition("#")[0]


class PageVisit(NamedTuple):
    """A requested page: its response or refusal, and the sitemap that it names, if it is a page."""

    address: str
    response: RetrievedDocument | None = None
    refusal: FetchRefusal | None = None
    naming: PageNaming | None = None


async def visit_all(addresses: Iterable[str], retriever: Retriever, progress: Callable[[int], None]) -> list[PageVisit]:
    """Return the visits in order; `progress` receives the number of finished ones."""
    slots = asyncio.Semaphore(AT_A_TIME)
    done = stored = 0

    async def visit_in_turn(address: str) -> PageVisit:
        nonlocal done, stored
        async with slots:
            visit = await _visit(address, retriever)
        done += 1
        progress(done)
        stored += len(visit.response.body) if visit.response is not None else 0
        return visit if stored <= STORED_BYTES else _without_body(visit)

    return list(await asyncio.gather(*map(visit_in_turn, addresses)))


async def _visit(address: str, retriever: Retriever) -> PageVisit:
    try:
        response = await retriever.get(address, ACCEPT_PAGE)
    except FetchRefusal as refusal:
        return PageVisit(address, refusal=refusal)
    page = response._replace(body=response.body[:READ_BYTES])
    return PageVisit(address, page, naming=await asyncio.to_thread(naming, page, None))


def _without_body(visit: PageVisit) -> PageVisit:
    return visit if visit.response is None else visit._replace(response=visit.response._replace(body=b""))


def has_elements(visit: PageVisit) -> bool:
    """Return whether class changes can be evaluated on a page."""
    return visit.response is not None and is_page(visit.response) and len(visit.response.body) > 0


async def pages_with(changes: Sequence[ClassChange], visits: Iterable[PageVisit]) -> list[int] | None:
    """Return the number of pages in which each class change matches; None if the time limit was exceeded."""
    pages = [
        {"type": visit.response.content_type or "text/html", "body": base64.b64encode(visit.response.body).decode()}
        for visit in visits
        if visit.response is not None and has_elements(visit)
    ]
    expressions = [{"elem": change.elem, "namespaces": change.namespaces} for change in changes]
    request = json.dumps({"expressions": expressions, "pages": pages}).encode()
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-P", "-m", "standard_sitemap.webmaster.verifying.elements")
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(ELEMENTS_SECONDS):
            answer, _ = await process.communicate(request)
    except TimeoutError:
        process.kill()
        await process.wait()
        return None
    return list(json.loads(answer)) if process.returncode == 0 else None

"""Visits pages, few at a time, and says what each shows; the process of `elements` looks for class changes in them."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from standard_sitemap.checking.checker import Naming, is_page, naming
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.nodes import ClassChange
from standard_sitemap.refusals import FetchRefusal

# Requests: as few as a reader makes who opens a page in the background.
AT_A_TIME = 2

# Of each page: names of sitemaps stand at its beginning, and reading as browsers do takes a second for each MB.
READ_BYTES = 2 * 1024 * 1024

# Of all pages together, for the class changes: more pages of the same site hardly show more.
STORED_BYTES = 64 * 1024 * 1024

# For all class changes on all pages: a second a page is a lot.
ELEMENTS_SECONDS = 60.0


class Visit(NamedTuple):
    """A requested page: its response, or why there is none; what it names, where it is a page."""

    address: str
    response: RetrievedDocument | None = None
    refusal: FetchRefusal | None = None
    naming: Naming | None = None


async def visit_all(addresses: Iterable[str], retriever: Retriever, progress: Callable[[int], None]) -> list[Visit]:
    """Visits in order; `progress` hears how many are done."""
    slots = asyncio.Semaphore(AT_A_TIME)
    done = stored = 0

    async def one(address: str) -> Visit:
        nonlocal done, stored
        async with slots:
            visit = await _visit(address, retriever)
        done += 1
        progress(done)
        stored += len(visit.response.body) if visit.response is not None else 0
        return visit if stored <= STORED_BYTES else _without_body(visit)

    return list(await asyncio.gather(*map(one, addresses)))


async def _visit(address: str, retriever: Retriever) -> Visit:
    try:
        response = await retriever.get(address, ACCEPT_PAGE)
    except FetchRefusal as refusal:
        return Visit(address, refusal=refusal)
    page = response._replace(body=response.body[:READ_BYTES])
    return Visit(address, page, naming=await asyncio.to_thread(naming, page, None))


def _without_body(visit: Visit) -> Visit:
    return visit if visit.response is None else visit._replace(response=visit.response._replace(body=b""))


def has_elements(visit: Visit) -> bool:
    """Whether there is a page in which class changes can be looked for."""
    return visit.response is not None and is_page(visit.response) and len(visit.response.body) > 0


async def pages_with(changes: Sequence[ClassChange], visits: Iterable[Visit]) -> list[int] | None:
    """On how many pages each class change finds an element; None where that took too long to find out."""
    pages = [
        {"type": visit.response.content_type or "text/html", "body": base64.b64encode(visit.response.body).decode()}
        for visit in visits
        if visit.response is not None and has_elements(visit)
    ]
    expressions = [{"elem": change.elem, "namespaces": change.namespaces} for change in changes]
    request = json.dumps({"expressions": expressions, "pages": pages}).encode()
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "standard_sitemap.verifying.elements")
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(ELEMENTS_SECONDS):
            answer, _ = await process.communicate(request)
    except TimeoutError:
        process.kill()
        await process.wait()
        return None
    return list(json.loads(answer)) if process.returncode == 0 else None

"""Titles of pages that the reader requests.

Pages are fetched one after the other, slowly, until the server objects. A page's rules for robots are ignored, because
a reader requests the titles for the rows in view. Only the first bytes of a page are read, and only its title is
stored.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable

from standard_sitemap.fetching.decoding import decoded_start
from standard_sitemap.fetching.limits import TITLE_BYTES
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.reader.sites.loading import Retrieve
from standard_sitemap.refusals import HttpStatus, Refusal
from standard_sitemap.sitemapsorg.page_titles import title_of

# Seconds between pages: a reader who opens pages in tabs requests more than two a second.
PAUSE_S = 0.5

# Seconds for all pages of one request; the extension waits a minute for a reply.
ALL_S = 45.0

# Consecutive refusals: a server that refuses three pages wants no more requests.
MOST_REFUSED = 3

# Statuses for too many requests, or overload (RFC 6585, RFC 9110).
_ENOUGH = frozenset({429, 503})


async def fetched_titles(locations: Iterable[str], retrieve: Retrieve) -> AsyncIterator[tuple[str, str]]:
    """Yield the addresses of pages with their titles, as they arrive; skip untitled and unavailable pages."""
    refused, until = 0, time.monotonic() + ALL_S
    for number, location in enumerate(locations):
        if number:
            await asyncio.sleep(PAUSE_S)
        if time.monotonic() > until:
            return
        try:
            start = await retrieve(location)
        except Refusal as refusal:
            refused += 1
            if refused == MOST_REFUSED or _is_enough(refusal):
                return
            continue
        refused = 0
        body = await in_thread(decoded_start, start.body, start.encodings, TITLE_BYTES)
        if title := title_of(body, start.content_type):
            yield location, title


def _is_enough(refusal: Refusal) -> bool:
    return isinstance(refusal, HttpStatus) and refusal.params.get("status") in _ENOUGH

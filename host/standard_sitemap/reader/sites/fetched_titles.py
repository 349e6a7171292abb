"""Titles of pages that a reader wishes to have fetched: one page after the other, slowly, and given up where the server
does not like it.

A page's own rules for robots are not looked at: a reader asks, for the rows that are in view. No more than the first
bytes of a page are read, and nothing of it is stored but its title.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable

from standard_sitemap.fetching.decoding import decoded_start
from standard_sitemap.fetching.limits import DEFAULTS
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.reader.sites.loading import Retrieve
from standard_sitemap.refusals import HttpStatus, Refusal
from standard_sitemap.sitemapsorg.page_titles import title_of

# Of a page: most titles stand in the first two thousand bytes, some behind a style sheet.
TITLE_BYTES = 65_536

# One page takes no longer: others wait for it.
TITLE_LIMITS = DEFAULTS.with_changes({"request_seconds": 8, "redirects": 5, "file_bytes": TITLE_BYTES}).of_starts()

# From one page to the next: two a second are fewer than a reader who opens pages in tabs asks for.
PAUSE_S = 0.5

# For all pages of one wish; the extension waits a minute for a reply.
ALL_S = 45.0

# Consecutive refusals: a server that refuses three pages wants no more requests.
MOST_REFUSED = 3

# By which servers say that there are too many requests, or for too long (RFC 6585, RFC 9110).
_ENOUGH = frozenset({429, 503})


async def fetched_titles(locations: Iterable[str], retrieve: Retrieve) -> AsyncIterator[tuple[str, str]]:
    """The addresses of pages with their titles, as they come in; of those that have none, or cannot be had, nothing."""
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

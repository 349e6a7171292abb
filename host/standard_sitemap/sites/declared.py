"""What a page's site declares of sitemaps.org sitemaps: asks for its robots.txt, and for nothing else.

For those who were asked to look: the command line, and the extension once its reader has clicked. Guesses no address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.refusals import NotFound, Refusal
from standard_sitemap.sitemapsorg.declarations import Declaration, declarations, robots_address
from standard_sitemap.sitemapsorg.robots import Robots, read_robots

Get = Callable[[str], Awaitable[ssp.Retrieved]]
"""Brings a text; raises a Refusal."""

MOST_SUGGESTED = 50
"""Of links, each of which a reader would have to look at."""

_NOTHING = Robots((), ())


class Declared(NamedTuple):
    """What a site declares; `state` of robots.txt is `found`, `none`, or the code of why it could not be had."""

    declarations: tuple[Declaration, ...]
    state: str
    faults: tuple[ssp.Fault, ...]
    refusal: Refusal | None


async def declared(page: str, links: Iterable[ssp.Link], get: Get) -> Declared:
    """What the robots.txt of a page's site declares, and the page by its links."""
    state, robots, refusal = await _robots(page, get)
    return Declared(declarations(robots, links), state, robots.faults, refusal)


async def _robots(page: str, get: Get) -> tuple[str, Robots, Refusal | None]:
    address = robots_address(page)
    if address is None:
        return "none", _NOTHING, None
    try:
        came = await get(address)
    except NotFound:
        return "none", _NOTHING, None
    except Refusal as refusal:
        return refusal.code, _NOTHING, refusal
    return "found", read_robots(came.body, came.uri, came.content_type), None


def suggestions(page: str, found: Declared) -> list[dict[str, Any]]:
    """What a reader may choose from: all lines of robots.txt together, then each link that says something else."""
    lines = {one.sitemap for one in found.declarations if one.source == "robots"}
    robots = {"sitemap": robots_address(page), "source": "robots", "title": None, "count": len(lines)}
    others = [one for one in found.declarations if one.sitemap not in lines]
    return [robots] * bool(lines) + [{**one._asdict(), "count": 1} for one in others[:MOST_SUGGESTED]]

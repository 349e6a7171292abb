"""The line of a robots.txt that names a sitemap; every other byte stays. Pure."""

from __future__ import annotations

import re

from standard_sitemap.sitemapsorg.declarations import read_robots

_BREAK = re.compile(rb"\r\n|\n|\r")


def line(sitemap: str) -> str:
    """The line that names a sitemap."""
    return f"Sitemap: {sitemap}"


def with_line(robots: bytes, sitemap: str) -> bytes:
    """A robots.txt with the line at its end, in its own line ends; as it was where it names the sitemap already."""
    if sitemap in read_robots(robots, sitemap).sitemaps:
        return robots
    found = _BREAK.search(robots)
    end = found.group() if found else b"\n"
    before = robots if not robots or robots.endswith((b"\n", b"\r")) else robots + end
    return before + line(sitemap).encode("ascii") + end

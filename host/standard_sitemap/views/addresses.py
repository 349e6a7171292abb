"""The addresses by which a map may know a page, and those that a page is below. Pure.

Links from elsewhere add parameters, and servers answer a folder's address and that of its index alike: a reader is on
the same page all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# What campaigns and other sites' links add: a page is not another for it.
_ADDED = re.compile(
    r"(?:utm_[^=]*|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|ref|ref_src|srsltid)(?:=.*)?"
)

# By which servers answer the address of a folder.
_INDEXES = ("index.html", "index.htm", "index.php", "index.xhtml", "default.aspx")

# Parameters that are left out one by one, and levels that are gone up: each costs a look through the map's addresses.
_MOST_PARAMETERS = 16
_MOST_LEVELS = 32


def known_as(url: str) -> Iterator[str]:
    """The addresses of a page, the likeliest first: as it is, without added parameters, with and without an index."""
    given, mark, fragment = url.partition("#")
    path, _, query = given.partition("?")
    for kept in _queries(query):
        for same in _with_or_without_index(path):
            yield f"{same}?{kept}{mark}{fragment}" if kept else f"{same}{mark}{fragment}"


def above(url: str) -> Iterator[str]:
    """The addresses of folders and pages that a page is below, the nearest first.

    Not the site's own address: every page of it is below that, and a mark there would say nothing.
    """
    path = re.split("[?#]", url, maxsplit=1)[0]
    site = re.match(r"[a-z][a-z0-9+.-]*://[^/]*/", path)
    if site is None:
        return
    for _ in range(_MOST_LEVELS):
        path = path.rstrip("/")
        if len(path) < site.end():
            return
        path = path[: path.rindex("/") + 1]
        if len(path) > site.end():
            yield from (path, path + _INDEXES[0], path.rstrip("/"))


def _queries(query: str) -> Iterator[str]:
    """A query, then what is left of it without what others add, then with ever less from its end."""
    parts = [part for part in query.split("&") if part]
    own = [part for part in parts if not _ADDED.fullmatch(part)]
    shorter = (own[:count] for count in range(min(len(own) - 1, _MOST_PARAMETERS), 0, -1))
    yield from dict.fromkeys((query, "&".join(own), *("&".join(some) for some in shorter), ""))


def _with_or_without_index(path: str) -> Iterator[str]:
    yield path
    folder, _, name = path.rpartition("/")
    if not name:
        yield from (path + index for index in _INDEXES)
    elif name.lower() in _INDEXES:
        yield f"{folder}/"

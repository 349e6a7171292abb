"""Addresses of a crawl: decides which are pages of the site, where each page is kept, and which look like a trap. Pure.

A page is identified by its path; query, fragment and parameters such as `;jsessionid=1` are dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from mimetypes import MimeTypes
from urllib.parse import unquote, urlsplit

from standard_sitemap.model.stored_names import stored_path
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.url_paths import PAGE_SUFFIXES

# Deeper paths come from mistakenly relative links, which add a level on each page.
_MOST_FOLDERS = 20
# Paths that repeat a folder more often come from such links too: /news/news/news/news/.
_MOST_REPETITIONS = 3
# Numbers, and tokens such as the id of a session: a new one for each page gives an endless site.
_VARYING = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?=[A-Za-z]{0,40}\d)[0-9A-Za-z]{16,}|\d+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\\]")
# The standard types only, without this machine's additions. For unknown suffixes the server's content type decides.
_TYPES = MimeTypes()
# Python 3.14 knows the type of .php, whose scripts answer with pages.
_PAGE_TYPES = frozenset({None, "text/html", "application/xhtml+xml", "application/x-httpd-php"})


class SiteAddresses:
    """The addresses of one site; `origin` is its scheme and host, without a trailing slash.

    `alike` counts pages by their paths, with `#` for each number and token; paths without these are not in it.
    `most_alike` limits pages whose paths differ only in numbers and tokens, such as the days of an endless calendar.
    """

    def __init__(self, origin: str, most_alike: int = 2_500) -> None:
        self.origin = origin
        self._most_alike = most_alike
        self.alike: Counter[str] = Counter()

    def path(self, base: str, reference: str) -> str | None:
        """Return the path of the page that `reference` leads to from `base`; None unless it is a page of this site."""
        address = resolve(base, reference)
        if address is None or not address.startswith(self.origin):
            return None
        parts = urlsplit(address)
        if f"{parts.scheme}://{parts.netloc}" != self.origin:
            return None
        path = re.sub(r";[^/]*", "", parts.path) or "/"
        return path if _TYPES.guess_type(path)[0] in _PAGE_TYPES else None

    def address(self, path: str) -> str:
        """Return the address of the page with a path."""
        return self.origin + path

    def obstacle(self, path: str, *, is_listed: bool = False) -> str | None:
        """Return why a page is not fetched, or None. Counts the page; `is_listed` pages are in the site's own list."""
        folders = [folder for folder in path.split("/")[:-1] if folder]
        if len(folders) > _MOST_FOLDERS or any(count > _MOST_REPETITIONS for count in Counter(folders).values()):
            return "too deep, or with repeated folders: relative links may be wrong"
        if file_of(path) is None:
            return "with an address that cannot be a file name"
        shape = _VARYING.sub("#", path)
        if is_listed or shape == path:
            return None
        self.alike[shape] += 1
        return "differing from many others only in numbers or tokens" if self.alike[shape] > self._most_alike else None


def file_of(path: str) -> str | None:
    """Return the path of the file that keeps a page, with the folders of its address; None if impossible."""
    name = unquote(path).removeprefix("/")
    if not name or name.endswith("/"):
        name += "index.html"
    elif not name.lower().endswith(PAGE_SUFFIXES):
        name += ".html"
    parts = name.split("/")
    if _CONTROL.search(name) or any(not part or part.startswith(".") for part in parts):
        return None
    stored = stored_path(name)
    return stored if stored.endswith(PAGE_SUFFIXES) else f"{stored}.html"

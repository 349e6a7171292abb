"""Pages of a built site for servers and tools, which no reader chooses. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_ERROR_PAGE = re.compile(r"(?:.*/)?[45][0-9x]{2}(?:/index)?\.x?html?", re.IGNORECASE)
# Search engines' proofs of ownership, and parts of themes.
_OTHERS = re.compile(r"(?:.*/)?google[0-9a-f]{16}\.html|(?:.*/)?_static/.*|node_modules/.*", re.IGNORECASE)
# mdBook's script beside each book, and its pages with the whole book and with the contents for frames.
_BOOK = "book.js"
_PARTS_OF_BOOK = ("print.html", "toc.html")


def is_error_page(path: str) -> bool:
    """Return whether servers send a page in place of others, such as 404.html, and so at any address."""
    return _ERROR_PAGE.fullmatch(path) is not None


def tool_pages(files: Collection[str]) -> Iterator[str]:
    """Yield the files of a site, by relative path, that are pages for servers and tools."""
    yield from (path for path in files if is_error_page(path) or _OTHERS.fullmatch(path))
    folders = (path.removesuffix(_BOOK) for path in files if path == _BOOK or path.endswith(f"/{_BOOK}"))
    parts = {f"{folder}{name}" for folder in folders for name in _PARTS_OF_BOOK}
    yield from (path for path in files if path in parts)

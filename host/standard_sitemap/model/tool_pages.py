"""Pages of a built site for servers and tools, which no reader chooses. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

# Pages that servers send in place of others, such as 404.html; search engines' proofs of ownership; parts of themes.
_PATTERN = re.compile(
    r"(?:.*/)?(?:[45][0-9x]{2}(?:/index)?\.x?html?|google[0-9a-f]{16}\.html)|(?:.*/)?_static/.*|node_modules/.*",
    re.IGNORECASE,
)
# mdBook's script beside each book, and its pages with the whole book and with the contents for frames.
_BOOK = "book.js"
_PARTS_OF_BOOK = ("print.html", "toc.html")


def tool_pages(files: Collection[str]) -> Iterator[str]:
    """Yield the files of a site, by relative path, that are pages for servers and tools."""
    yield from (path for path in files if _PATTERN.fullmatch(path))
    folders = (path.removesuffix(_BOOK) for path in files if path == _BOOK or path.endswith(f"/{_BOOK}"))
    parts = {f"{folder}{name}" for folder in folders for name in _PARTS_OF_BOOK}
    yield from (path for path in files if path in parts)

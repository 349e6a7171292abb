"""`SUMMARY.md`, as GitBook, HonKit and mdBook read it: a list in Markdown, with captions. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from standard_sitemap.making.lists import Entry

Resolve = Callable[[str], Entry]

_LINE = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>[-*+]|\d+[.)])?\s*\[(?P<label>(?:\\.|[^\]\\])*)\]\((?P<address><[^>]*>|[^)\s]*)"
)
_CAPTION = re.compile(r"#{1,6}\s+(.+?)\s*#*\s*$")
_MARKUP = re.compile(r"\\(.)|[*_`]")
_TAB = "    "
# Indented by hand, nobody comes so far; a file that does was made to.
_DEEPEST = 100


def read_summary(body: bytes, resolve: Resolve) -> list[Entry]:
    """The chapters below the captions that they stand under; the file's own title is no caption."""
    top: list[Entry] = []
    current = top
    stack: list[tuple[int, Entry]] = []
    for line in body.decode("utf-8", "replace").splitlines():
        caption = _CAPTION.match(line)
        if caption is not None:
            stack.clear()
            current = top
            if caption[1].lower() not in ("summary", "table of contents") and top:
                top.append(Entry(_plain(caption[1])))
                current = top[-1].children
            continue
        found = _LINE.match(line)
        if found is None:
            continue
        entry = resolve(found["address"].strip("<>"))
        entry.label = _plain(found["label"])
        indent = len(found["indent"].replace("\t", _TAB))
        while stack and (stack[-1][0] >= indent or len(stack) > _DEEPEST):
            stack.pop()
        (stack[-1][1].children if stack else current).append(entry)
        if found["mark"]:
            stack.append((indent, entry))
    return top


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub(lambda found: found[1] or "", text).split())

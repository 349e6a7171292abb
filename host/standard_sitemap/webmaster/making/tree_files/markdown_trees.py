"""Trees in Markdown: `SUMMARY.md` of GitBook, HonKit and mdBook, docsify's `_sidebar.md`, and literate navigations.

A CommonMark parser reads them. Pure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.webmaster.making.list_entries import AddressResolver, Entry

if TYPE_CHECKING:
    from markdown_it.token import Token


# A contents file of this size has 20,000 chapters, and is parsed within seconds.
MAX_BYTES = 1_000_000
# Levels of blocks, two for each list. The parser calls itself for each level.
_DEEPEST = 100
# A parser of Markdown reads the metadata above a text as a heading.
_METADATA = re.compile(r"\A---[ \t]*\n(?:.*\n)*?---[ \t]*\n")
# Open brackets: the parser reads the rest of a paragraph again for each one that stays open.
_MOST_OPEN = 20
_BRACKETS = re.compile(r"[][]|\n[ \t]*\n")
# The level of a caption in bold type: below all headings.
_BOLD = 7
# docsify's form of a fragment.
_DOCSIFY_FRAGMENT = re.compile(r"\?id=")


def read_markdown(body: bytes, resolve: AddressResolver) -> list[Entry]:
    """Return the entries of a contents file, below the headings of its parts; none if it is too large."""
    # Saves 90 ms for folders without such a file.
    from markdown_it import MarkdownIt

    if len(body) > MAX_BYTES:
        return []
    text = body.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    if _is_costly(text):
        return []
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    reader = _Reader(resolve)
    for token in parser.parse(_METADATA.sub("", text, count=1)):
        reader.read(token)
    return reader.top


def _is_costly(text: str) -> bool:
    """Return whether a paragraph has more open brackets than any contents file."""
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth = max(0, depth - 1) if bracket[0] == "]" else depth + 1 if bracket[0] == "[" else 0
        if depth > _MOST_OPEN:
            return True
    return False


class _Part(NamedTuple):
    """An open part of the contents: the level of its heading, and its entries."""

    level: int
    entries: list[Entry]


class _Text(NamedTuple):
    """A link in a line, or the text around links, whose `address` is None."""

    label: str
    address: str | None


class _Reader:
    """Reads a stream of tokens; keeps the open parts and list items."""

    def __init__(self, resolve: AddressResolver) -> None:
        self.top: list[Entry] = []
        self._resolve = resolve
        self._parts: list[_Part] = []
        self._items: list[Entry] = []
        self._heading = 0
        self._is_begun = False
        self._is_after_list = False

    def read(self, token: Token) -> None:
        if token.type == "list_item_open":
            self._open_item()
        elif token.type == "list_item_close":
            self._items.pop()
        elif token.type == "heading_open" and not self._items:
            self._heading = int(token.tag[1:])
        elif token.type == "hr" and not self._items:
            self._parts.clear()
        elif token.type == "inline":
            # The parser leaves an empty text around emphasis.
            self._read_text([part for part in token.children or [] if part.type != "text" or part.content])

    def _read_text(self, tokens: list[Token]) -> None:
        lines = _lines(tokens)
        if self._heading:
            self._open_part(self._heading, lines)
        elif self._items:
            self._name_item(lines)
        elif tokens and tokens[0].type == "strong_open" and tokens[-1].type == "strong_close":
            self._open_part(_BOLD, lines)
        else:
            self._add_chapters(lines)
        self._heading, self._is_begun = 0, True

    def _open_part(self, level: int, lines: list[list[_Text]]) -> None:
        """Begin a part below the last heading of a higher level; the first heading is the title of the book."""
        while self._parts and self._parts[-1].level >= level:
            self._parts.pop()
        self._is_after_list = False
        if level == 1 and not self._is_begun:
            return
        entry = self._entry(_main(lines))
        self._siblings().append(entry)
        self._parts.append(_Part(level, entry.children))

    def _open_item(self) -> None:
        entry = Entry("")
        self._siblings().append(entry)
        self._items.append(entry)
        self._is_after_list = self._is_begun = True

    def _name_item(self, lines: list[list[_Text]]) -> None:
        """Name the open item by the first line of its text; further lines with links are entries beside it.

        The parser joins a line to the item above if its indentation is too deep for a nested item.
        """
        item = self._items.pop()
        if not (item.label or item.target or item.url or item.children):
            main = self._entry(_main(lines[:1]))
            item.label, item.target, item.url = main.label, main.target, main.url
            item.is_anchor, item.fragment = main.is_anchor, main.fragment
            links = [_main([line]) for line in lines[1:]]
            self._siblings().extend(self._entry(link) for link in links if link.address is not None)
        self._items.append(item)

    def _add_chapters(self, lines: list[list[_Text]]) -> None:
        """Add the links of a paragraph; after a list, they are chapters that follow all parts."""
        links = [text for line in lines for text in line if text.address is not None]
        if links and self._is_after_list:
            self._parts.clear()
        self._siblings().extend(map(self._entry, links))

    def _siblings(self) -> list[Entry]:
        """Return the list that takes the next entry."""
        if self._items:
            return self._items[-1].children
        return self._parts[-1].entries if self._parts else self.top

    def _entry(self, text: _Text) -> Entry:
        entry = self._resolve(_DOCSIFY_FRAGMENT.sub("#", text.address, count=1)) if text.address else Entry("")
        entry.label = text.label
        return entry


def _main(lines: list[list[_Text]]) -> _Text:
    """Return the first link of some lines, or all their text if they have none."""
    texts = [text for line in lines for text in line]
    whole = _Text(" ".join(text.label for text in texts), None)
    return next((text for text in texts if text.address is not None), whole)


def _lines(tokens: list[Token]) -> list[list[_Text]]:
    """Return the links and other texts of each line. A picture's text counts only in a link without other text."""
    lines: list[list[_Text]] = [[]]
    address: str | None = None
    words, picture = "", ""
    for token in (*tokens, None):
        kind = token.type if token is not None else "softbreak"
        if token is not None and kind in ("text", "code_inline", "text_special"):
            words += token.content
        elif token is not None and kind == "image":
            picture = picture or token.content
        elif kind in ("softbreak", "hardbreak") and address is not None:
            words += " "
        elif kind in ("softbreak", "hardbreak", "link_open", "link_close"):
            label = " ".join((words if words.strip() or address is None else picture).split())
            if label or address is not None:
                lines[-1].append(_Text(label, address))
            words, picture = "", ""
            address = str(token.attrs["href"]) if token is not None and kind == "link_open" else None
            if kind.endswith("break"):
                lines.append([])
    return [line for line in lines if line]

"""Styled lines for people, with colours and wrapping on a terminal.

Knows nothing of reports.

Output to a pipe is plain and unwrapped.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple, Self, TextIO

import click

from standard_sitemap.model.display_text import printable

# The minimum width in columns: narrower text is unreadable.
_NARROWEST = 20

_WORD = re.compile(r"\s*\S+\s*")


class _Piece(NamedTuple):
    """Part of a line, with its style: "bold", "dim", a colour, or a combination; "" for none."""

    text: str
    style: str = ""


class StyledLine:
    """One line of styled pieces. Characters that could control a terminal or a build log are escaped."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.pieces: list[_Piece] = []
        self.append(text, style)

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str] | StyledLine) -> Self:
        """Return a line made of texts, styled texts and other lines."""
        line = cls()
        for part in parts:
            if isinstance(part, StyledLine):
                line.pieces.extend(part.pieces)
            elif isinstance(part, str):
                line.append(part)
            else:
                line.append(*part)
        return line

    def append(self, text: str, style: str = "") -> Self:
        """Append a piece and return the line."""
        self.pieces.append(_Piece(printable(text), style))
        return self

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(piece.text for piece in self.pieces)

    def styled(self) -> str:
        """Return the text with terminal escapes for the styles."""
        return "".join(_styled(piece) for piece in self.pieces if piece.text)

    def wrapped(self, width: int) -> Iterator[StyledLine]:
        """Yield the line wrapped to `width` columns, without trailing spaces."""
        plain = self.plain
        starts = [0, *_breaks(plain, width)]
        for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
            yield self._between(start, start + len(plain[start:end].rstrip()))

    def _between(self, start: int, end: int) -> StyledLine:
        line, at = StyledLine(), 0
        for text, style in self.pieces:
            line.append(text[max(start - at, 0) : max(end - at, 0)], style)
            at += len(text)
        return line


class Sheet:
    """Writes indented lines. Wraps to the terminal's width or to COLUMNS; otherwise does not wrap."""

    def __init__(self, stream: TextIO, *, has_color: bool = False) -> None:
        self._stream = stream
        self._has_color = has_color
        self._wraps = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
        self._is_at_gap = True

    def gap(self) -> None:
        """Write an empty line, never two in a row."""
        if not self._is_at_gap:
            self._stream.write("\n")
        self._is_at_gap = True

    def line(self, text: StyledLine, indent: int = 0, hang: int = 0) -> None:
        """Write a line; indent continuation lines by `hang` more columns."""
        self._is_at_gap = False
        if not self._wraps:
            self._write(text, indent)
            return
        width = shutil.get_terminal_size().columns - indent - hang
        for number, line in enumerate(text.wrapped(max(width, _NARROWEST))):
            self._write(line, indent + hang if number else indent)

    def _write(self, text: StyledLine, indent: int) -> None:
        if self._has_color:
            # Click also colours consoles of Windows that do not support escapes.
            click.echo(" " * indent + text.styled(), self._stream, color=True)
        else:
            self._stream.write(f"{' ' * indent}{text.plain}\n")


def _styled(piece: _Piece) -> str:
    if not piece.style:
        return piece.text
    words = set(piece.style.split())
    color = next(iter(words - {"bold", "dim"}), None)
    return click.style(piece.text, fg=color, bold="bold" in words or None, dim="dim" in words or None)


def _breaks(text: str, width: int) -> list[int]:
    """Return the offsets of line breaks, so that no line exceeds `width` columns; longer words are split."""
    breaks: list[int] = []
    column = 0
    for word in _WORD.finditer(text):
        seen = word[0].rstrip()
        if column and column + _columns(seen) > width:
            breaks.append(word.start())
            column = 0
        if _columns(seen) <= width:
            column += _columns(word[0])
            continue
        for place, character in enumerate(word[0], word.start()):
            # A line that starts with two colons could be a command to a build log.
            if column + _columns(character) > width and not character.isspace() and character != ":":
                breaks.append(place)
                column = 0
            column += _columns(character)
    return breaks


def _columns(text: str) -> int:
    """Return the width of a text in terminal columns: two for wide characters, zero for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )

"""Lines for people: pieces of text in styles, wrapped where there is a width. Knows nothing of reports.

Coloured and wrapped on a terminal, plain and whole in a pipe.
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

# However narrow the terminal: below this nothing can be read any more.
_NARROWEST = 20

_WORD = re.compile(r"\s*\S+\s*")


class _Piece(NamedTuple):
    """Part of a line, and its style: "bold" or "dim", a colour, or both; "" for none."""

    text: str
    style: str = ""


class StyledLine:
    """One line, of pieces in styles of their own. Characters that would steer a terminal or a build log are escaped."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.pieces: list[_Piece] = []
        self.append(text, style)

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str] | StyledLine) -> Self:
        """A line of texts, of texts with styles, and of what other lines have."""
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
        """The same line, longer by a piece."""
        self.pieces.append(_Piece(printable(text), style))
        return self

    @property
    def plain(self) -> str:
        """What it says, without styles."""
        return "".join(piece.text for piece in self.pieces)

    def styled(self) -> str:
        """What it says, with the escapes that terminals take for styles."""
        return "".join(_styled(piece) for piece in self.pieces if piece.text)

    def wrapped(self, width: int) -> Iterator[StyledLine]:
        """The lines of at most `width` columns that it becomes, without the spaces at their ends."""
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
    """Writes lines with indents. Wraps where there is a width: a terminal's, or that of COLUMNS."""

    def __init__(self, stream: TextIO, *, has_color: bool = False) -> None:
        self._stream = stream
        self._has_color = has_color
        self._wraps = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
        self._is_at_gap = True

    def gap(self) -> None:
        """An empty line, never two together."""
        if not self._is_at_gap:
            self._stream.write("\n")
        self._is_at_gap = True

    def line(self, text: StyledLine, indent: int = 0, hang: int = 0) -> None:
        """A line; where it is too long, its continuation stands `hang` columns further in."""
        self._is_at_gap = False
        if not self._wraps:
            self._write(text, indent)
            return
        width = shutil.get_terminal_size().columns - indent - hang
        for number, line in enumerate(text.wrapped(max(width, _NARROWEST))):
            self._write(line, indent + hang if number else indent)

    def _write(self, text: StyledLine, indent: int) -> None:
        if self._has_color:
            # By click, which knows how to colour the consoles of Windows that take no escapes.
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
    """Where lines begin anew, so that none is wider than `width` columns; a word that is, is cut."""
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
            # A line that begins with two colons could be a command to a build log.
            if column + _columns(character) > width and not character.isspace() and character != ":":
                breaks.append(place)
                column = 0
            column += _columns(character)
    return breaks


def _columns(text: str) -> int:
    """How many columns a terminal gives a text: two to characters as wide as those of Chinese, none to accents."""
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

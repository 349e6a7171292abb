"""How the command line shows things: whether messages at all, in which colours, and in which characters.

Set once, before the first line is printed; everything else asks.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING, Literal, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console

# Of arguments that may as well be addresses: shells complete files, and nothing is looked at.
FILE = click.Path(allow_dash=True)

Color = Literal["auto", "always", "never"]
COLORS: tuple[Color, ...] = ("auto", "always", "never")

_ERRORS = "standard-sitemap"
# What reads alike, of the characters that our own texts use beyond ASCII.
_ALIKE = {
    "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "→": "->", "←": "<-", "✓": "ok", "✗": "x",
    "·": "-", "•": "*", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip


class Settings:
    """What the caller wished; one object for the process."""

    def __init__(self) -> None:
        self.is_quiet = False
        self.color: Color = "auto"

    def has_color(self, stream: TextIO) -> bool:
        """Whether what is written to `stream` is coloured: as wished, by NO_COLOR or FORCE_COLOR, else on terminals."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (os.environ.get("TERM") != "dumb" and stream.isatty())

    def shows_progress(self) -> bool:
        """Whether lines that come and go have a place to do so."""
        return not self.is_quiet and sys.stderr.isatty()


settings = Settings()


def console(stream: TextIO, *, wraps: bool = False) -> Console:
    """A console on `stream` that prints text as it is, in colour where that is wished."""
    from rich.console import Console

    has_color = settings.has_color(stream)
    return Console(
        file=stream,
        force_terminal=True if has_color else None,
        color_system="auto" if has_color and stream.isatty() else "standard" if has_color else None,
        no_color=not has_color,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=not wraps,
    )


def make_writable() -> None:
    """Makes standard output and error accept any text: what their encoding lacks is written as what reads alike, or as
    an escape. A terminal in Latin-1 has no dash, and a file's name need not be text at all."""
    codecs.register_error(_ERRORS, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def write_as_utf8() -> None:
    """Makes standard output what programs read, which is UTF-8 whatever the terminal shows."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=_ERRORS)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_ALIKE.get(one) or one.encode("ascii", "backslashreplace").decode() for one in lost), error.end

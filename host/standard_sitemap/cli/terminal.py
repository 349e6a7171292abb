"""How the command line shows things: messages, progress, colours and characters.

What the caller wishes is set once, before the first line is printed; everything else asks. Messages go to standard
error, and are updated in place on a terminal only.
"""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
import time
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from standard_sitemap.model.faults import Fault


# Of arguments that may as well be addresses: shells complete files, and nothing is looked at.
FILE = click.Path(allow_dash=True)

Color = Literal["auto", "always", "never"]
COLORS: tuple[Color, ...] = ("auto", "always", "never")

_ERRORS = "standard-sitemap"
# What reads alike, of the characters that our own texts use beyond ASCII.
_ALIKE = {
    "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "→": "->", "←": "<-", "✓": "ok", "✗": "x",
    "·": "-", "•": "*", "━": "=", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip


class Settings:
    """What the caller wished; one object for the process."""

    def __init__(self) -> None:
        self.is_quiet = False
        self.color: Color = "auto"
        self.allow_private = False

    def has_color(self, stream: TextIO) -> bool:
        """Whether what is written to `stream` is coloured: as wished, by NO_COLOR or FORCE_COLOR, else on terminals."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (os.environ.get("TERM") != "dumb" and stream.isatty())

    def named(self, *addresses: str | None) -> tuple[str, ...] | None:
        """Return the addresses that the caller named, whose servers may be private; None if all may."""
        return None if self.allow_private else tuple(address for address in addresses if address)

    def shows_progress(self) -> bool:
        """Whether lines that come and go have a place to do so."""
        return not self.is_quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


settings = Settings()


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
    return "".join(
        _ALIKE.get(character) or character.encode("ascii", "backslashreplace").decode() for character in lost
    ), error.end


# More would push the first, which most often explains the others, off the screen.
_ERRORS_SHOWN = 10


def put(text: str) -> None:
    """Print one line of a result."""
    from standard_sitemap.model.display_text import printable

    click.echo(printable(text))


def say(text: str) -> None:
    """Print what was done, unless that is not wished."""
    if not settings.is_quiet:
        _print(text, "")


def complain(text: str) -> None:
    """Print what went wrong."""
    _print(f"standard-sitemap: {text}", "red")


def complain_of_usage(error: click.UsageError) -> None:
    """Print how the command is called, and why this call was wrong; a file's name may be part of it."""
    shown = io.StringIO()
    error.show(shown)
    for line in shown.getvalue().splitlines():
        _print(line, "")


def say_written(paths: Sequence[Path]) -> None:
    """Print what was written: the last file, which leads to the others, and how many these are."""
    from standard_sitemap.model.words import counted

    others = counted(len(paths) - 1, "file", "files")
    say(f"{paths[-1]} written" + (f", with {others} beside it" if len(paths) > 1 else ""))


def summarise(faults: tuple[Fault, ...]) -> None:
    """Print how many faults there are, and the first errors."""
    # Here, as in all functions of the command line that need more than click: --help is there at once.
    from standard_sitemap.model.words import counted

    errors = [fault for fault in faults if fault.severity == "error"]
    for fault in errors[:_ERRORS_SHOWN]:
        _print(f"{fault.document}:{fault.line}: {fault.message}", "red")
    if len(errors) > _ERRORS_SHOWN:
        _print(f"… and {counted(len(errors) - _ERRORS_SHOWN, 'more error', 'more errors')}", "red")
    others = len(faults) - len(errors)
    if others and not settings.is_quiet:
        _print(f"{counted(others, 'warning or note', 'warnings and notes')}; --json lists them", "yellow")


def _print(text: str, style: str) -> None:
    # Loaded here: --help must start within a tenth of a second.
    from standard_sitemap.model.display_text import printable

    text = printable(text)  # strangers wrote parts of it, in their maps
    has_color = settings.has_color(sys.stderr)
    try:
        click.echo(click.style(text, fg=style) if has_color and style else text, err=True, color=True)
    except BrokenPipeError:
        return


class _Line:
    """A line of standard error that is written over again and again; a context manager that removes it in the end."""

    # Once in a tenth of a second: nobody reads faster, and a terminal far away takes its time for each.
    _EVERY_S = 0.1

    def __init__(self) -> None:
        self._shown_at: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown_at is not None:
            self._shown_at = None
            _rewrite("")

    def _write(self, text: str) -> None:
        now = time.monotonic()
        if self._shown_at is None or now - self._shown_at >= self._EVERY_S:
            self._shown_at = now
            # Cut before the last column: a line that wraps cannot be written over.
            _rewrite(text[: shutil.get_terminal_size().columns - 1])


def _rewrite(text: str) -> None:
    # By click, which knows the consoles of Windows that take no escapes. `ESC [ K` clears what is left of the line.
    click.echo(f"\r{text}\x1b[K", nl=False, err=True, color=True)


class Counter(_Line):
    """Shows from the second file on how many are done; a context manager."""

    def __init__(self, what: str = "files") -> None:
        super().__init__()
        self._what = what

    def show(self, done: int, wanted: int) -> None:
        """Say how many files are done, of those that are known to be needed."""
        if wanted >= 2 and settings.shows_progress():
            self._write(f"{done:,} of {wanted:,} {self._what}")


class Bar(_Line):
    """Shows how much of a known number is done, or how much where it is unknown; a context manager."""

    _COLUMNS = 40

    def __init__(self, what: str, total: int | None = None) -> None:
        super().__init__()
        self._what = what
        self._total = total
        self._began = time.monotonic()

    def show(self, done: int) -> None:
        """Say how many are done."""
        if settings.shows_progress():
            self._write(f"{self._what} {self._done_of_total(done)} {timedelta(seconds=int(self._elapsed()))}")

    def _done_of_total(self, done: int) -> str:
        if not self._total:
            return f"{done:,}"
        full = self._COLUMNS * min(done, self._total) // self._total
        return f"{'━' * full:{self._COLUMNS}} {done:,} of {self._total:,}"

    def _elapsed(self) -> float:
        return time.monotonic() - self._began

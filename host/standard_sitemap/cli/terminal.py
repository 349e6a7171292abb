"""How the command line shows things: messages, progress, colours and characters.

What the caller wishes is set once, before the first line is printed; everything else asks. Messages go to standard
error, and are updated in place on a terminal only.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console
    from rich.progress import Progress
    from rich.status import Status

    from standard_sitemap.model.faults import Fault


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


# More would push the first, which most often explains the others, off the screen.
_ERRORS_SHOWN = 10


def say(text: str) -> None:
    """Print what was done, unless that is not wished."""
    if not settings.is_quiet:
        _print(text, "")


def complain(text: str) -> None:
    """Print what went wrong."""
    _print(f"standard-sitemap: {text}", "red")


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
    try:
        if not settings.has_color(sys.stderr):
            sys.stderr.write(text + "\n")
            return
        console(sys.stderr).print(text, style=style)
    except BrokenPipeError:
        return


class Counter:
    """Shows from the second file on how many are done; a context manager that removes its line."""

    def __init__(self, what: str = "files") -> None:
        self._what = what
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, done: int, wanted: int) -> None:
        """Say how many files are done, of those that are known to be needed."""
        if wanted < 2 or not settings.shows_progress():
            return
        text = f"{done:,} of {wanted:,} {self._what}"
        if self._status is None:
            self._status = console(sys.stderr, wraps=True).status(text)
            self._status.start()
        self._status.update(text)


class Bar:
    """Shows how much of a known number is done, or how much where it is unknown; a context manager."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def show(self, done: int) -> None:
        """Say how many are done."""
        if not settings.shows_progress():
            return
        if self._progress is None:
            self._progress = _bar()
            self._progress.add_task(self._what, total=self._total)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=done)


def _bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console(sys.stderr, wraps=True), transient=True)

"""Output of the command line: messages, progress, colours and characters.

The caller's options are stored once, before the first line is printed. Messages go to standard error, and are updated
in place only on a terminal.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import shutil
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, Self, TextIO

import click

from standard_sitemap.closed_pipes import is_closed_pipe
from standard_sitemap.fetching.file_uris import plain
from standard_sitemap.model.display_text import ascii_json, printable
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.words import counted


class PathOnDisk(click.Path):
    r"""A path without Windows's `\\?\`, where names could not be joined with slashes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; refuse a web address where a file or folder must exist."""
        if self.exists and isinstance(value, str) and value.lower().startswith(("http://", "https://")):
            self.fail(f"{value} is a web address, not a path on this computer.", param, ctx)
        return super().convert(plain(value) if isinstance(value, str) else value, param, ctx)


class _FileOrAddress(PathOnDisk):
    """A file, a folder or an address; shells complete file names, and click does not check that it exists."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; refuse an empty one, which would name the current folder.

        Raises PermissionError for a folder that cannot be listed: it would seem to be empty.
        """
        if not value:
            self.fail("It is empty, perhaps because a variable is not set.", param, ctx)
        is_read = isinstance(param, click.Argument) and isinstance(value, str)
        if is_read and Path(value).is_dir() and not os.access(value, os.R_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), value)
        return super().convert(value, param, ctx)


# A file that may not be read is no wrong usage.
FILE = _FileOrAddress(allow_dash=True, readable=False)

Color = Literal["auto", "always", "never"]
COLORS: tuple[Color, ...] = ("auto", "always", "never")

_ERRORS = "standard-sitemap"
# Replacements that look similar, for the characters beyond ASCII in our own texts.
_ALIKE = {
    "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "→": "->", "←": "<-", "✓": "ok", "✗": "x",
    "·": "-", "•": "*", "━": "=", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip


class Settings:
    """The caller's options; one object per process."""

    def __init__(self) -> None:
        self.is_quiet = False
        self.color: Color = "auto"
        self.allow_private = False
        self.has_configured_base = False

    def has_color(self, stream: TextIO) -> bool:
        """Return whether output to `stream` is coloured: by option, NO_COLOR or FORCE_COLOR, or else on terminals."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (os.environ.get("TERM") != "dumb" and stream.isatty())

    def named(self, *addresses: str | None) -> tuple[str, ...] | None:
        """Return the addresses named by the caller, whose servers may be private; None if all servers may be."""
        return None if self.allow_private else tuple(address for address in addresses if address)

    def named_base(self, base_url: str | None) -> str | None:
        """Return the base URL if the caller named it; None if it comes from pyproject.toml."""
        return None if self.has_configured_base else base_url

    def shows_progress(self) -> bool:
        """Return whether progress lines can be shown."""
        return not self.is_quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


settings = Settings()


def make_writable(platform: str = sys.platform) -> None:
    """Make standard output and error accept any text.

    Characters that the encoding lacks are replaced by similar ones or an escape. A Latin-1 terminal has no dash, and a
    file name need not be valid text. On Windows, files and programs get the same bytes as on other systems.
    """
    codecs.register_error(_ERRORS, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)
            if platform == "win32" and not stream.isatty():
                encoding = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
                stream.reconfigure(encoding=encoding, errors=_ERRORS, newline="\n")


def write_as_utf8() -> None:
    """Make standard output UTF-8 for programs, whatever the terminal's encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=_ERRORS)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(
        _ALIKE.get(character) or character.encode("ascii", "backslashreplace").decode() for character in lost
    ), error.end


# More errors would push the first, which most often explains the others, off the screen.
_ERRORS_SHOWN = 10


def put(text: str) -> None:
    """Print one line of a result."""
    click.echo(printable(text))


def put_json(value: Any) -> None:
    """Print a value for programs, on one line."""
    click.echo(ascii_json(value))


def say(text: str) -> None:
    """Print what was done, unless quiet."""
    if not settings.is_quiet:
        _print(text, "")


def complain(text: str) -> None:
    """Print an error message."""
    _print(f"standard-sitemap: {text}", "red")


def complain_of_usage(error: click.UsageError) -> None:
    """Print the usage and the error of this call, which may contain a file name."""
    shown = io.StringIO()
    error.show(shown)
    for line in shown.getvalue().splitlines():
        _print(line, "")


def say_written(paths: Sequence[Path]) -> None:
    """Print the written files: the last one, which leads to the others, and their number."""
    others = counted(len(paths) - 1, "file", "files")
    say(f"{paths[-1]} written" + (f", with {others} beside it" if len(paths) > 1 else ""))


def summarise(faults: tuple[Fault, ...]) -> None:
    """Print the number of faults, and the first errors."""

    errors = [fault for fault in faults if fault.severity == "error"]
    for fault in errors[:_ERRORS_SHOWN]:
        # Line 0 stands for the whole file.
        place = f"{fault.document}:{fault.line}" if fault.line else fault.document
        _print(f"{place}: {fault.message}", "red")
    if len(errors) > _ERRORS_SHOWN:
        _print(f"… and {counted(len(errors) - _ERRORS_SHOWN, 'more error', 'more errors')}", "red")
    others = len(faults) - len(errors)
    if others and not settings.is_quiet:
        _print(f"{counted(others, 'warning or note', 'warnings and notes')}; --json lists them", "yellow")


def _print(text: str, style: str) -> None:

    text = printable(text)  # parts of it come from untrusted maps
    has_color = settings.has_color(sys.stderr)
    try:
        click.echo(click.style(text, fg=style) if has_color and style else text, err=True, color=True)
    except OSError as error:
        if not is_closed_pipe(error):
            raise


class Bar:
    """Progress on standard error, updated in place; a context manager that removes it at the end.

    A bar for a known total, otherwise a counter. Not shown for a single thing.
    """

    # Ten updates per second: nobody reads faster, and a remote terminal needs time for each.
    _EVERY_S = 0.1
    _COLUMNS = 40

    def __init__(self, noun: str = "files", total: int | None = None) -> None:
        self._noun = noun
        self._total = total
        self._began = time.monotonic()
        self._shown_at: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown_at is not None:
            self._shown_at = None
            _rewrite("")

    def show(self, done: int, total: int | None = None, *, note: str = "") -> None:
        """Show the number of finished things, of all, if it has become known, and what the work waits for."""
        self._total = total or self._total
        now = time.monotonic()
        is_due = self._shown_at is None or now - self._shown_at >= self._EVERY_S
        if is_due and self._total != 1 and settings.shows_progress():
            self._shown_at = now
            text = (
                f"{self._noun} {self._done_of_total(done)} {timedelta(seconds=int(now - self._began))} {note}".rstrip()
            )
            # Truncated before the last column, because a wrapped line cannot be overwritten.
            _rewrite(text[: shutil.get_terminal_size().columns - 1])

    def show_part(self, noun: str, done: int, total: int | None) -> None:
        """Show the progress of one part of the work after another; each part has its own name and time."""
        if noun != self._noun:
            self._noun, self._total, self._began = noun, total, time.monotonic()
        self.show(done, total)

    def _done_of_total(self, done: int) -> str:
        if not self._total:
            return f"{done:,}"
        full = self._COLUMNS * min(done, self._total) // self._total
        return f"{'━' * full:{self._COLUMNS}} {done:,} of {self._total:,}"


def _rewrite(text: str) -> None:
    # Click supports consoles of Windows without escapes. `ESC [ K` clears the rest of the line.
    click.echo(f"\r{text}\x1b[K", nl=False, err=True, color=True)

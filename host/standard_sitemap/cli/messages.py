"""Messages and progress for people: on standard error, coloured and updated in place on a terminal only."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from standard_sitemap.cli.terminal import console, settings

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.status import Status

    from standard_sitemap.model.faults import Fault

# More would push the first, which most often explains the others, off the screen.
_ERRORS_SHOWN = 10


def say(text: str) -> None:
    """Print what was done, unless that is not wished."""
    if not settings.is_quiet:
        _print(text, "")


def complain(text: str) -> None:
    """Print what went wrong."""
    _print(f"standard-sitemap: {text}", "red")


def summarise(faults: tuple[Fault, ...]) -> None:
    """Print how many faults there are, and the first errors."""
    errors = [fault for fault in faults if fault.severity == "error"]
    for fault in errors[:_ERRORS_SHOWN]:
        _print(f"{fault.document}:{fault.line}: {fault.message}", "red")
    if len(errors) > _ERRORS_SHOWN:
        _print(f"… and {len(errors) - _ERRORS_SHOWN} more errors", "red")
    others = len(faults) - len(errors)
    if others and not settings.is_quiet:
        _print(f"{others} warning{'s' if others > 1 else ''} and notes; --json lists them", "yellow")


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

"""Lines on a terminal's standard error that tell how far a command is; nothing elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.status import Status


class Counter:
    """Shows from the second file on how many are done; a context manager that takes its line away."""

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

    def show(self, done: int, asked: int) -> None:
        """Say how many files are done, of those that are known to be needed."""
        if asked < 2 or not sys.stderr.isatty():
            return
        text = f"{done:,} of {asked:,} {self._what}"
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
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
        if not sys.stderr.isatty():
            return
        if self._progress is None:
            self._progress = _bar()
            self._progress.add_task(self._what, total=self._total)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=done)


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)

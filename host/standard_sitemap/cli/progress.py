"""A line on a terminal's standard error that counts files while they are read; nothing elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.status import Status


class Counter:
    """Shows from the second file on how many are done; a context manager that takes its line away."""

    def __init__(self) -> None:
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
        text = f"{done:,} of {asked:,} files"
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

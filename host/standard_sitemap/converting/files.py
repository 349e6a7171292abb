"""Files written all or not at all: made in a hidden folder beside their place, moved there when every one is whole.

Replaces nothing unless told to. What was there before is lost in no case but that of its being replaced in the end.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self


class InTheWay(Exception):
    """Files of that name are there already; `args` are their paths."""


class Staging:
    """Where the files of one conversion are made; a context manager that leaves nothing behind but what was placed."""

    def __init__(self, folder: Path, *, may_replace: bool) -> None:
        self.names: list[str] = []
        self._folder = folder
        self._may_replace = may_replace
        self._hidden: Path | None = None

    def __enter__(self) -> Self:
        self._hidden = Path(tempfile.mkdtemp(prefix=".standard-sitemap-", dir=self._folder))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._hidden is not None:
            shutil.rmtree(self._hidden, ignore_errors=True)

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Makes the file of that name; raises InTheWay before anything is written where there is one."""
        assert self._hidden is not None
        self.refuse_replacing(name)
        with (self._hidden / name).open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        self.names.append(name)

    def refuse_replacing(self, name: str) -> None:
        """Raises InTheWay where a file of that name is there and must stay."""
        place = self._folder / name
        if place.is_dir() or (not self._may_replace and os.path.lexists(place)):
            raise InTheWay(place)

    def place(self) -> list[Path]:
        """Moves all files to their places, in the order in which they were made: the one that names others last."""
        assert self._hidden is not None
        for name in self.names:
            self.refuse_replacing(name)
        for name in self.names:
            (self._hidden / name).replace(self._folder / name)
        return [self._folder / name for name in self.names]

"""Writes several files, all or none: to a hidden folder next to their destination, and moved when all are complete.

Existing files are replaced only with the caller's permission.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from standard_sitemap.model.stored_names import place_in

_DEVICES = Path("/dev")


class ExistingFiles(Exception):
    """Files with these names already exist; `args` holds their paths."""


class StagingArea:
    """The staging area of one conversion: a context manager that removes all files that were not placed."""

    def __init__(self, folder: Path, *, may_replace: bool) -> None:
        self.names: list[str] = []
        self._folder = folder
        self._may_replace = may_replace
        self._hidden: Path | None = None

    def __enter__(self) -> Self:
        # The hidden folder is in the same file system, because only there a file can be moved atomically.
        self._hidden = Path(tempfile.mkdtemp(prefix=".standard-sitemap-", dir=self._folder))
        return self

    def __exit__(self, *_: object) -> None:
        if self._hidden is not None:
            shutil.rmtree(self._hidden, ignore_errors=True)

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write the file to the staging area. Raises ExistingFiles, before writing, if it would replace a file."""
        assert self._hidden is not None
        self.refuse_replacing(name)
        with place_in(self._hidden, name).open("wb") as file:
            file.writelines(pieces)
            file.flush()
            # Flushed before the move: otherwise a power cut could leave a name without its content.
            os.fsync(file.fileno())
        self.names.append(name)

    def refuse_replacing(self, name: str) -> None:
        """Raise ExistingFiles if a file with this name exists and must stay; OSError for a device or a pipe."""
        place = self._folder / name
        if self._folder == _DEVICES or (place.exists() and not place.is_file() and not place.is_dir()):
            # For root, the move would put a file in the place of /dev/null, and all programs would write into it.
            raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(place))
        if place.is_dir() or (not self._may_replace and os.path.lexists(place)):
            raise ExistingFiles(place)

    def place(self) -> list[Path]:
        """Move all files to their destinations in writing order, so that the file that names others comes last."""
        assert self._hidden is not None
        # Check all names again before moving the first: another process may have written files meanwhile.
        for name in self.names:
            self.refuse_replacing(name)
        for name in self.names:
            (self._hidden / name).replace(self._folder / name)
        return [self._folder / name for name in self.names]

"""The progress of a submission, stored on disk so that the same command goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import platformdirs


class Journal:
    """The number of addresses of one submission that were accepted, by the submission's identity."""

    def __init__(self, identity: str, folder: Path | None = None) -> None:
        place = folder or platformdirs.user_state_path("standard-sitemap", appauthor=False) / "submitted"
        self._file = place / f"{identity}.txt"

    @property
    def done(self) -> int:
        """How many of the addresses were accepted; 0 where nothing is known."""
        try:
            text = self._file.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return 0
        return int(text) if text.isdecimal() else 0

    def record(self, done: int) -> None:
        """Keep how many were accepted; raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{done}\n", "ascii")
        fresh.replace(self._file)

    def finish(self) -> None:
        """Forget it: everything is done."""
        self._file.unlink(missing_ok=True)

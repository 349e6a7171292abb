"""What is handed to others: the extension's archives, the host's wheel and the Debian package, all below dist/.

The same commit makes the same bytes: entries are sorted, and every time is that of the last commit.
"""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class PackingError(RuntimeError):
    """Something could not be built; the text says what and by which command."""


def project() -> dict[str, Any]:
    """The `project` table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return table


def commit_time() -> int:
    """Seconds since 1970 of the last commit, or what SOURCE_DATE_EPOCH says."""
    if stated := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(stated)
    return int(run(["git", "log", "-1", "--format=%ct"]))


def run(command: list[str], **variables: str) -> str:
    """The output of a command in the project's folder. Raises PackingError with what it wrote where it fails."""
    try:
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, errors="replace"
        )
    except OSError as error:
        raise PackingError(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise PackingError(f"'{' '.join(command)}' failed:\n{(done.stderr or done.stdout).strip()}")
    return done.stdout

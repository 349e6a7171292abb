"""Distribution packages: the extension's archives, the host's wheel and the Debian package, all below dist/.

The same commit produces the same bytes: entries are sorted, and every timestamp is the last commit's.
"""

from __future__ import annotations

import os
import subprocess
import tomllib
from typing import Any

from commands import ROOT


class PackingError(RuntimeError):
    """A package could not be built; the message names the problem and the command."""


def project() -> dict[str, Any]:
    """Return the `project` table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return table


def commit_time() -> int:
    """Return the time of the last commit in seconds since 1970, or SOURCE_DATE_EPOCH."""
    if stated := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(stated)
    return int(run(["git", "log", "-1", "--format=%ct"]))


def run(command: list[str], **variables: str) -> str:
    """Return the output of a command in the project's folder.

    Raises PackingError with the output of a failed command.
    """
    try:
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, errors="replace"
        )
    except OSError as error:
        raise PackingError(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise PackingError(f"'{' '.join(command)}' failed:\n{(done.stderr or done.stdout).strip()}")
    return done.stdout

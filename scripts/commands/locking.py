"""Writes `host/requirements.lock`: each distribution of the project and its tests, with version and hashes.

Runs uv, which resolves for every system and Python that the project supports at once. Pins stay while they satisfy
`pyproject.toml`; only `--upgrade` changes them. `uv pip install --constraint host/requirements.lock '.[dev]'` installs
the pinned versions and compares their hashes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from commands import ROOT
from commands.preparing.environment import LOCK

EXTRAS = ("dev", "pictures")
OLDEST_PYTHON = "3.11"

_PIN = re.compile(r"^([a-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE | re.IGNORECASE)


def pins(text: str) -> dict[str, str]:
    """Return the versions pinned in a lock, by distribution."""
    return {name.lower().replace("_", "-"): version for name, version in _PIN.findall(text)}


def behind(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Return a line for each pin that has a newer version within its bounds."""
    return [f"{name} {old[name]} → {new[name]}" for name in sorted(old) if name in new and new[name] != old[name]]


def compiled(file: Path, *options: str) -> bool:
    """Write a lock into `file`, starting from its present pins; return whether uv succeeded."""
    command = [str(Path(sys.executable).with_name("uv")), "pip", "compile", "pyproject.toml"]
    command += [f"--extra={extra}" for extra in EXTRAS]
    command += ["--universal", "--generate-hashes", "--python-version", OLDEST_PYTHON, "--quiet"]
    # The machine's own index is used. The lock names no index, and its hashes identify the files.
    command += ["--no-emit-index-url", "--custom-compile-command", "scripts/lock", "--output-file", str(file)]
    return subprocess.run([*command, *options], check=False, cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0


def _newest() -> dict[str, str] | None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.lock"
        return pins(file.read_text("utf-8")) if compiled(file, "--upgrade") else None


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/lock", description=(__doc__ or "").partition("\n")[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--upgrade", action="store_true", help="take the newest versions within the bounds")
    choice.add_argument("--behind", action="store_true", help="change nothing; name the pins that are behind, status 1")
    wanted = parser.parse_args()
    if not wanted.behind:
        return 0 if compiled(LOCK, *(["--upgrade"] if wanted.upgrade else [])) else 1
    newest = _newest()
    if newest is None:
        return 1
    outdated = behind(pins(LOCK.read_text("utf-8")), newest)
    print("\n".join(outdated) or "no pin is behind")
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())

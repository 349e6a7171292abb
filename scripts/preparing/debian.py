"""Installs Debian packages where that is allowed: as root, or by sudo that asks for no password."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence

from preparing import Missing, say


def install(lacking: Mapping[str, Sequence[str]]) -> None:
    """Installs packages, given by what they are for. Raises Missing, with what to type, where that is not possible."""
    packages = sorted({package for needed in lacking.values() for package in needed})
    if not packages:
        return
    become_root = _become_root()
    if become_root is None or not shutil.which("apt-get"):
        raise Missing(f"{_told(lacking)}\n{_by_hand(packages)}")
    say(f"installing {', '.join(packages)} (for {' and '.join(lacking)})")
    arguments = ["install", "--yes", "--quiet", "--no-install-recommends", *packages]
    if _apt(become_root, arguments).returncode == 0:
        return
    _apt(become_root, ["update", "--quiet"])
    done = _apt(become_root, arguments)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-3:]
        command = f"apt-get install {' '.join(packages)}"
        raise Missing("\n".join([_told(lacking), f"'{command}' failed:", *last]))


def _told(lacking: Mapping[str, Sequence[str]]) -> str:
    lines = (f"  {', '.join(packages)}  for {purpose}" for purpose, packages in lacking.items())
    return "\n".join(["These packages are not installed:", *lines])


def _by_hand(packages: Sequence[str]) -> str:
    """What a reader is to type."""
    command = f"apt-get install {' '.join(packages)}"
    if shutil.which("sudo"):
        return f"On Debian or Ubuntu, type:  sudo apt-get update && sudo {command}"
    return f"On Debian or Ubuntu, type as root:  apt-get update && {command}"


def _apt(become_root: list[str], arguments: list[str]) -> subprocess.CompletedProcess[str]:
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    variables = ["env", *(f"{name}={value}" for name, value in quiet.items())]
    return subprocess.run(
        [*become_root, *variables, "apt-get", *arguments], check=False, capture_output=True, text=True
    )


def _become_root() -> list[str] | None:
    """What to put before a command so that it runs as root; None when there is no way without a question."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], check=False, capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None

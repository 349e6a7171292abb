"""Installs Debian packages where that is allowed: as root, or by sudo that asks for no password."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from preparing import Missing, say


def install(packages: Sequence[str], wanted_for: str) -> None:
    """Installs `packages`. Raises Missing, with the command to type, where that is not possible."""
    command = "apt-get install " + " ".join(packages)
    become_root = _become_root()
    if become_root is None or not shutil.which("apt-get"):
        raise Missing(f"{wanted_for} needs {' and '.join(packages)}.\nOn Debian or Ubuntu, type:  sudo {command}")
    say(f"installing {', '.join(packages)} (for {wanted_for})")
    arguments = ["install", "--yes", "--quiet", "--no-install-recommends", *packages]
    if _apt(become_root, arguments).returncode == 0:
        return
    _apt(become_root, ["update", "--quiet"])
    done = _apt(become_root, arguments)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-3:]
        raise Missing(f"{wanted_for} needs {' and '.join(packages)}; '{command}' failed:\n" + "\n".join(last))


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

"""Makes the virtual environment in `.venv` and installs the project into it. Never touches another one."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from preparing import ROOT, Missing, say

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"


def lacking() -> dict[str, list[str]]:
    """The Debian package without which no environment can be made, where it is not here, by what it is for."""
    return {} if _works() or _has("ensurepip") else {"the virtual environment": ["python3-venv"]}


def ready(extras: str) -> None:
    """Sees to it that `.venv` has the project with `extras` (`drive` or `dev`). Quick when it already has."""
    with _alone():
        if not _works():
            _make()
        stamp = FOLDER / f".has-{extras}"
        state = _state()
        if not stamp.exists() or stamp.read_text() != state:
            _install(extras)
            stamp.write_text(state)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Keeps a second run from installing into the same place at the same time."""
    with (ROOT / "pyproject.toml").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _works() -> bool:
    if not PYTHON.exists():
        return False
    return subprocess.run([str(PYTHON), "-c", "import pip"], check=False, capture_output=True).returncode == 0


def _make() -> None:
    say("making the virtual environment .venv")
    _run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], "the virtual environment could not be made")


def _has(module: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {module}"], check=False, capture_output=True).returncode == 0


def _install(extras: str) -> None:
    say(f"installing the project and what it needs ({extras}) into .venv")
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*command, "--editable", f"{ROOT}[{extras}]"], "installing the project failed")


def _run(command: list[str], complaint: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"{complaint}:\n{(done.stderr or done.stdout).strip()[-1500:]}")


def _state() -> str:
    """What the environment was made from: it is made anew when this changes."""
    parts = [sys.executable, str(sys.version_info[:2]), str(ROOT), (ROOT / "pyproject.toml").read_text()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def program(name: str) -> Path:
    """The path of a program that the environment holds."""
    return FOLDER / "bin" / name

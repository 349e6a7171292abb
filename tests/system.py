"""What tests need to know of the system that they run on: its names of programs, its folders, and what it lacks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from driving.folders import own_folders

IS_WINDOWS = sys.platform == "win32"
#: Calls that Windows lacks, or permits to administrators only. A test that makes one is left out there.
_LACKS: tuple[tuple[Any, str, str], ...] = (
    (Path, "symlink_to", "symbolic links need a privilege"),
    (Path, "hardlink_to", "hard links need a privilege"),
    (os, "mkfifo", "no named pipe is a file"),
    (os, "umask", "files have no mode"),
)


def not_on_windows(reason: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a test out on Windows only; the reason is shown in the report."""
    return pytest.mark.skipif(IS_WINDOWS, reason=f"Windows: {reason}")


def needs(name: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a test out on Windows without that program; elsewhere the set-up installs it."""
    return pytest.mark.skipif(IS_WINDOWS and not shutil.which(name), reason=f"Windows: {name} is not installed")


def leave_out_what_windows_lacks() -> None:
    """Let each call that Windows lacks leave out the test that makes it."""
    for owner, name, reason in _LACKS if IS_WINDOWS else ():
        setattr(owner, name, _leaving_out(reason))


def _leaving_out(reason: str) -> Callable[..., NoReturn]:
    def leave_out(*_: object, **__: object) -> NoReturn:
        pytest.skip(f"Windows: {reason}")

    return leave_out


def program(name: str) -> Path:
    """Return a program that was installed beside this Python."""
    return Path(sys.executable).with_name(f"{name}.exe" if IS_WINDOWS else name)


def use_own_folders(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Put the cache and the state of this process and its children below `folder`."""
    for name, value in own_folders(folder).items():
        monkeypatch.setenv(name, value)

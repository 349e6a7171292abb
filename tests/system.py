"""What tests need to know of the system that they run on: its names of programs, its folders, and what it lacks."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from driving.folders import own_folders
from driving.host_process import HostProcess

#: Of Windows: the right to wait for a process, and the answer that it still runs.
_SYNCHRONIZE, _WAIT_TIMEOUT = 0x100000, 0x102
IS_WINDOWS = sys.platform == "win32"
_NAME = {"win32": "Windows", "darwin": "macOS"}.get(sys.platform, sys.platform)
_TESTS = Path(__file__).parent
#: Calls that Windows lacks, or permits to administrators only. A test that makes one is left out there.
_LACKS: tuple[tuple[Any, str, str], ...] = (
    (Path, "symlink_to", "symbolic links need a privilege"),
    (Path, "hardlink_to", "hard links need a privilege"),
    (os, "mkfifo", "no named pipe is a file"),
)
_HAS_PROC = Path("/proc/self").exists()
_OF_PROC = [(HostProcess, name, "no /proc describes a process") for name in ("workers", "cpu_s", "peak_bytes")]


def not_on_windows(reason: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a test out on Windows only; the reason is shown in the report."""
    return pytest.mark.skipif(IS_WINDOWS, reason=f"Windows: {reason}")


def needs(name: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a test out without that program, except on Linux, where the set-up installs it."""
    is_missing = sys.platform != "linux" and not shutil.which(name)
    return pytest.mark.skipif(is_missing, reason=f"{_NAME}: {name} is not installed")


needs_proc = pytest.mark.skipif(not _HAS_PROC, reason=f"{_NAME}: no /proc describes a process")


def leave_out_what_is_lacking() -> None:
    """Let each call that this system lacks leave out the test that makes it."""
    for owner, name, reason in (*(_LACKS if IS_WINDOWS else ()), *(() if _HAS_PROC else _OF_PROC)):
        setattr(owner, name, _leaving_out(reason))


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended and is not yet collected does not."""
    if IS_WINDOWS:
        return _is_running_on_windows(pid)
    if not _HAS_PROC:
        listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return listed.stdout.strip()[:1] not in ("", "Z")
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _is_running_on_windows(pid: int) -> bool:
    kernel: Any = vars(ctypes)["windll"].kernel32
    handle = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
    try:
        return bool(handle) and kernel.WaitForSingleObject(handle, 0) == _WAIT_TIMEOUT
    finally:
        kernel.CloseHandle(handle)


def _leaving_out(reason: str) -> Callable[..., NoReturn]:
    def leave_out(*_: object, **__: object) -> NoReturn:
        caller = sys._getframe(1).f_code.co_filename
        if not Path(caller).is_relative_to(_TESTS):
            raise OSError(f"{_NAME}: {reason}")  # pytest itself tries to make a link, and does without
        pytest.skip(f"{_NAME}: {reason}")

    return leave_out


def program(name: str) -> Path:
    """Return a program that was installed beside this Python."""
    return Path(sys.executable).with_name(f"{name}.exe" if IS_WINDOWS else name)


def use_own_folders(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Put the cache and the state of this process and its children below `folder`."""
    for name, value in own_folders(folder).items():
        monkeypatch.setenv(name, value)

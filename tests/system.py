"""What tests need to know of the system that they run on: its names of programs, its folders, and what it lacks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

IS_WINDOWS = sys.platform == "win32"


def not_on_windows(reason: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a test out on Windows only; the reason is shown in the report."""
    return pytest.mark.skipif(IS_WINDOWS, reason=f"Windows: {reason}")


def program(name: str) -> Path:
    """Return a program that was installed beside this Python."""
    return Path(sys.executable).with_name(f"{name}.exe" if IS_WINDOWS else name)


def own_folders(folder: Path) -> dict[str, str]:
    """Return the variables that put a program's cache and state below `folder`, instead of the user's own."""
    if IS_WINDOWS:
        return {"WIN_PD_OVERRIDE_LOCAL_APPDATA": str(folder)}
    return {"XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}

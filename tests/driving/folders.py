"""The folders in which a program keeps its cache and state: the test's own instead of the user's."""

from __future__ import annotations

import sys
from pathlib import Path


def own_folders(folder: Path) -> dict[str, str]:
    """Return the variables that make a program keep everything below `folder`, on any system."""
    if sys.platform == "win32":
        return {"WIN_PD_OVERRIDE_LOCAL_APPDATA": str(folder)}  # platformdirs reads it
    if sys.platform == "darwin":
        return {"HOME": str(folder)}
    return {"XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}

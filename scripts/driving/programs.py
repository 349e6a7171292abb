"""Finds the browsers on this machine. Installs nothing (see `preparing`); standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("firefox", "chromium")

_PROGRAMS = {
    "firefox": ("firefox-esr", "firefox"),
    "chromium": ("chromium", "chromium-browser"),
    "chromedriver": ("chromedriver",),
}


def find(name: str) -> str | None:
    """The path of `firefox`, `chromium` or `chromedriver`, or None."""
    return next((path for program in _PROGRAMS[name] if (path := shutil.which(program))), None)


def is_installed(browser: str) -> bool:
    """Whether `browser` and what drives it are here."""
    return all(find(name) for name in needed(browser))


def needed(browser: str) -> tuple[str, ...]:
    """What must be on the machine to drive `browser`."""
    return ("chromium", "chromedriver") if browser == "chromium" else ("firefox",)


def chromium_sandbox_works() -> bool:
    """Whether Chromium can use its sandbox: not for root, nor where user namespaces are switched off."""
    if os.geteuid() == 0:
        return False
    unshare = shutil.which("unshare")
    return (
        unshare is not None
        and subprocess.run([unshare, "--user", "true"], check=False, capture_output=True).returncode == 0
    )

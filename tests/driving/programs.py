"""Finds the browsers on this machine and reads their versions. Installs nothing (see `preparing`).

Standard library only: it is asked before anything is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

from driving.profile import gecko_settings, manifest

NAMES = ("firefox", "chromium")

_PROGRAMS = {
    "firefox": ("firefox-esr", "firefox"),
    "chromium": ("chromium", "chromium-browser"),
    "chromedriver": ("chromedriver",),
}
#: The drivers need more than the extension does: `sidePanel.close`, by which the side panel is closed between tests.
_OLDEST_DRIVEN = {"firefox": 0, "chromium": 141}
_PATIENCE_S = 60


def oldest(browser: str) -> int:
    """The oldest version of `browser` that the extension runs in and that can be driven."""
    stated = gecko_settings()["strict_min_version"] if browser == "firefox" else manifest()["minimum_chrome_version"]
    return max(_major(str(stated)), _OLDEST_DRIVEN[browser])


def find(name: str) -> str | None:
    """The path of `firefox`, `chromium` or `chromedriver`, one that is recent enough before others, or None."""
    paths = [path for program in _PROGRAMS[name] if (path := shutil.which(program))]
    if len(paths) < 2 or name not in NAMES:
        return next(iter(paths), None)
    return next((path for path in paths if _major(version(path) or "") >= oldest(name)), paths[0])


def version(program: str) -> str | None:
    """The version that a program states, such as `140.12.0`; None where it states none or cannot be run."""
    try:
        done = subprocess.run(
            [program, "--version"], check=False, capture_output=True, text=True, errors="replace", timeout=_PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"\d+(?:\.\d+)*", done.stdout)
    return found[0] if found else None


def obstacle(browser: str) -> str | None:
    """What keeps `browser` from being driven here, with the version found and the one needed; None where nothing does.

    chromedriver only drives the Chromium of its own major version.
    """
    found, title = find(browser), browser.capitalize()
    if found is None:
        return f"{title} is not installed, {oldest(browser)} or later is needed"
    stated = version(found) or ""
    if _major(stated) < oldest(browser):
        return f"{title} {stated or 'without a version'} is installed, {oldest(browser)} or later is needed"
    if browser == "firefox":
        return None
    driver = find("chromedriver")
    if driver is None:
        return f"chromedriver is not installed, {_major(stated)} is needed"
    stated_by_driver = version(driver) or ""
    if _major(stated_by_driver) != _major(stated):
        return f"chromedriver {stated_by_driver or 'without a version'} is installed, {_major(stated)} is needed"
    return None


def chromium_sandbox_works() -> bool:
    """Whether Chromium can use its sandbox: not for root, nor where user namespaces are switched off."""
    if os.geteuid() == 0:
        return False
    unshare = shutil.which("unshare")
    return (
        unshare is not None
        and subprocess.run([unshare, "--user", "true"], check=False, capture_output=True).returncode == 0
    )


def _major(stated: str) -> int:
    """The first number of a version; 0 where there is none."""
    number = stated.partition(".")[0]
    return int(number) if number.isdigit() else 0

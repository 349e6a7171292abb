"""Finds the browsers on this machine and their versions. Installs nothing (see `preparing`).

Standard library only: it runs before anything is installed.
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
#: The drivers need more than the extension: `sidePanel.close` closes the side panel between tests.
_OLDEST_DRIVEN = {"firefox": 0, "chromium": 141}
_PATIENCE_S = 60


def oldest(browser: str) -> int:
    """Return the oldest version of `browser` that can run the extension and be driven."""
    stated = gecko_settings()["strict_min_version"] if browser == "firefox" else manifest()["minimum_chrome_version"]
    return max(_major(str(stated)), _OLDEST_DRIVEN[browser])


def find(name: str) -> str | None:
    """Return the path of `firefox`, `chromium` or `chromedriver`, preferably recent, or None."""
    paths = [path for program in _PROGRAMS[name] if (path := shutil.which(program))]
    if len(paths) < 2 or name not in NAMES:
        return next(iter(paths), None)
    return next((path for path in paths if _major(version(path) or "") >= oldest(name)), paths[0])


def version(program: str) -> str | None:
    """Return a program's version, such as `140.12.0`; None if it reports none or cannot run."""
    try:
        done = subprocess.run(
            [program, "--version"], check=False, capture_output=True, text=True, errors="replace", timeout=_PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"\d+(?:\.\d+)*", done.stdout)
    return match[0] if match else None


def obstacle(browser: str) -> str | None:
    """Return why `browser` cannot be driven here, as a clause with both versions, or None.

    chromedriver only drives the Chromium of its own major version.
    """
    program = find(browser)
    stated = version(program) if program else None
    if (clause := shortcoming(browser.capitalize(), program, stated, oldest(browser))) or browser == "firefox":
        return clause
    driver, needed = find("chromedriver"), _major(stated or "")
    if driver is None:
        return f"chromedriver is not installed ({needed} is needed)"
    driven = version(driver)
    return None if _major(driven or "") == needed else f"chromedriver is {driven or 'broken'} ({needed} is needed)"


def shortcoming(title: str, program: str | None, stated: str | None, needed: int) -> str | None:
    """Return the problem with a program's version, as a clause, or None."""
    if program is None:
        return f"{title} is not installed ({needed} or later is needed)"
    if stated is None:
        return f"{title} does not state its version ({needed} or later is needed)"
    return f"{title} {stated} is too old ({needed} or later is needed)" if _major(stated) < needed else None


def chromium_sandbox_works() -> bool:
    """Return whether Chromium can use its sandbox: not as root, nor without user namespaces."""
    if os.geteuid() == 0:
        return False
    unshare = shutil.which("unshare")
    return (
        unshare is not None
        and subprocess.run([unshare, "--user", "true"], check=False, capture_output=True).returncode == 0
    )


def _major(stated: str) -> int:
    """Return the first number of a version; 0 without one."""
    number = stated.partition(".")[0]
    return int(number) if number.isdigit() else 0

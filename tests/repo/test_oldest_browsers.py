"""The oldest browsers that the manifest admits are those that have all that the extension uses without a substitute.

What is newer but optional is not listed: `sidePanel.close` (Chromium 141), without which the panel is closed by its own
button, and `publicSuffix`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

#: What the extension does, the pattern that finds it in its files, and the first Chromium that has it.
CHROMIUM = {
    "display classes by color-mix()": (r"color-mix\(", 111),
    "rules for requests with host access": (r"declarativeNetRequestWithHostAccess", 96),
    "storage that lasts as long as the session": (r"api\.storage\.session", 102),
    "an element that knows whether it is visible": (r"checkVisibility\(", 105),
    "scripts by document": (r"documentIds?: ", 106),
    "menus as popovers": (r"showPopover\(\)", 114),
    "the side panel": (r'"sidePanel"', 114),
    "the side panel opened by a click": (r"sidePanel\?\.open\(", 116),
    "several signals in one": (r"AbortSignal\.any\(", 116),
    "addresses looked at without an exception": (r"URL\.canParse\(", 120),
    "`background.scripts` beside a service worker": (r'"scripts": \["extension/background', 121),
    "colours of both schemes by light-dark()": (r"light-dark\(", 123),
    "heights of whole pixels by round()": (r"height: round\(", 125),
}


@pytest.fixture(scope="module")
def sources(root: Path) -> str:
    """All that ships, as one text."""
    files = [root / "manifest.json", *(root / "extension").rglob("*.js"), *(root / "extension").rglob("*.css")]
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("use", CHROMIUM)
def test_what_is_listed_is_used(sources: str, use: str) -> None:
    assert re.search(CHROMIUM[use][0], sources), f"the extension no longer uses this: {use}"


def test_oldest_chromium_has_all_of_it(manifest: dict[str, Any], readme: str) -> None:
    needed = max(version for _, version in CHROMIUM.values())
    assert manifest["minimum_chrome_version"] == str(needed)
    assert f"Chromium {needed}" in readme


def test_oldest_firefox_is_that_which_shows_what_data_is_transmitted(manifest: dict[str, Any], readme: str) -> None:
    """Below 140 nobody would be asked; on Android, which has no sidebar and no host, the linter wants 142."""
    settings = manifest["browser_specific_settings"]
    assert settings["gecko"]["strict_min_version"] == "140.0"
    assert settings["gecko_android"]["strict_min_version"] == "142.0"
    assert "Firefox 140" in readme

"""The manifest's minimum browsers have everything that the extension requires.

Newer optional features are not listed. Without `round()` (Chromium 125), rows are fractions of a pixel off. Without
conditions on response headers in rules (128), a page's classes arrive by message only. `publicSuffix` (153) and the
partition of a document (132) select cookies. Without `sidePanel.close` (141), the panel's page closes itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

#: The extension's features, the pattern that finds each in its files, and the first Chromium with it.
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
}


#: CSS that must not be used: a browser that does not know it drops the whole declaration.
TOO_NEW = ("light-dark(", "@property", "field-sizing", "text-box", "anchor-name", "interpolate-size", "if(")


@pytest.fixture(scope="module")
def sources(root: Path) -> str:
    """Return everything that ships, as one text."""
    files = [root / "manifest.json", *(root / "extension").rglob("*.js"), *(root / "extension").rglob("*.css")]
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.fixture(scope="module")
def sheets(root: Path) -> str:
    return "\n".join(file.read_text("utf-8") for file in (root / "extension").rglob("*.css"))


@pytest.mark.parametrize("use", CHROMIUM)
def test_listed_features_are_used(sources: str, use: str) -> None:
    assert re.search(CHROMIUM[use][0], sources), f"the extension no longer uses this: {use}"


@pytest.mark.parametrize("use", TOO_NEW)
def test_features_unsupported_by_the_oldest_browsers_are_not_used(sheets: str, use: str) -> None:
    assert use not in sheets


def test_css_round_is_used_only_where_supported(sheets: str) -> None:
    guarded = re.sub(r"@supports \(height: round\(1px, 1px\)\) \{.*?\n\}", "", sheets, flags=re.DOTALL)
    assert "round(" in sheets
    assert "round(" not in re.sub(r"/\*.*?\*/", "", guarded, flags=re.DOTALL)


def test_oldest_chromium_has_all_of_it(manifest: dict[str, Any], readme: str) -> None:
    needed = max(version for _, version in CHROMIUM.values())
    assert manifest["minimum_chrome_version"] == str(needed)
    assert f"Chromium {needed}" in readme


def test_oldest_firefox_supports_data_collection_consent(manifest: dict[str, Any], readme: str) -> None:
    """Check the minimum: older ones ask for no consent; on Android, which has no host, the linter requires 142."""
    settings = manifest["browser_specific_settings"]
    assert settings["gecko"]["strict_min_version"] == "140.0"
    assert settings["gecko_android"]["strict_min_version"] == "142.0"
    assert "Firefox 140" in readme

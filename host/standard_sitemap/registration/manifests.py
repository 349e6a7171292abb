"""The manifest of the native host, as each browser wants to read it. Pure."""

import json
from pathlib import Path
from typing import Any

from standard_sitemap.identity import CHROME_ID, FIREFOX_ID, HOST_NAME
from standard_sitemap.registration.places import Browser

DESCRIPTION = "Reads the sitemaps that Standard-Sitemap Navigator shows"


def manifest(browser: Browser, program: Path) -> dict[str, Any]:
    """The manifest that lets our extension, and no other, start `program`."""
    common: dict[str, Any] = {
        "name": HOST_NAME,
        "description": DESCRIPTION,
        "path": str(program),
        "type": "stdio",
    }
    if browser is Browser.FIREFOX:
        return {**common, "allowed_extensions": [FIREFOX_ID]}
    return {**common, "allowed_origins": [f"chrome-extension://{CHROME_ID}/"]}


def text_of(browser: Browser, program: Path) -> str:
    """The manifest as it stands in its file."""
    return json.dumps(manifest(browser, program), indent=2) + "\n"

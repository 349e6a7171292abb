"""Looks into browsers' profiles for the extension, for whether it is there and in which version. Changes nothing.

What browsers write there is theirs and may change: what is not understood counts as not seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from standard_sitemap.identity import CHROME_ID, FIREFOX_ID
from standard_sitemap.registration.browsers import Browser

# Preferences of a much used profile have some hundred kilobytes.
_MOST_BYTES = 32 * 1024 * 1024


def versions(browser: Browser, folders: list[Path]) -> list[str]:
    """The versions of our extension in the profiles below these folders, each once; "" where none is stated."""
    look = _in_firefox if browser.is_firefox else _in_chromium
    return sorted({version for folder in folders for version in look(folder)})


def _in_firefox(folder: Path) -> Iterator[str]:
    for pattern in ("*/extensions.json", "*/*/extensions.json"):
        for file in sorted(folder.glob(pattern)):
            addons = _read(file).get("addons")
            for addon in addons if isinstance(addons, list) else []:
                if isinstance(addon, dict) and addon.get("id") == FIREFOX_ID:
                    yield _text(addon.get("version"))


def _in_chromium(folder: Path) -> Iterator[str]:
    """Settings are in the one file or in the other, by the system and by how the extension was installed."""
    for pattern in ("*/Preferences", "*/Secure Preferences", "Preferences", "Secure Preferences"):
        for file in sorted(folder.glob(pattern)):
            entry = _within(_read(file), "extensions", "settings", CHROME_ID)
            if entry:
                yield _stated(entry)


def _stated(entry: Mapping[str, Any]) -> str:
    """The version of an extension by what its settings say of it, else by the manifest in its folder."""
    manifest = _within(entry, "manifest")
    path = entry.get("path")
    if not manifest and isinstance(path, str) and Path(path).is_absolute():
        manifest = _read(Path(path) / "manifest.json")
    return _text(manifest.get("version"))


def _within(found: Mapping[str, Any], *names: str) -> dict[str, Any]:
    inner: object = found
    for name in names:
        inner = inner.get(name) if isinstance(inner, Mapping) else None
    return inner if isinstance(inner, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _read(file: Path) -> dict[str, Any]:
    """The object in a file; {} where there is none, or too much."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            return {}
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}

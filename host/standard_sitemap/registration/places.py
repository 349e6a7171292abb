"""Where browsers look for native hosts on each system, and the manifest that they want to find there.

The Windows registry is behind an interface that tests can stand in for.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from standard_sitemap.identity import CHROME_ID, FIREFOX_ID, HOST_NAME

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


class Browser(Enum):
    """The browsers that are known."""

    FIREFOX = "firefox"
    CHROMIUM = "chromium"
    CHROME = "chrome"


@dataclass(frozen=True)
class User:
    """Whose browsers: the system (as `sys.platform` has it), the home folder, and what replaces folders in it."""

    platform: str
    home: Path
    config: Path | None = None
    local_data: Path | None = None
    profile: Path | None = None


@dataclass(frozen=True)
class Place:
    """One registration: the manifest's file, and the registry key that points to it (Windows only)."""

    browser: Browser
    file: Path
    registry_key: str | None = None


_LINUX = {Browser.CHROMIUM: "chromium", Browser.CHROME: "google-chrome"}
_MACOS = {Browser.FIREFOX: "Mozilla", Browser.CHROMIUM: "Chromium", Browser.CHROME: "Google/Chrome"}
_WINDOWS = {
    Browser.FIREFOX: r"Software\Mozilla\NativeMessagingHosts",
    Browser.CHROMIUM: r"Software\Chromium\NativeMessagingHosts",
    Browser.CHROME: r"Software\Google\Chrome\NativeMessagingHosts",
}


def place_of(browser: Browser, user: User) -> Place:
    """Where `browser` looks for the host of `user`."""
    name = f"{HOST_NAME}.json"
    if user.platform == "win32":
        data = user.local_data or user.home / "AppData" / "Local"
        file = data / "standard-sitemap-navigator" / browser.value / name
        return Place(browser, file, f"{_WINDOWS[browser]}\\{HOST_NAME}")
    return Place(browser, _folder(browser, user) / name)


def _folder(browser: Browser, user: User) -> Path:
    if user.profile is not None and browser is not Browser.FIREFOX:
        return user.profile / "NativeMessagingHosts"
    if user.platform == "darwin":
        return user.home / "Library" / "Application Support" / _MACOS[browser] / "NativeMessagingHosts"
    if browser is Browser.FIREFOX:
        return user.home / ".mozilla" / "native-messaging-hosts"
    return (user.config or user.home / ".config") / _LINUX[browser] / "NativeMessagingHosts"


class Registry(Protocol):
    """Default values of keys below the current user."""

    def read(self, key: str) -> str | None:
        """The key's default value, or None."""

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; make the key if need be."""

    def delete(self, key: str) -> None:
        """Take the key away; nothing where there is none."""


class WindowsRegistry:
    """The real one. To be asked on Windows only: places on other systems have no registry key."""

    def read(self, key: str) -> str | None:
        """The key's default value, or None."""
        winreg = _winreg()
        try:
            return str(winreg.QueryValue(winreg.HKEY_CURRENT_USER, key))
        except FileNotFoundError:
            return None

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; make the key if need be."""
        winreg = _winreg()
        winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        """Take the key away; nothing where there is none."""
        winreg = _winreg()
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


def _winreg() -> Any:
    return import_module("winreg")

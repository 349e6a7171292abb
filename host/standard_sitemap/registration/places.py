"""Where browsers look for native hosts, on each system. Pure."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from standard_sitemap.identity import HOST_NAME


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

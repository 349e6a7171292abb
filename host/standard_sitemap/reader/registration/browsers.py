r"""The known browsers, one row each: where they search for hosts, and where their profiles are.

Contains data only. Places are written with `{home}`, `{config}` (XDG_CONFIG_HOME), `{support}` (on macOS, Application
Support), `{local}` and `{roaming}` (on Windows, the two folders of application data).

The sources of these claims, since nobody has all these browsers on all systems:

- Firefox: Mozilla's page *Native manifests*, section *Manifest location*
  (https://developer.mozilla.org/en-US/docs/Mozilla/Add-ons/WebExtensions/Native_manifests). Chromium, Chrome: Chrome's
  page *Native messaging*, section *Native messaging host location*
  (https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging). Firefox and Chromium were tested
  on Linux, with folders of the user and for all users; nothing was tested on macOS and Windows.
- Edge: Microsoft's page *Native messaging*
  (https://learn.microsoft.com/en-us/microsoft-edge/extensions/developer-guide/native-messaging); its folder on Linux
  by other programs' installers.
- Brave, Vivaldi: the registrations of the password managers KeePassXC and PassFF: on Windows that is Chrome's key.
- Arc, which is for macOS and Windows: its folder on macOS by several programs' installers; on Windows it is assumed to
  read Chrome's registrations. Not tested. That Brave reads Chrome's folder on macOS is KeePassXC's observation.
- LibreWolf: the list of places in PassFF's own instructions, Windows included.
- Opera: its folder on Linux by the download manager Persepolis. On macOS, on Windows and for all users, it is said to
  read Chrome's registrations. Not tested.
- Waterfox: its folder on Linux by other programs' installers; on macOS and Windows it is assumed to read Firefox's
  registrations. Not tested; some programs also write a key `Software\Waterfox`.
- Names of snaps and flatpaks: those under which the two stores list the browsers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID


@dataclass(frozen=True)
class BrowserPaths:
    """A browser's paths on one system. `manifests` is a folder, on Windows a registry key."""

    manifests: str
    profiles: tuple[str, ...]
    programs: tuple[str, ...]
    """Names in PATH, or absolute paths, any of which shows that the browser is installed."""
    for_all: tuple[str, ...] = ()
    """Further folders of manifests that the browser reads: those for all users, or another browser's."""


@dataclass(frozen=True)
class Browser:
    """A browser. Only the Firefox family uses extension ids with an @."""

    name: str
    title: str
    is_firefox: bool
    on: Mapping[str, BrowserPaths]
    """By the value of `sys.platform`: linux, darwin, win32."""
    snap: str = ""
    flatpak: str = ""


def _firefox(
    name: str, title: str, *, linux: str, profiles: str, macos: str, support: str, windows: str, key: str, flatpak: str,
    snap: str = "", programs: tuple[str, ...] = (), for_all: tuple[str, ...] = (), for_all_macos: str = "",
) -> Browser:  # fmt: skip
    """Return a browser of the Firefox family.

    From Firefox 147 profiles may be below XDG_CONFIG_HOME; manifests stay in `linux`.
    """
    on = {
        "linux": BrowserPaths(
            f"{{home}}/{linux}/native-messaging-hosts", (f"{{home}}/{profiles}", f"{{config}}/{profiles.lstrip('.')}"),
            programs or (name,), for_all,
        ),
        "darwin": BrowserPaths(
            f"{{support}}/{macos}/NativeMessagingHosts", (f"{{support}}/{support}",), (f"/Applications/{title}.app",),
            _existing(for_all_macos),
        ),
        "win32": BrowserPaths(rf"Software\{key}\NativeMessagingHosts", (f"{{roaming}}/{windows}",), ()),
    }  # fmt: skip
    return Browser(name, title, True, on, snap, flatpak)


def _chromium(
    name: str, title: str, *, linux: str, macos: str, windows: str, key: str, app: str, programs: tuple[str, ...],
    flatpak: str = "", snap: str = "", for_all: str = "", for_all_macos: str = "", macos_manifests: str = "",
) -> Browser:  # fmt: skip
    """Return a browser of the Chromium family, which keeps manifests beside the profiles."""
    on = {
        "linux": BrowserPaths(
            f"{{config}}/{linux}/NativeMessagingHosts", (f"{{config}}/{linux}",), programs,
            (f"{for_all}/native-messaging-hosts",) if for_all else (),
        ),
        "darwin": BrowserPaths(
            f"{{support}}/{macos_manifests or macos}/NativeMessagingHosts", (f"{{support}}/{macos}",),
            (f"/Applications/{app}.app",), _existing(for_all_macos),
        ),
        "win32": BrowserPaths(rf"Software\{key}\NativeMessagingHosts", (windows,), ()),
    }  # fmt: skip
    return Browser(name, title, False, on, snap, flatpak)


def _existing(folder: str) -> tuple[str, ...]:
    return (f"{folder}/NativeMessagingHosts",) if folder else ()


_ROWS = (
    _firefox(
        "firefox", "Firefox", linux=".mozilla", profiles=".mozilla/firefox", macos="Mozilla", support="Firefox",
        windows="Mozilla/Firefox", key="Mozilla", programs=("firefox", "firefox-esr"),
        for_all=("/usr/lib/mozilla/native-messaging-hosts", "/usr/lib64/mozilla/native-messaging-hosts"),
        for_all_macos="/Library/Application Support/Mozilla",
        snap="firefox", flatpak="org.mozilla.firefox",
    ),
    _chromium(
        "chromium", "Chromium", linux="chromium", macos="Chromium", windows="{local}/Chromium/User Data",
        key="Chromium", app="Chromium", programs=("chromium", "chromium-browser"), for_all="/etc/chromium",
        for_all_macos="/Library/Application Support/Chromium", snap="chromium", flatpak="org.chromium.Chromium",
    ),
    _chromium(
        "chrome", "Chrome", linux="google-chrome", macos="Google/Chrome", windows="{local}/Google/Chrome/User Data",
        key=r"Google\Chrome", app="Google Chrome", programs=("google-chrome", "google-chrome-stable"),
        for_all="/etc/opt/chrome", for_all_macos="/Library/Google/Chrome", flatpak="com.google.Chrome",
    ),
    _chromium(
        "edge", "Edge", linux="microsoft-edge", macos="Microsoft Edge", windows="{local}/Microsoft/Edge/User Data",
        key=r"Microsoft\Edge", app="Microsoft Edge", programs=("microsoft-edge", "microsoft-edge-stable"),
        for_all="/etc/opt/edge", for_all_macos="/Library/Microsoft/Edge", flatpak="com.microsoft.Edge",
    ),
    _chromium(
        "brave", "Brave", linux="BraveSoftware/Brave-Browser", macos="BraveSoftware/Brave-Browser",
        windows="{local}/BraveSoftware/Brave-Browser/User Data", key=r"Google\Chrome", app="Brave Browser",
        programs=("brave-browser", "brave"), for_all_macos="{support}/Google/Chrome", snap="brave",
        flatpak="com.brave.Browser",
    ),
    _chromium(
        "arc", "Arc", linux="arc", macos="Arc/User Data", windows="{local}/Arc/User Data", key=r"Google\Chrome",
        app="Arc", programs=(),
    ),
    _chromium(
        "vivaldi", "Vivaldi", linux="vivaldi", macos="Vivaldi", windows="{local}/Vivaldi/User Data",
        key=r"Google\Chrome", app="Vivaldi", programs=("vivaldi", "vivaldi-stable"), snap="vivaldi",
        flatpak="com.vivaldi.Vivaldi",
    ),
    _chromium(
        "opera", "Opera", linux="opera", macos="com.operasoftware.Opera", macos_manifests="Google/Chrome",
        windows="{roaming}/Opera Software/Opera Stable", key=r"Google\Chrome", app="Opera",
        programs=("opera", "opera-stable"), for_all="/etc/opt/chrome", snap="opera", flatpak="com.opera.Opera",
    ),
    _firefox(
        "librewolf", "LibreWolf", linux=".librewolf", profiles=".librewolf", macos="LibreWolf", support="librewolf",
        windows="librewolf", key="LibreWolf", flatpak="io.gitlab.librewolf-community",
    ),
    _firefox(
        "waterfox", "Waterfox", linux=".waterfox", profiles=".waterfox", macos="Mozilla", support="Waterfox",
        windows="Waterfox", key="Mozilla", flatpak="net.waterfox.waterfox",
    ),
)  # fmt: skip

# All browsers by the name for `--browser`.
BROWSERS: Mapping[str, Browser] = {browser.name: browser for browser in _ROWS}

# The browsers to register with if none is found: an undetected browser may still be installed. On Windows always: a new
# user has no profiles yet, and programs are not in PATH.
USUAL = ("firefox", "chromium", "chrome")


# Preferences of a long used profile have some hundred kilobytes.
_MOST_BYTES = 32 * 1024 * 1024


def versions(browser: Browser, folders: list[Path]) -> list[str]:
    """Return the versions of our extension in the profiles below these folders, each once; "" for an unstated one."""
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
    """Yield our extension's versions in a Chromium profile.

    The settings are in either file, depending on the system and on how the extension was installed.
    """
    for pattern in ("*/Preferences", "*/Secure Preferences", "Preferences", "Secure Preferences"):
        for file in sorted(folder.glob(pattern)):
            entry = _within(_read(file), "extensions", "settings", CHROME_ID)
            if entry:
                yield _stated(entry)


def _stated(entry: Mapping[str, Any]) -> str:
    """Return the version of an extension by its settings, else by the manifest in its folder."""
    manifest = _within(entry, "manifest")
    path = entry.get("path")
    if not manifest and isinstance(path, str) and Path(path).is_absolute():
        manifest = _read(Path(path) / "manifest.json")
    return _text(manifest.get("version"))


def _within(settings: Mapping[str, Any], *names: str) -> dict[str, Any]:
    inner: object = settings
    for name in names:
        inner = inner.get(name) if isinstance(inner, Mapping) else None
    return inner if isinstance(inner, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a file; {} if there is none, or the file is too large."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            return {}
        settings = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}

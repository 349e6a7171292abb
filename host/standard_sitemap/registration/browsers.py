"""The browsers that are known, one row each: where they look for hosts, and where their profiles are.

Only data: nothing is looked up here. Places are written with `{home}`, `{config}` (XDG_CONFIG_HOME), `{support}` (on
macOS, Application Support), `{local}` and `{roaming}` (on Windows, the two folders of application data).

Where each claim comes from, since nobody has all these browsers on all systems:

- Firefox: Mozilla's page *Native manifests*, section *Manifest location*
  (https://developer.mozilla.org/en-US/docs/Mozilla/Add-ons/WebExtensions/Native_manifests). Chromium, Chrome: Chrome's
  page *Native messaging*, section *Native messaging host location*
  (https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging). Firefox and Chromium were tried here
  on Linux, with folders of the user's and for all users; nothing was on macOS and Windows.
- Edge: Microsoft's page *Native messaging*
  (https://learn.microsoft.com/en-us/microsoft-edge/extensions/developer-guide/native-messaging); its folder on Linux
  by what other programs' installers write.
- Brave, Vivaldi: what the password managers KeePassXC and PassFF register: on Windows that is Chrome's key.
- LibreWolf: the list of places in PassFF's own instructions, Windows included.
- Opera: its folder on Linux by what the download manager Persepolis writes; Chrome's registrations on macOS, on Windows
  and for all users, which it is said to read. Not tried.
- Waterfox: its folder on Linux by what other programs' installers write; on macOS and Windows it is taken to read
  what Firefox reads. Not tried; some programs write a key `Software\\Waterfox` as well.
- Names of snaps and flatpaks: those under which the two stores list the browsers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Looks:
    """A browser on one system. `manifests` is a folder; on Windows a registry key stands for it."""

    manifests: str
    profiles: tuple[str, ...]
    programs: tuple[str, ...]
    """Names in PATH, or absolute paths, any of which means that the browser is installed."""
    for_all: tuple[str, ...] = ()
    """Folders of manifests for all users."""


@dataclass(frozen=True)
class Browser:
    """A browser. Only those of the Firefox family know extensions by an id with an @ in it."""

    name: str
    title: str
    is_firefox: bool
    on: Mapping[str, Looks]
    """By what `sys.platform` says: linux, darwin, win32."""
    snap: str = ""
    flatpak: str = ""


def _firefox(
    name: str, title: str, *, linux: str, profiles: str, macos: str, support: str, windows: str, key: str, flatpak: str,
    snap: str = "", programs: tuple[str, ...] = (), for_all: tuple[str, ...] = (),
) -> Browser:  # fmt: skip
    """Of the Firefox family. From Firefox 147 profiles may be below XDG_CONFIG_HOME; manifests stay in `linux`."""
    on = {
        "linux": Looks(
            f"{{home}}/{linux}/native-messaging-hosts", (f"{{home}}/{profiles}", f"{{config}}/{profiles.lstrip('.')}"),
            programs or (name,), for_all,
        ),
        "darwin": Looks(
            f"{{support}}/{macos}/NativeMessagingHosts", (f"{{support}}/{support}",), (f"/Applications/{title}.app",)
        ),
        "win32": Looks(rf"Software\{key}\NativeMessagingHosts", (f"{{roaming}}/{windows}",), ()),
    }  # fmt: skip
    return Browser(name, title, True, on, snap, flatpak)


def _chromium(
    name: str, title: str, *, linux: str, macos: str, windows: str, key: str, app: str, programs: tuple[str, ...],
    flatpak: str, snap: str = "", for_all: str = "", macos_manifests: str = "",
) -> Browser:  # fmt: skip
    """Of the Chromium family, where manifests lie beside the profiles."""
    on = {
        "linux": Looks(
            f"{{config}}/{linux}/NativeMessagingHosts", (f"{{config}}/{linux}",), programs,
            (f"{for_all}/native-messaging-hosts",) if for_all else (),
        ),
        "darwin": Looks(
            f"{{support}}/{macos_manifests or macos}/NativeMessagingHosts", (f"{{support}}/{macos}",),
            (f"/Applications/{app}.app",),
        ),
        "win32": Looks(rf"Software\{key}\NativeMessagingHosts", (windows,), ()),
    }  # fmt: skip
    return Browser(name, title, False, on, snap, flatpak)


_ROWS = (
    _firefox(
        "firefox", "Firefox", linux=".mozilla", profiles=".mozilla/firefox", macos="Mozilla", support="Firefox",
        windows="Mozilla/Firefox", key="Mozilla", programs=("firefox", "firefox-esr"),
        for_all=("/usr/lib/mozilla/native-messaging-hosts", "/usr/lib64/mozilla/native-messaging-hosts"),
        snap="firefox", flatpak="org.mozilla.firefox",
    ),
    _chromium(
        "chromium", "Chromium", linux="chromium", macos="Chromium", windows="{local}/Chromium/User Data",
        key="Chromium", app="Chromium", programs=("chromium", "chromium-browser"), for_all="/etc/chromium",
        snap="chromium", flatpak="org.chromium.Chromium",
    ),
    _chromium(
        "chrome", "Chrome", linux="google-chrome", macos="Google/Chrome", windows="{local}/Google/Chrome/User Data",
        key=r"Google\Chrome", app="Google Chrome", programs=("google-chrome", "google-chrome-stable"),
        for_all="/etc/opt/chrome", flatpak="com.google.Chrome",
    ),
    _chromium(
        "edge", "Edge", linux="microsoft-edge", macos="Microsoft Edge", windows="{local}/Microsoft/Edge/User Data",
        key=r"Microsoft\Edge", app="Microsoft Edge", programs=("microsoft-edge", "microsoft-edge-stable"),
        for_all="/etc/opt/edge", flatpak="com.microsoft.Edge",
    ),
    _chromium(
        "brave", "Brave", linux="BraveSoftware/Brave-Browser", macos="BraveSoftware/Brave-Browser",
        windows="{local}/BraveSoftware/Brave-Browser/User Data", key=r"Google\Chrome", app="Brave Browser",
        programs=("brave-browser", "brave"), snap="brave", flatpak="com.brave.Browser",
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

# All of them by the name for `--browser`.
BROWSERS: Mapping[str, Browser] = {browser.name: browser for browser in _ROWS}

# Those to register with where none is found: what is not seen may still be installed.
USUAL = ("firefox", "chromium", "chrome")

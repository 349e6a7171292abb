"""The system's proxies: of the environment, of the desktop, of Windows and macOS.

This module resolves no name. It never queries a name server,
although urllib does so on some systems to match a proxy's exceptions. If there is a proxy, only the browser may fetch:
it has the proxy's logins, and resolves names in the same place as the page's.
"""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.network_addresses import Scope, named_scope

if sys.platform == "win32":
    import winreg

# How long the system's settings are cached: a reader who changes them takes longer to return to the window.
_SETTINGS_CACHED_S = 10.0

# gsettings answers in some milliseconds; if its service hangs, the settings count as unknown.
_GSETTINGS_S = 2.0
# GNOME's settings, which Firefox and Chromium use if the environment names no proxy.
_GSETTINGS = "org.gnome.system.proxy"
# Desktops whose proxy settings Chromium reads by gsettings.
_GNOME_LIKE = frozenset({"GNOME", "UNITY", "CINNAMON", "X-CINNAMON", "MATE", "PANTHEON", "BUDGIE"})

# KDE's `ProxyType` values for no proxy and for the environment's; all others are proxies.
_NONE, _FROM_ENVIRONMENT = "0", "4"

# Scopes that browsers reach without a proxy, regardless of the settings.
_NEVER_PROXIED = frozenset({Scope.LOOPBACK, Scope.LINK_LOCAL})


class ProxySettings(NamedTuple):
    """The system's proxies by scheme. `is_exception` tells whether they are not for a host.

    `is_total` is true if a script decides, or exceptions are unknown: every request that may use a proxy then counts as
    proxied.
    """

    proxies: Mapping[str, str]
    is_total: bool = False
    is_exception: Callable[[str, dict[str, str]], bool] = lambda *_: False

    def is_for(self, uri: str) -> bool:
        """Return whether a request for `uri` uses, or may use, a proxy."""
        if not (self.is_total or self.proxies) or named_scope(uri) in _NEVER_PROXIED:
            return False
        if self.is_total:
            return True
        scheme, host = urlsplit(uri).scheme, urlsplit(uri).netloc.rpartition("@")[2]
        if not self.proxies.get(scheme) and not self.proxies.get("all"):
            return False
        return not self.is_exception(host, dict(self.proxies))


_latest: tuple[float, ProxySettings] = 0.0, ProxySettings({})


def are_settings_fresh() -> bool:
    """Return whether the system's settings were read a moment ago."""
    return time.monotonic() - _latest[0] < _SETTINGS_CACHED_S and _latest[0] > 0


def read_settings() -> None:
    """Read the system's settings again, which may take a moment: not for the event loop's thread."""
    global _latest  # noqa: PLW0603  what the system says is the same for all pages
    _latest = time.monotonic(), _read()


def system_proxy(uri: str) -> bool:
    """Return whether the settings read last send, or may send, a request for `uri` through a proxy."""
    return _latest[1].is_for(uri)


def _read() -> ProxySettings:
    if any(name.lower().endswith("_proxy") for name in os.environ) or sys.platform in ("win32", "darwin"):
        settings = _of_urllib()
        if settings.proxies or sys.platform in ("win32", "darwin"):
            return settings
    desktops = {name.upper() for name in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")}
    if desktops & _GNOME_LIKE:
        return ProxySettings({}, is_total=_gnome_has_proxy())
    if "KDE" in desktops:
        return ProxySettings({}, is_total=_kde_has_proxy())
    return ProxySettings({})


def _of_urllib() -> ProxySettings:
    """Return the settings of the environment, else of Windows or macOS."""
    # Saves 7 ms where no variable names a proxy.
    from urllib import request

    environment = request.getproxies_environment()
    if any(environment.get(scheme) for scheme in ("http", "https", "all")):
        # The only check of urllib that never queries a name server.
        return ProxySettings(environment, is_exception=request.proxy_bypass_environment)  # type: ignore[attr-defined]
    if sys.platform in ("win32", "darwin"):
        # Exceptions require name servers, and scripts cannot be evaluated.
        return ProxySettings({}, is_total=bool(request.getproxies()) or _has_windows_script())
    return ProxySettings({})


def _has_windows_script() -> bool:
    """Return whether Windows has a script that chooses proxies, which urllib ignores."""
    if sys.platform == "win32":
        path = r"Software\Microsoft\Windows\CurrentVersion\Internet Settings"
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return bool(winreg.QueryValueEx(key, "AutoConfigURL")[0])
    return False


def _gnome_has_proxy() -> bool:
    program = shutil.which("gsettings")
    if program is None:
        return False
    try:
        command = [program, "get", _GSETTINGS, "mode"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_GSETTINGS_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0 and done.stdout.strip(" '\n") not in {"none", ""}


def _kde_has_proxy() -> bool:
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    settings = configparser.RawConfigParser(strict=False)
    try:
        settings.read(folder / "kioslaverc", encoding="utf-8")
        chosen = settings.get("Proxy Settings", "ProxyType", fallback=_NONE)
    except (configparser.Error, OSError, UnicodeDecodeError):
        return False
    return chosen.strip() not in {_NONE, _FROM_ENVIRONMENT}

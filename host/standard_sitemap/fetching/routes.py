"""The route by which a page was loaded, so that the host uses no other: directly, by a proxy, or nobody knows.

Reads the settings of the desktop and of the environment; never asks a name server, as urllib's own look at a proxy's
exceptions does on some systems. Where a proxy stands between, only the browser may fetch: it has its logins, and looks
names up where the page's was.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.addresses import Scope, named_scope

# How long the system's settings are believed: a reader who changes them has to find the window again.
_SETTINGS_CACHED_S = 10.0

# It answers in some milliseconds; where its service hangs, the settings count as not known.
_GSETTINGS_S = 2.0
# GNOME's settings, which Firefox and Chromium follow where the environment names no proxy.
_GSETTINGS = "org.gnome.system.proxy"
# Desktops whose proxy settings Chromium reads by gsettings.
_GNOME_LIKE = frozenset({"GNOME", "UNITY", "CINNAMON", "X-CINNAMON", "MATE", "PANTHEON", "BUDGIE"})

# KDE's `ProxyType`: no proxy, and that of the environment; all others are proxies.
_NONE, _FROM_ENVIRONMENT = "0", "4"

# What browsers reach without a proxy whatever the settings say.
_NEVER_PROXIED = frozenset({Scope.LOOPBACK, Scope.LINK_LOCAL})


class Route(Enum):
    """How a page was loaded by the browser; SYSTEM where that follows from the system's settings alone."""

    DIRECT = "direct"
    PROXY = "proxy"
    UNKNOWN = "unknown"
    SYSTEM = "system"


class ProxySettings(NamedTuple):
    """The system's proxies: of schemes, the names that they are not for, and whether all goes by one for certain.

    `is_total` where a script decides, or exceptions are not known: what may be proxied counts as proxied.
    """

    proxies: Mapping[str, str]
    is_total: bool = False

    def is_for(self, uri: str) -> bool:
        """Whether a request for `uri` goes by a proxy, or may do so."""
        if named_scope(uri) in _NEVER_PROXIED:
            return False
        if self.is_total:
            return True
        scheme, host = urlsplit(uri).scheme, urlsplit(uri).netloc.rpartition("@")[2]
        if not self.proxies.get(scheme) and not self.proxies.get("all"):
            return False
        # The one of urllib's looks that never asks a name server; typeshed does not know it.
        from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

        return not proxy_bypass_environment(host, dict(self.proxies))


_latest: tuple[float, ProxySettings] = 0.0, ProxySettings({})


def are_settings_fresh() -> bool:
    """Whether the system's settings were read a moment ago."""
    return time.monotonic() - _latest[0] < _SETTINGS_CACHED_S and _latest[0] > 0


def read_settings() -> None:
    """Read the system's settings anew, which may take a moment: not for the event loop's thread."""
    global _latest  # noqa: PLW0603  what the system says is the same for all pages
    _latest = time.monotonic(), _read()


def system_proxy(uri: str) -> bool:
    """Whether the settings that were read last send a request for `uri` by a proxy, or may do so."""
    return _latest[1].is_for(uri)


def _read() -> ProxySettings:
    if any(name.lower().endswith("_proxy") for name in os.environ):  # else urllib, slow to load, is not needed
        from urllib.request import getproxies_environment

        environment = getproxies_environment()
        if any(environment.get(scheme) for scheme in ("http", "https", "all")):
            return ProxySettings(environment)
    if os.name == "nt" or _is_macos():
        from urllib.request import getproxies

        # Exceptions could only be known from name servers, and scripts not at all.
        return ProxySettings({}, is_total=bool(getproxies()) or _has_windows_script())
    desktops = {name.upper() for name in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")}
    if desktops & _GNOME_LIKE:
        return ProxySettings({}, is_total=_gnome_has_proxy())
    if "KDE" in desktops:
        return ProxySettings({}, is_total=_kde_has_proxy())
    return ProxySettings({})


def _is_macos() -> bool:
    import sys

    return sys.platform == "darwin"


def _has_windows_script() -> bool:
    """Whether Windows has a script that chooses proxies, of which urllib knows nothing."""
    if os.name != "nt":
        return False
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion\Internet Settings"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:  # type: ignore[attr-defined]
            return bool(winreg.QueryValueEx(key, "AutoConfigURL")[0])  # type: ignore[attr-defined]
    except OSError:
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
    import configparser

    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    settings = configparser.RawConfigParser(strict=False)
    try:
        settings.read(folder / "kioslaverc", encoding="utf-8")
        chosen = settings.get("Proxy Settings", "ProxyType", fallback=_NONE)
    except (configparser.Error, OSError, UnicodeDecodeError):
        return False
    return chosen.strip() not in {_NONE, _FROM_ENVIRONMENT}

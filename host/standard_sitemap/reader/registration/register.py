"""Registration of the host with a browser, and its removal: the places and the files' contents.

Both are idempotent.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID, HOST_NAME, HOST_PROGRAM
from standard_sitemap.reader.registration.browsers import BROWSERS, Browser, BrowserPaths

DESCRIPTION = "Reads the sitemaps that Standard-Sitemap Navigator shows"


@dataclass(frozen=True)
class User:
    """The user whose browsers are registered.

    Holds the system (by `sys.platform`), the home folder, and folders that replace those in it.
    """

    platform: str
    home: Path
    config: Path | None = None
    local_data: Path | None = None
    roaming_data: Path | None = None
    profile: Path | None = None
    system: Path = Path("/")
    """The root of the folders for all users."""


@dataclass(frozen=True)
class Registration:
    """One registration: the manifest's file, and the registry key that points to it (Windows only)."""

    browser: Browser
    file: Path
    registry_key: str | None = None


def manifest(browser: Browser, program: Path) -> dict[str, Any]:
    """Return the manifest that lets only our extension start `program`."""
    common: dict[str, Any] = {
        "name": HOST_NAME,
        "description": DESCRIPTION,
        "path": str(program),
        "type": "stdio",
    }
    # Each browser family knows one of the two fields, and it alone decides who may start the program.
    if browser.is_firefox:
        return {**common, "allowed_extensions": [FIREFOX_ID]}
    return {**common, "allowed_origins": [f"chrome-extension://{CHROME_ID}/"]}


def text_of(browser: Browser, program: Path) -> str:
    """Return the contents of the manifest's file."""
    return json.dumps(manifest(browser, program), indent=2) + "\n"


def place_of(browser: Browser, user: User) -> Registration:
    """Return where `browser` searches for the host of `user`.

    Browsers that share a key on Windows share the file, too.
    """
    name, folder = f"{HOST_NAME}.json", _looks(browser, user).manifests
    if user.platform == "win32":
        # Of two files for one registry key, one would never be read, and would remain after unregistering.
        owner = next(other for other in BROWSERS.values() if other.on["win32"].manifests == folder)
        file = Path(_filled("{local}", user)) / "standard-sitemap-navigator" / owner.name / name
        return Registration(browser, file, f"{folder}\\{HOST_NAME}")
    if user.profile is not None and not browser.is_firefox:
        # The folder that Chromium searches after a start with --user-data-dir, instead of the one in the home folder.
        return Registration(browser, user.profile / "NativeMessagingHosts" / name)
    return Registration(browser, Path(_filled(folder, user)) / name)


def places_for_all(browser: Browser, user: User) -> list[Path]:
    """Return the paths of the further manifests that `browser` would read, existing or not."""
    places = (
        _below(user.system, folder) if folder.startswith("/") else Path(_filled(folder, user))
        for folder in _looks(browser, user).for_all
    )
    return [place / f"{HOST_NAME}.json" for place in places]


def profile_folders(browser: Browser, user: User) -> list[Path]:
    """Return the existing folders that hold profiles of `browser`."""
    if user.profile is not None and not browser.is_firefox:
        return [user.profile]
    filled = (Path(_filled(folder, user)) for folder in _looks(browser, user).profiles)
    return [folder for folder in filled if folder.is_dir()]


def is_there(browser: Browser, user: User, which: Callable[[str], str | None] = shutil.which) -> bool:
    """Return whether `browser` is installed or was used: by a program, a profile, or a package of snap or flatpak."""
    if profile_folders(browser, user) or in_sandboxes(browser, user):
        return True
    return any(
        _below(user.system, program).exists() if program.startswith("/") else which(program) is not None
        for program in _looks(browser, user).programs
    )


def in_sandboxes(browser: Browser, user: User) -> list[str]:
    """Return the sandboxes, `snap` or `flatpak`, in which the user has started `browser`; empty except on Linux."""
    if user.platform != "linux":
        return []
    folders = {"snap": ("snap", browser.snap), "flatpak": (".var/app", browser.flatpak)}
    return [kind for kind, (folder, name) in folders.items() if name and (user.home / folder / name).is_dir()]


def _looks(browser: Browser, user: User) -> BrowserPaths:
    """Return the row for the user's system; an unknown system counts as Linux, which fits BSD's browsers."""
    return browser.on.get(user.platform, browser.on["linux"])


def _filled(place: str, user: User) -> str:
    data = user.home / "AppData"
    return place.format(
        home=user.home,
        config=user.config or user.home / ".config",
        support=user.home / "Library" / "Application Support",
        local=user.local_data or data / "Local",
        roaming=user.roaming_data or data / "Roaming",
    )


def _below(system: Path, absolute: str) -> Path:
    return system / absolute.removeprefix("/")


class Registry(Protocol):
    """The default values of registry keys below the current user."""

    def read(self, key: str) -> str | None:
        """Return the key's default value, or None."""

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; create the key if needed."""

    def delete(self, key: str) -> None:
        """Delete the key if it exists."""


class WindowsRegistry:
    """The real registry, on Windows only: places on other systems have no registry key."""

    def read(self, key: str) -> str | None:
        """Return the key's default value, or None."""
        winreg = _winreg()
        try:
            return str(winreg.QueryValue(winreg.HKEY_CURRENT_USER, key))
        except FileNotFoundError:
            return None

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; create the key if needed."""
        winreg = _winreg()
        winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        """Delete the key if it exists."""
        winreg = _winreg()
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


class FileRegistry:
    """The registry of another home folder: its keys and values in a file there. The real one belongs to the caller."""

    def __init__(self, home: Path) -> None:
        self._file = home / "standard-sitemap-registry.json"

    def read(self, key: str) -> str | None:
        """Return the key's default value, or None."""
        return self._values().get(key)

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; create the key if needed."""
        self._file.write_text(json.dumps(self._values() | {key: value}, indent=2), encoding="utf-8")

    def delete(self, key: str) -> None:
        """Delete the key if it exists."""
        values = {other: value for other, value in self._values().items() if other != key}
        if values:
            self._file.write_text(json.dumps(values, indent=2), encoding="utf-8")
        else:
            self._file.unlink(missing_ok=True)

    def _values(self) -> dict[str, str]:
        return dict(json.loads(self._file.read_text(encoding="utf-8"))) if self._file.is_file() else {}


def registry_of(home: Path | None) -> Registry:
    """Return the current user's registry; for another `home`, a file there."""
    return WindowsRegistry() if home is None else FileRegistry(home.absolute())


def _winreg() -> Any:
    # By name: a plain import is an error to type checkers on every other system.
    return import_module("winreg")


_STORE = r"[\\/]WindowsApps[\\/]|[\\/]PythonSoftwareFoundation\.Python\."
_USER_SCHEME = sysconfig.get_preferred_scheme("user")


class ProgramMissing(Exception):
    """The host's program is missing: the installation is incomplete."""


def is_packaged(program: str | None = None) -> bool:
    """Return whether Python comes from Microsoft's Store.

    Windows redirects the registry and application data of its programs to private copies, which no browser sees. The
    name of the package is part of each program's path, and of the folder of its data.
    """
    paths = (program or sys.executable, *([] if program else [sys.base_prefix]))
    return any(re.search(_STORE, path, re.IGNORECASE) is not None for path in paths)


def current_user(home: Path | None, profile: Path | None) -> User:
    """Return the current user; with `home`, a user with that home and the folders below it."""
    if home is not None:
        return User(sys.platform, home.absolute(), profile=profile and profile.absolute())
    config, local, roaming = map(os.environ.get, ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"))
    return User(
        sys.platform,
        Path.home(),
        # The specification of these folders requires relative ones to be ignored.
        config=Path(config) if config and Path(config).is_absolute() else None,
        local_data=Path(local) if local else None,
        roaming_data=Path(roaming) if roaming else None,
        profile=profile and profile.absolute(),
    )


def host_program() -> Path:
    """Return the host's program: beside this interpreter, where pip puts programs, or in PATH; raises ProgramMissing.

    On Windows pip has its own folders for programs, which are in PATH only if the user chose that at installation.
    """
    name = HOST_PROGRAM + (".exe" if sys.platform == "win32" else "")
    # Not resolved: in a virtual environment the interpreter is a link, and the program is beside the link.
    folders = [str(Path(sys.executable).absolute().parent)]
    folders += [sysconfig.get_path("scripts", scheme) for scheme in (sysconfig.get_default_scheme(), _USER_SCHEME)]
    for folder in folders:
        if (program := Path(folder) / name).is_file():
            return program
    path = shutil.which(HOST_PROGRAM)
    if path is None:
        raise ProgramMissing
    return Path(path).absolute()


def install(browser: Browser, user: User, program: Path, registry: Registry) -> Registration:
    """Register `program`; return the registration."""
    place = place_of(browser, user)
    place.file.parent.mkdir(parents=True, exist_ok=True)
    # Written beside its place, then moved: a browser that starts meanwhile reads the old file or the new one.
    waiting = place.file.with_name(place.file.name + ".new")
    try:
        waiting.write_text(text_of(browser, program), encoding="utf-8")
        waiting.replace(place.file)
    except OSError:
        waiting.unlink(missing_ok=True)
        raise
    if place.registry_key is not None:
        registry.write(place.registry_key, str(place.file))
    return place


def uninstall(browser: Browser, user: User, registry: Registry) -> Registration | None:
    """Remove the registration by `install`; return it, or None if there was none."""
    place = place_of(browser, user)
    is_registered = place.file.is_file()
    if place.registry_key is not None:
        # Read before it is deleted, because a key may remain whose file is gone.
        is_registered = is_registered or registry.read(place.registry_key) is not None
        registry.delete(place.registry_key)
    place.file.unlink(missing_ok=True)
    _remove_empty(place.file.parent, (user.home, user.profile, user.config, user.local_data))
    return place if is_registered else None


def registered(browser: Browser, user: User, registry: Registry) -> tuple[Path, dict[str, Any]] | None:
    """Return the manifest that the browser would read, and its file; {} if it is unreadable, None if there is none.

    The user's own takes precedence over one for all users.
    """
    place = place_of(browser, user)
    own = str(place.file) if place.registry_key is None else registry.read(place.registry_key)
    files = [*([] if own is None else [Path(own)]), *places_for_all(browser, user)]
    file = next((file for file in files if file.exists()), None)
    return None if file is None else (file, _read(file))


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) and content.get("name") == HOST_NAME else {}


def _remove_empty(folder: Path, edges: tuple[Path | None, ...]) -> None:
    """Remove the folders that were created for the manifest and are empty now."""
    # Up to the user's own folders, which stay even if they are empty.
    while folder not in edges and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent

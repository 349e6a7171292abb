"""Registers the host with a browser, and removes the registration: where each browser looks, and what is written there.

Doing it twice is the same as doing it once.
"""

from __future__ import annotations

import json
import os
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
from standard_sitemap.reader.registration.browsers import BROWSERS, Browser, Looks

DESCRIPTION = "Reads the sitemaps that Standard-Sitemap Navigator shows"


@dataclass(frozen=True)
class User:
    """Whose browsers: the system (as `sys.platform` has it), the home folder, and what replaces folders in it."""

    platform: str
    home: Path
    config: Path | None = None
    local_data: Path | None = None
    profile: Path | None = None
    system: Path = Path("/")
    """Where the folders for all users are."""


@dataclass(frozen=True)
class Registration:
    """One registration: the manifest's file, and the registry key that points to it (Windows only)."""

    browser: Browser
    file: Path
    registry_key: str | None = None


def manifest(browser: Browser, program: Path) -> dict[str, Any]:
    """The manifest that lets our extension, and no other, start `program`."""
    common: dict[str, Any] = {
        "name": HOST_NAME,
        "description": DESCRIPTION,
        "path": str(program),
        "type": "stdio",
    }
    # Each knows one of the two fields, and by it alone who may start the program.
    if browser.is_firefox:
        return {**common, "allowed_extensions": [FIREFOX_ID]}
    return {**common, "allowed_origins": [f"chrome-extension://{CHROME_ID}/"]}


def text_of(browser: Browser, program: Path) -> str:
    """The manifest as it stands in its file."""
    return json.dumps(manifest(browser, program), indent=2) + "\n"


def place_of(browser: Browser, user: User) -> Registration:
    """Where `browser` looks for the host of `user`. Browsers that share a key on Windows share the file, too."""
    name, folder = f"{HOST_NAME}.json", _looks(browser, user).manifests
    if user.platform == "win32":
        # Of two files for one registry key, one would never be read, and would stay after unregistering.
        owner = next(other for other in BROWSERS.values() if other.on["win32"].manifests == folder)
        file = Path(_filled("{local}", user)) / "standard-sitemap-navigator" / owner.name / name
        return Registration(browser, file, f"{folder}\\{HOST_NAME}")
    if user.profile is not None and not browser.is_firefox:
        # Where Chromium looks once it was started with --user-data-dir, instead of in the home folder.
        return Registration(browser, user.profile / "NativeMessagingHosts" / name)
    return Registration(browser, Path(_filled(folder, user)) / name)


def places_for_all(browser: Browser, user: User) -> list[Path]:
    """The manifests for all users that `browser` would read, whether they are there or not."""
    return [_below(user.system, folder) / f"{HOST_NAME}.json" for folder in _looks(browser, user).for_all]


def profile_folders(browser: Browser, user: User) -> list[Path]:
    """The folders, of those that are there, that hold profiles of `browser`."""
    if user.profile is not None and not browser.is_firefox:
        return [user.profile]
    filled = (Path(_filled(folder, user)) for folder in _looks(browser, user).profiles)
    return [folder for folder in filled if folder.is_dir()]


def is_there(browser: Browser, user: User, which: Callable[[str], str | None] = shutil.which) -> bool:
    """Whether `browser` is installed or was used: by a program, a profile, or a package of snap or flatpak."""
    if profile_folders(browser, user) or in_sandboxes(browser, user):
        return True
    return any(
        _below(user.system, program).exists() if program.startswith("/") else which(program) is not None
        for program in _looks(browser, user).programs
    )


def in_sandboxes(browser: Browser, user: User) -> list[str]:
    """Of `snap` and `flatpak` those in which the user has started `browser`; on Linux alone."""
    if user.platform != "linux":
        return []
    folders = {"snap": ("snap", browser.snap), "flatpak": (".var/app", browser.flatpak)}
    return [kind for kind, (folder, name) in folders.items() if name and (user.home / folder / name).is_dir()]


def _looks(browser: Browser, user: User) -> Looks:
    """The row for the user's system; another system is taken for a Linux, as BSD's browsers are."""
    return browser.on.get(user.platform, browser.on["linux"])


def _filled(place: str, user: User) -> str:
    data = user.home / "AppData"
    return place.format(
        home=user.home,
        config=user.config or user.home / ".config",
        support=user.home / "Library" / "Application Support",
        local=user.local_data or data / "Local",
        roaming=data / "Roaming",
    )


def _below(system: Path, absolute: str) -> Path:
    return system / absolute.removeprefix("/")


class Registry(Protocol):
    """Default values of keys below the current user."""

    def read(self, key: str) -> str | None:
        """The key's default value, or None."""

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; make the key if need be."""

    def delete(self, key: str) -> None:
        """Remove the key; nothing where there is none."""


class WindowsRegistry:
    """The real one. To be used on Windows only: places on other systems have no registry key."""

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
        """Remove the key; nothing where there is none."""
        winreg = _winreg()
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


def _winreg() -> Any:
    # By name: a plain import is an error to type checkers on every other system.
    return import_module("winreg")


_USER_SCHEME = sysconfig.get_preferred_scheme("user")


class ProgramMissing(Exception):
    """The host's program is not there: the installation is not complete."""


def current_user(home: Path | None = None, profile: Path | None = None) -> User:
    """The current user; one whose home is elsewhere where `home` is given, with the folders that follow from it."""
    if home is not None:
        return User(sys.platform, home.absolute(), profile=profile and profile.absolute())
    config, local = os.environ.get("XDG_CONFIG_HOME"), os.environ.get("LOCALAPPDATA")
    return User(
        sys.platform,
        Path.home(),
        # The specification of these folders has relative ones ignored.
        config=Path(config) if config and Path(config).is_absolute() else None,
        local_data=Path(local) if local else None,
        profile=profile and profile.absolute(),
    )


def host_program() -> Path:
    """The host's program: beside this interpreter, where pip puts programs, or on the path; raises ProgramMissing.

    On Windows pip has folders of its own for programs, which are on nobody's path unless it was wished at installation.
    """
    name = HOST_PROGRAM + (".exe" if sys.platform == "win32" else "")
    # Not resolved: in a virtual environment the interpreter is a link, and the program lies beside the link.
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
    """Register `program`; where that was written."""
    place = place_of(browser, user)
    place.file.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place, then moved: a browser that starts meanwhile reads the old one or the new one.
    waiting = place.file.with_name(place.file.name + ".new")
    waiting.write_text(text_of(browser, program), encoding="utf-8")
    waiting.replace(place.file)
    if place.registry_key is not None:
        registry.write(place.registry_key, str(place.file))
    return place


def uninstall(browser: Browser, user: User, registry: Registry) -> Registration | None:
    """Remove what `install` wrote; where that was, or None where nothing was."""
    place = place_of(browser, user)
    is_registered = place.file.is_file()
    if place.registry_key is not None:
        # Looked at before it is deleted, as a key may be left whose file is gone.
        is_registered = is_registered or registry.read(place.registry_key) is not None
        registry.delete(place.registry_key)
    place.file.unlink(missing_ok=True)
    _remove_empty(place.file.parent, (user.home, user.profile, user.config, user.local_data))
    return place if is_registered else None


def registered(browser: Browser, user: User, registry: Registry) -> tuple[Path, dict[str, Any]] | None:
    """The manifest that the browser would read, and its file; {} where it cannot be read, None where there is none.

    The user's own comes before one for all users.
    """
    place = place_of(browser, user)
    files = places_for_all(browser, user)
    if place.registry_key is None or registry.read(place.registry_key) is not None:
        files = [place.file, *files]
    file = next((file for file in files if file.is_file()), None)
    return None if file is None else (file, _read(file))


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) and content.get("name") == HOST_NAME else {}


def _remove_empty(folder: Path, edges: tuple[Path | None, ...]) -> None:
    """Remove the folders that were made for the manifest and hold nothing else."""
    # Up to the user's own folders, which stay even if they are empty.
    while folder not in edges and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent

"""Registers the host with a browser, and removes the registration. Doing it twice is the same as doing it once."""

import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from standard_sitemap.identity import HOST_NAME, HOST_PROGRAM
from standard_sitemap.registration.browsers import Browser
from standard_sitemap.registration.places import Place, Registry, User, place_of, places_for_all, text_of

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
        config=Path(config) if config and Path(config).is_absolute() else None,
        local_data=Path(local) if local else None,
        profile=profile and profile.absolute(),
    )


def host_program() -> Path:
    """The host's program: beside this interpreter, where pip puts programs, or on the path; raises ProgramMissing.

    On Windows pip has folders of its own for programs, which are on nobody's path unless it was wished at installation.
    """
    name = HOST_PROGRAM + (".exe" if sys.platform == "win32" else "")
    folders = [str(Path(sys.executable).absolute().parent)]
    folders += [sysconfig.get_path("scripts", scheme) for scheme in (sysconfig.get_default_scheme(), _USER_SCHEME)]
    for folder in folders:
        if (program := Path(folder) / name).is_file():
            return program
    found = shutil.which(HOST_PROGRAM)
    if found is None:
        raise ProgramMissing
    return Path(found).absolute()


def install(browser: Browser, user: User, program: Path, registry: Registry) -> Place:
    """Register `program`; where that was written."""
    place = place_of(browser, user)
    place.file.parent.mkdir(parents=True, exist_ok=True)
    waiting = place.file.with_name(place.file.name + ".new")
    waiting.write_text(text_of(browser, program), encoding="utf-8")
    waiting.replace(place.file)
    if place.registry_key is not None:
        registry.write(place.registry_key, str(place.file))
    return place


def uninstall(browser: Browser, user: User, registry: Registry) -> Place | None:
    """Remove what `install` wrote; where that was, or None where nothing was."""
    place = place_of(browser, user)
    found = place.file.is_file()
    if place.registry_key is not None:
        found = found or registry.read(place.registry_key) is not None
        registry.delete(place.registry_key)
    place.file.unlink(missing_ok=True)
    _remove_empty(place.file.parent, (user.home, user.profile, user.config, user.local_data))
    return place if found else None


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
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.get("name") == HOST_NAME else {}


def _remove_empty(folder: Path, edges: tuple[Path | None, ...]) -> None:
    """Remove the folders that were made for the manifest and hold nothing else."""
    while folder not in edges and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent

"""Paths of files on disk and their `file:` URIs, by the rules of the operating system. Opens nothing.

A share of Windows has four slashes in its URI, `file:////server/share/map.xml` (RFC 8089, E.3.2). As the host of a URI,
the name of its server would be changed: `localhost` is removed, and letters beyond ASCII become Punycode.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path, PurePath, PureWindowsPath
from types import ModuleType
from typing import TypeVar
from urllib.parse import quote, unquote_to_bytes, urlsplit

Place = TypeVar("Place", bound=PurePath)

_DRIVE = re.compile(r"/([A-Za-z])[:|](?:/|\Z)")
# Before a drive or a share, it switches off Windows's own rules for paths, such as those for slashes and dots.
_WITHOUT_RULES = re.compile(r"[\\/]{2}[?.][\\/](?:(UNC)[\\/]|(?=[A-Za-z]:))", re.IGNORECASE)


def path_on_disk(uri: str) -> Path:
    """Return the path that a `file:` URI names."""
    return path_named(uri, Path)


def path_named(uri: str, kind: type[Place]) -> Place:
    """Return the path that a `file:` URI names, by the rules of a class of paths.

    >>> print(path_named("file:///C:/site/a%20b.xml", PureWindowsPath))
    C:\\site\\a b.xml
    """
    parts = urlsplit(uri)
    name = os.fsdecode(unquote_to_bytes(parts.path))
    if isinstance(kind(), PureWindowsPath):
        is_share = parts.netloc not in {"", "localhost"}
        name = f"//{parts.netloc}{name}" if is_share else _DRIVE.sub(r"\1:/", name, count=1)
    return kind(name)


def uri_on_disk(path: PurePath) -> str:
    """Return the `file:` URI of an absolute path."""
    # Not `as_uri`, which names a server of Windows as the host, and loads all of HTTP from Python 3.14 on.
    name = path.as_posix() if isinstance(path, PureWindowsPath) else str(path)
    drive = path.drive if name[1:2] == ":" else ""
    return f"file://{drive and f'/{drive}'}{quote(os.fsencode(name[len(drive) :]))}"


def folder_uri(path: PurePath) -> str:
    """Return the `file:` URI of a folder, with a final slash."""
    return f"{uri_on_disk(path).removesuffix('/')}/"


def plain(name: str, rules: ModuleType = os.path) -> str:
    r"""Return a path of Windows without `\\?\`; any other unchanged."""
    if rules.sep == "/":
        return name
    return _WITHOUT_RULES.sub(lambda match: r"\\" if match[1] else "", name, count=1)


def absolute(name: str | os.PathLike[str], rules: ModuleType = os.path) -> str:
    """Return an absolute path for a path that the caller named."""
    # pathlib joins the current folder with `T:map.xml`, which leaves it relative.
    return rules.abspath(plain(os.fspath(name), rules)) if rules.sep != "/" else str(Path(name).absolute())


def common_folders(folders: Iterable[Place]) -> tuple[Place, ...]:
    """Return the folder common to some folders, or one for each drive and share."""
    common: dict[str, Place] = {}
    for folder in folders:
        edge = common.setdefault(_drive(folder), folder)
        while not folder.is_relative_to(edge):
            edge = edge.parent
        common[_drive(folder)] = edge
    return tuple(common.values())


def within_drive(folder: Place, name: str) -> Place | None:
    """Return the path at a name in a folder; None on another drive or share.

    Whoever looks at a file whose name stands in a document asks here: Windows signs the user in at the server of a
    share before it says whether the file exists.
    """
    place = folder / name
    return place if is_on_drive(place, folder) else None


def is_on_drive(path: PurePath, folder: PurePath) -> bool:
    """Return whether a path is on the drive or share of a folder; always true except on Windows."""
    return _drive(path) == _drive(folder)


def _drive(path: PurePath) -> str:
    return path.drive.lower()

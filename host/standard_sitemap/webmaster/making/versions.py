"""Finds the versions of a documentation, as mike and Read the Docs lay them out, and joins them into one map.

A version is a folder of the root with a start page. mike lists versions in `versions.json`; otherwise the folder names
identify them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, MakeResult
from standard_sitemap.webmaster.making.outline import External, Outline, OutlineNode, group, nodes_of

# More folders are not versions of one documentation, and each is processed separately.
MOST_VERSIONS = 200
_FILE = "versions.json"
_FILE_BYTES = 1_000_000
_NUMBER = re.compile(r"v?\d+(?:[.-]\w+)*")
_NAMED = ("latest", "stable", "main", "master", "dev", "devel", "nightly")


class Version(NamedTuple):
    """A version: its folder, relative to the root, and its name."""

    folder: str
    title: str


def find_versions(root: Path) -> list[Version]:
    """Return the versions below a folder, newest first; none if there are fewer than two."""
    listed = [version for version in _listed(root / _FILE) if _has_start(root / version.folder)]
    candidates = listed or sorted(_named(root), key=_age, reverse=True)
    distinct: dict[Path, Version] = {}
    for version in candidates:  # `latest` may be an alias of a numbered folder
        place = (root / version.folder).resolve()
        known = distinct.get(place)
        if place.is_relative_to(root.resolve()) and (known is None or _NUMBER.fullmatch(version.folder)):
            distinct[place] = version
    return list(distinct.values())[:MOST_VERSIONS] if len(distinct) > 1 else []


def _listed(file: Path) -> Iterator[Version]:
    """Yield the versions that mike lists, in its order: newest first."""
    try:
        with file.open("rb") as stream:
            entries = json.loads(stream.read(_FILE_BYTES))
        for entry in entries:
            folder = str(entry["version"])
            if "/" not in folder and folder not in ("", ".", ".."):
                yield Version(folder, str(entry.get("title") or folder))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return


def _named(root: Path) -> Iterator[Version]:
    for place in root.iterdir():
        is_version = _NUMBER.fullmatch(place.name) or place.name.lower() in _NAMED
        if is_version and place.is_dir() and _has_start(place):
            yield Version(place.name, place.name)


def _has_start(folder: Path) -> bool:
    return any((folder / name).is_file() for name in INDEX_NAMES)


def _age(version: Version) -> tuple[bool, list[tuple[int, str]]]:
    """Return a sort key by version number; versions with other names count as newest."""
    is_named = not _NUMBER.fullmatch(version.folder)
    parts = re.findall(r"\d+|[a-z]+", version.folder.lower().removeprefix("v"))
    return is_named, [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def joined_versions(
    versions: list[Version], options: MakeOptions, make: Callable[[str, MakeOptions], MakeResult]
) -> tuple[Outline, list[MakeResult]]:
    """Return one map: the tree of the newest version, then a group with a branch for each other version.

    `make` makes the map of a folder of the root.
    """
    made = [make(version.folder, in_folder(options, version.folder)) for version in versions]
    outlines = [version_made.outline for version_made in made]
    for version, outline in zip(versions, outlines, strict=True):
        if options.base_url is None:
            _seen_from_root(outline, version.folder)
    newest, others = outlines[0], group("Versions")
    others.children = [_branch(version, outline) for version, outline in zip(versions[1:], outlines[1:], strict=True)]
    return Outline([*newest.children, others]), made


def in_folder(options: MakeOptions, folder: str) -> MakeOptions:
    """Return the options for a folder of the root."""
    return replace(options, base_url=None if options.base_url is None else f"{options.base_url}{folder}/")


def _seen_from_root(outline: Outline, folder: str) -> None:
    for node in nodes_of(outline):
        for variant in node.variants:
            if variant.url is not None and not re.match(r"[a-z][a-z0-9+.-]*:|/", variant.url, re.IGNORECASE):
                variant.url = f"{folder}/{variant.url.removeprefix('./')}"


def _branch(version: Version, outline: Outline) -> OutlineNode | External:
    """Return the node of an older version, without roles: these belong to the newest version."""
    kept = [child for child in outline.children if not isinstance(child, OutlineNode) or "tree" in child.roles]
    for node in nodes_of(outline):
        node.roles = ("tree",)
        node.data = None
    first = kept[0] if kept and isinstance(kept[0], OutlineNode) else group()
    if len(kept) == 1:
        first.variants[0].name = version.title
        return first
    node = group(version.title)
    node.children = kept
    return node

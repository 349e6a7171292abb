"""The places of a map in reading order, each with the content to write. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.display_text import visible
from standard_sitemap.model.hierarchy import Hierarchy, Variant
from standard_sitemap.model.languages import customary
from standard_sitemap.model.uris import LOCATION_SCHEMES
from standard_sitemap.webmaster.tree_json import levels_to_print, walk

# Schemes that a location may have (D40), and files next to a map on disk. Others, such as scripts, are shown but not
# linked.
_LINKED = LOCATION_SCHEMES | {"file"}

# The start of an address on a drive of Windows.
_DRIVE = re.compile(r"file:///[A-Za-z]:(?=/)")


class OtherVariant(NamedTuple):
    """The same page in another language or type, with a label that says which."""

    label: str
    language: str | None
    location: str


class TreeLine(NamedTuple):
    """One place: its level from 1, its name, and its address relative to the map, if any.

    `has_children` is true if places one level deeper follow.
    """

    level: int
    name: str
    location: str | None
    description: str | None
    language: str | None
    others: tuple[OtherVariant, ...]
    has_children: bool


def places(hierarchy: Hierarchy, depth: int | None = None) -> Iterator[TreeLine]:
    """Yield all places of a map, parents before children, down to `depth` levels."""
    levels, _ = levels_to_print(hierarchy, depth)
    root = hierarchy.root_uri
    for step in walk(hierarchy, levels):
        first, *more = (_visible(variant) for variant in hierarchy.details.variants(step.node))
        location = seen_from(root, first.location)
        name = first.name or location or "–"
        others = tuple(
            OtherVariant(_label(variant, first) or address, variant.language, address)
            for variant in more
            if (address := seen_from(root, variant.location)) is not None
        )
        yield TreeLine(step.level, name, location, first.description, first.language, others, step.is_open)


def _label(variant: Variant, first: Variant) -> str | None:
    """Return the quality by which readers tell a variant from the first one, usually its language."""
    if variant.language and variant.language != first.language:
        return variant.language
    return variant.content_type or variant.name


def _visible(variant: Variant) -> Variant:
    """Return a variant whose texts have no control characters that could affect the program that shows them."""
    shown = (variant.name, variant.description, variant.location, customary(variant.language), variant.content_type)
    name, description, location, language, content_type = (text and visible(text) for text in shown)
    return Variant(name, description, location, language, content_type=content_type)


def title_of(hierarchies: Sequence[Hierarchy]) -> str:
    """Return the site's title: its host, or else the name of its home page."""
    for hierarchy in hierarchies:
        host = urlsplit(hierarchy.root_uri).netloc
        if host:
            return host
        for node in hierarchy.roles.get("home", ()):
            first = hierarchy.details.variants(node)[0]
            host = urlsplit(first.location or "").netloc
            if host or first.name:
                return visible(host or first.name or "")
    return "Site map"


def seen_from(root_uri: str, location: str | None) -> str | None:
    """Return an address; for a file on disk, relative to the map, because nobody else has that disk."""
    if location is None or not (location.startswith("file:") and root_uri.startswith("file:")):
        return location
    folder = root_uri[: root_uri.rfind("/") + 1]
    if location.startswith(folder):
        return location[len(folder) :] or "./"
    drive = _DRIVE.match(root_uri)
    root = drive[0] if drive else "file://"
    # Other drives and shares of Windows have no address relative to this one.
    is_near = location.startswith(f"{root}/") and not location.startswith("file:////")
    return location.removeprefix(root) if is_near else location


def is_linked(location: str | None) -> bool:
    """Return whether a page may link to an address."""
    if location is None:
        return False
    scheme, mark, _ = location.partition("/")[0].partition(":")
    return not mark or scheme.lower() in _LINKED

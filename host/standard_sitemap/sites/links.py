"""What the reader's side is told of a node: names cut to length, the best variant, all others beside it. Pure."""

from typing import Any

from standard_sitemap.sites.languages import best_variant
from standard_sitemap.ssp import Hierarchy, Variant

NAME_LENGTH = 500
DESCRIPTION_LENGTH = 1_000
"""Beyond this nobody reads on, and rows must fit into a message."""

LOCATION_LENGTH = 8_192
"""Servers refuse longer addresses; a longer location is treated as none."""

VARIANTS = 20
"""Listed for one node at most: a site in more languages is still searched for the reader's own."""

Link = dict[str, Any]


def link(hierarchy: Hierarchy, node: int, key: str, languages: tuple[str, ...]) -> Link:
    """The LINK of a node: its best variant's qualities, and every variant where there are several."""
    variants = hierarchy.shown(node)
    chosen = best_variant(variants, languages)
    found = _qualities(variants[chosen])
    found["key"] = key
    found["description"] = _cut(variants[chosen].description, DESCRIPTION_LENGTH)
    found["variants"] = [] if len(variants) < 2 else _listed(variants, chosen)
    return found


def best_name(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> str:
    """The name by which a node is sorted, in the reader's language; "" where it has none."""
    return _best_name(hierarchy.variants(node), languages)


def shown_name(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> str:
    """The name of a node as the reader is shown it; "" where it has none."""
    return _best_name(hierarchy.shown(node), languages)


def _best_name(variants: tuple[Variant, ...], languages: tuple[str, ...]) -> str:
    return _cut(variants[best_variant(variants, languages)].name, NAME_LENGTH) or ""


def _listed(variants: tuple[Variant, ...], chosen: int) -> list[dict[str, Any]]:
    indices = list(range(min(len(variants), VARIANTS)))
    if chosen not in indices:
        indices[-1] = chosen
    return [{"index": index, **_qualities(variants[index])} for index in indices]


def _qualities(variant: Variant) -> dict[str, Any]:
    return {
        "name": _cut(variant.name, NAME_LENGTH),
        "location": usable_location(variant.location),
        "language": _cut(variant.language, 100),
        "content_type": _cut(variant.content_type, 100),
    }


def usable_location(location: str | None) -> str | None:
    """The location where a browser may be led to it: http(s) and not endless, else None."""
    if location is None or len(location) > LOCATION_LENGTH:
        return None
    scheme = location.partition(":")[0].lower()
    return location if scheme in {"http", "https", "ftp", "mailto"} else None


def _cut(text: str | None, length: int) -> str | None:
    if text is None or len(text) <= length:
        return text
    return text[: length - 1] + "…"

"""Chooses the variant a reader wants: by BCP 47 matching of languages, then by content type. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from standard_sitemap.model.uris import has_location_scheme
from standard_sitemap.ssp import Hierarchy, Variant

if TYPE_CHECKING:
    from standard_sitemap.ssp import Variant


_PREFERRED_TYPES = ("", "text/html", "application/xhtml+xml")
"""What a browser shows itself; an unspecified type most likely is HTML."""

_NO_MATCH = 1_000
_UNKNOWN = 500
"""An unspecified language is better than one the reader does not want, worse than any the reader does."""

_TOLERATED_DISTANCE = 25
"""langcodes' own threshold between the same language elsewhere and another language."""


def best_variant(variants: Sequence[Variant], languages: tuple[str, ...]) -> int:
    """The index of the variant that fits best; the author's order decides between equals."""
    if len(variants) < 2:
        return 0
    ranks = [(language_rank(variant.language, languages), _type_rank(variant.content_type)) for variant in variants]
    return ranks.index(min(ranks))


@lru_cache(maxsize=4096)
def language_rank(tag: str | None, languages: tuple[str, ...]) -> int:
    """How far `tag` is from what the reader asks for: the earlier in `languages` and the closer, the lower."""
    if tag is None or tag == "":
        return _UNKNOWN if languages else 0
    if not languages:
        return 0
    return min((_rank(tag, wanted, place) for place, wanted in enumerate(languages)), default=_NO_MATCH)


def _rank(tag: str, wanted: str, place: int) -> int:
    if tag.lower() == wanted.lower():
        return place * 30
    distance = _distance(wanted, tag)
    return place * 30 + distance if distance <= _TOLERATED_DISTANCE else _NO_MATCH


def _distance(wanted: str, tag: str) -> int:
    from langcodes import tag_distance
    from langcodes.tag_parser import LanguageTagError

    try:
        return tag_distance(wanted, tag)
    except (LanguageTagError, ValueError):
        return _NO_MATCH


def _type_rank(content_type: str | None) -> int:
    kind = (content_type or "").partition(";")[0].strip().lower()
    return 0 if kind in _PREFERRED_TYPES else 1


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
    """The location where a browser may be led to it (D40): of a known scheme and not endless, else None."""
    if location is None or len(location) > LOCATION_LENGTH or not has_location_scheme(location):
        return None
    return location


def _cut(text: str | None, length: int) -> str | None:
    if text is None or len(text) <= length:
        return text
    return text[: length - 1] + "…"

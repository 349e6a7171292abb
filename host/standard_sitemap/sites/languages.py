"""Chooses the variant a reader wants: by BCP 47 matching of languages, then by content type. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standard_sitemap.ssp import Variant

_PREFERRED_TYPES = ("", "text/html", "application/xhtml+xml")
"""What a browser shows itself; an unspecified type most likely is HTML."""

_NO_MATCH = 1_000
_UNKNOWN = 500
"""An unspecified language is better than one the reader does not want, worse than any the reader does."""

_TOLERATED_DISTANCE = 25
"""langcodes' own threshold between the same language elsewhere and another language."""


def best_variant(variants: Sequence["Variant"], languages: tuple[str, ...]) -> int:
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

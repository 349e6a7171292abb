"""A node as one link: the variant that the reader prefers, by language (BCP 47), then by content type.

Does no I/O; caches language matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from standard_sitemap.model.hierarchy import Hierarchy, Variant
from standard_sitemap.model.languages import TAG_LENGTH, customary
from standard_sitemap.model.menus import (
    DESCRIPTION_LENGTH,
    NAME_LENGTH,
    is_page,
    listed,
    truncated,
    usable_location,
)
from standard_sitemap.model.uris import authority

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# Languages in the reader's order.
Languages = tuple[str, ...]

# Characters shown of an address that is no link: enough to recognise it.
_REFUSED_LENGTH = 200

# Variants of one node whose languages are compared by distance, which is slow. Among further variants, only the same
# language is recognised, with any region.
COMPARED = 40

# The assumed distance of `pt` from `pt-BR` where it is not computed: smaller than to any other language.
_SAME_LANGUAGE = 10

# Types that a browser displays itself; an unspecified type is most likely HTML.
_PREFERRED_TYPES = ("", "text/html", "application/xhtml+xml")

# Above every possible rank of a language: a reader lists some dozen at most.
_NO_MATCH = 1_000
# An unspecified language is better than an unwanted one, and worse than any wanted one.
_UNKNOWN = 500

# Behind any match of the reader's first language, and before those of others.
_BEHIND_FIRST_LANGUAGE = 29

# langcodes' own threshold between regions of one language and different languages.
_TOLERATED_DISTANCE = 25


def link(hierarchy: Hierarchy, node: int, key: str, languages: tuple[str, ...]) -> replies.NodeLink:
    """Return the link of a node: its best variant's qualities, and all variants if there are several.

    If it leads nowhere, include the address in its file.
    """
    variants = hierarchy.details.shown(node)
    chosen = best_variant(variants, languages, keeps_host=hierarchy.keeps_host)
    node_link = _link_by(variants, chosen, key)
    if node_link["location"] is None and (
        refused := variants[chosen].location or hierarchy.details.refused_location(node)
    ):
        node_link["refused"] = truncated(refused, _REFUSED_LENGTH) or ""
    if meaning := hierarchy.details.meaning(node):
        node_link["meaning"] = meaning
    return node_link


def neighbour_link(hierarchy: Hierarchy, node: int, key: str, languages: tuple[str, ...]) -> replies.NodeLink:
    """Return the link of a neighbour of a sequence: its best variant among those that are web pages (D61)."""
    variants = hierarchy.details.shown(node)
    pages = [place for place, variant in enumerate(variants) if is_page(variant.location)]
    best = partial(best_variant, languages=languages, keeps_host=hierarchy.keeps_host)
    chosen = pages[best([variants[place] for place in pages])] if pages else 0
    node_link = _link_by(variants, chosen, key)
    if chosen != best(variants):
        node_link["variant"] = chosen
    return node_link


def role_link(hierarchy: Hierarchy, variants: Sequence[Variant], key: str, languages: Languages) -> replies.NodeLink:
    """Return the link of a role node with these variants, without the refused address of one that leads nowhere."""
    return _link_by(variants, best_variant(variants, languages, keeps_host=hierarchy.keeps_host), key)


def _link_by(variants: Sequence[Variant], chosen: int, key: str) -> replies.NodeLink:
    best = variants[chosen]
    node_link: replies.NodeLink = {
        "key": key,
        "name": truncated(best.name, NAME_LENGTH),
        "description": truncated(best.description, DESCRIPTION_LENGTH),
        "location": usable_location(best.location),
        "language": customary(best.language),
        "content_type": truncated(best.content_type, TAG_LENGTH),
        "variants": []
        if len(variants) < 2
        else [_variant_link(place, variants[place]) for place in listed(variants, chosen)],
    }
    if best.charset:
        node_link["charset"] = best.charset[:TAG_LENGTH]
    return node_link


def best_name(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> str:
    """Return the name that sorts a node, in the reader's language; "" without one."""
    return _best_name(hierarchy, hierarchy.details.variants(node), languages)


def shown_name(hierarchy: Hierarchy, node: int, languages: tuple[str, ...]) -> str:
    """Return the name of a node as the reader sees it; "" if it has none."""
    return _best_name(hierarchy, hierarchy.details.shown(node), languages)


# Behaviour: the language of a row. Also: preferred language, translation, locale, best variant.
def best_variant(variants: Sequence[Variant], languages: tuple[str, ...], *, keeps_host: bool = False) -> int:
    """Return the index of the best variant; the author's order decides between equals.

    With `keeps_host`, variants on another host than the first are not considered (D49); and a first variant without a
    language, which is in that of its site, yields only to one in the reader's first language.
    """
    if len(variants) < 2:
        return 0
    own = authority(variants[0].location or "") if keeps_host else ""
    ranks = [
        (
            own != "" and authority(variant.location or "") != own,
            _BEHIND_FIRST_LANGUAGE
            if keeps_host and place == 0 and languages and not variant.language
            else _rank_at(place, variant.language, languages),
            _type_rank(variant.content_type),
        )
        for place, variant in enumerate(variants)
    ]
    return ranks.index(min(ranks))


def load_languages() -> None:
    """Load the data for comparing languages, so that the first comparison does not wait for it."""
    _distance("en", "de")


@lru_cache(maxsize=4096)
def language_rank(tag: str | None, languages: tuple[str, ...]) -> int:
    """Return the distance of `tag` from the reader's languages: lower for earlier `languages` and closer matches."""
    if tag is None or tag == "":
        return _UNKNOWN if languages else 0
    if not languages:
        return 0
    return min((_rank(tag, language, place) for place, language in enumerate(languages)), default=_NO_MATCH)


def _rank_at(place: int, tag: str | None, languages: tuple[str, ...]) -> int:
    if place < COMPARED or not tag or not languages:
        return language_rank(tag, languages)
    own = tag[:TAG_LENGTH].lower()
    for number, language in enumerate(languages):
        known = language.lower()
        if own == known:
            return number * 30
        if own.partition("-")[0] == known.partition("-")[0]:
            return number * 30 + _SAME_LANGUAGE
    return _NO_MATCH


def _best_name(hierarchy: Hierarchy, variants: tuple[Variant, ...], languages: tuple[str, ...]) -> str:
    best = variants[best_variant(variants, languages, keeps_host=hierarchy.keeps_host)]
    return truncated(best.name, NAME_LENGTH) or ""


def _variant_link(index: int, variant: Variant) -> replies.VariantLink:
    variant_link: replies.VariantLink = {
        "index": index,
        "name": truncated(variant.name, NAME_LENGTH),
        "location": usable_location(variant.location),
        "language": customary(variant.language),
        "content_type": truncated(variant.content_type, TAG_LENGTH),
    }
    if variant.charset:
        variant_link["charset"] = variant.charset[:TAG_LENGTH]
    return variant_link


def _rank(tag: str, language: str, place: int) -> int:
    if tag.lower() == language.lower():
        return place * 30
    if len(tag) > TAG_LENGTH:  # no language has such a tag, and comparing one takes quadratic time
        return _NO_MATCH
    distance = _distance(language, tag)
    return place * 30 + distance if distance <= _TOLERATED_DISTANCE else _NO_MATCH


def _distance(language: str, tag: str) -> int:
    # Saves 25 ms, unless a map names languages other than the reader's.
    from langcodes import tag_distance
    from langcodes.tag_parser import LanguageTagError

    try:
        return tag_distance(language, tag)
    except (LanguageTagError, ValueError):
        return _NO_MATCH


def _type_rank(content_type: str | None) -> int:
    kind = (content_type or "").partition(";")[0].strip().lower()
    return 0 if kind in _PREFERRED_TYPES else 1

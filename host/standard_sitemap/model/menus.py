"""What of a node's variants and of a map's role nodes stands in menus: as much as a message holds (D43). Pure.

Decided here, by bytes alone, so that the checker names what readers are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standard_sitemap.model.hierarchy import MOST_OF_ROLE, MOST_ROLES, MOST_VARIANTS, Hierarchy, Variant
from standard_sitemap.model.uris import is_location

# Characters of a name that are sent: no row shows as many, and a hundred rows have to fit into a message.
NAME_LENGTH = 500
# Longer descriptions are not read, and rows must fit into a message.
DESCRIPTION_LENGTH = 1_000

# Servers refuse longer addresses; a longer location is treated as none.
LOCATION_LENGTH = 8_192

# Of the language, charset and content type of a variant, as of any word that an author writes.
TAG_LENGTH = 100

# Of the variants listed for one node: a row must fit into a message, whatever they are.
VARIANTS_BYTES = 200_000

# Of all role links together: beside them stand class changes, languages and the rest.
ROLES_BYTES = 400_000

# What is written around the values of a variant or of a link.
_AROUND = 100


# Behaviour: how a row's label is truncated.
def truncated(text: str | None, length: int) -> str | None:
    """Return a text of at most `length` characters; an ellipsis stands for the rest."""
    if text is None or len(text) <= length:
        return text
    return text[: length - 1] + "…"


def range_label(first: str, last: str) -> str:
    """Return the label of a group of siblings: the names of its first and its last, half a label each."""
    half = NAME_LENGTH // 2
    return first if first == last else f"{first[:half]}…{last[:half]}"


def usable_location(location: str | None) -> str | None:
    """The location where a browser may be led to it (D40): of a known scheme and not endless, else None."""
    if location is None or len(location) > LOCATION_LENGTH or not is_location(location):
        return None
    return location


def variant_bytes(variant: Variant) -> int:
    """How much of a message a variant takes in a menu, about."""
    values = (truncated(variant.name, NAME_LENGTH) or "", usable_location(variant.location) or "")
    words = (variant.language, variant.content_type, variant.charset)
    return _AROUND + _utf8(*values, *((word or "")[:TAG_LENGTH] for word in words))


def listed(variants: Sequence[Variant], chosen: int) -> list[int]:
    """The places of the variants in a node's menu: the chosen one, and the first ones as far as there is room."""
    fitting, room = list[int](), VARIANTS_BYTES
    for place, variant in enumerate(variants):
        room -= variant_bytes(variant)
        if place == chosen or (room >= 0 and place < MOST_VARIANTS):
            fitting.append(place)
    return fitting


def is_too_long(variants: Sequence[Variant]) -> bool:
    """Whether there is not room for all variants in the menu of their node."""
    return sum(map(variant_bytes, variants)) > VARIANTS_BYTES


def numbered_roles(hierarchy: Hierarchy) -> Iterator[tuple[str, int, int]]:
    """The role nodes that are offered as far as their number goes: role, place in it, and node."""
    for role, nodes in list(hierarchy.roles.items())[:MOST_ROLES]:
        for place, node in enumerate(nodes[:MOST_OF_ROLE]):
            yield role, place, node


def role_links(hierarchy: Hierarchy) -> Iterator[tuple[str, int, tuple[Variant, ...]]]:
    """Those of them that there is room for, the first whatever it takes: role, place in it, and variants."""
    room = ROLES_BYTES
    for number, (role, place, node) in enumerate(numbered_roles(hierarchy)):
        variants = hierarchy.details.shown(node)
        room -= _link_bytes(variants)
        if number and room < 0:
            return
        yield role, place, variants


def _link_bytes(variants: Sequence[Variant]) -> int:
    """How much of a message a link takes at most, whichever of its variants the reader wants."""
    sizes = [variant_bytes(variant) for variant in variants]
    description = max(_utf8((variant.description or "")[:DESCRIPTION_LENGTH]) for variant in variants)
    return _AROUND + max(sizes) + description + (min(sum(sizes), VARIANTS_BYTES + max(sizes)) if len(sizes) > 1 else 0)


def _utf8(*texts: str) -> int:
    return sum(len(text.encode("utf-8", "replace")) for text in texts)

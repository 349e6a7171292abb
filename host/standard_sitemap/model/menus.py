"""The menus of a node's variants and of a map's role nodes, limited to the size of a message (D43). Pure.

Sizes in bytes alone decide, so that the checker can name the entries that readers are not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from standard_sitemap.model.hierarchy import MOST_OF_ROLE, MOST_ROLES, MOST_VARIANTS, Hierarchy, Variant
from standard_sitemap.model.languages import TAG_LENGTH
from standard_sitemap.model.uris import has_web_scheme, is_location

# Characters of a name in a message: no row shows as many, and a hundred rows must fit into one message.
NAME_LENGTH = 500
# Characters of a description: readers skip longer ones, and rows must fit into a message.
DESCRIPTION_LENGTH = 1_000

# Servers refuse longer addresses; a longer location counts as none.
LOCATION_LENGTH = 8_192

# Bytes of the variants listed for one node: every row must fit into a message.
VARIANTS_BYTES = 200_000

# Bytes of all role links together: the same message holds class changes, languages and the rest.
ROLES_BYTES = 400_000

# Bytes around the values of a variant or link.
_AROUND = 100


# Behaviour: how a row's label is truncated. Also: shorten, ellipsis, name too long.
def truncated(text: str | None, length: int) -> str | None:
    """Return a text of at most `length` characters, with an ellipsis in place of the rest."""
    if text is None or len(text) <= length:
        return text
    return text[: length - 1] + "…"


def range_label(first: str, last: str) -> str:
    """Return the label of a group of siblings: the names of the first and the last, half a label each."""
    half = NAME_LENGTH // 2
    return first if first == last else f"{first[:half]}…{last[:half]}"


def usable_location(location: str | None, document_uri: str = "") -> str | None:
    """Return a location that a browser may be led to (D40): of a known scheme and limited length; else None."""
    if location is None or len(location) > LOCATION_LENGTH or not is_location(location, document_uri):
        return None
    return location


def is_page(location: str | None, document_uri: str = "") -> bool:
    """Return whether a location leads to a page on the web, or to a file from a map that is a file (D40)."""
    usable = usable_location(location, document_uri) or ""
    return has_web_scheme(usable) or usable.startswith("file:")


def variant_bytes(variant: Variant) -> int:
    """Return the approximate bytes of a message that a variant takes in a menu."""
    values = (truncated(variant.name, NAME_LENGTH) or "", usable_location(variant.location) or "")
    words = (variant.language, variant.content_type, variant.charset)
    return _AROUND + _utf8(*values, *((word or "")[:TAG_LENGTH] for word in words))


def listed(variants: Sequence[Variant], chosen: int) -> list[int]:
    """Return the positions of the variants in a node's menu: the chosen one, and the first ones that fit."""
    fitting, room = list[int](), VARIANTS_BYTES
    for place, variant in enumerate(variants):
        room -= variant_bytes(variant)
        if place == chosen or (room >= 0 and place < MOST_VARIANTS):
            fitting.append(place)
    return fitting


def is_too_long(variants: Sequence[Variant]) -> bool:
    """Return whether the variants of a node exceed the limit of its menu."""
    return sum(map(variant_bytes, variants)) > VARIANTS_BYTES


def usable_search(
    hierarchy: Hierarchy,
    choose: Callable[[Sequence[Variant]], int] = lambda _: 0,
    is_over: Callable[[], bool] = lambda: False,
) -> tuple[int | None, Variant | None, bool]:
    """Return the first search node with a variant that leads to a page, and that variant (D39, D51).

    Among several such variants, `choose` decides. The last value is false if the time `is_over` before all search nodes
    were examined.
    """
    for place, node in enumerate(hierarchy.roles.get("search", ())[:MOST_OF_ROLE]):
        if place and is_over():
            return None, None, False
        variants = hierarchy.details.variants(node)
        usable = [variant for variant in variants if is_page(variant.location, hierarchy.root_uri)]
        if usable:
            return node, usable[choose(usable)], True
    return None, None, True


def numbered_roles(hierarchy: Hierarchy) -> Iterator[tuple[str, int, int]]:
    """Yield the role nodes within the limits on number: role, position in it, and node."""
    for role, nodes in list(hierarchy.roles.items())[:MOST_ROLES]:
        for place, node in enumerate(nodes[:MOST_OF_ROLE]):
            yield role, place, node


def role_links(hierarchy: Hierarchy) -> Iterator[tuple[str, int, tuple[Variant, ...]]]:
    """Yield the role nodes that fit into a message: role, position in it, and variants. The first always fits."""
    room = ROLES_BYTES
    for number, (role, place, node) in enumerate(numbered_roles(hierarchy)):
        variants = hierarchy.details.shown(node)
        room -= _link_bytes(variants)
        if number and room < 0:
            return
        yield role, place, variants


def _link_bytes(variants: Sequence[Variant]) -> int:
    """Return the maximum bytes of a message that a link takes, for any variant that the reader may choose."""
    sizes = [variant_bytes(variant) for variant in variants]
    description = max(_utf8((variant.description or "")[:DESCRIPTION_LENGTH]) for variant in variants)
    return _AROUND + max(sizes) + description + (min(sum(sizes), VARIANTS_BYTES + max(sizes)) if len(sizes) > 1 else 0)


def _utf8(*texts: str) -> int:
    return sum(len(text.encode("utf-8", "replace")) for text in texts)

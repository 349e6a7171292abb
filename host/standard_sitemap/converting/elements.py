"""One node as an SSP element: what stands on it, and what on its variants. Pure."""

from __future__ import annotations

from typing import NamedTuple

from standard_sitemap.converting.markup import decimal
from standard_sitemap.converting.pages import DEFAULT_PRIORITY
from standard_sitemap.ssp import Hierarchy, Variant
from standard_sitemap.ssp.names import ROLES
from standard_sitemap.ssp.uris import resolve

# As authors like to read them: what it is called and where it is stands first.
_ATTRIBUTES = ("name", "url", "description", "lang", "charset", "type", "data", "method", "refer")
# And of a variant how it differs from its like.
_OF_VARIANTS = ("lang", "type", "charset", "name", "url", "description", "data", "method", "refer")
# Any ancestor's counts (D13): on an element with items below it these would say something of the items, too.
_INHERITED = frozenset({"lang", "charset", "type", "refer"})


class Element(NamedTuple):
    """An element's name, its attributes in order, and those of each `<variant>` in it."""

    name: str
    attributes: dict[str, str]
    variants: tuple[dict[str, str], ...]


def element_of(
    hierarchy: Hierarchy, node: int, base: str | None, *, has_children: bool, in_tree: bool = True
) -> Element:
    """A node without its children; addresses are made relative to `base`, where that is a site's root."""
    found = [_qualities(variant, base) for variant in hierarchy.variants(node)]
    said = _of_the_node(hierarchy, node, has_children=has_children, in_tree=in_tree)
    if len(found) == 1 and not (has_children and _INHERITED.intersection(found[0])):
        return Element(hierarchy.kind(node), found[0] | said, ())
    shared = _shared(found, has_children=has_children)
    variants = tuple({name: one[name] for name in _OF_VARIANTS if name in one and name not in shared} for one in found)
    return Element(hierarchy.kind(node), shared | said, variants)


def _shared(found: list[dict[str, str]], *, has_children: bool) -> dict[str, str]:
    """The qualities that all variants have in common and that may stand on their node."""
    kept_off = _INHERITED if has_children else frozenset()
    first, others = found[0], found[1:]
    return {
        name: value
        for name, value in first.items()
        if name not in kept_off and all(other.get(name) == value for other in others)
    }


def _qualities(variant: Variant, base: str | None) -> dict[str, str]:
    name, description, location, *others, referrer = variant
    url = None if location is None else _relative(location, base)
    refer = None if referrer is None else " ".join(referrer)
    values = (name, url, description, *others, refer)
    return {attribute: value for attribute, value in zip(_ATTRIBUTES, values, strict=True) if value is not None}


def _relative(location: str, base: str | None) -> str:
    """A location as seen from the root of its site, where that is `base` and says the same."""
    if base is None or not location.startswith(base):
        return location
    path = location[len(base) - 1 :]
    return path if resolve(base, path) == location else location


def _of_the_node(hierarchy: Hierarchy, node: int, *, has_children: bool, in_tree: bool) -> dict[str, str]:
    """What is not of its variants, as far as it is not the default."""
    own: dict[str, str] = {}
    roles = hierarchy.roles_of(node)
    if roles != ("tree",):
        own["role"] = " ".join(roles)
    if in_tree != any(role == "tree" or role not in ROLES for role in roles):
        own["tree"] = "include" if in_tree else "exclude"
    if hierarchy.priority(node) != DEFAULT_PRIORITY:
        own["priority"] = decimal(hierarchy.priority(node))
    if not has_children:  # there is nothing in sequence or in order
        return own
    said = {"relation": hierarchy.relation(node), "order": hierarchy.order(node)}
    return own | {name: value for name, value in said.items() if value != "none"}

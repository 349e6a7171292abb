"""Where a chosen node leads, and with which referrer. [Attribute refer, D38] Pure."""

from typing import NamedTuple

from standard_sitemap.fetching.request_headers import origin, policy_in
from standard_sitemap.fetching.request_headers import referrer as sent_referrer
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.menus import usable_location
from standard_sitemap.model.nodes import Variant
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.protocol import replies
from standard_sitemap.refusals import BadParams
from standard_sitemap.views.links import best_variant
from standard_sitemap.views.paths import Path


class Visitor(NamedTuple):
    """Who goes somewhere: from which page, in which languages, by which referrer policy, in the tree or not.

    `in_tree` says that the reader chose the node in the tree, where it has a parent, and not as a role node.
    """

    page_url: str
    languages: tuple[str, ...] = ()
    policy: str | None = None
    in_tree: bool = True


def visited(hierarchy: Hierarchy, path: Path, variant: int | None, visitor: Visitor) -> replies.Visited:
    """Where the place at the end of `path` leads; by the best variant unless one is named; raises BadParams."""
    variants = hierarchy.variants(path[-1])
    number = best_variant(variants, visitor.languages) if variant is None else variant
    if not 0 <= number < len(variants):
        raise BadParams(reason="no-such-variant")
    return visit(hierarchy, path, variants[number], visitor)


def visit(hierarchy: Hierarchy, path: Path, variant: Variant, visitor: Visitor) -> replies.Visited:
    """The address and referrer of a visit; the address is None where the variant has no location."""
    target = usable_location(variant.location)
    return {"url": target, "referrer": referrer(hierarchy, path, variant.referrer or (), target, visitor)}


def referrer(
    hierarchy: Hierarchy, path: Path, tokens: tuple[str, ...], target: str | None, visitor: Visitor
) -> replies.Referrer:
    """The first of the author's choices that can be honoured (D38); what the browser does by itself where none can.

    One of another origin than the page's and the map's own would be forged; what is sent follows the page's policy.
    """
    if target is None or not has_web_scheme(target):
        return {"mode": "user", "uri": None}
    own = {origin(visitor.page_url), origin(hierarchy.root_uri)} - {""}
    for token in tokens:
        if token == "none":
            return {"mode": "none", "uri": None}
        if token == "user":
            break
        address = _address(hierarchy, path, token, visitor)
        if address is not None and origin(address) in own:
            uri = sent_referrer(address, target, policy_in(visitor.policy))
            if uri is not None:
                return {"mode": "uri", "uri": uri}
    return {"mode": "user", "uri": None}


def _address(hierarchy: Hierarchy, path: Path, token: str, visitor: Visitor) -> str | None:
    if token == "root":
        return hierarchy.root_uri
    if token == "map":
        return hierarchy.document_uri(path[-1])
    if token == "page":
        return visitor.page_url
    if token == "parent" and visitor.in_tree and len(path) > 1:
        located = [variant for variant in hierarchy.variants(path[-2]) if variant.location]
        return located[best_variant(located, visitor.languages)].location if located else None
    return None

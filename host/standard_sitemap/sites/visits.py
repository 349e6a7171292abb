"""Where a chosen node leads, and with which referrer. [Attribute refer, D38] Pure."""

from urllib.parse import urlsplit, urlunsplit

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.nodes import Variant
from standard_sitemap.protocol import replies
from standard_sitemap.refusals import BadParams
from standard_sitemap.views.links import best_variant, usable_location
from standard_sitemap.views.paths import Path

Languages = tuple[str, ...]


def visited(
    hierarchy: Hierarchy, path: Path, variant: int | None, page_url: str, languages: Languages, *, in_tree: bool
) -> replies.Visited:
    """Where the place at the end of `path` leads; by the variant that fits best unless one is named; raises BadParams.

    `in_tree` says that the reader chose it in the tree, where it has a parent, and not as a role node.
    """
    variants = hierarchy.variants(path[-1])
    number = best_variant(variants, languages) if variant is None else variant
    if not 0 <= number < len(variants):
        raise BadParams(reason="no-such-variant")
    return visit(hierarchy, path, variants[number], page_url, languages, in_tree=in_tree)


def visit(
    hierarchy: Hierarchy, path: Path, variant: Variant, page_url: str, languages: Languages = (), *, in_tree: bool
) -> replies.Visited:
    """The address and referrer of a visit; the address is None where the variant has no location."""
    return {
        "url": usable_location(variant.location),
        "referrer": referrer(hierarchy, path, variant.referrer or (), page_url, languages, in_tree=in_tree),
    }


def referrer(
    hierarchy: Hierarchy,
    path: Path,
    tokens: tuple[str, ...],
    page_url: str,
    languages: Languages = (),
    *,
    in_tree: bool,
) -> replies.Referrer:
    """The first of the author's choices that can be honoured; what the browser does by itself where none can."""
    for token in tokens:
        if token == "none":
            return {"mode": "none", "uri": None}
        if token == "user":
            break
        uri = sendable_referrer(_address(hierarchy, path, token, page_url, languages, in_tree=in_tree))
        if uri is not None:
            return {"mode": "uri", "uri": uri}
    return {"mode": "user", "uri": None}


def sendable_referrer(uri: str | None) -> str | None:
    """A referrer as it may be sent: http(s), without fragment and credentials; None for anything else."""
    parts = urlsplit(uri or "")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path or "/", parts.query, ""))


def _address(
    hierarchy: Hierarchy, path: Path, token: str, page_url: str, languages: Languages, *, in_tree: bool
) -> str | None:
    if token == "root":
        return hierarchy.root_uri
    if token == "map":
        return hierarchy.document_uri(path[-1])
    if token == "page":
        return page_url
    if token == "parent" and in_tree and len(path) > 1:
        located = [variant for variant in hierarchy.variants(path[-2]) if variant.location]
        return located[best_variant(located, languages)].location if located else None
    return None

"""Where a chosen node leads, and with which referrer. [Attribute refer] Pure."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from standard_sitemap.sites.languages import best_variant
from standard_sitemap.sites.links import usable_location
from standard_sitemap.ssp import Hierarchy, Variant
from standard_sitemap.views.paths import Path

USER = {"mode": "user", "uri": None}


def visit(
    hierarchy: Hierarchy, path: Path, variant: Variant, page_url: str, languages: tuple[str, ...] = (), *, in_tree: bool
) -> dict[str, Any]:
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
    languages: tuple[str, ...] = (),
    *,
    in_tree: bool,
) -> dict[str, str | None]:
    """The first of the wishes that can be honoured; what the browser does by itself where none can."""
    for token in tokens:
        if token == "none":
            return {"mode": "none", "uri": None}
        if token == "user":
            return dict(USER)
        uri = _sent(_wished(hierarchy, path, token, page_url, languages, in_tree=in_tree))
        if uri is not None:
            return {"mode": "uri", "uri": uri}
        if token == "parent":
            # Where `parent` has no meaning it is to be taken for `user`, which can always be honoured.
            return dict(USER)
    return dict(USER)


def _wished(
    hierarchy: Hierarchy, path: Path, token: str, page_url: str, languages: tuple[str, ...], *, in_tree: bool
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


def _sent(uri: str | None) -> str | None:
    """A referrer as it may be sent: http(s), without fragment and credentials; None for anything else."""
    parts = urlsplit(uri or "")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path or "/", parts.query, ""))

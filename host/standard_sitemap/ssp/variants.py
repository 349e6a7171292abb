"""The variants of a node and their qualities. [Node variants and their qualities, Element <variant>]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from standard_sitemap.model.hierarchy import MOST_VARIANTS, Variant
from standard_sitemap.model.uris import is_location, resolve
from standard_sitemap.ssp.documents import Context, Document
from standard_sitemap.ssp.names import METHODS, Kind, tokens


class _Qualities(NamedTuple):
    """What the node element and its variants hand down: raw values, and the base that `url` is seen from (D13, D14)."""

    name: str | None = None
    description: str | None = None
    url: str | None = None
    base: str = ""
    data: str | None = None
    method: str | None = None


def variants(document: Document, node: int) -> tuple[Variant, ...]:
    """The variants of an item or group, in document order."""
    return tuple(each_variant(document, node))


def each_variant(document: Document, node: int, most: int = MOST_VARIANTS) -> Iterator[Variant]:
    """The first variants of an item or group, one after another: each takes its time."""
    if document.plain[node] and document.ends[node] == node + 1:  # most nodes of a large map are such
        attributes, context = document.attributes[node], document.context(node)
        location = visitable(document, resolve(context.base, attributes["url"]))
        name, description = attributes["name"], attributes.get("description")
        _, lang, charset, content_type, _ = context
        yield Variant(name, description, location, lang, charset, content_type, None, None, _referrer(context))
        return
    for leaf, qualities in _leaves(document, node, most):
        yield _variant(document, node, leaf, qualities)


def variant_names(document: Document, node: int) -> tuple[str | None, ...]:
    """The names of the variants of an item or group, in document order."""
    if document.plain[node] and document.ends[node] == node + 1:
        return (document.attributes[node]["name"],)
    return tuple(qualities.name for _, qualities in _leaves(document, node))


def lacks(document: Document, node: int, attribute: Literal["name", "url", "data"]) -> bool:
    """Whether a variant of `node` lacks the quality that `attribute` specifies; a `url` that is no address does."""
    if attribute == "url":
        return any(_location(qualities) is None for _, qualities in _leaves(document, node))
    if attribute == "name":
        return any(qualities.name is None for _, qualities in _leaves(document, node))
    return any(qualities.data is None for _, qualities in _leaves(document, node))


def has_too_many(document: Document, node: int) -> bool:
    """Whether a node has more variants than are looked at."""
    return sum(1 for _ in _leaves(document, node, MOST_VARIANTS + 1)) > MOST_VARIANTS


def _leaves(document: Document, node: int, most: int = MOST_VARIANTS) -> Iterator[tuple[int, _Qualities]]:
    """The elements that stand for one variant each: leaves among the variants, else the node itself (D12)."""
    qualities = _add(document, node, _Qualities())
    stack = [(node, qualities)]
    while stack:
        element, qualities = stack.pop()
        below = document.variant_children(element, most)
        if below:
            stack.extend((child, _add(document, child, qualities)) for child in reversed(below))
        else:
            yield element, qualities
            most -= 1
            if not most:
                return


def _add(document: Document, element: int, above: _Qualities) -> _Qualities:
    attributes = document.attributes[element]
    url = document.url(element)
    return _Qualities(
        attributes.get("name", above.name),
        attributes.get("description", above.description),
        above.url if url is None else url,
        above.base if url is None else document.context(element).base,
        attributes.get("data", above.data),
        attributes.get("method", above.method),
    )


def _variant(document: Document, node: int, leaf: int, qualities: _Qualities) -> Variant:
    context = document.context(leaf)
    is_item = document.kinds[node] == Kind.ITEM  # D14: a group has no location
    return Variant(
        qualities.name,
        qualities.description,
        visitable(document, _location(qualities)) if is_item else None,
        context.lang,
        context.charset,
        context.type,
        qualities.data,
        search_method(qualities.method),
        _referrer(context),
    )


def _referrer(context: Context) -> tuple[str, ...] | None:
    return None if context.refer is None else _tokens(context.refer)


@lru_cache(maxsize=64)
def _tokens(refer: str) -> tuple[str, ...]:
    # All variants of a node mostly share one value, and a map has few; a long one is not divided for each of them.
    return tokens(refer)


def _location(qualities: _Qualities) -> str | None:
    return None if qualities.url is None else resolve(qualities.base, qualities.url)


def visitable(document: Document, location: str | None) -> str | None:
    """A location that a reader may be led to (D40); a node without one is shown without a link."""
    return location if location is not None and is_location(location, document.uri) else None


def refused_location(document: Document, node: int) -> str | None:
    """Where the first variant of an item would lead, were a reader led there; None where it leads, or nowhere. [D40]"""
    if document.kinds[node] != Kind.ITEM:
        return None
    _, qualities = next(_leaves(document, node, 1))
    location = _location(qualities)
    return location if visitable(document, location) is None else None


def search_method(value: str | None) -> str | None:
    """A `method` as it counts (D15); None stays None."""
    if value is None:
        return None
    method = value.lower()
    return method if method in METHODS else "get"

"""The variants of a node and their qualities; and site-limited search, which builds requests from templates and terms.

[Node variants and their qualities, Element <variant>, Site-limited search, Attribute data, D18, D19, D34]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote_to_bytes

from standard_sitemap.model.hierarchy import MOST_VARIANTS, Variant
from standard_sitemap.model.uris import host, is_location, resolve
from standard_sitemap.ssp.documents import Context, Document
from standard_sitemap.ssp.names import METHODS, Kind, is_blank, tokens

# The limit on referrers of a variant; only a handful of values exist.
_MOST_REFERRERS = 100


class Qualities(NamedTuple):
    """The raw qualities that a node element and its variants pass on, and the base of `url` (D13, D14)."""

    name: str | None = None
    description: str | None = None
    url: str | None = None
    base: str = ""
    data: str | None = None
    method: str | None = None


def variants(document: Document, node: int) -> tuple[Variant, ...]:
    """Return the variants of an item or group, in document order."""
    return tuple(each_variant(document, node))


def each_variant(document: Document, node: int, most: int = MOST_VARIANTS) -> Iterator[Variant]:
    """Yield the first variants of an item or group, computed one at a time."""
    if document.plain[node] and document.ends[node] == node + 1:  # most nodes of a large map
        attributes, context = document.attributes[node], document.context(node)
        location = visitable(document, resolve(context.base, attributes["url"]))
        name, description = attributes["name"], attributes.get("description")
        _, lang, charset, content_type, _ = context
        yield Variant(name, description, location, lang, charset, content_type, None, None, _referrer(context))
        return
    for leaf, qualities in leaves(document, node, most):
        yield _variant(document, node, leaf, qualities)


def variant_names(document: Document, node: int) -> tuple[str | None, ...]:
    """Return the names of the variants of an item or group, in document order."""
    if document.plain[node] and document.ends[node] == node + 1:
        return (document.attributes[node]["name"],)
    return tuple(qualities.name for _, qualities in leaves(document, node))


def lacks(document: Document, node: int, attribute: Literal["name", "url", "data"]) -> bool:
    """Return whether a variant of `node` lacks the quality that `attribute` specifies.

    A `url` that leads nowhere counts as a location here, and a blank one does not (D47).
    """
    if attribute == "url":
        return any(is_blank(qualities.url or "") for _, qualities in leaves(document, node))
    if attribute == "name":
        return any(qualities.name is None for _, qualities in leaves(document, node))
    return any(qualities.data is None for _, qualities in leaves(document, node))


def has_too_many(document: Document, node: int) -> bool:
    """Return whether a node has more variants than the limit."""
    return sum(1 for _ in leaves(document, node, MOST_VARIANTS + 1)) > MOST_VARIANTS


def leaves(document: Document, node: int, most: int = MOST_VARIANTS) -> Iterator[tuple[int, Qualities]]:
    """Yield the elements that form one variant each: leaves among the variants, else the node itself (D12)."""
    qualities = _add(document, node, Qualities())
    stack = [(node, qualities)]
    while stack:
        element, qualities = stack.pop()
        # A `<variant>` that contains others is no variant itself: it only passes its qualities on (D12).
        children = document.variant_children(element, most)
        if children:
            stack.extend((child, _add(document, child, qualities)) for child in reversed(children))
        else:
            yield element, qualities
            most -= 1
            if not most:
                return


def _add(document: Document, element: int, above: Qualities) -> Qualities:
    # Only the qualities that come from the node and its variants. The others have any ancestor as source, and are part
    # of the context of an element (D13).
    attributes = document.attributes[element]
    url = document.url(element)
    return Qualities(
        attributes.get("name", above.name),
        attributes.get("description", above.description),
        above.url if url is None else url,
        # The base goes with the `url`: a relative address means the place where it was written, not the leaf (D14).
        above.base if url is None else document.context(element).base,
        attributes.get("data", above.data),
        attributes.get("method", above.method),
    )


def _variant(document: Document, node: int, leaf: int, qualities: Qualities) -> Variant:
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
    # Cached, as all variants of a node usually share one value, and a map has few. Each token once, up to a limit: of
    # more, nearly all would be meaningless, which is a fault (`bad-refer`).
    return tuple(dict.fromkeys(tokens(refer)))[:_MOST_REFERRERS]


def _location(qualities: Qualities) -> str | None:
    return None if is_blank(qualities.url or "") else resolve(qualities.base, qualities.url or "")


def visitable(document: Document, location: str | None) -> str | None:
    """Return a location that a reader may be led to (D40), else None; a node without one is shown without a link."""
    # An address of any other scheme could run a program, or open a local file, at the wish of a stranger.
    return location if location is not None and is_location(location, document.uri) else None


def all_visitable(document: Document, locations: Sequence[str | None]) -> Sequence[str | None]:
    """Return the results of `visitable` for several locations, with one check if all are on the web."""
    if {location and location[:8] for location in locations} == {"https://"}:
        return locations
    return [visitable(document, location) for location in locations]


def refused_location(document: Document, node: int) -> str | None:
    """Return the location of an item's first variant that readers are not led to, else None. [D40, D47]"""
    if document.kinds[node] != Kind.ITEM:
        return None
    _, qualities = next(leaves(document, node, 1))
    location = _location(qualities)
    if visitable(document, location) is not None or is_blank(qualities.url or ""):
        return None
    return location or qualities.url


def search_method(value: str | None) -> str | None:
    """Return the effective `method` (D15); None stays None.

    >>> search_method("POST"), search_method("put")
    ('post', 'get')
    """
    if value is None:
        return None
    # HTTP distinguishes case in methods. HTML’s attribute of this name does not, and this one follows it (D15).
    method = value.lower()
    return method if method in METHODS else "get"


_LONE_LINE_BREAK = re.compile(r"\r(?!\n)|(?<!\r)\n")
# Every other percent sign stays, so an escape such as `%20` in a template survives (D18).
_EXPRESSION = re.compile(r"%(?:([swrh])|\(([0-9]+)w\))")

# Characters in the expansion of a template: for a form's data, since servers refuse far shorter addresses.
LONGEST = 200_000


class Query(NamedTuple):
    """A search request: `method` get or post, the address, and the form data of a post."""

    method: str
    url: str
    body: str | None


def search_query(variant: Variant, term: str, root_uri: str) -> Query | None:
    """Return the request that searches for `term`; None if the variant has no location or no template."""
    if variant.location is None or variant.search_template is None:
        return None
    data = expand(variant.search_template, term, root_uri)
    if data is None:
        return None
    if variant.search_method == "post":
        return Query("post", variant.location, data)
    return Query("get", _with_query(variant.location, data), None)


def is_form_data(template: str) -> bool:
    """Return whether a form sends a template unchanged: UTF-8 names with values, and lines that end in CR LF (D33)."""
    for part in _EXPRESSION.sub("x", template).split("&"):
        # A form sends pairs only: it would add an `=` to a bare word, and drop a field without name.
        name, equals, _ = part.partition("=")
        try:
            text = unquote_to_bytes(part).decode()
        except UnicodeDecodeError:
            return False
        if not name or not equals or _LONE_LINE_BREAK.search(text):
            return False
    return True


def tells_site(template: str) -> bool:
    """Return whether a template has an expression for a part of the sitemap's address (D18, D68).

    >>> tells_site("q=%s&site=%h"), tells_site("q=%s&x=%(0w)")
    (True, False)
    """
    letters_and_levels = (match.groups() for match in _EXPRESSION.finditer(template))
    return any(letter in set("wrh") if letter else bool(levels.strip("0")) for letter, levels in letters_and_levels)


def expand(template: str, term: str, root_uri: str) -> str | None:
    """Return a template with its expressions replaced; `root_uri` is the sitemap's address (D18).

    None if the result is longer than a request may be.

    >>> expand("q=%s&in=%h&type=a%20b", "black & white", "https://www.example.org/map.xml")
    'q=black%20%26%20white&in=www.example.org&type=a%20b'
    """
    values: dict[str, str] = {}
    parts, end, room = list[str](), 0, LONGEST
    for match in _EXPRESSION.finditer(template):
        value = values.get(match.group())
        if value is None:
            value = values[match.group()] = _quoted(match, term, root_uri)
        parts += (template[end : match.start()], value)
        end, room = match.end(), room - len(value)
        if room < 0:
            return None
    return "".join([*parts, template[end:]])


def _quoted(match: re.Match[str], term: str, root_uri: str) -> str:
    letter, levels = match.groups()
    # The text counts levels from 1, so `%(0w)` is no expression.
    if letter is None and not levels.strip("0"):
        return match.group()
    # Everything but the unreserved characters of RFC 3986: what a reader types is text, never a separator (D18).
    return quote(_value(letter, levels, term, root_uri), safe="")


def _value(letter: str | None, levels: str | None, term: str, root_uri: str) -> str:
    # The words; the host of the root file; the root of its site; its folder. `%(2w)` is the folder two levels up.
    match letter:
        case "s":
            return term
        case "h":
            return host(root_uri)
        case "r":
            return resolve(root_uri, "/") or ""
        case "w":
            return resolve(root_uri, "./") or ""
    # An address has no more levels than slashes: more steps up end at the same place.
    significant = (levels or "").lstrip("0")
    steps = int(significant) if len(significant) < 9 else len(root_uri)
    return resolve(root_uri, "../" * min(steps, root_uri.count("/"))) or ""


def _with_query(location: str, data: str) -> str:
    """Return the location with its query and fragment replaced, resolved as a reference:

    `#` begins a fragment (D34).
    """
    query = "?" + data
    return resolve(location, query) or location.partition("#")[0].partition("?")[0] + query

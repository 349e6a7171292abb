"""OpenSearch descriptions: how a site is searched, as its pages declare it, made the search of a Standard-Sitemap.

No entity is followed and nothing fetched. Of the addresses that a description lists the first is taken that brings a
page of results, wants no more than what is searched for, and has that in its query.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from standard_sitemap.model.nodes import Variant
from standard_sitemap.model.uris import resolve

if TYPE_CHECKING:
    from lxml.etree import _Element

# The media type by which a link says that it leads to a description.
TYPE = "application/opensearchdescription+xml"

# Real ones have a few thousand, some with a picture in them.
MOST_BYTES = 1_000_000

_PAGES = frozenset({"", "text/html", "application/xhtml+xml"})
_PARAMETER = re.compile(r"\{([^{}?]*)(\??)\}")
_OF_OUR_OWN = re.compile(r"%(?:[swrh]|\([0-9]+w\))")
# What stands for each parameter that is not optional and needs no reader.
_VALUES = {
    "searchTerms": "%s",
    "startPage": "1",
    "startIndex": "1",
    "language": "*",
    "inputEncoding": "UTF-8",
    "outputEncoding": "UTF-8",
}


def search_of(uri: str, body: bytes) -> Variant | None:
    """The search that the description at `uri` offers; None where it is no description, or offers none of use to us."""
    root = _root(body)
    if root is None or _name(root) != "OpenSearchDescription":
        return None
    words = {_name(one): " ".join((one.text or "").split()) for one in root}
    for one in _addresses(root):
        found = _request(one, uri)
        if found is not None:
            location, template, method = found
            name, description = words.get("ShortName"), words.get("Description")
            return Variant(name or None, description or None, location, search_template=template, search_method=method)
    return None


def _root(body: bytes) -> _Element | None:
    from lxml import etree

    if len(body) > MOST_BYTES:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _name(element: _Element) -> str:
    """The name without its namespace: of that there are several in use."""
    return str(element.tag).rpartition("}")[2]


def _addresses(root: _Element) -> Iterator[_Element]:
    for one in root:
        is_results = "results" in one.get("rel", "results").split()
        if _name(one) == "Url" and is_results and one.get("type", "").strip().lower() in _PAGES:
            yield one


def _request(url: _Element, base: str) -> tuple[str, str, str | None] | None:
    """Location, template and method of a `Url`; None where they cannot be had."""
    where, _, query = url.get("template", "").strip().partition("#")[0].partition("?")
    params = [f"{quote(one.get('name', ''))}={one.get('value', '')}" for one in url if _name(one).startswith("Param")]
    is_post = _attribute(url, "method").lower() == "post"
    location = resolve(base, f"{where}?{query}" if is_post and query else where)
    template = _template("&".join(params if is_post else [*filter(None, [query]), *params]))
    if location is None or "{" in where or (is_post and "{" in query) or template is None:
        return None
    return location, template, "post" if is_post else None


def _attribute(element: _Element, wanted: str) -> str:
    """An attribute with or without a namespace; "" where there is none."""
    return next((str(value) for name, value in element.items() if str(name).rpartition("}")[2] == wanted), "")


def _template(query: str) -> str | None:
    """A query as the template of a Standard-Sitemap; None where it wants what nobody knows, or nothing at all."""
    if _OF_OUR_OWN.search(query):
        return None
    parts = []
    for part in query.split("&"):
        parameters = _PARAMETER.findall(part)
        if any(not optional and name not in _VALUES for name, optional in parameters):
            return None
        is_wanted = not parameters or any(not optional or name == "searchTerms" for name, optional in parameters)
        parts.extend([_PARAMETER.sub(_value, part)] * is_wanted)
    template = "&".join(parts)
    return template if "%s" in template else None


def _value(parameter: re.Match[str]) -> str:
    name, optional = parameter.groups()
    return "" if optional and name != "searchTerms" else _VALUES[name]

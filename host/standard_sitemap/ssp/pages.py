"""The links of a page, read from its bytes: html5lib for HTML, lxml for XHTML.

[Sitemap discovery rules 3 and 4, D29, D42]

For the command line, which has no browser to ask. Never fetches a DTD or an entity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from standard_sitemap.model.encodings import UnknownEncoding, media_type, to_utf8
from standard_sitemap.model.uris import resolve
from standard_sitemap.ssp.discovery import PAGE_TYPES, Link, completions
from standard_sitemap.ssp.names import XHTML_NAMESPACE, XML_NAMESPACE

_ATTRIBUTES = {"link": ("rel", "href"), "meta": ("name", "content")}
# In a browser its content stands apart from the page (D42).
_TEMPLATE = f"{{{XHTML_NAMESPACE}}}template"
_BASE = f"{{{XHTML_NAMESPACE}}}base"
_XML_BASE = f"{{{XML_NAMESPACE}}}base"


def read_page(body: bytes, url: str, content_type: str | None) -> tuple[Link, ...]:
    """The links and metas of a page in document order; none where its type is neither HTML nor XHTML."""
    name, charset = media_type(content_type) if content_type else ("text/html", None)
    if name == "text/html":
        return _html_links(body, url, charset)
    return _xhtml_links(body, url, charset) if name in PAGE_TYPES else ()


def _html_links(body: bytes, url: str, charset: str | None) -> tuple[Link, ...]:
    import html5lib  # here because only the command line reads pages

    tree = html5lib.parse(body, treebuilder="etree", transport_encoding=charset, scripting=True)
    for inert in list(tree.iter(_TEMPLATE)):
        inert.clear()
    return _links(tree.iter(), url, lambda _: ())


def _xhtml_links(body: bytes, url: str, charset: str | None) -> tuple[Link, ...]:
    from lxml import etree

    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        tree = etree.fromstring(to_utf8(body, charset), parser)
    except (UnknownEncoding, UnicodeError, etree.XMLSyntaxError):  # a page that shows nothing names nothing
        return ()
    if tree is None:
        return ()
    for inert in list(tree.iter(_TEMPLATE, f"{{{XHTML_NAMESPACE}}}noscript")):
        inert.clear(keep_tail=True)
    return _links(tree.iter(etree.Element), url, _xml_bases)


def _links(elements: Iterable[Any], url: str, xml_bases: Callable[[Any], tuple[str, ...]]) -> tuple[Link, ...]:
    """The links in document order, each with the document's base as it stands where the link begins to count."""
    found: list[Link] = []
    base: str | None = None
    first_based, is_base_in_body, in_body = 0, False, False
    for element in elements:
        in_body = in_body or str(element.tag).rpartition("}")[2] == "body"
        if element.tag == _BASE and base is None and element.get("href") is not None:
            base, first_based, is_base_in_body = resolve(url, element.get("href")) or url, len(found), in_body
        elif (link := _link(element, url, xml_bases(element))) is not None:
            found.append(link._replace(in_body=in_body))
    if base is None:
        return tuple(found)
    head = [link for link in found if not link.in_body]
    early = {place for at, place in completions(head) if at < first_based}  # final before the base came (D41)
    late = {place for place, link in enumerate(found) if is_base_in_body and not link.in_body}
    return tuple(link if place in early | late else link._replace(base=base) for place, link in enumerate(found))


def _link(element: Any, base: str, xml_bases: tuple[str, ...]) -> Link | None:
    namespace, _, name = str(element.tag).rpartition("}")
    if name not in _ATTRIBUTES or namespace != f"{{{XHTML_NAMESPACE}":
        return None
    rel, href = (element.get(attribute) for attribute in _ATTRIBUTES[name])
    if rel is None or href is None:
        return None
    kind, title = element.get("type") or "", element.get("title") or ""
    return Link("link" if name == "link" else "meta", rel, href, base, xml_bases, kind, title)


def _xml_bases(element: Any) -> tuple[str, ...]:
    around = [element, *element.iterancestors()]
    return tuple(value for one in reversed(around) if (value := one.get(_XML_BASE)) is not None)

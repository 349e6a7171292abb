"""What a page shows that could name a sitemap, as the browser side or the command line gathered it."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Link(NamedTuple):
    """A `<link>`, or an obsolete `<meta>` (D24), of a page.

    `rel` and `href` are the attributes, of a `<meta>` its name and content. `base` is the document's base URI;
    `xml_bases` are the `xml:base` values of an XHTML page's elements around and including this, outermost first (D29).
    `type` and `title` say what the link leads to; they mean nothing to the discovery of SSP sitemaps.
    """

    element: Literal["link", "meta"]
    rel: str
    href: str
    base: str
    xml_bases: tuple[str, ...] = ()
    type: str = ""
    title: str = ""


class Evidence(NamedTuple):
    """A page's address and type, its response header fields in order, and its links in document order."""

    url: str
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    links: tuple[Link, ...] = ()

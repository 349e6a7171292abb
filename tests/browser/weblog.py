"""A weblog as common programs serve it: an index of sitemaps, one per kind of page, some in two languages."""

from __future__ import annotations

import re

from pytest_httpserver import HTTPServer

from browser import sites

HEAD = '<link rel="alternate" type="application/rss+xml" title="Quay notes" href="/feed/">'

_NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_POSTS = ("2024/05/a-walk-by-the-lake/", "2024/06/rope-and-tar/", "2025/01/winter-moorings/")
_SUFFIX = " – Quay notes"
_TITLES = {
    "": "Quay notes",
    "de/": "Notizen vom Kai",
    _POSTS[0]: "A walk by the lake" + _SUFFIX,
    _POSTS[1]: "Of rope, and of tar" + _SUFFIX,
    _POSTS[2]: "Winter moorings" + _SUFFIX,
    "about-us/": "About us" + _SUFFIX,
    "de/ueber-uns/": "Über uns – Notizen vom Kai",
}
_PAGES = (("", "de/"), ("about-us/", "de/ueber-uns/"), ("opening-hours/", "de/oeffnungszeiten/"))


def serve(site: HTTPServer, *, robots: int = 2, head: str = HEAD) -> str:
    """Serve the weblog and return the address of its front page.

    Its robots.txt names the index alone, the index and a sitemap on another host, or none.
    """
    home = site.url_for("/")
    if robots:
        elsewhere = home.replace("127.0.0.1", "localhost")
        lists = (f"{home}sitemap_index.xml", f"{elsewhere}page-sitemap.xml")
        named = "".join(f"Sitemap: {address}\n" for address in lists[:robots])
        lines = f"User-agent: *\nDisallow: /wp-admin/\n\n{named}"
        sites.answer(site, "/robots.txt", lines, content_type="text/plain")
    _xml(
        site,
        "/sitemap_index.xml",
        "sitemapindex",
        "".join(map(_sitemap, (f"{home}post-sitemap.xml", f"{home}page-sitemap.xml"))),
    )
    _xml(site, "/post-sitemap.xml", "urlset", "".join(f"<url><loc>{home}{path}</loc></url>" for path in _POSTS))
    _xml(site, "/page-sitemap.xml", "urlset", "".join(_page(home, *pair) for pair in _PAGES))
    _xml(
        site,
        "/feed/",
        "rss",
        f"<channel><item><title>Rope and tar</title><link>{home}{_POSTS[1]}</link></item></channel>",
    )
    sites.answer_with(
        site,
        re.compile(r"/(\d{4}/.*|de/.*|about-us/|opening-hours/)?$"),
        lambda request: sites.html(sites.page(_TITLES.get(request.path[1:], ""), head)),
    )
    return home


def _sitemap(address: str) -> str:
    return f"<sitemap><loc>{address}</loc><lastmod>2025-01-09T10:00:00+00:00</lastmod></sitemap>"


def _page(home: str, english: str, german: str) -> str:
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang="{tag}" href="{home}{path}"/>'
        for tag, path in (("en", english), ("de", german))
    )
    return f"<url><loc>{home}{english}</loc>{alternates}</url><url><loc>{home}{german}</loc>{alternates}</url>"


def _xml(site: HTTPServer, path: str, name: str, content: str) -> None:
    attributes = 'version="2.0"' if name == "rss" else _NAMESPACES
    body = f'<?xml version="1.0" encoding="UTF-8"?><{name} {attributes}>{content}</{name}>'
    sites.answer(site, path, body, content_type="text/xml; charset=UTF-8")

"""For each code of the catalogue, an example of what brings it up. Tests hold every example against the resolver.

An example shows only what matters: it is the inside of a `<sitemap>` unless `setting` says what else it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

# What an example is: elements of a sitemap, a whole file, the header fields of a file or of a page, part of a page, a
# circumstance in words; or part of a sitemaps.org file of some format.
Setting = Literal[
    "elements",
    "file",
    "file-header",
    "page-header",
    "page",
    "words",
    "urlset",
    "index",
    "text",
    "feed",
    "robots",
]


class Example(NamedTuple):
    """What brings up a fault, and what the text of it is."""

    text: str
    setting: Setting = "elements"


EXAMPLES: Mapping[str, Example] = {
    "not-well-formed": Example('<item name="Fish & chips" url="fish.html"/>'),
    "unknown-encoding": Example('<?xml version="1.0" encoding="utf-88"?>\n<sitemap/>', "file"),
    "undecodable": Example("Content-Type: application/xml; charset=utf-16", "file-header"),
    "entity-declared": Example('<!DOCTYPE sitemap [<!ENTITY shop "Corner shop">]>\n<sitemap/>', "file"),
    "wrong-type": Example("Content-Type: text/html", "file-header"),
    "unavailable": Example('<external url="missing.xml#chapters"/>'),
    "missing-namespace": Example('<sitemap>\n  <item name="Start" url="./"/>\n</sitemap>', "file"),
    "wrong-namespace": Example('<sitemap xmlns="http://standard-sitemap.org/ns"/>', "file"),
    "not-a-sitemap": Example('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', "file"),
    "too-many-elements": Example("A file with several million elements.", "words"),
    "too-deep": Example("A million items, each of them within the one before.", "words"),
    "attribute-too-long": Example("A description of two million letters.", "words"),
    "too-many-documents": Example("A sitemap of several hundred thousand files.", "words"),
    "unknown-element": Example('<page name="About" url="about.html"/>'),
    "misplaced-element": Example('<item name="About" url="about.html">\n  <class-change prefix="sitemap"/>\n</item>'),
    "unknown-attribute": Example('<item name="About" href="about.html"/>'),
    "duplicate-id": Example(
        '<item xml:id="about" name="About" url="about.html"/>\n<item xml:id="About" name="About us" url="us.html"/>'
    ),
    "bad-id": Example('<item xml:id="about us" name="About" url="about.html"/>'),
    "bad-tree": Example('<item name="Results" url="results.html" tree="no"/>'),
    "bad-relation": Example('<item name="Chapters" url="book.html" relation="ordered"/>'),
    "bad-order": Example('<group name="Index" order="alphabetical"/>'),
    "bad-priority": Example('<item name="News" url="news.html" priority="high"/>'),
    "bad-method": Example('<item name="Search" url="find" role="search" data="q=%s" method="PUT"/>'),
    "bad-refer": Example('<item name="Shop" url="shop.html" refer="site none"/>'),
    "bad-url": Example('<item name="Shop" url="https://exa mple/"/>'),
    "url-on-group": Example('<group name="Shops" url="shops.html"/>'),
    "unknown-role": Example('<item name="Downloads" url="downloads.html" role="download"/>'),
    "nameless-item": Example(
        '<item url="about.html">\n  <variant lang="en" name="About"/>\n  <variant lang="de"/>\n</item>'
    ),
    "locationless-item": Example('<item name="About"/>'),
    "search-without-template": Example('<item name="Search" url="find" role="search"/>'),
    "search-without-location": Example('<item name="Search" role="search" data="q=%s"/>'),
    "home-excluded": Example('<item name="Contact" url="contact.html" role="contact"/>'),
    "order-broken": Example(
        '<group name="Index" order="lexical">\n  <item name="zebra" url="z.html"/>\n  <item name="ant" url="a.html"/>\n'
        "</group>"
    ),
    "loop": Example('<item xml:id="shop" name="Shop" url="shop.html">\n  <external url="#shop"/>\n</item>'),
    "tree-too-large": Example("Two items that each refer twice to the next two, and so on for fifty levels.", "words"),
    "external-without-url": Example("<external/>"),
    "external-without-id": Example('<external url="chapters.xml"/>'),
    "dangling-reference": Example('<external url="#chapters"/>'),
    "reference-to-other-element": Example(
        '<item name="Shop" url="shop.html">\n  <variant xml:id="shop"/>\n</item>\n<external url="#shop"/>'
    ),
    "reference-to-missing-file": Example('<external url="missing.xml#chapters"/>'),
    "class-change-without-elem": Example('<class-change prefix="sitemap"/>'),
    "class-change-without-prefix": Example('<class-change elem="/*/*[2]"/>'),
    "bad-class-prefix": Example('<class-change elem="/*/*[2]" prefix="site map"/>'),
    "undeclared-prefix": Example('<class-change elem="/html:html/html:body" prefix="sitemap"/>'),
    "bad-xpath": Example('<class-change elem="body[" prefix="sitemap"/>'),
    "bad-attr": Example('<class-change elem="/*/*[2]" attr="class name" prefix="sitemap"/>'),
    "obsolete-change": Example('<change elem="/*/*[2]" prefix="sitemap"/>'),
    "obsolete-xlink": Example('<item xmlns:xlink="http://www.w3.org/1999/xlink" name="Shop" xlink:href="shop.html"/>'),
    "obsolete-baseurl": Example('<group baseurl="shop/">\n  <item name="Shop" url="./"/>\n</group>'),
    "obsolete-meta-schema": Example(
        '<meta name="schema.ssp" content="http://standard-sitemap.org/2007/ns">\n'
        '<link rel="ssp.location" href="sitemap.xml">',
        "page",
    ),
    "obsolete-x-header": Example("X-Standard-Sitemap-Location: /sitemap.xml", "page-header"),
    "obsolete-legacy-link": Example('<link rel="standard-sitemap" href="/sitemap.xml">', "page"),
    "obsolete-element": Example('<style url="tree.css" type="text/css"/>'),
    "obsolete-target": Example('<item name="Shop" url="shop.html" target="_top"/>'),
}

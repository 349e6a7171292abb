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
    "not-well-formed": Example('<item name="Fish" url=fish.html/>'),
    "empty-document": Example("", "file"),
    "page-for-sitemap": Example("<!DOCTYPE html>\n<title>Not found</title><p>There is nothing here.", "file"),
    "cut-off": Example('<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n  <item name="Fish" ur', "file"),
    "content-after-end": Example('<sitemap xmlns="http://standard-sitemap.org/2007/ns"/>\n<item name="Fish"/>', "file"),
    "bare-ampersand": Example('<item name="Fish & chips" url="fish.html"/>'),
    "unknown-encoding": Example('<?xml version="1.0" encoding="utf-88"?>\n<sitemap/>', "file"),
    "undecodable": Example("Content-Type: application/xml; charset=utf-16", "file-header"),
    "unresolved-reference": Example(
        '<!DOCTYPE sitemap SYSTEM "sitemap.dtd">\n<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n'
        '  <item name="Caf&eacute;" url="./"/>\n</sitemap>',
        "file",
    ),
    "entities-too-large": Example("An entity of ten names, each for ten of another's, and so on ten times.", "words"),
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
    "bad-scheme": Example('<item name="Back" url="javascript:history.back()"/>'),
    "bad-lang": Example('<item name="Start" url="./" lang="english (UK)"/>'),
    "bad-type": Example('<item name="Report" url="report.pdf" type="PDF"/>'),
    "bad-charset": Example('<item name="Start" url="./" charset="UFT-8"/>'),
    "url-on-group": Example('<group name="Shops" url="shops.html"/>'),
    "unknown-role": Example('<item name="Downloads" url="downloads.html" role="download"/>'),
    "nameless-item": Example(
        '<item url="about.html">\n  <variant lang="en" name="About"/>\n  <variant lang="de"/>\n</item>'
    ),
    "locationless-item": Example('<item name="About"/>'),
    "search-without-template": Example('<item name="Search" url="find" role="search"/>'),
    "search-without-location": Example('<item name="Search" role="search" data="q=%s"/>'),
    "search-not-a-form": Example('<item name="Search" url="find" role="search" method="post" data="%s"/>'),
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
    "unknown-xpath-name": Example('<class-change elem="//*[matches(@id, $page)]" prefix="sitemap"/>'),
    "bad-attr": Example('<class-change elem="/*/*[2]" attr="class name" prefix="sitemap"/>'),
    "too-many-class-changes": Example("Several hundred class changes.", "words"),
    "too-many-variants": Example("An item with a thousand and one variants.", "words"),
    "too-many-roles": Example("A map whose items have fifty-one roles.", "words"),
    "too-many-role-nodes": Example("Fifty-one items with the role contact.", "words"),
    "too-many-languages": Example("A map in a hundred and one languages.", "words"),
    "variants-too-long": Example(
        "An item whose thirty variants have addresses of eight thousand letters each.", "words"
    ),
    "role-nodes-too-long": Example("Fifty items with the role contact, each in a hundred languages.", "words"),
    "bases-too-long": Example("Ten thousand items, each with a base upon a base of thousands of letters.", "words"),
    "too-many-faults": Example("The same mistake on each of ten thousand items.", "words"),
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

# The tests of `verify` bring each of them up.
SERVED_EXAMPLES: Mapping[str, Example] = {
    "page-gone": Example("A page of the sitemap that is answered with 404 or 410.", "words"),
    "page-unavailable": Example("A page of the sitemap that is answered with 500, or not at all.", "words"),
    "page-moved": Example("A page of the sitemap that redirects to another address.", "words"),
    "page-unannounced": Example("A page of the sitemap with neither the header nor the links.", "words"),
    "page-of-another-sitemap": Example("A page of /de/map.xml that names /en/map.xml.", "words"),
    "sitemap-moved": Example("15-Location: /sitemap.xml, where /sitemap.xml redirects to /maps/site.xml.", "words"),
    "sitemap-uncompressed": Example("A sitemap of 40 kB that is sent without Content-Encoding.", "words"),
    "sitemap-not-kept": Example("Cache-Control: no-store", "file-header"),
    "class-change-finds-nothing": Example('<class-change elem="/html/body" prefix="sitemap"/>'),
    "search-fails": Example("A search whose address is answered with 404.", "words"),
}

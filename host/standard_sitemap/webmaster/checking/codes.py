"""The checker's documentation: every code with its clause, meaning, example and remedy.

An example shows only the relevant part: the content of a `<sitemap>`, unless `setting` says otherwise. Tests run every
example through the parsers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.sheet import Sheet, StyledLine
from standard_sitemap.webmaster.checking.text import STYLES
from standard_sitemap.webmaster.checking.wording import REPORTED, SERVED, generally

# An example contains elements of a sitemap, a whole file, or part of a sitemaps.org file. Others contain header fields
# of a file or page, part of a page, or a description in words.
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
    """A text that causes a fault, and the kind of document it belongs to."""

    text: str
    setting: Setting = "elements"


EXAMPLES: Mapping[str, Example] = {
    "not-well-formed": Example('<item name="Fish" url=fish.html/>'),
    "empty-document": Example("", "file"),
    "page-for-sitemap": Example("<!DOCTYPE html>\n<title>Not found</title><p>There is nothing here.", "file"),
    "compressed-file": Example("A file that gzip wrote, served as application/xml without Content-Encoding.", "words"),
    "cut-off": Example('<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n  <item name="Fish" ur', "file"),
    "content-after-end": Example('<sitemap xmlns="http://standard-sitemap.org/2007/ns"/>\n<item name="Fish"/>', "file"),
    "bare-ampersand": Example('<item name="Fish & chips" url="fish.html"/>'),
    "html-entity": Example('<item name="Caf&eacute;" url="./"/>'),
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
    "attribute-too-long": Example("A description of two hundred thousand letters.", "words"),
    "markup-too-long": Example("A description of two million letters.", "words"),
    "too-many-documents": Example("A sitemap of several hundred thousand files.", "words"),
    "unknown-element": Example('<page name="About" url="about.html"/>'),
    "element-without-namespace": Example('<item xmlns="" name="About" url="about.html"/>'),
    "foreign-element": Example('<note xmlns="https://www.example.org/notes">Draft</note>'),
    "text-in-element": Example('<item name="About" url="about.html">Who we are</item>'),
    "misplaced-element": Example('<item name="About" url="about.html">\n  <class-change prefix="sitemap"/>\n</item>'),
    "unknown-attribute": Example('<item name="About" href="about.html"/>'),
    "empty-name": Example('<item name="" url="about.html"/>'),
    "empty-url": Example('<item name="About" url=""/>'),
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
    "order-with-unnamed-group": Example(
        '<group name="Index" order="lexical">\n  <group><item name="ant" url="a.html"/></group>\n'
        '  <item name="zebra" url="z.html"/>\n</group>'
    ),
    "order-on-sitemap": Example(
        '<sitemap xmlns="http://standard-sitemap.org/2007/ns" order="lexical">\n'
        '  <item name="ant" url="a.html"/>\n</sitemap>',
        "file",
    ),
    "loop": Example('<item xml:id="shop" name="Shop" url="shop.html">\n  <external url="#shop"/>\n</item>'),
    "tree-too-large": Example("Two items that each refer twice to the next two, and so on for fifty levels.", "words"),
    "external-without-url": Example("<external/>"),
    "external-without-id": Example('<external url="chapters.xml"/>'),
    "dangling-reference": Example('<external url="#chapters"/>'),
    "reference-to-other-element": Example(
        '<item name="Shop" url="shop.html">\n  <variant xml:id="shop"/>\n</item>\n<external url="#shop"/>'
    ),
    "reference-beside-base": Example(
        '<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="https://www.example.org/">\n'
        '  <item xml:id="shop" name="Shop" url="shop.html"/>\n  <group name="Again"><external url="#shop"/></group>\n'
        "</sitemap>",
        "file",
    ),
    "reference-to-missing-file": Example('<external url="missing.xml#chapters"/>'),
    "class-change-without-elem": Example('<class-change prefix="sitemap"/>'),
    "class-change-without-prefix": Example('<class-change elem="/*/*[2]"/>'),
    "bad-class-prefix": Example('<class-change elem="/*/*[2]" prefix="site map"/>'),
    "undeclared-prefix": Example('<class-change elem="/html:html/html:body" prefix="sitemap"/>'),
    "bad-xpath": Example('<class-change elem="body[" prefix="sitemap"/>'),
    "unknown-xpath-name": Example('<class-change elem="//*[matches(@id, $page)]" prefix="sitemap"/>'),
    "bad-attr": Example('<class-change elem="/*/*[2]" attr="class name" prefix="sitemap"/>'),
    "class-change-without-element": Example('<class-change elem="count(//*)" prefix="sitemap"/>'),
    "class-change-refused": Example('<class-change elem="/*/*[2]" attr="onclick" prefix="sitemap"/>'),
    "class-change-too-costly": Example('<class-change elem="//*[contains(/, \'z\')]" prefix="sitemap"/>'),
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
    "location-too-long": Example("An item whose url is ten thousand letters long.", "words"),
    "too-many-faults": Example("The same mistake on each of ten thousand items.", "words"),
    "obsolete-change": Example('<change elem="/*/*[2]" prefix="sitemap"/>'),
    "obsolete-xlink": Example('<item xmlns:xlink="http://www.w3.org/1999/xlink" name="Shop" xlink:href="shop.html"/>'),
    "obsolete-baseurl": Example('<group baseurl="shop/">\n  <item name="Shop" url="./"/>\n</group>'),
    "opt-without-quotes": Example("Opt: http://standard-sitemap.org/2007/ns; ns=42", "page-header"),
    "broken-xhtml": Example(
        "A page that is served as application/xhtml+xml and has a <br> that does not end.", "words"
    ),
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

# The tests of `verify` produce each of these faults.
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
    "page-wants-login": Example("A page that is answered with 401 or 403, or redirects to /login.", "words"),
    "page-certificate-invalid": Example("A page of a server whose certificate has expired.", "words"),
    "page-address-refused": Example("https://intranet.example.org/, whose address is 10.0.0.7.", "words"),
    "class-change-of-other-origin": Example(
        'attr="aria-current" in https://maps.example/map.xml, which https://www.example.org/ names.', "words"
    ),
}


_ABOUT = "<loc>https://www.example.org/about</loc>"
_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

_FILES: Mapping[str, Example] = {
    "damaged-xml": Example("<url><loc>https://www.example.org/about</lok></url>", "urlset"),
    "forbidden-character": Example("<url><loc>https://www.example.org/a\x08bout</loc></url>", "urlset"),
    "truncated-file": Example(f"<urlset {_XMLNS}>\n  <url><loc>https://www.exam", "file"),
    "unescaped-ampersand": Example("<url><loc>https://www.example.org/?a=1&b=2</loc></url>", "urlset"),
    "unescaped-character": Example("<url><loc>https://www.example.org/?title='about'</loc></url>", "urlset"),
    "undefined-entity": Example("<url><loc>https://www.example.org/caf&eacute;</loc></url>", "urlset"),
    "ignored-doctype": Example(f'<!DOCTYPE urlset SYSTEM "sitemap.dtd">\n<urlset {_XMLNS}/>', "file"),
    "text-before-declaration": Example(f'Warning: no database\n<?xml version="1.0"?>\n<urlset {_XMLNS}/>', "file"),
    "white-space-before-declaration": Example(f'\n<?xml version="1.0"?>\n<urlset {_XMLNS}/>', "file"),
    "not-utf-8": Example("A file that is saved as UTF-16.", "words"),
    "other-encoding-declared": Example(f'<?xml version="1.0" encoding="ISO-8859-1"?>\n<urlset {_XMLNS}/>', "file"),
    "bad-bytes": Example("A file that is saved in the encoding of Windows, and says that it is UTF-8.", "words"),
    "unlikely-type": Example("Content-Type: text/html", "file-header"),
    "no-sitemap-namespace": Example(f"<urlset><url>{_ABOUT}</url></urlset>", "file"),
    "other-sitemap-namespace": Example('<urlset xmlns="http://www.sitemaps.org/sitemap/"/>', "file"),
    "old-sitemap-namespace": Example('<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"/>', "file"),
    "other-document-element": Example(f"<urls {_XMLNS}><url>{_ABOUT}</url></urls>", "file"),
    "undeclared-extension": Example(f"<url>{_ABOUT}<video:video/></url>", "urlset"),
    "twice-compressed": Example("sitemap.xml.gz, compressed once more by the server that sends it.", "words"),
    "damaged-gzip": Example("A file whose upload was broken off.", "words"),
    "unpacks-to-too-much": Example("A file of a few kilobytes that unpacks to gigabytes.", "words"),
    "no-known-format": Example('{"sitemap": []}', "file"),
    "page-not-sitemap": Example("<!DOCTYPE html>\n<title>Not found</title>", "file"),
    "no-pages": Example("", "urlset"),
    "too-many-urls": Example("A file that lists 60,000 pages.", "words"),
    "too-many-sitemaps": Example("An index that lists 60,000 sitemaps.", "words"),
    "too-many-bytes": Example("A file of 60 megabytes.", "words"),
    "index-without-pages": Example("", "index"),
    "nested-index": Example("An index that is listed in another index, or in itself.", "words"),
    "sitemap-unavailable": Example("<sitemap><loc>https://www.example.org/missing.xml</loc></sitemap>", "index"),
    "sitemap-listed-again": Example(
        "<sitemap><loc>https://www.example.org/a.xml</loc></sitemap>\n"
        "<sitemap><loc>https://www.example.org/a.xml</loc></sitemap>",
        "index",
    ),
    "too-many-files": Example("A sitemap of several hundred thousand files.", "words"),
    "folder-not-sorted": Example("A site with 300,000 pages whose addresses have no folders.", "words"),
}

_ENTRIES: Mapping[str, Example] = {
    "no-location": Example("<url><lastmod>2024-05-31</lastmod></url>", "urlset"),
    "empty-location": Example("<url><loc></loc></url>", "urlset"),
    "second-location": Example(f"<url>{_ABOUT}<loc>https://www.example.org/team</loc></url>", "urlset"),
    "misplaced-location": Example(_ABOUT, "urlset"),
    "bad-location": Example("<url><loc>javascript:history.back()</loc></url>", "urlset"),
    "relative-location": Example("<url><loc>/about</loc></url>", "urlset"),
    "unescaped-location": Example("<url><loc>https://www.example.org/about us</loc></url>", "urlset"),
    "bare-percent": Example("<url><loc>https://www.example.org/save-50%</loc></url>", "urlset"),
    "unicode-escape": Example("<url><loc>https://www.example.org/caf%u00E9</loc></url>", "urlset"),
    "dot-segment": Example("<url><loc>https://www.example.org/shop/../about</loc></url>", "urlset"),
    "long-location": Example("A page whose address has 3,000 characters.", "words"),
    "other-host": Example("<url><loc>https://shop.example.com/</loc></url>", "urlset"),
    "outside-folder": Example("A file at /catalogue/sitemap.xml that lists /about.", "words"),
    "page-listed-again": Example(f"<url>{_ABOUT}</url>\n<url>{_ABOUT}</url>", "urlset"),
    "bad-lastmod": Example(f"<url>{_ABOUT}<lastmod>31.5.2024</lastmod></url>", "urlset"),
    "lastmod-without-zone": Example(f"<url>{_ABOUT}<lastmod>2024-05-31T14:30</lastmod></url>", "urlset"),
    "bad-changefreq": Example(f"<url>{_ABOUT}<changefreq>often</changefreq></url>", "urlset"),
    "priority-out-of-range": Example(f"<url>{_ABOUT}<priority>8</priority></url>", "urlset"),
    "undefined-element": Example(f"<url>{_ABOUT}<title>About us</title></url>", "urlset"),
    "capital-letters": Example("<url><LOC>https://www.example.org/about</LOC></url>", "urlset"),
    "empty-element": Example(f"<url>{_ABOUT}<lastmod></lastmod></url>", "urlset"),
    "page-value-in-index": Example(
        "<sitemap><loc>https://www.example.org/a.xml</loc><priority>0.8</priority></sitemap>", "index"
    ),
    "bad-hreflang": Example(
        f'<url>{_ABOUT}<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="german"\n'
        '  href="https://www.example.org/de/about"/></url>',
        "urlset",
    ),
    "alternate-without-address": Example(
        f'<url>{_ABOUT}<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de"/></url>', "urlset"
    ),
    "alternates-without-self": Example(
        f'<url>{_ABOUT}<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de"\n'
        '  href="https://www.example.org/de/about"/></url>',
        "urlset",
    ),
    "news-without-title": Example(
        f'<url>{_ABOUT}<news xmlns="http://www.google.com/schemas/sitemap-news/0.9"/></url>', "urlset"
    ),
    "video-without-title": Example(
        f'<url>{_ABOUT}<video xmlns="http://www.google.com/schemas/sitemap-video/1.1"/></url>', "urlset"
    ),
    "image-without-location": Example(
        f'<url>{_ABOUT}<image xmlns="http://www.google.com/schemas/sitemap-image/1.1"/></url>', "urlset"
    ),
    "too-many-images": Example("A page with 1,500 images.", "words"),
    "too-much-news": Example("A file that lists 1,500 news.", "words"),
    "bad-line": Example("https://www.example.org/\nOur pages: about", "text"),
    "comment-in-list": Example("# Our pages\nhttps://www.example.org/", "text"),
    "entry-without-link": Example("<item><title>About us</title></item>", "feed"),
    "more-of-the-same": Example("A file with thousands of faults of one kind.", "words"),
}

_ROBOTS: Mapping[str, Example] = {
    "robots-encoding": Example("A robots.txt that is saved as UTF-16.", "words"),
    "robots-is-page": Example("A server that sends its start page for every address that it does not know.", "words"),
    "robots-type": Example("A server that labels robots.txt text/html.", "words"),
    "robots-bad-address": Example("Sitemap: javascript:void(0)", "robots"),
    "robots-relative": Example("Sitemap: /sitemap.xml", "robots"),
    "robots-odd-line": Example("Site-map = https://www.example.org/sitemap.xml", "robots"),
    "robots-twice": Example(
        "Sitemap: https://www.example.org/sitemap.xml\nSitemap: https://www.example.org/sitemap.xml", "robots"
    ),
    "robots-too-many": Example("A robots.txt with 60,000 lines that name sitemaps.", "words"),
    "robots-too-long": Example("A robots.txt of 5 MiB.", "words"),
}

_SEARCHES: Mapping[str, Example] = {
    "search-unavailable": Example("A page that names a description of the site's search which is not there.", "words"),
    "search-not-understood": Example("A description of a search that only brings suggestions.", "words"),
}

_BROKEN_FILES: Mapping[str, Example] = {
    "empty-file": Example("", "file"),
    "unclosed-file": Example(f"<urlset {_XMLNS}>\n  <url>{_ABOUT}</url>", "file"),
    "text-after-end": Example(f"<urlset {_XMLNS}>\n  <url>{_ABOUT}</url>\n</urlset>\nGenerated in 0.2 s", "file"),
    "not-compressed": Example("A file named sitemap.xml.gz that any editor can show.", "words"),
    "sitemap-in-urlset": Example("<sitemap><loc>https://www.example.org/more.xml</loc></sitemap>", "urlset"),
    "url-in-index": Example(f"<url>{_ABOUT}</url>", "index"),
    "repeated-element": Example(
        f"<url>{_ABOUT}<lastmod>2024-05-31</lastmod><lastmod>2023-05-31</lastmod></url>", "urlset"
    ),
    "nested-element": Example("<url><loc><b>https://www.example.org/about</b></loc></url>", "urlset"),
    "stray-text": Example(f"<url>About us: {_ABOUT}</url>", "urlset"),
    "undefined-attribute": Example(f'<url id="about">{_ABOUT}</url>', "urlset"),
    "unusual-order": Example(f"<url>{_ABOUT}<priority>0.8</priority><lastmod>2024-05-31</lastmod></url>", "urlset"),
}

_ADDRESSES: Mapping[str, Example] = {
    "location-with-fragment": Example("<url><loc>https://www.example.org/about#team</loc></url>", "urlset"),
    "twice-escaped": Example("<url><loc>https://www.example.org/?a=1&amp;amp;b=2</loc></url>", "urlset"),
    "ftp-location": Example("<url><loc>ftp://ftp.example.org/list.html</loc></url>", "urlset"),
}


def _versions(*links: tuple[str, str]) -> Example:
    """Return an example entry: a page that names its versions in other languages."""
    lines = (
        f'  <link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="{tag}"\n    href="{href}"/>'
        for tag, href in links
    )
    return Example("\n".join((f"<url>{_ABOUT}", *lines, "</url>")), "urlset")


_OWN = ("en", "https://www.example.org/about")
_OTHER = "https://www.example.org/other/about"

_LANGUAGES: Mapping[str, Example] = {
    "underscore-in-hreflang": _versions(_OWN, ("nl_NL", _OTHER)),
    "country-for-language": _versions(_OWN, ("jp", _OTHER)),
    "unknown-language": _versions(_OWN, ("xyx", _OTHER)),
    "unknown-region": _versions(_OWN, ("en-UK", _OTHER)),
    "superseded-language": _versions(_OWN, ("iw", _OTHER)),
    "alternate-without-namespace": Example(
        f'<url>{_ABOUT}<link rel="alternate" hreflang="de" href="https://www.example.org/de/about"/></url>', "urlset"
    ),
    "relative-alternate": _versions(_OWN, ("de", "/de/about")),
    "second-alternate": _versions(_OWN, ("de", "https://www.example.org/de/about"), ("de", _OTHER)),
    "link-without-relation": Example(
        f'<url>{_ABOUT}\n  <link xmlns="http://www.w3.org/1999/xhtml" hreflang="de" href="{_OTHER}"/>\n</url>', "urlset"
    ),
    "other-relation": Example(
        f'<url>{_ABOUT}\n  <link xmlns="http://www.w3.org/1999/xhtml" rel="alternative" hreflang="de"\n'
        f'    href="{_OTHER}"/>\n</url>',
        "urlset",
    ),
    "alternate-without-return": Example("A page that names its German version, which names only itself.", "words"),
}


def _extension(name: str, version: str, fields: tuple[str, ...]) -> Example:
    start = f'<{name} xmlns="http://www.google.com/schemas/sitemap-{name}/{version}">'
    return Example("\n    ".join((f"<url>{_ABOUT}\n  {start}", *fields)) + f"\n  </{name}></url>", "urlset")


def _news(*fields: str) -> Example:
    return _extension("news", "0.9", fields)


def _video(*fields: str) -> Example:
    return _extension("video", "1.1", fields)


_NAME, _LANGUAGE = "<name>The Example</name>", "<language>en</language>"
_DATE, _TITLE = "<publication_date>2024-05-31</publication_date>", "<title>Tea and cake</title>"

_EXTENSIONS: Mapping[str, Example] = {
    "other-extension-namespace": Example(
        f'<url>{_ABOUT}<image xmlns="http://www.google.com/schemas/sitemap-image/0.9">\n'
        "  <loc>https://www.example.org/tea.png</loc></image></url>",
        "urlset",
    ),
    "news-without-publication": _news(_DATE, _TITLE),
    "news-without-name": _news(f"<publication>{_LANGUAGE}</publication>", _DATE, _TITLE),
    "news-without-language": _news(f"<publication>{_NAME}</publication>", _DATE, _TITLE),
    "bad-news-language": _news(f"<publication>{_NAME}<language>english</language></publication>", _DATE, _TITLE),
    "news-without-date": _news(f"<publication>{_NAME}{_LANGUAGE}</publication>", _TITLE),
    "bad-news-date": _news(
        f"<publication>{_NAME}{_LANGUAGE}</publication>", "<publication_date>May 31</publication_date>", _TITLE
    ),
    "old-news": Example("An article of last year.", "words"),
    "video-without-thumbnail": _video(_TITLE),
    "video-without-description": _video(_TITLE),
    "long-video-description": Example("A description of 3,000 characters.", "words"),
    "video-without-content": _video(_TITLE),
    "video-at-page": _video("<player_loc>https://www.example.org/about</player_loc>"),
    "bad-video-duration": _video("<duration>10:00</duration>"),
    "bad-video-rating": _video("<rating>8</rating>"),
    "bad-video-date": _video("<publication_date>May 31</publication_date>"),
    "bad-video-choice": _video("<family_friendly>true</family_friendly>"),
    "bad-video-relationship": _video("<restriction>DE AT CH</restriction>"),
    "bad-media-address": _video("<thumbnail_loc>tea.png</thumbnail_loc>"),
}

_WHOLE_SITE: Mapping[str, Example] = {
    "other-scheme": Example("<url><loc>http://www.example.org/about</loc></url>", "urlset"),
    "www-or-bare": Example("<url><loc>https://example.org/about</loc></url>", "urlset"),
    "future-lastmod": Example("A page that was last changed next year.", "words"),
    "page-in-two-files": Example("Two files of an index that list the same page.", "words"),
    "page-not-in-folder": Example("A page that was renamed, in the sitemap by its old name.", "words"),
    "not-readable": Example("A folder of pages that only its owner may enter.", "words"),
    "page-not-listed": Example("A page of the folder that was forgotten in the sitemap.", "words"),
    "page-disallowed": Example("A page below /private/, where robots.txt says Disallow: /private/.", "words"),
    "sitemap-disallowed": Example("A file below /maps/, where robots.txt says Disallow: /maps/.", "words"),
    "page-not-indexed": Example('A page with <meta name="robots" content="noindex">.', "words"),
    "page-for-tools": Example("/404.html in a list of pages.", "words"),
    "page-redirects": Example('A page with <meta http-equiv="refresh" content="0; url=/new/">.', "words"),
    "page-under-two-addresses": Example("/about/ and /about/index.html in one list.", "words"),
    "page-with-same-content": Example("/en/ and /en-gb/ in one list, whose files are equal.", "words"),
    "page-canonical-elsewhere": Example(
        'A page with <link rel="canonical" href="https://www.example.org/other.html">.', "words"
    ),
}

SITEMAPS_ORG_EXAMPLES: Mapping[str, Example] = {
    **_FILES,
    **_BROKEN_FILES,
    **_ENTRIES,
    **_ADDRESSES,
    **_LANGUAGES,
    **_EXTENSIONS,
    **_WHOLE_SITE,
    **_ROBOTS,
    **_SEARCHES,
}

MISTAKE_EXAMPLES: Mapping[str, Example] = {
    "nothing-shown": Example('<item title="About" href="about.html"/>'),
    "misspelled-element": Example('<Item name="About" url="about.html"/>'),
    "misspelled-attribute": Example('<item name="About" href="about.html"/>'),
    "search-without-words": Example('<item name="Search" url="find" role="search" data="q={searchTerms}"/>'),
    "variants-in-one-language": Example(
        '<item url="./">\n  <variant lang="en" name="Start"/>\n  <variant lang="en" name="Anfang" url="de/"/>\n</item>'
    ),
    "lang-of-no-language": Example('<item name="Menu" url="menu.html" lang="gr"/>'),
    "lang-of-no-country": Example('<item name="Menu" url="menu.html" lang="en-UK"/>'),
    "url-without-scheme": Example('<item name="Shop" url="www.example.org/shop.html"/>'),
    "backslash-in-url": Example('<item name="About" url="pages\\about.html"/>'),
    "url-not-escaped": Example('<item name="Price list" url="price list.html"/>'),
    "id-begins-with-digit": Example('<item xml:id="2024" name="News of 2024" url="2024.html"/>'),
    "page-too-costly": Example("A page that has an element with 50,000 attributes.", "words"),
    "address-on-own-computer": Example('<item name="About" url="http://localhost:1313/about.html"/>'),
    "address-on-staging-host": Example('<item name="About" url="https://staging.example.org/about.html"/>'),
    "address-with-password": Example('<item name="Statistics" url="https://ann:secret@www.example.org/stats"/>'),
    "address-with-session": Example('<item name="Basket" url="basket.php?PHPSESSID=6f1ed002ab5595859014"/>'),
    "address-with-two-schemes": Example('<item name="About" url="https://https://www.example.org/about"/>'),
    "address-with-two-hosts": Example('<item name="About" url="https://www.example.org/www.example.org/about"/>'),
    "slash-missing-after-host": Example(
        "A file with https://www.example.org/, https://www.example.org/news and https://www.example.orgabout.", "words"
    ),
    "addresses-of-two-schemes": Example(
        "A file with https://www.example.org/ and http://www.example.org/news.", "words"
    ),
}

TITLES: dict[Setting, str] = {
    "elements": "in a sitemap",
    "file": "a file",
    "file-header": "a sitemap with the header",
    "page-header": "a page with the header",
    "page": "in a page",
    "words": "",
    "urlset": "in a urlset",
    "index": "in a sitemapindex",
    "text": "in a text file",
    "feed": "in a feed",
    "robots": "in robots.txt",
}
ALL_EXAMPLES = {**EXAMPLES, **SITEMAPS_ORG_EXAMPLES, **MISTAKE_EXAMPLES, **SERVED_EXAMPLES}
_MEANINGS = {
    "error": "Part of the sitemap, or all of it, does not work. Exit status 1.",
    "warning": "The sitemap works, but not as its author intended. Exit status 1 with --strict.",
    "info": "Information only; the sitemap is correct.",
}


def write(sheet: Sheet) -> None:
    """Write the whole catalogue."""
    for severity, meaning in _MEANINGS.items():
        sheet.line(StyledLine.assemble((severity, STYLES[severity]), f"  {meaning}"))
    catalogues = {
        "Standard-Sitemaps": ssp.CATALOGUE,
        "sitemaps.org files": sitemapsorg.CATALOGUE,
        "Probable mistakes (check)": MISTAKES,
        "Published sites (verify)": SERVED,
    }
    for title, codes in catalogues.items():
        sheet.gap()
        sheet.line(StyledLine(title, "bold"))
        for code in codes:
            sheet.gap()
            _write_code(code, sheet)


def _write_code(code: str, sheet: Sheet) -> None:
    rule, example = REPORTED[code], ALL_EXAMPLES[code]
    heading = ((rule.severity, STYLES[rule.severity]), "  ", (code, "bold"), (f"  [{rule.clause}]", "dim"))
    sheet.line(StyledLine.assemble(*heading))
    sheet.line(StyledLine(generally(rule.problem)), 2)
    title = TITLES[example.setting]
    sheet.line(StyledLine(f"Example{f', {title}' if title else ''}:", "dim"), 2)
    for line in example.text.splitlines():
        sheet.line(StyledLine(line, "cyan"), 4, hang=2)
    sheet.line(StyledLine.assemble(("→ ", "green"), generally(rule.remedy)), 2, hang=2)

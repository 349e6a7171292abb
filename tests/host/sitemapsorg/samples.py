"""Files as real programs write them, made up for these tests."""

from __future__ import annotations

from collections.abc import Mapping

from resolving import RetrievalRefusal, resolve
from standard_sitemap import sitemapsorg
from standard_sitemap.model.site import RetrievedFile

SITE = "https://www.example.org/"
SITEMAP = f"{SITE}sitemap.xml"
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

WORDPRESS = (
    '<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="//www.example.org/main.xsl"?>\n'
    '<urlset xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" '
    'xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 '
    'http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd" '
    f"{NAMESPACE}>\n"
    "\t<url>\n\t\t<loc>https://www.example.org/</loc>\n\t\t<lastmod>2024-05-02T10:11:12+00:00</lastmod>\n\t</url>\n"
    "\t<url>\n\t\t<loc>https://www.example.org/2024/05/a-walk-by-the-lake/</loc>\n"
    "\t\t<lastmod>2024-05-02T10:11:12+00:00</lastmod>\n\t\t<image:image>\n"
    "\t\t\t<image:loc>https://www.example.org/files/lake.jpg</image:loc>\n\t\t</image:image>\n\t</url>\n"
    "</urlset>\n<!-- written by a plugin -->"
)

SPHINX = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    "<url><loc>https://docs.example.org/en/latest/index.html</loc></url>"
    "<url><loc>https://docs.example.org/en/latest/usage/installation.html</loc></url>"
    "<url><loc>https://docs.example.org/en/latest/usage/first_steps.html</loc></url>"
    "<url><loc>https://docs.example.org/en/latest/genindex.html</loc></url></urlset>"
)

NEWS = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {NAMESPACE} '
    'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n'
    "<url><loc>https://www.example.org/n/88012345</loc><news:news><news:publication><news:name>The Example</news:name>"
    "<news:language>en</news:language></news:publication><news:publication_date>2024-05-02</news:publication_date>"
    "<news:title>Bridge opens &amp; ferry stops</news:title></news:news></url></urlset>"
)

VIDEO = (
    f'<urlset {NAMESPACE} xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">'
    "<url><loc>https://www.example.org/v?id=1</loc><video:video>"
    "<video:thumbnail_loc>https://www.example.org/v/1.jpg</video:thumbnail_loc>"
    "<video:title>How to tie a knot</video:title><video:description>With one hand</video:description>"
    "<video:player_loc>https://www.example.org/player?id=1</video:player_loc></video:video></url></urlset>"
)

RSS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n'
    '<title>Example blog</title><atom:link href="https://www.example.org/feed" rel="self"/>\n'
    "<link>https://www.example.org/blog/</link><description>All &lt;b&gt;sorts&lt;/b&gt;</description>\n"
    "<item><title>Tea &amp;amp; cake</title><link>https://www.example.org/blog/p=1</link>\n"
    '<guid isPermaLink="false">tag:1</guid><pubDate>Thu, 02 May 2024 10:11:12 +0000</pubDate></item>\n'
    "<item><title><![CDATA[Only a <i>guid</i>]]></title><guid>https://www.example.org/blog/p=2</guid></item>\n"
    "<item><title>Leads nowhere</title></item></channel></rss>"
)

ATOM = (
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://www.example.org/blog/">'
    '<title type="text">Example</title><link rel="self" href="feed.atom"/><link href="./"/>'
    '<entry><title type="html">Sun &amp;amp; &lt;em&gt;rain&lt;/em&gt;</title><link rel="edit" href="edit/1"/>'
    '<link rel="alternate" type="text/html" href="2024/sun"/><updated>2024-05-02T10:11:12Z</updated></entry>'
    '<entry><title>Wind</title><link rel="enclosure" href="w.mp3"/><link href="2024/wind"/></entry></feed>'
)

TEXT = (
    "\ufeffhttps://www.example.org/\r\nhttps://www.example.org/file.html\r\n\r\nhttps://www.example.org/file2.html\r\n"
)

ROBOTS = "User-agent: *\nDisallow: /private\nSitemap: https://www.example.org/a.xml\nsitemap: /b.xml\n"

REALISTIC = {
    "wordpress": WORDPRESS,
    "sphinx": SPHINX,
    "news": NEWS,
    "video": VIDEO,
    "rss": RSS,
    "atom": ATOM,
    "text": TEXT,
    "robots": ROBOTS,
}


def urlset(*locations: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>\n') -> str:
    """Return a urlset with unescaped addresses."""
    return (
        f"{head}<urlset {NAMESPACE}>\n"
        + "".join(f"<url><loc>{location}</loc></url>\n" for location in locations)
        + "</urlset>"
    )


def pages(*paths: str) -> str:
    """Return a urlset of pages of the one site."""
    return urlset(*(SITE + path for path in paths))


def index(*locations: str) -> str:
    """Return an index of sitemaps."""
    listed = "".join(f"<sitemap><loc>{location}</loc></sitemap>\n" for location in locations)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex {NAMESPACE}>\n{listed}</sitemapindex>'


def in_languages(*pages: Mapping[str, str]) -> str:
    """Return a urlset of pages, each in several languages: `{"en": "en/about", "de": "de/ueber"}`."""
    entries = []
    for page in pages:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{tag}" href="{SITE}{path}"/>' for tag, path in page.items()
        )
        own = dict.fromkeys(page.values())
        entries.extend(f"<url><loc>{SITE}{path}</loc>{links}</url>\n" for path in own)
    return f'<urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(entries)}</urlset>'


def read(text: str | bytes, uri: str = SITEMAP, content_type: str | None = None) -> sitemapsorg.Document:
    """Return the document read from a file."""
    return sitemapsorg.parse(uri, text.encode() if isinstance(text, str) else text, content_type)


def resolved(files: Mapping[str, str | bytes] | str | bytes, root: str = SITEMAP) -> sitemapsorg.Hierarchy:
    """Return the hierarchy of one or several files by address; addresses below the site may be shortened."""
    named = {root: files} if isinstance(files, str | bytes) else files
    whole = {uri if "://" in uri else SITE + uri: body for uri, body in named.items()}

    def retrieve(uri: str) -> RetrievedFile:
        if uri not in whole:
            raise RetrievalRefusal("not-found", "there is no such file")
        body = whole[uri]
        return RetrievedFile(uri, body.encode() if isinstance(body, str) else body)

    return resolve(sitemapsorg.Site(root), retrieve)


def outline(hierarchy: sitemapsorg.Hierarchy, node: int = 0, level: int = 0) -> list[str]:
    """Return the tree as lines: two spaces per level, the name, and the path of the address."""
    lines = []
    for child in hierarchy.children(node):
        first = hierarchy.details.variants(child)[0]
        location = f" {first.location.removeprefix(SITE) or '/'}" if first.location else ""
        lines.append(f"{'  ' * level}{first.name}{location}")
        lines.extend(outline(hierarchy, child, level + 1))
    return lines


def codes(faulty: sitemapsorg.Document | sitemapsorg.Hierarchy) -> list[str]:
    """Return the codes of faults, in order."""
    return [fault.code for fault in faulty.faults]

"""What the fuzzer of sitemaps.org files begins with: one input for each format, and the words of all."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from fuzzing.inputs import joined

_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_EXTENSIONS = " ".join(
    f'xmlns:{name}="http://www.google.com/schemas/sitemap-{name}/1.1"' for name in ("image", "video", "news")
)
_SITE = "http://site.example"
_URLSET = f"""<?xml version="1.0" encoding="UTF-8"?>
<urlset {_XMLNS} {_EXTENSIONS} xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>{_SITE}/</loc><lastmod>2024-05-31</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>
<url><loc>{_SITE}/en/a?b=c&amp;d</loc><xhtml:link rel="alternate" hreflang="de" href="{_SITE}/de/%C3%A4"/></url>
<url><loc>{_SITE}/2024/05/x.html#y</loc><news:news><news:title>N</news:title></news:news></url>
<url><loc>/v</loc><video:video><video:title>V</video:title></video:video></url></urlset>"""
_INDEX = (
    f"<sitemapindex {_XMLNS}><sitemap><loc>{_SITE}/1</loc></sitemap><sitemap><loc>/2</loc></sitemap></sitemapindex>"
)
_RSS = f"""<rss version="2.0"><channel><title>T</title><link>{_SITE}/</link>
<item><title><![CDATA[<b>A</b>]]></title><link>{_SITE}/a</link></item></channel></rss>"""
_ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://site.example/"><title>T</title>
<entry><title type="html">&lt;i&gt;</title><link href="a"/><updated>2024-05-31T00:00:00Z</updated></entry></feed>"""
_SEARCH = """<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>S</ShortName>
<Url type="text/html" template="http://site.example/?q={searchTerms}&amp;p={startPage?}"/></OpenSearchDescription>"""
_INPUTS: tuple[tuple[str | bytes, ...], ...] = (
    ("User-agent: *\nSitemap: /1\nSitemap: http://site.example/2\n", _URLSET, _RSS),
    (_INDEX, _URLSET, _ATOM),
    (_URLSET,),
    (_SEARCH,),
    (f"{_SITE}/a\n{_SITE}/b/c\n",),
    (gzip.compress(_URLSET.encode()),),
    (_INDEX.encode("utf-16"), _URLSET.encode("utf-16-le")),
)
_WORDS = (
    *("<url>", "</url>", "<loc>", "</loc>", "<sitemap>", "</sitemap>", "<urlset", "<sitemapindex", "<item>", "<entry>"),
    *("<link", "hreflang=", "x-default", "<title>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "?>", "<!DOCTYPE ["),
    *("<!ENTITY ", "&amp;", "&a;", "&#0;", "http://site.example/", "//", "/../", "%2F", "%00", "?", "#", "Sitemap:"),
    *("User-agent:", "searchTerms", "{", "?}", "index.html", "xn--", "2024"),
    *("\\xef\\xbb\\xbf", "\\xff\\xfe", "\\x1f\\x8b"),
)


def write(corpus: Path) -> None:
    """Writes the inputs into the corpus."""
    for files in _INPUTS:
        data = joined([(None, one.encode() if isinstance(one, str) else one) for one in files])
        (corpus / hashlib.sha256(data).hexdigest()[:40]).write_bytes(data)


def write_words(path: Path) -> Path:
    """Writes the dictionary; returns where it is."""
    path.write_text("".join(f'"{word}"\n' for word in _WORDS), "utf-8")
    return path

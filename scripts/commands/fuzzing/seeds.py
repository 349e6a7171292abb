"""Initial inputs and words of each fuzzing target, and the division of an input into files.

An input consists of one or more files; the first line of each may be a Content-Type field. This module imports nothing
of the core, because the fuzzer instruments only modules that a target loads explicitly.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

_DIVIDER = b"\n%%%%\n"
_FIELD = b"Content-Type:"


def joined(files: list[tuple[str | None, bytes]]) -> bytes:
    """Return the input with these files, each with its Content-Type, if any."""
    parts = [body if kind is None else _FIELD + f" {kind}\n".encode() + body for kind, body in files]
    return _DIVIDER.join(parts)


def divided(data: bytes) -> list[tuple[str | None, bytes]]:
    """Return the files of an input, at least one."""
    return [_file(part) for part in data.split(_DIVIDER)]


def _file(part: bytes) -> tuple[str | None, bytes]:
    if not part.startswith(_FIELD):
        return None, part
    field, _, body = part[len(_FIELD) :].partition(b"\n")
    return field.decode("latin-1").strip(), body


def _write(corpus: Path, files: list[tuple[str | None, bytes]]) -> None:
    """Write an input; an existing one stays."""
    data = joined(files)
    (corpus / hashlib.sha256(data).hexdigest()[:40]).write_bytes(data)


_ATTRIBUTES = (
    *("name", "url", "description", "lang", "charset", "type", "refer", "data", "method", "role", "tree", "priority"),
    *("relation", "order", "elem", "attr", "prefix", "xml:id", "xml:base", "baseurl", "xlink:href", "target"),
    *("rel", "href", "content"),
)


_HOSTILE_BYTES = 4_096
"""Bytes of a hostile map: the fuzzer repeats expensive parts, but does not mutate long inputs."""


def write_hostile(corpus: Path) -> None:
    """Write the start of each hostile map."""
    from hostile.corpus import MAPS

    for made in MAPS.values():
        _write(corpus, [(kind, body[:_HOSTILE_BYTES]) for kind, body in made().values()])


def write_pages(cases: Path, corpus: Path) -> None:
    """Write the start of each hostile page, and the pages of the cases."""
    from hostile.pages import HOSTILE_PAGES

    for made in HOSTILE_PAGES.values():
        _write(corpus, [("text/html", made()[:_HOSTILE_BYTES])])
    for case in sorted(cases.iterdir()):
        if pages := _pages(case):
            _write(corpus, pages)


def write_page_words(path: Path) -> Path:
    """Write the dictionary of tags and attributes of pages; return its path."""
    return _write_words(path, _PAGE_WORDS)


def write_responses(corpus: Path) -> None:
    """Write the start of each hostile response."""
    from hostile.responses import RESPONSES

    for made in RESPONSES.values():
        response = beginning(made())
        (corpus / hashlib.sha256(response).hexdigest()[:40]).write_bytes(response)


def beginning(response: Iterable[bytes]) -> bytes:
    """Return the start of a response, with its Content-Length adjusted."""
    start = bytearray()
    for part in response:
        start += part[:_HOSTILE_BYTES]
        if len(start) >= _HOSTILE_BYTES:
            break
    head, end, body = bytes(start[:_HOSTILE_BYTES]).partition(b"\r\n\r\n")
    return re.sub(rb"(?<=Content-Length: )\d+$", b"%d" % len(body), head) + end + body


def write_response_words(path: Path) -> Path:
    """Write the dictionary of field names and values; return its path."""
    return _write_words(path, _RESPONSE_WORDS)


def _write_words(path: Path, words: Iterable[str]) -> Path:
    path.write_text("".join(f'"{word}"\n' for word in words), "utf-8")
    return path


def write_ssp(cases: Path, corpus: Path) -> None:
    """Write an input for each case into the corpus; an existing one stays."""
    for case in sorted(cases.iterdir()):
        files = [*_sitemaps(case), *_pages(case)]
        if files:
            _write(corpus, files)


def write_ssp_words(path: Path) -> Path:
    """Write the dictionary of elements, attributes and values; return its path."""
    from standard_sitemap.ssp import names

    elements = [f"<{name}" for name in names.KIND_NAMES.values()] + [f"</{name}>" for name in names.KIND_NAMES.values()]
    attributes = [f' {name}=\\"' for name in _ATTRIBUTES]
    values = [*names.ROLES, *names.TREE_VALUES, *names.ORDERS, *names.RELATIONS, *names.REFERRERS, names.NAMESPACE]
    lines = [f'"{word}"' for word in [*elements, *attributes, *sorted(set(values)), "#", "xmlns", "<!ENTITY ", "%(1w)"]]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _sitemaps(case: Path) -> list[tuple[str | None, bytes]]:
    """Return the files of a sitemap, root file first, under the names by which the target serves them."""
    paths = sorted(case.rglob("*.xml"), key=lambda path: path.name != "map.xml")
    serving = case / "serving.json"
    types = json.loads(serving.read_text("utf-8")).get("types", {}) if serving.exists() else {}
    bodies = [path.read_bytes() for path in paths]
    for number, path in enumerate(paths):
        bodies = [body.replace(path.name.encode(), f"{number}.xml".encode()) for body in bodies]
    return [(types.get(path.relative_to(case).as_posix()), body) for path, body in zip(paths, bodies, strict=True)]


def _pages(case: Path) -> list[tuple[str | None, bytes]]:
    kinds = {"page.html": "text/html", "page.xhtml": "application/xhtml+xml"}
    return [(kind, (case / name).read_bytes()) for name, kind in kinds.items() if (case / name).exists()]


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
_RESPONSE_WORDS = (
    *("HTTP/1.1 ", " 103 ", " 200 ", " 304 ", "\\x0d\\x0a", "\\x0d\\x0a\\x0d\\x0a", "0\\x0d\\x0a\\x0d\\x0a"),
    *("Content-Type: ", "Content-Length: ", "Transfer-Encoding: chunked", "Content-Encoding: ", "Location: ", "Vary: "),
    *("Cache-Control: ", "max-age=", "no-cache", "Age: ", "Date: ", "Expires: ", "ETag: ", "Last-Modified: "),
    *("gzip", "deflate", "br", "zstd", "identity", "Connection: close", "Referrer-Policy: "),
    *("\\x1f\\x8b\\x08", "\\x28\\xb5\\x2f\\xfd", "\\x50\\x2a\\x4d\\x18"),
)
_WORDS = (
    *("<url>", "</url>", "<loc>", "</loc>", "<sitemap>", "</sitemap>", "<urlset", "<sitemapindex", "<item>", "<entry>"),
    *("<link", "hreflang=", "x-default", "<title>", "<![CDATA[", "]]>", "<!--", "-->", "<?xml ", "?>", "<!DOCTYPE ["),
    *("<!ENTITY ", "&amp;", "&a;", "&#0;", "http://site.example/", "//", "/../", "%2F", "%00", "?", "#", "Sitemap:"),
    *("User-agent:", "searchTerms", "{", "?}", "index.html", "xn--", "2024"),
    *("\\xef\\xbb\\xbf", "\\xff\\xfe", "\\x1f\\x8b"),
)


def write_org(corpus: Path) -> None:
    """Write the inputs into the corpus."""
    for files in _INPUTS:
        _write(corpus, [(None, body.encode() if isinstance(body, str) else body) for body in files])


def write_org_words(path: Path) -> Path:
    """Write the dictionary; return its path."""
    path.write_text("".join(f'"{word}"\n' for word in _WORDS), "utf-8")
    return path


_PAGE_TAGS = (
    *("html", "head", "title", "base", "link", "meta", "script", "style", "template", "body", "frameset", "frame"),
    *("nav", "ul", "li", "a", "b", "p", "div", "table", "tr", "td", "form", "input", "select", "option", "h1"),
    *("textarea", "plaintext", "noscript", "iframe", "details", "summary", "button", "article", "time", "dl", "dt"),
    *("svg", "math"),
)
_PAGE_ATTRIBUTES = (
    *("rel", "href", "name", "content", "charset", "class", "id", "hidden", "style", "lang", "hreflang", "type", "src"),
    *("property", "http-equiv", "aria-label", "aria-current", "role", "action", "datetime"),
)
_PAGE_WORDS = (
    *(f"<{tag}>" for tag in _PAGE_TAGS),
    *(f"</{tag}>" for tag in _PAGE_TAGS),
    *(f' {attribute}=\\"' for attribute in _PAGE_ATTRIBUTES),
    *("<!DOCTYPE html>", "<!--", "-->", "<![CDATA[", "<?xml ", "%%%%", "&amp;", "&#x", "standard-sitemap", "canonical"),
    *("refresh", "noindex", "next", "prev", "1.html", "index.html", "Content-Type: application/xhtml+xml"),
)

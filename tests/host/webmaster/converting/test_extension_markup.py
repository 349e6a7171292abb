"""Images, videos, news and dates survive the conversion to Standard-Sitemap and back; losses are counted."""

from __future__ import annotations

import gzip
from collections import Counter

from lxml import etree

from host.webmaster.converting.made import MAP, org_hierarchy, pages_of, ssp_hierarchy
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.markup import urlsets
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.converting.ssp_files import Writer, branches

SITE = "https://www.example.org/"
SITEMAP = f"{SITE}sitemap.xml"
IMAGE = "<image:image><image:loc>https://www.example.org/{}.png?a=1&amp;b</image:loc></image:image>"
VIDEO = "<video:video><video:title>A &lt;b&gt;</video:title><video:tag>x</video:tag></video:video>"
NEWS = "<news:news>\n  <news:publication><news:name>N</news:name></news:publication>\n</news:news>"
HEAD = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">"""


def urlset(*entries: tuple[str, str]) -> bytes:
    return f"{HEAD}{''.join(f'<url><loc>{SITE}{path}</loc>{more}</url>' for path, more in entries)}</urlset>".encode()


RICH = urlset(
    ("", "<lastmod>2024-05-01</lastmod><changefreq>daily</changefreq><priority>0.9</priority>" + IMAGE.format("a")),
    ("a", "<lastmod>2024-05-01T10:00:00+02:00</lastmod>" + IMAGE.format("b") + IMAGE.format("c") + VIDEO),
    ("a/b", NEWS),
    ("c", "<changefreq>never</changefreq>"),
)


def there(body: bytes) -> tuple[bytes, Extensions]:
    """Return the Standard-Sitemap of a urlset, and the remaining extensions."""
    extensions = Extensions()
    extensions.add(SITEMAP, body)
    hierarchy = org_hierarchy({SITEMAP: body})
    pieces = Writer(hierarchy, branches(hierarchy, None), "", extensions=extensions).root(("x",))
    return b"".join(pieces), extensions


def back(body: bytes) -> tuple[bytes, Extensions]:
    """Return the urlset of a Standard-Sitemap, and the remaining extensions."""
    extensions = Extensions()
    extensions.add(MAP, body)
    hierarchy = resolve(ssp.Site(MAP), lambda uri: RetrievedFile(uri, body, "application/xml"))
    (document,) = urlsets(Pages([hierarchy], "", extensions=extensions).listed())
    return document, extensions


def said(body: bytes) -> Counter[tuple[str, ...]]:
    """Return all statements of a urlset about its pages."""
    counts: Counter[tuple[str, ...]] = Counter()
    for entry in etree.fromstring(body):
        location = entry[0].text or ""
        for child in entry[1:]:
            texts = tuple(text for element in child.iter() if (text := (element.text or "").strip()))
            counts[(location, str(child.tag), *texts)] += 1
    return counts


def test_round_trip_keeps_all_values_of_a_page() -> None:
    document, left = there(RICH)
    assert not any(left.left.values())
    again, left = back(document)
    assert not any(left.left.values())
    assert said(again) == said(RICH)
    assert sum(said(RICH).values()) == 10


def test_intermediate_sitemap_has_no_faults_but_its_extensions() -> None:
    document, _ = there(RICH)
    hierarchy = resolve(ssp.Site(MAP), lambda uri: RetrievedFile(uri, document, "application/xml"))
    assert {fault.code for fault in hierarchy.faults} == {"foreign-element"}
    dates = {hierarchy.details.last_modified(node) for node in hierarchy.children(hierarchy.root)}
    assert dates == {"2024-05-01", "2024-05-01T10:00:00+02:00", None}


def test_map_without_dates_declares_no_namespace() -> None:
    assert b"xmlns:s" not in there(urlset(("", ""), ("a", "")))[0]


def test_extensions_of_pages_that_are_left_out_are_counted() -> None:
    extensions = Extensions()
    extensions.add(SITEMAP, urlset(("a", IMAGE.format("a") + IMAGE.format("b") + VIDEO)))
    assert extensions.left == {"images": 2, "videos": 1}
    assert len(extensions.of_location(f"{SITE}a")) == 3
    assert not any(extensions.left.values())
    assert extensions.of_location(f"{SITE}a") == ()


def test_compressed_files_and_such_with_a_doctype_are_looked_into() -> None:
    extensions = Extensions()
    extensions.add(SITEMAP, gzip.compress(urlset(("a", VIDEO))))
    assert extensions.left == {"videos": 1}
    extensions.add(f"{SITE}other.xml", b'<!DOCTYPE urlset [<!ENTITY a "b">]>' + urlset(("b", VIDEO)))
    assert extensions.left == {"videos": 2}


def test_an_extension_without_a_page_is_counted_and_a_broken_file_is_no_matter() -> None:
    extensions = Extensions()
    extensions.add(SITEMAP, f"{HEAD}<url>{VIDEO}</url><url><loc>{SITE}x</loc>{VIDEO}".encode())
    assert extensions.left["videos"] >= 1


def test_values_that_a_list_cannot_hold_are_counted() -> None:
    pages = pages_of(
        ssp_hierarchy(
            '<group name="g"><item name="a" url="/a" description="d" type="text/html"/></group>'
            '<item name="s" url="/s" role="search" data="q=%s" tree="include"/>'
            '<item name="q" url="/q" relation="sequence"><item name="r" url="/r"/></item>'
        ),
        host="",
    )
    losses = {what: number for what, number in pages.without_place.items() if number}
    assert losses == {
        "names": 5, "descriptions": 1, "content types": 1, "groups": 1, "roles": 2, "searches": 1, "sequences": 1
    }  # fmt: skip


def test_invalid_date_is_counted() -> None:
    listed = org_hierarchy({SITEMAP: urlset(("", "<lastmod>2024-05</lastmod>"), ("a", "<lastmod>May</lastmod>"))})
    pages = pages_of(listed, host="")
    assert pages.dates_left_out.number == 2


def test_declared_entities_in_extensions_are_written_out() -> None:
    extensions = Extensions()
    body = urlset(("b", "<image:image><image:loc>&h;i.png</image:loc></image:image>"))
    extensions.add(SITEMAP, f'<!DOCTYPE urlset [<!ENTITY h "{SITE}">]>'.encode() + body)
    (text,) = extensions.of_location(f"{SITE}b")
    assert f">{SITE}i.png<" in text

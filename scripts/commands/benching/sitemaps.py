"""Writes sitemaps of a given size, in both formats, into the benchmark's folder."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from pathlib import Path

NAMESPACE = "http://standard-sitemap.org/2007/ns"
_XHTML = "http://www.w3.org/1999/xhtml"
_CHANGE = f'<class-change xmlns:html="{_XHTML}" elem="/html:html/html:body" attr="class" prefix="sitemap"/>\n'
_WORDS = (
    "anchor", "buoy", "cable", "deck", "engine", "flag", "galley", "harbour", "island",
    "jetty", "keel", "ladder", "mast", "net", "oar", "pier",
)  # fmt: skip


def written(path: Path, lines: Iterable[str]) -> Path:
    """Write a Standard-Sitemap of these elements and a class change; return its path."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0"?>\n<sitemap xmlns="{NAMESPACE}">\n{_CHANGE}')
        file.writelines(lines)
        file.write("</sitemap>\n")
    return path


def items(count: int, name: str = "Page number", described: bool = False) -> Iterable[str]:
    """Yield plain items; with `described`, of 99 bytes each."""
    for number in range(count):
        description = f' description="About page {number:07}"' if described else ""
        yield f'<item name="{name} {number:07}" url="{page_of_item(number)}"{description}/>\n'


def sections(count: int, size: int) -> Iterable[str]:
    """Yield `count` sections of `size` items each."""
    for number in range(count):
        pages = (f'<item name="Page {at} of {number}" url="{page_of_section(number, at)}"/>\n' for at in range(size))
        yield f'<item name="Section {number}" url="/section-{number}/">\n{"".join(pages)}</item>\n'


def many(folder: Path, count: int, size: int) -> None:
    """Write a root file, `map.xml`, that refers to `count` others with `size` items each."""
    for number in range(count):
        written(folder / f"{number}.xml", (f'<group name="Part {number}" xml:id="all">\n', *items(size), "</group>\n"))
    written(folder / "map.xml", (f'<external url="{number}.xml#all"/>\n' for number in range(count)))


def urlset(site: str, first: int, count: int) -> str:
    """Return a urlset of pages in some hundred folders, as shops and newspapers have them."""
    folders = list(product(_WORDS, _WORDS))
    slugs = islice(product(_WORDS, _WORDS, _WORDS, range(16)), count)
    entries = [
        f"  <url>\n    <loc>{site}/{'/'.join(folders[place % len(folders)])}/{a}-{b}-{c}-{first + place}.html</loc>\n"
        f"    <lastmod>2024-{1 + place % 12:02}-{1 + place % 28:02}</lastmod>\n"
        f"    <changefreq>weekly</changefreq>\n    <priority>0.{place % 10}</priority>\n  </url>\n"
        for place, (a, b, c, _) in enumerate(slugs)
    ]
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{"".join(entries)}</urlset>\n'


def index(site: str, count: int) -> str:
    """Return an index of `count` files, from `0.xml` on."""
    listed = "".join(f"<sitemap><loc>{site}/{number}.xml</loc></sitemap>\n" for number in range(count))
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{listed}</sitemapindex>'


def page_of_item(number: int) -> str:
    """Return the path of a page that `items` lists."""
    return f"/pages/page-{number:07}.html"


def page_of_section(number: int, place: int) -> str:
    """Return the path of a page that `sections` lists."""
    return f"/section-{number}/page-{place}.html"

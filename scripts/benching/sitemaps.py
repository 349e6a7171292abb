"""Sitemaps of a given size, of both formats, written where the benchmark's files are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

NAMESPACE = "http://standard-sitemap.org/2007/ns"
_CLASS_CHANGE = (
    '<class-change xmlns:html="http://www.w3.org/1999/xhtml"'
    ' elem="/html:html/html:body" attr="class" prefix="sitemap"/>\n'
)
_WORDS = (
    *("anchor", "buoy", "cable", "deck", "engine", "flag", "galley", "harbour"),
    *("island", "jetty", "keel", "ladder", "mast", "net", "oar", "pier"),
)


def flat(path: Path, count: int, *, name: str = "Page number") -> Path:
    """One level of `count` plain items."""
    return _write(path, (_item(number, name) for number in range(count)))


def described(path: Path, count: int) -> Path:
    """One level of `count` plain items with descriptions: 99 bytes each."""
    return _write(path, (_described_item(number) for number in range(count)))


def branch(path: Path, count: int) -> Path:
    """Two items, the second of which has `count` children."""
    below = "".join(_item(number) for number in range(count))
    return _write(path, iter((_item(0), f'<item name="All" url="/all/">\n{below}</item>\n')))


def many(folder: Path, count: int, size: int) -> Path:
    """A root file that refers to `count` others with `size` items each; its path."""
    for number in range(count):
        part = (f'<group name="Part {number}" xml:id="all">\n', *map(_item, range(size)), "</group>\n")
        _write(folder / f"{number}.xml", iter(part))
    return _write(folder / "map.xml", (f'<external url="{number}.xml#all"/>\n' for number in range(count)))


def sections(path: Path, count: int, size: int) -> Path:
    """`count` sections of `size` items each."""
    return _write(path, (_section(number, size) for number in range(count)))


def urlset(site: str, first: int, count: int) -> str:
    """A urlset of pages in some hundred folders, as shops and newspapers have them."""
    folders = list(product(_WORDS, _WORDS))
    slugs = islice(product(_WORDS, _WORDS, _WORDS, range(16)), count)
    entries = [
        f"  <url>\n    <loc>{site}/{'/'.join(folders[place % len(folders)])}/{a}-{b}-{c}-{first + place}.html</loc>\n"
        f"    <lastmod>2024-{1 + place % 12:02}-{1 + place % 28:02}</lastmod>\n"
        f"    <changefreq>weekly</changefreq>\n    <priority>0.{place % 10}</priority>\n  </url>\n"
        for place, (a, b, c, _) in enumerate(slugs)
    ]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{''.join(entries)}</urlset>\n"


def page_of_item(number: int) -> str:
    """The path of a page that `flat` lists."""
    return f"/pages/page-{number:07}.html"


def page_of_section(number: int, place: int) -> str:
    """The path of a page that `sections` lists."""
    return f"/section-{number}/page-{place}.html"


def _write(path: Path, lines: Iterator[str]) -> Path:
    with path.open("w") as file:
        file.write(f'<?xml version="1.0"?>\n<sitemap xmlns="{NAMESPACE}">\n{_CLASS_CHANGE}')
        file.writelines(lines)
        file.write("</sitemap>\n")
    return path


def _item(number: int, name: str = "Page number") -> str:
    return f'<item name="{name} {number:07}" url="{page_of_item(number)}"/>\n'


def _described_item(number: int) -> str:
    return f'<item name="Page number {number:07}" url="{page_of_item(number)}" description="About page {number:07}"/>\n'


def _section(number: int, size: int) -> str:
    pages = "".join(
        f'<item name="Page {place} of {number}" url="{page_of_section(number, place)}"/>\n' for place in range(size)
    )
    return f'<item name="Section {number}" url="/section-{number}/">\n{pages}</item>\n'

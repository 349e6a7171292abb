"""Memory per element in a host with an open map, by element shape: `python -m hostile.elements [COUNT]`.

Figures for SECURITY.md: the host's memory in addition to the file's bytes. It is measured when the map is shown, and as
the maximum while a changed option reloads the map and it exists twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from hostile.corpus import NAMESPACE, SITEMAPS, Files
from hostile.measuring import MeasuredHost
from hostile.serving import served

COUNT = 300_000

_SHAPES: dict[str, Callable[[int], str]] = {
    "plain item": lambda number: f'<item name="Page {number}" url="p/{number}"/>',
    "unknown element": lambda _: "<a/>",
    "item with a description": lambda number: (
        f'<item name="Page {number}" url="p/{number}" description="About {number}"/>'
    ),
    "item with an id": lambda number: f'<item name="Page {number}" url="p/{number}" xml:id="i{number}"/>',
    "item in a role": lambda number: f'<item name="Page {number}" url="p/{number}" role="tree about"/>',
    "item with a language": lambda number: f'<item name="Page {number}" url="p/{number}" lang="en"/>',
    "item with a base": lambda number: f'<item name="Page {number}" url="p/{number}" xml:base="b{number}/"/>',
    "item with a priority": lambda number: f'<item name="Page {number}" url="p/{number}" priority="0.{number % 10}"/>',
    "variant": lambda _: "<variant/>",
    "group": lambda _: "<group/>",
    "group with a name": lambda number: f'<group name="G{number}"/>',
    "external": lambda _: '<external url="#t"/>',
}


def bodies(count: int) -> dict[str, bytes]:
    """Return a map of this many elements of each shape, a urlset of this many pages, and one of as many addresses."""
    head = f'<sitemap xmlns="{NAMESPACE}"><item xml:id="t" name="T" url="t"/>'
    maps = {shape: f"{head}{''.join(map(make, range(count)))}</sitemap>".encode() for shape, make in _SHAPES.items()}
    nested = "<item name='I' url='i'>" * 90 + "</item>" * 90
    maps["item within items"] = f"{head}{nested * (count // 90)}</sitemap>".encode()
    varied = f"<item>{'<variant name=_V_ url=_v_/>' * 20}</item>".replace("_", "'")
    maps["variant of twenty"] = f"{head}{varied * (count // 21)}</sitemap>".encode()
    pages = "".join(f"<url><loc>http://site.example/{number % 90}/{number}</loc></url>" for number in range(count))
    maps["page of a urlset"] = f'<urlset xmlns="{SITEMAPS}">{pages}</urlset>'.encode()
    link = '<x:link rel="alternate" hreflang="#" href="http://b.c/#/'
    entries = (f'<url><loc>http://b.c/{page}</loc>{link}{page}"/>{link}{page}"/></url>' for page in range(count // 3))
    pages = "".join(entry.replace("#", "de", 2).replace("#", "en") for entry in entries)
    maps["page with alternates"] = (
        f'<urlset xmlns="{SITEMAPS}" xmlns:x="http://www.w3.org/1999/xhtml">{pages}</urlset>'.encode()
    )
    return maps


def held(body: bytes) -> tuple[int, int]:
    """Return the peak bytes of a host until a map was shown, and until it was reloaded."""
    files: Files = {"/map": ("application/xml", body)}
    host = MeasuredHost()
    try:
        with served(files) as base:
            page = {"url": f"{base}/page"}
            site = host.call("site.open", sitemap=f"{base}/map", page=page, chosen=True, private=True)["site"]
            host.call("view.open", site=site, page_url=f"{base}/page", count=100)
            host.settled(site)
            shown = host.peak_bytes()
            host.call("site.configure", site=site, options={"include_user": True})
            return shown, host.peak_bytes()
    finally:
        host.measured_until_now()


def main(count: int) -> None:
    """Print a line per shape: bytes per element until shown and while duplicated, in addition to the file's bytes."""
    empty = held(f'<sitemap xmlns="{NAMESPACE}"/>'.encode())[0]
    for shape, body in bodies(count).items():
        shown, twice = ((peak - empty - len(body)) / count for peak in held(body))
        sys.stdout.write(
            f"{shape:28} {len(body) / count:6.0f} bytes in the file, {shown:6.0f}, {twice:6.0f} in memory\n"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)

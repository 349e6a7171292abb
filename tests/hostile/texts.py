"""Parsing time of adversarial texts, by reader: `python -m hostile.texts [NAME…]`.

Each is parsed again at four times its length; more than four times the time means superlinear growth. The tests of each
reader check results; time is only measured here.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable
from functools import partial

from resolving import resolve
from standard_sitemap import sitemapsorg
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.views.dividing import MOST_SORTED, Wish, divided
from standard_sitemap.sitemapsorg.page_titles import title_of
from standard_sitemap.webmaster import tree_json
from standard_sitemap.webmaster.announcing.page_links import UneditablePage, frame
from standard_sitemap.webmaster.checking.robots import RobotsRules

# Fragments of pages and sitemaps that are never completed.
TITLES = ("<!--", "<title>", "<script>", "<svg>", "&amp;", "<meta ", "<title><!--", "<textarea></textarea>")
PAGES = ("<a ='", "<!--", "<script>", "<", "<x\"'", "<base href=", "<meta =   ", "<title></t")
SITEMAPS = ("<!--", "<![CDATA[", "&a", "<!DOCTYPE [", "<?x", "<url>", "<url><loc>", "user-agent: ", "https://a ")

SITE = "https://a.example"
_ROOT = f"{SITE}/map.xml"


def _title(piece: str, size: int) -> None:
    title_of((piece * (16_384 * size // len(piece))).encode(), "text/html")


def _page(piece: str, size: int) -> None:
    with contextlib.suppress(UneditablePage):
        frame(f"<html>{piece * (400_000 * size // len(piece))}".encode())


def _sitemap(piece: str, size: int) -> None:
    body = f"<urlset>{piece * (200_000 * size // len(piece))}".encode()
    tree = resolve(sitemapsorg.Site(_ROOT), lambda uri: RetrievedFile(uri, body, "application/xml"))
    tree_json.write_json(tree, io.StringIO())


def _rules(size: int) -> None:
    lines = "".join(f"Disallow: /{'a*' * 20}{n}\nDisallow: /{n}/\n" for n in range(1_250 * size))
    rules = RobotsRules(f"User-agent: *\n{lines}".encode())
    for number in range(50):
        rules.forbidding(f"{SITE}/{'a' * 1_000}/{number}")


def _division(wish: Wish, size: int) -> None:
    count = MOST_SORTED * size // 4
    named = [(f"{n * 7_919 % count:x} {n}", f"{SITE}/{n % 40}/{n % 300}/{n:x}") for n in range(count)]
    divided(range(count), named, wish, 40)


TEXTS: dict[str, Callable[[int], None]] = {
    **{f"title {piece}": partial(_title, piece) for piece in TITLES},
    **{f"page {piece}": partial(_page, piece) for piece in PAGES},
    **{f"sitemap {piece}": partial(_sitemap, piece) for piece in SITEMAPS},
    "robots rules": _rules,
    "children by name": partial(_division, "name"),
    "children by address": partial(_division, "address"),
}
"""Readers by name, each for a text of a multiple of the least length."""


def _cpu_s(read: Callable[[int], None], size: int) -> float:
    """Return the CPU seconds, the least of three runs, because load slows the same work."""
    times = []
    for _ in range(3):
        started = time.thread_time()
        read(size)
        times.append(time.thread_time() - started)
    return min(times)


def report(names: list[str]) -> None:
    """Measure the named texts, or all, and print a line for each: seconds, and seconds for four times the length."""
    for name in names or TEXTS:
        once, four = (_cpu_s(TEXTS[name], size) for size in (1, 4))
        sys.stdout.write(f"{name:24} {once:7.3f} s {four:7.3f} s {four / once:5.1f} times\n")


if __name__ == "__main__":
    report(sys.argv[1:])

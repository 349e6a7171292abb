"""Sitemaps.org files: 50,000 pages beside lxml and another reader of such files, and an index of 2,500,000 pages."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import islice, product
from pathlib import Path
from typing import Any

from benching import serving
from benching.figures import Figure, middle
from benching.host import Host

_RUNS = 3
_PAGES = 50_000
_FILES = 50
_OTHER = "ultimate-sitemap-parser"
_WORDS = (
    *("anchor", "buoy", "cable", "deck", "engine", "flag", "galley", "harbour"),
    *("island", "jetty", "keel", "ladder", "mast", "net", "oar", "pier"),
)

# Each works on the bytes of the file, and tells how many seconds of processor that took at best.
_CLOCK = """
import sys, time
from pathlib import Path
body = Path(sys.argv[1]).read_bytes()
def clocked(work):
    started = time.process_time()
    work()
    return time.process_time() - started
"""
_TOLD = "\nprint(min(clocked(work) for _ in range(int(sys.argv[2]))))\n"
_LXML = """
from lxml import etree
parser = lambda: etree.XMLParser(collect_ids=False, remove_blank_text=True, remove_comments=True, huge_tree=True)
work = lambda: etree.fromstring(body, parser())
"""
_OWN = """
from standard_sitemap import sitemapsorg
from standard_sitemap.model.site import Retrieved
def work():
    uri = "https://www.example.org/sitemap.xml"
    site = sitemapsorg.Site(uri)
    site.add(uri, Retrieved(uri, body, "application/xml"))
    found = site.hierarchy()
    rows = [found.variants(node) for node in found.children(found.root)]
    assert rows and found.page_count == 50_000
"""
_USP = """
from usp.tree import sitemap_from_str
text = body.decode()
def work():
    assert sum(1 for _ in sitemap_from_str(text).all_pages()) == 50_000
"""


def measure(folder: Path) -> list[Figure]:
    return [*_beside_others(folder), *_index(folder)]


def _beside_others(folder: Path) -> list[Figure]:
    file = folder / "sitemap.xml"
    file.write_text(urlset("https://www.example.org", 0, _PAGES), encoding="utf-8")
    library = folder / "other"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(library), _OTHER]
    subprocess.run(pip, check=True, capture_output=True)
    own, lxml, other = [], [], []
    for _run in range(_RUNS):
        lxml.append(_clocked(_LXML, file, 3))
        own.append(_clocked(_OWN, file, 3))
        other.append(_clocked(_USP, file, 1, library))
    what = f"{_PAGES:,} pages to a tree whose first rows are known; median of {_RUNS}; beside"
    seconds, bare, others = middle(own), middle(lxml), middle(other)
    return [
        Figure("to a tree", seconds, "s CPU", f"{what} lxml's bare parse", bare).kept_below(5 * bare),
        Figure("to a tree, other", seconds, "s CPU", f"{what} {_OTHER}", others).kept_below(others / 5),
    ]


def _clocked(script: str, file: Path, times: int, library: Path | None = None) -> float:
    """The seconds of processor that a script's work takes, the least of some times."""
    paths = f"sys.path.insert(0, {str(library)!r})\n" if library else ""
    command = [sys.executable, "-c", f"import sys\n{paths}{_CLOCK}{script}{_TOLD}", str(file), str(times)]
    return float(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def _index(folder: Path) -> list[Figure]:
    with serving.served(folder) as server:
        names = [f"part-{number}.xml" for number in range(_FILES)]
        for number, name in enumerate(names):
            (folder / name).write_text(urlset(server, number * _PAGES, _PAGES), encoding="utf-8")
        listed = "".join(f"<sitemap><loc>{server}/{name}</loc></sitemap>\n" for name in names)
        xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        (folder / "index.xml").write_text(f"<sitemapindex {xmlns}>\n{listed}</sitemapindex>")
        host = Host(folder / "cache")
        try:
            return _opened(host, server)
        finally:
            host.close()


def _opened(host: Host, server: str) -> list[Figure]:
    started = time.monotonic()
    site = _site(host, server)
    while not (rows := _first_rows(host, site)):
        time.sleep(0.05)
    first = time.monotonic() - started
    done = _settled(host)
    whole, worked = time.monotonic() - started, host.cpu_s()
    host.ask("find", site=site, text="galley oar", limit=5)
    pages = done["counts"]["elements"]
    what = f"an index of {_FILES} files and {_FILES * _PAGES:,} pages on loopback"
    assert rows
    assert pages >= _FILES * _PAGES, done
    return [
        Figure("first rows of an index", first, "s", f"{what}, until the first rows can be shown"),
        Figure("all of an index", whole, "s", "the same, until the last file is in the tree"),
        Figure("all of an index, CPU", worked, "s CPU", "what of it the host worked"),
        Figure("index, memory", host.peak_mb(), "MB", "the host's peak, a search by name included").kept_below(1200),
    ]


def _site(host: Host, server: str) -> str:
    page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
    opened = host.ask("site.open", sitemap=f"{server}/index.xml", page=page, private=True, chosen=True)
    assert opened["format"] == "sitemaps-org", opened
    name: str = opened["site"]
    return name


def _first_rows(host: Host, site: str) -> list[Any]:
    menu: dict[str, list[Any]] = host.ask("menu", site=site, key=None, count=50)
    return menu["entries"]


def _settled(host: Host) -> dict[str, Any]:
    """The site once all its files are in."""
    place = 0
    while True:
        told = host.event("site.changed", place)
        place = host.events.index(told) + 1
        site: dict[str, Any] = told.message["params"]["site"]
        if site["state"] != "loading":
            assert site["state"] == "complete", site
            return site


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

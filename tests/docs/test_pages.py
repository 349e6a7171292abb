"""The built guide: no warning, a short build, valid links, and a sitemap of every page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from docs.conftest import Guide
from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.checking.wording import SERVED
from standard_sitemap.webmaster.submitting.engines import ENGINES

#: CPU time, because the clock also counts other programs.
MOST_SECONDS = 15
SITE = "https://www.example.org/guide/"
SITEMAP = "standard-sitemap.xml"


class Page(HTMLParser):
    """A page's links, its ids, and its links to a sitemap."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.rels: dict[str, str] = {}
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "link":
            self.rels[values.get("rel", "")] = values.get("href", "")
        self.links += [values[name] for name in ("href", "src") if name in values]


def test_it_builds_without_a_warning_in_time(guide: Guide) -> None:
    assert guide.status == 0, guide.output
    assert "WARNING" not in guide.output
    assert guide.cpu_seconds < MOST_SECONDS


def test_links_within_the_guide_lead_somewhere(guide: Guide) -> None:
    pages = {path.as_uri(): Page(path) for path in guide.pages()}
    missing = [
        (urlsplit(here).path, link)
        for here, page in pages.items()
        for link in page.links
        if not urlsplit(link).scheme and not leads_somewhere(here, link, pages)
    ]
    assert missing == []


def leads_somewhere(here: str, link: str, pages: dict[str, Page]) -> bool:
    address, fragment = urldefrag(urljoin(here, link))
    path = Path(unquote(urlsplit(address).path))
    return path.is_file() and (not fragment or address not in pages or unquote(fragment) in pages[address].ids)


def test_its_sitemap_has_no_fault_and_every_page_once(guide: Guide) -> None:
    root = f"{SITE}{SITEMAP}"
    site = ssp.Site(root)
    site.add(root, RetrievedFile(root, (guide.place / SITEMAP).read_bytes(), "application/xml"))
    hierarchy = site.hierarchy()
    assert hierarchy.faults == ()
    assert [change.prefix for change in hierarchy.class_changes] == ["sitemap"]
    listed: list[str] = []
    waiting = [*hierarchy.children(hierarchy.root)]
    while waiting:
        node = waiting.pop()
        listed += [variant.location for variant in hierarchy.details.variants(node) if variant.location]
        waiting += hierarchy.children(node)
    searches = {
        variant.location
        for node in hierarchy.roles["search"]
        for variant in hierarchy.details.variants(node)
        if variant.location
    }
    addresses = [urljoin(SITE, path.relative_to(guide.place).as_posix()) for path in guide.pages()]
    assert sorted([*listed, *searches]) == sorted(addresses)


def test_every_page_names_the_sitemap(guide: Guide) -> None:
    for path in guide.pages():
        (address,) = (href for rel, href in Page(path).rels.items() if rel.endswith(".location"))
        assert urljoin(path.as_uri(), address) == (guide.place / SITEMAP).as_uri()


def test_every_code_has_its_place(guide: Guide) -> None:
    ids = Page(guide.place / "codes.html").ids
    assert {f"code-{code}" for code in (*ssp.CATALOGUE, *sitemapsorg.CATALOGUE, *SERVED)} <= ids


def test_every_engine_is_answered_with_its_source(guide: Guide) -> None:
    text = (guide.place / "submission.html").read_text("utf-8")
    assert [engine.name for engine in ENGINES if engine.source.replace("&", "&amp;") not in text] == []

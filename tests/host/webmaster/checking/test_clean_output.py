"""`check` reports no fault in a folder after `make` and `announce`, for every URL style."""

from __future__ import annotations

import posixpath
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import system
from standard_sitemap.api import check
from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.webmaster.announcing.page_files import Location, announce
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.outline import nodes_of
from standard_sitemap.webmaster.making.publishing import publish

Style = Literal["file", "folder", "clean"]
Link = Literal["relative", "root", "absolute"]
HOST = "https://docs.example.org"
PAGES = [
    "",
    "guide",
    "guide/start",
    "guide/große seite",
    "api",
    "api/a~b",
    "about.us",
    "genindex",
    "glossary",
    "search",
]


class Site(NamedTuple):
    """A generator's site: its pages' files, its links, and its address."""

    style: Style = "folder"
    links: Link = "relative"
    mount: str = "/"
    has_canonical: bool = True
    named_by: Link = "relative"
    map_has_base: bool = False
    pages: tuple[str, ...] = tuple(PAGES)

    def file(self, page: str) -> str:
        """Return the file of a page."""
        if self.style == "folder" or not page:
            return f"{page}/index.html".lstrip("/")
        return f"{page}.html"

    def path(self, page: str) -> str:
        """Return the path, seen from the folder, by which links name a page."""
        from urllib.parse import quote

        forms = {"folder": f"{page}/", "clean": page, "file": f"{page}.html"}
        return quote(forms[self.style]) if page else ""

    def href(self, page: str, other: str) -> str:
        """Return the link from a page to another."""
        if self.links == "absolute":
            return f"{HOST}{self.mount}{self.path(other)}"
        if self.links == "root":
            return f"{self.mount}{self.path(other)}"
        start = self.path(page) if self.style == "folder" else posixpath.dirname(self.path(page))
        relative = posixpath.relpath(f"/{self.path(other)}", f"/{start}")
        return relative + "/" if self.path(other).endswith("/") or not self.path(other) else relative

    def write(self, folder: Path) -> None:
        """Write the pages, and the other files that generators write."""
        navigation = "<nav><ul>{}</ul></nav>"
        for page in self.pages:
            items = "".join(
                f'<li><a href="{self.href(page, other)}">{other or "Home"}</a></li>' for other in self.pages
            )
            items += '<li><a href="https://elsewhere.example/x/">Elsewhere</a></li>'
            head = '<meta name="robots" content="noindex">' if page == "search" else ""
            if self.has_canonical:
                head += f'<link rel="canonical" href="{HOST}{self.mount}{self.path(page)}">'
            self._write(folder / self.file(page), head, page or "Home", navigation.format(items))
        self._write(folder / "404.html", "", "Not found", f'<a href="{self.mount}">Home</a>')

    def _write(self, file: Path, head: str, title: str, body: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>{body}"
        file.write_text(f"{text}<h1>{title}</h1><p>Text.</p></body></html>", "utf-8")

    def location(self) -> Location:
        """Return how the pages name the sitemap."""
        path = f"{self.mount}standard-sitemap.xml"
        if self.named_by == "relative":
            return Location("/standard-sitemap.xml")
        return Location(HOST + path) if self.named_by == "absolute" else Location(path, absolute=True)


def faults_of(site: Site, folder: Path, base_url: str = "") -> list[str]:
    """Return all that `check` reports on a site that was mapped and announced."""
    site.write(folder)
    base = f"{HOST}{site.mount}" if site.map_has_base or site.links == "absolute" else None
    made = make(folder, MakeOptions(base_url=base))
    publish(made.outline, folder / "standard-sitemap.xml", None, may_replace=True)
    outcomes = {edited.page.name: edited.outcome for edited in announce(folder, site.location())}
    assert outcomes.pop("404.html") == ("error-page" if site.named_by == "relative" else "changed")
    assert set(outcomes.values()) == {"changed"}
    reports = check(folder, base_url=base_url)
    assert [report.sitemap for report in reports] == [(folder / "standard-sitemap.xml").as_uri()]
    assert all(report.refused is None and not report.unused for report in reports)
    return [f"{fault.code}: {fault.message}" for report in reports for fault in report.faults]


def styles() -> Iterator[Site]:
    for style in ("file", "folder", "clean"):
        for links in ("relative", "root", "absolute"):
            yield Site(style=style, links=links)
            yield Site(style=style, links=links, mount="/project/docs/", named_by="absolute")


@pytest.mark.parametrize("site", list(styles()), ids=lambda site: f"{site.style}-{site.links}-{site.mount}")
def test_made_and_announced_site_of_any_url_style_checks_clean(site: Site, tmp_path: Path) -> None:
    assert faults_of(site, tmp_path) == []


@pytest.mark.parametrize("named_by", ["relative", "root", "absolute"])
@pytest.mark.parametrize("mount", ["/", "/docs/"])
def test_site_without_canonical_links_checks_clean_however_it_is_named(
    named_by: Link, mount: str, tmp_path: Path
) -> None:
    site = Site(has_canonical=False, named_by=named_by, mount=mount)
    assert faults_of(site, tmp_path) == []
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    assert faults_of(site, tmp_path, f"{HOST}{mount}") == []


@given(
    st.builds(
        Site,
        style=st.sampled_from(("file", "folder", "clean")),
        links=st.sampled_from(("relative", "root", "absolute")),
        mount=st.sampled_from(("/", "/docs/", "/a/b/")),
        has_canonical=st.just(True),
        named_by=st.sampled_from(("relative", "root", "absolute")),
        map_has_base=st.booleans(),
        pages=st.lists(st.sampled_from(PAGES[1:]), unique=True, min_size=1).map(lambda pages: ("", *pages)),
    )
)
@settings(max_examples=30, deadline=None)
def test_made_and_announced_site_checks_clean(site: Site) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert faults_of(site, Path(folder).resolve()) == []


@pytest.mark.parametrize("refresh", ['<meta http-equiv="refresh" content="0; url=book/index.html">', ""])
@pytest.mark.parametrize("target", ["book/index.html", "book/"])
def test_start_page_that_names_a_manual_as_canonical_is_no_hint_at_the_address(
    target: str, refresh: str, tmp_path: Path
) -> None:
    head = f'{refresh}<link rel="canonical" href="{HOST}/{target}"><meta name="robots" content="noindex">'
    items = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in ("index", "clay", "fire"))
    texts = {name: f"<!DOCTYPE html><title>{name}</title><ul>{items}</ul>" for name in ("index", "clay", "fire")}
    (tmp_path / "book").mkdir()
    for name, text in texts.items():
        (tmp_path / "book" / f"{name}.html").write_text(text)
    moved = f'<p>Moved to <a href="{target}">the book</a>'
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html>{head}<title>Moved</title>{moved}")
    listed = "".join(f"<url><loc>{HOST}/book/{name}.html</loc></url>" for name in texts)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    (tmp_path / "sitemap.xml").write_text(f'<urlset xmlns="{namespace}">{listed}</urlset>')
    publish(make(tmp_path, MakeOptions()).outline, tmp_path / "standard-sitemap.xml", None, may_replace=True)
    announce(tmp_path, Location("/standard-sitemap.xml"))
    assert [fault.code for report in check(tmp_path) for fault in report.faults] == []


def _page(title: str, canonical: str | None = None, links: tuple[str, ...] = ()) -> str:
    head = "" if canonical is None else f'<link rel="canonical" href="{HOST}/{canonical}">'
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head><body><ul>{items}</ul><p>Text.</p></html>"


_VERSIONS = {f"{version}/index.html": _page("Manual", "2.0/", ("a.html",)) for version in ("1.0", "2.0")}
_VERSIONS |= {f"{version}/a.html": _page("Clay", "2.0/a.html") for version in ("1.0", "2.0")}
AWKWARD = {
    "links-with-suffix-canonical-without": {
        "index.html": _page("Home", "", ("a.html", "b/index.html")), "a.html": _page("A", "a"),
        "b/index.html": _page("B", "b/"),
    },
    "canonical-of-all-is-the-home": {
        "index.html": _page("Home", "", ("a.html",)), "a.html": _page("A", ""),
    },
    "print-version-names-the-page": {
        "index.html": _page("Home", "", ("a.html", "print/a.html")), "a.html": _page("A", "a.html"),
        "print/a.html": _page("A, to print", "a.html"),
    },
    "canonical-in-another-site": {
        "index.html": _page("Home", "", ("a.html",)), "a.html": _page("A").replace(
            "</head>", '<link rel="canonical" href="https://elsewhere.example/a"></head>'),
    },
    "old-version-names-the-new-one": _VERSIONS,
    "pages-for-servers-and-tools": {
        "index.html": _page("Home", None, ("a.html",)), "a.html": _page("A"), "404/index.html": _page("Gone"),
        "a/404.html": _page("Gone"), "50x.html": _page("Down"), "_static/x.html": _page("Part"),
        "node_modules/y/index.html": _page("Tool"), "book.js": "", "print.html": _page("All"),
    },
    "robots-forbids-a-page": {
        "index.html": _page("Home", None, ("a.html", "search.html")), "a.html": _page("A"),
        "search.html": _page("Search"),
        "robots.txt": "User-agent: *\nDisallow: /search\n",
    },
    "indexes-named-default": {
        "default.html": _page("Home", None, ("a/", "b/default.html")), "a/default.html": _page("A"),
        "b/default.html": _page("B"),
    },
    "rare-suffixes": {
        "index.xhtml": _page("Home", None, ("a.xht", "b.htm")), "a.xht": _page("A"), "b.htm": _page("B"),
    },
    "script-that-redirects": {
        "index.html": _page("Home", None, ("a.html",)), "a.html": _page("A"),
        "old.html": "<!DOCTYPE html><html><head><script>location.replace('a.html')</script></head></html>",
    },
    "broken-addresses": {
        "index.html": _page("Home", None, ("a.html", "http://[")).replace(
            "</head>", '<link rel="canonical" href="http://["></head>'),
        "a.html": _page("A").replace("</head>", '<base href="https://[::1"><link rel="canonical" href=""></head>'),
    },
    "names-that-are-no-languages": {
        "index.html": _page("Home", None, ("a.html",)).replace("<html>", '<html lang="english">'),
        "a.html": _page("A").replace("<html>", '<html lang="de_AT">'),
    },
    "noindex-by-other-words": {
        "index.html": _page("Home", None, ("a.html", "b.html", "c.html")),
        "a.html": _page("A").replace("</head>", '<META NAME="Robots" CONTENT="NONE"></head>'),
        "b.html": _page("B").replace("</head>", '<meta name="googlebot" content="noindex"></head>'),
        "c.html": _page("C").replace("</head>", '<meta name="robots" content="max-image-preview:none"></head>'),
    },
    "canonical-without-slash": {
        "index.html": _page("Home", "", ("a/",)), "a/index.html": _page("A", "a"),
    },
    "start-that-redirects-to-a-language": {
        "index.html": _page(f"{HOST}/en/", "en/").replace(
            "</head>", f'<meta http-equiv="refresh" content="0; url={HOST}/en/"></head>'),
        "en/index.html": _page("Home", None, ("a/",)), "en/a/index.html": _page("A"),
    },
    "canonical-in-other-forms": {
        "index.html": _page("Home", "?lang=en", ("c!.html", "x y.html")).replace(HOST, "HTTPS://DOCS.Example.ORG:443"),
        "c!.html": _page("C", "c%21.html#top"), "x y.html": _page("X", "x y.html"),
    },
}  # fmt: skip


BASE = ("--base-url", f"{HOST}/")


@pytest.mark.parametrize("base", [(), BASE], ids=["", "checked-with-base"])
@pytest.mark.parametrize("options", [(), BASE, (*BASE, "--both")], ids=len)
@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_site_checks_clean_as_typed(
    name: str, options: tuple[str, ...], base: tuple[str, ...], tmp_path: Path
) -> None:
    for path, text in AWKWARD[name].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    if not system.IS_WINDOWS:  # a link needs a privilege there
        (tmp_path / "other-name.html").symlink_to("index.html")
    for command in (("make", *options), ("announce",), ("check", "--strict", *base)):
        arguments = [command[0], str(tmp_path), *command[1:]]
        done = CliRunner().invoke(standard_sitemap, arguments, standalone_mode=False)
        assert (done.exception, done.return_value) == (None, 0), done.output
    assert done.output.count("✓ no faults") == done.output.count("Shown "), done.output


def test_sitemaps_that_an_index_lists_below_a_path_are_read_from_the_folder(tmp_path: Path) -> None:
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    address = f"{HOST}/manual/en/"
    moved = _page(address, "manual/en/").replace(
        "</head>", f'<meta http-equiv="refresh" content="0; url={address}"></head>'
    )
    files = {
        "index.html": moved,
        "en/index.html": _page("Home", None, ("a/",)),
        "en/a/index.html": _page("A"),
        "sitemap.xml": f'<sitemapindex xmlns="{namespace}"><sitemap><loc>{address}sitemap.xml</loc></sitemap>'
        "</sitemapindex>",
        "en/sitemap.xml": f'<urlset xmlns="{namespace}"><url><loc>{address}</loc></url>'
        f"<url><loc>{address}a/</loc></url></urlset>",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    outline = make(tmp_path, MakeOptions()).outline
    assert [node.name for node in nodes_of(outline)] == ["Home", "A"]
    publish(outline, tmp_path / "standard-sitemap.xml", None, may_replace=True)
    announce(tmp_path, Location("/standard-sitemap.xml"))
    assert [fault.code for report in check(tmp_path) for fault in report.faults] == []


def test_both_without_a_page_to_list_writes_nothing(tmp_path: Path) -> None:
    for name in ("index", "a"):
        (tmp_path / f"{name}.html").write_text(_page(name, f"{name}.html", ("a.html",)))
    arguments = ["make", str(tmp_path), "--base-url", "https://www.example.org/", "--both"]
    done = CliRunner().invoke(standard_sitemap, arguments)
    assert done.exit_code == 1
    assert "names another address as canonical" in " ".join(done.output.split())
    assert {path.name for path in tmp_path.iterdir()} == {"index.html", "a.html"}

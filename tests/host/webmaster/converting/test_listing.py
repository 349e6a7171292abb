"""A list as a tree for authors: order, numbers, titles; and counted losses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from resolving import resolve
from standard_sitemap import sitemapsorg
from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg import parse
from standard_sitemap.webmaster.converting.listing import Listing, TitleLookup, losses
from standard_sitemap.webmaster.converting.walking import nodes_of

SITE = "https://www.example.org/"


def names(*paths: str, by_name: bool = False, title_of: TitleLookup | None = None) -> list[str | None]:
    """Return the names on the second level of a list, below one folder."""
    listing = _listing(*paths, by_name=by_name, title_of=title_of)
    listed_names: list[str | None] = []
    for node in listing.children(listing.root):
        listed_names.append(listing.details.variants(node)[0].name)
        listed_names.extend(listing.details.variants(child)[0].name for child in listing.children(node))
    return listed_names


def _listing(*paths: str, by_name: bool = False, title_of: TitleLookup | None = None) -> Listing:
    body = "".join(f"{SITE}{path}\n" for path in paths).encode()
    site = sitemapsorg.Site(f"{SITE}sitemap.txt")
    resolve(site, lambda uri: RetrievedFile(uri, body, "text/plain"))
    return Listing(site, by_name=by_name, title_of=title_of)


def test_the_order_is_that_of_the_file() -> None:
    assert names("b", "c/z", "c/a", "a") == ["B", "C", "Z", "A", "A"]


def test_a_folder_stands_where_its_first_page_does() -> None:
    assert names("c/z", "b", "c/a", "a/x", "a/w") == ["C", "Z", "A", "B", "A", "X", "W"]


def test_by_name_it_is_that_of_the_names() -> None:
    assert names("b", "c/z", "c/a", "a", by_name=True) == ["A", "B", "C", "A", "Z"]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("tea-12345", "cup-23456"), ["Tea", "Cup"]),
        (("tea-12345", "cup-12"), ["Tea 12345", "Cup 12"]),
        (("tea-12345", "tea-23456"), ["Tea 12345", "Tea 23456"]),
        (("tea-12345", "cup"), ["Tea", "Cup"]),
        (("tea", "cup"), ["Tea", "Cup"]),
    ],
)
def test_numbers_are_left_out_of_all_siblings_or_of_none(paths: tuple[str, ...], expected: list[str]) -> None:
    assert names(*paths) == expected


_PARTS = st.sampled_from(["a", "b", "tea-12345", "tea-23456", "cup-12", "%C3%A4", "x.html", ""])
_PATHS = st.lists(_PARTS, min_size=1, max_size=3).map("/".join)


@given(st.lists(_PATHS, min_size=1, max_size=12))
def test_names_do_not_depend_on_query_order_and_branch_sizes_match(paths: list[str]) -> None:
    listing, again = _listing(*paths), _listing(*paths)
    nodes = list(nodes_of(listing))
    for folder in (listing.root, *filter(listing.has_children, nodes)):
        children = listing.children(folder)
        listing.order(folder)  # names computed for it are cached
        plain = [node and node.name for node in listing.details.plain_nodes(children)]
        named = [again.details.names(node)[0] for node in again.children(folder)]
        assert [node or name for node, name in zip(plain, named, strict=True)] == named
    assert sum(map(listing.size, listing.children(listing.root))) == len(nodes)


def test_titles_that_are_known_are_names() -> None:
    titles = {f"{SITE}a": "A title"}
    assert names("a", "b-12345", title_of=titles.get) == ["A title", "B"]


def test_addresses_that_are_another_pages_language_alone_are_counted() -> None:
    links = "".join(f'<x:link rel="alternate" hreflang="{tag}" href="{SITE}{tag}"/>' for tag in ("en", "de", "fr"))
    head = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"'
    body = f"<urlset {head}><url><loc>{SITE}en</loc>{links}</url><url><loc>{SITE}a</loc></url></urlset>".encode()
    site = sitemapsorg.Site(f"{SITE}sitemap.xml")
    resolve(site, lambda uri: RetrievedFile(uri, body, "application/xml"))
    assert Listing(site).only_alternates == 2


XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
A = f"<loc>{SITE}a</loc>"


def lost(*entries: str, element: str = "urlset") -> list[str]:
    body = f"<{element} {XMLNS}>\n{''.join(entries)}</{element}>"
    return list(losses([parse(f"{SITE}sitemap.xml", body.encode())]))


def link(language: str, path: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{language}" href="{SITE}{path}"/>'


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        (f"<url>{A}<lastmod>2024-05-30</lastmod><priority>0.8</priority></url>", []),
        (
            "<url><loc>HTTPS://WWW.Example.org/a</loc></url>",
            [f"1 address, the first “HTTPS://WWW.Example.org/a” as {SITE}a: normalized as browsers do"],
        ),
        ("<url><loc></loc></url>", ["1 entry without a usable address"]),
        (f"<url>{A}</url><url>{A}</url>", ["1 address that is listed again"]),
        (
            f"<url>{A}<lastmod>2024-05-30</lastmod></url><url>{A}<lastmod>2024-05-31</lastmod></url>",
            ["1 address that is listed again", "1 value that contradicts an earlier entry of the page"],
        ),
        (
            f"<url>{A}{link('en', 'a')}{link('nl_NL', 'b')}</url>",
            ["1 conflicting or invalid link to another language"],
        ),
        (f"<url>{A}<priority>10</priority></url>", ["1 priority that is not a number from 0 to 1"]),
    ],
)
def test_lost_page_values_are_counted(entries: str, what: list[str]) -> None:
    assert lost(entries) == what


def test_dates_of_the_files_of_an_index_are_counted() -> None:
    listed = f"<sitemap><loc>{SITE}a.xml</loc><lastmod>2024-05-30</lastmod></sitemap>"
    assert lost(listed, element="sitemapindex") == ["1 date of a file in an index"]


def test_feeds_report_the_only_converted_values() -> None:
    body = (
        f"<rss><channel><item><title>A</title><link>{SITE}a</link><description>…</description></item></channel></rss>"
    )
    messages = list(losses([parse(f"{SITE}feed.xml", body.encode())]))
    assert messages == ["all but address, title and date of 1 entry of a feed"]


def converted(folder: Path, text: str) -> tuple[str, str]:
    """Return the urlset of a sitemap converted there and back, and the messages."""
    (folder / "there").mkdir()
    (folder / "sitemap.xml").write_text(text)
    runner, said = CliRunner(), ""
    for source, target, kind in (
        ("sitemap.xml", "there/map.xml", "ssp"),
        ("there/map.xml", "back.xml", "sitemaps-org"),
    ):
        result = runner.invoke(
            standard_sitemap,
            [
                "convert",
                str(folder / source),
                "--to",
                kind,
                "-o",
                str(folder / target),
                "--base-url",
                f"{SITE}{source}",
            ],
        )
        assert result.exit_code == 0, result.stderr
        said += result.stderr
    return (folder / "back.xml").read_text(), said


def test_unconvertible_values_are_reported_and_the_rest_is_converted(tmp_path: Path) -> None:
    back, said = converted(
        tmp_path,
        f'<?xml version="1.0"?><!-- By hand --><urlset {XMLNS} xmlns:m="urn:mobile">'
        f'<url id="1">{A}<lastmod>2024-05-30T10:00:00.125Z</lastmod><changefreq>hourly</changefreq><title>A</title>'
        f'<m:mobile kind="small"/><xhtml:link rel="alternate" media="print" href="{SITE}p"/></url></urlset>',
    )
    for value in ("2024-05-30T10:00:00.125Z", "<changefreq>hourly", 'kind="small"', 'media="print"'):
        assert value in back
    for what in ("1 comment", "1 attribute", "1 undefined element"):
        assert what in said


def test_invalid_frequencies_are_reported_on_the_way_back(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "sitemap.xml").write_text(f"<urlset {XMLNS}><url>{A}<changefreq>often</changefreq></url></urlset>")
    runner = CliRunner()
    arguments = ["convert", str(tmp_path / "sitemap.xml"), "--to", "sitemaps-org", "--base-url", f"{SITE}sitemap.xml"]
    assert "1 undefined change frequency" in runner.invoke(standard_sitemap, arguments).stderr

"""A list as a tree for authors: its order, its numbers, its titles."""

from __future__ import annotations

import pytest

from resolving import resolve
from standard_sitemap import sitemapsorg
from standard_sitemap.converting.listing import Listing, TitleOf
from standard_sitemap.model.site import Retrieved

SITE = "https://www.example.org/"


def names(*paths: str, by_name: bool = False, title_of: TitleOf | None = None) -> list[str | None]:
    """The names on the second level of a list, below one folder."""
    body = "".join(f"{SITE}{path}\n" for path in paths).encode()
    site = sitemapsorg.Site(f"{SITE}sitemap.txt")
    resolve(site, lambda uri: Retrieved(uri, body, "text/plain"))
    listing = Listing(site, by_name=by_name, title_of=title_of)
    found: list[str | None] = []
    for node in listing.children(listing.root):
        found.append(listing.variants(node)[0].name)
        found.extend(listing.variants(child)[0].name for child in listing.children(node))
    return found


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


def test_titles_that_are_known_are_names() -> None:
    titles = {f"{SITE}a": "A title"}
    assert names("a", "b-12345", title_of=titles.get) == ["A title", "B"]


def test_addresses_that_are_another_pages_language_alone_are_counted() -> None:
    links = "".join(f'<x:link rel="alternate" hreflang="{tag}" href="{SITE}{tag}"/>' for tag in ("en", "de", "fr"))
    head = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"'
    body = f"<urlset {head}><url><loc>{SITE}en</loc>{links}</url><url><loc>{SITE}a</loc></url></urlset>".encode()
    site = sitemapsorg.Site(f"{SITE}sitemap.xml")
    resolve(site, lambda uri: Retrieved(uri, body, "application/xml"))
    assert Listing(site).only_alternates == 2

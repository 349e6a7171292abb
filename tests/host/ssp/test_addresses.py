"""Addresses searched as written: `standard_sitemap.ssp.addresses`."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from standard_sitemap import ssp
from standard_sitemap.model import uris
from standard_sitemap.ssp import addresses, lazy_chunks

BASE = "http://shop.example/maps/root.xml"
PIECES = [
    "", "a", "b.html", "é", "%C3%A9", "..", ".", "%2E", "%2e.", "/", "//", "?q=1", "?", "#", "#x", "shop.example",
    "http:", "http://shop.example", "HTTP://SHOP.EXAMPLE", "\\", " ", "'", "a b", "maps", "root.xml", "\n", ":8",
    "?utm_id=1", "&gclid", "?fbclid=2&q=1",
]  # fmt: skip
WRITTEN = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)


def leading(written: list[str], page: str, *, scan_fast: bool = False) -> list[int]:
    """Return the positions of addresses that may lead to `page`, searching the file's bytes or a list."""
    quoted = (
        address.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("\n", "&#10;")
        for address in written
    )
    items = "".join(f'<item name="x" url="{address}"/>' for address in quoted)
    body = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items}</sitemap>'.encode()
    return [index - 1 for index in ssp.parse(BASE, body, scan_fast=scan_fast).addresses.leading_to(page)]


@given(st.lists(WRITTEN, min_size=1, max_size=6))
@example(["a/é?%C3%A9"])
@example(["?q=1é"])
@example(["http:.", "a:8//a", "///a", "ahttp:http://shop.example"])
@example(["a&b", "?a&b", 'a"b', "a<b", "%2E/../a.html", "../é%41.html", "a.html#b.html#b.html"])
def test_every_address_of_a_page_is_found(written: list[str]) -> None:
    # Further addresses, enough for a chunk.
    written = [*written, *["o", "https://other.example/o"] * 4]
    for place, address in enumerate(written):
        location = uris.resolve(BASE, address)
        if location is not None:
            page = location.partition("#")[0]
            assert place in leading(written, page)
            assert place in leading(written, page, scan_fast=True)


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("/books/moss.html", "/books/moss.html#top"),
        ("/books/", "books/"),
        ("/books/?page=2", "/books/?page=2"),
        ("/caf%C3%A9", "/café"),
        ("/", "http://shop.example"),
        ("/maps/root.xml", "#part"),
        ("/maps/root.xml?page=2", "?page=2"),
        ("/books/moss.html", "/books/moss.html?utm_source=news#top"),
        ("/books/?utm_medium=mail", "books/?"),
        ("/books/?page=2&gclid=1", "/books/?fbclid=3&page=2"),
        ("/caf%C3%A9?q=%C3%A9", "/café?q=é&msclkid=4"),
        ("/", "?mc_cid=1"),
        ("/maps/root.xml", "?utm_id=1"),
    ],
)
def test_only_few_others_are_found(page: str, address: str) -> None:
    others = ["/books/fern.html", "/x/books/moss.htm", "/books/1/", "/books/?page=22", "/thé", "/moss.html/x"]
    others += ["/y/moss.html", "../x/books/", "http://shop.example/x/books/?page=2", "/x.html#/books/moss.html", "/?a"]
    others += ["/x/books/moss.html?utm_source=a", "/books/?page=1&utm_source=a", "/x?utm_source=a", "?mc_cid=1&a"]
    for scan_fast in (False, True):
        assert leading([*others, address], f"http://shop.example{page}", scan_fast=scan_fast) == [len(others)]


def test_names_and_comments_are_no_addresses() -> None:
    items = '<item url="/x" name="moss.html"/>\n' * 5
    body = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items}<!-- url="/moss.html" -->{items}</sitemap>'
    sitemap = ssp.parse(BASE, body.encode(), scan_fast=True)
    assert not sitemap.notables[2:]
    assert list(sitemap.addresses.leading_to("http://shop.example/moss.html")) == []


def test_many_are_looked_through_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "BLOCK", 30)
    monkeypatch.setattr(lazy_chunks, "BLOCK", 30)
    written = [f"/{number}.html" for number in range(300)]
    for place, address in enumerate(written):
        for scan_fast in (False, True):
            assert leading(written, f"http://shop.example{address}", scan_fast=scan_fast) == [place]

"""The targets of references, and the paths that identify pages."""

from __future__ import annotations

from collections import Counter

import pytest

from standard_sitemap.webmaster.making.references import ReferenceResolver

PAGES = ("index.html", "about.html", "docs/index.html", "docs/a b.html", "docs/deep/x.htm")


@pytest.mark.parametrize(
    ("folder", "href", "page"),
    [
        ("", "about.html", "about.html"),
        ("", "./about.html?q=1#here", "about.html"),
        ("", "about", "about.html"),
        ("", "docs", "docs/index.html"),
        ("", "docs/", "docs/index.html"),
        ("docs", "..", "index.html"),
        ("docs", "../", "index.html"),
        ("docs", ".", "docs/index.html"),
        ("docs/deep", "../a%20b.html", "docs/a b.html"),
        ("docs/deep", "/about.html", "about.html"),
        ("docs/deep", "x", "docs/deep/x.htm"),
        ("", "../about.html", None),
        ("docs", "../../etc/passwd", None),
        ("", "#top", None),
        ("", "", None),
        ("", "javascript:go()", None),
        ("", "mailto:a@example.org", None),
        ("", "https://www.example.org/about.html", None),
        ("", "missing.html", None),
    ],
)
def test_references_lead_to_pages_of_the_folder_only(folder: str, href: str, page: str | None) -> None:
    target = ReferenceResolver(PAGES).target(folder, href)
    assert (target.page if target else None) == page


@pytest.mark.parametrize("href", ["https://h.org/x/about.html", "//h.org/x/about.html", "/x/about.html"])
def test_with_a_base_whole_addresses_lead_to_pages(href: str) -> None:
    target = ReferenceResolver(PAGES, "https://h.org/x/").target("docs", href)
    assert target is not None
    assert target.page == "about.html"


def test_a_place_in_a_page_is_distinguished_from_the_page() -> None:
    target = ReferenceResolver(PAGES).target("", "about.html#x")
    assert target is not None
    assert target.has_fragment


def test_pages_are_named_as_the_site_names_them_mostly() -> None:
    addresses = ReferenceResolver(PAGES)
    addresses.use_forms({"docs/index.html": Counter({"docs/": 2, "docs": 1})})
    assert [addresses.url(page) for page in PAGES[1:4]] == ["about.html", "docs/", "docs/a%20b.html"]


def test_a_folder_is_named_with_its_slash_whatever_a_link_leaves_out() -> None:
    target = ReferenceResolver(PAGES).target("", "docs")
    assert target is not None
    assert target.path == "docs/"


def test_the_folder_itself_has_an_address() -> None:
    assert ReferenceResolver(PAGES).url_of_path("") == "./"
    assert ReferenceResolver(PAGES, "https://h.org/").url_of_path("") == "https://h.org/"


def test_a_colon_in_a_name_makes_no_scheme() -> None:
    assert ReferenceResolver(["a:b.html"]).url("a:b.html") == "a%3Ab.html"

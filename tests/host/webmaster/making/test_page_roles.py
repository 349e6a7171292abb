"""Roles from declared relations and from usual link texts and file names; the search of a site."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.making.page_parts import SearchForm
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.page_roles import found_search, hinted_role, roles_of, search_of_site
from standard_sitemap.webmaster.making.references import ReferenceResolver


@pytest.mark.parametrize(
    ("text", "path", "role"),
    [
        ("Contact us", "x.html", "contact"),
        ("KONTAKT", "x.html", "contact"),
        ("Write", "contact.html", "contact"),
        ("Impressum", "x.html", "contentinfo"),
        ("Mentions légales", "x.html", "contentinfo"),
        ("here", "LICENSE.html", "contentinfo"),
        ("General Index", "x.html", "index"),
        ("", "genindex.html", "index"),
        ("", "genindex/index.html", "index"),
        ("Glossar", "x.html", "glossary"),
        ("Advanced search", "x.html", "searchpage"),
        ("Contact lenses", "lenses.html", None),
        ("The index of refraction", "optics.html", None),
        ("Start", "index.html", None),
        ("Start", "guide/index.html", None),
    ],
)
def test_whole_names_are_hints(text: str, path: str, role: str | None) -> None:
    assert hinted_role(text, path) == role


def test_relations_count_wherever_they_stand_and_hints_on_the_start_page() -> None:
    pages = {
        "index.html": Page("index.html", links={"c.html": "Contact"}, rels={"index": "index.html"}),
        "a.html": Page("a.html", links={"i.html": "Imprint"}, rels={"license": "l.html", "index": "i.html"}),
        **{f"{name}.html": Page(f"{name}.html") for name in "cil"},
    }
    assert roles_of(pages, ["index.html"], with_hints=True) == {
        "i.html": ["index"],
        "l.html": ["contentinfo"],
        "c.html": ["contact"],
    }
    assert "c.html" not in roles_of(pages, ["index.html"], with_hints=False)


def test_a_form_leads_to_a_page_to_itself_or_out_of_the_site() -> None:
    pages = {path: Page(path) for path in ("a.html", "find.html")}
    addresses = ReferenceResolver(pages)
    urls = [
        search.url
        for action in ("find.html", "", "https://x.example/s", "cgi/find")
        if (search := found_search(pages["a.html"], SearchForm(action, "q=%s", "get"), addresses)) is not None
    ]
    assert urls == ["find.html", "a.html", "https://x.example/s", "cgi/find"]
    assert found_search(pages["a.html"], SearchForm("../../find", "q=%s", "get"), addresses) is None


def _searching(**actions: str) -> dict[str, Page]:
    """Return pages with one form each, by name."""
    return {
        f"{name}.html": Page(f"{name}.html", searches=[SearchForm(to, "q=%s", "get")]) for name, to in actions.items()
    }


def test_the_start_pages_search_counts_before_that_of_most_pages() -> None:
    pages = _searching(index="https://a.example/", b="https://b.example/", c="https://b.example/")
    addresses = ReferenceResolver(pages)
    first, most = (search_of_site(pages, starts, addresses, lambda _: None) for starts in (["index.html"], []))
    assert first is not None
    assert most is not None
    assert (first.url, most.url) == ("https://a.example/", "https://b.example/")


def test_a_description_that_no_file_can_have_the_name_of_is_none() -> None:
    pages = {"index.html": Page("index.html", descriptions=["%00", "none.xml"])}
    assert search_of_site(pages, ["index.html"], ReferenceResolver(pages), lambda _: None) is None

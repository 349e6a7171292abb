"""Roles by what pages say, and by what things are usually called."""

from __future__ import annotations

import pytest

from standard_sitemap.making.page_reading import Page
from standard_sitemap.making.roles import hinted_role, roles_of


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
        ("Glossar", "x.html", "glossary"),
        ("Advanced search", "x.html", "searchpage"),
        ("Contact lenses", "lenses.html", None),
        ("The index of refraction", "optics.html", None),
        ("Start", "index.html", None),
    ],
)
def test_whole_names_are_hints(text: str, path: str, role: str | None) -> None:
    assert hinted_role(text, path) == role


def test_relations_count_wherever_they_stand_and_hints_on_the_start_page() -> None:
    pages = {
        "index.html": Page("index.html", links={"c.html": "Contact"}, rels={"index": "index.html"}),
        "a.html": Page("a.html", links={"i.html": "Imprint"}, rels={"license": "l.html", "index": "i.html"}),
        **{f"{one}.html": Page(f"{one}.html") for one in "cil"},
    }
    assert roles_of(pages, ["index.html"], with_hints=True) == {
        "i.html": ["index"],
        "l.html": ["contentinfo"],
        "c.html": ["contact"],
    }
    assert "c.html" not in roles_of(pages, ["index.html"], with_hints=False)

"""The text of elements as their readers see it; `extension/content/names.js` has the same rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from standard_sitemap.webmaster.making.page_reading import Page, read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.rendered_text import class_names, class_values

_PAGE = Path(__file__).parents[3] / "pages" / "names-in-headings"
_HTML = (_PAGE / "page.html").read_text()
_ROWS = re.findall(r"^ +(.*) -> #(s\d+)$", (_PAGE / "rows.txt").read_text(), re.MULTILINE)


def _read(body: str, style: str = "") -> Page:
    paths = ReferenceResolver(["x.html", "index.html", "a.html"])
    return read_page("x.html", f"<html><head><style>{style}</style></head><body>{body}".encode(), paths)


@pytest.mark.parametrize(("name", "identity"), _ROWS)
def test_headings_have_the_names_that_the_extension_shows(name: str, identity: str) -> None:
    style = re.search(r"<style>(.*?)</style>", _HTML, re.DOTALL)
    heading = re.search(rf'<h2 id="{identity}".*?</h2>', _HTML, re.DOTALL)
    assert style is not None
    assert heading is not None
    assert _read(f"<main>{heading[0]}</main>", style[1]).heading == name


def test_most_headings_of_the_page_are_compared() -> None:
    assert len(_ROWS) > 20


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ('Home <span class="sr-only">(current)</span>', "Home"),
        ("<span hidden>Short</span><span>Long</span>", "Long"),
        ('<span style="display:none">Short</span>Long', "Long"),
        ('<span class="d-none d-md-block">Wide</span>', "Wide"),
        ("Terms of<br>Service", "Terms of Service"),
        ('Inbox<span class="badge">3</span>', "Inbox 3"),
        ('<span class="flex"><b>Charts</b><i>New</i></span>', "Charts New"),
        ("<svg><title>Cart</title></svg>", "Cart"),
        ('<i aria-label="Search"></i>', "Search"),
        ('<img alt="Photos">', "Photos"),
        ("Tides ❱", "Tides"),
        ("Zero\u200bwidth\u00ad", "Zerowidth"),
        ("<b>Bold</b> <button>Copy</button>", "Bold"),
        ("<button>Open</button>", "Open"),
        ("<math><mi>h</mi></math><span aria-hidden=true>h</span>", "h"),
        ("<ruby>漢<rt>kan</rt></ruby>", "漢"),
        ("Spring<sup><a href='#n1'>1</a></sup>", "Spring"),
    ],
)
def test_links_have_the_words_that_readers_see(link: str, name: str) -> None:
    assert _read(f"<p><a href=a.html>{link}</a>").links["a.html"] == name


def test_style_sheets_in_the_page_hide_and_separate_text() -> None:
    style = ".vh{position:absolute;clip:rect(0,0,0,0)} .line, .x{display:block} b.pair{display:inline-flex}"
    link = "<span class=vh>Hidden</span><span class=line>One</span><span class=line>two</span>"
    assert _read(f"<p><a href=a.html>{link}</a>", style).links["a.html"] == "One two"


def test_hidden_menus_are_read() -> None:
    assert _read("<ul hidden><li><a href=a.html>A</a></ul>").links == {"a.html": "A"}


@pytest.mark.parametrize(
    "heading",
    [
        "<h1><a href=index.html>Site</a></h1>",
        "<h1 class=site-title>Site</h1>",
        "<header id=logo><h1>Site</h1></header>",
        "<h1><a href=a.html>Another page</a></h1>",
    ],
)
def test_heading_that_is_a_logo_or_leads_elsewhere_is_not_the_page_s_own(heading: str) -> None:
    assert _read(f"{heading}<article><h1>Own</h1></article>").heading == "Own"
    assert _read(f"{heading}<nav><h2>Menu</h2></nav><article><h2>Own</h2></article>").heading == "Own"
    assert _read(heading).heading == ""


def test_title_of_a_picture_is_no_title_of_the_page() -> None:
    assert _read("<svg><title>Icon</title></svg>").title == ""


@pytest.mark.parametrize(("tag", "matters"), [("div", False), ("p", False), ("span", True), ("code", True)])
def test_class_that_sets_apart_matters_only_for_inline_elements(tag: str, matters: bool) -> None:
    markup = f'<{tag} data-x="1" class="block">A</{tag}><div class="flat">B</div>'.encode()
    assert class_names(markup).values_among(class_values(markup), markup) == (
        frozenset({"block"}) if matters else frozenset()
    )

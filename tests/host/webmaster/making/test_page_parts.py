"""Search forms and breadcrumb trails of a page."""

from __future__ import annotations

import pytest
from lxml import html

from host.webmaster.making.sites import page
from standard_sitemap.webmaster.making.page_parts import SearchForm, search_of
from standard_sitemap.webmaster.making.page_reading import read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver


def _searches(body: str) -> list[SearchForm]:
    forms = html.fromstring(f"<html><body>{body}</body></html>").iter("form")
    return [search for form in forms if (search := search_of(form)) is not None]


def test_form_includes_its_hidden_fields() -> None:
    body = (
        '<form action="find"><input name="q"><input type="hidden" name="a b" value="1&2">'
        '<select name="s"><option value="x">X<option selected>Y z</select>'
        '<input type="submit" name="go" value="Go"></form>'
    )
    assert _searches(body) == [SearchForm("find", "q=%s&a+b=1%262&s=Y+z", "get")]


def test_a_form_that_posts() -> None:
    assert _searches('<form method="POST" action="/s" role="search"><input type="search" name="w"></form>') == [
        SearchForm("/s", "w=%s", "post")
    ]


@pytest.mark.parametrize(
    "fields",
    [
        '<input name="q"><input type="password" name="p">',
        '<input name="q"><textarea name="t"></textarea>',
        '<input name="q"><input name="r">',
        '<input name="email" type="email">',
        '<input name="name">',
        '<input type="hidden" name="q">',
        "<input>",
        "",
        '<input type="hidden" name="x">' * 60 + '<input name="q">',
    ],
)
def test_other_forms_are_not_searches(fields: str) -> None:
    assert _searches(f'<form action="x">{fields}</form>') == []


def test_a_percent_sign_of_the_page_is_no_expression() -> None:
    assert (
        _searches('<form><input name="q"><input type="hidden" name="x" value="%s"></form>')[0].template == "q=%s&x=%25s"
    )


_TRAILS = {
    "labelled": (
        '<nav aria-label="Breadcrumb"><ol><li><a href="../index.html">x</a><li><a href="../a.html">A</a></ol></nav>'
    ),
    "class": '<ul class="breadcrumbs"><li><a href="../index.html">x</a><li><a href="../a.html">A</a></ul>',
    "json": (
        '<script type="application/ld+json">{"@graph": [{"@type": "BreadcrumbList", "itemListElement": ['
        '{"item": "../index.html"}, {"item": {"@id": "../a.html"}}, {"item": "e.html"}]}]}</script>'
    ),
    "microdata": (
        '<div itemscope itemtype="https://schema.org/BreadcrumbList"><a itemprop="item" href="../index.html">x</a>'
        '<a itemprop="item" href="../a.html">A</a></div>'
    ),
    "doxygen": (
        '<div id="nav-path" class="navpath"><ul><li class="navelem"><a href="../index.html">x</a>'
        '<li class="navelem"><a href="../a.html">A</a></ul></div>'
    ),
    "sphinx": (
        '<div class="related"><ul><li class="nav-item nav-item-0"><a href="../index.html">x</a>'
        '<li class="nav-item nav-item-1"><a href="../a.html">A</a></ul></div>'
    ),
    "cppreference": (
        '<div class="t-navbar"><div class="t-navbar-head"><a href="../index.html">x</a><div><a href="../b.html">B</a>'
        '</div></div><div class="t-navbar-head"><a href="../a.html">A</a></div>'
        '<div class="t-navbar-head"><strong>E</strong><div><a href="../index.html">x</a></div></div></div>'
    ),
}


@pytest.mark.parametrize("body", _TRAILS.values(), ids=_TRAILS)
def test_breadcrumbs_are_read_as_data_and_as_lists(body: str) -> None:
    page_read = read_page("d/e.html", page("", body).encode(), ReferenceResolver(("index.html", "a.html", "d/e.html")))
    assert page_read.trail == ("index.html", "a.html")


@pytest.mark.parametrize("data", ["{", "[" * 100_000, "[1, null]", '{"@type": "BreadcrumbList", "itemListElement": 3}'])
def test_broken_data_makes_no_breadcrumbs(data: str) -> None:
    body = page("", f'<script type="application/ld+json">{data}</script><!-- BreadcrumbList -->')
    assert read_page("a.html", body.encode(), ReferenceResolver(("a.html",))).trail == ()


def test_form_of_mdbook_has_the_parameter_that_its_script_reads() -> None:
    form = '<form id="searchbar-outer"><input type="search" id="searchbar" name="searchbar"></form>'
    assert [search.template for search in _searches(form)] == ["search=%s"]
    answered = form.replace("<form ", '<form action="/find" ')
    assert [search.template for search in _searches(answered)] == ["searchbar=%s"]

"""Which forms search, and how."""

from __future__ import annotations

import pytest
from lxml import html

from standard_sitemap.making.forms import Search, search_of


def _found(body: str) -> list[Search]:
    forms = html.fromstring(f"<html><body>{body}</body></html>").iter("form")
    return [found for form in forms if (found := search_of(form)) is not None]


def test_a_form_with_what_it_always_sends() -> None:
    body = (
        '<form action="find"><input name="q"><input type="hidden" name="a b" value="1&2">'
        '<select name="s"><option value="x">X<option selected>Y z</select>'
        '<input type="submit" name="go" value="Go"></form>'
    )
    assert _found(body) == [Search("find", "q=%s&a+b=1%262&s=Y+z", "get")]


def test_a_form_that_posts() -> None:
    assert _found('<form method="POST" action="/s" role="search"><input type="search" name="w"></form>') == [
        Search("/s", "w=%s", "post")
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
def test_other_forms_search_nothing(fields: str) -> None:
    assert _found(f'<form action="x">{fields}</form>') == []


def test_a_percent_sign_of_the_page_is_no_expression() -> None:
    assert _found('<form><input name="q"><input type="hidden" name="x" value="%s"></form>')[0].template == "q=%s&x=%25s"

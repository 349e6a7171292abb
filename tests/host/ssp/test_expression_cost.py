"""The cost of XPath expressions: an upper bound that grows with the page at the rate of a browser's work."""

from __future__ import annotations

import pytest

from standard_sitemap.ssp.expression_cost import MOST_VISITS, cost, visits_in_usual_page

_CHEAP = [
    "/html:html/html:body",
    "/*/*[2]",
    "//body",
    "//body[.//nav]",
    "//*[@id='q']",
    "//*[@id='a' or @id='b' or @class='//*[/]']",
    "//div//zz",
    "//div[.//nav]",
    "//ul/li[last()]",
    "//ul/li[position() mod 2 = 1]",
    "//h1[contains(., 'Shop')]",
    "//p[starts-with(normalize-space(.), 'x')]",
    "//p[string-length() > 5]",
    "id('main')//a",
    "id('main menu')/ul",
    "//nav/..",
    "//nav/ancestor::div",
    "(//p)[1]/a",
    "(//p | //li)[self::p]",
    "//a[-1 < 2]",
    "//main[lang('en')]/parent::node()",
    "//main/following-sibling::*",
    "//section[count(p) > 2]",
    "//a[@*]",
    "//a[text() = 'Home']",
    "//processing-instruction('x')",
    "/",
    "/descendant::main[/html/body]",
    "$variable",
]
_COSTLY = [
    "//*[contains(/, 'z')]",
    "//*[contains(string(/), 'z')]",
    "//*[/ = 'z']",
    "//*['z' = /]",
    "//*[starts-with(normalize-space(/), 'z')]",
    "//*[string-length(concat(/, 'a')) > 5]",
    "//*[number(/) > 1]",
    "//*[sum(/) > 1]",
    "//*[-(/) > 1]",
    "//*[. < /]",
    "//*[substring-after(/, @id)]",
    "//*[translate(/, 'a', 'b') = 'c']",
    "//*[//zz]",
    "//*[count(//*) = 1]",
    "//*[../../..//x]",
    "//*[/html/body/*]",
    "//*[following::zz]",
    "//*[preceding::*[1]]",
    "//*[preceding-sibling::*[following-sibling::*]]",
    "//*[ancestor::*[.//a]]",
    "//*[.//*[.//*]]",
    "//*[. = .//*]",
    "//p[. = //li]",
    "//p[//li != .]",
    "//p[. = (//li | //td)]",
    "//*[id(/)]",
    "//*[id('a')//*]",
    "//*[id(@for)/ancestor-or-self::*//p]",
    "//*[contains(following::text(), 'z')]",
    "//*[string(//@href) = 'z']",
    "(//*)[//*]",
    "//*[(//*)[1]]",
    "//*[descendant-or-self::node()/../descendant::text()[. = /]]",
]


@pytest.mark.parametrize("expression", _CHEAP)
def test_cost_of_an_expression_that_searches_a_page_once_is_within_the_bound(expression: str) -> None:
    assert visits_in_usual_page(expression) <= MOST_VISITS


@pytest.mark.parametrize("expression", _COSTLY)
def test_cost_of_an_expression_that_searches_for_each_node_is_beyond_the_bound(expression: str) -> None:
    assert visits_in_usual_page(expression) > MOST_VISITS


def test_cost_of_a_path_of_child_steps_is_nothing() -> None:
    assert cost("/html:html/html:body") == {}


def test_cost_names_the_quantities_of_the_page() -> None:
    assert set(cost("//body[.//nav]")) == {("body",), ("*", "^body")}


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 60 + "1" + ")" * 60,
        "//p[" * 50 + "1" + "]" * 50,
        "//p[" + "1 or " * 600 + "1]",
        "|".join(f"//a{number}[b{number}//c{number}]" for number in range(15)),
        "//" + "x" * 900 + "//" + "y" * 900,
        "//p[",
        "//p[1",
        "(1",
        "1)",
        "#",
    ],
)
def test_expression_that_cannot_be_estimated_is_beyond_every_bound(expression: str) -> None:
    assert visits_in_usual_page(expression) > 10**20

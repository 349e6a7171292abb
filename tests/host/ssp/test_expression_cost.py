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
    "//div[preceding-sibling::nav]",
    "//div[not(following-sibling::div)]",
    "//label[contains(., 'x')]/preceding-sibling::input[@type='checkbox']",
    "//comment() | //p",
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
@pytest.mark.promise("author", "An expression that builds strings from the whole page for each node is not evaluated.")
def test_cost_of_an_expression_that_searches_for_each_node_is_beyond_the_bound(expression: str) -> None:
    assert visits_in_usual_page(expression) > MOST_VISITS


def test_cost_of_a_path_of_child_steps_is_nothing() -> None:
    assert cost("/html:html/html:body") == {}


def test_cost_names_the_quantities_of_the_page() -> None:
    assert set(cost("//body[.//nav]")) == {("body",), ("*", "^body")}


@pytest.mark.parametrize(
    ("expression", "sorted_nodes"),
    [
        ("(//.)[1]", (".", "<.")),
        ("//node()/..", (".", "<*")),
        ("(//p | //li)[1]", ("<*", "li")),
        ("//p/ancestor::*", ("*", "<*")),
        ("//p/preceding::*", ("*", "<*")),
        ("//p[1]", ("<*", "p")),
        ("//p[position() = 1]", ("<*", "p")),
        ("//p[count(a)]", ("<*", "p")),
        ("//p[-a]", ("<*", "p")),
        ("//p[$last]", ("<*", "p")),
        ("//ul/li", ("<*", "li")),
        ("//div//li", ("<*", "li")),
        ("(//*|//@*)[last()]", ("<@", "@")),
        ("id(//@href)", ("*", "<*")),
        ("/*" * 30 + "/b", ("<*", "b")),
    ],
)
def test_cost_of_sorted_nodes_grows_with_the_depth_of_the_page(expression: str, sorted_nodes: tuple[str, ...]) -> None:
    assert sorted_nodes in cost(expression)


def test_cost_of_steps_after_a_predicate_grows_with_the_selected_nodes() -> None:
    products = cost("//a[@id = 'x']//b | //p[1]/following::*")
    assert ("=0:14", "b") in products
    assert ("*", "=20:26") in products


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("(//div[. = 'x']/../..//p)[2]", "=1:21"),
        ("(//p)[last()]/following::a[1]", "=0:13"),
        ("count(//div[. = 'x']/../..//p)", "=6:26"),
    ],
)
def test_parts_in_parentheses_are_counted(expression: str, part: str) -> None:
    assert part in {factor for product in cost(expression) for factor in product}


@pytest.mark.parametrize(
    "expression",
    [
        "//p",
        "//*[@id='q']",
        "//child::p[.//a]",
        "//p[not(a)][contains(., 'x')][name() = 'p']",
        "//p[a or b]",
        "/html/body/div/p",
        "/html/body//p",
        "(//p)[1]/a",
        "//p[count(a) = 2]",
    ],
)
def test_cost_of_nodes_that_are_reached_in_order_contains_no_sorting(expression: str) -> None:
    assert not [factor for product in cost(expression) for factor in product if factor.startswith("<")]


@pytest.mark.parametrize(
    "expression",
    [
        "|".join(f"//a{number}[b{number}//c{number}]" for number in range(15)),
        "//" + "x" * 900 + "//" + "y" * 900,
        "//div[. = 'x']/../../..//preceding-sibling::div[1]/h3[. = 'Featured']//p[@title]//a[1]",
    ],
)
def test_cost_of_too_many_names_is_that_of_all_elements(expression: str) -> None:
    """Check that a page of few elements remains a page in which the expression is evaluated."""
    products = cost(expression)
    assert sum(count * 15 ** len(product) for product, count in products.items()) < 10**9
    assert sum(map(len, products)) <= 120


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 60 + "1" + ")" * 60,
        "//p[" * 50 + "1" + "]" * 50,
        "//p[" + "1 or " * 600 + "1]",
        "//p[",
        "//p[1",
        "(1",
        "1)",
        "#",
    ],
)
@pytest.mark.promise("author", "An expression whose cost cannot be estimated is never evaluated.")
def test_expression_that_cannot_be_estimated_is_beyond_every_bound(expression: str) -> None:
    assert visits_in_usual_page(expression) > 10**20


@pytest.mark.parametrize("expression", ["//*" * 400, "//*[" * 40 + "//a" + "]" * 40])
def test_expression_without_a_bound_is_beyond_estimation(expression: str) -> None:
    assert cost(expression).is_beyond

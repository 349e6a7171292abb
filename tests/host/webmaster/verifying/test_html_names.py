"""Names without a prefix in XPath match as in browsers' evaluation of HTML pages."""

from __future__ import annotations

import pytest
from lxml import etree

from standard_sitemap.webmaster.verifying.html_names import XHTML_NAMESPACE, with_prefix

PAGE = etree.fromstring(
    f'''<html xmlns="{XHTML_NAMESPACE}"><body class="a"><nav id="n"><a href="/">A</a><a>B</a></nav>
    <div class="div"><mod/><p>1</p></div><svg xmlns="http://www.w3.org/2000/svg"><g/></svg></body></html>'''
)


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("/html/body", "/_:html/_:body"),
        ("//body[.//nav]", "//_:body[.//_:nav]"),
        ("//P[@CLASS='a/b']", "//_:p[@class='a/b']"),
        ("//div[position() mod 2 = 1 and last() > 3]", "//_:div[position() mod 2 = 1 and last() > 3]"),
        ("id('n')/a", "id('n')/_:a"),
        ("//h:p/*", "//h:p/*"),
        ("child::p/attribute::ID", "child::_:p/attribute::id"),
        ("//div/mod", "//_:div/_:mod"),
        ("//div[p * 2 = 4 div 2]", "//_:div[_:p * 2 = 4 div 2]"),
        ("//*[* and nav or ul]", "//*[* and _:nav or _:ul]"),
        ("//p | self::li", "//_:p | self::_:li"),
        ("//p[$v]", "//_:p[$v]"),
        ("//and/or", "//_:and/_:or"),
        ("(//nav)[1]", "(//_:nav)[1]"),
        ('//a[. = "nav"]/text()', '//_:a[. = "nav"]/text()'),
        ("descendant-or-self::node()/x-y[z.1]", "descendant-or-self::node()/_:x-y[_:z.1]"),
        ("h:*", "h:*"),
        ("", ""),
    ],
)
def test_element_name_without_prefix_gets_that_of_html(expression: str, changed: str) -> None:
    assert with_prefix(expression, "_") == changed


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("/HTML/body[@Class]", 1),
        ("//nav/a[2]", 1),
        ("//a[position() mod 2 = 1]", 1),
        ("//div[mod and p]", 1),
        ("//svg", 0),
        ("//*[local-name() = 'svg']", 1),
        ("//nav[count(a) * 2 = 4]", 1),
        ("//body/div | //nav", 2),
    ],
)
def test_changed_expression_finds_the_elements_that_a_browser_finds(expression: str, number: int) -> None:
    assert len(PAGE.xpath(with_prefix(expression, "h"), namespaces={"h": XHTML_NAMESPACE})) == number

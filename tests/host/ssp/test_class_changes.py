"""Class changes. The conformance cases of D16 cover which of them are applied."""

from __future__ import annotations

import pytest
from lxml import etree

from conformance.in_memory import document
from standard_sitemap.ssp.class_changes import (
    LONGEST_PREFIX,
    MOST_CHARACTERS,
    MOST_FOLLOWED,
    PATH_OF_NAMES,
    class_change_faults,
    class_changes,
    prefixes,
    used_namespaces,
)


@pytest.mark.parametrize(
    ("elem", "expected"),
    [
        ("/html:html/html:body", ("html",)),
        ("child::a/ancestor-or-self::b:c", ("b",)),
        ("//*[@x:y='p:q']|//r:*", ("x", "r")),
        ("f:g(h : i)", ("f", "h")),
        ('"a:b"', ()),
    ],
)
def test_prefixes_of_an_expression(elem: str, expected: tuple[str, ...]) -> None:
    assert prefixes(elem) == expected


@pytest.mark.parametrize(
    ("elem", "is_path"),
    [
        ("/html", True),
        ("/h:html/h:body", True),
        ("/html/div/and/or", True),
        ("/h:html/h:body[1]", False),
        ("//h:body", False),
        ("/h:html/", False),
        ("/h:html/h:", False),
        ("/h::html", False),
        ("/h:html/2", False),
        ("h:html", False),
        ("/h:html/b²", False),
    ],
)
def test_path_of_names_is_valid_xpath(elem: str, is_path: bool) -> None:
    assert (PATH_OF_NAMES.fullmatch(elem) is not None) is is_path
    if is_path:
        etree.XPath(elem)


def test_declarations_go_out_of_effect() -> None:
    sitemap = document(
        '<class-change xmlns:a="urn:inner" elem="//a:p" prefix="1"/><class-change elem="//a:p" prefix="2"/>'
        '<group xmlns:b="urn:b"/><class-change elem="//b:p" prefix="3"/>',
        'xmlns:a="urn:outer"',
    )
    assert [(change.namespaces, change.prefix) for change in class_changes(sitemap)] == [
        ({"a": "urn:inner"}, "1"),
        ({"a": "urn:outer"}, "2"),
    ]
    assert [fault.code for fault in class_change_faults(sitemap)] == ["undeclared-prefix"]


def test_prefix_that_needs_no_declaration() -> None:
    (change,) = class_changes(document('<class-change elem="//p[@xml:lang]" prefix="p"/>'))
    assert change.namespaces == {"xml": "http://www.w3.org/XML/1998/namespace"}


@pytest.mark.promise("author", "Examining an XPath takes time proportional to its length.")
def test_a_long_name_without_colon_takes_no_time_in_its_square() -> None:
    assert prefixes("a" * 200_000 + " " * 200_000 + "b:c") == ("b",)


def test_expression_that_is_too_long_is_left_out() -> None:
    sitemap = document(
        f'<class-change elem="//p[{"1 or " * 1_000}1]" prefix="p"/><class-change elem="//q" prefix="q"/>'
    )
    assert [change.elem for change in class_changes(sitemap)] == ["//q"]
    assert [fault.code for fault in class_change_faults(sitemap)] == ["attribute-too-long"]


@pytest.mark.promise("author", "Class changes are limited in number, length and namespaces.")
def test_class_changes_that_are_too_long_together_are_cut() -> None:
    sitemap = document(f'<class-change elem="//p[{"1 or " * 350}1]" prefix="p"/>' * 100)
    assert sum(len(change.elem) for change in class_changes(sitemap)) <= MOST_CHARACTERS
    assert [fault.code for fault in class_change_faults(sitemap)] == ["too-many-class-changes"]


def test_of_very_many_prefixes_those_are_kept_that_are_used() -> None:
    declared = " ".join(f'xmlns:p{number}="urn:{number}"' for number in range(1_000))
    (change,) = class_changes(document('<class-change elem="//p7:a" attr="p8:b" prefix="p"/>', declared))
    assert change.namespaces == {"p7": "urn:7", "p8": "urn:8"}


def test_namespaces_that_a_class_change_does_not_use_are_left_out() -> None:
    declared = 'xmlns:a="urn:a" xmlns:b="urn:b" xmlns:c="urn:c"'
    (change,) = class_changes(document('<class-change elem="//a:p" attr="b:q" prefix="p"/>', declared))
    assert used_namespaces(change) == {"a": "urn:a", "b": "urn:b"}


def test_misplaced_class_changes_do_not_count_towards_the_limit() -> None:
    misplaced = '<class-change elem="/a" prefix="a"/>' * MOST_FOLLOWED
    sitemap = document(f'<item name="I" url="i">{misplaced}</item><class-change elem="/b" prefix="b"/>')
    assert [change.prefix for change in class_changes(sitemap)] == ["b"]
    assert class_change_faults(sitemap) == []


def test_class_name_that_is_too_long_is_left_out() -> None:
    sitemap = document(f'<class-change elem="//p" prefix="{"s" * (LONGEST_PREFIX + 1)}"/>')
    assert class_changes(sitemap) == ()
    assert [fault.params["name"] for fault in class_change_faults(sitemap)] == ["prefix"]

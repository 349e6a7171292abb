"""Class changes. Which are followed is held by the conformance cases of D16."""

from __future__ import annotations

import pytest

from conformance.in_memory import document
from standard_sitemap.ssp.class_changes import class_change_faults, class_changes, prefixes


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


def test_declarations_go_out_of_effect() -> None:
    found = document(
        '<class-change xmlns:a="urn:inner" elem="//a:p" prefix="1"/><class-change elem="//a:p" prefix="2"/>'
        '<group xmlns:b="urn:b"/><class-change elem="//b:p" prefix="3"/>',
        'xmlns:a="urn:outer"',
    )
    assert [(change.namespaces, change.prefix) for change in class_changes(found)] == [
        ({"a": "urn:inner"}, "1"),
        ({"a": "urn:outer"}, "2"),
    ]
    assert [fault.code for fault in class_change_faults(found)] == ["undeclared-prefix"]


def test_prefix_that_needs_no_declaration() -> None:
    (change,) = class_changes(document('<class-change elem="//p[@xml:lang]" prefix="p"/>'))
    assert change.namespaces == {"xml": "http://www.w3.org/XML/1998/namespace"}

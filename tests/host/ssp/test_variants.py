"""Variants. The conformance cases of D12 to D15 cover inheritance."""

from __future__ import annotations

import pytest

from conformance.in_memory import document
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.ssp.variants import (
    all_visitable,
    expand,
    lacks,
    refused_location,
    search_method,
    search_query,
    tells_site,
    variant_names,
    variants,
    visitable,
)


def test_node_without_variants_is_its_own_variant() -> None:
    sitemap = document('<item name="A" url="a"/>')
    assert variants(sitemap, 1) == (Variant(name="A", location="http://site.example/a"),)


def test_leaves_come_in_document_order() -> None:
    sitemap = document(
        '<item><variant name="1"><variant name="2"/><variant/></variant><item/><variant name="3"/></item>'
    )
    assert [variant.name for variant in variants(sitemap, 1)] == ["2", "1", "3"]


def test_names_are_those_of_the_variants() -> None:
    sitemap = document('<item/><item name="A" url="a"/><item name="B" url="b"><variant/><variant name="C"/></item>')
    assert [variant_names(sitemap, node) for node in (1, 2, 3)] == [(None,), ("A",), ("B", "C")]


def test_one_variant_that_lacks_is_enough() -> None:
    sitemap = document('<item name="A"><variant url="a" data="q"/><variant url=""/></item>')
    assert (lacks(sitemap, 1, "name"), lacks(sitemap, 1, "url"), lacks(sitemap, 1, "data")) == (False, True, True)


@pytest.mark.parametrize(
    ("element", "refused"),
    [
        ('<item name="A" url="javascript:a"/>', "javascript:a"),
        ('<item name="A"><variant url="data:,a"/><variant url="b"/></item>', "data:,a"),
        ('<item name="A" url="http://[x"/>', "http://[x"),
        ('<item name="A" url="a"/>', None),
        ('<item name="A" url=""/>', None),
        ('<item name="A"/>', None),
        ('<group name="A"><item name="B" url="javascript:b"/></group>', None),
    ],
)
def test_address_that_nobody_is_led_to_is_that_of_the_first_variant(element: str, refused: str | None) -> None:
    assert refused_location(document(element), 1) == refused


@pytest.mark.parametrize(
    ("value", "method"), [(None, None), ("POST", "post"), ("get", "get"), ("", "get"), ("put", "get")]
)
def test_method_counts_as(value: str | None, method: str | None) -> None:
    assert search_method(value) == method


ROOT = "http://site.example/a/map.xml"


@pytest.mark.parametrize("variant", [Variant(), Variant(location="http://a.example/"), Variant(search_template="q=%s")])
def test_search_needs_location_and_template(variant: Variant) -> None:
    assert ssp.search_query(variant, "x", ROOT) is None


def test_location_that_has_no_query_gets_one_all_the_same() -> None:
    variant = Variant(location="mailto:a@b.example", search_template="subject=%s")
    assert ssp.search_query(variant, "x", ROOT) == ssp.Query("get", "mailto:a@b.example?subject=x", None)


def test_values_are_not_expanded_again() -> None:
    assert expand("%s", "%w%(1w)", ROOT) == "%25w%25%281w%29"


def test_root_file_without_host() -> None:
    assert expand("[%h]", "x", "file:///home/map.xml") == "[]"


@pytest.mark.promise("author", "The expanded length of search templates is limited.")
def test_a_template_that_expands_beyond_any_request_is_none() -> None:
    assert expand("%w" * 30_000, "x", "http://site.example/map.xml") is None
    template = Variant("S", None, "http://site.example/s", search_template="%s" * 30_000)
    assert search_query(template, "a long term", ROOT) is None


@pytest.mark.parametrize(
    "url", ["https://a.example/", "http://a.example/", "mailto:a@b.example", "file:///a", "x:y", "https:/"]
)
def test_all_visitable_equals_individual_results(url: str) -> None:
    sitemap, others = document(""), ["https://b.example/", None, "https://c.example/"]
    for locations in ([url], [others[0], url], [*others, url]):
        assert list(all_visitable(sitemap, locations)) == [visitable(sitemap, location) for location in locations]


@pytest.mark.parametrize(
    ("template", "tells"), [("q=%s&site=%h", True), ("q=%s&x=%(0w)", False), ("q=%s&x=%(2w)", True)]
)
def test_template_that_contains_a_part_of_the_address(template: str, tells: bool) -> None:
    assert tells_site(template) == tells

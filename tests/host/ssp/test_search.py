"""Requests of a search. Every expression is held by the conformance cases of D18 and D19."""

from __future__ import annotations

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.ssp.search import expand, search_query

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


def test_a_template_that_expands_beyond_any_request_is_none() -> None:
    assert expand("%w" * 30_000, "x", "http://site.example/map.xml") is None
    template = Variant("S", None, "http://site.example/s", search_template="%s" * 30_000)
    assert search_query(template, "a long term", ROOT) is None

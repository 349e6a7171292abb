"""Attributes of pages that a sitemap may write to."""

import pytest

from standard_sitemap.sites.page_attributes import may_be_written

_DANGEROUS = [
    "onclick",
    "ONLOAD",
    "src",
    "srcset",
    "srcdoc",
    "href",
    "xlink:href",
    "x:href",
    "action",
    "formaction",
    "form",
    "method",
    "target",
    "ping",
    "data",
    "poster",
    "style",
    "content",
    "http-equiv",
    "is",
    "nonce",
    "integrity",
    "sandbox",
    "background",
    "codebase",
    "xml:base",
    "base",
    "attributeName",
    "values",
    "to",
    "from",
    "by",
    "begin",
    "end",
    "dur",
    "data-controller",
    "data-x",
    "hx-get",
    "hx-on:click",
    "x-data",
    "x-on:click",
    "v-html",
    "v-bind:src",
    "ng-click",
    "ng_x",
    "@click",
    ":href",
    "on:click",
    "bind:value",
    "wire:click",
    "_",
    "xmlns",
    "xmlns:x",
    "up-follow",
    "x.bind",
    "name",
    "id",
    "rel",
    "type",
    "slot",
    "popovertarget",
    "fill",
    "filter",
    "clip-path",
    "ev:event",
]


@pytest.mark.parametrize("attribute", _DANGEROUS)
def test_what_loads_runs_submits_or_names_a_target_is_never_written(attribute: str) -> None:
    assert not may_be_written(attribute, is_own=True)


@pytest.mark.parametrize(
    "attribute", ["title", "lang", "dir", "role", "aria-label", "x:mood", "xml:lang", "rend", "Ärt"]
)
def test_others_are_where_the_map_is_of_the_pages_origin(attribute: str) -> None:
    assert may_be_written(attribute, is_own=True)
    assert not may_be_written(attribute, is_own=False)


def test_class_is_written_anywhere() -> None:
    assert may_be_written("class", is_own=False)

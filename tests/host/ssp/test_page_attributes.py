"""Attributes of pages that class changes may write to."""

import pytest

from standard_sitemap.ssp.page_attributes import is_harmless

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
@pytest.mark.promise("author", "Attributes that load, run, submit or name a target are never written.")
def test_attribute_that_loads_runs_submits_or_names_a_target_is_refused(attribute: str) -> None:
    assert not is_harmless(attribute)


@pytest.mark.parametrize(
    "attribute", ["title", "lang", "dir", "role", "aria-label", "x:mood", "xml:lang", "rend", "Ärt"]
)
def test_other_attribute_is_harmless(attribute: str) -> None:
    assert is_harmless(attribute)


def test_class_is_harmless() -> None:
    assert is_harmless("class")

"""The elements that class changes match in pages; every evaluation ends."""

from __future__ import annotations

import asyncio

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.model.hierarchy import ClassChange
from standard_sitemap.webmaster.checking.page_naming import naming
from standard_sitemap.webmaster.verifying import visiting
from standard_sitemap.webmaster.verifying.visiting import PageVisit, pages_with

XHTML = {"h": "http://www.w3.org/1999/xhtml"}
URL = "https://www.example.org/"


def _counts(elem: str, *pages: tuple[str, bytes], **namespaces: str) -> list[int] | None:
    visits = []
    for kind, body in pages:
        response = RetrievedDocument(URL, body, kind)
        visits.append(PageVisit(URL, response, naming=naming(response, None)))
    return asyncio.run(pages_with([ClassChange(elem, namespaces or XHTML, "class", "s")], visits))


HTML = ("text/html; charset=utf-8", "<title>x</title><p class=ü>Hello".encode())
XML = ("application/xhtml+xml", b'<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>')


@pytest.mark.parametrize(
    ("elem", "pages"),
    [
        ("/h:html/h:body", 2),
        ("//h:p[@class='ü']", 1),
        ("/html/body", 1),
        ("//BODY[p[@CLASS='ü']]", 1),
        ("/h:html/body[* and p]", 1),
        ("//svg", 0),
        ("count(//h:body)", 0),
        ("//x:unknown", 0),
        ("//h:body/@class", 0),
        ("id('x')", 0),
    ],
)
def test_elements_are_counted_as_browsers_see_pages(elem: str, pages: int) -> None:
    assert _counts(elem, HTML, XML) == [pages]


@pytest.mark.parametrize("kind", ['text/html; Charset="utf-8"; x=y', "TEXT/HTML;charset=utf-8;x=y"])
def test_charset_of_a_page_is_read_as_browsers_read_it(kind: str) -> None:
    assert _counts("//h:p[@class='ü']", (kind, HTML[1])) == [1]


def test_a_page_that_is_none_is_passed_over() -> None:
    assert _counts("//*", ("application/xhtml+xml", b""), ("text/css", b"p {}"), HTML) == [1]


def test_endless_evaluation_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visiting, "ELEMENTS_SECONDS", 2.0)
    many = "<p>" * 3_000
    slow = "//*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]"
    assert _counts(slow, ("text/html", many.encode())) is None

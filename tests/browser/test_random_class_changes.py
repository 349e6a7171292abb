"""The elements of class changes, in pages that arrive at once, in two parts and byte by byte (D56, D57)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from threading import Event

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.random_class_changes import RandomPage, map_of, page_in_parts, random_page
from driving.surface import Browser, until

_ARRIVALS = ("at once", "two parts", "byte by byte")
#: Class changes of one page.
_CHANGES = 10
_PATIENCE_S = 20.0


class RandomSite:
    """One page after the other, with its sitemap, at addresses of its own."""

    def __init__(self, site: HTTPServer) -> None:
        self.site = site
        self._is_applied = Event()
        sites.answer_with(site, "/applied", self._applied)

    def open(self, browser: Browser, number: int, arrival: str, page: RandomPage) -> None:
        """Open a page, which names the sitemap `map-NUMBER`, and wait until it has arrived."""
        self._is_applied.clear()
        sites.answer(self.site, f"/map-{number}.xml", sites.sitemap(map_of(page)), content_type="application/xml")
        sites.answer_with(self.site, f"/page-{number}", lambda _: self._sent(page, arrival))
        browser.open(self.site.url_for(f"/page-{number}"))

    def _applied(self, _: Request) -> Response:
        self._is_applied.set()
        return Response("")

    def _sent(self, page: RandomPage, arrival: str) -> Response:
        def parts() -> Iterator[bytes]:
            yield page.parts[0].encode()
            self._is_applied.wait(_PATIENCE_S)
            yield page.parts[1].encode()

        body = page.text.encode()
        stream = {
            "at once": iter([body]),
            "two parts": parts(),
            "byte by byte": (body[place : place + 1] for place in range(len(body))),
        }
        return Response(stream[arrival], content_type="text/html; charset=utf-8")


@pytest.mark.parametrize("pages", [12, pytest.param(300, marks=pytest.mark.thorough)])
def test_random_class_changes_are_those_of_the_finished_page(browser: Browser, site: HTTPServer, pages: int) -> None:
    """Compare with an evaluation on the finished page, which the browser makes of the whole text."""
    rng, random_site, level = Random(pages), RandomSite(site), 20
    for number in range(pages):
        arrival = _ARRIVALS[number % len(_ARRIVALS)]
        page = random_page(rng, _links(number), _CHANGES)
        random_site.open(browser, number, arrival, page)
        expected = browser.page.eval(_ORACLE, page.text, page.expressions)
        message = f"page {number}, {arrival}: {page}, {expected}"
        until(partial(_is_as_expected, browser, expected, level), message)
        if browser.name == "firefox" or number % 5 == 0:  # Chromium stores a setting 120 times a minute at most
            level = 21 + number % 50
            browser.extension_eval("await api.storage.sync.set({levels: {atHand: arguments[0]}})", level)
            until(partial(_is_as_expected, browser, expected, level), message)


@pytest.mark.parametrize("arrival", _ARRIVALS)
def test_elements_that_depend_on_the_whole_page(browser: Browser, site: HTTPServer, arrival: str) -> None:
    page = page_in_parts(
        _links(0),
        '<div id="i1"><p>one</p></div><ul><li>first</li>',
        '<li>second</li></ul><div id="i2"><nav></nav></div><ul><li>only</li></ul><p>end</p>',
        (
            "/h:html/h:body/h:div[last()]",
            "/h:html/h:body/h:div[not(following-sibling::h:div)]",
            "//h:div[not(h:nav)]",
            "//h:ul[count(h:li)=1]",
            "//h:li[last()]",
            "(//h:p)[last()]",
            "//h:div[following-sibling::h:p]",
            "id('i2')",
        ),
    )
    RandomSite(site).open(browser, 0, arrival, page)
    expected = browser.page.eval(_ORACLE, page.text, page.expressions)
    assert all(expected), "each has an element"
    until(partial(_is_as_expected, browser, expected, 20), f"{arrival}: {expected}")


def _links(number: int) -> str:
    return sites.LINKS.replace("/map.xml", f"/map-{number}.xml")


def _is_as_expected(browser: Browser, expected: list[list[int]], level: int) -> bool:
    return bool(browser.page.eval(_RESULT, len(expected), level) == expected)


_ORACLE = """const whole = new DOMParser().parseFromString(arguments[0], 'text/html');
    const every = [...whole.getElementsByTagName('*')], space = () => 'http://www.w3.org/1999/xhtml';
    return arguments[1].map((elem) => {
        const nodes = whole.evaluate(elem, whole, space, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
        for (let at = 0; at < nodes.snapshotLength; at++)
            if (nodes.snapshotItem(at).nodeType === 1) return [every.indexOf(nodes.snapshotItem(at))];
        return [];
    })"""
#: Of each change, the elements that have its family at a level.
_RESULT = """const every = [...document.getElementsByTagName('*')], [count, level] = arguments;
    return [...Array(count).keys()].map((number) => every.flatMap(({ classList: names }, at) =>
        names.contains(`f${number}-over-${level - 1}`) &&
        names.contains(`f${number}-under-${level + 1}`) ? [at] : []))"""

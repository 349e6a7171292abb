"""The links of random pages are those that browsers see in them (D27, D29, D41, D42)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.random_pages import random_page
from driving.surface import Browser
from standard_sitemap.ssp import Link, read_page

#: Pages that are loaded by one request to the browser, a few at a time.
_AT_ONCE = 100
#: Encodings without a declaration are those of the page around.
_LOADER = "<!doctype html><meta charset=windows-1252><title>Loader</title>"
#: Random scripts are errors, which chromedriver cannot always report. The parser still takes scripts as enabled.
_WITHOUT_SCRIPTS = {"Content-Security-Policy": "script-src 'none'"}
_SEEN = """
const HTML = 'http://www.w3.org/1999/xhtml';
const attributes = {link: ['rel', 'href'], meta: ['name', 'content']};
const numbers = [...arguments[0]], seen = {};
function links(page) {
  const base = page.querySelector('base[href]');
  const elements = [...page.querySelectorAll('link, meta')].filter(({namespaceURI}) => namespaceURI === HTML);
  return {
    base: page.baseURI,
    isBaseInBody: base?.closest('body') != null,
    links: elements
      .map((element) => [element.localName, ...attributes[element.localName].map((name) => element.getAttribute(name)),
        element.closest('body') !== null])
      .filter(([, rel, href]) => rel !== null && href !== null),
  };
}
async function work() {
  for (let number; (number = numbers.shift()) !== undefined;) {
    const frame = document.createElement('iframe');
    frame.src = `/random/${number}`;
    document.body.append(frame);
    // Parsing counts: what a random page links may never load.
    const isParsed = ({URL, readyState}) => URL === frame.src && readyState !== 'loading';
    while (!isParsed(frame.contentDocument)) await new Promise((done) => setTimeout(done, 5));
    seen[number] = links(frame.contentDocument);
    frame.remove();
  }
}
await Promise.all([work(), work(), work(), work()]);
return seen;
"""


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=pytest.mark.thorough)])
def test_links_of_random_pages_are_those_that_browsers_see(browser: Browser, site: HTTPServer, count: int) -> None:
    rng = Random(count)
    pages = [random_page(rng) for _ in range(count)]

    def random(request: Request) -> Response:
        page = pages[int(request.path.rpartition("/")[2])]
        return Response(page.body, content_type=page.content_type, headers=_WITHOUT_SCRIPTS)

    sites.answer_with(site, re.compile("/random/[0-9]+"), random)
    sites.answer(site, "/", _LOADER, content_type="text/html")
    browser.open(site.url_for("/"))
    differing = {}
    for start in range(0, count, _AT_ONCE):
        numbers = list(range(start, min(start + _AT_ONCE, count)))
        for number, seen in browser.page.eval(_SEEN, numbers).items():
            url, page = site.url_for(f"/random/{number}"), pages[int(number)]
            links = read_page(page.body, url, page.content_type)
            ours = [[link.element, link.rel, link.href, link.in_body] for link in links]
            if ours != seen["links"] or not all(_has_base(link, url, seen) for link in links):
                differing[page] = (links, seen)
    assert differing == {}


def _has_base(link: Link, url: str, seen: dict[str, Any]) -> bool:
    """Return whether a link has the base of the document, or of its own time (D41)."""
    if link.in_body:
        return bool(link.base == seen["base"])
    if ".location" in link.rel.lower():  # decided before the base arrived, perhaps
        return link.base in (url, seen["base"])
    return bool(link.base == (url if seen["isBaseInBody"] else seen["base"]))

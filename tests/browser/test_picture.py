"""The interactive picture in both browsers: search, keyboard, sizes; no external resources or injected scripts."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_httpserver import HTTPServer

import standard_sitemap
from browser.sites import sitemap
from driving.surface import Appearance, Browser, until
from standard_sitemap.webmaster.rendering.html_pages import picture
from standard_sitemap.webmaster.rendering.traversal import places

SCRIPT = "</script><script>document.title = 'run'</script>"
IMAGE = "<img src=/elsewhere.png onerror=\"document.title = 'run'\">"
TURNED = "\u202eevil\u2066"

_ITEMS = "".join(f'<item name="Barge {number}" url="/barges/{number}"/>' for number in range(30))
_MAP = f"""<item name="Harbour" url="/"/>
<item name="Barges" url="/barges/">{_ITEMS}<group name="Old"><item name="Hulk" url="/barges/old/hulk"/></group></item>
<item name="Pilots" url="/pilots/"><item name="Ana" url="/pilots/ana"/><item name="Ben" url="/pilots/ben"/></item>
<item name="{{script}}" url="javascript:document.title='run'"/><item name="{{image}}" url="/x"/>
<item name="{TURNED}" url="/turned"/>"""

_NAMES = """return [...document.querySelectorAll('#tree [role=treeitem]')].filter((one) => one.checkVisibility())
    .map((one) => one.querySelector('.name').textContent)"""


@pytest.fixture
def opened(browser: Browser, site: HTTPServer) -> Browser:
    """Return the browser with the picture, served by a server that would see every request."""
    escaped = {
        name: value.replace("<", "&lt;").replace('"', "&quot;")
        for name, value in (("script", SCRIPT), ("image", IMAGE))
    }
    read = standard_sitemap.read(sitemap(_MAP.format(**escaped)).encode(), uri=site.url_for("/map.xml"))
    page = "".join(picture("Harbour <b>map</b>", places(read.hierarchy, None)))
    site.expect_request("/picture.html").respond_with_data(page, content_type="text/html; charset=utf-8")
    browser.open(site.url_for("/picture.html"))
    until(lambda: browser.page.eval("return document.querySelector('#map').children.length") > 0, "the map is drawn")
    return browser


def test_search_finds_and_leads_to_the_place_in_the_tree(opened: Browser) -> None:
    page = opened.page
    page.focus("#query")
    page.press(*"hulk")
    until(lambda: page.eval("return document.getElementById('found').textContent") == "1 found", "the one is found")
    assert page.eval("return document.querySelector('#results .above').textContent") == "Barges / Old"
    page.click("#results button")
    until(lambda: "Hulk" in page.eval(_NAMES), "the branches above it are open")
    chosen = "return document.querySelector('[aria-selected=true] > .row .name').textContent"
    assert page.eval(chosen) == "Hulk"


def test_treemap_shows_branches_by_size_and_opens_them(opened: Browser) -> None:
    page = opened.page
    areas = """return Object.fromEntries([...document.querySelectorAll('#map > *')].map((one) =>
        [one.firstChild.textContent, one.offsetWidth * one.offsetHeight]))"""
    sizes = page.eval(areas)
    assert sizes["Barges"] > 5 * sizes["Pilots"] > 5 * sizes["Harbour"] > 0
    assert page.eval("return document.querySelector('#map .branch .size').textContent") == "32 below"
    page.click("#map .branch")
    until(lambda: "Barge 3" in page.eval(areas), "the branch fills the map")


def test_names_are_plain_text_and_no_external_resource_is_loaded(opened: Browser, site: HTTPServer) -> None:
    page = opened.page
    names = page.eval(_NAMES)
    assert {SCRIPT, IMAGE} <= set(names)
    assert page.eval("return document.title") == "Harbour <b>map</b>: the site in a picture"
    assert page.eval("return document.querySelectorAll('main img, main script, main b').length") == 0
    schemes = page.eval("return [...document.querySelectorAll('a')].map((one) => one.protocol)")
    assert {urlsplit(f"{scheme}//").scheme for scheme in schemes} == {"http"}
    isolated = "return [...document.querySelectorAll('#tree .name')].map((one) => getComputedStyle(one).unicodeBidi)"
    assert set(page.eval(isolated)) == {"isolate"}
    assert page.eval("return performance.getEntriesByType('resource').length") == 0
    assert {request.path for request, _ in site.log} <= {"/picture.html", "/favicon.ico"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_either_scheme(opened: Browser, scheme: str) -> None:
    page = opened.page
    page.appear(Appearance(scheme=scheme))
    until(lambda: page.eval("return matchMedia(`(prefers-color-scheme: ${arguments[0]})`).matches", scheme), scheme)
    colors = """return [...document.querySelectorAll('#map > *, body')].map((one) => [getComputedStyle(one).color,
        getComputedStyle(one).backgroundColor].map((color) => color.match(/[0-9.]+/g).slice(0, 3).map(Number)))"""
    for text, ground in page.eval(colors):
        assert _contrast(text, ground) >= 4.5
    if folder := os.environ.get("STANDARD_SITEMAP_PICTURES"):
        Path(folder, f"picture-{opened.name}-{scheme}.png").write_bytes(page.screenshot())
    page.appear(Appearance())


def _contrast(colour: list[float], other: list[float]) -> float:
    """Return the contrast of two colours by WCAG 2."""
    low, high = sorted(map(_luminance, (colour, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: list[float]) -> float:
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

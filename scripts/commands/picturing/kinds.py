"""Fifteen kinds of sites, each at two widths of the sidebar, light and dark, in both browsers.

Firefox shows its sidebar in a real window at either width. Chromium's own panel is at least 360 pixels wide, so its
page is drawn at these widths instead.
"""

from __future__ import annotations

import contextlib
import io
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PIL import Image
from pytest_httpserver import HTTPServer

from browser import sites, weblog
from commands.picturing import windows
from commands.picturing.scenes import SCHEMES, Places, reduced, served, tidy
from driving import reading
from driving.profile import ROOT
from driving.surface import Appearance, Browser, DrivingError, Surface, TimedOut, until, wait_for

WIDTHS = (240, 400)
#: The height of Firefox's sidebar in the windows of pictures.
_HEIGHT = 590
_GAP = 10
_MOST_PICTURES = 10
_PAGES = ROOT / "tests" / "pages"
_PART = "<h2>{0}. Of the tide</h2><h3>Springs</h3><h3>Neaps</h3><p>Text</p>"
_ARTICLE = "".join(map(_PART.format, range(1, 30)))
_ARABIC = """<item lang="ar" name="الميناء" url=""/>
<item lang="ar" name="المد والجزر" url="p/tides">
<item lang="ar" name="مد اليوم" url="p/today"/>
<item lang="ar" name="كيف يحدث المد" url="p/why"/></item>
<item lang="ar" name="المراسي" url="p/moorings"/>
<item lang="ar" name="اتصل بنا" url="p/contact" role="tree contact"/>"""


def _contents(page: str, browser: Browser, site: HTTPServer, _: Places) -> None:
    """Show a page without a map: its headings and menus."""
    sites.answer(site, f"/docs/{page}.html", (_PAGES / page / "page.html").read_text("utf-8"))
    browser.open(site.url_for(f"/docs/{page}.html"))
    if page == "empty":
        wait_for(browser.sidebar, "return document.querySelector('#nothing').checkVisibility()")
    else:
        until(lambda: reading.names(browser), "headings and menus are there")


def _article(browser: Browser, site: HTTPServer, _: Places) -> None:
    sites.answer(site, "/article", sites.page("Tide", head="", body=f"<h1>Tide</h1>{_ARTICLE}"))
    browser.open(site.url_for("/article"))
    until(lambda: reading.names(browser), "headings are there")


def _with_map(content: str, path: str, browser: Browser, site: HTTPServer, _: Places) -> None:
    reading.shown(browser, sites.serve(site, content) + path)
    until(lambda: reading.current(browser), "the page is marked")


def _whole_site(name: str, path: str, browser: Browser, _: HTTPServer, places: Places) -> None:
    reading.shown(browser, f"{getattr(places, name)}/{path}")
    until(lambda: reading.current(browser), "the page is marked")


def _weblog(browser: Browser, site: HTTPServer, _: Places) -> None:
    browser.open(weblog.serve(site, robots=1) + "about-us/")
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: reading.current(browser), "the page is marked")


def _failed(browser: Browser, site: HTTPServer, _: Places) -> None:
    body = (
        '<nav aria-label="Shelves"><a href="/a">Rope</a> <a href="/b">Paint</a></nav><h1>Chandler</h1><h2>Offers</h2>'
    )
    sites.answer(site, "/map.xml", "gone", status=404)
    sites.answer(site, "/", sites.page("Chandler", body=body))
    browser.open(site.url_for("/"))
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    until(lambda: "Rope" in reading.names(browser), "what the page has is there")


#: The function that sets up each kind, in the order of the guide.
KINDS: Mapping[str, Callable[[Browser, HTTPServer, Places], None]] = {
    "own-map": partial(_whole_site, "harbour", "tides/why"),
    "bookshop": partial(_whole_site, "shop", "en/books/moss"),
    "weblog": _weblog,
    "sphinx": partial(_contents, "sphinx"),
    "mkdocs": partial(_contents, "mkdocs"),
    "docusaurus": partial(_contents, "docusaurus"),
    "wordpress": partial(_contents, "wordpress"),
    "news": partial(_contents, "news"),
    "shop": partial(_contents, "shop"),
    "forum": partial(_contents, "forum"),
    "application": partial(_contents, "application"),
    "article": _article,
    "arabic": partial(_with_map, _ARABIC, "p/why"),
    "failed": _failed,
    "empty": partial(_contents, "empty"),
}


def pictures(
    browsers: Sequence[str], names: Sequence[str], report: Callable[[str], None]
) -> Iterator[tuple[str, Image.Image]]:
    """Yield each kind with one picture composed of all its views. Failures are reported and skipped."""
    taken: dict[str, list[Image.Image]] = {}
    with contextlib.ExitStack() as stack:
        places = served(stack)
        for browser, scheme in itertools.product(browsers, SCHEMES):
            with windows.opened(browser, scheme, {}) as window:
                for name in names:
                    try:
                        taken.setdefault(name, []).extend(_taken(window, name, places))
                    except (DrivingError, TimedOut) as problem:
                        report(f"{name} in {browser}, {scheme}: {problem}")
    for name, images in taken.items():
        if len(images) == len(browsers) * len(SCHEMES) * len(WIDTHS):
            yield name, _composed(images)


def _taken(window: windows.Window, name: str, places: Places) -> list[Image.Image]:
    """Return the sidebar at each width, narrow first."""
    tidy(window)
    window.settle()
    with sites.server() as site:
        KINDS[name](window.browser, site, places)
        return [_at_width(window, width) for width in WIDTHS]


def _at_width(window: windows.Window, width: int) -> Image.Image:
    if window.browser.name == "firefox":
        window.widen(width)
        wait_for(window.browser.sidebar, "return Math.abs(innerWidth - arguments[0]) <= 2", width)
        wait_for(window.browser.sidebar, _ARE_COUNTED)
        return window.picture("sidebar")
    window.browser.sidebar.appear(Appearance(window.scheme, width=width, height=_HEIGHT))
    wait_for(window.browser.sidebar, "return innerWidth === arguments[0]", width)
    wait_for(window.browser.sidebar, _ARE_COUNTED)
    windows.drawn(window.browser.sidebar)
    image: Image.Image = Image.open(io.BytesIO(_still_picture(window.browser.sidebar)))
    return image.convert("RGB").crop((0, 0, width, min(_HEIGHT, image.height)))


def _still_picture(surface: Surface) -> bytes:
    """Return a picture that is like the one before it: the first after a change of size may show two sizes at once."""
    before = b""
    for _ in range(_MOST_PICTURES):
        picture = surface.screenshot()
        if picture == before:
            return picture
        before = picture
    raise DrivingError("the sidebar does not stand still")


#: Whether each closed branch of a map shows the number of its pages.
_ARE_COUNTED = """const closed = [...document.querySelectorAll('[role=treeitem][aria-expanded=false]')];
    return document.body.dataset.list !== 'map' || closed.every((row) => row.querySelector('.below')?.dataset.count);"""


def _composed(images: Sequence[Image.Image]) -> Image.Image:
    """Return a picture with a row for each browser: light and dark, narrow and wide."""
    row = len(SCHEMES) * len(WIDTHS)
    rows = [images[at : at + row] for at in range(0, len(images), row)]
    width = max(sum(image.width for image in images_of_row) for images_of_row in rows) + _GAP * (row - 1)
    height = sum(max(image.height for image in images_of_row) for images_of_row in rows) + _GAP * (len(rows) - 1)
    whole = Image.new("RGB", (width, height), "#808080")
    top = 0
    for images_of_row in rows:
        left = 0
        for image in images_of_row:
            whole.paste(image, (left, top))
            left += image.width + _GAP
        top += max(image.height for image in images_of_row) + _GAP
    return reduced(whole)

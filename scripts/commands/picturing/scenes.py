"""The guide's scenes of the sidebar: each is set up in real windows of both browsers, and combined light beside dark.

To add a scene, write a function that sets it up and add a line to `SCENES`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from PIL import Image

from browser import sites, weblog
from commands.picturing import harbour, windows
from commands.picturing.views import extension_in
from demo.server import served as shop_served
from driving import reading
from driving.surface import Appearance, Browser, DrivingError, TimedOut, until, wait_for, write

SCHEMES = ("light", "dark")
_GAP = 10
#: Two parts are as wide as the guide's column. Whole windows are scaled down, and larger when opened alone.
_PART, _WINDOW = 340, 600
_COLOURS = 256


@dataclass(frozen=True)
class Places:
    """The addresses of the pictured sites, without trailing slashes."""

    harbour: str
    shop: str
    weblog: str
    lone: str


@dataclass(frozen=True)
class Scene:
    """How a scene is set up, how the browser is started for it, and which part is pictured."""

    show: Callable[[Browser, Places], None]
    part: str = "sidebar"
    height: int | None = 440
    start: str = "usual"


# Setup of the scenes


def _page(path: str, row: str, browser: Browser, places: Places) -> None:
    """Open a page of the harbour, and wait until its row is marked."""
    reading.shown(browser, f"{places.harbour}/{path}")
    until(lambda: reading.current(browser) == [row], f"{row} is marked")
    wait_for(browser.sidebar, "return document.querySelector('.row .below') !== null")


def _outline(browser: Browser, places: Places) -> None:
    _page("tides/why", "How tides come about", browser, places)
    until(lambda: "Spring tides" in reading.page_names(browser), "the headings are there")
    browser.page.eval("document.querySelector('#s2').scrollIntoView()")
    # In a high window, the page ends there, and its last heading is the current one.
    wait_for(
        browser.sidebar, "return (document.querySelector('[aria-current=location]')?.innerText ?? 'Why') !== 'Why'"
    )


def _failed_page(browser: Browser, places: Places) -> None:
    _page("moorings/guests", "Guests", browser, places)
    with contextlib.suppress(DrivingError):  # raised for a page that does not load
        browser.open(f"{places.harbour}/lost/boat")
    until(lambda: not reading.current(browser), "nothing is marked")


def _nowhere(browser: Browser, places: Places) -> None:
    _page("harbour", "Harbour office", browser, places)
    browser.sidebar.eval("document.querySelector('#tree').scrollTop = 1e6")
    wait_for(browser.sidebar, "return document.body.innerText.includes('Old tide tables')")


def _filter(browser: Browser, places: Places) -> None:
    _page("harbour", "Harbour office", browser, places)
    write(browser.sidebar, "#filter", "tide")
    wait_for(browser.sidebar, "return document.querySelector('#matches').checkVisibility()")


def _popup(browser: Browser, places: Places) -> None:
    _page("moorings/guests", "Guests", browser, places)
    browser.close_sidebar()
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu [role=menuitem]') !== null")


def _without(browser: Browser, address: str) -> None:
    """Open a page that names no map, and request the ordinary sitemap of its site."""
    browser.open(address)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")


def _none(browser: Browser, places: Places) -> None:
    browser.open(f"{places.weblog}/")
    browser.page.eval("document.body.innerHTML = arguments[0]", _LOG)
    browser.open_sidebar()
    until(lambda: "About us" in reading.names(browser), "headings and menus are there")
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")


def _ordinary(browser: Browser, places: Places) -> None:
    _without(browser, f"{places.lone}/")
    until(lambda: any(reading.names(browser)), "the tree has rows")
    wait_for(browser.sidebar, "return document.querySelector('#notice-undo')?.checkVisibility()")
    reading.open_branches(browser.sidebar)


def _itself(browser: Browser, places: Places) -> None:
    browser.extension_eval("await api.storage.sync.set({lookByItself: true})")
    reading.shown(browser, f"{places.lone}/about-us/")
    wait_for(browser.sidebar, "return document.querySelector('#notice-undo')?.checkVisibility()")


def _titles(browser: Browser, places: Places) -> None:
    _ordinary(browser, places)
    reading.choose_from_menu(browser.sidebar, "Fetch the names of these pages")
    until(lambda: "Of rope, and of tar" in reading.names(browser), "pages have their titles")
    wait_for(browser.sidebar, "return document.querySelector('#notice-text').innerText.includes('now have')")


def _divided(browser: Browser, places: Places) -> None:
    browser.extension_eval("await api.storage.sync.set({division: 'name', groupSize: 12})")
    _page("register/amber-bird", "Amber Bird", browser, places)


def _choosing(browser: Browser, places: Places) -> None:
    _without(browser, f"{places.weblog}/")
    wait_for(browser.sidebar, "return document.querySelector('#picker:not([hidden]):not([aria-busy])') !== null")
    browser.sidebar.eval("for (const one of document.querySelectorAll('#picker details')) one.open = true")


def _faults(browser: Browser, places: Places) -> None:
    reading.shown(browser, f"{places.harbour}/faulty")
    reading.open_problems(browser.sidebar)


def _row_menu(browser: Browser, places: Places) -> None:
    _page("moorings", "Moorings", browser, places)
    browser.sidebar.focus("[aria-current=page]")  # which shows the button
    browser.sidebar.click("[aria-current=page] [aria-haspopup=menu]")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")


def _density(density: str, browser: Browser, places: Places) -> None:
    _page("moorings/guests", "Guests", browser, places)
    browser.extension_eval("await api.storage.sync.set({density: arguments[0]})", density)
    wait_for(browser.sidebar, "return document.body.dataset.density === arguments[0]", density)


def _contrast(browser: Browser, places: Places) -> None:
    _page("moorings/guests", "Guests", browser, places)
    scheme = "dark" if browser.sidebar.eval("return matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    width = windows.SIDEBAR if browser.name == "firefox" else None  # if the window's own width is forgotten
    browser.sidebar.appear(Appearance(scheme, forced_colors=True, width=width))
    wait_for(browser.sidebar, "return matchMedia('(forced-colors: active)').matches")


def _near(browser: Browser, places: Places) -> None:
    reading.shown(browser, f"{places.harbour}/moorings/guests/last-year")
    wait_for(browser.sidebar, "return document.querySelector('.row[aria-current=location] .near-here') !== null")


def _not_reloaded(browser: Browser, places: Places) -> None:
    reading.shown(browser, f"{places.harbour}/once-{next(_NUMBERS)}")
    browser.sidebar.click("#reload")
    wait_for(browser.sidebar, "return document.querySelector('#status').innerText.includes('earlier map')")


def _languages(browser: Browser, places: Places) -> None:
    reading.shown(browser, f"{places.shop}/en/books/moss")
    until(lambda: reading.current(browser) == ["Notes on Moss"], "the page is marked")


def _options(browser: Browser, _: Places) -> None:
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    browser.page.eval("scrollBy(0, document.querySelector('#reading-title').getBoundingClientRect().top - 110)")


def _first_page(browser: Browser, _: Places) -> None:
    wait_for(browser.page, "return document.body.dataset.consent === 'open'")


def _no_host(browser: Browser, places: Places) -> None:
    browser.open(f"{places.harbour}/harbour")
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")


_NUMBERS = count()
_LOG = """<nav aria-label="Quay notes"><a href="/">News</a> <a href="/about-us/">About us</a>
<a href="/hours/">Opening hours</a></nav><h1>Winter moorings</h1>
<h2>Ashore</h2><h2>Afloat</h2><h3>Fenders</h3><h3>Lines</h3>"""
#: Keeps the consent, without which the sidebar shows nothing.
_FORGET = """const {consent, ...local} = await api.storage.local.get(null);
    await Promise.all([api.storage.local.remove(Object.keys(local)), api.storage.sync.clear()]);"""
_TWELVE = "Price list of the northern basin for boats up to 12 metres"

#: In the order of taking. Scenes that close the sidebar or replace its page come last.
SCENES: Mapping[str, Scene] = {
    "window": Scene(partial(_page, "moorings/guests", "Guests"), "window", None),
    "sequence": Scene(partial(_page, "lessons/wind", "Wind and sails"), height=None),
    "outline": Scene(_outline),
    "nowhere": Scene(_nowhere, height=None),
    "long-names": Scene(partial(_page, "moorings/winter/12", _TWELVE)),
    "near": Scene(_near),
    "filter": Scene(_filter),
    "row-menu": Scene(_row_menu, height=None),
    "compact": Scene(partial(_density, "compact")),
    "roomy": Scene(partial(_density, "roomy")),
    "contrast": Scene(_contrast),
    "failed-page": Scene(_failed_page, height=None),
    "not-reloaded": Scene(_not_reloaded, height=None),
    "faults": Scene(_faults),
    "none": Scene(_none, height=None),
    "choosing": Scene(_choosing, height=None),
    "ordinary": Scene(_ordinary, height=None),
    "titles": Scene(_titles, height=None),
    "itself": Scene(_itself, height=None),
    "divided": Scene(_divided, height=None),
    "options": Scene(_options, "window", None),
    "popup": Scene(_popup, "popup", None),
    "first-page": Scene(_first_page, "window", None, "first"),
    "no-host": Scene(_no_host, height=None, start="no-host"),
    "arabic": Scene(_languages, height=None, start="ar"),
    "japanese": Scene(_languages, height=None, start="ja"),
}


@contextlib.contextmanager
def _started(kind: str) -> Iterator[Mapping[str, Any]]:
    """Yield the keywords of `driving.start.browser` for a start of some kind.

    The browser starts without the host, before the consent, or in a language.
    """
    if kind in ("ar", "ja"):
        with extension_in(kind) as extension:
            yield {"extension": extension}
    else:
        yield {"usual": {}, "no-host": {"with_host": False}, "first": {"consents": False}}[kind]


def shots(
    browsers: Sequence[str], names: Sequence[str], report: Callable[[str], None]
) -> Iterator[tuple[str, str, str, Image.Image]]:
    """Yield scene, browser, scheme and picture. Failures are reported and skipped."""
    with contextlib.ExitStack() as stack:
        places = served(stack)
        for browser in browsers:
            for scheme in SCHEMES:
                for name, image in _taken(browser, scheme, names, places, report):
                    yield name, browser, scheme, image


def served(stack: contextlib.ExitStack) -> Places:
    """Serve the pictured sites as long as the stack is open."""
    many, single = (stack.enter_context(sites.server()) for _ in range(2))
    return Places(
        stack.enter_context(harbour.served()),
        stack.enter_context(shop_served()),
        weblog.serve(many).rstrip("/"),
        weblog.serve(single, robots=1).rstrip("/"),
    )


def _taken(
    name: str, scheme: str, wanted: Sequence[str], places: Places, report: Callable[[str], None]
) -> Iterator[tuple[str, Image.Image]]:
    """Yield the pictures of one browser in one scheme; each kind of start happens once."""
    for kind in dict.fromkeys(SCENES[scene].start for scene in wanted):
        with _started(kind) as how, windows.opened(name, scheme, how) as window:
            for scene in (name_of_scene for name_of_scene in wanted if SCENES[name_of_scene].start == kind):
                try:
                    yield scene, _picture(window, SCENES[scene], places)
                except (DrivingError, TimedOut) as problem:
                    report(f"{scene} in {name}, {scheme}: {problem}")


def _picture(window: windows.Window, scene: Scene, places: Places) -> Image.Image:
    browser = window.browser
    if scene.start != "first":
        tidy(window)
    if scene.start == "usual":
        window.settle()
    scene.show(browser, places)
    if scene.start != "usual":
        window.settle()
    return window.picture(scene.part, scene.height)


def tidy(window: windows.Window) -> None:
    """Undo the previous scene's changes, and open an empty page with the sidebar."""
    browser = window.browser
    with contextlib.suppress(DrivingError):
        browser.close_popup()
    browser.open("about:blank")
    browser.open_sidebar()
    browser.sidebar.appear(Appearance(window.scheme))
    browser.extension_eval(_FORGET)
    browser.close_sidebar()
    browser.open_sidebar()


def composed(images: Sequence[Image.Image]) -> Image.Image:
    """Return pictures of equal width in rows of two, with few colours: interfaces have no more."""
    width = _WINDOW if images[0].width > _WINDOW else _PART
    scaled = [_fitted(image, width) for image in images]
    rows = [scaled[at : at + 2] for at in range(0, len(scaled), 2)]
    heights = [max(image.height for image in row) for row in rows]
    whole = Image.new("RGB", (2 * width + _GAP, sum(heights) + _GAP * (len(rows) - 1)), "#808080")
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for number, image in enumerate(row):
            whole.paste(image, (number * (width + _GAP), top))
        top += height + _GAP
    return reduced(whole)


def reduced(image: Image.Image) -> Image.Image:
    """Return the picture with few, distant colours, so that the few pixels of a marker keep theirs."""
    return image.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _fitted(image: Image.Image, width: int) -> Image.Image:
    image = image.convert("RGB")
    if image.width == width:
        return image
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)

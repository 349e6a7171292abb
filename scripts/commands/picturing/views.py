"""The pictured views in order, with their setup. All show the real interface."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from driving import reading
from driving.profile import ROOT, Place
from driving.surface import Appearance, Browser, Surface, agree, until, wait_for, write

Picture = tuple[str, bytes]


def with_mouse(place: Place) -> None:
    """Have a headless browser report a mouse that can hover, as most readers' do: `prepare` of `start.browser`."""
    pointers = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
    if place.profile.name == "chromium":
        place.arguments.append(f"--blink-settings={pointers}")
        return
    lines = (f'user_pref("ui.{name}PointerCapabilities", 6);\n' for name in ("primary", "all"))  # fine, and hovers
    (place.profile / "prefs.js").write_text("".join(lines))


def with_host(browser: Browser, shop: str, scheme: str) -> Iterator[Picture]:
    """Yield page and sidebar, the sidebar's states, the options and the popup."""
    _shown(browser, f"{shop}/en/shelves/sea", "The sea", scheme)
    yield "window", browser.screenshot()
    _shown(browser, f"{shop}/en/books/moss", "Notes on Moss", scheme)
    yield "deep", picture(browser.sidebar)
    _shown(browser, f"{shop}/en/sample/chapter-2", "2. What the pilot said", scheme)
    yield "sequence", picture(browser.sidebar)
    write(browser.sidebar, "#filter", "la")
    until(lambda: "A Field Guide to Lamps" in reading.names(browser), "the filter has matches")
    yield "filter", picture(browser.sidebar)
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    yield "none", picture(browser.sidebar)
    yield from _options(browser, scheme)
    browser.close_sidebar()
    browser.open(f"{shop}/en/")
    yield from _popup(browser, scheme)


def in_trouble(browser: Browser, site: str, scheme: str) -> Iterator[Picture]:
    """Yield the sidebar with a missing, unresponsive, right-to-left or faulty map, and with little room."""
    browser.open(f"{site}/missing")
    browser.open_sidebar()
    browser.sidebar.appear(Appearance(scheme, reduced_motion=True))
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    yield "failed", picture(browser.sidebar)
    browser.open(f"{site}/slow-{scheme}")
    wait_for(
        browser.sidebar, "return !document.querySelector('#stop').hidden && document.body.dataset.state === 'loading'"
    )
    yield "loading", picture(browser.sidebar)
    browser.open(f"{site}/mixed")
    until(lambda: any(reading.current(browser)), "the page is marked")
    browser.sidebar.eval("document.documentElement.dir = 'rtl'")
    yield "rtl", picture(browser.sidebar)
    browser.sidebar.appear(Appearance(scheme, reduced_motion=True, width=320, zoom=2))
    wait_for(browser.sidebar, "return Math.abs(innerWidth - 160) <= 1")
    yield "rtl-small", picture(browser.sidebar)
    browser.sidebar.eval("document.documentElement.dir = 'ltr'")
    yield "small", picture(browser.sidebar)
    browser.sidebar.appear(Appearance(scheme, reduced_motion=True))
    browser.open(f"{site}/faulty")
    until(lambda: "Tides" in reading.names(browser), "the next map is there")
    browser.sidebar.click("#roles [data-role=contact]")
    wait_for(browser.sidebar, "return document.querySelector('#roles [aria-expanded=true]') !== null")
    yield "roles", picture(browser.sidebar)
    browser.sidebar.press("Escape")
    reading.open_problems(browser.sidebar)
    yield "problems", picture(browser.sidebar)
    browser.close_sidebar()


@contextlib.contextmanager
def extension_in(language: str) -> Iterator[Path]:
    """Yield a copy of the extension in one language: browsers switch languages only with language packages."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copytree(ROOT / "extension", folder / "extension")
        write_language(folder, language)
        yield folder


def write_language(folder: Path, language: str) -> None:
    """Write texts and manifest of an extension in one language."""
    shutil.rmtree(folder / "_locales", ignore_errors=True)
    shutil.copytree(ROOT / "_locales" / language, folder / "_locales" / language)
    manifest = json.loads((ROOT / "manifest.json").read_text("utf-8"))
    (folder / "manifest.json").write_text(json.dumps({**manifest, "default_locale": language}), "utf-8")


#: In pixels: the size of pictures in both stores, and of the small tile in Chrome's.
STORE_SIZE, TILE_SIZE = (1280, 800), (440, 280)


def for_store(browser: Browser, shop: str) -> Iterator[Picture]:
    """Yield each store picture in its size: first page, page with sidebar, dark ones, and tile.

    Starts before the consent.
    """
    wait_for(browser.page, "return document.body.dataset.consent === 'open'")
    yield "first-page", fitted(picture(browser.page), STORE_SIZE)
    agree(browser.page)
    for scheme in ("light", "dark"):
        _shown(browser, f"{shop}/en/shelves/sea", "The sea", scheme)
        yield f"{scheme}-window", fitted(browser.screenshot(), STORE_SIZE)
    _shown(browser, f"{shop}/en/books/moss", "Notes on Moss", "light")
    yield "light-deep", fitted(browser.screenshot(), STORE_SIZE)
    if browser.name == "chromium":
        yield "tile", fitted(browser.screenshot(), TILE_SIZE, part=0.5)


def fitted(content: bytes, size: tuple[int, int], *, part: float = 1.0) -> bytes:
    """Return a picture of exactly that size, without alpha, as stores require.

    Shows only the last `part` of its width. Crops excess height at the bottom, and fills missing height with the last
    row.
    """
    from PIL import Image

    image = Image.open(io.BytesIO(content)).convert("RGB")
    left = image.width - round(image.width * part)
    height = round((image.width - left) * size[1] / size[0])
    whole = Image.new("RGB", (image.width, max(height, image.height)))
    whole.paste(image)
    below = whole.height - image.height
    whole.paste(
        image.crop((0, image.height - 1, image.width, image.height)).resize((image.width, below or 1)),
        (0, image.height),
    )
    written = io.BytesIO()
    whole.crop((left, 0, image.width, height)).resize(size, Image.Resampling.LANCZOS).save(
        written, "PNG", optimize=True
    )
    return written.getvalue()


def in_german(browser: Browser, shop: str, site: str) -> Iterator[Picture]:
    """Yield the views with most words in German (`extension_in`): a page's map, a site without one, and the options."""
    browser.open_sidebar()
    browser.extension_eval("await api.storage.sync.set({languages: ['de']})")
    browser.open(f"{shop}/de/books/moss")
    until(lambda: reading.current(browser) == ["Moosnotizen"], "the page is marked")
    browser.sidebar.appear(Appearance("light", reduced_motion=True))
    yield "german", picture(browser.sidebar)
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    yield "german-none", picture(browser.sidebar)
    browser.open(f"{site}/missing")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    yield "german-failed", picture(browser.sidebar)
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    yield "german-options", picture(browser.page)


def without_host(browser: Browser, shop: str, scheme: str) -> Iterator[Picture]:
    """Yield the messages for a missing host."""
    browser.open(f"{shop}/en/")
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
    browser.sidebar.appear(Appearance(scheme))
    yield "no-host", picture(browser.sidebar)
    browser.close_sidebar()


def _shown(browser: Browser, url: str, name: str, scheme: str) -> None:
    reading.shown(browser, url)
    for surface in (browser.page, browser.sidebar):
        surface.appear(Appearance(scheme, reduced_motion=True))
    until(lambda: reading.current(browser) == [name], f"{name} is marked")


def _options(browser: Browser, scheme: str) -> Iterator[Picture]:
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    browser.page.appear(Appearance(scheme))
    yield "options", picture(browser.page)
    browser.page.appear(Appearance())


def _popup(browser: Browser, scheme: str) -> Iterator[Picture]:
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known")
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu .into') !== null")
    browser.popup.appear(Appearance(scheme))
    yield "popup", picture(browser.popup)
    browser.popup.click("#menu .into")
    wait_for(browser.popup, "return document.querySelector('#menu .back') !== null")
    yield "submenu", picture(browser.popup)
    browser.close_popup()


def picture(surface: Surface) -> bytes:
    """Return a picture of the surface after it has been drawn."""
    surface.eval("await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return surface.screenshot()


def shrunk(content: bytes) -> bytes:
    """Return the picture in fewer bytes, without alpha if opaque; unchanged if that saves nothing."""
    from PIL import Image

    image: Image.Image = Image.open(io.BytesIO(content))
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return min(written.getvalue(), content, key=len)

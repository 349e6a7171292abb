"""Browsers in real windows on a virtual screen, pictured with the browser's own interface.

Headless browsers draw no title above the sidebar, and show some icons and states differently.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageGrab

from driving import screen, start
from driving.profile import Place
from driving.surface import Browser, Surface, until

WIDTH, HEIGHT = 1040, 680
SIDEBAR = 340
#: Make a browser dark, both its interface and pages.
_DARK_ARGUMENTS = {"chromium": ["--force-dark-mode"], "firefox": []}
_DARK_PREFERENCES = 'user_pref("ui.systemUsesDarkTheme", 1);\n'
#: Margin around a popup that shows where it is attached.
_AROUND = 12
#: Chromium's frame around pages and its side panel.
_FRAME = 12
#: The position of the mouse, outside the window.
_CORNER = ("1390", "990")
_STILL_FOR_S, _STILL_WITHIN_S = 0.4, 4.0

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Window:
    """A browser whose window is on its own screen."""

    browser: Browser
    scheme: str
    display: str

    def settle(self) -> None:
        """Move the window to the corner of the screen, and set its size and the sidebar's width.

        The sidebar is open, or the current page belongs to the extension.
        """
        has_sidebar = self.browser.has_sidebar()
        surface = self.browser.sidebar if has_sidebar else self.browser.page
        surface.eval(_PLACE_WINDOW, WIDTH, HEIGHT)
        if self.browser.name == "firefox":
            self.browser.leave_to_reader()
            if has_sidebar:
                self.widen(SIDEBAR)
        until(lambda: self._bounds()[2:] == [WIDTH, HEIGHT], "the window has its size")
        # Prevents hover effects.
        subprocess.run(["xdotool", "mousemove", *_CORNER], env=os.environ | {"DISPLAY": self.display}, check=True)

    def widen(self, width: int) -> None:
        """Set the width of Firefox's sidebar in pixels."""
        self._chrome(_WIDEN, width)

    def picture(self, part: str, height: int | None = None) -> Image.Image:
        """Return a screenshot of the `sidebar`, the `popup` or the whole `window`, after drawing."""
        surface = {"sidebar": self.browser.sidebar, "popup": self.browser.popup}.get(part, self.browser.page)
        if part != "popup":
            self._leave()
        drawn(surface)
        box = {"sidebar": self._sidebar_box, "popup": self._popup_box, "window": self._window_box}[part]()
        left, top, right, bottom = box
        low = bottom if height is None else min(bottom, top + height)
        return self._still((left, top, right, low))

    def _leave(self) -> None:
        """Move the driver's own mouse away, to prevent hover effects."""
        if self.browser.name == "firefox":
            from driving.firefox import Firefox

            assert isinstance(self.browser, Firefox)
            with self.browser.using("chrome") as client:
                mouse = client.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
                mouse.pointer_move(WIDTH // 2, 5).perform()
        elif self.browser.has_sidebar():
            from driving.chromium import Chromium

            assert isinstance(self.browser, Chromium)
            panel = self.browser.at(self.browser.handle_of("sidebar"))
            panel.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1, "y": 1})

    def _still(self, box: Box) -> Image.Image:
        """Return a part of the screen once it is stable, or after a timeout: elements fade in, and carets blink."""
        end = time.monotonic() + _STILL_WITHIN_S
        before, now = None, ImageGrab.grab(box, xdisplay=self.display)
        while (before is None or before.tobytes() != now.tobytes()) and time.monotonic() < end:
            time.sleep(_STILL_FOR_S)
            before, now = now, ImageGrab.grab(box, xdisplay=self.display)
        return now

    def _sidebar_box(self) -> Box:
        if self.browser.name == "firefox":
            return self._firefox_box("document.getElementById('sidebar-box')")
        left, top, width, height = self._bounds()
        right, bottom = left + width - _FRAME, top + height - _FRAME
        panel_width = self.browser.sidebar.eval("return innerWidth")
        return right - panel_width, bottom - self.browser.page.eval("return innerHeight"), right, bottom

    def _popup_box(self) -> Box:
        if self.browser.name == "firefox":
            return _padded(self._firefox_box("document.querySelector('browser.webextension-popup-browser')"))
        left, top, width, height = self.browser.popup.eval("return [screenX, screenY, innerWidth, innerHeight]")
        return _padded((left, top, left + width, top + height))

    def _window_box(self) -> Box:
        left, top, width, height = self._bounds()
        return left, top, left + width, top + height

    def _bounds(self) -> list[int]:
        """Return left, top, width and height of the window on the screen."""
        if self.browser.name == "firefox":
            return list(self._chrome("return [screenX, screenY, outerWidth, outerHeight]"))
        return list(self.browser.extension_eval(_BOUNDS))

    def _firefox_box(self, element: str) -> Box:
        left, top, right, bottom = self._chrome(_SCREEN_BOX.replace("WHERE", element))
        return left, top, right, bottom

    def _chrome(self, script: str, *args: object) -> Any:
        from driving.firefox import Firefox

        assert isinstance(self.browser, Firefox)
        return self.browser.chrome(script, *args)


def drawn(surface: Surface) -> None:
    """Wait until a surface is drawn, including its fonts and pictures."""
    surface.eval(_IS_DRAWN)


@contextlib.contextmanager
def opened(name: str, scheme: str, how: Mapping[str, Any]) -> Iterator[Window]:
    """Yield a browser in that colour scheme, started with these keywords of `driving.start.browser`."""

    def prepare(place: Place) -> None:
        if scheme == "dark":
            place.arguments += _DARK_ARGUMENTS[name]
            if name == "firefox":
                (place.profile / "prefs.js").write_text(_DARK_PREFERENCES)

    with (
        screen.virtual() as display,
        start.browser(name, headless=False, display=display, prepare=prepare, **how) as browser,
    ):
        yield Window(browser, scheme, display)


def _padded(box: Box) -> Box:
    left, top, right, bottom = box
    return max(0, left - _AROUND), max(0, top - _AROUND), right + _AROUND, bottom + _AROUND


_PLACE_WINDOW = """const api = globalThis.browser ?? chrome;
    const {id} = await api.windows.getCurrent();
    const [width, height] = arguments;
    for (const other of await api.windows.getAll()) {
        if (other.id !== id) await api.windows.update(other.id, {left: 0, top: height + 20, width: 500, height: 200});
    }
    await api.windows.update(id, {left: 0, top: 0, width, height, focused: true});"""

_WIDEN = """const style = document.getElementById('sidebar-box').style;
    for (const name of ['width', 'min-width', 'max-width']) {
        style.setProperty(name, arguments[0] + 'px', 'important');
    }"""

_BOUNDS = """const [one] = (await api.windows.getAll({populate: true}))
        .filter(({tabs}) => !tabs.some(({url}) => url?.endsWith('/manifest.json')));
    return [one.left, one.top, one.width, one.height];"""

_SCREEN_BOX = """const box = WHERE.getBoundingClientRect();
    const left = Math.round(mozInnerScreenX + box.left), top = Math.round(mozInnerScreenY + box.top);
    return [left, top, Math.round(left + box.width), Math.round(top + box.height)];"""

#: Two frames after fonts and pictures. The longer delay is for fading elements.
_IS_DRAWN = """await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
    for (let frame = 0; frame < 2; frame++) {
        await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
    }"""

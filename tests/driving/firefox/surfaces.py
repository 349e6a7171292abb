"""The page in the current tab, and the sidebar and popup in Firefox's own window."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any, Protocol

from marionette_driver.marionette import Marionette

from driving.aiming import strike
from driving.firefox.launching import SCRIPT_MS
from driving.surface import (
    FOCUS,
    KEYS,
    MODIFIERS,
    Appearance,
    ClosedError,
    DrivingError,
    stroke,
    until,
    unwrapped,
    wait_for,
    wrapped,
)

SIDEBAR = (
    "document.getElementById('sidebar')?.contentDocument?.getElementById('webext-panels-browser')"
    " ?? document.querySelector('#sidebar-box browser.webextension-sidebar-browser')"
)
POPUP = "document.querySelector('browser.webextension-popup-browser')"
#: After an expression for a `<browser>`: whether it shows a page of the extension; at first it is empty.
_SHOWS_OURS = "?.browsingContext?.currentWindowGlobal?.documentURI?.spec.startsWith('moz-extension:')"
#: The sidebar or the popup while one is open, otherwise the background, started if necessary; ADDON is an id.
EXTENSION = f"""[{SIDEBAR}, {POPUP}].find((shown) => shown{_SHOWS_OURS})
    ?? await (async () => {{
        const extension = WebExtensionPolicy.getByID('ADDON').extension;
        await extension.wakeupBackground();
        return [...extension.views].find((view) => view.viewType === 'background')?.xulBrowser;
    }})()"""


class Contexts(Protocol):
    """The interface to Marionette: contexts and scripts."""

    def using(self, context: str) -> Any: ...
    def chrome(self, script: str, *args: object) -> Any: ...


class FirefoxPage:
    """The page in the current tab."""

    def __init__(self, browser: Contexts) -> None:
        self._browser = browser

    def eval(self, script: str, *args: object) -> Any:
        with self._browser.using("content") as client:
            return unwrapped(client.execute_async_script(wrapped(script), list(args), sandbox=None))

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        strike(self.eval, css, lambda x, y: self._click_at(round(x), round(y), button, holding))

    def _click_at(self, x: int, y: int, button: int, holding: str) -> None:
        with self._browser.using("content") as client:
            _click(client, x, y, button, holding)

    def focus(self, css: str) -> None:
        wait_for(self, FOCUS, css)

    def press(self, *keys: str) -> None:
        with self._browser.using("content") as client:
            press_keys(client, keys)

    def appear(self, appearance: Appearance) -> None:
        self._browser.chrome(_APPEAR.replace("WHERE", "gBrowser.selectedBrowser"), asdict(appearance))

    def screenshot(self) -> bytes:
        with self._browser.using("content") as client:
            return bytes(client.screenshot(format="binary", full=False))


class FirefoxSurface:
    """A `<browser>` of Firefox's own window with a page of the extension."""

    def __init__(self, browser: Contexts, where: str, *, is_popup: bool) -> None:
        self._browser = browser
        self._where = where
        self._is_popup = is_popup

    def is_there(self) -> bool:
        """Return whether it shows a page of the extension."""
        return bool(self._browser.chrome(f"return ({self._where}){_SHOWS_OURS}"))

    def eval(self, script: str, *args: object) -> Any:
        return self._run(script, args)

    def _run(self, script: str, args: tuple[object, ...], sandbox: str | None = None) -> Any:
        reply = self._browser.chrome(
            f"""const shown = ({self._where});
            if (!shown{_SHOWS_OURS}) return null;
            const actor = shown.browsingContext.currentWindowGlobal.getActor('MarionetteCommands');
            return await actor.executeScript(arguments[0], arguments[1],
                {{sandboxName: arguments[2], timeout: {SCRIPT_MS}, async: true, newSandbox: false}});""",
            wrapped(script),
            list(args),
            sandbox,
        )
        if reply is None:
            raise ClosedError("it is not open")
        return unwrapped(reply)

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        if self._is_popup:  # pointer actions do not reach a popup; the synthetic gesture is equivalent for the page
            until(lambda: self._clicked_with_gesture(css, button, holding), f"{css} is there", despite=(DrivingError,))
            return
        strike(self.eval, css, lambda x, y: self._click_at(x, y, button, holding))

    def _clicked_with_gesture(self, css: str, button: int, holding: str) -> bool:
        return bool(self._run(_CLICK_WITH_GESTURE, (css, button, holding), "system"))

    def _click_at(self, x: float, y: float, button: int, holding: str) -> None:
        left, top = self._browser.chrome(_CORNER.replace("WHERE", self._where))
        with self._browser.using("chrome") as client:
            _click(client, round(left + x), round(top + y), button, holding)

    def focus(self, css: str) -> None:
        self._browser.chrome(f"({self._where}).focus()")
        wait_for(self, FOCUS, css)

    def press(self, *keys: str) -> None:
        with self._browser.using("chrome") as client:
            press_keys(client, keys)

    def appear(self, appearance: Appearance) -> None:
        self._browser.chrome(_APPEAR.replace("WHERE", self._where), asdict(appearance))

    def screenshot(self) -> bytes:
        return base64.b64decode(self._browser.chrome(_SNAPSHOT.replace("WHERE", self._where)))


def _click(client: Marionette, x: int, y: int, button: int, holding: str) -> None:
    """Click at a place of the window while holding the key `holding` of `MODIFIERS`, if any."""
    keys = client.actions.sequence("key", "keyboard")
    if holding:
        keys.key_down(MODIFIERS[holding]).perform()
    mouse = client.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
    mouse.pointer_move(x, y).pointer_down(button).pointer_up(button).perform()
    if holding:
        client.actions.sequence("key", "keyboard").key_up(MODIFIERS[holding]).perform()


def press_keys(client: Marionette, keys: tuple[str, ...]) -> None:
    """Press each of `keys`, which may be combinations joined by "+"."""
    strokes = client.actions.sequence("key", "keyboard")
    for held in map(stroke, keys):
        for key in held:
            strokes.key_down(key)
        for key in reversed(held):
            strokes.key_up(key)
    strokes.perform()


def press_shortcut(client: Marionette, keys: tuple[str, ...]) -> None:
    """Press the last key while holding the others, of `MODIFIERS`."""
    *held, last = keys
    strokes = client.actions.sequence("key", "keyboard")
    for key in held:
        strokes.key_down(MODIFIERS[key])
    strokes.key_down(KEYS.get(last, last)).key_up(KEYS.get(last, last))
    for key in reversed(held):
        strokes.key_up(MODIFIERS[key])
    strokes.perform()


#: Run in Firefox's own window: WHERE stands for the surface's `<browser>`, the argument is an Appearance.
_APPEAR = """const shown = WHERE, appearance = arguments[0], context = shown.browsingContext.top;
    context.prefersColorSchemeOverride = appearance.scheme;
    context.forcedColorsOverride = appearance.forced_colors ? 'active' : 'none';
    // Firefox has more contrast where the system has a theme for it.
    Services.prefs.setIntPref('ui.useAccessibilityTheme', appearance.more_contrast ? 1 : 0);
    Services.prefs.setIntPref('ui.prefersReducedMotion', appearance.reduced_motion ? 1 : 0);
    context.fullZoom = appearance.zoom;
    if (shown.matches('#webext-panels-browser, .webext-sidebar-browser')) {
        const style = document.getElementById('sidebar-box').style;
        for (const name of ['width', 'min-width', 'max-width']) {
            style.setProperty(name, appearance.width ? appearance.width + 'px' : '', 'important');
        }
        const sized = document.getElementById('sidebar').style;
        sized.setProperty('flex', appearance.height ? 'none' : '');
        sized.setProperty('height', appearance.height ? appearance.height + 'px' : '', 'important');
    }"""

_CORNER = """const corner = [0, 0];
    let frame = WHERE;
    while (frame) {
        const rect = frame.getBoundingClientRect(), view = frame.ownerDocument.defaultView;
        corner[0] += rect.left;
        corner[1] += rect.top;
        frame = view === window ? null : view.browsingContext.embedderElement;
    }
    return corner;"""

_CLICK_WITH_GESTURE = """const found = document.querySelector(arguments[0]);
    if (!found) return false;
    const gesture = window.windowUtils.setHandlingUserInput(true);
    const how = {bubbles: true, cancelable: true, composed: true, view: window, button: arguments[1],
        ctrlKey: arguments[2] === 'Control', shiftKey: arguments[2] === 'Shift', altKey: arguments[2] === 'Alt'};
    try {
        found.dispatchEvent(new PointerEvent(arguments[1] ? 'auxclick' : 'click', how));
    } finally { gesture.destruct(); }
    return true;"""

_SNAPSHOT = """const shown = WHERE, rect = shown.getBoundingClientRect();
    const bitmap = await shown.browsingContext.currentWindowGlobal.drawSnapshot(
        new DOMRect(0, 0, rect.width, rect.height), 1, 'rgb(255,255,255)');
    const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    return canvas.toDataURL().split(',')[1];"""

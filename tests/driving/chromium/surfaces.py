"""Surfaces in Chromium: the page, the side panel and the popup, each a chromedriver window handle."""

from __future__ import annotations

from typing import Any, Protocol

from selenium import webdriver
from selenium.common.exceptions import NoSuchWindowException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains

from driving.aiming import strike
from driving.surface import (
    FOCUS,
    MODIFIERS,
    Appearance,
    ClosedError,
    DrivingError,
    stroke,
    unwrapped,
    wait_for,
    wrapped,
)


class Windows(Protocol):
    """The interface to the browser's windows."""

    def at(self, handle: str) -> webdriver.Chrome: ...
    def handle_of(self, kind: str) -> str: ...
    def forget(self, kind: str) -> None: ...


class ChromiumSurface:
    """A chromedriver window handle, looked up again once its window is closed."""

    def __init__(self, browser: Windows, kind: str) -> None:
        self._browser = browser
        self._kind = kind

    def _driver(self) -> webdriver.Chrome:
        return self._browser.at(self._browser.handle_of(self._kind))

    def eval(self, script: str, *args: object) -> Any:
        try:
            return evaluate(self._driver(), script, *args)
        except ClosedError:
            self._browser.forget(self._kind)
            return evaluate(self._driver(), script, *args)

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        strike(self.eval, css, lambda x, y: self._click_at(round(x), round(y), button, holding))

    def _click_at(self, x: int, y: int, button: int, holding: str) -> None:
        driver = self._driver()
        try:
            keys = ActionChains(driver, duration=0)
            if holding:
                keys.key_down(MODIFIERS[holding]).perform()
            mouse = ActionChains(driver, duration=0).w3c_actions
            mouse.pointer_action.move_to_location(x, y)  # type: ignore[no-untyped-call]
            mouse.pointer_action.pointer_down(button)  # type: ignore[no-untyped-call]
            mouse.pointer_action.pointer_up(button)  # type: ignore[no-untyped-call]
            mouse.perform()
            if holding:
                ActionChains(driver, duration=0).key_up(MODIFIERS[holding]).perform()
        except WebDriverException as error:
            raise DrivingError(f"click: {error.msg}") from None

    def focus(self, css: str) -> None:
        wait_for(self, FOCUS, css)

    def press(self, *keys: str) -> None:
        chain = ActionChains(self._driver(), duration=0)
        for *held, last in map(stroke, keys):
            for key in held:
                chain.key_down(key)
            chain.send_keys(last)
            for key in reversed(held):
                chain.key_up(key)
        chain.perform()

    def appear(self, appearance: Appearance) -> None:
        self._driver().execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        width, height = self.eval("return [innerWidth, innerHeight]")
        for command, parameters in _appearance_commands(appearance, width, height):
            self._driver().execute_cdp_cmd(command, parameters)

    def screenshot(self) -> bytes:
        return self._driver().get_screenshot_as_png()


def evaluate(driver: webdriver.Chrome, script: str, *args: object) -> Any:
    """Return the result of `script` in the driver's current window."""
    try:
        return unwrapped(driver.execute_async_script(wrapped(script), *args))
    except NoSuchWindowException:
        raise ClosedError(f"the window is closed: {script}") from None
    except WebDriverException as error:
        raise DrivingError(f"{error.msg} in: {script}") from None


def _appearance_commands(appearance: Appearance, width: int, height: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the DevTools commands for a surface of `width` by `height` pixels."""
    features = {
        "prefers-color-scheme": appearance.scheme,
        "forced-colors": "active" if appearance.forced_colors else "none",
        "prefers-contrast": "more" if appearance.more_contrast else "no-preference",
        "prefers-reduced-motion": "reduce" if appearance.reduced_motion else "no-preference",
    }
    media = {"features": [{"name": name, "value": value} for name, value in features.items()]}
    commands: list[tuple[str, dict[str, Any]]] = [("Emulation.setEmulatedMedia", media)]
    if appearance.zoom == 1 and appearance.width is None and appearance.height is None:
        return [*commands, ("Emulation.clearDeviceMetricsOverride", {})]
    size = {
        "width": round((appearance.width or width) / appearance.zoom),
        "height": round((appearance.height or height) / appearance.zoom),
        "deviceScaleFactor": appearance.zoom,
        "mobile": False,
    }
    return [*commands, ("Emulation.setDeviceMetricsOverride", size)]

"""What is on view in Chromium: the page, the side panel and the popup, each a window handle of chromedriver's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from driving.appearance import Appearance, chromium_commands
from driving.surface import MODIFIERS, DrivingError, stroke, unwrapped, wrapped

if TYPE_CHECKING:
    from driving.chromium.browser import Chromium


class ChromiumSurface:
    """A window handle of chromedriver's, looked up anew for every use."""

    def __init__(self, browser: Chromium, kind: str) -> None:
        self._browser = browser
        self._kind = kind

    def _driver(self) -> webdriver.Chrome:
        return self._browser.at(self._browser.handle_of(self._kind))

    def eval(self, script: str, *args: object) -> Any:
        return evaluate(self._driver(), script, *args)

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        driver = self._driver()
        try:
            element = driver.find_element(By.CSS_SELECTOR, css)
            driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", element)
            keys = ActionChains(driver, duration=0)
            if holding:
                keys.key_down(MODIFIERS[holding]).perform()
            mouse = ActionChains(driver, duration=0).move_to_element(element)
            mouse.w3c_actions.pointer_action.pointer_down(button)  # type: ignore[no-untyped-call]
            mouse.w3c_actions.pointer_action.pointer_up(button)  # type: ignore[no-untyped-call]
            mouse.perform()
            if holding:
                ActionChains(driver, duration=0).key_up(MODIFIERS[holding]).perform()
        except WebDriverException as error:
            raise DrivingError(f"click on {css}: {error.msg}") from None

    def focus(self, css: str) -> None:
        self.eval("document.querySelector(arguments[0]).focus()", css)

    def press(self, *keys: str) -> None:
        chain = ActionChains(self._driver(), duration=0)
        for *held, last in map(stroke, keys):
            for key in held:
                chain.key_down(key)
            chain.send_keys(last)
            for key in reversed(held):
                chain.key_up(key)
        chain.perform()

    def appear(self, wanted: Appearance) -> None:
        self._driver().execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        width, height = self.eval("return [innerWidth, innerHeight]")
        for command, parameters in chromium_commands(wanted, width, height):
            self._driver().execute_cdp_cmd(command, parameters)

    def screenshot(self) -> bytes:
        return self._driver().get_screenshot_as_png()


def evaluate(driver: webdriver.Chrome, script: str, *args: object) -> Any:
    """The answer of `script` in the window the driver speaks to."""
    try:
        return unwrapped(driver.execute_async_script(wrapped(script), *args))
    except WebDriverException as error:
        raise DrivingError(f"{error.msg} in: {script}") from None

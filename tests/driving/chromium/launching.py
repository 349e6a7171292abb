"""Starts Chromium in a temporary place through chromedriver, and ends it."""

from __future__ import annotations

import contextlib

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service

from driving import processes, programs
from driving.profile import Place
from driving.surface import DrivingError

#: The first navigation sometimes hangs; a restart with a longer timeout helps.
_STARTS = 6
_FIRST_LOAD_S = 8
_LOAD_S = 60
_SCRIPT_S = 60


def started(place: Place, headless: bool) -> webdriver.Chrome:
    """Return a driven Chromium. Raises DrivingError if none can be started."""
    for number in range(1, _STARTS + 1):
        driver = _launched(place, headless)
        try:
            driver.set_script_timeout(_SCRIPT_S)
            driver.set_page_load_timeout(_FIRST_LOAD_S * number)
            driver.get("data:text/html,")
            driver.set_page_load_timeout(_LOAD_S)
            return driver
        except TimeoutException:
            end(driver)
        except BaseException:
            end(driver)
            raise
    raise DrivingError(f"Chromium hung at its first page in {_STARTS} starts")


def _launched(place: Place, headless: bool) -> webdriver.Chrome:
    program = programs.find("chromedriver")
    if program is None or programs.find("chromium") is None:  # the library would download one
        raise DrivingError(programs.obstacle("chromium") or "chromedriver is not installed")
    try:
        service = Service(program, env=place.environment())
        return webdriver.Chrome(options=_options(place, headless), service=service)
    except (WebDriverException, OSError) as error:
        reason = programs.obstacle("chromium") or str(error).strip().splitlines()[0]
        raise DrivingError(f"Chromium cannot be started: {reason}") from None


def _options(place: Place, headless: bool) -> webdriver.ChromeOptions:
    options = webdriver.ChromeOptions()
    options.binary_location = programs.find("chromium") or ""
    options.add_experimental_option("enableExtensionTargets", True)
    loads_ours = place.extension is not None
    preferences = {"intl.accept_languages": "en,de", "extensions.ui.developer_mode": loads_ours}
    options.add_experimental_option("prefs", preferences)
    options.add_experimental_option("excludeSwitches", ["enable-automation"])
    arguments = [
        f"--user-data-dir={place.profile}",
        f"--disable-features=Translate{',DisableLoadExtensionCommandLineSwitch' if loads_ours else ''}",
        "--no-first-run",
        "--no-default-browser-check",
        "--window-size=1280,860",
        "--lang=en-GB",
    ]
    arguments += [f"--load-extension={place.extension}"] if loads_ours else []
    arguments += ["--headless=new"] if headless else []
    arguments += [] if programs.chromium_sandbox_works() else ["--no-sandbox"]
    for argument in [*arguments, *place.arguments]:
        options.add_argument(argument)
    return options


def end(driver: webdriver.Chrome) -> None:
    started = processes.family(driver.service.process.pid)
    with contextlib.suppress(WebDriverException, OSError):
        driver.quit()
    processes.end(started)

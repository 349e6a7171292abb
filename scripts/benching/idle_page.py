"""What a page without a sitemap pays for the extension: main-thread time, beside the same page without it.

Chromium counts the time spent in scripts, and the page has none of its own: the median is told. Firefox counts the
processor time of the main thread of the page's process in hundredths of a second, so that only the mean of many
navigations tells anything: by turns with the extension and with it switched off.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import fmean

from benching import serving
from benching.figures import Figure, middle
from driving import start
from driving.profile import gecko_id
from driving.surface import Browser

_PAGES = 60
_WARM = 10
_TURNS = 4


def measure(folder: Path) -> list[Figure]:
    with serving.served(folder) as server:
        return [_in_firefox(f"{server}/plain/"), _in_chromium(f"{server}/plain/")]


def _in_firefox(page: str) -> Figure:
    extension = gecko_id()
    with_it, without = [], []
    with start.browser("firefox") as browser:
        for _turn in range(_TURNS):
            with_it.append(_firefox_ms(browser, page))
            browser.chrome(_SWITCH, extension, False)  # type: ignore[attr-defined]
            without.append(_firefox_ms(browser, page))
            browser.chrome(_SWITCH, extension, True)  # type: ignore[attr-defined]
    own, bare = fmean(with_it), fmean(without)
    meaning = f"main thread of the page's process, mean of {_TURNS * _PAGES} navigations to a page without a sitemap"
    return Figure(
        "idle page, firefox", own - bare, "ms", f"{meaning}; {own:.2f} with the extension, {bare:.2f} without"
    ).kept_below(1)


def _in_chromium(page: str) -> Figure:
    with start.browser("chromium") as browser:
        cost = _chromium_ms(browser, page)
    meaning = f"scripts on a page without a sitemap, which has none itself; median of {_PAGES} navigations"
    return Figure("idle page, chromium", cost, "ms", meaning).kept_below(1)


def _chromium_ms(browser: Browser, page: str) -> float:
    driver = browser.at(browser.current_tab())  # type: ignore[attr-defined]
    driver.execute_cdp_cmd("Performance.enable", {})
    times = []
    for turn in range(_PAGES + _WARM):
        browser.open(f"{page}{turn}")
        metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        times.append(next(one["value"] for one in metrics if one["name"] == "ScriptDuration") * 1000)
    # A navigation may begin a new count.
    steps = [later - before if later >= before else later for before, later in pairwise(times)]
    return middle(steps[_WARM - 1 :])


def _firefox_ms(browser: Browser, page: str) -> float:
    for turn in range(_WARM):
        browser.open(f"{page}{turn}")
    before = float(browser.chrome(_CPU))  # type: ignore[attr-defined]
    for turn in range(_PAGES):
        browser.open(f"{page}{turn}")
    return (float(browser.chrome(_CPU)) - before) / _PAGES  # type: ignore[attr-defined]


#: Milliseconds that the main thread of the page's process has worked.
_CPU = """const page = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
    const all = await ChromeUtils.requestProcInfo();
    const own = all.children.find((one) => one.pid === page);
    return own.threads.find((one) => one.tid === page).cpuTime / 1e6;"""

_SWITCH = """const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const addon = await AddonManager.getAddonByID(arguments[0]);
    await (arguments[1] ? addon.enable() : addon.disable());"""

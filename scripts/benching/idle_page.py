"""What a page without a sitemap pays for the extension: main-thread time, beside the same page without it.

Chromium counts the time spent in scripts, and the page has none of its own. Firefox counts the processor time of the
page's process from one navigation to the next, with the extension and with it switched off.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from benching import serving
from benching.figures import Figure, middle
from driving import programs, start
from driving.profile import gecko_id
from driving.surface import Browser

_PAGES = 60
_WARM = 10


def measure(folder: Path) -> list[Figure]:
    return [_measured(folder, name) for name in programs.NAMES]


def _measured(folder: Path, name: str) -> Figure:
    with serving.served(folder) as server, start.browser(name) as browser:
        page = f"{server}/plain/"
        with_it = _chromium_ms(browser, page) if name == "chromium" else _firefox_ms(browser, page)
        if name == "chromium":
            cost, without = with_it, 0.0
        else:
            browser.chrome(_SWITCH_OFF, gecko_id())  # type: ignore[attr-defined]
            without = _firefox_ms(browser, page)
            cost = with_it - without
    meaning = f"time of the content scripts on a page without a sitemap, median of {_PAGES} navigations"
    if name == "firefox":
        meaning += f"; process time with the extension {with_it:.2f} ms, without {without:.2f} ms"
    return Figure(f"idle page, {name}", cost, "ms", meaning, without or None).kept_below(1)


def _chromium_ms(browser: Browser, page: str) -> float:
    driver = browser.at(browser.current_tab())  # type: ignore[attr-defined]
    driver.execute_cdp_cmd("Performance.enable", {})
    times = []
    for turn in range(_PAGES + _WARM):
        browser.open(f"{page}{turn}")
        metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        times.append(next(one["value"] for one in metrics if one["name"] == "ScriptDuration") * 1000)
    steps = [later - before for before, later in pairwise(times)]
    # A navigation may begin a new count.
    return middle([step if step >= 0 else whole for step, whole in zip(steps, times[1:], strict=True)][_WARM:])


def _firefox_ms(browser: Browser, page: str) -> float:
    times = []
    for turn in range(_PAGES + _WARM):
        browser.open(f"{page}{turn}")
        times.append(float(browser.chrome(_CPU)))  # type: ignore[attr-defined]
    return middle([later - before for before, later in pairwise(times)][_WARM:])


#: Milliseconds that the main thread of the page's process has worked.
_CPU = """const page = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
    const all = await ChromeUtils.requestProcInfo();
    const own = all.children.find((one) => one.pid === page);
    return own.threads.find((one) => one.tid === page).cpuTime / 1e6;"""

_SWITCH_OFF = """const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    await (await AddonManager.getAddonByID(arguments[0])).disable();"""

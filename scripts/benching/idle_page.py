"""What a page without a sitemap pays for the extension: the time its scripts take of the page's main thread.

Chromium counts the time spent in scripts, and the page has none of its own. Firefox counts no such thing, and the
processor time of the page's process differs by several milliseconds between equal runs: there a copy of the content
scripts runs between two clocks, its observers and listeners clocked as well.
"""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

from benching import serving
from benching.figures import Figure, middle
from driving import start
from driving.profile import ROOT, gecko_id, manifest
from driving.surface import Browser, wait_for

_PAGES = 60
_WARM = 10


def measure(folder: Path) -> list[Figure]:
    with serving.served(folder) as server:
        return [_in_firefox(f"{server}/plain/", folder / "clocked"), _in_chromium(f"{server}/plain/")]


def _in_firefox(page: str, copy: Path) -> Figure:
    _write_clocked(copy)
    with start.browser("firefox") as browser:
        browser.chrome(_REPLACE, gecko_id(), str(copy))  # type: ignore[attr-defined]
        cost = middle([_clocked_ms(browser, f"{page}{turn}") for turn in range(_WARM + _PAGES)][_WARM:])
    meaning = f"the content scripts on a page without a sitemap, observers included; median of {_PAGES} navigations"
    return Figure("idle page, firefox", cost, "ms", meaning).kept_below(1)


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


def _clocked_ms(browser: Browser, page: str) -> float:
    browser.open(page)
    wait_for(browser.page, "return document.documentElement.dataset.cost !== undefined")
    return float(browser.page.eval("return document.documentElement.dataset.cost"))


def _write_clocked(copy: Path) -> None:
    """An extension of nothing but our content scripts and two clocks."""
    script: dict[str, Any] = manifest()["content_scripts"][0]  # type: ignore[index]
    copy.mkdir()
    for name in script["js"]:
        shutil.copy(ROOT / name, copy / Path(name).name)
    (copy / "before.js").write_text(_BEFORE)
    (copy / "after.js").write_text(_AFTER)
    files = ["before.js", *(Path(name).name for name in script["js"]), "after.js"]
    told = {
        "manifest_version": 3,
        "name": "Clocked",
        "version": "1",
        "browser_specific_settings": {"gecko": {"id": "clocked@example.org"}},
        "host_permissions": ["<all_urls>"],
        "content_scripts": [script | {"js": files}],
    }
    (copy / "manifest.json").write_text(json.dumps(told))


_BEFORE = """let spent = 0;
    const clocked = (act) => (...args) => {
        const start = performance.now();
        act(...args);
        spent += performance.now() - start;
    };
    const Observer = MutationObserver, listen = document.addEventListener.bind(document);
    globalThis.MutationObserver = class { constructor(act) { return new Observer(clocked(act)); } };
    document.addEventListener = (type, act, how) => listen(type, clocked(act), how);
    const started = performance.now();"""
_AFTER = """spent += performance.now() - started;
    addEventListener('load', () => { document.documentElement.dataset.cost = spent; });"""

#: Our extension off, the copy on, and clocks as fine as they are.
_REPLACE = """const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    Services.prefs.setBoolPref('privacy.reduceTimerPrecision', false);
    await (await AddonManager.getAddonByID(arguments[0])).disable();
    const file = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
    file.initWithPath(arguments[1]);
    await AddonManager.installTemporaryAddon(file);"""

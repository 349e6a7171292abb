"""What memory a tab on a page without a sitemap takes for the extension, beside one whose content script is empty.

Any content script costs a world of its own: some 800 KB in Chromium. What ours takes beyond that is told. Chromium
tells the heap of a page, those of content scripts in it; Firefox what the process of all tabs of a site takes: what
each of some more adds. Garbage is collected first.
"""

from __future__ import annotations

import json
from pathlib import Path

from benching import serving
from benching.figures import Figure, middle
from driving import programs, start
from driving.profile import ROOT, manifest
from driving.surface import Browser

_TABS = 10
_TURNS = 3
_MOST_KB = 300
_KEPT = ("key", "browser_specific_settings", "manifest_version", "version", "host_permissions")


def measure(folder: Path) -> list[Figure]:
    empty = folder / "empty"
    _write_empty(empty)
    with serving.served(folder) as server:
        return [_compared(name, f"{server}/plain/", empty) for name in programs.NAMES]


def _compared(name: str, page: str, empty: Path) -> Figure:
    taken: dict[Path, list[float]] = {ROOT: [], empty: []}
    for turn in range(2 * _TURNS):
        extension = (ROOT, empty)[turn % 2]
        with start.browser(name, extension=extension) as browser:
            taken[extension].append((_heap_kb if name == "chromium" else _process_kb)(browser, page))
    own, bare = middle(taken[ROOT]), middle(taken[empty])
    meaning = f"a tab on a page without a sitemap: {own:.0f} KB, beside {bare:.0f} KB with an empty content script"
    return Figure(f"tab memory, {name}", own - bare, "KB", f"{meaning}; median of {_TURNS}").kept_below(_MOST_KB)


def _heap_kb(browser: Browser, page: str) -> float:
    """The middle heap of some tabs."""
    driver = browser.at(browser.current_tab())  # type: ignore[attr-defined]
    driver.execute_cdp_cmd("Performance.enable", {})
    heaps = []
    for number in range(_TABS):
        browser.open(f"{page}{number}")
        driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        heaps.append(next(one["value"] for one in metrics if one["name"] == "JSHeapUsedSize") / 1e3)
    return middle(heaps)


def _process_kb(browser: Browser, page: str) -> float:
    """What each of some tabs adds to the process that has them all."""
    browser.open(page)
    first = _tabs_process_kb(browser)
    for number in range(_TABS):
        browser.chrome(_ANOTHER, f"{page}{number}")  # type: ignore[attr-defined]
    return (_tabs_process_kb(browser) - first) / _TABS


def _tabs_process_kb(browser: Browser) -> float:
    return float(browser.chrome(_PROCESS)) / 1e3  # type: ignore[attr-defined]


def _write_empty(folder: Path) -> None:
    folder.mkdir()
    ours = manifest()
    told = {name: ours[name] for name in _KEPT} | {"name": "Empty"}
    script = {"matches": ["http://*/*", "https://*/*"], "js": ["empty.js"], "run_at": "document_start"}
    (folder / "manifest.json").write_text(json.dumps(told | {"content_scripts": [script]}))
    (folder / "empty.js").write_text("")


#: A tab of the same site, loaded.
_ANOTHER = """const tab = gBrowser.addTrustedTab(arguments[0]);
    while (tab.linkedBrowser.currentURI.spec !== arguments[0] || tab.hasAttribute('busy'))
        await new Promise((done) => setTimeout(done, 20));"""

_PROCESS = """for (let round = 0; round < 3; round++) {
        for (const request of ['child-gc-request', 'child-cc-request', 'child-mmu-request'])
            Services.obs.notifyObservers(null, request);
        await new Promise((done) => setTimeout(done, 1000));
    }
    const pid = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
    const all = await ChromeUtils.requestProcInfo();
    return all.children.find((one) => one.pid === pid).memory;"""

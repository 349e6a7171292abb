"""Scrolls the sidebar of a sitemap of a million items from end to end in a real browser, beside one of a hundred."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benching import serving, sitemaps
from benching.figures import Figure
from driving import programs, start
from driving.surface import Browser, wait_for

_COUNT = 1_000_000
_STEPS = 60

#: Messages that a document sends itself: the time between two is how long the main thread was held.
_SCROLL = """
    const tree = document.querySelector('[role=tree]'), steps = arguments[0];
    const channel = new MessageChannel();
    let longest = 0, gaps = 0, last = performance.now(), isOver = false;
    channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        gaps += now - last > 50;
        last = now;
        if (!isOver) channel.port2.postMessage(0);
    };
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    try { observer.observe({ type: 'longtask' }); } catch { /* this browser tells no long tasks */ }
    channel.port2.postMessage(0);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let step = 0; step <= steps; step++) {
        tree.scrollTop = (tree.scrollHeight - tree.clientHeight) * step / steps;
        await frame();
        await frame();
        await new Promise((done) => setTimeout(done, 40));
    }
    isOver = true;
    observer.disconnect();
    const supported = PerformanceObserver.supportedEntryTypes.includes('longtask');
    return { longest, gaps, tasks: supported ? Math.max(0, ...tasks) : null };"""
_AT_END = """const rows = [...document.querySelectorAll('[role=treeitem]')];
    return rows.some((row) => row.textContent.includes(arguments[0]))"""


def measure(folder: Path) -> list[Figure]:
    sitemaps.flat(folder / "flat.xml", _COUNT)
    sitemaps.flat(folder / "hundred.xml", 100)
    figures = []
    for name in programs.NAMES:
        with serving.served(folder) as server:
            small = _scrolled(name, f"{server}/page/link/once/hundred.xml/", f"{99:07}")
            large = _scrolled(name, f"{server}/page/link/once/flat.xml/", f"{_COUNT - 1:07}")
        figures += _figures(name, large, small)
    return figures


def _figures(name: str, large: dict[str, Any], small: dict[str, Any]) -> list[Figure]:
    longest = large["tasks"] if large["tasks"] is not None else large["longest"]
    shortest = small["tasks"] if small["tasks"] is not None else small["longest"]
    memory = large["memory_mb"]
    return [
        Figure(
            f"scroll, {name}", longest, "ms",
            f"longest time the sidebar's main thread was held while {_COUNT:,} rows passed in {_STEPS} steps; beside "
            f"100 rows (Chromium counts tasks of 50 ms and more, Firefox gaps between messages)",
            shortest
        ).kept_below(50),
        Figure(f"scroll, {name}, gaps", large["longest"], "ms", "longest gap between two messages", small["longest"]),
        Figure(
            f"scroll, {name}, memory", memory, "MB",
            "the sidebar page's heap (Chromium) or what its process took more than beside 100 rows (Firefox)",
            None
        ).kept_below(100),
    ]  # fmt: skip


def _scrolled(name: str, page: str, last: str) -> dict[str, Any]:
    with start.browser(name) as browser:
        browser.open(page)
        browser.open_sidebar()
        wait_for(browser.sidebar, "return document.querySelector('[role=treeitem] a') !== null", deadline_s=120)
        before = _memory_mb(browser)
        found: dict[str, Any] = browser.sidebar.eval(_SCROLL, _STEPS)
        wait_for(browser.sidebar, _AT_END, last)
        found["memory_mb"] = _memory_mb(browser) - (before if name == "firefox" else 0)
        return found


def _memory_mb(browser: Browser) -> float:
    if browser.name == "chromium":
        return float(browser.sidebar.eval("return performance.memory.usedJSHeapSize / 1e6"))
    return float(browser.chrome(_PROCESS)) / 1e6  # type: ignore[attr-defined]


#: What can be freed is asked to be: garbage that happens not to be collected yet is nobody's memory.
_PROCESS = """for (const request of ['child-gc-request', 'child-cc-request', 'child-mmu-request'])
        Services.obs.notifyObservers(null, request);
    await new Promise((done) => setTimeout(done, 3000));
    const all = await ChromeUtils.requestProcInfo();
    return Math.max(...all.children.filter((one) => one.type === 'extension').map((one) => one.memory));"""

"""Measurements in both browsers: scrolling, flicker, loading, and the cost on pages without a sitemap."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from commands.benching import extensions, harness, sitemaps
from commands.benching.harness import Figure
from commands.packing import archives
from driving import programs, start
from driving.profile import ROOT, manifest
from driving.surface import Browser, until, wait_for

_MILLION = 1_000_000
_PLAIN = Path(__file__).parent / "plain"


def scroll(folder: Path) -> Iterator[Figure]:
    """Scroll the sidebar of a sitemap of a million items from end to end, compared with one of a hundred."""
    steps = 30
    held = (
        f"longest time the main thread was held while {_MILLION:,} rows passed in {steps} steps; beside 100 rows"
        " (Chromium counts tasks of 50 ms and more, Firefox gaps between messages)"
    )
    memory = "the sidebar page's heap (Chromium) or what its process took more than beside 100 rows (Firefox)"
    for size in (100, _MILLION):
        sitemaps.written(folder / f"{size}.xml", sitemaps.items(size))
    for name in programs.NAMES:
        with harness.served(folder) as server:
            small, large = (_scrolled(name, server, size, steps) for size in (100, _MILLION))
        yield Figure(f"scroll, {name}", large[0], "ms", held, small[0]).below(50)
        yield Figure(f"scroll, {name}, memory", large[1], "MB", memory).below(100)


def _scrolled(name: str, server: str, size: int, steps: int) -> tuple[float, float]:
    """Return the longest block of the main thread in milliseconds, and the memory in megabytes."""
    with start.browser(name) as browser:
        browser.open(f"{server}/page/link/once/{size}.xml/")
        browser.open_sidebar()
        wait_for(browser.sidebar, "return document.querySelector('[role=treeitem] a') !== null", deadline_s=120)
        before = _sidebar_mb(browser)
        held = float(browser.sidebar.eval(_SCROLL, steps))
        wait_for(browser.sidebar, _IS_AT_END, f"{size - 1:07}")
        return held, _sidebar_mb(browser) - (before if name == "firefox" else 0)


def _sidebar_mb(browser: Browser) -> float:
    if browser.name == "chromium":
        return float(browser.sidebar.eval("return performance.memory.usedJSHeapSize / 1e6"))
    return extensions.firefox_process_mb(browser, "extension")


def flicker(folder: Path) -> Iterator[Figure]:
    """Measure whether the display classes are on `<body>` before the first paint, on an already known site."""
    sitemaps.written(folder / "site.xml", sitemaps.items(50))
    for name in programs.NAMES:
        with harness.served(folder) as server, start.browser(name) as browser:
            for announced in ("link", "header"):
                for warm in range(3):
                    _known_page_ms(browser, f"{server}/page/{announced}/100/site.xml/warm-{warm}")
                for pace in ("once", "20", "100"):
                    yield _unflickering(browser, server, announced, pace)


def _unflickering(browser: Browser, server: str, announced: str, pace: str) -> Figure:
    runs, times = 20, list[tuple[float, float]]()
    for run in range(runs):
        browser.open(f"{server}/page/{announced}/{pace}/site.xml/{run}")
        times.append(browser.page.eval(_TIMES))
    (classes, paints), before = zip(*times, strict=True), sum(at <= paint for at, paint in times)
    promised = {("chromium", "once"): 18, ("firefox", "once"): 11}.get((browser.name, pace), runs)
    body = "at once" if pace == "once" else f"{pace} ms after its head"
    meaning = f"navigations with the class before first contentful paint; named by {announced}, the body comes {body};"
    meaning += f" medians: class {median(classes):.0f} ms, paint {median(paints):.0f} ms"
    name, bound = f"no flicker, {browser.name}, {announced}, {body}", f">= {promised} of {runs}"
    return Figure(name, before, f"of {runs}", meaning, None, bound, before >= promised)


def page_load(folder: Path) -> Iterator[Figure]:
    """Measure page load to classes and to the sidebar's tree, compared with a plain extension.

    The plain one (`plain/`) fetches and parses in the browser and caches the result. It implements only the rule that
    these pages use, and has no host. Each runs in its own browser.
    """
    visits, pages, warm, items = 15, 30, 4, 1_000
    sitemaps.written(folder / "known.xml", sitemaps.items(items))
    for site in range(visits):
        sitemaps.written(folder / f"site-{site}.xml", sitemaps.items(items, name=f"Site {site} page"))
    plain = extensions.written(
        shutil.copytree(_PLAIN, folder / "plain"), **json.loads((_PLAIN / "manifest.json").read_text())
    )
    classes = f"navigation to classes on the body, the map known, median of {pages}; beside a plain extension"
    tree = f"navigation to rows in the sidebar, {items:,} new items, median of {visits}; beside that"
    for name in programs.NAMES:
        known, first = dict[Path, float](), dict[Path, float]()
        for extension in (ROOT, plain):
            with harness.served(folder) as server, start.browser(name, extension=extension) as browser:
                browser.open(server)
                browser.open_sidebar()
                first[extension] = median(_first_visit_ms(browser, server, site) for site in range(visits))
                addresses = [f"{server}/page/link/once/known.xml/{page}" for page in range(warm + pages)]
                known[extension] = median([_known_page_ms(browser, page) for page in addresses][warm:])
        yield Figure(f"classes, {name}", known[ROOT], "ms", classes, known[plain]).within(1.0)
        first_tree = Figure(f"first tree, {name}", first[ROOT], "ms", tree, first[plain])
        yield first_tree.within({"chromium": 1.95, "firefox": 1.8}[name])


def cold_page(folder: Path) -> Iterator[Figure]:
    """Measure a new site's map with a stopped background and no host, compared with both running."""
    visits = 10
    for site in range(visits * 2):
        sitemaps.written(folder / f"site-{site}.xml", sitemaps.items(10))
    meaning = f"navigation to the classes of a new site, no host running; median of {visits}, beside a running host"
    for name in programs.NAMES:
        with harness.served(folder) as server, start.browser(name) as browser:
            pages = [f"{server}/page/link/once/site-{site}.xml/" for site in range(visits * 2)]
            _known_page_ms(browser, f"{server}/page/link/once/site-0.xml/first")
            warm = median(_known_page_ms(browser, page) for page in pages[:visits])
            cold = median(_cold_page_ms(browser, page) for page in pages[visits:])
        most_ms = {"chromium": 320, "firefox": 540}[name]
        bound = f"<= {most_ms} ms more"
        yield Figure(f"cold page, {name}", cold, "ms", meaning, warm, bound, is_met=cold - warm <= most_ms)


def _cold_page_ms(browser: Browser, page: str) -> float:
    browser.stop_background()
    until(lambda: not browser.hosts(), "the host has ended")
    return _known_page_ms(browser, page)


def _known_page_ms(browser: Browser, page: str) -> float:
    browser.open(page)
    wait_for(browser.page, "return window.classAt !== undefined")
    return float(browser.page.eval("return window.classAt"))


def _first_visit_ms(browser: Browser, server: str, site: int) -> float:
    browser.sidebar.eval(_WATCH_ROWS, f"Site {site} page")
    browser.open(f"{server}/page/link/once/site-{site}.xml/")
    seen = float(browser.sidebar.eval("return window.seen"))
    return seen - float(browser.page.eval("return performance.timeOrigin"))


def idle_page(folder: Path) -> Iterator[Figure]:
    """Measure the extension's cost on a page without a sitemap: its scripts' time on the page's main thread.

    Chromium counts the time spent in scripts, and the page has none of its own. Firefox has no such counter, and the
    CPU time of the page's process varies by several milliseconds between equal runs. There the content scripts run
    between two timers, which include their observers and listeners.
    """
    pages, warm = 30, 5
    ours: Any = manifest()["content_scripts"]
    script = ours[0]
    files = {"before.js": _BEFORE, **{name: (ROOT / name).read_text() for name in script["js"]}, "after.js": _AFTER}
    clocked = extensions.written(
        folder / "clocked", files, name="Clocked", content_scripts=[script | {"js": list(files)}]
    )
    with harness.served(folder) as server:
        addresses = [f"{server}/plain/{page}" for page in range(warm + pages)]
        with start.browser("firefox", extension=clocked) as browser:
            costs = [_clocked_ms(browser, page) for page in addresses][warm:]
        with start.browser("chromium") as browser:
            times = [_heap_metric(browser, page, "ScriptDuration") * 1000 for page in addresses]
    # A navigation may reset the counter.
    steps = [later - before if later >= before else later for before, later in pairwise(times)][warm - 1 :]
    observed = f"the content scripts on a page without a sitemap, observers included; median of {pages} navigations"
    counted = f"scripts on a page without a sitemap, which has none itself; median of {pages} navigations"
    yield Figure("idle page, firefox", median(costs), "ms", observed).below(1)
    yield Figure("idle page, chromium", median(steps), "ms", counted).below(1)


def _clocked_ms(browser: Any, page: str) -> float:
    browser.chrome("Services.prefs.setBoolPref('privacy.reduceTimerPrecision', false)")
    browser.open(page)
    wait_for(browser.page, "return document.documentElement.dataset.cost !== undefined")
    return float(browser.page.eval("return document.documentElement.dataset.cost"))


def tab_memory(folder: Path) -> Iterator[Figure]:
    """Measure the memory of a tab on a page without a sitemap, compared with an extension with an empty content script.

    Any content script needs its own world: about 800 KB in Chromium. The figure is the memory beyond that. Chromium
    reports a page's heap, including content scripts; in Firefox, the figure is the memory that each further tab adds to
    a site's process. Garbage is collected first.
    """
    script = {"matches": ["http://*/*", "https://*/*"], "js": ["empty.js"], "run_at": "document_start"}
    empty = extensions.written(folder / "empty", {"empty.js": ""}, name="Empty", content_scripts=[script])
    for name in programs.NAMES:
        taken = dict[Path, float]()
        for extension in (ROOT, empty):
            with harness.served(folder) as server, start.browser(name, extension=extension) as browser:
                taken[extension] = _tab_kb(browser, f"{server}/plain/")
        own, bare = taken[ROOT], taken[empty]
        about = f"a tab on a page without a sitemap: {own:.0f} KB, beside {bare:.0f} KB with an empty content script"
        yield Figure(f"tab memory, {name}", own - bare, "KB", f"{about}; ten tabs of each").below(300)


def _tab_kb(browser: Any, page: str) -> float:
    """Return the median heap of several tabs in Chromium; in Firefox, the memory that each tab adds to its process."""
    tabs = 10
    if browser.name == "chromium":
        return median(_heap_metric(browser, f"{page}{tab}", "JSHeapUsedSize") / 1e3 for tab in range(tabs))
    browser.open(page)
    first = extensions.firefox_process_mb(browser, "page")
    for tab in range(tabs):
        browser.chrome(_ANOTHER_TAB, f"{page}{tab}")
    return (extensions.firefox_process_mb(browser, "page") - first) / tabs * 1e3


def page_contents(folder: Path) -> Iterator[Figure]:
    """Measure the time from a parsed page to its headings and to its menus in the sidebar, for pages of two sizes."""
    links, visits = 500, 5
    about = f"page parsed to rows in the sidebar, {links} links in its menu, median of {visits} navigations;"
    for name in programs.NAMES:
        for elements, headings_ms, menus_ms in ((5_000, 300, 1_000), (30_000, 2_000, 2_000)):
            for page in range(visits + 1):
                (folder / f"{page}.html").write_text(_page_with_contents(page, elements, links))
            with harness.served(folder) as server, start.browser(name) as browser:
                browser.open_sidebar()
                took = [_contents_ms(browser, server, page) for page in range(visits + 1)][1:]
            headings, menus = (median(times) for times in zip(*took, strict=True))
            meaning = f"{about} {elements:,} elements"
            yield Figure(f"headings, {name}, {elements:,} elements", headings, "ms", meaning).below(headings_ms)
            yield Figure(f"menus, {name}, {elements:,} elements", menus, "ms", meaning).below(menus_ms)


def _page_with_contents(page: int, elements: int, links: int) -> str:
    """Return a page with a few headings and a long menu, all with names of their own."""
    count = 10
    items = "".join(
        f'<li><a href="/{page}/{number}"><span>Page {page} link {number}</span></a></li>' for number in range(links)
    )
    text = "<code>a</code> " * ((elements - 3 * links) // count)
    parts = "".join(f'<h2 id="h{number}">Page {page} part {number}</h2><p>{text}</p>' for number in range(count))
    return f"<!doctype html><title>{page}</title><nav><ul>{items}</ul></nav><main><h1>Page {page}</h1>{parts}</main>"


def _contents_ms(browser: Browser, server: str, page: int) -> tuple[float, float]:
    """Return the times from a parsed page to its first heading and to its first link in the sidebar."""
    browser.sidebar.eval(_WATCH_CONTENTS, f"Page {page} part 0", f"Page {page} link 0")
    browser.open(f"{server}/{page}.html")
    seen = browser.sidebar.eval("return window.seen")
    parsed = float(
        browser.page.eval(
            "return performance.timeOrigin + performance.timing.domInteractive - performance.timing.navigationStart"
        )
    )
    return seen[0] - parsed, seen[1] - parsed


def opening(folder: Path) -> Iterator[Figure]:
    """Measure the time from opening the sidebar to its rows with an open map, compared with an empty extension."""
    sitemaps.written(folder / "known.xml", sitemaps.items(1_000))
    own = extensions.with_clock(folder / "own", ROOT)
    bare = extensions.with_clock(folder / "bare", extensions.empty(folder / "empty"))
    times = 5
    meaning = f"opening the sidebar to its first rows, 1,000 items, the map open; median of {times}; beside that"
    for name in programs.NAMES:
        took = dict[Path, float]()
        for extension in (own, bare):
            with harness.served(folder) as server, start.browser(name, extension=extension) as browser:
                browser.open(f"{server}/page/link/once/known.xml/")
                # The first opening also loads the map.
                took[extension] = median([_opened_ms(browser) for _ in range(times + 1)][1:])
        yield Figure(f"opening, {name}", took[own], "ms", meaning, took[bare]).within(5.6)


def _opened_ms(browser: Browser) -> float:
    begun = time.time() * 1000
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.documentElement.dataset.rowsAt !== undefined")
    rows_at = float(browser.sidebar.eval("return document.documentElement.dataset.rowsAt"))
    browser.close_sidebar()
    return rows_at - begun


def background(folder: Path) -> Iterator[Figure]:
    """Measure the idle memory of the background after a page with a map, compared with an empty extension."""
    sitemaps.written(folder / "known.xml", sitemaps.items(1_000))
    empty = extensions.empty(folder / "empty")
    for name in programs.NAMES:
        taken = dict[Path, float]()
        for extension in (ROOT, empty):
            with harness.served(folder) as server, start.browser(name, extension=extension) as browser:
                browser.open(f"{server}/page/link/once/known.xml/")
                if extension == ROOT:
                    wait_for(browser.page, "return window.classAt !== undefined")
                taken[extension] = extensions.background_mb(browser)
        about = "the extension's process after a page with a map; beside an empty extension"
        memory = Figure(f"background, {name}", taken[ROOT], "MB", about, taken[empty])
        yield memory.within({"chromium": 2.7, "firefox": 1.5}[name])


def archive(folder: Path) -> Iterator[Figure]:
    """Measure the size of the archive for each store, compared with an empty extension."""
    empty = Path(shutil.make_archive(str(folder / "empty"), "zip", extensions.empty(folder / "unpacked")))
    for store in archives.STORES:
        own = archives.write(folder / f"{store}.zip", archives.manifest_for(store))
        sizes = (file.stat().st_size / 1e3 for file in (own, empty))
        size = Figure(f"archive, {store}", next(sizes), "KB", "as its store gets it; beside an empty one", next(sizes))
        yield size.below(600)


def _heap_metric(browser: Any, page: str, metric: str) -> float:
    """Return one of Chromium's metrics of a page after garbage collection."""
    driver = browser.at(browser.current_tab())
    driver.execute_cdp_cmd("Performance.enable", {})
    browser.open(page)
    if metric == "JSHeapUsedSize":
        driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(entry["value"] for entry in metrics if entry["name"] == metric))


#: Messages that a document sends to itself: the time between two shows how long the main thread was blocked.
_SCROLL = """
    const tree = document.querySelector('[role=tree]'), steps = arguments[0];
    const channel = new MessageChannel(), tasks = [];
    let longest = 0, last = performance.now(), isOver = false;
    channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!isOver) channel.port2.postMessage(0);
    };
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    const supported = PerformanceObserver.supportedEntryTypes.includes('longtask');
    if (supported) observer.observe({ type: 'longtask' });
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
    return supported ? Math.max(0, ...tasks) : longest;"""

_IS_AT_END = """const rows = [...document.querySelectorAll('[role=treeitem]')];
    return rows.some((row) => row.textContent.includes(arguments[0]))"""

#: The time at which the page had its classes (very late if never), and of its first paint (0 if never).
_TIMES = """
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    for (let turn = 0; turn < 100 && (paint() === undefined || window.classAt === undefined); turn++)
        await new Promise((done) => setTimeout(done, 20));
    return [window.classAt ?? 10_000, paint() ?? 0];"""

#: The time at which rows with that name first exist, in milliseconds since 1970.
_WATCH_ROWS = """const [name] = arguments;
    window.seen = new Promise((done) => {
        const observer = new MutationObserver(() => {
            if (!document.querySelector('[role=treeitem]')?.textContent.includes(name)) return;
            observer.disconnect();
            done(performance.timeOrigin + performance.now());
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
    });"""

#: The times at which rows with each of the names first exist, in milliseconds since 1970.
_WATCH_CONTENTS = """const names = [...arguments], times = new Map();
    window.seen = new Promise((done) => {
        const observer = new MutationObserver(() => {
            const drawn = document.querySelectorAll('[role=treeitem] .name');
            const rows = new Set(Array.from(drawn, ({ textContent }) => textContent));
            for (const name of names)
                if (rows.has(name) && !times.has(name)) times.set(name, performance.timeOrigin + performance.now());
            if (times.size < names.length) return;
            observer.disconnect();
            done(names.map((name) => times.get(name)));
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
    });"""

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

#: A further loaded tab of the same site.
_ANOTHER_TAB = """const tab = gBrowser.addTrustedTab(arguments[0]);
    while (tab.linkedBrowser.currentURI.spec !== arguments[0] || tab.hasAttribute('busy'))
        await new Promise((done) => setTimeout(done, 20));"""

BROWSER_BENCHMARKS = {
    work.__name__.replace("_", "-"): work
    for work in (
        scroll,
        flicker,
        page_load,
        cold_page,
        idle_page,
        tab_memory,
        page_contents,
        opening,
        background,
        archive,
    )
}

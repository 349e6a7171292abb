"""What is measured in both browsers: scrolling, flicker, loading, and what pages without a sitemap pay."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from benching import harness, sitemaps
from benching.harness import Figure, middle
from driving import programs, start
from driving.profile import ROOT, gecko_id, manifest
from driving.surface import Browser, wait_for

_MILLION = 1_000_000


def scroll(folder: Path) -> list[Figure]:
    """Scrolls the sidebar of a sitemap of a million items from end to end, beside one of a hundred."""
    steps = 60
    sitemaps.flat(folder / "flat.xml", _MILLION)
    sitemaps.flat(folder / "hundred.xml", 100)
    figures = []
    for name in programs.NAMES:
        with harness.served(folder) as server:
            small = _scrolled(name, f"{server}/page/link/once/hundred.xml/", f"{99:07}", steps)
            large = _scrolled(name, f"{server}/page/link/once/flat.xml/", f"{_MILLION - 1:07}", steps)
        longest, shortest = (one["longest"] if one["tasks"] is None else one["tasks"] for one in (large, small))
        held = (
            f"longest time the sidebar's main thread was held while {_MILLION:,} rows passed in {steps} steps; beside "
            "100 rows (Chromium counts tasks of 50 ms and more, Firefox gaps between messages)"
        )
        memory = "the sidebar page's heap (Chromium) or what its process took more than beside 100 rows (Firefox)"
        gaps = "longest gap between two messages"
        figures += [
            Figure(f"scroll, {name}", longest, "ms", held, shortest).below(50),
            Figure(f"scroll, {name}, gaps", large["longest"], "ms", gaps, small["longest"]),
            Figure(f"scroll, {name}, memory", large["memory_mb"], "MB", memory).below(100),
        ]
    return figures


def _scrolled(name: str, page: str, last: str, steps: int) -> dict[str, Any]:
    with start.browser(name) as browser:
        browser.open(page)
        browser.open_sidebar()
        wait_for(browser.sidebar, "return document.querySelector('[role=treeitem] a') !== null", deadline_s=120)
        before = _sidebar_mb(browser)
        found: dict[str, Any] = browser.sidebar.eval(_SCROLL, steps)
        wait_for(browser.sidebar, _IS_AT_END, last)
        found["memory_mb"] = _sidebar_mb(browser) - (before if name == "firefox" else 0)
        return found


def _sidebar_mb(browser: Browser) -> float:
    if browser.name == "chromium":
        return float(browser.sidebar.eval("return performance.memory.usedJSHeapSize / 1e6"))
    return _firefox_process_mb(browser, "extension")


def flicker(folder: Path) -> list[Figure]:
    """Whether the display classes are on `<body>` before the page is first painted, on a site that is already known."""
    sitemaps.flat(folder / "site.xml", 50)
    figures = []
    for name in programs.NAMES:
        with harness.served(folder) as server, start.browser(name) as browser:
            for announced in ("link", "header"):
                for turn in range(3):
                    _known_page_ms(browser, f"{server}/page/{announced}/100/site.xml/warm-{turn}")
                figures += [_unflickering(browser, server, announced, pace) for pace in ("once", "20", "100")]
    return figures


def _unflickering(browser: Browser, server: str, announced: str, pace: str) -> Figure:
    runs, before = 20, 0
    classes, paints = [], []
    for turn in range(runs):
        browser.open(f"{server}/page/{announced}/{pace}/site.xml/{turn}")
        at, paint = browser.page.eval(_TIMES)
        classes.append(at if at is not None else 10_000.0)
        paints.append(paint or 0.0)
        before += at is not None and paint is not None and at <= paint
    promised = {("chromium", "once"): 18, ("firefox", "once"): 11}.get((browser.name, pace), runs)
    body = "at once" if pace == "once" else f"{pace} ms after its head"
    meaning = (
        f"of {runs} navigations, those with the class before first contentful paint; named by {announced}, the body "
        f"comes {body}; medians: class {middle(classes):.0f} ms, paint {middle(paints):.0f} ms"
    )
    name, bound = f"no flicker, {browser.name}, {announced}, {body}", f">= {promised} of {runs}"
    return Figure(name, before, f"of {runs}", meaning, None, bound, before >= promised)


_TURNS, _VISITS, _PAGES = 3, 10, 20


def page_load(folder: Path) -> list[Figure]:
    """Page load to classes, and to the tree in the sidebar, beside a plain extension that does the same for this alone.

    The plain one (`plain/`) fetches and parses in the browser and remembers what it read. It has no other rule than the
    one that these pages use, and no host. Both run in browsers of their own, by turns.
    """
    items = 1_000
    sitemaps.flat(folder / "known.xml", items)
    for number in range(_VISITS * _TURNS * 2):
        sitemaps.flat(folder / f"site-{number}.xml", items, name=f"Site {number} page")
    plain = _plain_extension(folder / "plain")
    figures = []
    for name in programs.NAMES:
        known, first = _load_times(name, folder, plain)
        classes = (
            f"navigation to classes on the body, the map known, median of {_TURNS * _PAGES}; beside a plain extension"
        )
        tree = (
            f"navigation to rows in the sidebar, {items:,} items never seen before, median of {_TURNS * _VISITS};"
            " beside a plain extension"
        )
        figures += [
            Figure(f"classes, {name}", middle(known[ROOT]), "ms", classes, middle(known[plain])).within(1.0),
            Figure(f"first tree, {name}", middle(first[ROOT]), "ms", tree, middle(first[plain])).within(1.5),
        ]
    return figures


def _load_times(name: str, folder: Path, plain: Path) -> tuple[dict[Path, list[float]], dict[Path, list[float]]]:
    """Milliseconds to the classes of a known map, and to the rows of a new one, of both extensions."""
    known, first = defaultdict[Path, list[float]](list), defaultdict[Path, list[float]](list)
    warm = 4
    with harness.served(folder) as server:
        for turn in range(_TURNS * 2):
            extension = (ROOT, plain)[turn % 2]
            with start.browser(name, extension=extension) as browser:
                browser.open(server)
                browser.open_sidebar()
                first[extension] += [_first_visit_ms(browser, server, turn * _VISITS + n) for n in range(_VISITS)]
                pages = [f"{server}/page/link/once/known.xml/{page}" for page in range(warm + _PAGES)]
                known[extension] += [_known_page_ms(browser, page) for page in pages][warm:]
    return known, first


def _known_page_ms(browser: Browser, page: str) -> float:
    browser.open(page)
    wait_for(browser.page, "return window.classAt !== undefined")
    return float(browser.page.eval("return window.classAt"))


def _first_visit_ms(browser: Browser, server: str, number: int) -> float:
    browser.sidebar.eval(_WATCH_ROWS, f"Site {number} page")
    browser.open(f"{server}/page/link/once/site-{number}.xml/")
    seen = float(browser.sidebar.eval("return window.seen"))
    return seen - float(browser.page.eval("return performance.timeOrigin"))


def idle_page(folder: Path) -> list[Figure]:
    """What a page without a sitemap pays for the extension: the time its scripts take of the page's main thread.

    Chromium counts the time spent in scripts, and the page has none of its own. Firefox counts no such thing, and the
    processor time of the page's process differs by several milliseconds between equal runs: there a copy of the content
    scripts runs between two clocks, its observers and listeners clocked as well.
    """
    pages, warm = 60, 10
    clocked = _clocked_extension(folder / "clocked")
    with harness.served(folder) as server:
        addresses = [f"{server}/plain/{turn}" for turn in range(warm + pages)]
        with start.browser("firefox") as browser:
            _chrome(browser, _REPLACE, gecko_id(), str(clocked))
            in_firefox = middle([_clocked_ms(browser, page) for page in addresses][warm:])
        with start.browser("chromium") as browser:
            times = [_heap_metric(browser, page, "ScriptDuration") * 1000 for page in addresses]
    # A navigation may begin a new count.
    steps = [later - before if later >= before else later for before, later in pairwise(times)]
    median = f"median of {pages} navigations"
    observed = f"the content scripts on a page without a sitemap, observers included; {median}"
    counted = f"scripts on a page without a sitemap, which has none itself; {median}"
    return [
        Figure("idle page, firefox", in_firefox, "ms", observed).below(1),
        Figure("idle page, chromium", middle(steps[warm - 1 :]), "ms", counted).below(1),
    ]


def _clocked_ms(browser: Browser, page: str) -> float:
    browser.open(page)
    wait_for(browser.page, "return document.documentElement.dataset.cost !== undefined")
    return float(browser.page.eval("return document.documentElement.dataset.cost"))


def tab_memory(folder: Path) -> list[Figure]:
    """What memory a tab on a page without a sitemap takes for the extension, beside one whose content script is empty.

    Any content script costs a world of its own: some 800 KB in Chromium. What ours takes beyond that is the figure.
    Chromium knows the heap of a page, those of content scripts in it; Firefox what the process of all tabs of a site
    takes: what each of some more adds. Garbage is collected first.
    """
    script = {"matches": ["http://*/*", "https://*/*"], "js": ["empty.js"], "run_at": "document_start"}
    empty = _extension(folder / "empty", {"empty.js": ""}, name="Empty", content_scripts=[script])
    turns, figures = 3, []
    with harness.served(folder) as server:
        for name in programs.NAMES:
            taken: dict[Path, list[float]] = {ROOT: [], empty: []}
            for turn in range(2 * turns):
                extension = (ROOT, empty)[turn % 2]
                with start.browser(name, extension=extension) as browser:
                    taken[extension].append(_tab_kb(browser, f"{server}/plain/"))
            own, bare = middle(taken[ROOT]), middle(taken[empty])
            what = f"a tab on a page without a sitemap: {own:.0f} KB, beside {bare:.0f} KB with an empty content script"
            figures.append(Figure(f"tab memory, {name}", own - bare, "KB", f"{what}; median of {turns}").below(300))
    return figures


def _tab_kb(browser: Browser, page: str) -> float:
    """The middle heap of some tabs in Chromium; in Firefox what each of some tabs adds to the process that has them."""
    tabs = 10
    if browser.name == "chromium":
        return middle([_heap_metric(browser, f"{page}{number}", "JSHeapUsedSize") / 1e3 for number in range(tabs)])
    browser.open(page)
    first = _firefox_process_mb(browser, "page")
    for number in range(tabs):
        _chrome(browser, _ANOTHER_TAB, f"{page}{number}")
    return (_firefox_process_mb(browser, "page") - first) / tabs * 1e3


def _heap_metric(browser: Any, page: str, metric: str) -> float:
    """One of Chromium's metrics of a page, garbage collected."""
    driver = browser.at(browser.current_tab())
    driver.execute_cdp_cmd("Performance.enable", {})
    browser.open(page)
    if metric == "JSHeapUsedSize":
        driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == metric))


def _chrome(browser: Any, script: str, *arguments: object) -> Any:
    """The answer of a script with Firefox's own rights."""
    return browser.chrome(script, *arguments)


def _firefox_process_mb(browser: Browser, whose: str) -> float:
    """What the process of the current `page`, or that of the `extension`, takes."""
    return float(_chrome(browser, _PROCESS, whose)) / 1e6


def _extension(folder: Path, files: dict[str, str], **more: object) -> Path:
    """An extension of these files under our own identity, so that it is driven as ours is."""
    ours = manifest()
    identity = ("key", "browser_specific_settings", "manifest_version", "version", "host_permissions")
    written = {name: ours[name] for name in identity} | more
    for name, content in {**files, "manifest.json": json.dumps(written)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def _plain_extension(folder: Path) -> Path:
    """The plain extension, in our own places, too."""
    source, background = Path(__file__).parent / "plain", "extension/background.js"
    places = {"background.js": "", "content.js": "", "sidebar.html": "sidebar/", "sidebar.js": "sidebar/"}
    ours: dict[str, Any] = manifest()
    return _extension(
        folder,
        {f"extension/{place}{name}": (source / name).read_text() for name, place in places.items()},
        name="Plain",
        background={
            "service_worker": background,
            "scripts": [background],
            "preferred_environment": ["document", "service_worker"],
        },
        content_scripts=[{"matches": ["http://*/*"], "js": ["extension/content.js"], "run_at": "document_start"}],
        action={},
        permissions=["sidePanel", "tabs"],
        sidebar_action={"default_title": "Plain", "default_panel": ours["sidebar_action"]["default_panel"]},
        side_panel=ours["side_panel"],
    )


def _clocked_extension(folder: Path) -> Path:
    """An extension of nothing but our content scripts and two clocks, under an id of its own: it runs beside ours."""
    ours: dict[str, Any] = manifest()
    script = ours["content_scripts"][0]
    files = {"before.js": _BEFORE, **{name: (ROOT / name).read_text() for name in script["js"]}, "after.js": _AFTER}
    own_id = {"gecko": {"id": "clocked@example.org"}}
    scripts = [script | {"js": list(files)}]
    return _extension(folder, files, name="Clocked", browser_specific_settings=own_id, content_scripts=scripts)


#: Messages that a document sends itself: the time between two is how long the main thread was held.
_SCROLL = """
    const tree = document.querySelector('[role=tree]'), steps = arguments[0];
    const channel = new MessageChannel();
    let longest = 0, last = performance.now(), isOver = false;
    channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!isOver) channel.port2.postMessage(0);
    };
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    try { observer.observe({ type: 'longtask' }); } catch { /* this browser knows no long tasks */ }
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
    return { longest, tasks: supported ? Math.max(0, ...tasks) : null };"""

_IS_AT_END = """const rows = [...document.querySelectorAll('[role=treeitem]')];
    return rows.some((row) => row.textContent.includes(arguments[0]))"""

#: When the page had its classes, and when it was first painted.
_TIMES = """
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    for (let turn = 0; turn < 100 && (paint() === undefined || window.classAt === undefined); turn++)
        await new Promise((done) => setTimeout(done, 20));
    return [window.classAt ?? null, paint() ?? null];"""

#: When rows of that name are first there, in milliseconds since 1970.
_WATCH_ROWS = """const [name] = arguments;
    window.seen = new Promise((done) => {
        const look = () => {
            if (!document.querySelector('[role=treeitem]')?.textContent.includes(name)) return;
            observer.disconnect();
            done(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
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

#: Our extension off, the copy on, and clocks as fine as they are.
_REPLACE = """const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    Services.prefs.setBoolPref('privacy.reduceTimerPrecision', false);
    await (await AddonManager.getAddonByID(arguments[0])).disable();
    const file = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
    file.initWithPath(arguments[1]);
    await AddonManager.installTemporaryAddon(file);"""

#: A tab of the same site, loaded.
_ANOTHER_TAB = """const tab = gBrowser.addTrustedTab(arguments[0]);
    while (tab.linkedBrowser.currentURI.spec !== arguments[0] || tab.hasAttribute('busy'))
        await new Promise((done) => setTimeout(done, 20));"""

#: What can be freed is made to be: garbage that happens not to be collected yet is nobody's memory.
_PROCESS = """for (let round = 0; round < 3; round++) {
        for (const request of ['child-gc-request', 'child-cc-request', 'child-mmu-request'])
            Services.obs.notifyObservers(null, request);
        await new Promise((done) => setTimeout(done, 1000));
    }
    const pid = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
    const [whose] = arguments, isOurs = (one) => whose === 'page' ? one.pid === pid : one.type === 'extension';
    const all = await ChromeUtils.requestProcInfo();
    return Math.max(...all.children.filter(isOurs).map((one) => one.memory));"""

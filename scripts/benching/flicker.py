"""Whether the display classes are on `<body>` before the page is first painted, on a site that is already known."""

from __future__ import annotations

from pathlib import Path

from benching import serving, sitemaps
from benching.figures import Figure, middle
from driving import programs, start
from driving.surface import Browser, wait_for

_RUNS = 20
_PACES = ("once", "20", "100")
_PROMISED = {("chromium", "once"): 18, ("firefox", "once"): 11}
_TIMES = """
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    for (let turn = 0; turn < 100 && (paint() === undefined || window.classAt === undefined); turn++)
        await new Promise((done) => setTimeout(done, 20));
    return [window.classAt ?? null, paint() ?? null];"""


def measure(folder: Path) -> list[Figure]:
    sitemaps.flat(folder / "site.xml", 50)
    figures = []
    for name in programs.NAMES:
        with serving.served(folder) as server, start.browser(name) as browser:
            for announced in ("link", "header"):
                _warm(browser, f"{server}/page/{announced}/100/site.xml")
                figures += [_measured(browser, server, announced, pace) for pace in _PACES]
    return figures


def _warm(browser: Browser, address: str) -> None:
    for turn in range(3):
        browser.open(f"{address}/warm-{turn}")
        wait_for(browser.page, "return window.classAt !== undefined")


def _measured(browser: Browser, server: str, announced: str, pace: str) -> Figure:
    classes, paints, before = [], [], 0
    for turn in range(_RUNS):
        browser.open(f"{server}/page/{announced}/{pace}/site.xml/{turn}")
        at, paint = browser.page.eval(_TIMES)
        classes.append(at if at is not None else 10_000.0)
        paints.append(paint or 0.0)
        before += at is not None and paint is not None and at <= paint
    promised = _PROMISED.get((browser.name, pace), _RUNS)
    body = "at once" if pace == "once" else f"{pace} ms after its head"
    meaning = (
        f"of {_RUNS} navigations, those with the class before first contentful paint; named by {announced}, the body "
        f"comes {body}; medians: class {middle(classes):.0f} ms, paint {middle(paints):.0f} ms"
    )
    name = f"no flicker, {browser.name}, {announced}, {body}"
    bound = f">= {promised} of {_RUNS}"
    return Figure(name, before, f"of {_RUNS}", meaning, None, bound, before >= promised)

"""Page load to classes, and to the tree in the sidebar, beside a plain extension that does the same for this alone.

The plain one (`plain/`) fetches and parses in the browser and remembers what it read. It has no other rule than the one
that these pages use, and no host. Both run in browsers of their own, by turns.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from benching import serving, sitemaps
from benching.figures import Figure, middle
from driving import programs, start
from driving.profile import ROOT, manifest
from driving.surface import Browser, wait_for

_TURNS = 3
_PAGES = 20
_WARM = 4
_VISITS = 10
_ITEMS = 1_000
_PLAIN = Path(__file__).parent / "plain"

#: When rows of that name are first there, in milliseconds since 1970.
_WATCH = """const [name] = arguments;
    window.seen = new Promise((done) => {
        const look = () => {
            if (!document.querySelector('[role=treeitem]')?.textContent.includes(name)) return;
            observer.disconnect();
            done(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
    });"""


def measure(folder: Path) -> list[Figure]:
    sitemaps.flat(folder / "known.xml", _ITEMS)
    for number in range(_VISITS * _TURNS * 2):
        sitemaps.flat(folder / f"site-{number}.xml", _ITEMS, name=f"Site {number} page")
    plain = _assembled(folder / "plain")
    return [figure for name in programs.NAMES for figure in _compared(name, folder, plain)]


def _compared(name: str, folder: Path, plain: Path) -> list[Figure]:
    known: dict[Path, list[float]] = {ROOT: [], plain: []}
    first: dict[Path, list[float]] = {ROOT: [], plain: []}
    with serving.served(folder) as server:
        for turn in range(_TURNS * 2):
            extension = (ROOT, plain)[turn % 2]
            with start.browser(name, extension=extension) as browser:
                browser.open(server)
                browser.open_sidebar()
                first[extension] += [_first_visit(browser, server, turn * _VISITS + visit) for visit in range(_VISITS)]
                known[extension] += [_known_map(browser, server, page) for page in range(_WARM + _PAGES)][_WARM:]
    return [
        Figure(
            f"classes, {name}", middle(known[ROOT]), "ms",
            f"navigation to classes on the body, the map known, median of {_TURNS * _PAGES}; beside a plain extension",
            middle(known[plain])
        ).kept_within(1.0),
        Figure(
            f"first tree, {name}", middle(first[ROOT]), "ms",
            f"navigation to rows in the sidebar, {_ITEMS:,} items never seen before, median of {_TURNS * _VISITS};"
            " beside a plain extension", middle(first[plain])
        ).kept_within(1.5),
    ]  # fmt: skip


def _known_map(browser: Browser, server: str, number: int) -> float:
    browser.open(f"{server}/page/link/once/known.xml/{number}")
    wait_for(browser.page, "return window.classAt !== undefined")
    return float(browser.page.eval("return window.classAt"))


def _first_visit(browser: Browser, server: str, number: int) -> float:
    browser.sidebar.eval(_WATCH, f"Site {number} page")
    browser.open(f"{server}/page/link/once/site-{number}.xml/")
    seen = float(browser.sidebar.eval("return window.seen"))
    return seen - float(browser.page.eval("return performance.timeOrigin"))


def _assembled(folder: Path) -> Path:
    """The plain extension, under our own identity and in our own places, so that it is driven as ours is."""
    ours = manifest()
    (folder / "extension" / "sidebar").mkdir(parents=True)
    for name, place in (
        ("background.js", ""),
        ("content.js", ""),
        ("sidebar.html", "sidebar"),
        ("sidebar.js", "sidebar"),
    ):
        shutil.copy(_PLAIN / name, folder / "extension" / place / name)
    told = {
        "manifest_version": 3,
        "name": "Plain",
        "version": "1",
        "background": {
            "service_worker": "extension/background.js",
            "scripts": ["extension/background.js"],
            "preferred_environment": ["document", "service_worker"],
        },
        "content_scripts": [
            {"matches": ["http://*/*"], "js": ["extension/content.js"], "run_at": "document_start"},
        ],
        "action": {},
        "permissions": ["sidePanel", "tabs"],
        **{
            name: ours[name]
            for name in ("key", "browser_specific_settings", "host_permissions", "sidebar_action", "side_panel")
        },
    }
    del told["sidebar_action"]["default_icon"]  # type: ignore[attr-defined]
    told["sidebar_action"]["default_title"] = "Plain"  # type: ignore[index]
    (folder / "manifest.json").write_text(json.dumps(told))
    return folder

"""The extensions that ours is compared with, and the memory of their processes."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from driving import processes
from driving.profile import ROOT, manifest
from driving.surface import Browser

_RUNS_EXTENSION = "--extension-process"
PANEL = "extension/sidebar/sidebar.html"


def written(folder: Path, files: dict[str, str] | None = None, **more: object) -> Path:
    """Return an extension of these files with our own identity, so that the same driver works."""
    ours = manifest()
    identity = ("key", "browser_specific_settings", "manifest_version", "version", "host_permissions")
    own = {name: ours[name] for name in identity} | more
    for name, content in {**(files or {}), "manifest.json": json.dumps(own)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def empty(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Return an extension that does nothing: a background without code, and a sidebar with one fixed row."""
    return written(
        folder,
        {"background.js": "", PANEL: _ONE_ROW} | (files or {}),
        name="Empty",
        permissions=["sidePanel", "tabs"],
        background={"service_worker": "background.js", "scripts": ["background.js"]},
        sidebar_action={"default_title": "Empty", "default_panel": PANEL},
        side_panel={"default_path": PANEL},
    )


def with_clock(folder: Path, original: Path) -> Path:
    """Return a copy of an extension whose sidebar records in its root element when its first row exists.

    The time is in milliseconds since 1970.
    """
    if original == ROOT:
        for name in ("extension", "_locales"):
            shutil.copytree(ROOT / name, folder / name)
        shutil.copy(ROOT / "manifest.json", folder)
    else:
        shutil.copytree(original, folder)
    (folder / "clock.js").write_text(_CLOCK)
    panel = folder / PANEL
    text = panel.read_text("utf-8")
    panel.write_text(text.replace("<title", '<script src="/clock.js"></script><title', 1), "utf-8")
    return folder


def background_mb(browser: Browser) -> float:
    """Return the memory of the processes of the extension's background and pages, in megabytes.

    In Chromium, these processes run extensions only; in Firefox, there is one for all extensions.
    """
    if browser.name == "firefox":
        return firefox_process_mb(browser, "extension")
    # Chromium joins its processes' arguments by spaces.
    started = (process for process in processes.family(os.getpid()) if _RUNS_EXTENSION in " ".join(process.arguments()))
    return sum(_private_mb(process.pid) for process in started)


def firefox_process_mb(browser: Browser, whose: str) -> float:
    """Return the memory of the process of the current `page` or of the `extension`.

    Frees first what can be freed, so that uncollected garbage does not count.
    """
    driven: Any = browser
    return float(driven.chrome(_FIREFOX_PROCESS, whose)) / 1e6


def _private_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000


_ONE_ROW = """<!DOCTYPE html><meta charset="utf-8"><title>Empty</title>
<ul role="tree"><li role="treeitem">A row</li></ul>"""

#: The time at which the first row exists, in milliseconds since 1970.
_CLOCK = """const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=treeitem]')) return;
    observer.disconnect();
    document.documentElement.dataset.rowsAt = performance.timeOrigin + performance.now();
  });
  observer.observe(document, { childList: true, subtree: true });"""

_FIREFOX_PROCESS = """for (let round = 0; round < 3; round++) {
        for (const request of ['child-gc-request', 'child-cc-request', 'child-mmu-request'])
            Services.obs.notifyObservers(null, request);
        await new Promise((done) => setTimeout(done, 1000));
    }
    const pid = gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid;
    const [whose] = arguments, isOurs = (one) => whose === 'page' ? one.pid === pid : one.type === 'extension';
    const all = await ChromeUtils.requestProcInfo();
    return Math.max(...all.children.filter(isOurs).map((one) => one.memory));"""

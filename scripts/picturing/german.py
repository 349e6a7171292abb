"""Views in German. Browsers speak it with a package of theirs only: so a copy of the extension speaks nothing else."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from driving import reading
from driving.profile import ROOT
from driving.surface import Appearance, Browser, until, wait_for
from picturing.views import Picture, picture


@contextlib.contextmanager
def extension() -> Iterator[Path]:
    """A copy of the extension that speaks German, whatever the browser does."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copytree(ROOT / "extension", folder / "extension")
        shutil.copytree(ROOT / "_locales" / "de", folder / "_locales" / "de")
        manifest = json.loads((ROOT / "manifest.json").read_text("utf-8"))
        (folder / "manifest.json").write_text(json.dumps({**manifest, "default_locale": "de"}), "utf-8")
        yield folder


def views(browser: Browser, shop: str, site: str) -> Iterator[Picture]:
    """The map of a page, a site that names none, and the options: where most words are."""
    browser.open_sidebar()
    browser.extension_eval("await api.storage.sync.set({languages: ['de']})")
    browser.open(f"{shop}/de/books/moss")
    until(lambda: reading.current(browser) == ["Moosnotizen"], "the page is marked")
    browser.sidebar.appear(Appearance("light", reduced_motion=True))
    yield "german", picture(browser.sidebar)
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    yield "german-none", picture(browser.sidebar)
    browser.open(f"{site}/missing")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    yield "german-failed", picture(browser.sidebar)
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    yield "german-options", picture(browser.page)

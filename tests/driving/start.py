"""Starts a browser with the extension, ready to be driven; everything is removed at the end of the block."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from driving import screen
from driving.profile import ROOT, Place
from driving.surface import Browser


@contextlib.contextmanager
def keyed(name: str) -> Iterator[Browser]:
    """Yield a browser that receives real keys; for Chromium on a virtual screen."""
    if name == "firefox":
        with browser(name) as running:
            yield running
        return
    with screen.virtual() as display, browser(name, headless=False, display=display) as running:
        yield running


@contextlib.contextmanager
def browser(
    name: str,
    *,
    headless: bool = True,
    with_host: bool = True,
    prepare: Callable[[Place], None] | None = None,
    display: str | None = None,
    extension: Path | None = ROOT,
    consents: bool = True,
) -> Iterator[Browser]:
    """Yield a running `firefox` or `chromium` in a temporary profile, which `prepare` may change beforehand.

    Without `extension` none is loaded: the browser must find one itself, as a reader's would. If the reader `consents`,
    a click on the extension's first page consents and closes it; otherwise that page stays open.
    """
    place = Place(name, with_host=with_host, display=display, extension=extension, consents=consents)
    try:
        if prepare:
            prepare(place)
        running = _kind(name)(place, headless)
        try:
            yield running
        finally:
            running.quit()
    finally:
        place.remove()


def _kind(name: str) -> Callable[[Place, bool], Browser]:
    """Return the driver; its library is loaded on demand."""
    if name == "firefox":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Marionette's own libraries, at import
            from driving.firefox import Firefox

        return Firefox
    from driving.chromium import Chromium

    return Chromium

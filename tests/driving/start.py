"""Starts a browser with the extension, ready to be driven; everything of it goes when the block is left."""

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
    """A browser whose own keys are reached: Chromium's on a virtual screen alone."""
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
    """A running `firefox` or `chromium` in a throw-away profile, which `prepare` may change beforehand.

    Without an `extension` none is loaded by us: the browser must find one by itself, as a reader's would. The reader
    `consents` on the extension's first page, by a click, and closes it; otherwise that page is left open, in front.
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
    """The driver, its library loaded only when it is wanted."""
    if name == "firefox":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of Marionette's own libraries, at import
            from driving.firefox import Firefox

        return Firefox
    from driving.chromium import Chromium

    return Chromium

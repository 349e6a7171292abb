"""Starts a browser with the extension, ready to be driven; everything of it goes when the block is left."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator

from driving.profile import Place
from driving.surface import Browser


@contextlib.contextmanager
def browser(
    name: str, *, headless: bool = True, with_host: bool = True, prepare: Callable[[Place], None] | None = None
) -> Iterator[Browser]:
    """A running `firefox` or `chromium` in a throw-away profile, which `prepare` may change beforehand."""
    place = Place(name, with_host=with_host)
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

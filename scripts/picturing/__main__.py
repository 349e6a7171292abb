"""What `scripts/screenshots` does once the machine is ready."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from demo.server import served
from driving import programs, start
from driving.profile import ROOT
from driving.surface import DrivingError, TimedOut
from picturing import made, troubles, views
from preparing import Missing, say

_SCHEMES = ("light", "dark")
#: What the README shows: its own name for a picture, and which one that is.
_CHOSEN = {"sidebar": "firefox-light-window", "tree": "firefox-light-deep", "chapter": "chromium-dark-sequence",
           "popup": "firefox-light-popup", "filter": "chromium-dark-filter"}  # fmt: skip

_OF_GUIDE = "firefox"


def main() -> int:
    options = _parsed()
    if options.store:
        options.folder = ROOT / "dist" / "store"
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        if options.guide:
            _picture_guide(options.folder)
        else:
            for name in options.browser:
                (_picture_for_store if options.store else _picture)(name, options.folder)
    except (DrivingError, TimedOut, Missing) as problem:
        say(str(problem))
        return 1
    if options.readme:
        for name, picture in _CHOSEN.items():
            source = options.folder / f"{picture}.png"
            (ROOT / "scripts" / "images" / f"{name}.png").write_bytes(views.shrunk(source.read_bytes()))
    return 0


def _picture_guide(folder: Path) -> None:
    """Takes the guide's pictures of made sitemaps, in one browser: what is shown of them is the same in all."""
    with start.browser(_OF_GUIDE) as browser:
        for way, content in made.pictures(browser):
            _write(folder / f"made-{way}.png", content)
            (ROOT / "docs" / "images" / f"made-{way}.png").write_bytes(views.shrunk(content))


def _picture(name: str, folder: Path) -> None:
    """Takes all pictures of one browser; each is named by browser, scheme and view."""
    with served() as shop, troubles.served() as troubled:
        with start.browser(name) as browser:
            for scheme in _SCHEMES:
                for view, content in views.with_host(browser, shop, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)
                for view, content in views.in_trouble(browser, troubled, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)
        with views.extension_in("de") as extension, start.browser(name, extension=extension) as browser:
            for view, content in views.in_german(browser, shop, troubled):
                _write(folder / f"{name}-light-{view}.png", content)
        with start.browser(name, with_host=False) as browser:
            for scheme in _SCHEMES:
                for view, content in views.without_host(browser, shop, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)


def _picture_for_store(name: str, folder: Path) -> None:
    """Takes the pictures of one browser that its store shows."""
    with served() as shop, start.browser(name, consents=False) as browser:
        for view, content in views.for_store(browser, shop):
            _write(folder / f"{name}-{view}.png", content)


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    print(file, flush=True)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/screenshots", description="Pictures every view in both browsers and colour schemes."
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--browser", choices=programs.NAMES, action="append", help="only this one; by default both")
    parser.add_argument("--store", action="store_true", help="in the sizes that the stores want, into dist/store")
    parser.add_argument("--readme", action="store_true", help="renew the pictures of the README too")
    parser.add_argument(
        "--guide", action="store_true", help="only renew the guide's pictures of sitemaps that sites have made"
    )
    parsed = parser.parse_args()
    parsed.browser = parsed.browser or list(programs.NAMES)
    if parsed.readme and len(parsed.browser) < len(programs.NAMES):
        parser.error("the README shows both browsers")
    return parsed


if __name__ == "__main__":
    sys.exit(main())

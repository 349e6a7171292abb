"""The implementation of `scripts/screenshots`."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from commands import drawn_pictures
from commands.picturing import made, troubles, views
from commands.preparing import Missing, say
from demo.server import served
from driving import programs, start
from driving.profile import ROOT
from driving.surface import DrivingError, TimedOut

_SCHEMES = ("light", "dark")
#: The README's names for its pictures, and their sources.
_CHOSEN = {"sidebar": "firefox-light-window", "tree": "firefox-light-deep", "chapter": "chromium-dark-sequence",
           "popup": "firefox-light-popup", "filter": "chromium-dark-filter"}  # fmt: skip

#: The picture on the extension's first page.
_ON_FIRST_PAGE = ROOT / "extension" / "welcome" / "view.png"

_IN_GUIDE = ROOT / "docs" / "images"
_OF_GUIDE = "firefox"


def main() -> int:
    options = _parsed()
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # otherwise it logs each request
    if options.store:
        options.folder = ROOT / "dist" / "store"
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        if options.guide:
            return _picture_guide(options)
        for name in options.browser:
            (_picture_for_store if options.store else _picture)(name, options.folder)
    except (DrivingError, TimedOut, Missing) as problem:
        say(str(problem))
        return 1
    if options.readme:
        _renew_readme(options.folder)
    return 0


def _renew_readme(folder: Path) -> None:
    """Exchange the pictures of the README and of the extension's first page."""
    renewed = {ROOT / "scripts" / "images" / f"{name}.png": picture for name, picture in _CHOSEN.items()}
    renewed[_ON_FIRST_PAGE] = _CHOSEN["sidebar"]
    for file, picture in renewed.items():
        file.write_bytes(views.shrunk((folder / f"{picture}.png").read_bytes()))
    drawn_pictures.record(renewed)


def _picture_guide(options: argparse.Namespace) -> int:
    """Take the guide's pictures; return 1 if one failed, which then stays unchanged."""
    if options.guide in ("all", "made"):
        _picture_made(options.folder)
    if options.guide == "made":
        return 0
    problems: list[str] = []

    def report(problem: str) -> None:
        problems.append(problem)
        say(problem)

    if options.guide in ("all", "kinds"):
        _picture_kinds(options, report)
    if options.guide != "kinds":
        _picture_scenes(options, report)
    return 1 if problems else 0


def _picture_kinds(options: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Take the pictures of the kinds of sites."""
    from commands.picturing import kinds  # needs libraries of the tests, which only --guide installs

    for name, image in kinds.pictures(options.browser, options.scene or [*kinds.KINDS], report):
        image.save(options.folder / f"kind-{name}.png", optimize=True)
        if len(options.browser) == len(programs.NAMES):
            file = _IN_GUIDE / f"kind-{name}.png"
            image.save(file, optimize=True)
            drawn_pictures.record([file])


def _picture_scenes(options: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Take the pictures of the sidebar's functions."""
    from commands.picturing import scenes  # needs libraries of the tests, which only --guide installs

    wanted = options.scene or [*scenes.SCENES]
    if unknown := sorted({*wanted} - scenes.SCENES.keys()):
        raise Missing(f"There is no scene {', '.join(unknown)}; the scenes are {', '.join(scenes.SCENES)}")
    taken: dict[str, list[Image.Image]] = {}
    for name, browser, scheme, image in scenes.shots(options.browser, wanted, report):
        taken.setdefault(name, []).append(image)
        image.save(options.folder / f"{name}-{browser}-{scheme}.png")
    for name, images in taken.items():
        if len(images) == len(programs.NAMES) * len(scenes.SCHEMES):
            file = _IN_GUIDE / f"reading-{name}.png"
            scenes.composed(images).save(file, optimize=True)
            drawn_pictures.record([file])
            print(f"{file}: {file.stat().st_size / 1024:.0f} KB", flush=True)


def _picture_made(folder: Path) -> None:
    """Take the pictures of generated sitemaps, in one browser: all browsers show the same."""
    with start.browser(_OF_GUIDE, prepare=views.with_mouse) as browser:
        for way, content in made.pictures(browser):
            _write(folder / f"made-{way}.png", content)
            file = _IN_GUIDE / f"made-{way}.png"
            file.write_bytes(views.shrunk(content))
            drawn_pictures.record([file])


def _picture(name: str, folder: Path) -> None:
    """Take all pictures of one browser; file names consist of browser, scheme and view."""
    with served() as shop, troubles.served() as troubled:
        with start.browser(name, prepare=views.with_mouse) as browser:
            for scheme in _SCHEMES:
                for view, content in views.with_host(browser, shop, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)
                for view, content in views.in_trouble(browser, troubled, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)
        with (
            views.extension_in("de") as extension,
            start.browser(name, extension=extension, prepare=views.with_mouse) as browser,
        ):
            for view, content in views.in_german(browser, shop, troubled):
                _write(folder / f"{name}-light-{view}.png", content)
        with start.browser(name, with_host=False, prepare=views.with_mouse) as browser:
            for scheme in _SCHEMES:
                for view, content in views.without_host(browser, shop, scheme):
                    _write(folder / f"{name}-{scheme}-{view}.png", content)


def _picture_for_store(name: str, folder: Path) -> None:
    """Take one browser's pictures for its store."""
    with served() as shop, start.browser(name, consents=False, prepare=views.with_mouse) as browser:
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
    parser.add_argument(
        "--readme", action="store_true", help="renew the pictures of the README and of the first page, too"
    )
    parser.add_argument(
        "--guide",
        choices=("all", "sidebar", "kinds", "made"),
        nargs="?",
        const="all",
        help="only renew the guide's pictures: the sidebar's, those of kinds of sites or of made sitemaps, or all",
    )
    parser.add_argument(
        "--scene",
        action="append",
        metavar="NAME",
        help="with --guide: only that one of the sidebar's, or that kind of site",
    )
    parsed = parser.parse_args()
    parsed.browser = parsed.browser or list(programs.NAMES)
    if parsed.scene and not parsed.guide:
        parser.error("scenes are the guide's: --guide sidebar --scene NAME")
    if parsed.readme and len(parsed.browser) < len(programs.NAMES):
        parser.error("the README shows both browsers")
    return parsed


if __name__ == "__main__":
    sys.exit(main())

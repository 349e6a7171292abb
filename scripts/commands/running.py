"""The implementation of `scripts/run`: shop, browser, page, sidebar; then a report, or an interactive session.

Its arguments are also read before anything is installed, so the module imports only the standard library.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

from commands.preparing import say
from demo.server import served
from driving import reading, start
from driving.surface import Browser, DrivingError, TimedOut, until

_PICTURE = "standard-sitemap-{browser}.png"
#: Longer than anybody looks at a bookshop.
_FOREVER_S = 7 * 24 * 3600.0


_URL_HELP = "the page to open; one that begins with / is of the bundled bookshop, whose home is the default"


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return `url`, `browser`, `headless`, `screenshot`; wrong usage exits with status 2."""
    parser = argparse.ArgumentParser(
        prog="scripts/run",
        description="Shows the navigator on its demo site, or on URL, in a throw-away browser profile.",
        epilog="Without a display it runs headless: it prints what a reader would see, writes a screenshot, and ends.",
    )
    parser.add_argument("url", metavar="URL", nargs="?", default="/en/", help=_URL_HELP)
    parser.add_argument("--browser", choices=("firefox", "chromium"), help="by default the one that is installed")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("--screenshot", metavar="FILE", type=Path, help="where to write the picture (PNG)")
    parsed = parser.parse_args(arguments)
    if not parsed.url.startswith(("http://", "https://", "/")):
        parser.error(f"URL must begin with http:// or https://: {parsed.url}")
    return parsed


def main() -> int:
    options = parsed(sys.argv[1:])
    name = options.browser or os.environ["STANDARD_SITEMAP_BROWSER"]
    for number in _ENDING:
        signal.signal(number, _interrupt)
    try:
        with _site(options.url) as url:
            return _show(name, url, headless=options.headless or not _has_display(), picture=options.screenshot)
    except (DrivingError, TimedOut) as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        say("stopped")
        return 130


def _show(name: str, url: str, *, headless: bool, picture: Path | None) -> int:
    say(f"starting {name}{' without a window' if headless else ''}")
    with start.browser(name, headless=headless) as browser:
        browser.open(url)
        browser.open_sidebar()
        if headless or picture:
            status = _report(browser, url, picture or Path(_PICTURE.format(browser=name)))
            if headless:
                return status
        browser.leave_to_reader()
        say("you can use the browser now; to end, close its window or press Ctrl-C here")
        until(lambda: not browser.is_open(), "the window is closed", _FOREVER_S)
    return 0


def _report(browser: Browser, url: str, picture: Path) -> int:
    """Print the rows and the state that a reader would see, and write the picture; return 0 if there were rows."""
    sidebar = browser.sidebar
    state = reading.settled(sidebar)
    print(f"page     {url}")
    print(f"state    {state}: {sidebar.eval(_STATUS)}")
    _write(picture, browser.screenshot())
    reading.page_reported(sidebar)
    has_map = state == "ready"
    if has_map:
        reading.open_branches(sidebar)
    sections = {"Site": reading.whole_tree(sidebar)} if has_map else {}
    sections["This page"] = reading.page_tree(sidebar)
    for name, rows in sections.items():
        _print_rows(rows, name if has_map else "")
    if has_map:
        print("roles")
        for role in reading.roles(sidebar):
            print(f"  {role}")
        print(f"search   {_search_address(url) or 'none'}")
        _print_classes(browser)
    print(f"picture  {picture}")
    return 0 if any(sections.values()) else 1


def _print_rows(rows: Sequence[reading.Row], name: str) -> None:
    """Print rows one a line, two spaces a level: below the name of their section if it has one."""
    if name and rows:
        print(name)
    margin = "  " if name else ""
    for row in rows:
        print(f"{margin}{row}")
    if len(rows) == reading.MOST_ROWS:
        print(f"{margin}… and more")


def _write(picture: Path, content: bytes) -> None:
    try:
        picture.write_bytes(content)
    except OSError as error:
        raise DrivingError(f"the picture cannot be written: {error}") from None


_STATUS = "return document.querySelector('#status')?.textContent.trim() ?? ''"


def _print_classes(browser: Browser) -> None:
    classes = reading.body_classes(browser)
    print(f"classes  {len(classes)} on <body>: {' '.join(_shortened(classes))}")
    for family, level in reading.levels(classes).items():
        print(f"         {family}: display level {level}")


def _shortened(classes: list[str]) -> list[str]:
    return classes if len(classes) <= 4 else [*classes[:2], "…", *classes[-2:]]


def _search_address(url: str) -> str | None:
    """Return the address of a search for `lamps`, computed by the command line from the page's sitemap."""
    answered = _output_of("discover", url, "--json")
    sitemap = json.loads(answered).get("sitemap") if answered else None
    answer = _output_of("search", sitemap, "lamps", "--json") if sitemap else None
    if not answer:
        return None
    query = json.loads(answer)
    return f"{query['method'].upper()} {query['url']}" + (f"  ({query['body']})" if query["body"] else "")


def _output_of(*command: str) -> str | None:
    program = Path(sys.executable).with_name("standard-sitemap")
    done = subprocess.run([program, *command], check=False, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


@contextlib.contextmanager
def _site(url: str) -> Iterator[str]:
    """Yield `url`, or serve the bundled shop and yield the address of that page."""
    if not url.startswith("/"):
        yield url
        return
    with served() as shop:
        say(f"the demo site is served at {shop}/")
        yield f"{shop}{url}"


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """End the program once; a second signal must not interrupt the cleanup."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())

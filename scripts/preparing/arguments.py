"""What can be said to `scripts/run`; read before anything is installed, and again by what it starts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

_URL_HELP = "the page to open; one that begins with / is of the bundled bookshop, whose home is the default"


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """`url`, `browser`, `headless`, `screenshot`; wrong usage ends the program with status 2."""
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

"""Pictures of sitemaps that sites generated themselves, one for each way, next to the open page."""

from __future__ import annotations

import contextlib
import functools
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from commands import documenting
from commands.picturing.views import Picture, picture
from commands.preparing import Missing
from commands.surveying import debian
from demo.loopback import QuietHandler, serving
from driving import reading
from driving.surface import Appearance, Browser, until
from generators import handbook
from wordpress import filling
from wordpress.site import running

_KEEP = Path(tempfile.gettempdir()) / "standard-sitemap-survey"
_PATIENCE_S = 120.0
_WIDTH, _HEIGHT = 860, 620
"""Pixels of the shown part of a window."""


class _Site(NamedTuple):
    """A served site: its address, the page to open, and the name of its row."""

    address: str
    path: str
    row: str


def pictures(browser: Browser) -> Iterator[Picture]:
    """Yield a picture of each way, by its name."""
    for name, site in _SITES.items():
        with site() as (address, path, row):
            reading.shown(browser, f"{address}/{path}")
            for surface in (browser.page, browser.sidebar):
                surface.appear(Appearance("light", reduced_motion=True))
            until(lambda row=row: reading.current(browser) == [row], f"{row} is marked", _PATIENCE_S)  # type: ignore[misc]
            picture(browser.sidebar)
            yield name, _upper_part(browser.screenshot())


def _upper_part(content: bytes) -> bytes:
    """Return the sidebar and the start of the page: the guide's columns are narrow."""
    image: Image.Image = Image.open(io.BytesIO(content))
    written = io.BytesIO()
    image.crop((0, 0, min(_WIDTH, image.width), min(_HEIGHT, image.height))).save(written, "PNG")
    return written.getvalue()


@contextlib.contextmanager
def _debian(package: str, path: str, row: str, *start: str) -> Iterator[_Site]:
    """Yield a package's documentation, copied to a writable folder."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "site")
        shutil.copytree(debian.unpacked(package, _KEEP), folder, symlinks=True)
        _command("make", str(folder), "--force", *start)
        _command("announce", str(folder))
        with _served(folder) as address:
            yield _Site(address, path, row)


@contextlib.contextmanager
def _guide() -> Iterator[_Site]:
    """Yield this project's own guide, which Sphinx builds."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "html")
        if documenting.build(folder):
            raise Missing("the guide cannot be built: see above")
        with _served(folder) as address:
            yield _Site(address, "roles.html", "Roles")


@contextlib.contextmanager
def _generated(name: str) -> Iterator[_Site]:
    """Yield the handbook, built by one of the generators."""
    with tempfile.TemporaryDirectory() as place:
        try:
            folder = handbook.BUILDERS[name](Path(place))
        except FileNotFoundError as error:
            raise Missing(f"{error.filename} is not installed; type: apt-get install {error.filename}") from error
        for page in folder.rglob("*.xml"):
            page.write_text(page.read_text("utf-8").replace(handbook.BASE_URL, "/"), "utf-8")
        for page in folder.rglob("*.html"):
            page.write_text(page.read_text("utf-8").replace(handbook.BASE_URL, "/"), "utf-8")
        with _served(folder) as address:
            yield _Site(address, handbook.SHOWN, "Celadon")


@contextlib.contextmanager
def _wordpress() -> Iterator[_Site]:
    with running() as site:
        filling.fill(site)
        site.php(filling.MENU)
        yield _Site(site.address, "page-0/page-1/", "Fire & earth")


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[str]:
    with serving(functools.partial(_Quiet, directory=str(folder))) as address:
        yield address


class _Quiet(QuietHandler, SimpleHTTPRequestHandler):
    """Handler that serves files without logging."""


def _command(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "standard_sitemap", *arguments], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise Missing(f"standard-sitemap {' '.join(arguments)} failed: {done.stderr.strip()[-300:]}")


_SITES: Mapping[str, Callable[[], contextlib.AbstractContextManager[_Site]]] = {
    "folder": functools.partial(_debian, "sqlite3-doc", "fts5.html", "FTS5 - Full Text Search"),
    "tree-file": functools.partial(_debian, "libglib2.0-doc", "glib/glib-Hash-Tables.html", "Hash Tables"),
    "sphinx": _guide,
    "mkdocs": functools.partial(_generated, "mkdocs"),
    "properdocs": functools.partial(_generated, "properdocs"),
    "wordpress": _wordpress,
    "hugo": functools.partial(_generated, "hugo"),
    "jekyll": functools.partial(_generated, "jekyll"),
}

"""The headings and menus of the pages in `tests/pages/`, as the sidebar receives them.

The pages have the forms of real generators, and the rows that a reader would write down. `extension/pages.test.js`
reads those that need no layout without a browser.
"""

from __future__ import annotations

import difflib
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from pytest_httpserver import HTTPServer

from browser import sites
from driving.surface import Browser, TimedOut, until

_FOLDER = Path(__file__).parent.parent / "pages"
_FRAMES_S = 10


class Page(NamedTuple):
    """A page, its path, the lines of its rows, and the documents in its frames, by path."""

    name: str
    html: str
    path: str
    rows: list[str]
    frames: dict[str, str]


def page(name: str) -> Page:
    """Return a page of the folder."""
    text = (_FOLDER / name / "rows.txt").read_text()
    head, _, rest = text.partition("[headings]\n")
    address = re.search(r"^# address: (.*)$", head, re.MULTILINE)
    lines = ["[headings]", *rest.splitlines()]
    documents = {f"/{path.name}": path.read_text() for path in (_FOLDER / name).glob("*.html")}
    html = documents.pop("/page.html")
    return Page(name, html, address[1] if address else "/page.html", [_decoded(line) for line in lines], documents)


def _decoded(line: str) -> str:
    """Return a line with a readable address."""
    name, arrow, address = line.partition(" -> ")
    return name + arrow + unquote(address)


def test_rows_of_every_page_are_as_its_readers_see_them(browser: Browser, site: HTTPServer) -> None:
    browser.open_sidebar()
    wrong = dict[str, str]()
    for each in [page(folder.name) for folder in sorted(_FOLDER.iterdir()) if folder.is_dir()]:
        for path, document in {each.path.partition("?")[0]: each.html, **each.frames}.items():
            sites.answer(site, path, document)
        browser.open(site.url_for(each.path))
        rows = _rows_with_frames(browser, site.url_for(each.path), each)
        if rows != each.rows:
            wrong[each.name] = "\n".join(difflib.unified_diff(each.rows, rows, each.name, "sidebar", lineterm=""))
        site.clear_all_handlers()
    unmet = (_FOLDER / "unmet.txt").read_text().split()
    assert sorted(wrong) == sorted(unmet), "\n".join(wrong.values())


def _rows_with_frames(browser: Browser, url: str, wanted: Page) -> list[str]:
    """Return the rows of the page in front; its frames may load after the first report."""
    if wanted.frames:
        with suppress(TimedOut):
            until(lambda: _rows(browser, url) == wanted.rows, wanted.name, _FRAMES_S)
    return _rows(browser, url)


def _rows(browser: Browser, url: str) -> list[str]:
    """Return the rows of the page in front as lines."""
    titles = browser.sidebar.eval(_REPORTED, url)
    return [
        line for title, rows in titles for line in (f"[{title}]", *_lines(rows, url if title == "headings" else ""))
    ]


def _lines(rows: list[list[object]], page: str) -> list[str]:
    return [_decoded(f"{'  ' * int(str(level))}{name}{_address(str(url or ''), page)}") for level, name, url in rows]


def _address(url: str, page: str) -> str:
    """Return the address of a row: from the site's root, or from the page."""
    is_here = page and url.partition("#")[0] == page
    address = url.removeprefix(page) if is_here else re.sub(r"^http://(localhost|127\.0\.0\.1):\d+", "", url)
    return address and f" -> {address}"


#: Connects to the background as a sidebar does, and returns the rows of the page's first report.
_REPORTED = """
    const [url] = arguments;
    const { BackgroundPort } = await import('/extension/shared/background-port.js');
    const { rowsOfPage } = await import('/extension/sidebar/page-contents.js');
    const { text } = await import('/extension/shared/strings.js');
    const { id: windowId } = await chrome.windows.getCurrent();
    let port;
    const contents = await new Promise((done) => {
        port = new BackgroundPort('ui:sidebar', windowId, {
            tab: () => port.request('outline.follow', { isWanted: true }),
            outline: ({ contents }) => contents && done(contents),
        });
    });
    port.port.disconnect();
    const places = { header: 'menuMain', aside: 'menuSide', footer: 'menuFoot' };
    const menu = (place, at) => text(places[place] ?? 'menuOther') + (at === 1 ? '' : ` ${at}`);
    const top = rowsOfPage(contents, url, { headings: 'headings', menus: 'menus', menu });
    const flat = (rows, depth) =>
        rows.flatMap((row) => [[depth, row.name, row.location], ...flat(row.below, depth + 1)]);
    const below = (title) => top.find(({ name }) => name === title)?.below ?? [];
    return ['headings', 'menus'].map((title) => [title, flat(below(title), 0)]);"""

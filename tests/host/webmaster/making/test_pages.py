"""The names of entries in `tests/pages/`: `make` reads them as the pages' readers see them.

Which of several links to a page is kept is decided by the sidebar and by `make` for themselves, and no test here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import html5lib
import pytest

from standard_sitemap.webmaster.making.list_entries import entries_of
from standard_sitemap.webmaster.making.page_reading import read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver

_FOLDER = Path(__file__).parents[3] / "pages"
_SITE = "http://site.test"
_PAGES = sorted(path.parent.name for path in _FOLDER.glob("*/rows.txt"))
#: Pages whose names depend on style sheets, which `make` does not read, or on rules that it does not have yet.
_UNMET = set((_FOLDER / "unmet-by-make.txt").read_text().split())

Names = dict[str, set[str]]


def _file_of(url: str) -> str:
    """Return the file that a server shows at an address."""
    path = unquote(urlsplit(url).path).lstrip("/")
    if path.endswith(".html"):
        return path
    return f"{path.rstrip('/')}/index.html".lstrip("/")


def _names_seen(rows: str) -> Names:
    """Return the names by which the menus' rows lead to each file of the site."""
    seen: Names = defaultdict(set)
    for name, address in re.findall(r"^ *(.*) -> (/.*)$", rows.partition("[menus]")[2], re.MULTILINE):
        seen[_file_of(_SITE + address)].add(name)
    return seen


def _names_read(html: bytes, address: str) -> Names:
    """Return the names by which `make` reads the entries of a page's lists, for each file of the site."""
    links = html5lib.parse(html, namespaceHTMLElements=False).iter("a")
    urls = [urljoin(address, link.get("href")) for link in links if link.get("href")]
    files = {_file_of(url) for url in [address, *urls] if url.startswith(_SITE)}
    page = read_page(_file_of(address), html, ReferenceResolver(sorted(files)))
    read: Names = defaultdict(set)
    for entry in (entry for contents in page.lists for entry in entries_of(contents.entries)):
        if entry.target and not entry.is_anchor:
            read[entry.target].add(entry.label)
    return read


@pytest.mark.parametrize("name", _PAGES)
def test_entries_of_a_page_have_the_names_that_its_readers_see(name: str, request: pytest.FixtureRequest) -> None:
    if name in _UNMET:
        request.applymarker(pytest.mark.xfail(strict=True))
    rows = (_FOLDER / name / "rows.txt").read_text()
    address = re.search(r"^# address: (.*)$", rows, re.MULTILINE)
    seen = _names_seen(rows)
    read = _names_read((_FOLDER / name / "page.html").read_bytes(), _SITE + (address[1] if address else "/page.html"))
    wrong = {file: read[file] for file in seen if file in read and seen[file].isdisjoint(read[file])}
    assert not wrong, {file: seen[file] for file in wrong}


def test_make_reads_entries_of_most_pages() -> None:
    read = [name for name in _PAGES if _names_read((_FOLDER / name / "page.html").read_bytes(), f"{_SITE}/page.html")]
    assert len(read) > len(_PAGES) / 2

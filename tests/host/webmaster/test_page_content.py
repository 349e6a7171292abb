"""Pages are read as html5lib reads them, in a time that their size bounds."""

from __future__ import annotations

import time

import pytest

from standard_sitemap.model.page_sizes import LIBXML2_PARTS, PAGE_BYTES
from standard_sitemap.ssp.discovery import read_content
from standard_sitemap.webmaster import page_content
from standard_sitemap.webmaster.page_content import content_of

LINK = b'<link rel="standard-sitemap" href="map.xml">'
URL = "https://www.example.org/"
XHTML = "application/xhtml+xml"
COSTLY = {
    "attributes": b"<p " + b" ".join(b"a%d" % number for number in range(40_000)) + b">" + LINK,
    "formatting": b"<b><i><u><p>" * 20_000 + LINK,
    "open elements": b"<div><span>" * 20_000 + b"<p>" * 20_000 + LINK,
    "comment": b"<!" + b"-- " * 100_000 + b"-->" + LINK,
    "long name": b"<" + b"a" * 250_000 + b">" + LINK,
}


@pytest.mark.parametrize("body", COSTLY.values(), ids=COSTLY)
def test_costly_page_is_read_or_given_up_in_a_time_by_its_size(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_content, "_DEADLINE_S", 0.2)
    monkeypatch.setattr(page_content, "_DEADLINE_S_PER_BYTE", 0.0)
    start = time.monotonic()
    content = content_of(body, URL, "text/html")
    assert time.monotonic() - start < 15  # starting a process on a busy machine
    assert content is None or len(content.links) == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"".join(b"<b a%d><p>" % number for number in range(1_000)) + LINK, "text/html"),
        (b"<div>" + b"<rt>" * 2_000 + b"</div>" + LINK, "text/html"),
        (LINK + b" " * PAGE_BYTES, "text/html"),
        (b'<html xmlns="http://www.w3.org/1999/xhtml">' + b"<a/>" * LIBXML2_PARTS + b"</html>", XHTML),
        (b'<html xmlns="http://www.w3.org/1999/xhtml">' + b"<a b='c'/>" * (LIBXML2_PARTS // 2) + b"</html>", XHTML),
    ],
    ids=["formatting", "depth", "bytes", "elements of XHTML", "attributes of XHTML"],
)
def test_page_beyond_a_bound_is_given_up_at_once(body: bytes, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_content, "_MOST_DEADLINE_S", 600.0)
    monkeypatch.setattr(page_content, "_DEADLINE_S", 600.0)
    start = time.monotonic()
    assert content_of(body, URL, kind) is None
    assert time.monotonic() - start < 300, "given up at the deadline only"


def test_page_after_a_costly_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(page_content, "_DEADLINE_S", 0.01)
        patch.setattr(page_content, "_DEADLINE_S_PER_BYTE", 0.0)
        assert content_of(COSTLY["formatting"], URL, "text/html") is None
    ordinary = b"<title>A</title><p>" + b"text " * 2_000 + LINK
    assert content_of(ordinary, URL, "text/html") == read_content(ordinary, URL, "text/html")
    assert _links(ordinary) == 1


def test_page_is_read_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_content, "_READER", page_content._PageReader())
    monkeypatch.setattr("sys.executable", "")
    assert _links(b"<p>" + b"text " * 2_000 + LINK) == 1


def _links(body: bytes) -> int:
    content = content_of(body, URL, "text/html")
    return -1 if content is None else len(content.links)

"""Links in the bytes of pages: found by browsers' rules, added once, and removed without a trace."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile.texts import PAGES
from standard_sitemap import ssp
from standard_sitemap.webmaster.announcing.page_links import UneditablePage, announced, frame, restored

URL = "https://www.example.org/a/b.html"
HTML = "<!DOCTYPE html>\r\n<html>\r\n<head><meta charset={}><title>Über</title>\r\n</head>\r\n<body>ü</body></html>"
XHTML = (
    '<?xml version="1.0" encoding="{}"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>ü</title></head>'
    "<body/></html>"
)


def _target(page: bytes, kind: str = "text/html") -> str | None:
    evidence = ssp.Evidence(URL, kind, (), ssp.read_page(page, URL, kind))
    assert ssp.discovery_faults(evidence) == []
    return ssp.discover(evidence).sitemap


def _pages() -> dict[str, tuple[bytes, str]]:
    html = {
        "utf-8": HTML.format("utf-8").encode(),
        "utf-8 with a mark": b"\xef\xbb\xbf" + HTML.format("utf-8").encode(),
        "latin-1": HTML.format("iso-8859-1").encode("latin-1"),
        "shift-jis": HTML.format("shift_jis").replace("ü", "表").replace("Ü", "ソ").encode("shift_jis"),
        "utf-16-le": b"\xff\xfe" + HTML.format("utf-16").encode("utf-16-le"),
        "utf-16-be": b"\xfe\xff" + HTML.format("utf-16").encode("utf-16-be"),
        "no tags of its own": b"<!DOCTYPE html><title>x</title><p>Hello</p>",
        "no end tag of its head": b"<html><head><title>x</title><body>Hello",
        "no end of its title": b"<html><head><title>x",
        "no end of its script": b"<html><head><title>x</title><script>let x",
        "a tag in a script": b"<html><head><script>'</head>'</script><title></head></title></head><body>",
        "a tag in a comment": b"<!DOCTYPE html><head><!-- </head> --><title>x</title></head>",
        "a quote in a value": b"<html><head><meta content=it's><title>x</title></head><body>it's",
        "a tag in a value": b"<html><head><meta content='</head>'></head>",
        "a noscript": b"<html><head><noscript><link rel=x href=y></noscript><title>x</title></head>",
        "frames": b"<html><head><title>x</title></head><frameset><frame src=a></frameset></html>",
        "capitals": b"<HTML><HEAD><TITLE>x</TITLE></HEAD><BODY>",
        "an unfinished comment": b"<html><head></head><!-- ",
        "only a title": b"<title>Hello</title>",
    }
    xhtml = {"xhtml": XHTML.format("utf-8").encode(), "xhtml latin-1": XHTML.format("iso-8859-1").encode("latin-1")}
    return {
        **{name: (page, "text/html") for name, page in html.items()},
        **{name: (page, "application/xhtml+xml") for name, page in xhtml.items()},
    }


@pytest.fixture(params=_pages())
def page(request: pytest.FixtureRequest) -> tuple[bytes, str]:
    """Return a page and its type."""
    return _pages()[request.param]


def test_the_links_are_found(page: tuple[bytes, str]) -> None:
    body, kind = page
    assert _target(announced(body, "../map.xml?a&b"), kind) == "https://www.example.org/map.xml?a&b"


def test_announcing_is_idempotent_and_another_address_replaces_the_first(page: tuple[bytes, str]) -> None:
    once = announced(page[0], "../map.xml")
    assert announced(once, "../map.xml") == once
    assert announced(announced(page[0], "/other.xml"), "../map.xml") == once


def test_links_are_contiguous_and_removal_restores_the_bytes(page: tuple[bytes, str]) -> None:
    body = page[0]
    after = announced(body, "map.xml")
    assert restored(after) == body
    longer = len(after) - len(body)
    assert any(after[:cut] + after[cut + longer :] == body for cut in range(len(body) + 1))


def test_page_without_links_is_unchanged(page: tuple[bytes, str]) -> None:
    assert restored(page[0]) == page[0]


@pytest.mark.parametrize("part", [b"", b"just text", b"<p>A part of a page</p>", b"<li><head>x</head>", b"\xff\xfe"])
def test_a_part_of_a_page_is_refused(part: bytes) -> None:
    with pytest.raises(UneditablePage, match="no-page"):
        announced(part, "map.xml")


def test_an_encoding_in_which_text_looks_like_tags_is_refused() -> None:
    with pytest.raises(UneditablePage, match="iso-2022-jp"):
        announced("<html><head><title>日本</title></head>".encode("iso-2022-jp"), "map.xml")


@pytest.mark.parametrize(
    "tag", ["<base href='/x/'>", '<BASE target=a href="/x/">', "<base href=/x/>", "<base target='a'href='/x/'/>"]
)
def test_the_base_of_a_page_is_reported(tag: str) -> None:
    assert frame(f"<html><head>{tag}<base href=/y/></head>".encode()).base == "/x/"


def test_lookalike_of_a_base_is_ignored() -> None:
    page = b"<html><head><script><base href=/x/></script><base data-href=/z/><title><base href=/y/></title></head>"
    assert frame(page).base is None


_TAGS = ["<html>", "<head>", "</head>", "<title>", "</title>", "<!--", "-->", "<script>", "</script>", "<body>"]
_pieces = st.sampled_from(
    ("<base", *_TAGS, *"'\"=<>/\x00ÿ", "text", "\r\n", "<!DOCTYPE html>", " href=", "<!--standard-sitemap-->")
)


@settings(deadline=None)
@given(st.lists(_pieces).map("".join), st.sampled_from(["latin-1", "utf-8", "utf-16"]))
def test_any_page_is_restored_to_its_original_bytes(text: str, encoding: str) -> None:
    page = text.encode(encoding)
    try:
        after = announced(page, "map.xml")
    except UneditablePage:
        return
    assert announced(after, "map.xml") == after
    assert restored(after) == page


@pytest.mark.parametrize("piece", PAGES)
def test_hostile_page_loses_no_byte(piece: str) -> None:
    page = f"<html>{piece * (100_000 // len(piece))}".encode()
    with contextlib.suppress(UneditablePage):
        assert restored(announced(page, "map.xml")) == page

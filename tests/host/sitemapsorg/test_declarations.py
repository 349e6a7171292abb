"""A site's declarations in its robots.txt and by links: `standard_sitemap.sitemapsorg.declarations`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from standard_sitemap.sitemapsorg.declarations import (
    MAX_LINES,
    MOST_BYTES,
    Declaration,
    RobotsSitemaps,
    declarations,
    read_robots,
    robots_address,
    with_robots_line,
)
from standard_sitemap.ssp import read_page

PAGE = "https://www.example.org/a/page"

BASE = "https://www.example.org/robots.txt"
ONE, TWO = "https://www.example.org/1.xml", "https://www.example.org/2.xml"

_VALUES = st.sampled_from(
    [ONE, "/2.xml", f"{ONE} {TWO}", "<x>", "", "a b", "https://[", "http://b.example/?u=http://c/"]
)
_FIELDS = st.sampled_from(["Sitemap:", " sitemap :", "Sitemaps: ", "site-map:\t", "Disallow:", "#", "SITEMAP:"])
_ENDS = st.sampled_from(["\n", "\r", "\r\n", "\u2028", "\x0c", " # x\n"])


def _declared(head: str, *robots: str) -> list[tuple[str, str, str | None]]:
    links = read_page(head.encode(), PAGE, "text/html")
    return [tuple(declaration) for declaration in declarations(RobotsSitemaps(robots, ()), links)]  # type: ignore[misc]


def test_robots_comes_first_and_links_follow_in_order() -> None:
    head = """<link rel="alternate" type="application/rss+xml" href="/feed" title=" News ">
      <link rel="Sitemap other" type="application/xml" href="map.xml#x">"""
    assert _declared(head, "https://www.example.org/s.xml") == [
        ("https://www.example.org/s.xml", "robots", None),
        ("https://www.example.org/feed", "feed", "News"),
        ("https://www.example.org/a/map.xml", "link", None),
    ]


def test_an_address_is_listed_once_for_each_source() -> None:
    head = '<link rel="sitemap" href="/s.xml"><link rel="sitemap" href="/s.xml" title="again">'
    assert [declaration[1] for declaration in _declared(head, "https://www.example.org/s.xml")] == ["robots", "link"]


def test_atom_with_a_parameter_is_a_feed() -> None:
    head = '<link rel="alternate" type="Application/Atom+XML; charset=utf-8" href="f">'
    assert _declared(head) == [("https://www.example.org/a/f", "feed", None)]


def test_link_to_neither_sitemap_nor_feed_is_ignored() -> None:
    head = """<link rel="alternate" hreflang="de" href="/de"><link rel="alternate stylesheet" type="application/rss+xml"
      href="x"><link rel="standard-sitemap" href="/ssp.xml"><meta name="sitemap" content="/m.xml">
      <link rel="sitemap" href="mailto:me@example.org"><link rel="alternate" type="application/json" href="j">"""
    assert _declared(head) == []


def test_the_base_of_the_page_counts() -> None:
    assert _declared('<base href="//cdn.example/x/"><link rel=sitemap href=m>') == [
        ("https://cdn.example/x/m", "link", None)
    ]


def test_robots_txt_stands_at_the_root_of_the_site() -> None:
    assert robots_address("https://www.example.org:81/a/b?c#d") == "https://www.example.org:81/robots.txt"
    assert robots_address("file:///site/a/page.html") == "file:///site/a/robots.txt"
    assert robots_address("mailto:x@example.org") is None


def test_a_declaration_names_its_parts() -> None:
    assert Declaration("u", "feed", "t")._asdict() == {"sitemap": "u", "source": "feed", "title": "t"}


def _read(text: str, content_type: str | None = None) -> RobotsSitemaps:
    return read_robots(text.encode(), BASE, content_type)


def _codes(robots: RobotsSitemaps) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in robots.faults]


# holds: S23
@pytest.mark.parametrize(
    "text",
    [
        f"User-agent: *\nDisallow: /x\n\nSitemap: {ONE}\nSitemap: {TWO}\n",
        f"Sitemap: {ONE}\r\nUser-agent: *\r\nSITEMAP:{TWO}",
        f"User-agent: *\rSitemap: {ONE}\rsitemap: {TWO}\r",
        f"\ufeffSitemap: {ONE} # the shop\n  Sitemap: {TWO}#blog",
        f"Site-map: {ONE}\nSitemaps: {TWO}",
        f"# Sitemap: https://www.example.org/no.xml\nSitemap: {ONE}\n\ufeffSitemap: {TWO}",
    ],
)
def test_ordinary_lines(text: str) -> None:
    assert _read(text) == RobotsSitemaps((ONE, TWO), ())


@pytest.mark.parametrize(
    "text",
    [
        f"Sitemap : {ONE}\nSitemap {TWO}",
        f"Sitemap: {ONE} {TWO}",
        f"Sitemap: {ONE}, {TWO}",
        f"Sitemap: {ONE} Sitemap: {TWO}",
        f"Sitemap: <{ONE}>\nSitemap: '{TWO}'",
        f"Sitemap:\n  {ONE}\n{TWO}\nDisallow: /",
        f"Sitemap={ONE}\nSitemap: {TWO}<br>",
    ],
)
def test_odd_lines_are_read_and_reported(text: str) -> None:
    robots = _read(text)
    assert robots.sitemaps == (ONE, TWO)
    assert {fault.code for fault in robots.faults} == {"robots-odd-line"}


# holds: S22
@pytest.mark.parametrize(
    ("value", "uri"),
    [
        ("/1.xml", ONE),
        ("1.xml", ONE),
        ("//cdn.example/1.xml", "https://cdn.example/1.xml"),
        ("www.example.org/1.xml", ONE),
        ("example.org/1.xml", "https://example.org/1.xml"),
    ],
)
def test_relative_addresses_are_made_whole_and_reported(value: str, uri: str) -> None:
    robots = _read(f"User-agent: *\nSitemap: {value}")
    assert robots.sitemaps == (uri,)
    assert _codes(robots) == [("robots-relative", 2)]
    assert uri in robots.faults[0].message


@pytest.mark.parametrize(
    ("value", "uri", "read_as"),
    [
        ("/1.xml", "file:///1.xml", "it is read as an address of the file's own site."),
        ("//www.example.org/1.xml", ONE, f"it is read as {ONE}."),
    ],
)
def test_relative_address_on_disk_is_not_said_to_be_of_the_disk(value: str, uri: str, read_as: str) -> None:
    robots = read_robots(f"Sitemap: {value}".encode(), "file:///site/robots.txt")
    assert robots.sitemaps == (uri,)
    assert read_as in robots.faults[0].message


def test_addresses_are_written_as_browsers_request_them() -> None:
    robots = _read("Sitemap: https://bücher.example/karte ä.xml?a=%C3%A4&b=1")
    assert robots == RobotsSitemaps(("https://xn--bcher-kva.example/karte%20%C3%A4.xml?a=%C3%A4&b=1",), ())


@pytest.mark.parametrize(
    "value", ["", "mailto:me@example.org", "javascript:alert(1)", "http://x:99999999/", "https://"]
)
def test_invalid_address_is_reported(value: str) -> None:
    robots = _read(f"Sitemap: {value}")
    assert robots.sitemaps == ()
    assert _codes(robots) == [("robots-bad-address", 1)]


def test_only_a_file_on_disk_names_files() -> None:
    line = b"Sitemap: file:///etc/passwd"
    assert read_robots(line, BASE, None).sitemaps == ()
    assert read_robots(line, "file:///site/robots.txt", None).sitemaps == ("file:///etc/passwd",)


# holds: S24
def test_an_address_counts_once() -> None:
    robots = _read(f"Sitemap: {ONE}\nSitemap: {TWO}\nSitemap: {ONE}")
    assert robots.sitemaps == (ONE, TWO)
    assert _codes(robots) == [("robots-twice", 3)]


@pytest.mark.parametrize("text", ["", "\n\n", "User-agent: *\nDisallow: /", "Sitemapper: /x", "Crawl-delay: 3"])
def test_robots_without_sitemaps_is_no_fault(text: str) -> None:
    assert _read(text) == RobotsSitemaps((), ())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "windows-1252"])
def test_other_encodings_are_read_and_reported(encoding: str) -> None:
    robots = read_robots("User-agent: *\nSitemap: https://www.example.org/ä.xml\n".encode(encoding), BASE, None)
    assert robots.sitemaps == ("https://www.example.org/%C3%A4.xml",)
    assert _codes(robots) == [("robots-encoding", 0)]


def test_utf_16_that_was_cut_off_is_read() -> None:
    assert read_robots(f"Sitemap: {ONE}\n".encode("utf-16")[:-1], BASE, None).sitemaps == (ONE,)


def test_the_label_names_an_encoding_that_the_bytes_do_not() -> None:
    body = "Sitemap: https://www.example.org/ж.xml".encode("koi8-r")
    for charset in ("koi8-r", "no-such-thing", "unicode-escape"):
        robots = read_robots(body, BASE, f"text/plain; charset={charset}")
        assert len(robots.sitemaps) == 1
    assert read_robots(body, BASE, "text/plain; charset=koi8-r").sitemaps[0].endswith("/%D0%B6.xml")


def test_a_page_in_its_place_names_only_what_it_says_as_robots_txt_would() -> None:
    page = '<!DOCTYPE html>\n<title>Not found</title>\n<a href="/map">Sitemap</a>\nSitemap: of this site\nSitemap /x'
    robots = _read(page, "text/html; charset=utf-8")
    assert robots.sitemaps == ()
    assert _codes(robots) == [("robots-is-page", 0)]
    assert _read(f"<html><pre>\nSitemap: {ONE}</pre>", "text/html").sitemaps == (ONE,)


def test_a_text_that_is_labelled_as_a_page_is_read() -> None:
    robots = _read(f"Sitemap: {ONE}", "text/html")
    assert robots.sitemaps == (ONE,)
    assert _codes(robots) == [("robots-type", 0)]


def test_too_many_lines_are_cut_off_and_reported() -> None:
    robots = _read("\n".join(f"Sitemap: https://www.example.org/{number}.xml" for number in range(MAX_LINES + 10)))
    assert len(robots.sitemaps) == MAX_LINES
    assert _codes(robots) == [("robots-too-many", MAX_LINES + 1)]


def test_robots_txt_beyond_the_bound_is_cut_with_a_fault() -> None:
    robots = _read(f"Sitemap: https://www.example.org/a\n#{'x' * MOST_BYTES}\nSitemap: https://www.example.org/b")
    assert robots.sitemaps == ("https://www.example.org/a",)
    assert _codes(robots) == [("robots-too-long", 2)]


@pytest.mark.parametrize(
    "body",
    [
        b" " * 300_000,
        b"sitemap" * 50_000,
        b"Sitemap:" + b" ," * 200_000,
        b"sitemap:\n" * 100_000,
        b"Sitemap:" + b"\n" * 300_000,
        b"sitemap" + b" " * 300_000,
        b"\xef\xbb\xbf" * 100_000,
        b"Sitemap:\n" * 10_000 + b"http://x/\n" * 10_000,
        b"\0" * 100_000,
    ],
)
def test_huge_files_without_content_are_read_in_time(body: bytes) -> None:
    assert len(read_robots(body, BASE, None).sitemaps) <= 1


@given(st.binary(max_size=300))
def test_arbitrary_bytes_never_raise(body: bytes) -> None:
    read_robots(body, BASE, "text/plain")


@given(st.lists(st.tuples(_FIELDS, _VALUES, _ENDS)).map(lambda lines: "".join(map("".join, lines))))
def test_every_sitemap_that_protego_finds_is_found(text: str) -> None:
    """Check that each of its values is an address here or a fault; Protego reports neither encodings nor lines."""
    robots = _read(text)
    accounted = len(robots.sitemaps) + sum(1 for f in robots.faults if f.code in ("robots-twice", "robots-bad-address"))
    assert accounted >= len(list(Protego.parse(text).sitemaps))


_MAP = "https://www.example.org/sitemap.xml"
_LINE = b"Sitemap: " + _MAP.encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", _LINE + b"\n"),
        (b"User-agent: *\nDisallow:\n", b"User-agent: *\nDisallow:\n" + _LINE + b"\n"),
        (b"User-agent: *\r\nDisallow:", b"User-agent: *\r\nDisallow:\r\n" + _LINE + b"\r\n"),
        (
            b"Sitemap: https://www.example.org/other.xml\r",
            b"Sitemap: https://www.example.org/other.xml\r" + _LINE + b"\r",
        ),
        (b"\xff\xfe no text", b"\xff\xfe no text\n" + _LINE + b"\n"),
    ],
)
def test_line_is_appended_and_all_else_stays(before: bytes, after: bytes) -> None:
    assert with_robots_line(before, _MAP) == after


@pytest.mark.parametrize("before", [_LINE, b"SITE_MAP:" + _MAP.encode() + b" # it\nUser-agent: *\n"])
def test_a_file_that_names_the_sitemap_stays_as_it_is(before: bytes) -> None:
    assert with_robots_line(before, _MAP) == before


def test_adding_the_line_twice_adds_it_once() -> None:
    once = with_robots_line(b"User-agent: *", _MAP)
    assert with_robots_line(once, _MAP) == once

"""The places of a map, with addresses relative to the map."""

from pathlib import Path

import pytest

from standard_sitemap import read
from standard_sitemap.webmaster.rendering.traversal import is_linked, places, seen_from, title_of

NS = 'xmlns="http://standard-sitemap.org/2007/ns"'


def test_addresses_on_disk_are_seen_from_the_map(tmp_path: Path) -> None:
    file = tmp_path / "map.xml"
    file.write_text(
        f'<sitemap {NS}><item name="A" url="a/"/><item name="Root" url="/b"/><item name="C" url="."/></sitemap>'
    )
    assert [place.location for place in places(read(file).hierarchy)] == ["a/", "/b", "./"]


@pytest.mark.parametrize(
    ("root", "location", "expected"),
    [
        ("file:///C:/site/map.xml", "file:///C:/site/a.html", "a.html"),
        ("file:///C:/site/map.xml", "file:///C:/b.html", "/b.html"),
        ("file:///C:/site/map.xml", "file:///D:/b.html", "file:///D:/b.html"),
        ("file:///C:/site/map.xml", "file:////server/share/b.html", "file:////server/share/b.html"),
        ("file:////server/share/map.xml", "file:///b.html", "/b.html"),
        ("file:////server/share/map.xml", "file:////server/other/b.html", "file:////server/other/b.html"),
    ],
)
def test_addresses_on_windows_name_no_drive_of_the_map(root: str, location: str, expected: str) -> None:
    assert seen_from(root, location) == expected


def test_each_further_variant_is_labelled_by_what_differs() -> None:
    text = f"""<sitemap {NS}><item name="Spec" lang="en"><variant url="/s.html" type="text/html"/>
        <variant url="/s.pdf" type="application/pdf"/><variant url="/s.de.html" lang="DE-at"/>
        <variant url="/s.txt" name="Plain"/><variant url="/s.ps" name=""/></item></sitemap>"""
    (place,) = places(read(text.encode(), uri="https://a.example/map.xml").hierarchy)
    assert place.location == "https://a.example/s.html"
    assert [(other.label, other.language) for other in place.others] == [
        ("application/pdf", "en"),
        ("de-AT", "de-AT"),
        ("Plain", "en"),
        ("https://a.example/s.ps", "en"),
    ]


def test_addresses_on_the_web_stay_whole() -> None:
    assert seen_from("https://www.example.org/map.xml", "https://www.example.org/a") == "https://www.example.org/a"


def test_loop_is_listed_again_without_children() -> None:
    text = f'<sitemap {NS}><item name="A" url="/a" xml:id="a"><external url="#a"/></item></sitemap>'
    visited = list(places(read(text.encode()).hierarchy))
    assert [(place.level, place.has_children) for place in visited] == [(1, True), (2, False)]


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("https://a.example/", True),
        ("a/b:c", True),
        ("javascript:alert(1)", False),
        ("tel:+4930123456", True),
        ("ftp://www.example.org/", False),
        ("data:text/html,x", False),
        (None, False),
    ],
)
def test_only_navigable_addresses_are_linked(location: str | None, expected: bool) -> None:
    assert is_linked(location) is expected


def test_a_site_is_called_by_its_host_or_its_home_page() -> None:
    text = f'<sitemap {NS}><item name="My site" url="/a"/></sitemap>'.encode()
    assert title_of([read(text, uri="https://www.example.org/map.xml").hierarchy]) == "www.example.org"
    assert title_of([read(text).hierarchy]) == "My site"
    assert title_of([]) == "Site map"

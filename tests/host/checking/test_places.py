"""How places are written."""

from pathlib import Path

import pytest

from standard_sitemap.checking.report import Addresses, Place, local_path

START = Path("/site")
MAP, PART = "file:///site/map.xml", "file:///site/parts/a%20b.xml"


def lines(*numbers: int, document: str = MAP) -> list[Place]:
    return [Place(document, number) for number in numbers]


@pytest.mark.parametrize(
    ("uri", "path"),
    [(PART, "parts/a b.xml"), ("file:///else/map.xml", "/else/map.xml"), ("https://example.org/map.xml", None)],
)
def test_local_paths(uri: str, path: str | None) -> None:
    assert local_path(uri, START) == path


def test_addresses_on_the_web_are_seen_from_the_sitemap() -> None:
    addresses = Addresses("https://example.org/maps/map.xml", START)
    assert addresses.short("https://example.org/maps/b%20c.xml") == "b c.xml"
    assert addresses.short("https://example.org/c.xml") == "https://example.org/c.xml"


def test_one_place() -> None:
    addresses = Addresses(MAP, START)
    places = [Place(MAP, 3), Place(MAP), Place(PART, 4), Place(PART)]
    assert [addresses.place(place) for place in places] == ["line 3", "the file", "parts/a b.xml:4", "parts/a b.xml"]


@pytest.mark.parametrize(
    ("places", "text"),
    [
        (lines(3), "line 3"),
        (lines(0), "the file"),
        (lines(3, 3, 4, 5, 9), "lines 3–5, 9"),
        (lines(1, 3, 5, 7, 8), "lines 1, 3, 5 and 2 more"),
        (lines(1) + lines(2, 4, document=PART), "line 1, parts/a b.xml:2, 4"),
        (lines(0, document=PART), "parts/a b.xml"),
    ],
)
def test_many_places(places: list[Place], text: str) -> None:
    assert Addresses(MAP, START).places(places, 3) == text

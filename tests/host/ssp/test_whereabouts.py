"""Where a page stands in the map: `standard_sitemap.ssp.lookup`."""

from __future__ import annotations

import pytest

from standard_sitemap import ssp

ROOT = "http://shop.example/maps/root.xml"
OTHER = "http://shop.example/maps/other.xml"
FILES = {
    ROOT: """<sitemap xmlns="http://standard-sitemap.org/2007/ns" xmlns:xlink="http://www.w3.org/1999/xlink">
      <item name="Home" url="./"/>
      <item name="Books" url="/books/"><group name="New"><item name="Moss" url="/books/moss.html#top"/></group></item>
      <item name="Café" url="/café.html"><variant lang="de" url="/kaffee.html"/><variant lang="fr"/></item>
      <item name="This" url=""><item name="Old" xlink:href="/old.html"/></item>
      <item name="Hidden" url="/hidden.html" tree="exclude"><item name="Below" url="/below.html"/></item>
      <item name="Broken" url="http://["><item name="Whole" url="/whole.html"/></item>
      <item name="Shelf"><external url="other.xml#lamps"/></item>
      <external url="other.xml#lamps"/>
      <item xml:id="ring" name="Ring"><external url="#ring"/><external url="#gone"/>
        <item name="Stone" url="/stone.html?size=2"/></item>
    </sitemap>""",
    OTHER: """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
      <item xml:id="lamps" name="Lamps" url="/lamps.html"/><item name="Stray" url="/stray.html"/>
    </sitemap>""",
}


@pytest.fixture(scope="module")
def hierarchy() -> ssp.Hierarchy:
    return ssp.resolve(ROOT, lambda uri: ssp.Retrieved(uri, FILES[uri].encode(), "application/xml"))


def names(hierarchy: ssp.Hierarchy, nodes: tuple[int, ...]) -> list[str | None]:
    return [hierarchy.variants(node)[0].name for node in nodes]


def ways(hierarchy: ssp.Hierarchy, uri: str) -> list[list[str | None]]:
    found = hierarchy.whereabouts.at_location(uri)
    return [names(hierarchy, hierarchy.whereabouts.path(node)) for node in found]


@pytest.mark.parametrize(
    ("page", "way"),
    [
        ("http://shop.example/maps/", ["Home"]),
        ("http://shop.example/books/", ["Books"]),
        ("http://shop.example/caf%C3%A9.html", ["Café"]),
        ("http://shop.example/kaffee.html", ["Café"]),
        ("http://shop.example/maps/root.xml", ["This"]),
        ("http://shop.example/old.html", None),
        ("http://shop.example/stone.html?size=2", ["Ring", "Stone"]),
        ("http://shop.example/lamps.html", ["Lamps"]),
    ],
)
def test_page_is_found_by_its_address(hierarchy: ssp.Hierarchy, page: str, way: list[str] | None) -> None:
    assert ways(hierarchy, page) == [way or ["This", "Old"]]


def test_an_address_that_is_none_leads_nowhere(hierarchy: ssp.Hierarchy) -> None:
    assert ways(hierarchy, "http://shop.example/whole.html") == [["Broken", "Whole"]]


def test_exact_address_comes_before_one_that_differs_by_the_fragment(hierarchy: ssp.Hierarchy) -> None:
    assert ways(hierarchy, "http://shop.example/books/moss.html#top") == [["Books", "New", "Moss"]]
    assert ways(hierarchy, "http://shop.example/books/moss.html") == [["Books", "New", "Moss"]]
    assert ways(hierarchy, "http://shop.example/lamps.html#bright") == [["Lamps"]]


@pytest.mark.parametrize("page", ["hidden.html", "below.html", "stray.html", "nowhere.html", "stone.html"])
def test_what_is_not_in_the_map_is_not_found(hierarchy: ssp.Hierarchy, page: str) -> None:
    assert hierarchy.whereabouts.at_location(f"http://shop.example/{page}") == ()


def test_shortest_way_is_taken_and_a_loop_never(hierarchy: ssp.Hierarchy) -> None:
    (lamps,) = hierarchy.whereabouts.at_location("http://shop.example/lamps.html")
    assert hierarchy.whereabouts.path(lamps) == (lamps,)
    (ring,) = (node for node in hierarchy.children(hierarchy.root) if names(hierarchy, (node,)) == ["Ring"])
    assert hierarchy.whereabouts.path(ring) == (ring,)

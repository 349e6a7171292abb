"""Previous and next."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.views.places import found_in, neighbours

Build = Callable[..., ssp.Hierarchy]


def _around(hierarchy: ssp.Hierarchy, url: str) -> tuple[str | None, str | None]:
    path = found_in(hierarchy, "http://www.example.org" + url).path
    assert path is not None
    before, after = neighbours(hierarchy, path)
    return (
        before and hierarchy.variants(before[-1])[0].name,
        after and hierarchy.variants(after[-1])[0].name,
    )


BOOK = """
<item name="Book" url="/book" relation="sequence">
  <item name="One" url="/1"/>
  <group name="Middle"><item name="Two" url="/2"/><group><item name="Three" url="/3"/></group></group>
  <item name="Part" ><item name="Inside" url="/inside"/></item>
  <item name="Four" url="/4"/>
</item>
<item name="After" url="/after"/>
"""


@pytest.mark.parametrize(
    ("url", "around"),
    [
        ("/1", (None, "Two")),
        ("/2", ("One", "Three")),
        ("/3", ("Two", "Four")),
        ("/4", ("Three", None)),
        ("/inside", (None, None)),
        ("/book", (None, None)),
        ("/after", (None, None)),
    ],
)
def test_groups_are_transparent_and_items_without_location_are_passed(
    hierarchy_of: Build, url: str, around: tuple[str | None, str | None]
) -> None:
    assert _around(hierarchy_of(BOOK), url) == around


def test_a_group_may_be_a_sequence_of_its_own(hierarchy_of: Build) -> None:
    group = '<group relation="sequence"><item name="A" url="/a"/><item name="B" url="/b"/></group>'
    hierarchy = hierarchy_of(group + '<item name="C" url="/c"/>')
    assert _around(hierarchy, "/b") == ("A", None)
    assert _around(hierarchy, "/c") == (None, None)


def test_the_root_may_be_a_sequence(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/><item name="B" url="/b"/>', 'relation="sequence"')
    assert _around(hierarchy, "/a") == (None, "B")


def test_groups_within_themselves_end(hierarchy_of: Build) -> None:
    loop = '<item name="A" url="/a"/><group xml:id="g"><external url="#g"/></group><item name="B" url="/b"/>'
    assert _around(hierarchy_of(loop, 'relation="sequence"'), "/a") == (None, "B")


PAGES = (
    '<item name="Doc" url="/doc/index.html"><item name="Part" url="/doc/part/one"/></item><item name="A" url="/a?i=1"/>'
)


@pytest.mark.parametrize(
    ("url", "name", "is_above"),
    [
        ("/doc/", "Doc", False),
        ("/doc/part/one?utm_source=mail", "Part", False),
        ("/a?i=1&fbclid=x", "A", False),
        ("/doc/part/one/more/and/more.html", "Part", True),
        ("/doc/other.html", "Doc", True),
    ],
)
def test_page_is_found_by_what_it_is_also_known_as_else_what_it_is_below(
    hierarchy_of: Build, url: str, name: str, is_above: bool
) -> None:
    hierarchy = hierarchy_of(PAGES)
    found = found_in(hierarchy, "http://www.example.org" + url)
    assert [hierarchy.variants(node)[0].name for node in found.nodes] == [name]
    assert found.is_above == is_above


def test_page_of_another_site_is_nowhere(hierarchy_of: Build) -> None:
    assert found_in(hierarchy_of(PAGES), "http://elsewhere.example/doc/").path is None

"""The addresses by which a map may know a page."""

from collections.abc import Callable

import pytest

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.model.uris import resolve
from standard_sitemap.reader.views.links import neighbour_link
from standard_sitemap.reader.views.places import MOST_COUNTED, neighbours, pages_among, placement_of

Build = Callable[..., ssp.Hierarchy]


def _listed(*paths: str) -> Hierarchy:
    """Return the hierarchy of a list of pages."""
    pages = "".join(f"<url><loc>http://www.example.org{path}</loc></url>" for path in paths)
    text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>'
    address = "http://www.example.org/sitemap.xml"
    site = sitemapsorg.Site(address)
    site.add(address, RetrievedFile(address, text.encode(), "application/xml"))
    return site.hierarchy()


# RFC 3986, 6.2.2, and its example: `example://a/b/c/%7Bfoo%7D` equals `eXAMPLE://a/./b/../b/%63/%7bfoo%7d`.
@pytest.mark.parametrize(
    ("listed", "visited"),
    [
        ("/caf%c3%a9", "/caf%C3%A9"),
        ("/caf%C3%A9", "/caf%c3%a9"),
        ("/café", "/caf%c3%a9"),
        ("/a~b", "/a%7Eb"),
        ("/a%7eb", "/a~b"),
        ("/a/b/c/%7Bfoo%7D", "/a/./b/../b/%63/%7bfoo%7d"),
        ("/%41/x.html", "/A/x.html"),
        ("/a/", "/a"),
        ("/a", "/a/"),
        ("/a.html", "/a"),
        ("/a", "/a.html"),
        ("/a/index.html", "/a"),
        ("/a?utm_source=map", "/a"),
        ("/a?utm_source=map", "/a?gclid=1#top"),
        ("/a/?utm_source=map", "/a/index.html"),
    ],
)
@pytest.mark.parametrize("kind", ["map", "list"])
def test_page_is_found_by_an_equal_address(hierarchy_of: Build, kind: str, listed: str, visited: str) -> None:
    if kind == "map":
        hierarchy: Hierarchy = hierarchy_of(f'<item name="N" url="{listed}"/><item name="Other" url="/other/z"/>')
    else:
        hierarchy = _listed(listed, "/other/z")
    page = resolve("http://www.example.org/", visited)
    assert page is not None
    placement = placement_of(hierarchy, page)
    assert not placement.is_above
    locations = {hierarchy.details.variants(node)[0].location for node in placement.nodes}
    assert locations == {resolve("http://www.example.org/", listed)}


def test_page_is_at_the_first_of_its_entries_that_tracks_the_same_visit(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="Plain" url="/a"/><item name="Letter" url="/a?utm_source=letter"/>')
    for visited, name in (("", "Plain"), ("?gclid=1", "Plain"), ("?utm_source=letter", "Letter")):
        (node,) = placement_of(hierarchy, f"http://www.example.org/a{visited}").path or ()
        assert hierarchy.details.names(node) == (name,)


def test_page_is_found_although_its_address_is_written_in_another_way(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="http://www.example.org/a/b"/>')
    assert placement_of(hierarchy, "HTTP://WWW.Example.org:80/a/./x/../b").nodes


def test_page_that_two_entries_may_mean_is_none_of_them(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/x.html"/><item name="B" url="/x/"/>')
    assert placement_of(hierarchy, "http://www.example.org/x").nodes == ()


@pytest.mark.parametrize("visited", ["/?p=99", "/viewtopic.php?t=5"])
def test_page_with_another_query_is_not_the_start_page(hierarchy_of: Build, visited: str) -> None:
    hierarchy = hierarchy_of('<item name="Home" url="/"/><item name="Topics" url="/viewtopic.php"/>')
    assert placement_of(hierarchy, f"http://www.example.org{visited}").nodes == ()


def test_folder_without_a_page_is_near(hierarchy_of: Build) -> None:
    hierarchy = _listed("/b/", "/a/x/1", "/a/x/2", "/a/y")
    placement = placement_of(hierarchy, "http://www.example.org/a/x/3")
    assert placement.is_above
    assert [hierarchy.details.variants(node)[0].name for node in placement.nodes] == ["X"]


def _around(hierarchy: ssp.Hierarchy, url: str) -> tuple[str | None, str | None]:
    path = placement_of(hierarchy, "http://www.example.org" + url).path
    assert path is not None
    before, after = neighbours(hierarchy, path)
    return (
        before and hierarchy.details.variants(before[-1])[0].name,
        after and hierarchy.details.variants(after[-1])[0].name,
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


# holds: F127
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


SEQUENCES = """
<item name="A" url="/a"/>
<group name="Continues"><item name="B" url="/b"/></group>
<group name="States none" relation="none"><item name="C" url="/c"/><item name="D" url="/d"/></group>
<group name="Own" relation="sequence">
  <item name="E" url="/e"/><group relation="wrong"><item name="F" url="/f"/></group>
</group>
<item name="G" url="/g"/>
"""


@pytest.mark.parametrize(
    ("url", "around"),
    [
        ("/a", (None, "B")),
        ("/b", ("A", "G")),
        ("/c", (None, None)),
        ("/d", (None, None)),
        ("/e", (None, "F")),
        ("/f", ("E", None)),
        ("/g", ("B", None)),
    ],
)
def test_group_that_states_a_relation_decides_for_its_own_children_alone(
    hierarchy_of: Build, url: str, around: tuple[str | None, str | None]
) -> None:
    assert _around(hierarchy_of(SEQUENCES, 'relation="sequence"'), url) == around


def test_the_root_may_be_a_sequence(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/><item name="B" url="/b"/>', 'relation="sequence"')
    assert _around(hierarchy, "/a") == (None, "B")


@pytest.mark.parametrize(
    "location", ["mailto:a@b.example", "tel:+1", "ftp://b.example/", "javascript:0", "/" + "x" * 9_000]
)
def test_neighbour_that_is_no_web_page_is_skipped_and_stays_in_the_tree(hierarchy_of: Build, location: str) -> None:
    hierarchy = hierarchy_of(
        f'<item name="A" url="/a"/><item name="No page" url="{location}"/><item name="B" url="/b"/>',
        'relation="sequence"',
    )
    assert _around(hierarchy, "/a") == (None, "B")
    assert _around(hierarchy, "/b") == ("A", None)
    assert len(hierarchy.children(hierarchy.root)) == 3


def test_neighbour_with_any_variant_that_is_a_page_counts(hierarchy_of: Build) -> None:
    mail = '<variant lang="en" name="Write" url="mailto:a@b.example"/>'
    page = '<variant lang="de" name="Schreiben" url="/b"/>'
    hierarchy = hierarchy_of(f'<item name="A" url="/a"/><item>{mail}{page}</item>', 'relation="sequence"')
    path = placement_of(hierarchy, "http://www.example.org/a").path
    assert path is not None
    _, after = neighbours(hierarchy, path)
    assert after is not None
    assert neighbour_link(hierarchy, after[-1], "k", ("en",))["name"] == "Schreiben"
    assert neighbour_link(hierarchy, after[-1], "k", ("en",))["variant"] == 1
    assert "variant" not in neighbour_link(hierarchy, after[-1], "k", ("de",))


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
def test_page_is_found_by_its_other_addresses_or_its_ancestors(
    hierarchy_of: Build, url: str, name: str, is_above: bool
) -> None:
    hierarchy = hierarchy_of(PAGES)
    placement = placement_of(hierarchy, "http://www.example.org" + url)
    assert [hierarchy.details.variants(node)[0].name for node in placement.nodes] == [name]
    assert placement.is_above == is_above


def test_page_of_another_site_has_no_place(hierarchy_of: Build) -> None:
    assert placement_of(hierarchy_of(PAGES), "http://elsewhere.example/doc/").path is None


def _size_below(hierarchy: ssp.Hierarchy) -> int:
    return pages_among(hierarchy, hierarchy.children(hierarchy.root))


def test_groups_and_what_leads_nowhere_are_no_pages(hierarchy_of: Build) -> None:
    body = '<group name="G"><item name="A" url="/a"/></group><item name="B"><item name="C" url="/c"/></item>'
    assert _size_below(hierarchy_of(body)) == 2


def test_a_page_that_stands_twice_or_below_itself_is_counted_once(hierarchy_of: Build) -> None:
    body = '<item xml:id="a" name="A" url="/"><external url="#a"/></item><external url="#a"/>'
    assert _size_below(hierarchy_of(body)) == 1


@pytest.mark.promise("author", "Counting the pages below a row stops at a limit.")
def test_more_than_the_bound_are_not_counted(hierarchy_of: Build) -> None:
    items = "".join(f'<item name="n" url="/{number}"/>' for number in range(MOST_COUNTED + 50))
    assert _size_below(hierarchy_of(items)) == MOST_COUNTED
    nothing = "".join(f'<item name="n{number}" url="javascript:x"/>' for number in range(4 * MOST_COUNTED + 1))
    assert _size_below(hierarchy_of(nothing)) == MOST_COUNTED


def test_nothing_below_is_none(hierarchy_of: Build) -> None:
    assert pages_among(hierarchy_of('<item name="A" url="/"/>'), ()) == 0

"""The differences between two maps."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from standard_sitemap import read
from standard_sitemap.webmaster.comparing.comparison import Change, Comparison, Difference

BASE = '<item name="Home" url="/"/><item name="Teas" url="/teas/">{}</item>'
ASSAM, KEEMUN = '<item name="Assam" url="/assam"/>', '<item name="Keemun" url="/keemun"/>'


def compared(old: str, new: str, new_uri: str = "https://www.example.org/map.xml") -> list[Difference]:
    sides = ((old, "https://www.example.org/map.xml"), (new, new_uri))
    maps = [
        read(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{content}</sitemap>'.encode(), uri=uri)
        for content, uri in sides
    ]
    return list(Comparison(maps[0].hierarchy, maps[1].hierarchy).differences())


def kinds(differences: Iterable[Difference]) -> list[tuple[str, str | None]]:
    return [(difference.kind, difference.name) for difference in differences]


def test_equal_maps_have_no_difference() -> None:
    assert compared(BASE.format(ASSAM), BASE.format(ASSAM)) == []


def test_equal_maps_on_different_hosts_have_no_difference() -> None:
    assert compared(BASE.format(ASSAM), BASE.format(ASSAM), "http://test.example.com:8080/map.xml") == []


def test_equal_maps_on_disk_with_relative_and_with_published_addresses_have_no_difference() -> None:
    relative = '<item name="Home" url="./"/><item name="Teas" url="teas/"/>'
    published = relative.replace('url="', 'url="https://ann.example.org/shop/')
    maps = [
        read(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items}</sitemap>'.encode(), uri=uri).hierarchy
        for items, uri in ((relative, "file:///public/map.xml"), (published, "file:///crawled/map.xml"))
    ]
    assert list(Comparison(*maps).differences()) == []


def test_equal_addresses_are_no_difference_however_they_are_written() -> None:
    old = (
        '<item name="A" url="/caf%c3%a9/%7eann"><variant lang="de" url="/de%2d1"/></item><item name="B" url="/a%2fb"/>'
    )
    new = '<item name="A" url="/caf%C3%A9/~ann"><variant lang="de" url="/de-1"/></item><item name="B" url="/a/b"/>'
    assert kinds(compared(old, new)) == [("added", "B"), ("gone", "B")]
    assert compared('<item name="A" url="/%7Eann/a"/>', '<item name="A" url="/~ann/a"/>', "http://b.example/m") == []


def test_the_case_of_a_language_and_the_order_of_roles_are_no_difference() -> None:
    old = '<item name="A" url="/a" lang="DE-at" role="tree contact"/>'
    new = '<item name="A" url="/a" lang="de-AT" role="contact tree tree"/>'
    assert compared(old, new) == []
    (changed,) = compared(old, new.replace("contact", "about").replace("de-AT", "FR"))
    assert [(change.quality, change.old, change.new) for change in changed.changes] == [
        ("roles", "contact home tree", "about home tree"),
        ("language", "de-AT", "fr"),
    ]


def test_a_branch_is_added_or_gone_as_a_whole() -> None:
    small, large = BASE.format(""), BASE.format(f'<item name="Green" url="/green/">{ASSAM}{KEEMUN}</item>')
    (added,) = compared(small, large)
    assert (added.kind, added.name, added.path, added.below) == ("added", "Green", ("Teas",), 2)
    (gone,) = compared(large, small)
    assert (gone.kind, gone.name, gone.path, gone.below) == ("gone", "Green", ("Teas",), 2)


def test_a_page_that_stays_of_a_branch_that_goes_has_moved() -> None:
    differences = compared(BASE.format(f'<item name="Green" url="/green/">{ASSAM}</item>'), BASE.format("") + ASSAM)
    assert kinds(differences) == [("moved", "Assam"), ("gone", "Green")]
    assert (differences[0].old_path, differences[0].path) == (("Teas", "Green"), ())


def test_nodes_moved_with_their_branch_are_not_reported() -> None:
    green = f'<item name="Green" url="/green/">{ASSAM}</item>'
    assert kinds(compared(BASE.format(green), BASE.format("") + green)) == [("moved", "Green")]


def test_new_name_is_renamed() -> None:
    (difference,) = compared(BASE.format(ASSAM), BASE.format(ASSAM.replace("Assam", "Assam tea")))
    assert difference.kind == "renamed"
    assert [(change.old, change.new) for change in difference.changes] == [("Assam", "Assam tea")]


@pytest.mark.parametrize(
    ("said", "quality", "old", "new"),
    [
        ('description="Black"', "description", None, "Black"),
        ('priority="0.9"', "priority", "0.5", "0.9"),
        ('role="contact tree"', "roles", "tree", "contact tree"),
        ('lang="en"', "language", None, "en"),
        ('order="lexical"', "order", "none", "lexical"),
    ],
)
def test_other_quality_is_changed(said: str, quality: str, old: str | None, new: str) -> None:
    (difference,) = compared(BASE.format(ASSAM), BASE.format(ASSAM.replace("/>", f" {said}/>")))
    assert (difference.kind, [tuple(change) for change in difference.changes]) == ("changed", [(quality, old, new)])


def test_another_language_is_a_change_of_its_page() -> None:
    both = '<item><variant name="Assam" url="/assam"/><variant name="Assam" lang="de" url="/de/assam"/></item>'
    (difference,) = compared(BASE.format(ASSAM), BASE.format(both))
    assert {change.quality for change in difference.changes} == {"language (de)", "location (de)", "name (de)"}


def test_new_order_is_reported_once_for_the_parent() -> None:
    (difference,) = compared(BASE.format(ASSAM + KEEMUN), BASE.format(KEEMUN + ASSAM))
    assert (difference.kind, difference.name) == ("reordered", "Teas")


def test_inserted_page_is_no_reordering() -> None:
    green = '<item name="Green" url="/green"/>'
    assert kinds(compared(BASE.format(ASSAM + KEEMUN), BASE.format(ASSAM + green + KEEMUN))) == [("added", "Green")]


def test_renamed_group_is_matched_by_its_children() -> None:
    old, new = (BASE.format(f'<group name="{name}">{ASSAM}{KEEMUN}</group>') for name in ("Black", "Dark"))
    assert kinds(compared(old, new)) == [("renamed", "Dark")]


@pytest.mark.parametrize("without", ['<group name="Teas">{}</group>', '<item name="Teas">{}</item>'])
def test_page_whose_branch_remains_is_gone_and_added_alone(without: str) -> None:
    home = '<item name="Home" url="/"/>'
    old, new = BASE.format(ASSAM + KEEMUN), home + without.format(ASSAM + KEEMUN)
    (gone, *changed) = compared(old, new)
    assert (gone.kind, gone.location, gone.below) == ("gone", "https://www.example.org/teas/", 0)
    (added, *changed_back) = compared(new, old)
    assert (added.kind, added.location, added.below) == ("added", "https://www.example.org/teas/", 0)
    assert {difference.kind for difference in (*changed, *changed_back)} <= {"changed"}


def test_page_in_place_of_another_is_added_and_the_other_gone() -> None:
    other = BASE.format(ASSAM).replace("/teas/", "/drinks/")
    differences = compared(BASE.format(ASSAM), other)
    assert kinds(differences) == [("added", "Teas"), ("gone", "Teas")], "the pages below them have not moved"


def test_a_page_that_is_listed_twice_is_added_once() -> None:
    differences = compared(BASE.format(ASSAM), BASE.format(ASSAM) + ASSAM)
    assert kinds(differences) == [("added", "Assam")]


def test_a_loop_ends() -> None:
    looping = '<item name="A" url="/a" xml:id="a"><item name="B" url="/b"/><external url="#a"/></item>'
    assert kinds(compared(looping, looping + ASSAM)) == [("added", "Assam")]


def test_a_page_that_is_listed_very_often_is_as_many_pages() -> None:
    """Check ten thousand equal addresses: trying numbers one by one would take minutes."""
    (last,) = compared(ASSAM * 10_000, ASSAM * 10_001)
    assert (last.kind, last.name) == ("added", "Assam")


def test_changed_class_changes_and_relation_of_the_first_level_are_a_change_of_the_root() -> None:
    def of_root(attributes: str, *changes: str) -> str:
        written = "".join(f"<class-change {change}/>" for change in changes)
        return f'<sitemap xmlns="http://standard-sitemap.org/2007/ns"{attributes}>{written}{ASSAM}{KEEMUN}</sitemap>'

    menu, body, foot = (f'elem="{elem}" prefix="map"' for elem in ("nav", "body", "footer"))
    old, same, new = (
        read(text.encode(), uri="https://www.example.org/map.xml").hierarchy
        for text in (
            of_root(' xmlns:a="urn:a"', menu, body, body),
            of_root("", body, menu, body),
            of_root(' relation="sequence"', body, foot),
        )
    )
    assert list(Comparison(old, same).differences()) == []
    (difference,) = Comparison(old, new).differences()
    assert difference == Difference("changed", None, None, (), changes=difference.changes)
    assert difference.changes == (
        Change("relation", "none", "sequence"),
        Change("class change", 'elem="nav" attr="class" prefix="map"', None),
        Change("class change", 'elem="body" attr="class" prefix="map"', None),
        Change("class change", None, 'elem="footer" attr="class" prefix="map"'),
    )


def test_class_changes_with_another_namespace_are_another_change() -> None:
    old, new = (f'<class-change xmlns:h="urn:{name}" elem="h:nav" prefix="map"/>{ASSAM}' for name in ("one", "two"))
    (difference,) = compared(old, new)
    written = 'elem="h:nav" attr="class" prefix="map" xmlns:h="urn:{}"'
    old, new = (written.format(name) for name in ("one", "two"))
    assert [(change.old, change.new) for change in difference.changes] == [(old, None), (None, new)]


def test_order_that_a_list_for_search_engines_only_implies_is_no_change() -> None:
    start = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    pages = [f"<url><loc>https://www.example.org/{path}</loc></url>" for path in ("a/1", "a/2", "a/3", "b")]
    maps = [
        read(f"{start}{''.join(some)}</urlset>".encode(), uri="https://www.example.org/sitemap.xml").hierarchy
        for some in (pages, [*pages, "<url><loc>https://www.example.org/a/word</loc></url>"])
    ]
    assert len({tree.order(tree.children(tree.root)[0]) for tree in maps}) == 2
    assert kinds(Comparison(*maps).differences()) == [("added", "Word")]


def test_order_and_class_change_that_a_tree_states_for_a_list_without_are_no_change() -> None:
    pages = "".join(f"<url><loc>https://www.example.org/{path}</loc></url>" for path in ("", "a", "b"))
    urlset = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>'
    change = '<class-change elem="nav" prefix="map"/>'
    items = change + '<item name="example.org" url="/"{}/><item name="A" url="/a"/><item name="B" url="/b"/>'
    old = read(urlset.encode(), uri="https://www.example.org/sitemap.xml").hierarchy
    for order in ("", ' order="lexical"'):
        tree = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items.format(order)}</sitemap>'
        new = read(tree.encode(), uri="https://www.example.org/map.xml").hierarchy
        assert list(Comparison(old, new).differences()) == []


SEARCH = '<item name="Search" url="/teas/" role="search" data="q=%s"/>'


def test_role_node_outside_the_tree_is_added_gone_or_changed() -> None:
    base = BASE.format("")
    (added,) = compared(base, base + SEARCH)
    (gone,) = compared(base + SEARCH, base)
    (changed,) = compared(base + SEARCH, base + SEARCH.replace("q=%s", "find=%s"))
    assert [(difference.kind, difference.name, difference.is_outside) for difference in (added, gone, changed)] == [
        (kind, "Search", True) for kind in ("added", "gone", "changed")
    ]
    assert changed.changes == (Change("search template", "q=%s", "find=%s"),)


def test_page_that_leaves_the_tree_for_its_role_is_gone_from_the_tree_and_added_outside() -> None:
    page = '<item name="Contact" url="/contact" role="contact tree">' + ASSAM + "</item>"
    differences = compared(BASE.format(page), BASE.format(page.replace("contact tree", "contact")))
    assert [
        (difference.kind, difference.name, difference.below, difference.is_outside) for difference in differences
    ] == [
        ("added", "Contact", 0, True),
        ("gone", "Contact", 1, False),
    ]


def test_role_node_outside_the_tree_that_stays_has_no_branch() -> None:
    page = '<item name="Contact" url="/contact" role="contact">' + ASSAM + KEEMUN + "</item>"
    assert compared(page, page.replace(ASSAM + KEEMUN, KEEMUN + ASSAM)) == []


def test_node_that_occurs_twice_below_its_parent_is_no_reordering() -> None:
    twice = '<item name="A" url="/a" xml:id="a"/><item name="B" url="/b"/><external url="#a"/>'
    assert compared(twice, twice) == []
    assert kinds(compared(twice, twice.replace('"/b"/>', '"/b"/>' + ASSAM))) == [("added", "Assam")]


def test_further_place_of_a_node_is_added_or_gone() -> None:
    shops = '<item name="Businesses" url="/b"><item name="Shops" url="/s" xml:id="s">' + ASSAM + "</item></item>"
    once, twice = (f'{shops}<item name="Visit" url="/v">{more}</item>' for more in ("", '<external url="#s"/>'))
    assert compared(twice, twice) == []
    (added,) = compared(once, twice)
    (gone,) = compared(twice, once)
    assert [(difference.kind, difference.name, difference.path, difference.below) for difference in (added, gone)] == [
        ("added", "Shops", ("Visit",), 0),
        ("gone", "Shops", ("Visit",), 0),
    ]


def test_first_place_that_is_gone_is_no_move_if_the_node_stays_in_another() -> None:
    visit = '<item name="Visit" url="/v">{}</item>'
    item = '<item name="Shops" url="/s" xml:id="s"/>'
    old = f'<item name="Businesses" url="/b">{item}</item>' + visit.format('<external url="#s"/>')
    (gone,) = compared(old, '<item name="Businesses" url="/b"/>' + visit.format(item))
    assert (gone.kind, gone.name, gone.path) == ("gone", "Shops", ("Businesses",))


def test_places_below_a_page_that_another_replaced_stay() -> None:
    shops = '<item name="Shops" url="/s" xml:id="s"/><item name="Visit" url="/v"><external url="#s"/></item>'
    assert kinds(compared(shops, shops.replace('"/v"', '"/visit"'))) == [("added", "Visit"), ("gone", "Visit")]

"""Names and order by the menus that were shown: `standard_sitemap.sitemapsorg.seen_links`."""

from __future__ import annotations

from host.sitemapsorg.samples import SITE, pages, resolved
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata
from standard_sitemap.sitemapsorg.seen_links import MOST, SeenLinks


def links(*shown: tuple[str, str]) -> list[tuple[str, str]]:
    """Return links to pages of the site."""
    return [(SITE + path, name) for path, name in shown]


def seen(hierarchy: Hierarchy, *shown: tuple[str, str], titles: tuple[tuple[str, str], ...] = ()) -> list[str | None]:
    """Return the names on the first level, after menus with these links."""
    hierarchy.details.page_metadata = PageMetadata(links(*titles), links(*shown))
    return [hierarchy.details.shown(node)[0].name for node in hierarchy.children(0)]


def test_menus_name_pages_and_folders_above_the_address_and_below_titles() -> None:
    hierarchy = resolved(pages("guide/", "faq", "docs/a", "docs/b"))
    names = seen(
        hierarchy, ("guide/", "指南"), ("faq/", "问答"), ("docs/", "文档"), titles=(("faq", "常见问题 – Quay"),)
    )
    assert names == ["指南", "常见问题 – Quay", "文档"]


def test_part_of_a_title_that_a_menu_shows_is_the_pages_name() -> None:
    hierarchy = resolved(pages("tides-today", "boats"))
    assert "Tides" in seen(hierarchy, ("tides-today", "Tides"), titles=(("tides-today", "Tides – Quay"),))


def test_order_of_menus_holds_for_siblings_that_they_list_and_others_follow() -> None:
    hierarchy = resolved(pages("a", "b", "c", "d", "e"))
    assert seen(hierarchy, ("d", "D"), ("b", "B"), ("c", "")) == ["D", "B", "C", "A", "E"]


def test_folder_that_no_menu_shows_stands_where_menus_show_its_first_page() -> None:
    hierarchy = resolved(pages("a/", "b/", "c/x/1", "c/x/2", "c/y", "d"))
    assert seen(hierarchy, ("b/", "B"), ("c/x/2", "Two"), ("a/", "A")) == ["B", "C", "A", "D"]


def test_home_page_stays_first() -> None:
    hierarchy = resolved(pages("", "a", "b"))
    assert seen(hierarchy, ("b", "B"), ("a", "A"), ("", "Start")) == ["Start", "B", "A"]


def test_long_list_keeps_its_order_if_menus_show_few_of_it() -> None:
    paths = [f"p{number:03}" for number in range(60)]
    hierarchy = resolved(pages(*paths))
    assert seen(hierarchy, ("p050", ""), ("p001", ""))[:2] == ["P000", "P001"]


def test_later_menus_add_pages_behind_their_predecessors_and_move_none() -> None:
    known = SeenLinks(links(("a", "A"), ("d", "D")))
    assert known.record(links(("d", "D"), ("e", "E"), ("a", "A"), ("b", "B"), ("c", "C")))
    keys = [f"\x01{name}" for name in "abcde"]
    ranks = known.ordered([0, 1, 2, 3, 4], [f"www.example.org{key}" for key in keys])
    assert ranks == [0, 1, 2, 3, 4]
    assert not known.record(links(("a", "A")))


def test_first_name_in_menus_counts() -> None:
    known = SeenLinks(links(("a", "A"), ("a", "Read more about A")))
    assert known.name(f"{SITE}a.html") == "A"
    assert known.name(f"{SITE}b") is None


def test_number_of_recorded_links_is_limited() -> None:
    known = SeenLinks(links(*((str(number), "N") for number in range(MOST + 10))))
    assert sum(1 for _ in known.names()) == MOST


def test_names_in_menus_are_searched() -> None:
    hierarchy = resolved(pages("user-guide", "docs/a", "docs/b"))
    seen(hierarchy, ("user-guide", "用户指南"))
    assert [hierarchy.details.names(node)[0] for node in hierarchy.named(["用户"]) if node is not None] == [
        "User guide"
    ]


def test_page_named_by_a_menu_needs_no_title() -> None:
    hierarchy = resolved(pages("a", "b"))
    seen(hierarchy, ("a", "A page"))
    assert [hierarchy.details.untitled(node) for node in hierarchy.children(0)] == [None, f"{SITE}b"]

"""Names and order by the menus that were shown: `standard_sitemap.sitemapsorg.seen_links`."""

from __future__ import annotations

import pytest

from host.sitemapsorg.samples import SITE, SITEMAP, outline, pages, resolved
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.nodes import Nodes
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata
from standard_sitemap.sitemapsorg.seen_links import MOST, SeenLink, SeenLinks
from standard_sitemap.sitemapsorg.site import Site


def links(*shown: tuple[str, str], branch: str = "") -> list[SeenLink]:
    """Return links to pages of the site, in a branch of a menu."""
    return [(SITE + path, name, branch) for path, name in shown]


def seen(hierarchy: Hierarchy, *shown: tuple[str, str], titles: tuple[tuple[str, str], ...] = ()) -> list[str | None]:
    """Return the names on the first level, after menus with these links."""
    hierarchy.attach(PageMetadata([(SITE + path, title) for path, title in titles], links(*shown)))
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


MENU = {
    "": [("", "Getting started")],
    "Publishing": [("publish/", "Sending messages")],
    "Subscribing": [("subscribe/phone/", "From your phone"), ("subscribe/cli/", "From the CLI")],
    "Self-hosting": [("install/", "Installation"), ("config/", "Configuration")],
    "Other things": [("faq/", "FAQs"), ("publish/templates/", "Template functions"), ("privacy/", "Privacy policy")],
}


def site_of_menu() -> Site:
    """Return a site of flat pages that a menu shows in branches, and some that it does not."""
    paths = [path for shown in MENU.values() for path, _ in shown]
    site = Site(SITEMAP)
    site.add(SITEMAP, RetrievedFile(SITEMAP, pages(*paths, "hidden/", "subscribe/web/").encode()))
    return site


def grouped(site: Site) -> Hierarchy:
    """Return a hierarchy of the site after its menu was shown."""
    hierarchy = site.hierarchy()
    shown = [link for branch, of_branch in MENU.items() for link in links(*of_branch, branch=branch)]
    hierarchy.attach(PageMetadata(links=shown))
    return hierarchy


def test_siblings_in_branches_of_a_menu_are_grouped_by_them() -> None:
    assert outline(grouped(site_of_menu())) == [
        "example.org /",
        "Publish publish/",
        "  Templates publish/templates/",
        "Subscribe",
        "  Phone subscribe/phone/",
        "  Cli subscribe/cli/",
        "  Web subscribe/web/",
        "Self-hosting",
        "  Install install/",
        "  Config config/",
        "Other things",
        "  FAQ faq/",
        "  Privacy privacy/",
        "Hidden hidden/",
    ]


def test_groups_of_menus_are_on_the_paths_of_their_pages() -> None:
    hierarchy = grouped(site_of_menu())
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while waiting:
        node, way = waiting.pop()
        assert node == 0 or hierarchy.size(node) == 1 + sum(map(hierarchy.size, hierarchy.children(node)))
        for child in hierarchy.children(node):
            path = (*way, child)
            assert hierarchy.page_index.path(child) == path
            assert hierarchy.details.line(child) > 0
            waiting.append((child, path))
    (privacy,) = hierarchy.page_index.at_location(f"{SITE}privacy/")
    assert [hierarchy.details.names(node)[0] for node in hierarchy.page_index.path(privacy)] == [
        "Other things",
        "Privacy",
    ]
    assert [node for node in hierarchy.named(["self-hosting"]) if node] == [hierarchy.children(0)[3]]


def test_group_is_known_in_a_later_map_before_its_level_is_listed() -> None:
    site = site_of_menu()
    first, later = grouped(site), grouped(site)
    group = first.children(0)[3]
    assert later.children(group) == first.children(group)
    assert len(later.children(group)) == 2


def test_branches_that_folders_contradict_group_nothing() -> None:
    # Most pages of the first branch are elsewhere, the second has one sibling, and the third all that menus show.
    hierarchy = resolved(pages("a", "b", "c", "d/e", "d/f", "d/g", "h/i", "h/j", "h/k"))
    shown = (
        links(("a", ""), ("b", ""), ("d/e", ""), ("d/f", ""), branch="One"),
        links(("c", ""), ("d/g", ""), branch="Two"),
        links(("h/i", ""), ("h/j", ""), branch="Three"),
    )
    hierarchy.attach(PageMetadata(links=[link for of_branch in shown for link in of_branch]))
    assert not {"One", "Two", "Three"} & {line.strip() for line in outline(hierarchy)}


def test_only_branch_within_a_folder_is_the_folder() -> None:
    hierarchy = resolved(pages("", "learn/a", "learn/b", "learn/c", "blog/d", "blog/e", "blog/f", "blog/g"))
    shown = (
        links(("learn/a", ""), ("learn/b", ""), branch="Learn"),
        links(("learn/c", "")),
        links(("blog/d", ""), ("blog/e", ""), branch="News"),
        links(("blog/f", ""), ("blog/g", ""), branch="Diary"),
    )
    hierarchy.attach(PageMetadata(links=[link for of_branch in shown for link in of_branch]))
    assert [line.strip() for line in outline(hierarchy) if " " not in line.strip()] == [
        "Learn",
        "Blog",
        "News",
        "Diary",
    ]
    assert outline(hierarchy)[1:5] == ["Learn", "  A learn/a", "  B learn/b", "  C learn/c"]


def test_branch_with_unseen_characters_has_a_clean_name() -> None:
    known = SeenLinks([*links(("a", ""), ("b", ""), branch="\x01Se\u00adlf\x05 \n x"), *links(("c", ""))])
    assert known.branches("www.example.org", [f"www.example.org\x01{name}" for name in "abc"]) == [
        "Self x",
        "Self x",
        "",
    ]


def test_branch_that_a_later_menu_shows_counts_and_the_first_one_stays() -> None:
    known = SeenLinks(links(("a", "A"), ("b", "B"), ("c", "C")))
    assert known.record(links(("a", "A"), ("b", "B"), branch="Guides"))
    assert not known.record(links(("a", "A"), ("b", "B"), branch="Others"))
    assert known.branches("www.example.org", [f"www.example.org\x01{name}" for name in "abc"]) == [
        "Guides",
        "Guides",
        "",
    ]


def test_folder_with_the_pages_of_one_branch_is_named_by_it() -> None:
    hierarchy = grouped(site_of_menu())
    publish, subscribe = hierarchy.children(0)[1:3]
    assert [hierarchy.details.shown(node)[0].name for node in (publish, subscribe)] == [
        "Sending messages",
        "Subscribing",
    ]
    assert [node for node in hierarchy.named(["subscribing"]) if node] == [subscribe]


@pytest.mark.promise("author", "A search looks for pages and folders that menus name only if their names match.")
def test_search_pauses_among_names_that_do_not_match(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for number in range(1_000) for name in (f"{number}/a", f"{number}/b")]
    hierarchy = resolved(pages(*names))
    shown = [link for name in names for link in links((name, "Page"), branch=f"Folder {name.partition('/')[0]}.")]
    hierarchy.attach(PageMetadata((), shown))
    examined, steps = set[str](), Nodes.steps

    def examine(nodes: Nodes, section: str, key: str) -> list[int]:
        examined.add(key)
        return list(steps(nodes, section, key))

    monkeypatch.setattr(Nodes, "steps", examine)
    (node,) = {node for node in hierarchy.named(["folder", "777."]) if node is not None}
    assert hierarchy.details.shown(node)[0].name == "Folder 777."
    assert len(examined) == 1
    assert sum(node is None for node in hierarchy.named(["folder", "777."])) >= 100


def test_page_of_a_folder_has_the_name_of_the_branch_that_it_begins() -> None:
    known = SeenLinks(
        [
            *links(("learn/", "Contents"), ("learn/a", "A"), branch="Learn"),
            *links(("try/", "Contents"), ("try/b", "B"), branch="Tutorials"),
            *links(("more/", "More"), ("more/c", "C"), branch="Others"),
            *links(("more/d", "D")),
        ]
    )
    assert [known.name(SITE + path) for path in ("learn/", "try/", "more/", "try/b")] == [
        "Learn",
        "Tutorials",
        "More",
        "B",
    ]


def test_menu_of_languages_names_no_page() -> None:
    assert seen(resolved(pages("", "a")), ("", "English"), ("a", "Deutsch")) == ["example.org", "A"]


def test_link_with_hundreds_of_folders_takes_no_memory() -> None:
    deep = "a/" * 900
    known = SeenLinks([*links((deep, "Deep"), branch="Guides"), *links(("a/b/c/d/e/f/g/", "G"), branch="Guides")])
    assert (known.name(SITE + deep), known.name(f"{SITE}a/b/c/d/e/f/g/")) == (None, "G")
    assert not known.has_branches_below("www.example.org" + "\x01a" * 500)

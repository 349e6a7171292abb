"""Roles that a site's pages declare by their links."""

import pytest

from host.sitemapsorg.samples import SITE, pages, resolved
from standard_sitemap.sitemapsorg.opensearch import TYPE
from standard_sitemap.sitemapsorg.page_metadata import Told, declared
from standard_sitemap.ssp import Link, Variant, search_query


def link(rel: str, path: str, type_name: str = "", title: str = "") -> Link:
    return Link("link", rel, SITE + path, SITE, type=type_name, title=title)


def test_roles_are_what_links_say() -> None:
    found = declared(
        [
            link("search", "osd.xml", TYPE),
            link("search", "find", title="Find"),
            link("Home", ""),
            link("contact", "team/write-to-us"),
            link("about", "imprint", "text/html; charset=utf-8"),
            link("contact", "other"),
        ]
    )
    assert found.descriptions == (f"{SITE}osd.xml",)
    assert {role: (page.name, page.location) for role, page in found.roles.items()} == {
        "searchpage": ("Find", f"{SITE}find"),
        "home": ("example.org", SITE),
        "contact": ("Write to us", f"{SITE}team/write-to-us"),
        "contentinfo": ("Imprint", f"{SITE}imprint"),
    }


@pytest.mark.parametrize(
    "other",
    [
        link("next", "contact"),
        link("alternate", "search"),
        link("stylesheet", "home"),
        link("contact", "card", "text/vcard"),
        link("alternate", "osd.xml", TYPE),
        Link("link", "contact", "mailto:us@example.org", SITE),
        Link("link", "search", "https://[", SITE),
    ],
)
def test_nothing_else_makes_a_role(other: Link) -> None:
    assert declared([other]) == ({}, ())


def test_declared_pages_have_nodes_that_are_in_no_tree() -> None:
    hierarchy = resolved(pages("a", "b"))
    hierarchy.told = told = Told([(f"{SITE}us", "Write!")])
    assert told.fill({"contact": Variant("Us", None, f"{SITE}us"), "home": Variant("Start", None, SITE)})
    assert not told.fill({"home": Variant("Start", None, SITE)})
    assert list(hierarchy.roles) == ["home", "contact"]
    (contact,) = hierarchy.roles["contact"]
    assert hierarchy.roles_of(contact) == ("contact",)
    assert (hierarchy.kind(contact), hierarchy.has_children(contact)) == ("item", False)
    assert (hierarchy.names(contact), hierarchy.shown(contact)[0].name) == (("Us",), "Write!")
    assert hierarchy.priority(contact) == 0.5
    assert contact not in hierarchy.children(0)


def test_the_home_page_of_the_files_goes_before() -> None:
    hierarchy = resolved(pages("", "a"))
    hierarchy.told = Told()
    hierarchy.told.fill({"home": Variant("Elsewhere", None, "https://example.com/")})
    assert [hierarchy.variants(node)[0].location for node in hierarchy.roles["home"]] == [SITE]


def test_a_declared_search_is_asked_like_any_other() -> None:
    hierarchy = resolved(pages("a"))
    hierarchy.told.fill({"search": Variant("Find", None, f"{SITE}find", search_template="q=%s&x=1")})
    (node,) = hierarchy.roles["search"]
    query = search_query(hierarchy.variants(node)[0], "tea & cake", hierarchy.root_uri)
    assert query == ("get", f"{SITE}find?q=tea%20%26%20cake&x=1", None)

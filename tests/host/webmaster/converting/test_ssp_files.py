"""Trees as SSP files: readable for authors, and equivalent to the tree."""

from typing import Any

import pytest

from host.webmaster.converting.made import locations, org_hierarchy, reread, ssp_files, ssp_hierarchy
from standard_sitemap import ssp
from standard_sitemap.webmaster.converting.ssp_files import branches
from standard_sitemap.webmaster.converting.walking import nodes_of

SITE = "https://www.example.org/"
TREE = """<item name="Home &amp; garden" url="/" role="home tree" priority="0.9" relation="sequence" order="lexical"
    description="a &quot;b&quot;">
  <item name="Books" lang="en"><variant url="/en/books" type="text/html"/><variant lang="de" name="Bücher"
    url="/de/buecher"/><item name="One" url="/en/books/1"/></item>
  <group name="More" lang="fr"><item name="Elsewhere" url="https://other.example/x" refer="none user" charset="utf-8"/>
  </group>
</item>
<item name="Find" url="/find" role="search" data="q=%s" method="post"/>
<item name="Odd" url="//www.example.org//odd//" role="glossary"/>
<item name="Shown" url="/shown" role="contact" tree="include"/>
<item name="Beside" url="/beside" role="glossary tree" tree="exclude"/>"""
URLSET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{}</urlset>"


def _as_reported(hierarchy: Any) -> Any:
    """Return everything that a reader could see of a tree and its roles, in order."""

    def reported(node: int) -> tuple[object, ...]:
        qualities = [
            variant._replace(search_method=variant.search_method) for variant in hierarchy.details.variants(node)
        ]
        node_says = (hierarchy.details.kind(node), hierarchy.details.roles_of(node), hierarchy.details.priority(node))
        return (*node_says, hierarchy.relation(node), hierarchy.order(node), qualities)

    roles = {role: [reported(node) for node in nodes] for role, nodes in hierarchy.roles.items()}
    return [reported(node) for node in nodes_of(hierarchy)], roles


def _org(*urls: str) -> Any:
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return org_hierarchy({f"{SITE}sitemap.xml": URLSET.format(listed).encode()})


@pytest.mark.parametrize("split", [None, 0, 1, 3])
def test_written_file_resolves_to_the_same_tree(split: int | None) -> None:
    hierarchy = ssp_hierarchy(TREE)
    files = ssp_files(hierarchy, split)
    assert (len(files) > 1) == (split is not None)
    written = reread(files)
    reported, roles = _as_reported(written)
    expected, expected_roles = _as_reported(hierarchy)
    assert reported == expected
    assert {role: sorted(map(str, nodes)) for role, nodes in roles.items()} == {
        role: sorted(map(str, nodes)) for role, nodes in expected_roles.items()
    }
    assert [fault.code for fault in written.faults if fault.severity != "info"] == []


def test_written_file_is_readable_for_authors() -> None:
    (text,) = ssp_files(_org(SITE, f"{SITE}shop/", f"{SITE}shop/red-tea.html")).values()
    assert text.decode().splitlines() == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!-- Made from https://www.example.org/source.",
        "     Go over the names: where the source has no titles they are made of addresses.",
        '     Say which items have a role, as in role="contact tree" or role="search" data="q=%s". -->',
        '<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="https://www.example.org/">',
        '  <item name="example.org" url="/" role="tree home"/>',
        '  <item name="Shop" url="/shop/">',
        '    <item name="Red tea" url="/shop/red-tea.html"/>',
        "  </item>",
        "</sitemap>",
    ]


def test_variants_say_first_how_they_differ() -> None:
    content = '<item name="x"><variant url="/en" lang="en"/><variant url="/de" lang="de" name="y"/></item>'
    (text,) = ssp_files(ssp_hierarchy(content)).values()
    assert text.decode().splitlines()[-5:-1] == [
        '  <item role="tree home">',
        '    <variant lang="en" name="x" url="/en"/>',
        '    <variant lang="de" name="y" url="/de"/>',
        "  </item>",
    ]


def test_a_big_branch_is_referred_to_and_no_base_leads_astray() -> None:
    urls = [f"{SITE}{section}/{page}" for section in ("blog", "shop") for page in range(5)]
    files = ssp_files(_org(SITE, *urls, f"{SITE}small/1", f"{SITE}small/2"), 4)
    assert list(files) == ["made-blog.xml", "made-shop.xml", "made.xml"]
    root = files["made.xml"].decode()
    assert '<external url="made-blog.xml#blog"/>' in root
    assert f'<item name="Small" order="base10" xml:base="{SITE}">' in root
    assert 'xml:id="blog"' in files["made-blog.xml"].decode()
    assert locations(reread(files)) == {SITE, *urls, f"{SITE}small/1", f"{SITE}small/2"}


def test_deep_trees_are_written_without_depth_of_stack() -> None:
    deep = "<item name='x' url='/x'>" * 2_000 + "</item>" * 2_000
    (text,) = ssp_files(ssp_hierarchy(deep)).values()
    assert text.count(b"<item") == 2_000
    assert max(map(len, text.splitlines())) < 200, "not indented without end"


def test_names_with_what_xml_cannot_hold_are_written_without_it() -> None:
    feed = "<rss><channel><item><title>a\u0001 b</title><link>https://www.example.org/x</link></item></channel></rss>"
    files = ssp_files(org_hierarchy({f"{SITE}feed": feed.encode()}))
    assert locations(reread(files)) == {f"{SITE}x"}


def test_a_tree_without_addresses_needs_no_base() -> None:
    (text,) = ssp_files(ssp_hierarchy("<group name='x'/>")).values()
    assert b"xml:base" not in text


def _branch(name: str, count: int) -> str:
    items = "".join(f'<item name="{place}" url="/{name}/{place}"/>' for place in range(count))
    return f'<item name="{name}" url="/{name}/">{items}</item>'


def _named(hierarchy: ssp.Hierarchy, above: int | None) -> dict[str | None, str]:
    return {hierarchy.details.names(node)[0]: name for node, name in branches(hierarchy, above).apart.items()}


def test_big_branches_are_apart_and_small_ones_are_not() -> None:
    hierarchy = ssp_hierarchy(_branch("Big one", 5) + _branch("Small", 4))
    assert _named(hierarchy, 5) == {"Big one": "big-one"}
    assert branches(hierarchy, 5).total == 11


def test_branches_below_the_home_page_count_as_those_of_the_site() -> None:
    hierarchy = ssp_hierarchy(f'<item name="Home" url="/">{_branch("a", 5)}{_branch("b", 5)}</item>')
    division = branches(hierarchy, 5)
    assert _named(hierarchy, 5) == {"a": "a", "b": "b"}
    assert [hierarchy.details.names(node)[0] for node in division.stem] == ["Home"]


def test_a_tree_without_a_fork_stays_in_one_file() -> None:
    assert _named(ssp_hierarchy(_branch("a", 1)), 0) == {}
    assert _named(ssp_hierarchy(""), 0) == {}


def test_no_limit_leaves_all_together() -> None:
    assert _named(ssp_hierarchy(_branch("a", 5) + _branch("b", 5)), None) == {}


def test_names_are_good_for_files_and_ids_and_each_is_one_branchs() -> None:
    names = ["Größe & Gewicht", "größe, gewicht", "2024", "日本語", "…", "x" * 100]
    division = branches(ssp_hierarchy("".join(_branch(name.replace("&", "&amp;"), 2) for name in names)), 1)
    assert list(division.apart.values()) == [
        "groe-gewicht",
        "groe-gewicht-2",
        "branch-2024",
        "branch",
        "branch-2",
        "x" * 40,
    ]


def test_languages_in_any_case_are_written_in_that_of_bcp_47() -> None:
    links = "".join(
        f'<x:link rel="alternate" hreflang="{tag}" href="{SITE}{tag}"/>' for tag in ("EN-gb", "zh_HANT", "x-default")
    )
    urlset = URLSET.format(f'<url xmlns:x="http://www.w3.org/1999/xhtml"><loc>{SITE}EN-gb</loc>{links}</url>')
    (document,) = ssp_files(org_hierarchy({f"{SITE}sitemap.xml": urlset.encode()})).values()
    lines = [line for line in document.decode().splitlines() if "url=" in line]
    assert [line.partition('lang="')[2].partition('"')[0] for line in lines] == ["en-GB", "zh-Hant", ""]

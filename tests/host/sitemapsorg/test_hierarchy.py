"""A flat list of addresses as a hierarchy."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.sitemapsorg.samples import SITE, SITEMAP, index, outline, pages, read, resolved, urlset
from standard_sitemap import sitemapsorg
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg import nodes
from standard_sitemap.sitemapsorg.page_rows import Row


def test_pages_are_below_the_prefix_of_their_address() -> None:
    tree = resolved(pages("docs/", "docs/intro.html", "docs/setup/linux.html", "docs/setup/windows.html", "about"))
    assert outline(tree) == [
        "About about",
        "Docs docs/",
        "  Intro docs/intro.html",
        "  Setup",
        "    Linux docs/setup/linux.html",
        "    Windows docs/setup/windows.html",
    ]


def test_a_page_is_the_folder_of_what_is_below_it_however_its_address_ends() -> None:
    for ending in ("docs", "docs/", "docs.html", "docs/index.html", "docs.php"):
        tree = resolved(pages(ending, "docs/intro.html", "about"))
        assert outline(tree) == ["About about", f"Docs {ending}", "  Intro docs/intro.html"]


def test_a_folder_and_its_index_page_are_one_page() -> None:
    tree = resolved(pages("index.html", "", "docs/index.html", "docs/", "docs/intro.html", "help.html", "help/"))
    assert outline(tree) == [
        "example.org /",
        "Docs docs/",
        "  Intro docs/intro.html",
        "Help help.html",
        "Help help/",
    ]
    for ending in ("", "docs/"):
        (node,) = tree.page_index.at_location(SITE + ending)
        assert tree.page_index.at_location(f"{SITE}{ending}index.html") == (node,)


def test_the_home_page_is_shown_in_the_first_section_that_lists_it() -> None:
    files = {
        "sitemap.xml": index(SITE + "post-sitemap.xml", SITE + "page-sitemap.xml"),
        "page-sitemap.xml": pages("", "about/"),
        "post-sitemap.xml": pages("", "first/", "about/"),
    }
    tree = resolved(files)
    assert outline(tree) == [
        "Pages",
        "  example.org /",
        "  About about/",
        "Posts",
        "  About about/",
        "  First first/",
    ]
    (home,) = tree.page_index.at_location(SITE)
    assert tree.roles["home"] == (home,)
    assert tree.page_index.path(home) == (tree.children(0)[0], home)


def test_runs_of_single_children_are_one() -> None:
    tree = resolved(pages("a/b/c/one", "a/b/c/two", "d/e/f"))
    assert outline(tree) == ["A / B / C", "  One a/b/c/one", "  Two a/b/c/two", "F d/e/f"]


def test_common_prefix_of_all_pages_is_no_level() -> None:
    tree = resolved(pages("en/latest/install.html", "en/latest/usage/a.html", "en/latest/usage/b.html"))
    assert outline(tree) == [
        "Install en/latest/install.html",
        "Usage",
        "  A en/latest/usage/a.html",
        "  B en/latest/usage/b.html",
    ]


def test_the_home_page_stands_first_and_has_its_role() -> None:
    tree = resolved(pages("about", "", "a"))
    assert outline(tree) == ["example.org /", "A a", "About about"]
    (home,) = tree.roles["home"]
    assert tree.details.roles_of(home) == ("tree", "home")
    assert tree.details.roles_of(tree.children(0)[1]) == ("tree",)


def test_repeated_slashes_make_no_level_and_keep_the_home_page() -> None:
    tree = resolved(pages("/", "/blog/", "blog//tides"))
    assert outline(tree) == ["example.org /", "Blog /blog/", "  Tides blog//tides"]
    assert tree.roles["home"] == tree.page_index.at_location(f"{SITE}/")


def test_the_site_on_disk_is_that_of_the_first_page() -> None:
    listed = urlset("https://www.example.org/a", "https://www.example.org/", "https://a.example/")
    tree = resolved({"file:///site/map.xml": listed}, "file:///site/map.xml")
    (home,) = tree.roles["home"]
    assert tree.details.variants(home)[0].location == "https://www.example.org/"


def test_no_word_in_an_address_makes_a_role() -> None:
    assert resolved(pages("home", "contact", "about", "search", "index/x")).roles == {}


def test_a_feed_declares_the_page_it_is_of() -> None:
    feed = (
        '<rss version="2.0"><channel><title>News</title><link>https://www.example.org/news/</link>'
        "<item><title>One</title><link>https://www.example.org/news/1</link></item></channel></rss>"
    )
    tree = resolved(feed)
    assert [tree.details.names(node) for node in tree.roles["home"]] == [("News",)]


def test_children_are_in_natural_order() -> None:
    tree = resolved(pages(*(f"chapter-{number}" for number in (10, 9, 2, 1, 100))))
    assert outline(tree) == [f"Chapter {number} chapter-{number}" for number in (1, 2, 9, 10, 100)]
    assert tree.order(0) == "version"


def test_unsortable_large_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standard_sitemap.sitemapsorg.hierarchy.MOST_NAMED", 3)
    tree = resolved(pages("x", "p/10", "p/9", "p/8", "p/7"))
    assert outline(tree) == ["P", "  10 p/10", "  7 p/7", "  8 p/8", "  9 p/9", "X x"]
    assert [(fault.code, dict(fault.params)) for fault in tree.faults] == [
        ("folder-not-sorted", {"count": "4", "folder": "P"})
    ]
    flat = resolved(pages("10", "9", "8", "7"))
    assert flat.order(0) == "none"
    assert [fault.params["folder"] for fault in flat.faults] == [flat.root_uri]


def test_numbers_are_left_out_only_where_siblings_can_still_be_distinguished() -> None:
    tree = resolved(pages("standards/iso-27002", "standards/iso-27001", "standards/lamp-1234567", "about"))
    assert outline(tree) == [
        "About about",
        "Standards",
        "  Iso 27001 standards/iso-27001",
        "  Iso 27002 standards/iso-27002",
        "  Lamp standards/lamp-1234567",
    ]
    codes = "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "4f2504e0-4f89-11d3-9a0c-0305e82c3301"
    tree = resolved(pages("x/12345-foo/a", "x/12345-foo/b", "x/12346-foo/a", "x/12346-foo/b", *codes))
    names = [tree.details.names(node)[0] for node in tree.children(tree.root)]
    assert len(set(names)) == len(names)
    assert [tree.details.names(node)[0] for node in tree.children(tree.children(tree.root)[-1])] == [
        "12345 foo",
        "12346 foo",
    ]


def test_numbers_are_found_though_names_lack_them() -> None:
    tree = resolved(pages("lamp-1234567", "about"))
    (lamp,) = (node for node in tree.mentioning(["1234567"]) if node is not None)
    assert tree.details.names(lamp) == ("Lamp",)


def test_orders_are_those_that_hold() -> None:
    assert resolved(pages("10", "9", "2")).order(0) == "base10"
    assert resolved(pages("b", "a", "c")).order(0) == "lexical"
    assert resolved(pages("a")).order(0) == "none"


def test_queries_are_below_their_page() -> None:
    tree = resolved(pages("list?page=2", "list?page=10", "list", "other"))
    assert outline(tree) == ["List list", "  page: 2 list?page=2", "  page: 10 list?page=10", "Other other"]


def test_a_slash_in_a_query_divides_nothing() -> None:
    tree = resolved(pages("go?to=/a/b", "go?to=/a/c", "x"))
    assert outline(tree) == ["Go", "  to: /a/b go?to=/a/b", "  to: /a/c go?to=/a/c", "X x"]


def test_days_are_named_with_their_year() -> None:
    tree = resolved(pages("2024/05/one", "2024/05/two", "2024/06/three", "2024/06/four", "2023/01/old", "2023/02/odd"))
    assert outline(tree) == [
        "2024",
        "  2024-06",
        "    Four 2024/06/four",
        "    Three 2024/06/three",
        "  2024-05",
        "    One 2024/05/one",
        "    Two 2024/05/two",
        "2023",
        "  Odd 2023/02/odd",
        "  Old 2023/01/old",
    ]


def test_a_page_that_is_listed_twice_is_shown_once() -> None:
    assert outline(resolved(pages("a", "b", "a"))) == ["A a", "B b"]
    tree = resolved(
        {"sitemap.xml": index(SITE + "1.xml", SITE + "2.xml"), "1.xml": pages("a"), "2.xml": pages("a", "b")}
    )
    assert outline(tree) == ["A a", "B b"]


def test_addresses_that_differ_in_their_ending_alone_are_both_there() -> None:
    tree = resolved(urlset("http://www.example.org/a", "https://www.example.org/a", "https://www.example.org/a/"))
    locations = [tree.details.variants(node)[0].location for node in tree.children(0)]
    assert sorted(filter(None, locations)) == [
        "http://www.example.org/a",
        "https://www.example.org/a",
        "https://www.example.org/a/",
    ]


def test_hosts_are_folders_where_there_are_several() -> None:
    tree = resolved(urlset("https://a.example.org/x", "https://a.example.org/y", "https://b.example.org/x"))
    assert [tree.details.names(node)[0] for node in tree.children(0)] == ["a.example.org", "X"]


def test_files_of_an_index_are_sections_where_their_names_say_something() -> None:
    files = {
        "sitemap.xml": index(SITE + "post-sitemap.xml", SITE + "post-sitemap2.xml", SITE + "page-sitemap.xml"),
        "post-sitemap.xml": pages("hello", "world"),
        "post-sitemap2.xml": pages("again"),
        "page-sitemap.xml": pages("", "about/"),
    }
    assert outline(resolved(files)) == [
        "Pages",
        "  example.org /",
        "  About about/",
        "Posts",
        "  Again again",
        "  Hello hello",
        "  World world",
    ]


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (
            (
                "wp-sitemap-users-1",
                "wp-sitemap-taxonomies-category-1",
                "wp-sitemap-posts-post-1",
                "wp-sitemap-posts-page-1",
            ),
            ["Pages", "Posts", "Categories", "Authors"],
        ),
        (
            ("product_tag-sitemap", "product_cat-sitemap", "product-sitemap", "wp-sitemap-posts-recipes-1"),
            ["Products", "Categories", "Tags", "Recipes"],
        ),
        (
            ("author-sitemap", "category-sitemap", "post-sitemap", "recipes-sitemap"),
            ["Posts", "Categories", "Authors", "Recipes"],
        ),
        (
            ("sitemap_products_1", "sitemap_pages_1", "sitemap_collections_1", "sitemap_blogs_1"),
            ["Pages", "Posts", "Products", "Collections"],
        ),
    ],
)
def test_files_of_well_known_makers_are_called_by_what_they_list(files: tuple[str, ...], names: list[str]) -> None:
    listed = {f"{name}.xml": pages(f"{name}/a", f"{name}/b") for name in files}
    tree = resolved({"sitemap.xml": index(*(f"{SITE}{name}" for name in listed)), **listed})
    assert [tree.details.names(node)[0] for node in tree.children(tree.root)] == names
    known = [name.lower() if name != "Recipes" else None for name in names]
    assert [tree.details.meaning(node) for node in tree.children(tree.root)] == known
    assert {tree.details.meaning(page) for node in tree.children(tree.root) for page in tree.children(node)} == {None}


def test_dated_pages_stand_newest_first() -> None:
    tree = resolved(pages("news/2024-05-12-one", "news/2025-01-03-two", "news/2024-11-30-three", "about"))
    names = [tree.details.names(node)[0] for node in tree.children(tree.children(tree.root)[-1])]
    assert names == ["2025-01-03 Two", "2024-11-30 Three", "2024-05-12 One"]


def _posts_of(*paths: str) -> list[str]:
    """Return the outline of a blog's posts, with one page in its other file."""
    files = {"post-sitemap.xml": pages(*paths), "page-sitemap.xml": pages("about/", "contact/")}
    lines = outline(resolved({"sitemap.xml": index(*(f"{SITE}{name}" for name in files)), **files}))
    return [line[2:] for line in lines[lines.index("Posts") + 1 :]]


def test_posts_stand_newest_first_by_the_dates_of_their_addresses() -> None:
    lines = _posts_of("2023/11/a", "2024/05/b", "2024/05/a", "2024/06/c", "2025/01/z", "hello")
    assert lines == [
        "Z 2025/01/z",
        "2024",
        "  C 2024/06/c",
        "  2024-05",
        "    A 2024/05/a",
        "    B 2024/05/b",
        "A 2023/11/a",
        "Hello hello",
    ], "what has no date stands after the others, and what has the same in the order of names"
    flat = _posts_of("2024/5/12/may", "2024/11/2/november", "2024-06-01-june", "2024_07_01_july")
    assert [line.rpartition(" ")[2] for line in flat[:2]] == ["2024_07_01_july", "2024-06-01-june"]
    assert flat[2:] == ["2024", "  November 2024/11/2/november", "  May 2024/5/12/may"]


def test_groups_by_year_stand_newest_first() -> None:
    years = [f"blog/{year}/{name}" for year in (2023, 2025, 2024) for name in ("a", "b")]
    lines = [line for line in outline(resolved(pages(*years, "about"))) if "/" not in line]
    assert lines == ["About about", "Blog", "  2025", "  2024", "  2023"]


def test_the_page_of_all_posts_stands_before_them_however_many_are_dated() -> None:
    lines = _posts_of("blog", *(f"blog/{2000 + number % 24}/{number // 24 + 1}/post-{number}" for number in range(300)))
    years = [line for line in lines if line.isdecimal()]
    assert (lines[0], years) == ("Blog blog", [str(year) for year in range(2023, 1999, -1)])


def test_a_number_that_is_no_date_orders_nothing() -> None:
    assert _posts_of("b-2020", "a-2019", "20245/c", "d/1999x") == [
        "1999x d/1999x",
        "A 2019 a-2019",
        "B 2020 b-2020",
        "C 20245/c",
    ]


def test_a_few_dates_among_other_pages_order_nothing() -> None:
    lines = outline(resolved(pages("2024/a", "2024/b", "2025/c", "about")))
    assert lines == ["2024", "  A 2024/a", "  B 2024/b", "About about", "C 2025/c"]


def test_numbers_of_files_say_nothing() -> None:
    files = {
        "sitemap.xml": index(SITE + "sitemap-1.xml", SITE + "sitemap-2.xml"),
        "sitemap-1.xml": pages("a/x", "b/x"),
        "sitemap-2.xml": pages("a/y", "b/y"),
    }
    assert outline(resolved(files)) == ["A", "  X a/x", "  Y a/y", "B", "  X b/x", "  Y b/y"]


def test_the_tree_does_not_depend_on_which_file_was_received_first() -> None:
    names = [f"sitemap-{number}.xml" for number in range(6)]
    files = {name: pages(*(f"{place % 3}/{name[8]}-{place}" for place in range(5))) for name in names}
    trees = set()
    for seed in range(5):
        site = sitemapsorg.Site(SITEMAP)
        site.wanted()
        site.add(SITEMAP, RetrievedFile(SITEMAP, index(*(SITE + name for name in names)).encode()))
        wanted = list(site.wanted())
        Random(seed).shuffle(wanted)
        for uri in wanted:
            site.add(uri, RetrievedFile(uri, files[uri.removeprefix(SITE)].encode()))
        trees.add("\n".join(outline(site.hierarchy())))
    assert len(trees) == 1


def test_nodes_keep_their_numbers_when_files_come() -> None:
    site = sitemapsorg.Site(SITEMAP)
    site.wanted()
    site.add(SITEMAP, RetrievedFile(SITEMAP, index(SITE + "sitemap-1.xml", SITE + "sitemap-2.xml").encode()))
    first, second = site.wanted()
    site.add(second, RetrievedFile(second, pages("a/x", "a/y", "b").encode()))
    before = site.hierarchy()
    known = {before.details.names(node): node for node in before.children(0)}
    site.add(first, RetrievedFile(first, pages("a/z", "c").encode()))
    after = site.hierarchy()
    assert known.items() <= {after.details.names(node): node for node in after.children(0)}.items()
    assert outline(before) == ["A", "  X a/x", "  Y a/y", "B b"], "an older hierarchy stays what it was"


# holds: S16
def test_page_values_are_recorded() -> None:
    tree = resolved(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n<url><loc>https://www.example.org/a</loc>"
        "<lastmod>2024-05-01</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>\n"
        "<url><loc>https://www.example.org/b/c</loc></url><url><loc>https://www.example.org/b/d</loc></url></urlset>"
    )
    page, folder = tree.children(0)
    assert (tree.details.priority(page), tree.details.last_modified(page), tree.details.change_frequency(page)) == (
        0.8,
        "2024-05-01",
        "daily",
    )
    assert (
        tree.details.priority(folder),
        tree.details.last_modified(folder),
        tree.details.change_frequency(folder),
    ) == (0.5, None, None)
    assert (tree.details.line(page), tree.details.line(folder), tree.details.document_uri(page)) == (2, 3, SITEMAP)
    assert (tree.details.kind(0), tree.details.kind(page), tree.details.kind(folder)) == ("sitemap", "item", "item")
    assert (tree.relation(0), tree.is_shared, tree.groups, tree.class_changes) == ("none", False, frozenset(), ())


def test_a_branch_is_listed_as_its_nodes_say() -> None:
    tree = resolved(pages("a", "b/c", "b/d", "e/"))
    assert [tree.has_children(node) for node in (0, *tree.children(0))] == [True, False, True, False]
    assert list(tree.children(tree.children(0)[0])) == []
    assert not resolved("nothing").has_children(0)
    assert tree.details.written(tree.children(0)[1]) == ("B", None)


_SEGMENTS = st.sampled_from(
    ["a", "b", "a-b", "ab", "index.html", "1", "10", "2024", "05", "%C3%A4", "x.html", "?q=1", ""]
)
_PATHS = st.lists(st.lists(_SEGMENTS, max_size=4).map("/".join), max_size=25)


@given(_PATHS, _PATHS)
def test_every_page_is_in_the_tree_and_found_there(first: list[str], second: list[str]) -> None:
    files = {
        "sitemap.xml": index(SITE + "sitemap-1.xml", SITE + "sitemap-2.xml"),
        "sitemap-1.xml": pages(*first),
        "sitemap-2.xml": pages(*second),
    }
    tree = resolved(files)
    shown: dict[str, int] = {}
    waiting = [(node, (node,)) for node in tree.children(0)]
    while waiting:
        node, path = waiting.pop()
        assert tree.page_index.path(node) == path
        assert list(tree.page_index.parents(node)) == [path[-2] if len(path) > 1 else 0]
        location = tree.details.variants(node)[0].location
        if location is not None:
            assert location not in shown
            shown[location] = node
            assert tree.page_index.at_location(location) == (node,)
        waiting.extend((child, (*path, child)) for child in tree.children(node))
    listed = {page.location for name in ("sitemap-1.xml", "sitemap-2.xml") for page in read(files[name]).pages()}
    twins = {location for location in listed if location.removesuffix("index.html") in listed - {location}}
    # A folder that is named like a page, `x.html/`, may have its index beside it.
    named_like_pages = {location for location in twins if location.endswith(".html/index.html")}
    assert listed - twins <= shown.keys() <= listed - twins | named_like_pages


def test_names_of_many_digits_are_in_order() -> None:
    digits = "9" * 5000
    tree = resolved(pages(f"x/{digits}", "x/2", "x/10", "y"))
    folder = tree.children(0)[0]
    assert [len(tree.details.names(node)[0] or "") for node in tree.children(folder)] == [1, 2, 500]


def test_plain_page_details_equal_individual_queries() -> None:
    entries = "<lastmod>2024-05-31</lastmod><changefreq>weekly</changefreq><priority>0.8</priority>"
    tree = resolved(urlset(f"{SITE}a</loc>{entries}</url><url><loc>{SITE}b"))
    for node in tree.children(tree.root):
        (plain,) = tree.details.plain_nodes([node])
        assert plain is not None
        assert tree.details.variants(node) == (Variant(plain.name, plain.description, plain.location),)
        said = (tree.details.priority(node), tree.details.last_modified(node), tree.details.change_frequency(node))
        assert plain[3:] == said


def test_folders_and_the_home_page_are_not_plain() -> None:
    tree = resolved(pages("", "a/b", "a/c"))
    assert tree.details.plain_nodes((tree.root, *tree.children(tree.root))) == [None] * 3


def test_section_of_one_folder_beside_the_home_page_lists_its_pages_at_once() -> None:
    files = {
        "sitemap_products_1.xml": pages("", "products/boat", "products/net"),
        "sitemap_pages_1.xml": pages("pages/about", "pages/tides"),
    }
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert outline(tree) == [
        "Pages",
        "  About pages/about",
        "  Tides pages/tides",
        "Products",
        "  example.org /",
        "  Boat products/boat",
        "  Net products/net",
    ]
    assert [tree.size(node) for node in tree.children(0)] == [3, 4]
    (home,) = tree.page_index.at_location(SITE)
    assert tree.page_index.path(home) == (tree.children(0)[1], home)
    assert home in tree.children(tree.children(0)[1])
    assert tree.page_index.at_folder(f"{SITE}products/") == ()
    files["sitemap_pages_1.xml"] = pages("", "pages/about", "pages/tides")
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert [line for line in outline(tree) if "example.org" in line or line[0] != " "] == [
        "Pages",
        "  example.org /",
        "Products",
    ]
    assert "  Boat products/boat" in outline(tree)


def test_home_page_that_a_section_repeats_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []

    def count(of_site: nodes.Nodes, section: str, key: str) -> Row | None:
        keys.append(section)
        return home_elsewhere(of_site, section, key)

    home_elsewhere = nodes.home_elsewhere
    monkeypatch.setattr(nodes, "home_elsewhere", count)
    files = {f"sitemap_{name}_1.xml": pages(*[""] * 50, f"{name}/a", f"{name}/b") for name in ("boats", "nets")}
    found = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert len(outline(found)) > 4
    assert len(keys) < 20


def test_section_of_one_folder_after_the_page_of_all_lists_its_pages_at_once() -> None:
    files = {
        "product-sitemap.xml": pages("products/", "product/boat/", "product/net/"),
        "page-sitemap.xml": pages("", "about/"),
        "event-sitemap.xml": pages("event/a/", "event/b/", "tickets/"),
        "place-sitemap.xml": pages("place/a/"),
    }
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert outline(tree) == [
        "Pages",
        "  example.org /",
        "  About about/",
        "Products",
        "  Products products/",
        "  Boat product/boat/",
        "  Net product/net/",
        "Event",
        "  Event",
        "    A event/a/",
        "    B event/b/",
        "  Tickets tickets/",
        "Place",
        "  A place/a/",
    ]
    products = tree.children(0)[1]
    assert tree.size(products) == 4
    for page in tree.children(products):
        (location,) = (variant.location or "" for variant in tree.details.variants(page))
        assert tree.page_index.at_location(location) == (page,)
        assert tree.page_index.path(page) == (products, page)
    assert tree.page_index.at_folder(SITE) == ()


def test_lists_of_a_blog_without_pages_below_are_in_no_group() -> None:
    tree = resolved(pages("", "about/", "app/", "categories/", "tags/"))
    nodes = tree.children(0)
    assert len(nodes) == 5
    for node in nodes:
        assert tree.page_index.path(node) == (node,)


def test_home_page_that_a_file_of_its_own_lists_stands_first() -> None:
    files = {
        "page-sitemap.xml": pages("tides/", "boats/"),
        "sitemap-misc.xml": pages(""),
    }
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert outline(tree) == ["example.org /", "Boats boats/", "Tides tides/"]
    files["post-sitemap.xml"] = pages("2024/a", "2025/b")
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert [line for line in outline(tree) if line[0] != " "] == ["example.org /", "Pages", "Posts"]


def test_home_page_stands_first_among_any_number_of_pages() -> None:
    tree = resolved(pages(*(f"a{number}" for number in range(300)), ""))
    assert tree.children(tree.root)[0] == tree.details.home


def test_pages_with_the_same_name_that_are_alone_in_their_folders_keep_these_in_their_names() -> None:
    tree = resolved(
        pages("docs/", "docs/lock/reference", "docs/state/reference", "docs/file/overview", "docs/reference")
    )
    assert outline(tree) == [
        "Docs docs/",
        "Lock / Reference docs/lock/reference",
        "Overview docs/file/overview",
        "Reference docs/reference",
        "State / Reference docs/state/reference",
    ]
    plain = tree.details.plain_nodes(tree.children(0))
    assert [node.name for node in plain if node] == [tree.details.names(node)[0] for node in tree.children(0)]


def test_dated_pages_stand_newest_first_after_a_few_without_a_date() -> None:
    hierarchy = resolved(pages("", "about", "links", "20190212-tea", "20200501-rope", "2019-03-01-tar"))
    assert [line.rpartition(" ")[0] for line in outline(hierarchy)] == [
        "example.org",
        "About",
        "Links",
        "2020-05-01 Rope",
        "2019-03-01 Tar",
        "2019-02-12 Tea",
    ]
    sorting = hierarchy.sorting(0)
    assert (sorting.first, sorting.months) == (3, (("2020-05", 1), ("2019-03", 1), ("2019-02", 1)))

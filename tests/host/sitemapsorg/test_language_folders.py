"""Folders of languages in a list: their names, their place, and pages that exist in several of them."""

import random
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.sitemapsorg.samples import SITE, SITEMAP, in_languages, index, outline, pages, resolved
from standard_sitemap import sitemapsorg
from standard_sitemap.sitemapsorg import language_files
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata


def shown(text: str) -> sitemapsorg.Hierarchy:
    """Return the hierarchy of a list as the sidebar reads it."""
    site = sitemapsorg.Site(SITEMAP)
    (uri,) = site.wanted()
    site.add_document(uri, sitemapsorg.parse(uri, text.encode(), for_readers=True))
    return site.hierarchy()


def shown_files(files: Mapping[str, str]) -> Iterator[sitemapsorg.Hierarchy]:
    """Yield the hierarchy of an index after each of its files, as the sidebar reads them."""
    site = sitemapsorg.Site(SITEMAP)
    for name, text in {"sitemap.xml": index(*(f"{SITE}{name}" for name in sorted(files))), **files}.items():
        site.wanted()
        site.add_document(f"{SITE}{name}", sitemapsorg.parse(f"{SITE}{name}", text.encode(), for_readers=True))
        yield site.hierarchy()


def variants(tree: sitemapsorg.Hierarchy, node: int) -> list[tuple[str | None, str]]:
    return [(version.language, (version.location or "").removeprefix(SITE)) for version in tree.details.variants(node)]


def test_page_at_the_same_path_of_a_language_is_a_version() -> None:
    tree = shown(pages("en/", "en/guide/", "", "guide/", "guide/setup", "en/guide/setup", "about"))
    assert outline(tree) == ["example.org /", "About about", "Guide guide/", "  Setup guide/setup"]
    home, _, guide = tree.children(0)
    assert variants(tree, home) == [(None, ""), ("en", "en/")]
    assert variants(tree, guide) == [(None, "guide/"), ("en", "en/guide/")]
    assert tree.page_index.at_location(f"{SITE}en/guide/") == (guide,)
    assert tree.page_index.at_location(f"{SITE}guide/") == (guide,)
    assert tree.shown_languages == {"en"}


def test_pages_in_a_language_alone_stand_last_under_its_own_name() -> None:
    tree = shown(pages("guide", "zoo", "en/guide", "en/news", "zh-cn/guide", "zh-cn/a/b", "zh-cn/a/c"))
    assert outline(tree) == [
        "Guide guide",
        "Zoo zoo",
        "English",
        "  News en/news",
        "简体中文 / A",
        "  B zh-cn/a/b",
        "  C zh-cn/a/c",
    ]


def test_list_without_pages_beside_languages_shows_those_of_the_largest() -> None:
    tree = shown(pages("", "de/", "de/a", "en/", "en/a", "en/b", "en/b/c", "de/d"))
    assert outline(tree) == ["example.org /", "A en/a", "B en/b", "  C en/b/c", "Deutsch", "  D de/d"]
    assert variants(tree, tree.children(0)[0]) == [(None, ""), ("en", "en/"), ("de", "de/")]
    assert variants(tree, tree.children(0)[1]) == [("en", "en/a"), ("de", "de/a")]
    assert variants(tree, tree.children(0)[2]) == [("en", "en/b")]


def test_languages_without_common_pages_are_folders() -> None:
    tree = shown(pages("", "en/", "en/about", "de/", "de/ueber-uns"))
    assert outline(tree) == [
        "example.org /",
        "Deutsch de/",
        "  Ueber uns de/ueber-uns",
        "English en/",
        "  About en/about",
    ]


def test_only_page_of_a_language_is_a_version_of_the_home_page() -> None:
    tree = shown(pages("", "about", "de/", "fr", "en/", "en/imprint"))
    assert outline(tree) == ["example.org /", "About about", "English en/", "  Imprint en/imprint"]
    assert variants(tree, tree.children(0)[0]) == [(None, ""), ("de", "de/"), ("fr", "fr")]
    assert outline(shown(pages("about", "de/"))) == ["About about", "De de/"]


def test_short_name_is_a_language_only_if_its_pages_are_translations() -> None:
    of_language = shown(pages("a", "b", "c", "it/a", "it/b", "it/d"))
    assert outline(of_language) == ["A a", "B b", "C c", "Italiano", "  D it/d"]
    of_department = shown(pages("a", "b", "c", "it/a", "it/x", "it/y"))
    assert outline(of_department) == ["A a", "B b", "C c", "It", "  A it/a", "  X it/x", "  Y it/y"]


def test_countries_are_no_languages() -> None:
    tree = shown(pages("us/a", "us/b", "de/a", "de/b"))
    assert outline(tree) == ["De", "  A de/a", "  B de/b", "Us", "  A us/a", "  B us/b"]


def test_files_of_languages_are_no_sections() -> None:
    lists = index(f"{SITE}sitemap-en.xml", f"{SITE}zh/sitemap.xml")
    tree = resolved(
        {SITEMAP: lists, "sitemap-en.xml": pages("", "a", "b"), "zh/sitemap.xml": pages("zh/", "zh/c", "zh/d")}
    )
    assert outline(tree) == ["example.org /", "A a", "B b", "中文 zh/", "  C zh/c", "  D zh/d"]


def test_files_of_languages_without_folders_are_sections_with_their_own_names() -> None:
    tree = resolved(
        {
            SITEMAP: index(f"{SITE}sitemap-en.xml", f"{SITE}sitemap-de.xml"),
            "sitemap-en.xml": pages("", "boats"),
            "sitemap-de.xml": pages("boote", "taue"),
        }
    )
    assert [line for line in outline(tree) if line == line.lstrip()] == ["English", "Deutsch"]


def test_files_of_declared_languages_are_no_sections() -> None:
    pages_of = in_languages({"en": "boats", "uk": "ua/boats"}, {"en": "ropes", "uk": "ua/ropes"})
    files = {"en/sitemap.xml": pages_of, "ua/sitemap.xml": pages("ua/knots")}
    tree = resolved({SITEMAP: index(f"{SITE}en/sitemap.xml", f"{SITE}ua/sitemap.xml"), **files})
    assert outline(tree) == ["Boats boats", "Knots ua/knots", "Ropes ropes"]


def test_declared_languages_are_left_alone() -> None:
    tree = shown(in_languages({"en": "en/a", "de": "de/b"}, {"en": "en/c", "de": "de/c"}))
    assert [variants(tree, node) for node in tree.children(0)] == [
        [("en", "en/a"), ("de", "de/b")],
        [("en", "en/c"), ("de", "de/c")],
    ]


def test_titles_of_pages_do_not_name_folders_of_languages() -> None:
    tree = shown(pages("", "x", "en/", "en/y"))
    tree.details.page_metadata.titles.record(f"{SITE}en/", "Welcome")
    assert [version.name for version in tree.details.shown(tree.children(0)[-1])] == ["English"]


def test_folder_of_a_language_is_found_by_its_name() -> None:
    tree = shown(pages("", "x", "de/", "de/y"))
    assert [node for node in tree.named(["deutsch"]) if node is not None] == [tree.children(0)[-1]]


@pytest.mark.parametrize("is_dated", [False, True])
def test_lists_of_a_blog_stand_last_in_one_group(is_dated: bool) -> None:
    posts = ("2024/05/a-walk", "2025/01/tea") if is_dated else ("walk", "tea")
    tree = shown(pages("", *posts, "tags/", "tags/x", "categories/y", "categories/z", "archives", "en/tags/", "en/w"))
    rows = [line for line in outline(tree) if line == line.lstrip()]
    assert rows[-2:] == ["Topics and archives", "English"]
    group = tree.children(0)[-2]
    assert tree.details.meaning(group) == "lists"
    assert [tree.details.names(node)[0] for node in tree.children(group)] == ["Categories", "Tags", "Archives"]
    assert tree.size(group) == 7
    assert tree.details.line(group) > 0
    assert tree.page_index.path(tree.children(tree.children(group)[0])[0])[:2] == (group, tree.children(group)[0])


def test_single_list_of_a_blog_stands_last_without_a_group() -> None:
    assert outline(shown(pages("", "tags/a", "tags/b", "walk", "zoo"))) == [
        "example.org /",
        "Walk walk",
        "Zoo zoo",
        "Tags",
        "  A tags/a",
        "  B tags/b",
    ]


def test_categories_of_a_shop_keep_their_place() -> None:
    tree = shown(pages("", "category/a", "category/b", "author/c", "author/d", "product/e", "product/f"))
    assert [line for line in outline(tree) if line == line.lstrip()] == [
        "example.org /",
        "Author",
        "Category",
        "Product",
    ]


def test_list_of_lists_alone_is_no_group() -> None:
    tree = shown(pages("tags/a", "tags/b", "archives/c", "archives/d"))
    assert outline(tree) == ["Archives", "  C archives/c", "  D archives/d", "Tags", "  A tags/a", "  B tags/b"]


@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_every_page_is_in_the_tree_and_found_there(chance: random.Random, count: int) -> None:
    names = ["en", "de", "zh-cn", "it", "tags", "archive", "category", "2024", "a", "b", "guide", ""]
    paths = {"/".join(chance.choices(names, k=chance.randint(1, 4))).strip("/") for _ in range(chance.randint(1, 25))}
    shuffled = sorted(sorted(path for path in paths if "//" not in path), key=lambda _: chance.random())
    parts = {f"sitemap-{number}.xml": shuffled[number::count] for number in range(count)}
    *_, tree = shown_files({name: pages(*part) for name, part in parts.items() if part})
    met: set[str] = set()
    waiting: list[tuple[int, tuple[int, ...]]] = [(tree.root, ())]
    while waiting:
        node, way = waiting.pop()
        children = tree.children(node)
        assert len(set(children)) == len(children)
        assert node == tree.root or tree.size(node) == 1 + sum(map(tree.size, children))
        for child in children:
            assert tree.page_index.path(child) == (*way, child)
            document = tree.details.document_uri(child)
            for version in tree.details.variants(child):
                if version.location is not None:
                    met.add(version.location)
                    assert child in tree.page_index.at_location(version.location)
            if locations := [version.location for version in tree.details.variants(child) if version.location]:
                assert locations[0].removeprefix(SITE) in parts[document.removeprefix(SITE)]
            waiting.append((child, (*way, child)))
    assert {location.rstrip("/") for location in met} == {f"{SITE}{path}".rstrip("/") for path in shuffled}


def test_menu_orders_pages_by_any_of_their_versions() -> None:
    tree = shown(pages("", "a", "b", "c", "en/a", "en/b", "en/c"))
    metadata = PageMetadata()
    metadata.seen_links.record((f"{SITE}en/{path}", path, "") for path in "cab")
    tree.attach(metadata)
    assert outline(tree)[1:] == ["C c", "A a", "B b"]


def test_pages_of_different_files_at_the_same_path_are_versions() -> None:
    files = {"de/sitemap.xml": pages("de/", "de/b", "de/c"), "en/sitemap.xml": pages("en/", "en/a", "en/b", "en/c/d")}
    *_, german, tree = shown_files(files)
    assert outline(german)[1:] == ["B de/b", "C de/c"]
    assert outline(tree)[1:] == ["A en/a", "B en/b", "D en/c/d", "Deutsch", "  C de/c"]
    assert variants(tree, tree.children(0)[2]) == [("en", "en/b"), ("de", "de/b")]


def test_nodes_of_joined_files_keep_their_numbers() -> None:
    files = {
        "de/sitemap.xml": pages("de/", "de/zoo", "de/guide", "de/news", "de/a"),
        "sitemap-0.xml": pages("", "zoo", "guide", "a", "about"),
        "fr/sitemap.xml": pages("fr/", "fr/zoo", "fr/guide", "fr/a"),
    }
    hierarchies = list(shown_files(files))
    assert outline(hierarchies[-1]) == [
        "example.org /",
        "A a",
        "About about",
        "Guide guide",
        "Zoo zoo",
        "Deutsch",
        "  News de/news",
    ]
    assert variants(hierarchies[-1], hierarchies[-1].children(0)[3]) == [
        (None, "guide"),
        ("de", "de/guide"),
        ("fr", "fr/guide"),
    ]
    before = {path: hierarchies[1].page_index.at_location(f"{SITE}{path}") for path in ("de/", "de/news", "de/zoo")}
    for path, nodes in before.items():
        assert [hierarchies[1].details.variants(node)[0].location for node in nodes] == [f"{SITE}{path}"]
    for tree in hierarchies[1:]:
        assert tree.page_index.at_location(f"{SITE}de/news") == before["de/news"]
        assert tree.details.variants(before["de/news"][0])[0].location == f"{SITE}de/news"
    assert [tree.details.line(before["de/news"][0]) for tree in hierarchies[1:]] == [6, 6, 6]


def test_pages_of_different_files_beyond_the_limit_stay_in_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"de/sitemap.xml": pages("de/", "de/b", "de/c"), "en/sitemap.xml": pages("en/", "en/b", "en/c")}
    monkeypatch.setattr(language_files, "_MOST_PAGES", 5)
    *_, tree = shown_files(files)
    assert [line for line in outline(tree) if line == line.lstrip()] == ["Deutsch de/", "English en/"]

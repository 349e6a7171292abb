"""Nodes found by name: `standard_sitemap.sitemapsorg.lookup`."""

import time
from collections.abc import Iterator

import pytest

from host.sitemapsorg.samples import NEWS, SITE, index, pages, resolved
from standard_sitemap import sitemapsorg
from standard_sitemap.model.words import folded
from standard_sitemap.sitemapsorg import files, lookup


@pytest.mark.parametrize("visited", ["tide?utm_source=map&id=3", "tide?id=3", "tide?id=3&fbclid=x#top"])
def test_page_is_found_whichever_of_both_addresses_tracks_the_visit(visited: str) -> None:
    hierarchy = resolved(pages("", "tide?id=2", "tide?utm_source=map&amp;id=3", "ebb?utm_source=map"))
    (node,) = hierarchy.page_index.at_location(SITE + visited)
    variants = hierarchy.details.variants(node)
    assert [variant.location for variant in variants] == [f"{SITE}tide?utm_source=map&id=3"]
    (ebb,) = hierarchy.page_index.at_location(f"{SITE}ebb")
    assert hierarchy.details.names(ebb) == ("Ebb",)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["lake"], {"A walk by the lake", "Lake house"}),
        (["walk", "lake"], {"A walk by the lake"}),
        (["shop"], {"Shop"}),
        ([folded("CAFÉ")], {"Café"}),
        (["cafe"], {"Café"}),
        (["gesamtplan"], {"Ge\u00adsamt\u00adplan"}),
        (["i'm"], {"I\u2019m here"}),
        (["example"], {"example.org"}),
        (["2024-05"], {"2024-05"}),
        (["page:"], {"page: 1", "page: 2"}),
        (["nowhere"], set()),
    ],
)
def test_words_of_names_are_found(words: list[str], names: set[str]) -> None:
    paths = (
        "",
        "a-walk-by-the-lake",
        "shop/lake-house",
        "shop/x",
        "caf%C3%A9",
        "ge%C2%ADsamt%C2%ADplan",
        "i%E2%80%99m-here",
        "n/2024/05/a",
        "n/2024/05/b",
        "n/2024/06/c",
    )
    hierarchy = resolved(pages(*paths, "n/2024/06/d", "l?page=1", "l?page=2"))
    nodes = [node for node in hierarchy.named(words) if node is not None]
    assert {hierarchy.details.names(node)[0] for node in nodes} == names
    assert len(nodes) == len(set(nodes))
    for node in nodes:
        assert hierarchy.page_index.path(node)[-1] == node


def test_titles_are_found_and_sections() -> None:
    hierarchy = resolved(
        {
            "sitemap.xml": index(SITE + "news-sitemap.xml", SITE + "page-sitemap.xml"),
            "news-sitemap.xml": NEWS,
            "page-sitemap.xml": pages("a", "b"),
        }
    )
    for word, name in (("ferry", "Bridge opens & ferry stops"), ("news", "News")):
        assert [hierarchy.details.names(node)[0] for node in hierarchy.named([word]) if node is not None] == [name]


@pytest.mark.parametrize(
    ("words", "paths"),
    [
        (["getting-started"], {"guide/getting-started.html"}),
        (["guide/getting"], {"guide/getting-started.html"}),
        (["guide/getting-started.html"], {"guide/getting-started.html"}),
        (["other", "getting"], set()),
        (["html"], set()),
        (["nowhere"], set()),
        (["/"], set()),
    ],
)
def test_addresses_are_found(words: list[str], paths: set[str]) -> None:
    hierarchy = resolved(pages("guide/getting-started.html", "guide/other.html", "about/"))
    nodes = [node for node in hierarchy.mentioning(words) if node is not None]
    assert {(hierarchy.details.variants(node)[0].location or "").removeprefix(SITE) for node in nodes} == paths


def test_there_is_a_pause_now_and_then() -> None:
    hierarchy = resolved(pages(*(f"page-{number}" for number in range(250))))
    nodes = list(hierarchy.named(["page"]))
    assert nodes.count(None) == 10
    assert len(nodes) == 260
    assert list(hierarchy.mentioning(["page-"])).count(None) == 10


def test_long_keys_are_searched_in_parts_with_a_pause_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    hierarchy = resolved(pages(*(f"page-{number}" for number in range(250))))
    [whole] = hierarchy.named(["249"])
    monkeypatch.setattr(lookup, "_PART", 100)
    nodes = list(hierarchy.named(["249"]))
    assert [node for node in nodes if node is not None] == [whole]
    assert nodes.count(None) > 10


def test_folders_of_long_addresses_are_found_once_each() -> None:
    long = "a/" * 4_000
    hierarchy = resolved(pages(*(f"{number}/{long}{end}" for number in range(20) for end in "xy")))
    start = time.process_time()
    nodes = [node for node in hierarchy.named(["a"]) if node is not None]
    assert len(nodes) == 20
    assert time.process_time() - start < 20


@pytest.mark.promise("author", "A search in folders of one another reads each path and name once.")
def test_paths_through_folders_in_each_other_are_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    depth = 100
    hierarchy = resolved(pages(*(f"{'a/' * number}p{number}" for number in range(1, depth))))
    searches = 0

    def counted(place: files.KeyRange, key: str) -> files.KeyRange:
        nonlocal searches
        searches += 1
        return files.place_below(place, key)

    monkeypatch.setattr("standard_sitemap.sitemapsorg.nodes.place_below", counted)
    matches = [node for node in hierarchy.named(["p"]) if node is not None]
    lengths = [len(hierarchy.page_index.path(node)) for node in matches]
    assert max(lengths) > depth * 0.9
    assert searches < 4 * depth


def test_path_after_another_is_its_own() -> None:
    hierarchy = resolved(pages("a/b/x", "a/b/y", "a/c/x", "a/c/y", "b/b/x", "b/b/y", "a/z"))
    nodes = [node for node in hierarchy.named(["x"]) if node is not None]
    paths = [[hierarchy.details.names(step)[0] for step in hierarchy.page_index.path(node)] for node in nodes * 2]
    assert paths == [["A", "B", "X"], ["A", "C", "X"], ["B / B", "X"]] * 2


def test_repeats_of_the_home_page_in_a_later_section_are_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    walked = []

    def counted(place: files.KeyRange) -> Iterator[tuple[sitemapsorg.Document, int]]:
        for row in files.own_rows(place):
            walked.append(row)
            yield row

    index_page = index(f"{SITE}page-sitemap.xml", f"{SITE}post-sitemap.xml")
    posts = pages(*[""] * 300, "first/")
    hierarchy = resolved(
        {"sitemap.xml": index_page, "page-sitemap.xml": pages("", "about/"), "post-sitemap.xml": posts}
    )
    monkeypatch.setattr("standard_sitemap.sitemapsorg.nodes.own_rows", counted)
    assert len(hierarchy.page_index.at_location(SITE)) == 1
    assert len(walked) < 10 * 300

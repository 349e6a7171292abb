"""The positions of a page in the map, and nodes found by name: `standard_sitemap.ssp.lookup`."""

from __future__ import annotations

from random import Random

import pytest

from conformance.in_memory import ROOT, hierarchy, written
from host.ssp.test_fast_scan import random_file
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.model.words import folded, mentions
from standard_sitemap.ssp.lookup import mentioning_in, named_in
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import each_variant, variant_names

SHOP = "http://shop.example/maps/root.xml"
OTHER = "http://shop.example/maps/other.xml"
FILES = {
    SHOP: """<sitemap xmlns="http://standard-sitemap.org/2007/ns" xmlns:xlink="http://www.w3.org/1999/xlink">
      <item name="Home" url="./"/>
      <item name="Books" url="/books/"><group name="New"><item name="Moss" url="/books/moss.html#top"/></group></item>
      <item name="Café" url="/café.html"><variant lang="de" url="/kaffee.html"/><variant lang="fr"/></item>
      <item name="This" url="root.xml"><item name="Old" xlink:href="/old.html"/></item>
      <item name="Hidden" url="/hidden.html" tree="exclude"><item name="Below" url="/below.html"/></item>
      <item name="Broken" url="http://["><item name="Whole" url="/whole.html"/></item>
      <item name="Shelf"><external url="other.xml#lamps"/></item>
      <external url="other.xml#lamps"/>
      <item xml:id="ring" name="Ring"><external url="#ring"/><external url="#gone"/>
        <item name="Stone" url="/stone.html?size=2"/></item>
    </sitemap>""",
    OTHER: """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
      <item xml:id="lamps" name="Lamps" url="/lamps.html"/><item name="Stray" url="/stray.html"/>
    </sitemap>""",
}

OTHERS = '<item name="Other" url="o"/>\n' * 300


@pytest.fixture(scope="module")
def shop() -> ssp.Hierarchy:
    return resolve(ssp.Site(SHOP), lambda uri: RetrievedFile(uri, FILES[uri].encode(), "application/xml"))


def names(shop: ssp.Hierarchy, nodes: tuple[int, ...]) -> list[str | None]:
    return [shop.details.variants(node)[0].name for node in nodes]


def ways(shop: ssp.Hierarchy, uri: str) -> list[list[str | None]]:
    nodes = shop.page_index.at_location(uri)
    return [names(shop, shop.page_index.path(node)) for node in nodes]


@pytest.mark.parametrize(
    ("page", "way"),
    [
        ("http://shop.example/maps/", ["Home"]),
        ("http://shop.example/books/", ["Books"]),
        ("http://shop.example/caf%C3%A9.html", ["Café"]),
        ("http://shop.example/kaffee.html", ["Café"]),
        ("http://shop.example/maps/root.xml", ["This"]),
        ("http://shop.example/old.html", None),
        ("http://shop.example/stone.html?size=2", ["Ring", "Stone"]),
        ("http://shop.example/lamps.html", ["Lamps"]),
    ],
)
def test_page_is_found_by_its_address(shop: ssp.Hierarchy, page: str, way: list[str] | None) -> None:
    assert ways(shop, page) == [way or ["This", "Old"]]


def test_an_address_that_is_none_leads_nowhere(shop: ssp.Hierarchy) -> None:
    assert ways(shop, "http://shop.example/whole.html") == [["Broken", "Whole"]]


def test_exact_address_comes_before_one_that_differs_by_the_fragment(shop: ssp.Hierarchy) -> None:
    assert ways(shop, "http://shop.example/books/moss.html#top") == [["Books", "New", "Moss"]]
    assert ways(shop, "http://shop.example/books/moss.html") == [["Books", "New", "Moss"]]
    assert ways(shop, "http://shop.example/lamps.html#bright") == [["Lamps"]]


@pytest.mark.parametrize("page", ["hidden.html", "below.html", "stray.html", "nowhere.html", "stone.html"])
def test_unlisted_page_is_not_found(shop: ssp.Hierarchy, page: str) -> None:
    assert shop.page_index.at_location(f"http://shop.example/{page}") == ()


def test_shortest_way_is_taken_and_a_loop_never(shop: ssp.Hierarchy) -> None:
    (lamps,) = shop.page_index.at_location("http://shop.example/lamps.html")
    assert shop.page_index.path(lamps) == (lamps,)
    (ring,) = (node for node in shop.children(shop.root) if names(shop, (node,)) == ["Ring"])
    assert shop.page_index.path(ring) == (ring,)


def indexes_named(content: str, *words: str) -> list[int]:
    """Return the numbers of elements found in a file that is scanned fast."""
    document = ssp.parse(ROOT, written(content), None, scan_fast=True)
    return [index for index in named_in(document, words) if index is not None]


def one_by_one(document: ssp.Document, *words: str) -> list[int]:
    return [
        index
        for index in range(len(document))
        if document.kinds[index] in (Kind.ITEM, Kind.GROUP)
        and any(name and all(word in folded(name) for word in words) for name in variant_names(document, index))
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A Rare bird", ("rare",)),
        ("A Rare bird", ("bird", "rar")),
        ("Straße", ("strasse",)),
        ("Straße", (folded("ß"),)),
        ("Fish &amp; chips", ("&",)),
        ("İstanbul", (folded("İ"),)),
        ("ÉCOLE", (folded("école"),)),
        ("École", ("ecole",)),
        ("\uff2c\uff41\uff4d\uff50", ("lamp",)),
    ],
)
def test_names_are_found_however_they_are_written(name: str, words: tuple[str, ...]) -> None:
    content = f'{OTHERS}<item url="x" name="{name}"/>{OTHERS}'
    assert indexes_named(content, *words) == [301]


@pytest.mark.parametrize("word", ["item", "url", "u", "amp", "x y", "other bird", "ä"])
def test_only_names_are_searched(word: str) -> None:
    content = f'{OTHERS}<item name="Bird &amp; B" url="u"/>{OTHERS}<item name="Bird" url="x"/>'
    assert indexes_named(content, word) == []


def test_names_of_variants_are_names() -> None:
    content = f'{OTHERS}<item name="N" url="u"><variant name="Variety"/><variant name="Other sort"/></item>{OTHERS}'
    assert indexes_named(content, "variety") == [301]
    assert indexes_named(content, "n") == []
    assert len(indexes_named(content, "other")) == 601


def test_words_are_all_in_one_name() -> None:
    content = '<item url="u"><variant name="Great auk"/><variant name="Small wren"/></item><group name="Great wren"/>'
    assert indexes_named(content, "great", "wren") == [4]


def test_random_files_are_looked_through_like_their_elements() -> None:
    for seed in range(600):
        document = ssp.parse(ROOT, random_file(Random(seed)), None, scan_fast=True)
        for words in (("n",), ("a",), ("b", "a"), ("é",), ("&",), ("s",)):
            assert [index for index in named_in(document, words) if index is not None] == one_by_one(document, *words)


def test_random_files_are_looked_through_for_what_they_mention() -> None:
    for seed in range(300):
        document = ssp.parse(ROOT, random_file(Random(seed)), None, scan_fast=True)
        for words in (("none",), ("b", "a"), ("é",), ("/b",), ("s",), ("n/",), (".",)):
            one_by_one = [
                index
                for index in range(len(document))
                if document.kinds[index] in (Kind.ITEM, Kind.GROUP)
                and any(
                    mentions(words, (variant.name, variant.description), variant.location)
                    for variant in each_variant(document, index)
                )
            ]
            assert [index for index in mentioning_in(document, words) if index is not None] == one_by_one


def test_mentions_are_found_inside_and_outside_chunks() -> None:
    many = "".join(f'<item name="N{n}" url="/n/page-{n}.html" description="About {n}"/>' for n in range(400))
    tree = hierarchy(
        f'<item name="Page"><variant/><variant lang="de" url="/seite.html"/></item>{many}<external url="b.xml#x"/>',
        {"b.xml": written('<item xml:id="x" name="Other" url="/caf%C3%A9.html"/>')},
    )

    def names(word: str) -> list[str | None]:
        return [tree.details.variants(node)[0].name for node in tree.mentioning([word]) if node is not None]

    assert names("page-399") == ["N399"]
    assert names("n/page-7.") == ["N7"]
    assert names("about 398") == ["N398"]
    assert names("seite") == ["Page"]
    assert names("cafe") == ["Other"]
    assert names("nowhere") == []
    assert None in list(tree.mentioning(["nowhere"]))


def test_nodes_are_found_in_all_files() -> None:
    tree = hierarchy(
        '<item name="One" url="/"/><external url="b.xml#x"/>', {"b.xml": written('<group xml:id="x" name="one"/>')}
    )
    assert [node for node in tree.named(["one"]) if node is not None] == [1, 4]


def test_search_pauses_regularly() -> None:
    assert None in list(hierarchy(OTHERS).named(["none"]))


@pytest.mark.promise("author", "Searching thousands of small files pauses after each.")
def test_search_pauses_after_each_file() -> None:
    others = {f"{number}.xml": written('<item xml:id="x" name="one"/>') for number in range(9)}
    tree = hierarchy("".join(f'<external url="{name}#x"/>' for name in others), others)
    for nodes_and_pauses in (list(tree.named(["one"])), list(tree.mentioning(["one"]))):
        _pauses_after_each(nodes_and_pauses)


def _pauses_after_each(nodes_and_pauses: list[int | None]) -> None:
    nodes = [place for place, node in enumerate(nodes_and_pauses) if node is not None]
    assert len(nodes) == 9
    assert all(nodes_and_pauses[place + 1] is None for place in nodes)


def test_there_is_no_way_to_what_is_excluded_or_below_it() -> None:
    inside = '<item name="B" url="b" priority="2"/><item name="C" url="c"/>'
    index = hierarchy(f'<item name="A" url="a" tree="exclude">{inside}</item><item name="D" url="d"/>').page_index
    assert [index.path(node) for node in (1, 2, 3, 4)] == [(), (), (), (4,)]
    assert list(index.parents(1)) == []


@pytest.mark.parametrize(
    ("content", "page", "names"),
    [
        ('<group name="G" url="p"/>', "p", []),
        ('<group name="G"><variant url="p"/></group>', "p", []),
        ('<item name="I" url="p"><variant url="q"/><variant url="r"/></item>', "p", []),
        ('<item name="I" url="p"><variant url="q"/><variant url="r"/></item>', "r", ["I"]),
        ('<item name="I" url="p"><variant url="q"/><variant/></item>', "p", ["I"]),
        ('<item name="I" url="p"><variant url="q"><variant url="r"/></variant></item>', "q", []),
        ('<group xml:base="http://[bad"><item name="J" url="http://site.example/p"/></group>', "p", ["J"]),
        ('<group xml:base="http://[bad"><item name="J" url="p"/></group>', "p", []),
    ],
)
def test_page_is_that_of_the_locations_that_variants_have(content: str, page: str, names: list[str]) -> None:
    tree = hierarchy(content)
    nodes = tree.page_index.at_location(f"http://site.example/{page}")
    assert [tree.details.names(node)[0] for node in nodes] == names


def test_a_map_has_no_rows_for_folders_without_a_page() -> None:
    assert hierarchy('<item name="N" url="/a/b"/>').page_index.at_folder("http://www.example.org/a/") == ()


def test_dates_of_change_are_counted_with_their_nodes() -> None:
    dated = 'xmlns:m="http://www.sitemaps.org/schemas/sitemap/0.9" m:lastmod'
    tree = hierarchy(
        f'<item name="A" {dated}="2026"><variant {dated}="2026"/></item><item name="B" {dated}="2025"/><item name="C"/>'
    )
    assert tree.page_index.date_counts() == {"2026": 1, "2025": 1}
    assert [tree.details.names(node) for node in tree.page_index.dated({"2025"})] == [("B",)]

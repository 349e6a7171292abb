"""The hierarchy of a site."""

from __future__ import annotations

from conformance.in_memory import ROOT, hierarchy, names, written
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.ordering import UNSORTED
from standard_sitemap.model.site import RetrievedFile


def test_branches_are_computed_once_and_known_without() -> None:
    tree = hierarchy('<item name="A"><item name="B" url="b"/></item>')
    (first,) = tree.children(tree.root)
    assert tree.has_children(first)
    assert tree.children(first) is tree.children(first)
    assert tree.has_children(first)
    assert not tree.has_children(tree.children(first)[0])


def test_places_are_reported() -> None:
    tree = hierarchy('<external url="o.xml#x"/>', {"o.xml": written('\n<item xml:id="x" name="X" url="x"/>')})
    (node,) = tree.children(tree.root)
    assert (tree.details.document_uri(node), tree.details.line(node)) == ("http://site.example/o.xml", 3)
    assert tree.details.kind(tree.root) == "sitemap"


def test_node_reports_its_target_even_if_not_followed() -> None:
    tree = hierarchy('<item name="A" url="javascript:a"/><item name="B" url="b"/>')
    assert [tree.details.refused_location(node) for node in tree.children(tree.root)] == ["javascript:a", None]


def test_relation_is_stated_only_by_an_allowed_value() -> None:
    values = ('relation="none"', 'relation="sequence"', 'relation="other"', "")
    tree = hierarchy("".join(f'<item name="A" url="a" {value}/>' for value in values))
    assert [tree.states_relation(node) for node in tree.children(tree.root)] == [True, True, False, False]


def test_author_decides_order_and_priority() -> None:
    tree = hierarchy('<item name="B" url="b" priority="0.9"/><item name="A" url="a" priority="0.9"/>')
    assert tree.sorting(tree.root) == UNSORTED
    assert [tree.shown_priority(node) for node in tree.children(tree.root)] == [0.9, 0.9]


def test_groups_are_all_groups() -> None:
    tree = hierarchy('<group><item name="A" url="a"/><group tree="exclude"/></group>')
    assert tree.groups == {1, 3}


def test_many_leaves_are_listed_like_few() -> None:
    plain = '<item name="P" url="p"/>' * 200
    others = (
        '<item name="X"/><variant/><item name="Q" url="q" role="contact"/><external url="#g"/><item name="R" url="r"/>'
    )
    tree = hierarchy(f'<item name="All" url="a">{plain}{others}{plain}</item><group xml:id="g"/>')
    (whole, group) = tree.children(tree.root)
    assert names(tree, whole) == [*["P"] * 200, None, "R", *["P"] * 200]
    assert group in tree.children(whole)


def test_languages_are_those_that_are_used() -> None:
    content = '<item lang="de" name="A" url="a"><variant lang="fr-CH" name="B"/></item><item lang="" name="C" url="c"/>'
    assert hierarchy(content).languages == {"de", "fr-CH"}


def test_names_are_those_of_all_variants() -> None:
    tree = hierarchy(
        '<item name="A" url="a"/><item url="b"><variant name="B"/><variant name="C"/></item><item name="D" url="d"/>'
    )
    assert [tree.details.names(node) for node in tree.children(tree.root)] == [("A",), ("B", "C"), ("D",)]


def test_nothing_is_known_before_the_root_file() -> None:
    tree = ssp.Site(ROOT).hierarchy()
    assert not tree.is_sitemap
    assert list(tree.children(tree.root)) == []
    assert (tree.roles, tree.class_changes, tree.faults, tree.documents) == ({}, (), (), ())
    assert tree.exclusion.reached == ()
    assert tree.exclusion.implied_home is None


def test_another_document_yields_an_empty_hierarchy() -> None:
    site = ssp.Site(ROOT)
    site.add(ROOT, RetrievedFile(ROOT, b"<urlset/>"))
    tree = site.hierarchy()
    assert (tree.is_sitemap, tree.roles, tree.class_changes, tree.exclusion.reached) == (False, {}, (), ())
    assert [document.elements for document in tree.documents] == [1]


def test_sharing_is_reported() -> None:
    assert not hierarchy('<item name="A" url="a"/>').is_shared
    assert hierarchy('<item name="A" url="a" xml:id="a"/><external url="#a"/>').is_shared


def test_user_elements_can_be_included() -> None:
    content = '<item name="A" url="a" role="contact" tree="user"/>'
    assert names(hierarchy(content)) == []
    tree = hierarchy(content, include_user=True)
    assert names(tree) == ["A"]
    assert tree.exclusion.include_user


def test_no_page_needs_a_fetched_title() -> None:
    tree = hierarchy('<item name="A" url="a"/>')
    assert tree.details.untitled(tree.children(tree.root)[0]) is None
    assert tree.details.meaning(tree.children(tree.root)[0]) is None


def test_readers_are_shown_what_authors_wrote() -> None:
    tree = hierarchy('<item name="A" url="a"/>')
    (node,) = tree.children(tree.root)
    assert tree.details.shown(node) == tree.details.variants(node)


def test_format_says_nothing_of_changes() -> None:
    tree = hierarchy('<item name="A" url="a"/>')
    (node,) = tree.children(tree.root)
    assert (tree.details.last_modified(node), tree.details.change_frequency(node)) == (None, None)


def test_a_node_has_its_name_and_address_as_they_are_written() -> None:
    tree = hierarchy('<item name="A" url="a b"/><group/>')
    assert [tree.details.written(node) for node in tree.children(tree.root)] == [("A", "a b"), (None, None)]


def test_prepared_hierarchy_equals_an_unprepared_one() -> None:
    text = '<item name="A" url="a"><variant lang="de"/></item><group name="G"/>'
    early, late = hierarchy(text), hierarchy(text)
    early.prepare()
    assert early.children(early.root) == late.children(late.root)
    assert (early.roles, early.groups, early.languages) == (late.roles, late.groups, late.languages)
    assert early.details.variants(1) == late.details.variants(1)


def test_first_variant_is_that_of_all() -> None:
    tree = hierarchy('<item name="A"><variant name="B" url="b"/><variant url="c"/></item><item name="P" url="p"/>')
    for node in (1, 4):
        first = tree.details.variants(node)[0]
        assert tree.details.first_variant(node) == (first.name, first.location)


def test_a_location_is_that_of_any_variant() -> None:
    tree = hierarchy('<item name="A"><variant url="x:y"/><variant url="b"/></item><item name="N" url="x:y"/>')
    assert [tree.details.has_location(node) for node in (1, 4)] == [True, False]


def test_many_languages_are_truncated() -> None:
    many = "".join(f'<item name="L" url="l" lang="l{number}"/>' for number in range(1_200))
    assert hierarchy(many).languages == {f"l{number}" for number in range(1_000)}


PLAIN = '<item name="N" url="n" description="D" priority="0.8"/><item name="M" url="/m"/>'


def test_plain_node_details_equal_individual_queries() -> None:
    tree = hierarchy(f'<item name="Home" url="/"/>{PLAIN}')
    for node in tree.children(tree.root)[1:]:
        (plain,) = tree.details.plain_nodes([node])
        assert plain is not None
        assert tree.details.variants(node) == (Variant(plain.name, plain.description, plain.location),)
        assert plain.priority == tree.details.priority(node)
        assert (plain.last_modified, plain.change_frequency) == (None, None)


def test_nodes_with_more_attributes_are_not_plain() -> None:
    content = (
        '<item name="Home" url="/"/><item name="A" url="a"><item name="B" url="b" role="contact tree"/></item>'
        '<item name="C" url="c" relation="sequence"/><group name="G" lang="de"><item name="D" url="d"/></group>'
    )
    tree = hierarchy(content)
    nodes = tree.children(tree.root)
    assert tree.details.plain_nodes((*nodes, *tree.children(nodes[1]), *tree.children(nodes[3]))) == [None] * 6

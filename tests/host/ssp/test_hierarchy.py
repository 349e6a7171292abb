"""The hierarchy of a site."""

from __future__ import annotations

from conformance.in_memory import ROOT, hierarchy, names, written
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.ordering import UNSORTED
from standard_sitemap.model.site import RetrievedFile


def test_branches_are_computed_once_and_known_without() -> None:
    found = hierarchy('<item name="A"><item name="B" url="b"/></item>')
    (first,) = found.children(found.root)
    assert found.has_children(first)
    assert found.children(first) is found.children(first)
    assert found.has_children(first)
    assert not found.has_children(found.children(first)[0])


def test_places_are_reported() -> None:
    found = hierarchy('<external url="o.xml#x"/>', {"o.xml": written('\n<item xml:id="x" name="X" url="x"/>')})
    (node,) = found.children(found.root)
    assert (found.details.document_uri(node), found.details.line(node)) == ("http://site.example/o.xml", 3)
    assert found.details.kind(found.root) == "sitemap"


def test_node_reports_its_target_even_if_not_followed() -> None:
    found = hierarchy('<item name="A" url="javascript:a"/><item name="B" url="b"/>')
    assert [found.details.refused_location(node) for node in found.children(found.root)] == ["javascript:a", None]


def test_relation_is_stated_only_by_an_allowed_value() -> None:
    values = ('relation="none"', 'relation="sequence"', 'relation="other"', "")
    found = hierarchy("".join(f'<item name="A" url="a" {value}/>' for value in values))
    assert [found.states_relation(node) for node in found.children(found.root)] == [True, True, False, False]


def test_author_decides_order_and_priority() -> None:
    found = hierarchy('<item name="B" url="b" priority="0.9"/><item name="A" url="a" priority="0.9"/>')
    assert found.sorting(found.root) == UNSORTED
    assert [found.shown_priority(node) for node in found.children(found.root)] == [0.9, 0.9]


def test_groups_are_all_groups() -> None:
    found = hierarchy('<group><item name="A" url="a"/><group tree="exclude"/></group>')
    assert found.groups == {1, 3}


def test_many_leaves_are_listed_like_few() -> None:
    plain = '<item name="P" url="p"/>' * 200
    others = (
        '<item name="X"/><variant/><item name="Q" url="q" role="contact"/><external url="#g"/><item name="R" url="r"/>'
    )
    found = hierarchy(f'<item name="All" url="a">{plain}{others}{plain}</item><group xml:id="g"/>')
    (whole, group) = found.children(found.root)
    assert names(found, whole) == [*["P"] * 200, None, "R", *["P"] * 200]
    assert group in found.children(whole)


def test_languages_are_those_that_are_used() -> None:
    content = '<item lang="de" name="A" url="a"><variant lang="fr-CH" name="B"/></item><item lang="" name="C" url="c"/>'
    assert hierarchy(content).languages == {"de", "fr-CH"}


def test_names_are_those_of_all_variants() -> None:
    found = hierarchy(
        '<item name="A" url="a"/><item url="b"><variant name="B"/><variant name="C"/></item><item name="D" url="d"/>'
    )
    assert [found.details.names(node) for node in found.children(found.root)] == [("A",), ("B", "C"), ("D",)]


def test_nothing_is_known_before_the_root_file() -> None:
    found = ssp.Site(ROOT).hierarchy()
    assert not found.is_sitemap
    assert list(found.children(found.root)) == []
    assert (found.roles, found.class_changes, found.faults, found.documents) == ({}, (), (), ())
    assert found.exclusion.reached == ()
    assert found.exclusion.implied_home is None


def test_another_document_yields_an_empty_hierarchy() -> None:
    site = ssp.Site(ROOT)
    site.add(ROOT, RetrievedFile(ROOT, b"<urlset/>"))
    found = site.hierarchy()
    assert (found.is_sitemap, found.roles, found.class_changes, found.exclusion.reached) == (False, {}, (), ())
    assert [document.elements for document in found.documents] == [1]


def test_sharing_is_reported() -> None:
    assert not hierarchy('<item name="A" url="a"/>').is_shared
    assert hierarchy('<item name="A" url="a" xml:id="a"/><external url="#a"/>').is_shared


def test_user_elements_can_be_included() -> None:
    content = '<item name="A" url="a" role="contact" tree="user"/>'
    assert names(hierarchy(content)) == []
    found = hierarchy(content, include_user=True)
    assert names(found) == ["A"]
    assert found.exclusion.include_user


def test_no_page_needs_a_fetched_title() -> None:
    found = hierarchy('<item name="A" url="a"/>')
    assert found.details.untitled(found.children(found.root)[0]) is None
    assert found.details.meaning(found.children(found.root)[0]) is None


def test_readers_are_shown_what_authors_wrote() -> None:
    found = hierarchy('<item name="A" url="a"/>')
    (node,) = found.children(found.root)
    assert found.details.shown(node) == found.details.variants(node)


def test_format_says_nothing_of_changes() -> None:
    found = hierarchy('<item name="A" url="a"/>')
    (node,) = found.children(found.root)
    assert (found.details.last_modified(node), found.details.change_frequency(node)) == (None, None)


def test_a_node_has_its_name_and_address_as_they_are_written() -> None:
    found = hierarchy('<item name="A" url="a b"/><group/>')
    assert [found.details.written(node) for node in found.children(found.root)] == [("A", "a b"), (None, None)]


def test_prepared_hierarchy_equals_an_unprepared_one() -> None:
    text = '<item name="A" url="a"><variant lang="de"/></item><group name="G"/>'
    early, late = hierarchy(text), hierarchy(text)
    early.prepare()
    assert early.children(early.root) == late.children(late.root)
    assert (early.roles, early.groups, early.languages) == (late.roles, late.groups, late.languages)
    assert early.details.variants(1) == late.details.variants(1)


def test_first_variant_is_that_of_all() -> None:
    found = hierarchy('<item name="A"><variant name="B" url="b"/><variant url="c"/></item><item name="P" url="p"/>')
    for node in (1, 4):
        first = found.details.variants(node)[0]
        assert found.details.first_variant(node) == (first.name, first.location)


def test_a_location_is_that_of_any_variant() -> None:
    found = hierarchy('<item name="A"><variant url="x:y"/><variant url="b"/></item><item name="N" url="x:y"/>')
    assert [found.details.has_location(node) for node in (1, 4)] == [True, False]


def test_many_languages_are_truncated() -> None:
    many = "".join(f'<item name="L" url="l" lang="l{number}"/>' for number in range(1_200))
    assert hierarchy(many).languages == {f"l{number}" for number in range(1_000)}


PLAIN = '<item name="N" url="n" description="D" priority="0.8"/><item name="M" url="/m"/>'


def test_plain_node_details_equal_individual_queries() -> None:
    found = hierarchy(f'<item name="Home" url="/"/>{PLAIN}')
    for node in found.children(found.root)[1:]:
        (plain,) = found.details.plain_nodes([node])
        assert plain is not None
        assert found.details.variants(node) == (Variant(plain.name, plain.description, plain.location),)
        assert plain.priority == found.details.priority(node)
        assert (plain.last_modified, plain.change_frequency) == (None, None)


def test_nodes_with_more_attributes_are_not_plain() -> None:
    content = (
        '<item name="Home" url="/"/><item name="A" url="a"><item name="B" url="b" role="contact tree"/></item>'
        '<item name="C" url="c" relation="sequence"/><group name="G" lang="de"><item name="D" url="d"/></group>'
    )
    found = hierarchy(content)
    nodes = found.children(found.root)
    assert found.details.plain_nodes((*nodes, *found.children(nodes[1]), *found.children(nodes[3]))) == [None] * 6

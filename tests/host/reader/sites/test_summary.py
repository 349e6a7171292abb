"""Attributes of pages that a sitemap may write to."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import MOST_OF_ROLE
from standard_sitemap.model.menus import ROLES_BYTES
from standard_sitemap.reader.native import framing
from standard_sitemap.reader.sites import summary
from standard_sitemap.ssp.class_changes import LONGEST_ELEM, MOST_FOLLOWED

Make = Callable[..., ssp.Hierarchy]


def test_the_key_of_a_role_node_names_it() -> None:
    assert summary.role_of_key(summary.role_key("x.y", 3)) == ("x.y", 3)


@pytest.mark.parametrize("key", ["", "abc.def", "@", "@1", "@x.contact", "@-1.contact"])
def test_other_keys_name_no_role_node(key: str) -> None:
    assert summary.role_of_key(key) is None


def test_roles_are_listed_with_their_nodes(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="contact"/><item name="B" url="/b" role="contact"/>')
    roles, is_whole = summary.roles(hierarchy, ())
    assert is_whole
    assert [(link["key"], link["name"]) for link in roles["contact"]] == [("@0.contact", "A"), ("@1.contact", "B")]


def test_many_nodes_of_a_role_are_truncated(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="x"/>' * (MOST_OF_ROLE + 5))
    assert len(summary.roles(hierarchy, ())[0]["x"]) == MOST_OF_ROLE


_WIDE = f'<variant url="{"u" * 8_000}"/>' * 30


def test_role_nodes_are_listed_as_far_as_a_message_has_room_with_a_fault(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(f'<item name="A" role="x">{_WIDE}</item>' * 5 + '<item name="B" url="b" role="y"/>')
    links, is_whole = summary.roles(hierarchy, ())
    assert is_whole
    assert {role: len(nodes) for role, nodes in links.items()} == {"x": 1}
    assert len(framing.dumps(links)) < ROLES_BYTES
    assert "role-nodes-too-long" in {fault.code for fault in hierarchy.faults}


def test_slow_role_nodes_are_omitted_with_a_fault(hierarchy_of: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standard_sitemap.reader.sites.summary._ROLES_SECONDS", -1)
    hierarchy = hierarchy_of('<item name="A" url="a" role="x"/>' * 3 + '<item name="S" role="search" data="%s"/>' * 2)
    links, is_whole = summary.roles(hierarchy, ())
    assert ({role: len(nodes) for role, nodes in links.items()}, is_whole) == ({"x": 1}, False)
    assert summary.search_variant(hierarchy, ()) == (None, None, False)


def test_zero_counts_are_omitted() -> None:
    assert summary.counts(None, ()) == {
        "documents": 0,
        "elements": 0,
        "faults": {"error": 0, "warning": 0, "info": 0},
    }


def test_a_fault_is_sent_with_its_words_clause_and_place(hierarchy_of: Make) -> None:
    (fault,) = (fault for fault in hierarchy_of('<item name="A" url="a" priority="much"/>').faults if fault.params)
    sent = summary.fault(fault)
    assert (sent["code"], sent["clause"], sent["line"]) == (fault.code, fault.clause, 1)
    assert sent["message"] == fault.message


def test_a_fault_with_a_long_value_is_sent_with_its_whole_remedy(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="a" priority="{"much" * 1_000}"/>')
    (document_fault,) = (fault for fault in hierarchy.faults if fault.params)
    sent = summary.fault(document_fault)
    assert len(sent["message"]) < 1_000
    assert sent["message"].endswith(document_fault.rule.remedy)


def test_class_changes_are_sent_with_the_namespaces_that_they_use(hierarchy_of: Make) -> None:
    scope = "".join(f' xmlns:n{number}="urn:{number}"' for number in range(1_000))
    hierarchy = hierarchy_of(f'<class-change{scope} elem="//n7:p" attr="class" prefix="s"/>')
    assert summary.class_changes(hierarchy, hierarchy.root_uri) == [
        {
            "elem": "//n7:p",
            "namespaces": {"n7": "urn:7"},
            "attr": "class",
            "prefix": "s",
            "cost": [{"count": 2, "factors": ["*"]}],
        }
    ]


@pytest.mark.promise("author", "A redirected map changes no attribute other than `class` in pages of its first origin.")
def test_other_attributes_than_class_are_for_the_maps_own_origin(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(
        "".join(f'<class-change elem="//p" attr="{attr}" prefix="s"/>' for attr in ("class", "title", "onclick"))
    )
    own, other = (
        [change["attr"] for change in summary.class_changes(hierarchy, sitemap)]
        for sitemap in (hierarchy.root_uri, "https://elsewhere.example/map.xml")
    )
    assert (own, other) == (["class", "title"], ["class"])


def test_class_changes_of_protected_attributes_are_not_sent(hierarchy_of: Make) -> None:
    attributes = ("class", "id", "title", "class", "style", "aria-label", "xml:lang")
    hierarchy = hierarchy_of(
        "".join(f'<class-change elem="//p[{n}]" attr="{attr}" prefix="s"/>' for n, attr in enumerate(attributes))
    )
    assert [change.attr for change in hierarchy.class_changes] == [*attributes]
    sent = [(change["elem"], change["attr"]) for change in summary.class_changes(hierarchy, hierarchy.root_uri)]
    spared = {"id", "style"}
    assert sent == [(change.elem, change.attr) for change in hierarchy.class_changes if change.attr not in spared]


@pytest.mark.promise("author", "Class changes are limited in number and length; exceeding a limit is a fault.")
def test_class_changes_are_bounded_in_number_and_length_with_a_fault(hierarchy_of: Make) -> None:
    many = hierarchy_of('<class-change elem="//p" prefix="s"/>' * (MOST_FOLLOWED + 5))
    assert len(summary.class_changes(many, many.root_uri)) == MOST_FOLLOWED
    assert "too-many-class-changes" in {fault.code for fault in many.faults}
    steps = "/*" * 2_000
    long = hierarchy_of(f'<class-change elem="{steps}" prefix="s"/><class-change elem="//p" prefix="{"s" * 300}"/>')
    assert summary.class_changes(long, long.root_uri) == []
    assert [fault.params["name"] for fault in long.faults if fault.code == "attribute-too-long"] == ["elem", "prefix"]


def test_all_class_changes_that_can_be_followed_are_sent(hierarchy_of: Make) -> None:
    longest = "//" + "\u20ac" * (LONGEST_ELEM - 2)
    tree = hierarchy_of(f'<class-change elem="{longest}" prefix="s"/>' * MOST_FOLLOWED)
    sent = summary.class_changes(tree, tree.root_uri)
    assert len(sent) == len(tree.class_changes)
    assert len(framing.dumps(sent)) < 400_000  # besides role links, which may be as large


# holds: F65
def test_languages_that_differ_in_case_are_one(hierarchy_of: Callable[..., ssp.Hierarchy]) -> None:
    tree = hierarchy_of(
        '<item name="A" url="/a" lang="en-gb"/><item name="B" url="/b" lang="EN-GB"/>'
        '<item name="C" url="/c" lang="DE"/>'
    )
    assert summary.languages(tree) == ["de", "en-GB"]


def test_search_uses_the_first_usable_node(hierarchy_of: Callable[..., ssp.Hierarchy]) -> None:
    mail, page = (f'<item name="S" url="{url}" role="search" data="q=%s"/>' for url in ("mailto:a@b.example", "/find"))
    _, variant, _ = summary.search_variant(hierarchy_of(mail + page), ())
    assert variant is not None
    assert (variant.location or "").endswith("/find")
    assert summary.search_variant(hierarchy_of(mail), ()) == (None, None, True)


@pytest.mark.parametrize(("languages", "url"), [((), "/de"), (("en", "de"), "/en"), (("fr", "en"), "/en")])
def test_search_with_a_variant_that_leads_nowhere_uses_the_next_in_the_order_of_languages(
    hierarchy_of: Callable[..., ssp.Hierarchy], languages: tuple[str, ...], url: str
) -> None:
    variants = "".join(
        f'<variant lang="{lang}" url="{address}" data="q=%s"/>'
        for lang, address in (("fr", "mailto:a@b.example"), ("de", "/de"), ("en", "/en"))
    )
    _, variant, _ = summary.search_variant(hierarchy_of(f'<item name="S" role="search">{variants}</item>'), languages)
    assert variant is not None
    assert variant.location is not None
    assert variant.location.endswith(url)


def test_search_box_names_the_host_that_terms_are_sent_to(hierarchy_of: Callable[..., ssp.Hierarchy]) -> None:
    item = '<item name="S" role="search" url="https://find.example:8443/q" data="q=%s"/>'
    box = summary.search(summary.search_variant(hierarchy_of(item), ())[1])
    assert box is not None
    assert box["host"] == "find.example:8443"

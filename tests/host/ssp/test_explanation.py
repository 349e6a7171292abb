"""The fates of elements, and their reasons."""

from itertools import chain

import pytest

from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import Site
from standard_sitemap.ssp.explanation import Explanation, Fate, Fates, Origin, base_origin, explain, find

NS = "http://standard-sitemap.org/2007/ns"
XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'
ROOT = "https://example.org/map.xml"


def site_of(content: str, attributes: str = "", *, include_user: bool = False, **others: str) -> Site:
    """Return a site whose root file has that content; `others` are whole documents by name."""
    files = {ROOT: f'<sitemap xmlns="{NS}" {attributes}>{content}</sitemap>'}
    files |= {f"https://example.org/{name}.xml": text for name, text in others.items()}
    site = Site(ROOT, include_user=include_user)
    for uri in chain.from_iterable(iter(site.wanted, ())):
        if uri in files:
            site.add(uri, RetrievedFile(uri, files[uri].encode()))
        else:
            site.fail(uri, "not-found", "none")
    return site


def explained(site: Site, text: str) -> list[Explanation]:
    hierarchy = site.hierarchy()
    fates = Fates(site, hierarchy)
    return [explain(site, hierarchy, fates, element) for element in find(site, text)]


def the(content: str, attributes: str = "", **others: str) -> Explanation:
    """Return the explanation of the only element with the id `x`."""
    (explanation,) = explained(site_of(content, attributes, include_user=False, **others), "x")
    return explanation


def names(explanation: Explanation) -> list[str]:
    return [document.name(index) for document, index in explanation.route]


def origins(explanation: Explanation) -> list[dict[str, tuple[str, str, str]]]:
    """Return for each variant, by quality: its value, and the attribute and element that set it."""
    return [
        {origin.quality: (origin.value, origin.attribute, origin.document.name(origin.index)) for origin in variant}
        for variant in explanation.variants
    ]


@pytest.mark.parametrize(
    ("content", "fate"),
    [
        ('<item xml:id="x" name="A" url="a"/>', Fate.SHOWN),
        ('<group xml:id="x"/>', Fate.SHOWN),
        ('<item xml:id="x" name="A" url="a" tree="exclude"/>', Fate.TREE_EXCLUDES),
        ('<item xml:id="x" name="A" url="a" role="contact"/>', Fate.ROLES_EXCLUDE),
        ('<item xml:id="x" name="A" url="a" role="contact" tree="?"/>', Fate.ROLES_EXCLUDE),
        ('<group xml:id="x" role=""/>', Fate.ROLES_EXCLUDE),
        ('<item xml:id="x" name="A" url="a" role="contact" tree="user"/>', Fate.READER_EXCLUDES),
        ('<item xml:id="x" url="a"/>', Fate.NAMELESS),
        ('<item xml:id="x" url="a"><variant name="A"/><variant/></item>', Fate.NAMELESS),
        ('<item xml:id="x" name="A"/>', Fate.LOCATIONLESS),
        ('<item xml:id="x" name="A"><external url="#x"/></item>', Fate.LOCATIONLESS),
        ('<group tree="exclude"><item xml:id="x" name="A" url="a"/></group>', Fate.BELOW_TREE_EXCLUDES),
        ('<item url="a"><item name="B" url="b"><group xml:id="x"/></item></item>', Fate.BELOW_NAMELESS),
        ('<item name="A"><variant><item xml:id="x" name="B" url="b"/></variant></item>', Fate.INSIDE_VARIANT),
        ('<external><item xml:id="x" name="B" url="b"/></external>', Fate.INSIDE_OTHER),
        ('<sitemap><item xml:id="x" name="B" url="b"/></sitemap>', Fate.UNREFERENCED),
    ],
)
def test_every_element_has_one_fate(content: str, fate: Fate) -> None:
    explanation = the(content)
    assert explanation.fate == fate
    assert (explanation.route != ()) is fate.is_reached
    assert (explanation.above == ()) is fate.is_reached
    assert bool(fate.clause) is (fate != Fate.SHOWN)


def test_user_elements_on_request_are_shown() -> None:
    site = site_of('<item xml:id="x" name="A" url="a" role="contact" tree="user"/>', include_user=True)
    assert explained(site, "x")[0].fate == Fate.SHOWN


def test_items_without_more_share_their_parents_fate() -> None:
    site = site_of(
        '<item name="A" url="a"><item name="B" url="b"/></item><group tree="exclude"><item name="C" url="c"/></group>'
    )
    fates = Fates(site, site.hierarchy())
    assert site.root is not None
    assert list(fates.all_of(site.root)) == [1, Fate.SHOWN, Fate.SHOWN, Fate.TREE_EXCLUDES, Fate.BELOW_TREE_EXCLUDES]


def test_nothing_is_reached_in_a_file_that_is_no_sitemap() -> None:
    site = Site(ROOT)
    site.add(ROOT, RetrievedFile(ROOT, f'<item xmlns="{NS}" xml:id="x" name="A" url="a"/>'.encode()))
    (explanation,) = explained(site, "x")
    assert (explanation.fate, explanation.above) == (Fate.UNREFERENCED, ())


def test_ancestors_are_named_up_to_the_excluding_one() -> None:
    explanation = the(
        '<group><item name="A" tree="exclude"><group><item xml:id="x" name="B" url="b"/></group></item></group>'
    )
    above = [(explanation.document.name(index), fate) for index, fate in explanation.above]
    assert above == [("group", Fate.BELOW_TREE_EXCLUDES), ("item", Fate.TREE_EXCLUDES)]


def test_the_route_is_the_shortest() -> None:
    far = '<group><group><group><item xml:id="x" name="X" url="x"/></group></group></group>'
    assert names(the(f'{far}<external url="#x"/>')) == ["sitemap", "external", "item"]
    assert names(the(far)) == ["sitemap", "group", "group", "group", "item"]


def test_the_route_leads_through_other_files_and_never_in_circles() -> None:
    other = f'<group xmlns="{NS}" xml:id="b"><external url="map.xml#x"/></group>'
    content = '<item tree="exclude" name="A"><item xml:id="x" name="X" url="x"><external url="b.xml#b"/></item></item>'
    explanation = the(f'{content}<external url="b.xml#b"/><external url="#none"/>', b=other)
    assert names(explanation) == ["sitemap", "external", "group", "external", "item"]


def test_references_are_reported_followed_or_not() -> None:
    explanation = the(
        '<group tree="exclude"><external url="#x"/></group><item xml:id="x" name="X" url="x"/><external url="#x"/>'
    )
    assert [is_followed for _, is_followed in explanation.references] == [False, True]


def test_an_external_as_document_element_leads_nowhere() -> None:
    other = f'<external xmlns="{NS}" xml:id="b" url="map.xml#x"/>'
    explanation = the('<item xml:id="x" name="X" url="x"/><external url="b.xml#b"/>', b=other)
    assert [is_followed for _, is_followed in explanation.references] == [False]


@pytest.mark.parametrize(
    ("content", "roles"),
    [
        ('<group/><item xml:id="x" name="A" url="a"/>', [("tree", "default", None), ("home", "implied", None)]),
        ('<item xml:id="x" name="A" url="a" role="home"/>', [("home", "attribute", None)]),
        ('<item xml:id="x" name="A" url="a" role="tree search" data="%s"/>', None),
        (
            '<item role="home"/><item xml:id="x" name="A" url="a" role="search"/>',
            [("search", "attribute", "no-template")],
        ),
        ('<group xml:id="x" role="contact"/>', [("contact", "attribute", "group")]),
        ('<group xml:id="x" tree="exclude"/>', [("tree", "default", "excluded")]),
        ('<external><item xml:id="x" role="contact"/></external>', [("contact", "attribute", "not-reached")]),
    ],
)
def test_roles_are_reported_with_their_source(content: str, roles: list[tuple[str, str, str | None]] | None) -> None:
    expected = roles or [("tree", "attribute", None), ("search", "attribute", None), ("home", "implied", None)]
    assert [tuple(role) for role in the(content).roles] == expected


def test_qualities_are_traced_to_the_nearest_element_that_gives_them() -> None:
    content = (
        '<group charset="utf-8" name="G"><item xml:id="x" name="A" description="D" url="a" refer="none">'
        '<variant lang="de"><variant name="B"/><variant type="text/html" url="b" data="%s" method="PUT"/></variant>'
        "</item></group>"
    )
    first, second = origins(the(content, 'lang="en"'))
    shared = {
        "description": ("D", "description", "item"),
        "language": ("de", "lang", "variant"),
        "charset": ("utf-8", "charset", "group"),
        "referrer": ("none", "refer", "item"),
    }
    assert first == shared | {"name": ("B", "name", "variant"), "location": ("https://example.org/a", "url", "item")}
    assert second == shared | {
        "name": ("A", "name", "item"),
        "location": ("https://example.org/b", "url", "variant"),
        "content_type": ("text/html", "type", "variant"),
        "search_template": ("%s", "data", "variant"),
        "search_method": ("get", "method", "variant"),
    }


def test_ignored_attribute_has_no_value() -> None:
    (group,) = origins(the('<group xml:id="x" url="a"/>'))
    (item,) = origins(the('<item xml:id="x" name="A" url="https://exa mple/"/>'))
    assert group["location"] == ("", "url", "group")
    assert item["location"][0] == ""


def test_old_addresses_are_named_as_written() -> None:
    (variant,) = origins(the(f'<item {XLINK} xml:id="x" name="A" x:href="a"/>'))
    assert variant["location"] == ("https://example.org/a", "xlink:href", "item")


@pytest.mark.parametrize(
    ("attributes", "attribute"), [('xml:base="b/"', "xml:base"), ('baseurl="b/"', "baseurl"), ("", None)]
)
def test_the_base_of_an_address_is_traced(attributes: str, attribute: str | None) -> None:
    explanation = the(f'<group {attributes}><item xml:id="x" name="A" url="a"/></group>')
    base: Origin | None = base_origin(explanation.document, explanation.index)
    assert (base.attribute if base else None) == attribute
    assert base is None or base.value == "https://example.org/b/"


def test_elements_are_found_by_id_before_name() -> None:
    content = (
        '<item xml:id="Shop" name="A" url="a"/><item xml:id="y" name="SHOP" url="b"/><item name="news" url="c"/>'
        '<item url="d"><variant name="News"/><variant name="News"/></item><variant name="News"/>'
        '<variant xml:id="v"/><class-change name="odd"/>'
    )
    site = site_of(content)
    elements = {
        text: [element[1] for element in find(site, text)] for text in ("shop", "News", "NEWS", "v", "odd", "none")
    }
    assert elements == {"shop": [1], "News": [4], "NEWS": [3, 4], "v": [], "odd": [], "none": []}


def test_deep_nesting_is_no_burden() -> None:
    depth = 20_000
    explanation = the('<item name="A" url="a">' * depth + '<item xml:id="x" name="X" url="x"/>' + "</item>" * depth)
    assert len(explanation.route) == depth + 2
    explanation = the(
        '<group tree="exclude">' + "<variant>" * depth + '<item xml:id="x"/>' + "</variant>" * depth + "</group>"
    )
    assert explanation.fate == Fate.INSIDE_VARIANT


def test_fate_has_a_code() -> None:
    assert Fate.TREE_EXCLUDES.code == "tree-excludes"

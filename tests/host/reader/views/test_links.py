"""A node as a link: the variant for the reader, and only addresses that browsers may visit."""

from collections.abc import Callable

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE, resolved
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.menus import LOCATION_LENGTH, NAME_LENGTH, usable_location
from standard_sitemap.reader.sites import summary
from standard_sitemap.reader.views.links import best_variant, link

Make = Callable[..., ssp.Hierarchy]

FORBIDDEN = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\tjavascript:alert(1)",
    "&#1;javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:http://www.example.org/x",
    "vbscript:x",
    "view-source:http://www.example.org/",
    "chrome://settings/",
    "about:blank",
    "moz-extension://x/",
    "ftp://ftp.example.org/",
]


@pytest.mark.parametrize("url", [url for url in FORBIDDEN if "&" not in url])
@pytest.mark.promise("author", "A `javascript:`, `data:` or `file:` location never becomes a link.")
def test_no_other_location_becomes_a_link(hierarchy_of: Make, url: str) -> None:
    written = url.replace("\n", "&#10;").replace("\t", "&#9;")
    tree = hierarchy_of(f'<item name="A" url="{written}"/><item name="B" url="b"/>')
    locations = [link(tree, node, "k", ())["location"] for node in tree.children(tree.root)]
    assert locations in ([None, "http://www.example.org/b"], ["http://www.example.org/b"])


@pytest.mark.parametrize("url", ["javascript:alert(1)", "ftp://ftp.example.org/", "http://x/" + "y" * LOCATION_LENGTH])
def test_refused_address_is_reported_truncated(hierarchy_of: Make, url: str) -> None:
    tree = hierarchy_of(f'<item name="A" url="{url}"/><item name="B" url="b"/><group name="C"/>')
    refused, usable, none = (link(tree, node, "k", ()) for node in tree.children(tree.root))
    assert refused["location"] is None
    assert refused["refused"][:20] == url[:20]
    assert len(refused["refused"]) <= 200
    assert "refused" not in usable
    assert "refused" not in none


@pytest.mark.parametrize("url", ["http://x/", "HTTPS://x/", "mailto:a@example.org", "tel:+49301"])
def test_allowed_locations_are_usable(url: str) -> None:
    assert usable_location(url) == url


@pytest.mark.parametrize("url", [*FORBIDDEN, "", "x", "//www.example.org/", "http" + "s" * LOCATION_LENGTH + ":"])
def test_unusable_location_is_none(url: str) -> None:
    assert usable_location(url) is None


def test_variants_are_listed_as_far_as_a_message_has_room_and_the_chosen_one_in_any_case(hierarchy_of: Make) -> None:
    variants = "".join(f'<variant name="N" url="/{"u" * 8_000}" lang="x-{number}"/>' for number in range(30))
    tree = hierarchy_of(f"<item>{variants}</item>")
    listed = link(tree, tree.children(tree.root)[0], "k", ("x-29",))["variants"]
    assert [variant["index"] for variant in listed] == [*range(24), 29]


def test_all_variants_are_listed_and_names_are_cut(hierarchy_of: Make) -> None:
    variants = "".join(f'<variant name="{"n" * 1_000}" url="/{number}" lang="x-{number}"/>' for number in range(30))
    tree = hierarchy_of(f"<item>{variants}</item>")
    (node,) = tree.children(tree.root)
    last = link(tree, node, "k", ("x-29",))
    assert len(last["name"] or "") == NAME_LENGTH
    assert [variant["index"] for variant in last["variants"]] == [*range(30)]
    assert {len(variant["name"] or "") for variant in last["variants"]} == {NAME_LENGTH}
    assert link(hierarchy_of('<item name="A"/>'), 1, "k", ())["variants"] == []


def _best(languages: tuple[str, ...], *variants: Variant) -> int:
    return best_variant(variants, languages)


# holds: F107
@pytest.mark.parametrize(
    ("wanted", "offered", "best"),
    [
        (("de",), ("en", "de"), 1),
        (("de-AT",), ("en", "de"), 1),
        (("DE",), ("en", "de-ch"), 1),
        (("fr", "en"), ("de", "en-GB"), 1),
        (("en", "de"), ("de", "en"), 1),
        (("pt-BR",), ("pt-PT", "pt-BR"), 1),
        (("ja",), ("en", "de"), 0),
        (("ja",), ("en", None), 1),
        ((), ("en", "de"), 0),
        (("de",), ("not a tag!", "de"), 1),
        (("also not!",), ("en", "de"), 0),
    ],
)
def test_by_language(wanted: tuple[str, ...], offered: tuple[str | None, ...], best: int) -> None:
    assert _best(wanted, *(Variant(language=tag) for tag in offered)) == best


# holds: F135
def test_by_content_type_where_languages_are_equal() -> None:
    assert _best(("en",), Variant(content_type="application/pdf"), Variant(content_type="text/html")) == 1
    assert _best(("en",), Variant(content_type="application/pdf"), Variant()) == 1


def test_language_counts_more_than_content_type() -> None:
    pdf = Variant(language="de", content_type="application/pdf")
    assert _best(("de",), Variant(language="en", content_type="text/html"), pdf) == 1


def test_the_authors_order_decides_between_equals() -> None:
    assert _best(("en",), Variant(name="a"), Variant(name="b")) == 0


# holds: F96
def test_a_named_encoding_goes_along_with_node_and_variants(hierarchy_of: Make) -> None:
    tree = hierarchy_of(
        '<item name="A" url="a" charset="ISO-8859-1"><variant/><variant charset="" type="text/plain"/></item>'
    )
    (node,) = tree.children(tree.root)
    made = link(tree, node, "k", ())
    assert made["charset"] == "ISO-8859-1"
    assert ["charset" in variant for variant in made["variants"]] == [True, False]


ELSEWHERE = (
    Variant("Tides", location="https://www.example.org/tides/"),
    Variant("Gezeiten", location="https://de.example.org/tides/", language="de"),
    Variant("Getijden", location="https://www.example.org/nl/tides/", language="nl"),
)


@pytest.mark.parametrize(("languages", "chosen"), [(("de",), 0), (("nl",), 2), (("de", "nl"), 0), ((), 0)])
def test_variant_on_another_host_is_not_shown_in_place_of_the_page(languages: tuple[str, ...], chosen: int) -> None:
    assert best_variant(ELSEWHERE, languages, keeps_host=True) == chosen
    assert best_variant(ELSEWHERE, ("de",)) == 1


def test_variants_of_a_list_on_other_hosts_are_offered_but_not_shown() -> None:
    alternate = '<xhtml:link rel="alternate" hreflang="de" href="https://de.example.org/tides/"/>'
    tree = resolved(
        f'<urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">'
        f"<url><loc>{SITE}tides/</loc>{alternate}</url></urlset>"
    )
    row = link(tree, tree.children(tree.root)[0], "k", ("de",))
    assert row["location"] == f"{SITE}tides/"
    assert [variant["location"] for variant in row["variants"]] == [f"{SITE}tides/", "https://de.example.org/tides/"]
    assert summary.languages(tree) == []

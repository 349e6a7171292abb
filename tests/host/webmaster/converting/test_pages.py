"""The pages of a hierarchy, listed in a sitemaps.org sitemap with their values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.webmaster.converting.made import errors, org_hierarchy, pages_of, ssp_hierarchy
from standard_sitemap.webmaster.converting.markup import urlsets
from standard_sitemap.webmaster.converting.pages import LanguageVersion, Omission, PageFacts, date_of, frequency_of

SITE = "https://www.example.org"
SITEMAPS_ORG = "http://www.sitemaps.org/schemas/sitemap/0.9"
LANGUAGES = """<item name="Help" priority="0.8">
  <variant lang="en" url="/en"/><variant lang="de" url="/de"/><variant url="/any"/>
</item>"""


def _listed(content: str, **others: str) -> list[str]:
    return [location.removeprefix(SITE) for location in pages_of(ssp_hierarchy(content, **others)).by_address]


def test_pages_come_in_the_order_of_the_tree() -> None:
    content = (
        '<item name="b" url="/b"><item name="a" url="/a"/></item><group name="g"><item name="c" url="/c"/></group>'
    )
    assert _listed(content) == ["/b", "/a", "/c"]


def test_every_address_comes_once() -> None:
    content = '<item name="a" url="/a"/><item name="again" url="/a"/><item name="b" url="/b"/><item name="n" url="/a"/>'
    assert _listed(content) == ["/a", "/b"]


# holds: S31
def test_places_within_a_page_are_that_page_and_counted() -> None:
    pages = pages_of(ssp_hierarchy('<item name="t" url="/t"/><item name="x" url="/t#x"/><item name="y" url="/y#z"/>'))
    assert [location.removeprefix(SITE) for location in pages.by_address] == ["/t", "/y"]
    assert pages.places == Omission(2, f"{SITE}/t#x")


def test_languages_within_one_page_are_that_page_in_each() -> None:
    pages = pages_of(
        ssp_hierarchy('<item name="t"><variant lang="en" url="/t#en"/><variant lang="de" url="/t#de"/></item>')
    )
    page = f"{SITE}/t"
    assert {location: entry.alternates for location, entry in pages.by_address.items()} == {
        page: (LanguageVersion("en", page), LanguageVersion("de", page))
    }


def test_externals_lead_to_pages_and_loops_to_an_end() -> None:
    content = '<item name="a" url="/a" xml:id="a"><external url="#a"/><external url="more.xml#m"/></item>'
    more = '<item xml:id="m" name="m" url="/m"><external url="map.xml#a"/></item>'
    assert _listed(content, more=more) == ["/a", "/m"]


LEAVES = "".join(f'<item name="{name}" url="/{name}" xml:id="{name}"/>' for name in "uvwxyz")


def test_leaves_that_are_led_to_twice_come_once() -> None:
    section = f'<item name="s" url="/s" xml:id="s">{LEAVES}</item>'
    again = '<item name="again" url="/again"><external url="#s"/></item>'
    first = '<item name="first" url="/first"><external url="#w"/></item>'
    leaves = [f"/{name}" for name in "uvwxyz"]
    assert _listed(section) == ["/s", *leaves]
    assert _listed(section + again) == ["/s", *leaves, "/again"]
    assert _listed(again + section) == ["/again", "/s", *leaves]
    assert _listed(first + section + again) == ["/first", "/w", "/s", "/u", "/v", "/x", "/y", "/z", "/again"]


def test_unlistable_values_shared_by_pages_are_counted_for_each() -> None:
    said = 's:lastmod="2024-05" s:changefreq="often"'
    same = "".join(f'<item name="{name}" url="/{name}" {said}/>' for name in "abc")
    other = '<item name="d" url="/d" s:lastmod="2023" s:changefreq="daily"/>'
    pages = pages_of(ssp_hierarchy(f'<group xmlns:s="{SITEMAPS_ORG}" name="g">{same}{other}</group>'))
    assert list(pages.by_address.values()) == [PageFacts()] * 3 + [PageFacts(change_frequency="daily")]
    assert pages.dates_left_out == Omission(4, "2024-05")
    assert pages.without_place["undefined change frequencies"] == 3
    assert pages.without_place["names"] == 5


def test_every_value_without_a_place_in_a_list_is_counted() -> None:
    qualities = 'description="d" type="text/html" charset="utf-8" refer="none" relation="sequence" order="lexical"'
    pages = pages_of(
        ssp_hierarchy(
            f'<item name="a" url="/a" {qualities}><item name="b" url="/b"/></item><group name="g"/>'
            '<item name="s" url="/s" role="search" data="q=%s" method="post"/>'
            '<class-change elem="/*" prefix="sitemap"/>'
        )
    )
    assert list(pages.by_address) == [f"{SITE}/a", f"{SITE}/b"]
    assert {what: number for what, number in pages.without_place.items() if number} == {
        "names": 4,
        "descriptions": 1,
        "content types": 2,
        "character encodings": 2,
        "referrers": 2,
        "searches": 1,
        "roles": 2,
        "groups": 1,
        "sequences": 1,
        "orders": 1,
        "class changes": 1,
    }


def test_role_nodes_outside_the_tree_are_listed_only_if_visitable() -> None:
    content = """<item name="Home" url="/"/><item name="Write" url="/contact" role="contact"/>
      <item name="Find" url="/find" role="search" data="q=%s"/><item name="Forms" url="/form" role="search searchpage"
      data="q=%s"/><item name="Gone" url="/gone" tree="exclude"/><item name="No" url="/no" tree="user" role=""/>"""
    assert _listed(content) == ["/", "/contact", "/form"]


def test_all_variants_are_listed_and_name_each_other() -> None:
    alternates = (
        LanguageVersion("en", f"{SITE}/en"),
        LanguageVersion("de", f"{SITE}/de"),
        LanguageVersion("x-default", f"{SITE}/any"),
    )
    assert pages_of(ssp_hierarchy(LANGUAGES)).by_address == {
        f"{SITE}/{name}": PageFacts(0.8, alternates) for name in ("en", "de", "any")
    }


def test_languages_are_written_of_a_page_that_was_met_before_without_them() -> None:
    pages = pages_of(ssp_hierarchy(f'<item name="x" url="/de"/>{LANGUAGES}'))
    assert list(pages.by_address) == [f"{SITE}/{name}" for name in ("de", "en", "any")]
    assert len({page.alternates for page in pages.by_address.values()}) == 1


def test_other_kinds_of_a_page_are_no_other_language() -> None:
    content = """<item name="Spec"><variant type="text/html" lang="en" url="/en"/><variant type="text/html" lang="de"
      url="/de"/><variant type="application/pdf" lang="en" url="/pdf"/></item>"""
    by_address = pages_of(ssp_hierarchy(content)).by_address
    assert [len(page.alternates) for page in by_address.values()] == [2, 2, 0]


def test_language_is_written_once_and_invalid_ones_never() -> None:
    content = """<item name="x"><variant lang="en" url="/1"/><variant lang="EN" url="/2"/>
      <variant lang="de_AT" url="/3"/><variant lang="klingon or so" url="/4"/></item>"""
    by_address = pages_of(ssp_hierarchy(content)).by_address
    assert len(by_address) == 4
    assert [alternate.language for alternate in by_address[f"{SITE}/1"].alternates] == ["en", "de-AT"]


def test_one_address_in_two_languages_is_listed_once() -> None:
    pages = pages_of(ssp_hierarchy('<item name="x" url="/x"><variant lang="en"/><variant lang="de"/></item>'))
    assert [[alternate.language for alternate in page.alternates] for page in pages.by_address.values()] == [
        ["en", "de"]
    ]


def test_other_hosts_are_left_out_unless_they_are_wanted() -> None:
    hierarchy = ssp_hierarchy(
        '<item name="a" url="/a"/><item name="b" url="https://b.example/"/><item name="c" url="https://b.example/c"/>'
    )
    pages = pages_of(hierarchy, host="www.example.org")
    assert list(pages.by_address) == [f"{SITE}/a"]
    assert pages.left_out == {"other-host": Omission(2, "https://b.example/")}
    assert len(pages_of(hierarchy, host="").by_address) == 3
    assert list(pages_of(hierarchy, host="b.example").by_address) == ["https://b.example/", "https://b.example/c"]


def test_host_defaults_to_that_of_the_first_page() -> None:
    pages = pages_of(ssp_hierarchy('<item name="b" url="https://b.example/"/><item name="a" url="/a"/>'))
    assert (list(pages.by_address), pages.host) == (["https://b.example/"], "b.example")


def test_addresses_no_crawler_can_visit_are_counted_once() -> None:
    content = """<item name="a" url="/a"/><item name="m" url="mailto:me@example.org"/><item name="m"
      url="mailto:me@example.org"/>"""
    assert pages_of(ssp_hierarchy(content)).left_out == {
        "not-web": Omission(1, "mailto:me@example.org"),
    }


def test_addresses_of_2048_characters_are_too_long() -> None:
    fits, long = ("/" + "x" * (length - len(SITE) - 1) for length in (2047, 2048))
    pages = pages_of(ssp_hierarchy(f'<item name="a" url="{fits}"/><item name="b" url="{long}"/>'))
    assert list(pages.by_address) == [SITE + fits]
    assert pages.left_out == {"too-long": Omission(1, SITE + long)}


def test_several_sitemaps_are_listed_one_after_another() -> None:
    first, second = (ssp_hierarchy(f'<item name="x" url="/{name}"/><item name="y" url="/y"/>') for name in "ab")
    assert list(pages_of(first, second).by_address) == [f"{SITE}/a", f"{SITE}/y", f"{SITE}/b"]


def test_dates_and_frequencies_of_sitemaps_org_files_are_kept() -> None:
    body = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{SITE}/a</loc>
      <lastmod>2024-05-31</lastmod><changefreq>daily</changefreq><priority>0.3</priority></url></urlset>"""
    pages = pages_of(org_hierarchy({f"{SITE}/sitemap.xml": body.encode()}))
    assert pages.by_address == {f"{SITE}/a": PageFacts(0.3, (), "2024-05-31", "daily")}


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-31", "2024-05-31"),
        (" 2024-05-31T14:30:00+02:00\n", "2024-05-31T14:30:00+02:00"),
        ("2024-05-31T14:30Z", "2024-05-31T14:30:00+00:00"),
        ("2024-05-31 14:30:00.123", "2024-05-31T14:30:00.123000"),
        ("Fri, 31 May 2024 14:30:00 GMT", None),
        ("2024-05", None),
        ("2024-02-31", None),
        ("2024-05-31T14:30:00+15:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_dates(text: str | None, date: str | None) -> None:
    assert date_of(text) == date


@pytest.mark.parametrize(
    ("text", "frequency"), [("Daily ", "daily"), ("never", "never"), ("often", None), (None, None)]
)
def test_frequencies(text: str | None, frequency: str | None) -> None:
    assert frequency_of(text) == frequency


@given(st.one_of(st.text(max_size=30), st.datetimes(timezones=st.timezones()).map(str), st.dates().map(str)))
def test_a_date_that_is_kept_is_valid(text: str) -> None:
    (document,) = urlsets([("https://www.example.org/", PageFacts(last_modified=date_of(text)))])
    assert errors(document, "sitemap") == []


def test_languages_in_any_case_are_written_in_that_of_bcp_47() -> None:
    content = '<item name="x"><variant lang="EN-gb" url="/1"/><variant lang="ZH_hant_tw" url="/2"/></item>'
    pages = pages_of(ssp_hierarchy(content)).by_address
    assert [alternate.language for alternate in pages[f"{SITE}/1"].alternates] == ["en-GB", "zh-Hant-TW"]

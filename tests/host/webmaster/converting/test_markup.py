"""Pages as sitemaps.org files, within the limits, valid, and always the same bytes."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.webmaster.converting.made import errors, loc_values
from standard_sitemap.webmaster.converting.markup import (
    compressed,
    decimal,
    index,
    location_in,
    urlsets,
)
from standard_sitemap.webmaster.converting.pages import STEP, LanguageVersion, PageFacts

SITE = "https://www.example.org/"


def _pages(number: int) -> dict[str, PageFacts]:
    return {f"{SITE}{place}?a=1&b='2'": PageFacts() for place in range(number)}


def test_a_document_is_valid_and_lists_pages_in_order() -> None:
    (document,) = urlsets(_pages(3).items())
    assert errors(document, "sitemap") == []
    assert list(loc_values(document)) == list(_pages(3))
    assert b"a=1&amp;b=&apos;2&apos;" in document
    assert b"xhtml" not in document


def test_all_values_of_a_page_are_valid_in_order() -> None:
    alternates = (LanguageVersion("en", f"{SITE}?q=1&r"), LanguageVersion("x-default", SITE))
    (document,) = urlsets(
        [(SITE, PageFacts(0.00001, alternates, "2024-05-31T14:30:00+02:00", "weekly")), (f"{SITE}b", PageFacts(1.0))]
    )
    assert errors(document, "sitemap") == []
    assert document.count(b"<xhtml:link") == 2


@pytest.mark.parametrize("places", [[STEP - 2], [STEP - 1], [STEP], [STEP + 1], [STEP - 1, STEP]])
def test_addresses_at_either_side_of_a_step_are_escaped_once_and_others_left_alone(places: list[int]) -> None:
    locations = [f"{SITE}{place}" for place in range(2 * STEP + 1)]
    lines = [f"<url><loc>{location}</loc></url>" for location in locations]
    for place in places:
        locations[place] = f"{SITE}?a='{place}'&b=&lt;"
        lines[place] = f"<url><loc>{SITE}?a=&apos;{place}&apos;&amp;b=&amp;lt;</loc></url>"
    (document,) = urlsets((location, PageFacts()) for location in locations)
    assert [line for line in document.decode().splitlines() if line.startswith("<url>")] == lines
    assert list(loc_values(document)) == locations


# holds: S27
def test_files_end_at_the_limit_of_pages() -> None:
    documents = list(urlsets(_pages(7).items(), max_urls=3))
    assert [len(list(loc_values(document))) for document in documents] == [3, 3, 1]
    assert [url for document in documents for url in loc_values(document)] == list(_pages(7))


# holds: S27
def test_files_end_at_the_limit_of_bytes() -> None:
    whole = max(map(len, urlsets(_pages(1).items())))
    documents = list(urlsets(_pages(20).items(), max_bytes=3 * whole))
    assert len(documents) > 1
    assert all(len(document) <= 3 * whole for document in documents)
    assert [url for document in documents for url in loc_values(document)] == list(_pages(20))


def test_fifty_thousand_pages_are_one_file_and_one_more_are_two() -> None:
    assert [len(list(urlsets(_pages(number).items()))) for number in (50_000, 50_001)] == [1, 2]


def test_no_page_makes_an_empty_urlset() -> None:
    assert [list(loc_values(document)) for document in urlsets(())] == [[]]


def test_an_index_is_valid_and_names_its_files() -> None:
    names = [location_in(SITE, name) for name in ("map-1.xml.gz", "größe & mehr.xml.gz")]
    assert errors(index(names), "siteindex") == []
    assert list(loc_values(index(names))) == [f"{SITE}map-1.xml.gz", f"{SITE}gr%C3%B6%C3%9Fe%20%26%20mehr.xml.gz"]


def test_compressed_files_are_the_same_each_time() -> None:
    (document,) = urlsets(_pages(3).items())
    assert compressed(document) == compressed(document)
    assert compressed(document)[4:8] == bytes(4), "no time in it"
    assert gzip.decompress(compressed(document)) == document


_PRIORITIES = st.floats(0, 1)
_LANGUAGES = st.from_regex(r"[a-z]{2}(-[A-Z]{2})?", fullmatch=True)


@given(
    st.lists(st.tuples(st.text("abc/&'<>\"%~", max_size=8), _PRIORITIES, st.lists(_LANGUAGES, max_size=3)), min_size=1)
)
def test_whatever_is_listed_is_valid(listed_pages: list[tuple[str, float, list[str]]]) -> None:
    pages = {
        f"{SITE}{path.replace('<', '%3C').replace('>', '%3E').replace('%', '%25')}": PageFacts(
            priority, tuple(LanguageVersion(language, SITE) for language in languages)
        )
        for path, priority, languages in listed_pages
    }
    (document,) = urlsets(pages.items())
    assert errors(document, "sitemap") == []
    assert list(loc_values(document)) == list(pages)


@pytest.mark.parametrize(
    ("number", "text"), [(0.0, "0.0"), (1.0, "1.0"), (0.25, "0.25"), (1e-5, "0.00001"), (0.1, "0.1")]
)
def test_decimals_have_no_exponent(number: float, text: str) -> None:
    assert decimal(number) == text

"""URI references: `standard_sitemap.model.uris`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.menus import LOCATION_LENGTH
from standard_sitemap.model.uris import (
    LONGEST_BASE,
    by_likeness,
    folders_above,
    has_web_scheme,
    host,
    is_certain,
    is_hierarchical,
    known_as,
    normalised,
    resolve,
    resolved,
    split_fragment,
    web_start,
)

_SITE = "https://www.example.org"
BASES = ("http://site.example/a/b.xml?q#f", "file:///home/a.xml", "https://[::1]:8443/")


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("http://a.example/b/c", "../d", "http://a.example/d"),
        ("http://a.example/b/c?q", "", "http://a.example/b/c?q"),
        ("http://a.example", " //B.example ", "http://b.example/"),
        ("http://a.example/", "http://[x", None),
        ("urn:x", "a", None),
    ],
)
def test_references_resolve_or_return_none(base: str, reference: str, expected: str | None) -> None:
    assert resolve(base, reference) == expected


def test_only_hierarchical_addresses_are_bases() -> None:
    assert [is_hierarchical(uri) for uri in (*BASES, "mailto:a@b", "urn:x", "nothing")] == [True] * 3 + [False] * 3


@given(
    st.sampled_from((*BASES, "http://a.example", "https://u:p@b.example:81?q")),
    st.text(st.sampled_from("/ab.?%2e:@;&'é-")),
)
def test_paths_resolve_as_by_the_algorithm(base: str, path: str) -> None:
    assert resolve(base, f"/{path}") == resolve(base, f" /{path}")  # a leading space is stripped


@pytest.mark.parametrize("references", [["/a", ""], ["", "/a"], [""], ["/a", "", "/b"]])
def test_an_empty_reference_among_plain_paths_leads_to_the_document(references: list[str]) -> None:
    uris = resolved("http://site.example/a/b.xml?q#f", references)
    assert uris[references.index("")] == "http://site.example/a/b.xml?q"


@given(
    st.sampled_from((*BASES, "urn:x")), st.lists(st.sampled_from(("/a", "/b?c", "/./d", "//e", "/\nf", "", "g", "é")))
)
def test_many_references_resolve_as_one_by_one(base: str, references: list[str]) -> None:
    assert resolved(base, references) == [resolve(base, reference) for reference in references]


@pytest.mark.parametrize("base", BASES)
def test_many_plain_paths_resolve_as_one_by_one(base: str) -> None:
    assert resolved(base, ["/a", "/b/c.html"]) == [resolve(base, "/a"), resolve(base, "/b/c.html")]


@given(
    st.one_of(
        st.text(st.sampled_from("ab:/\\.?#@[]%0 19\t\nx-é\u3002")),
        st.builds("http{}://{}".format, st.sampled_from(("", "s")), st.text(st.sampled_from("ab01.-:/x?nX[@%é"))),
    )
)
def test_references_classified_as_certain_resolve(reference: str) -> None:
    if is_certain(reference):
        assert None not in [resolve(base, reference) for base in BASES]


@pytest.mark.parametrize(
    "reference", ["", "a.html", "/é b".replace(" ", ""), "?q=a", "#x", "https://www.example.com/a:b"]
)
def test_ordinary_references_are_certain(reference: str) -> None:
    assert is_certain(reference)


@pytest.mark.parametrize("letter", ["a", "é", "€", "\U0001f600", '"'])
def test_certain_references_never_make_too_long_locations(letter: str) -> None:
    longest = max(count for count in range(2_500) if is_certain(letter * count))
    base = "http://site.example/" + "b" * (LONGEST_BASE - 21) + "/"
    assert 0 < LOCATION_LENGTH - len(resolve(base, letter * longest) or "") < LOCATION_LENGTH


def test_fragments_are_split_off_and_unescaped() -> None:
    assert split_fragment("http://a.example/#%41b") == ("http://a.example/", "Ab")
    assert split_fragment("http://a.example/") == ("http://a.example/", None)


def test_host_is_without_port() -> None:
    assert (host("http://A.example:81/"), host("file:///x")) == ("a.example", "")


def test_only_http_is_fetched() -> None:
    schemes = ("http", "HTTPS", "mailto", "tel", "file", "javascript")
    assert [scheme for scheme in schemes if has_web_scheme(f"{scheme}:x")] == ["http", "HTTPS"]


@pytest.mark.parametrize(
    ("address", "start"),
    [
        ("https://a.example/b/c", "https://a.example/"),
        ("http://A.example:8080/", "http://A.example:8080/"),
        ("https://a.example", ""),
    ],
)
def test_an_address_on_the_web_begins_up_to_the_slash_after_its_host(address: str, start: str) -> None:
    assert web_start(address) == start


def test_a_page_is_found_by_its_whole_address_then_without_its_fragment_then_with_another() -> None:
    located = (("other", "/a#c"), ("exact", "/a#b"), ("without", "/a"), ("elsewhere", "/b#b"))
    assert by_likeness("/a#b", located) == (["exact"], ["without"], ["other"])


def test_parameters_that_track_visits_only_decide_which_equal_address_comes_first() -> None:
    located = (("bare", "/a?id=3"), ("tracked", "/a?utm_source=x&id=3"), ("same", "/a?id=3&gclid=1"), ("id", "/a?id=4"))
    assert by_likeness("/a?id=3", located)[0] == ["bare", "tracked", "same"]
    assert by_likeness("/a?id=3&gclid=1#b", located)[1] == ["same", "bare", "tracked"]
    assert by_likeness("/a?fbclid&id=3", located)[0] == ["bare", "tracked", "same"]
    assert by_likeness("/a", (("empty", "/a?"), ("tracked", "/a?mc_eid=1"), ("other", "/a?ref=x"))) == (
        ["empty", "tracked"],
        [],
        [],
    )


def _known_as(url: str) -> list[str]:
    return [address for group in known_as(url) for address in group]


@pytest.mark.parametrize(
    ("visited", "known"),
    [
        ("/a", "/a"),
        ("/a", "/a/"),
        ("/a/", "/a"),
        ("/a", "/a.html"),
        ("/a.html", "/a"),
        ("/a.html", "/a/index.html"),
        ("/a?utm_source=mail&utm_campaign=x", "/a/"),
        ("/a?id=3&fbclid=abc", "/a.html?id=3"),
        ("/?mc_cid=1", "/index.html"),
        ("/doc/", "/doc/index.html"),
        ("/doc/index.html", "/doc/"),
        ("/doc/INDEX.php?utm_medium=x#part", "/doc/#part"),
    ],
)
def test_page_is_known_by_its_addresses(visited: str, known: str) -> None:
    assert _SITE + known in _known_as(_SITE + visited)


@pytest.mark.parametrize(
    ("visited", "other"),
    [("/?p=99", "/"), ("/f/viewtopic.php?t=5", "/f/viewtopic.php"), ("/a?id=3&page=2", "/a?id=3"), ("/a?ref=x", "/a")],
)
def test_page_with_another_query_is_another_page(visited: str, other: str) -> None:
    assert _SITE + other not in _known_as(_SITE + visited)


@pytest.mark.parametrize(
    ("visited", "known"),
    [
        ("https://reader:a-secret@a.example/b/?c@d", "https://a.example/b/?c@d"),
        ("http://reader@a.example:81/index.html", "http://a.example:81/"),
    ],
)
def test_page_with_login_in_its_address_is_known_without_it(visited: str, known: str) -> None:
    addresses = _known_as(visited)
    assert addresses[0] == visited
    assert known in addresses


def test_at_sign_after_the_host_is_no_login() -> None:
    assert all(
        address.startswith("https://a.example/~reader@b/") for address in _known_as("https://a.example/~reader@b/c")
    )


def test_page_with_login_in_its_address_is_below_folders_without_it() -> None:
    assert next(folders_above("https://reader:a-secret@a.example/b/c")) == "https://a.example/b/"


def test_own_address_is_the_likeliest_and_equivalent_ones_have_no_tracking_parameters() -> None:
    own, equivalent = known_as(f"{_SITE}/a?id=3&utm_source=x&to=4")
    assert own == (f"{_SITE}/a?id=3&utm_source=x&to=4",)
    assert equivalent[0] == f"{_SITE}/a/?id=3&to=4"


def test_ancestors_of_a_page_come_nearest_first() -> None:
    assert list(folders_above(f"{_SITE}/a/b/c.html?x#y")) == [f"{_SITE}/a/b/", f"{_SITE}/a/"]


@pytest.mark.parametrize("url", ["about:blank", "https://www.example.org", f"{_SITE}/", f"{_SITE}/a", "file", ""])
def test_page_without_ancestors(url: str) -> None:
    assert list(folders_above(url)) == []


def test_work_is_bounded_whatever_the_address() -> None:
    assert len(list(_known_as(f"{_SITE}/?" + "a&" * 50_000))) < 200
    assert len(list(folders_above(f"{_SITE}/" + "a/" * 50_000))) < 300


# RFC 3986, 6.2.2: the example and the rules, as far as resolution has not settled them.
@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
        ("http://www.example.com/%3a%2f", "http://www.example.com/%3A%2F"),
        ("http://example.com/%7Esmith/home.html", "http://example.com/~smith/home.html"),
        ("http://EXAMPLE.com:80/%7esmith/", "http://example.com/~smith/"),
        ("http://example.com", "http://example.com/"),
        ("http://example.com/a%25%2541", "http://example.com/a%25%2541"),
    ],
)
def test_addresses_are_normalised_as_in_rfc_3986(written: str, normal: str) -> None:
    resolved_address = resolve("", written)
    assert resolved_address is not None
    assert normalised(resolved_address) == normal
    assert normalised(normal) == normal

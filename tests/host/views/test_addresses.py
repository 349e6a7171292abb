"""The addresses by which a map may know a page."""

import pytest

from standard_sitemap.views.addresses import above, known_as

SITE = "https://www.example.org"


@pytest.mark.parametrize(
    ("visited", "known"),
    [
        ("/a", "/a"),
        ("/a?utm_source=mail&utm_campaign=x", "/a"),
        ("/a?id=3&fbclid=abc", "/a?id=3"),
        ("/a?fbclid=abc&id=3", "/a?id=3"),
        ("/a?id=3&page=2&from=there", "/a?id=3"),
        ("/a?whatever", "/a"),
        ("/doc/", "/doc/index.html"),
        ("/doc/index.html", "/doc/"),
        ("/doc/INDEX.php?utm_medium=x#part", "/doc/#part"),
    ],
)
def test_a_page_is_known_as(visited: str, known: str) -> None:
    assert SITE + known in known_as(SITE + visited)


def test_its_own_address_is_the_likeliest_and_no_query_the_least() -> None:
    found = list(known_as(f"{SITE}/a?id=3&utm_source=x&to=4"))
    assert found == [f"{SITE}/a{query}" for query in ("?id=3&utm_source=x&to=4", "?id=3&to=4", "?id=3", "")]


def test_what_a_page_is_below_comes_nearest_first() -> None:
    found = [one for one in above(f"{SITE}/a/b/c.html?x#y") if "index" not in one and "default" not in one]
    assert found == [f"{SITE}/a/b/", f"{SITE}/a/b", f"{SITE}/a/", f"{SITE}/a"]


@pytest.mark.parametrize("url", ["about:blank", "https://www.example.org", f"{SITE}/", f"{SITE}/a", "file", ""])
def test_what_is_below_nothing(url: str) -> None:
    assert list(above(url)) == []


def test_work_is_bounded_whatever_the_address() -> None:
    assert len(list(known_as(f"{SITE}/?" + "a&" * 50_000))) < 200
    assert len(list(above(f"{SITE}/" + "a/" * 50_000))) < 300

"""Paths of pages, and the files that keep them."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.crawling.site_addresses import SiteAddresses, file_of

ORIGIN = "https://www.example.org"


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("a", "/docs/a"),
        ("/a?b=c#d", "/a"),
        ("/a;jsessionid=1/b;v=2", "/a/b"),
        ("", "/docs/page.html"),
        ("https://www.example.org", "/"),
        ("https://www.example.org.evil.example/a", None),
        ("https://www.example.org@evil.example/a", None),
        ("http://www.example.org/a", None),
        ("//other.example/a", None),
        ("javascript:alert(1)", None),
        ("/picture.PNG", None),
        ("/list.php", "/list.php"),
    ],
)
def test_path_of_a_reference_is_that_of_a_page_of_the_site(reference: str, path: str | None) -> None:
    assert SiteAddresses(ORIGIN).path(f"{ORIGIN}/docs/page.html", reference) == path


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "index.html"),
        ("/a/", "a/index.html"),
        ("/a", "a.html"),
        ("/a.HTM", "a.%48%54%4D.html"),
        ("/list.php", "list.php.html"),
        ("/%C3%BC", "%C3%BC.html"),
        ("/%2e%2e/%2e%2e/etc/passwd", None),
        ("/..%2F..%2Fetc/passwd", None),
        ("/a%00b", None),
        ("/a%5Cb", None),
        ("/.git/config", None),
        ("//a", None),
        (f"/{'a' * 300}", f"{'a' * 80}=ba74bc90cce292f0d5f288e17b7d8900b55d91832157ff5b88bff7eb9e53465b.html"),
    ],
)
def test_file_of_a_path_lies_below_the_folder(path: str, name: str | None) -> None:
    assert file_of(path) == name


def test_obstacle_of_numbered_pages_counts_those_that_no_sitemap_lists() -> None:
    addresses = SiteAddresses(ORIGIN, most_alike=500)
    assert all(addresses.obstacle(f"/{number}", is_listed=True) is None for number in range(1_000))
    reasons = [addresses.obstacle(f"/{number}") for number in range(501)]
    assert reasons[499] is None
    assert reasons[500] == "differing from many others only in numbers or tokens"


@pytest.mark.parametrize("form", ["/s/{:032x}/page", "/(S(lit3py55t21z5v55{:08x}))/page",
                                  "/269664aa-fb39-45d6-9415-32aa{:08x}/x"])  # fmt: skip
def test_obstacle_of_pages_with_a_session_in_their_paths_counts_them(form: str) -> None:
    addresses = SiteAddresses(ORIGIN, most_alike=5)
    reasons = [addresses.obstacle(form.format(number * 2**20 + 1)) for number in range(6)]
    assert [reason is None for reason in reasons] == [True] * 5 + [False]


def test_obstacle_of_long_words_is_none() -> None:
    addresses = SiteAddresses(ORIGIN, most_alike=1)
    words = ("internationalization", "characteristically", "uncharacteristically")
    assert all(addresses.obstacle(f"/{word}") is None for word in words)

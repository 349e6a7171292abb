"""Sort order of addresses: `standard_sitemap.sitemapsorg.sort_keys`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.sitemapsorg.sort_keys import QUERY, SEGMENT, SLASH, date_of, key_of, keys_of

_HOSTS = st.sampled_from(
    ["https://a.example/", "http://a.example/", "https://b.example/", "ftp://a.example/", "file:///"]
)
_PATHS = st.lists(
    st.sampled_from(["guide", "index.html", "Default.php", "x.htm", "?q=/", "?q=1&gclid", "#f", ""]), max_size=3
)
_ADDRESSES = st.tuples(_HOSTS, _PATHS.map("/".join)).map("".join)


@given(st.lists(_ADDRESSES, max_size=6))
def test_keys_of_many_are_those_of_each(locations: list[str]) -> None:
    assert keys_of(locations) == [key_of(location) for location in locations]


def test_sort_keys_ignore_insignificant_differences() -> None:
    alike = ("guide", "guide/", "guide.html", "guide/index.html", "guide#there", "guide?utm_id=1&gclid=2#a")
    for scheme in ("https", "http", "ftp"):
        keys = keys_of([f"{scheme}://a.example/{path}" for path in (*alike, "", "guide?page=a/b")])
        assert keys == [f"a.example{SEGMENT}guide"] * 6 + ["a.example", f"a.example{SEGMENT}guide{QUERY}page=a{SLASH}b"]


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("2024/5/title", "2024-05"),
        ("2024/05/31/title", "2024-05-31"),
        ("blog/2025-01-02-title", "2025-01-02"),
        ("blog/2024_11-title", "2024-11"),
        ("1999", "1999"),
        ("2024/2025-06-07-title", "2025-06-07"),
        ("2024/05/2019-in-review", "2024-05"),
        ("2024/13/title", "2024"),
        ("2024-99", "2024"),
        ("20245/title", ""),
        ("title-2024", ""),
        ("2024x", ""),
        ("1899/title", ""),
        ("x?date=2024", ""),
        ("x/" * 400 + "2024", ""),
        ("", ""),
    ],
)
def test_the_date_of_an_address_is_the_most_exact_one_in_its_path(path: str, date: str) -> None:
    assert date_of(key_of(f"https://a.example/{path}")) == date


@pytest.mark.parametrize("name", INDEX_NAMES)
def test_directory_index_has_the_key_of_its_folder(name: str) -> None:
    assert key_of(f"https://a.example/guide/{name}") == key_of("https://a.example/guide/")

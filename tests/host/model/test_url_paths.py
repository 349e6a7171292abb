"""Paths in the form that addresses use."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

import system
from standard_sitemap.model.url_paths import index_among, is_further_page, page_names, quoted, unquoted


@system.not_on_windows("names are text")
@given(st.binary())
def test_path_of_any_bytes_comes_back(name: bytes) -> None:
    path = os.fsdecode(name)
    assert quoted(path).isascii()
    assert os.fsencode(unquoted(quoted(path))) == name


def test_quoted_path_keeps_safe_characters() -> None:
    assert quoted("a/b c.html") == "a/b%20c.html"
    assert quoted("a/b", safe="") == "a%2Fb"


def test_further_page_of_a_list_is_known_by_its_path() -> None:
    assert is_further_page("/tags/spring/page/2/")
    assert not is_further_page("/tags/spring/")


@pytest.mark.parametrize(
    ("paths", "index"),
    [
        (("index.html", "Index.html"), "index.html"),
        (("Index.html", "index.html"), "index.html"),
        (("default.htm", "INDEX.HTML"), "INDEX.HTML"),
        (("a.html", "a/index.html"), None),
    ],
)
def test_index_of_a_folder_is_the_one_that_servers_prefer(paths: tuple[str, str], index: str | None) -> None:
    assert index_among(paths) == index


def test_files_that_servers_send_for_a_path_are_that_with_its_name_first() -> None:
    assert page_names("oars/")[:4] == ["oars/", "oars.html", "oars.htm", "oars/index.html"]
    assert page_names("")[3] == "index.html"

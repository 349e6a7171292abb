"""The further pages of a list, told by their addresses and titles."""

from __future__ import annotations

import pytest

from standard_sitemap.model.further_pages import (
    first_beside,
    first_by_number,
    follows_by_number,
    names_number,
    without_number,
)


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("news/page/2/index.html", "news/index.html"),
        ("page/3/index.html", "index.html"),
        ("list-page-2.html", "list.html"),
        ("archive/page2.html", "archive/page1.html"),
        ("archive/page1.html", None),
        ("news/second.html", None),
        ("other/page/2/index.html", None),
    ],
)
def test_first_page_has_the_address_without_the_number(path: str, first: str | None) -> None:
    pages = {"index.html", "news/index.html", "list.html", "archive/page1.html", path}
    assert first_by_number(path, pages) == first


@pytest.mark.parametrize(
    ("path", "first"), [("tag/spring-2.html", "tag/spring.html"), ("tag/2.html", None), ("tag/fall-2.html", None)]
)
def test_first_page_beside_has_the_name_without_the_number(path: str, first: str | None) -> None:
    assert first_beside(path, {"tag/spring.html", path}) == first


@pytest.mark.parametrize(
    ("title", "rest"),
    [("News (Page 2)", "News"), ("Neues – Seite 3 von 4", "Neues"), ("新闻 | 第 2 页", "新闻"), ("Page", "Page")],
)
def test_number_of_a_further_page_is_told_from_the_title(title: str, rest: str) -> None:
    assert without_number(title) == rest
    assert names_number(title) == (title != rest)


@pytest.mark.parametrize(
    ("path", "further", "is_after"),
    [
        ("log/index.html", "log/1/index.html", True),
        ("log/index.html", "log/2/index.html", True),
        ("log/index.html", "log/3/index.html", False),
        ("log/1/index.html", "log/2/index.html", True),
        ("log/2/index.html", "log/1/index.html", False),
        ("log/index.html", "log/one/index.html", False),
        ("index.html", "1.html", True),
        ("log/index.html", "1.html", False),
    ],
)
def test_number_alone_follows_its_folder_or_the_number_before(path: str, further: str, is_after: bool) -> None:
    assert follows_by_number(path, further) == is_after

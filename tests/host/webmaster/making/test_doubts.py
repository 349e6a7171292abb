"""Pages that a webmaster should look at: turned to only, with the title of others, or saying that they are missing."""

from __future__ import annotations

import pytest

from standard_sitemap.webmaster.making.doubts import Doubts, doubts
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.placing import PagePlacer


def _doubts(*pages: Page) -> Doubts:
    return doubts(pages, PagePlacer({page.path: page for page in pages}).place(["s"]))


def test_pages_placed_only_by_turning_are_listed() -> None:
    page_doubts = _doubts(
        Page("s", "Start", links={"a": ""}), Page("a", "A", paging={"b": "next"}), Page("b", "B", links={"s": ""})
    )
    assert page_doubts.turned_to == ["b"]


def test_repeated_titles_are_listed_with_their_pages() -> None:
    page_doubts = _doubts(Page("s", "Start", links={"a": "", "b": ""}), Page("a", "Other"), Page("b", "Other"))
    assert page_doubts.repeated == {"Other": ["a", "b"]}


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "Page not found | Shop",
        "Shop – Seite nicht gefunden",
        "Error 404: Page not found",
        "ページが見つかりません",
    ],
)
def test_pages_that_say_that_they_are_missing_are_listed(title: str) -> None:
    assert _doubts(Page("s", "Start", links={"a": ""}), Page("a", title)).missing == ["a"]


@pytest.mark.parametrize(
    "title", ["How to answer 404 not found errors", "Error 404 handling", "NotFound", "Lost and found"]
)
def test_pages_about_missing_pages_are_not_listed(title: str) -> None:
    assert _doubts(Page("s", "Start", links={"a": ""}), Page("a", title)).missing == []

"""A real WordPress with the plugin: 2,000 pages, 10,000 posts and a menu, in the sidebar of both browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from driving import reading
from driving.surface import Browser, until
from wordpress import filling
from wordpress.site import WordPress, running

pytestmark = pytest.mark.sidebar("shared")


@pytest.fixture(scope="module")
def kiln() -> Iterator[WordPress]:
    """Yield the WordPress with its pages, posts and menu."""
    with running() as site:
        filling.fill(site)
        site.php(filling.MENU)
        yield site


def test_menu_of_wordpress_is_the_tree_and_its_page_is_marked(browser: Browser, kiln: WordPress) -> None:
    reading.shown(browser, f"{kiln.address}/page-0/page-1/")
    until(lambda: reading.current(browser) == ["Fire & earth"], "the page is marked in the menu's tree")
    assert reading.names(browser)[:4] == ["Start", "Chapter 1", "Fire & earth", "Page 1.2"]
    assert reading.can_search(browser.sidebar)
    browser.open(f"{kiln.address}/page-100/page-101/")
    until(lambda: reading.current(browser) == ["Page 3.1"], "so is one that no menu names")

"""Without the host: the sidebar says so, and how to get it."""

from __future__ import annotations

import pytest

from driving import programs, reading, start
from driving.surface import wait_for


@pytest.mark.parametrize("name", programs.NAMES)
def test_missing_host_shows_how_to_install(name: str, shop: str) -> None:
    with start.browser(name, with_host=False) as browser:
        browser.open(f"{shop}/en/")
        browser.open_sidebar()
        wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
        shown = wait_for(browser.sidebar, "return document.body.innerText")
        assert "standard-sitemap install" in shown
        assert reading.body_classes(browser) == []

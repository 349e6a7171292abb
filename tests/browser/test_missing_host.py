"""A missing host: the sidebar reports it and explains the installation."""

from __future__ import annotations

from pathlib import Path

import pytest

from driving import programs, reading, start
from driving.profile import Place
from driving.surface import until, wait_for


@pytest.mark.parametrize("name", programs.NAMES)
def test_missing_host_shows_instructions_and_connects_automatically_once_installed(name: str, shop: str) -> None:
    hidden: list[Path] = []

    def hide_host(place: Place) -> None:
        manifests = list(place.home.rglob("org.standard_sitemap.navigator.json"))
        hidden.extend(manifest.rename(manifest.with_suffix(".hidden")) for manifest in manifests)

    with start.browser(name, prepare=hide_host) as browser:
        browser.open(f"{shop}/en/")
        browser.open_sidebar()
        wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
        shown = wait_for(browser.sidebar, "return document.body.innerText")
        assert "standard-sitemap install" in shown
        assert len(set(browser.sidebar.eval(_BUTTON_TOPS))) == 1, "Copy and Try again are in one line"
        assert reading.body_classes(browser) == []
        for manifest in hidden:
            manifest.rename(manifest.with_suffix(".json"))
        until(lambda: reading.names(browser), "the map is there")


_BUTTON_TOPS = """return [...document.querySelectorAll('#message button')].filter((button) => button.checkVisibility())
    .map((button) => Math.round(button.getBoundingClientRect().top));"""

"""Display levels: the classes on the page at each level, and the author's navigation hidden accordingly."""

from __future__ import annotations

import pytest

from driving import reading
from driving.surface import Browser, until, wait_for


def level(browser: Browser) -> dict[str, int]:
    return reading.levels(reading.body_classes(browser))


def navigation_is_shown(browser: Browser) -> bool:
    return bool(browser.page.eval("return document.querySelector('.nav').checkVisibility()"))


# holds: B33
def test_an_open_popup_is_level_50(browser: Browser, shop: str) -> None:
    browser.open(f"{shop}/en/")
    until(lambda: level(browser) == {"sitemap": 20}, "level 20")
    browser.page.eval(_INTO_PAGE, _WATCH)
    browser.open_popup()
    wait_for(browser.popup, "return document.body.dataset.state === 'ready'")
    wait_for(browser.page, "return document.documentElement.dataset.seen?.includes('sitemap-under-51 ')")
    browser.close_popup()
    until(lambda: level(browser) == {"sitemap": 20}, "level 20 again")


# holds: B33 W15
def test_open_sidebar_is_level_100_until_closed(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    until(lambda: level(browser) == {"sitemap": 100}, "level 100")
    classes = reading.body_classes(browser)
    assert sorted(classes) == sorted(f"sitemap-over-{number}" for number in range(100))
    assert not navigation_is_shown(browser)
    browser.close_sidebar()
    until(lambda: level(browser) == {"sitemap": 20}, "level 20")
    assert len(reading.body_classes(browser)) == 100
    assert navigation_is_shown(browser)


# holds: B31
@pytest.mark.wiring
@pytest.mark.parametrize("name", ["shop", pytest.param("nginx_shop", marks=pytest.mark.program("nginx"))])
def test_every_page_gets_its_classes(browser: Browser, name: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(name)
    reading.shown(browser, f"{address}/en/")
    for path in ("/en/shelves/", "/de/events/", "/de/colophon.xhtml"):
        browser.open(address + path)
        until(lambda: level(browser) == {"sitemap": 100}, f"level 100 on {path}")


#: Records the classes in the page itself, because evaluating a script would close Chromium's popup.
_WATCH = """new MutationObserver(() => { document.documentElement.dataset.seen += document.body.className + ' '; })
    .observe(document.body, { attributes: true });"""
_INTO_PAGE = """const script = document.createElement('script');
    script.textContent = arguments[0];
    document.head.append(script);"""

"""A row sends the same cookies as a link of the page, on its own site, another site, and after redirects."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import reading
from driving.surface import MIDDLE_BUTTON, Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_COOKIES = ("strict=1; SameSite=Strict", "lax=1; SameSite=Lax", "plain=1")


@pytest.fixture
def home(browser: Browser, site: HTTPServer) -> str:
    """Return a page whose map leads to its own and another site; the browser has cookies of both."""

    def giving(_: Request) -> Response:
        response = sites.html("<!doctype html><title>Cookies</title>")
        for cookie in _COOKIES:
            response.headers.add("Set-Cookie", cookie)
        return response

    sites.answer_with(site, "/cookies", giving)
    sites.answer_with(site, "/on", lambda request: Response(status=302, headers={"Location": request.args["to"]}))
    own, other = f"http://shop.localhost:{site.port}", f"http://127.0.0.1:{site.port}"
    targets = {
        "Own": f"{own}/p/own",
        "Other": f"{other}/p/other",
        "Onward": f"{own}/on?to={quote(f'{other}/p/onward')}",
    }
    body = "".join(f'<a id="{name}" href="{target}">{name}</a>' for name, target in targets.items())
    sites.serve(site, "".join(f'<item name="{name}" url="{url}"/>' for name, url in targets.items()), body=body)
    for each in (own, other):
        browser.open(f"{each}/cookies")
    return f"{own}/"


def sent(site: HTTPServer, name: str) -> set[str]:
    """Return the cookies of the only request for a page, and clear the log."""
    path = f"/p/{name.lower()}"
    [request] = until(lambda: sites.requests(site, path), f"{path} is asked for")
    site.clear_log()
    return set(request.cookies)


@pytest.mark.parametrize(
    ("name", "button"),
    [
        pytest.param("Own", 0, id="Own-here"),
        pytest.param("Other", MIDDLE_BUTTON, id="Other-in-a-new-tab"),
        pytest.param("Onward", 0, id="Onward-here"),
        pytest.param("Own", MIDDLE_BUTTON, id="Own-in-a-new-tab", marks=pytest.mark.thorough),
        pytest.param("Other", 0, id="Other-here", marks=pytest.mark.thorough),
        pytest.param("Onward", MIDDLE_BUTTON, id="Onward-in-a-new-tab", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.promise("author", "Clicking a row sends the same cookies as clicking a link of the page.")
def test_row_click_sends_the_same_cookies_as_a_link(
    browser: Browser, site: HTTPServer, home: str, name: str, button: int
) -> None:
    reading.shown(browser, home)
    browser.page.click(f"#{name}")
    by_link = sent(site, name)
    assert by_link == ({"strict", "lax", "plain"} if name == "Own" else {"lax", "plain"})
    # Firefox may keep a navigation that is still under way, and drop the next one.
    until(lambda: browser.address().endswith(f"/p/{name.lower()}"), "the link has led there")
    wait_for(browser.page, "return document.readyState === 'complete'")
    reading.shown(browser, home)
    until(lambda: name in reading.names(browser), "the map is there")
    wait_for(browser.sidebar, "return document.querySelector(arguments[0]) !== null", _row(name))
    browser.sidebar.click(_row(name), button=button)
    by_row = sent(site, name)
    assert by_row == by_link if name != "Onward" or not button else by_row <= by_link
    rules = "return (await api.declarativeNetRequest.getSessionRules()).some(({ action }) => action.requestHeaders)"
    until(lambda: not browser.extension_eval(rules), "no rule is left")


def _row(name: str) -> str:
    return f'a.name[href*="/p/{name.lower()}"], a.name[href*="%2Fp%2F{name.lower()}"]'

"""`refer`: the referrer that a server receives for each value, read from its log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import MIDDLE_BUTTON, Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

#: Each value of `refer`, and the resulting referrer; None for none.
_KINDS = {
    "": None, "none root": None, "root": "map.xml", "map": "part.xml", "page": "p/from?q=1", "parent": "p/parent",
}  # fmt: skip
#: Values equivalent to one of these; the host decides, and its tests prove it.
_OTHER_VALUES = {
    "user": None, "none": None, "fancy": None, "fancy page": "p/from?q=1", "fancy root": "map.xml", "user root": None,
}  # fmt: skip
_VALUES = _KINDS | _OTHER_VALUES


def serve(site: HTTPServer, target: str) -> str:
    """Serve a map whose items, in a separate file, request each value on the way to `target`."""
    items = "".join(
        f'<item name="{value or "nothing"}" url="{target}p/to-{n}" {f"""refer="{value}" """ if value else ""}/>'
        for n, value in enumerate(_VALUES)
    )
    part = f'<item xml:id="all" name="Parent" url="p/parent">{items}</item>'
    sites.answer(site, "/part.xml", sites.sitemap(part), content_type="application/xml")
    contact = f'<item role="contact" name="Write" url="{target}p/write" refer="parent"/>'
    about = f'<item role="contentinfo" name="About" url="{target}p/about" refer="page"/>'
    content = f'<item name="Home" url="/"/><external url="part.xml#all"/>{contact}{about}'
    return sites.serve(site, sites.BODY_CLASS + content)


@pytest.fixture
def other() -> Iterator[HTTPServer]:
    """Yield a second server: another origin."""
    with sites.server() as server:
        yield server


# holds: F119 F120
@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["same-origin", "elsewhere"])
@pytest.mark.parametrize(
    "values", [_KINDS, pytest.param(_OTHER_VALUES, marks=pytest.mark.thorough)], ids=["kinds", "other-values"]
)
def test_sidebar_sends_the_configured_referrer(
    browser: Browser, site: HTTPServer, other: HTTPServer, is_elsewhere: bool, values: dict[str, str | None]
) -> None:
    target = site
    if is_elsewhere:
        target = other
        sites.serve(other, '<item name="Home" url="/"/>')
    home = serve(site, other.url_for("/") if is_elsewhere else "")
    reading.shown(browser, f"{home}p/from?q=1#part")
    until(lambda: "Parent" in reading.names(browser), "the map is there")

    def opened() -> bool:
        reading.open_branches(browser.sidebar)
        return "nothing" in reading.names(browser)

    until(opened, "the branch is open")
    for number, (value, wanted) in enumerate(_VALUES.items()):
        if value not in values:
            continue
        row = f'a[href="{target.url_for("/")}p/to-{number}"]'
        wait_for(browser.sidebar, "return document.querySelector(arguments[0]) !== null", row)
        browser.sidebar.click(row)
        path = f"/p/to-{number}"
        until(lambda path=path: sites.requests(target, path), f"{path} is asked for")  # type: ignore[misc]
        # Other sites receive only the origin, because these pages set no policy.
        sent = wanted and (home if is_elsewhere else home + wanted)
        assert sites.referrers(target, path) == [sent], value
        until(lambda: reading.current(browser) or reading.names(browser) == ["Home"], "the sidebar has followed")
        browser.open(f"{home}p/from?q=1#part")
        until(lambda: "Parent" in reading.names(browser) and not reading.current(browser), "and back")


@pytest.mark.parametrize("says", ["header", "meta", "meta-later"])
@pytest.mark.promise("author", "A sitemap cannot forge the referrer of another site in real browsers.")
def test_referrer_follows_the_policy_of_the_page(browser: Browser, site: HTTPServer, says: str) -> None:
    meta = '<meta name="referrer" content="origin">' if says == "meta" else ""
    home = sites.serve(site, '<item name="To" url="p/to" refer="page"/>', head=meta + sites.LINKS)
    policy = {"Referrer_Policy": "origin"} if says == "header" else {}
    sites.answer_with(site, "/from", lambda _: sites.html(sites.page("From", meta + sites.LINKS), **policy))
    reading.shown(browser, f"{home}from")
    until(lambda: reading.names(browser) == ["To"], "the map is there")
    if says == "meta-later":
        browser.page.eval(_SAYS_LATER)
    browser.sidebar.click(f'a.name[href="{home}p/to"]')
    until(lambda: sites.requests(site, "/p/to"), "the page is asked for")
    assert sites.referrers(site, "/p/to") == [home]


_SAYS_LATER = """const meta = document.createElement('meta');
    Object.assign(meta, {name: 'referrer', content: 'origin'});
    document.head.append(meta);"""


# holds: F121
def test_role_buttons_send_the_referrer(browser: Browser, site: HTTPServer) -> None:
    home = serve(site, "")
    reading.shown(browser, home)
    wait_for(browser.sidebar, "return document.querySelector('a[data-role=contact]') !== null")
    browser.sidebar.click("a[data-role=contact]")
    until(lambda: sites.requests(site, "/p/write"), "the role's page is asked for")
    assert sites.referrers(site, "/p/write") == [None], "parent means nothing for a role"
    until(lambda: browser.address() == f"{home}p/write", "the page is there")
    until(lambda: reading.levels(reading.body_classes(browser)), "the page's sitemap is known")
    browser.sidebar.click("a[data-role=contentinfo]")
    until(lambda: sites.requests(site, "/p/about"), "the role's page is asked for")
    assert sites.referrers(site, "/p/about") == [f"{home}p/write"]


def test_new_tabs_send_the_referrer(browser: Browser, site: HTTPServer) -> None:
    home = serve(site, "")
    reading.shown(browser, home)
    wait_for(browser.sidebar, "return document.querySelector('a[data-role=contentinfo]') !== null")
    browser.sidebar.click("a[data-role=contentinfo]", button=MIDDLE_BUTTON)
    until(lambda: sites.requests(site, "/p/about"), "the role's page is asked for")
    assert sites.referrers(site, "/p/about") == [home]


# holds: F123
def test_popup_sends_the_referrer(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, f'{sites.BODY_CLASS}<item name="To" url="p/to" refer="root"/>')
    browser.open(home)
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known")
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('[role=menuitem]') !== null")
    browser.popup.click(f'a[href="{home}p/to"]')
    until(lambda: sites.requests(site, "/p/to"), "the page is asked for")
    assert sites.referrers(site, "/p/to") == [f"{home}map.xml"]


# holds: F124
def test_next_ordinary_click_keeps_its_own_referrer(browser: Browser, site: HTTPServer) -> None:
    content = '<item name="To" url="p/to" refer="root"/><item name="Part" url="p/to#part" refer="root"/>'
    home = sites.serve(site, content, body='<a id="on" href="/p/on">on</a>')
    reading.shown(browser, home)
    for name, address in (("To", "p/to"), ("Part", "p/to#part")):
        row = f'a.name[href="{home}{address}"]'
        wait_for(browser.sidebar, "return document.querySelector(arguments[0]) !== null", row)
        browser.sidebar.click(row)
        until(lambda address=address: browser.address() == home + address, f"{name} is there")  # type: ignore[misc]
        until(lambda name=name: name in reading.current(browser), "the sidebar has followed")  # type: ignore[misc]
    until(lambda: not browser.extension_eval(_RULES), "no rule is left")
    browser.page.click("#on")
    until(lambda: browser.address() == f"{home}p/on", "the link leads there")
    assert sites.referrers(site, "/p/to") == [f"{home}map.xml"]
    assert sites.referrers(site, "/p/on") == [f"{home}p/to"]


_RULES = "return (await api.declarativeNetRequest.getSessionRules()).some(({ action }) => action.requestHeaders)"

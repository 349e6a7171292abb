"""A sitemap request has the conditions of an image request: cookies, referrer, languages, user agent.

Browsers that lack an interface send fewer cookies to another host (see the table in docs/installing.rst).
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving.surface import Browser, until

#: Hosts of the page and the sitemap. Those below `shop.localhost` are one site; all others are separate sites.
HOSTS = {
    "same-origin": ("www.shop.localhost", "www.shop.localhost"),
    "same-site": ("www.shop.localhost", "maps.shop.localhost"),
    "cross-site": ("www.shop.localhost", "127.0.0.1"),
}
_COMPARED = ("User-Agent", "Accept-Language", "Accept-Encoding", "Cookie", "Referer")
_FROM_PAGE = (
    "plain=1", "lax=1; SameSite=Lax", "strict=1; SameSite=Strict", "none=1; SameSite=None; Secure", "secure=1; Secure",
    "own=1; SameSite=None; Secure; Partitioned", "deep=1; Path=/deep", "elsewhere=1; Path=/elsewhere",
    "hidden=1; HttpOnly", "last=1",
)  # fmt: skip
_FROM_IMAGE = ("thing=1", "thingnone=1; SameSite=None; Secure", "thingown=1; SameSite=None; Secure; Partitioned")
_PARTITIONED = ("own", "thingown")
_POLICIES = ("no-referrer", "origin", "unsafe-url", "same-origin", "no-referrer-when-downgrade")
_NUMBERS = count(1)
#: One pixel: a broken image would be requested again.
_PNG = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


@dataclass(frozen=True)
class Conditions:
    """A server for all hosts: it sets cookies, and records the requests for an image and a sitemap."""

    site: HTTPServer
    knows_sites: bool
    knows_partitions: bool

    def at(self, host: str, path: str) -> str:
        return f"http://{host}:{self.site.port}{path}"

    def ready(self, browser: Browser, page_host: str, map_host: str) -> None:
        """Give the browser cookies of every kind: first-party cookies, and cookies of an image in a page."""
        for host in {page_host, map_host}:
            browser.open(self.at(host, "/"))
        browser.open(self.at(page_host, "/empty"))
        browser.page.eval(_SHOW, self.at(map_host, "/deep/cookies.png"))

    def requested(self, browser: Browser, page_host: str, map_host: str, **how: str) -> tuple[Request, Request]:
        """Return the requests for image and sitemap of an opened page; `how` selects `header` and `meta`."""
        number = next(_NUMBERS)
        self._serve(number, map_host, how)
        browser.open(self.at(page_host, f"/page-{number}?private=words#part"))
        [sitemap] = until(lambda: self._requests(f"/deep/map-{number}.xml"), "the sitemap is asked for")
        [image] = until(lambda: self._requests(f"/deep/image-{number}.png"), "the image is asked for")
        return image, sitemap

    def sent(self, image: Request, where: str) -> str | None:
        """Return the image's cookies that the browser's interfaces allow for a sitemap at `HOSTS[where]`."""
        field = image.headers.get("Cookie")
        if field is None or self.knows_sites or where == "same-origin":
            return field
        if not self.knows_partitions:  # Firefox 140, which partitions the cookies of all other sites
            return None
        cookies = [
            cookie for cookie in field.split("; ") if where == "cross-site" or cookie.partition("=")[0] in _PARTITIONED
        ]
        return "; ".join(cookies) or None

    def assert_alike(self, image: Request, sitemap: Request, where: str) -> None:
        wanted = compared(image) | {"Cookie": self.sent(image, where)}
        assert compared(sitemap) == wanted
        assert "Sec-Fetch-Dest" not in sitemap.headers, "the host asked, not the browser"
        assert "xml" in sitemap.headers["Accept"]

    def _serve(self, number: int, map_host: str, how: dict[str, str]) -> None:
        links = sites.LINKS.replace("/map.xml", self.at(map_host, f"/deep/map-{number}.xml"))
        meta = f'<meta name="referrer" content="{how["meta"]}">' if "meta" in how else ""
        body = f'<img src="{self.at(map_host, f"/deep/image-{number}.png")}" alt="">'
        page = sites.html(sites.page("Page", meta + links, body))
        page.headers.update({"Referrer-Policy": how["header"]} if "header" in how else {})
        sites.answer_with(self.site, f"/page-{number}", lambda _: page)
        sitemap = sites.sitemap('<item name="A" url="/"/>')
        sites.answer(self.site, f"/deep/map-{number}.xml", sitemap, content_type="text/xml")
        sites.answer(self.site, f"/deep/image-{number}.png", _PNG, content_type="image/png")

    def _requests(self, path: str) -> list[Request]:
        return sites.requests(self.site, path)


_SHOW = """const image = new Image();
    image.src = arguments[0];
    await new Promise((done) => { image.onload = image.onerror = done; });"""


@pytest.fixture
def conditions(browser: Browser, site: HTTPServer) -> Conditions:
    sites.answer_with(site, "/", giving(_FROM_PAGE))
    sites.answer_with(site, "/deep/cookies.png", giving(_FROM_IMAGE))
    sites.answer(site, "/empty", "<!doctype html><title>Empty</title>")
    knows = "return [api.publicSuffix, api.cookies.getPartitionKey].map((one) => one !== undefined)"
    return Conditions(site, *browser.extension_eval(knows))


def giving(cookies: tuple[str, ...]) -> Callable[[Request], Response]:
    """Return a handler that sets cookies."""

    def made(_: Request) -> Response:
        response = sites.html("<!doctype html><title>Cookies</title>")
        for cookie in cookies:
            response.headers.add("Set-Cookie", cookie)
        return response

    return made


def compared(request: Request) -> dict[str, str | None]:
    return {name: request.headers.get(name) for name in _COMPARED}


# holds: B20 B21
@pytest.mark.parametrize("where", HOSTS)
@pytest.mark.promise("server", "Cookies are those of an image of the page: sites, Secure, Path, partitions.")
def test_sitemap_request_has_the_same_conditions_as_an_image_of_the_page(
    browser: Browser, conditions: Conditions, where: str
) -> None:
    page_host, map_host = HOSTS[where]
    conditions.ready(browser, page_host, map_host)
    image, sitemap = conditions.requested(browser, page_host, map_host)
    conditions.assert_alike(image, sitemap, where)
    assert "own" in image.cookies or where == "cross-site"
    assert "strict" not in image.cookies or where != "cross-site"
    assert "thingown" in image.cookies
    assert "elsewhere" not in image.cookies


@pytest.mark.parametrize(
    ("by", "policy"),
    [
        *(("header", policy) for policy in _POLICIES),
        ("meta", "unsafe-url"),
        *(pytest.param("meta", policy, marks=pytest.mark.thorough) for policy in _POLICIES if policy != "unsafe-url"),
    ],
)
@pytest.mark.promise("server", "The referrer follows the policy of a page in real browsers.")
def test_referrer_by_the_policy_of_the_page(browser: Browser, conditions: Conditions, policy: str, by: str) -> None:
    for where in ("same-origin", "cross-site"):
        image, sitemap = conditions.requested(browser, *HOSTS[where], **{by: policy})
        conditions.assert_alike(image, sitemap, where)


@pytest.mark.promise("server", "Private windows have their own cookies.")
def test_private_windows_have_cookies_of_their_own(browser: Browser, conditions: Conditions) -> None:
    conditions.ready(browser, *HOSTS["same-site"])
    browser.new_window(conditions.at("127.0.0.1", "/empty"), private=True)
    image, sitemap = conditions.requested(browser, *HOSTS["same-site"])
    conditions.assert_alike(image, sitemap, "same-site")
    assert not sitemap.cookies
    for where, hosts in HOSTS.items():
        conditions.ready(browser, *hosts)
        image, sitemap = conditions.requested(browser, *hosts)
        conditions.assert_alike(image, sitemap, where)
        assert "thingown" in image.cookies


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
@pytest.mark.promise("server", "Containers have their own cookies.")
def test_containers_have_cookies_of_their_own(browser: Browser, conditions: Conditions) -> None:
    conditions.ready(browser, *HOSTS["same-origin"])
    browser.new_container_tab(conditions.at("127.0.0.1", "/empty"), 1)
    image, sitemap = conditions.requested(browser, *HOSTS["same-origin"])
    conditions.assert_alike(image, sitemap, "same-origin")
    assert "strict" not in sitemap.cookies
    for where, hosts in HOSTS.items():
        conditions.ready(browser, *hosts)
        image, sitemap = conditions.requested(browser, *hosts)
        conditions.assert_alike(image, sitemap, where)
        assert "thingown" in image.cookies

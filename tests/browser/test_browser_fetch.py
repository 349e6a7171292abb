"""What the host cannot fetch, the browser fetches for it."""

from __future__ import annotations

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import reading
from driving.surface import Browser
from driving.waiting import until

_HOME = '<item name="Home" url=""/>'


def test_server_that_only_answers_browsers(browser: Browser, site: HTTPServer) -> None:
    def made(request: Request) -> Response:
        is_browser = "Sec-Fetch-Mode" in request.headers
        return Response(sites.sitemap(_HOME), content_type="text/xml", status=200 if is_browser else 403)

    sites.answer_with(site, "/map.xml", made)
    reading.shown(browser, sites.serve(site, ""))
    until(lambda: reading.names(browser) == ["Home"], "the map is there")
    assert [answer.status_code for request, answer in site.log if request.path == "/map.xml"] == [403, 200]


def test_server_that_wants_a_cookie_it_has_just_given(browser: Browser, site: HTTPServer) -> None:
    def made(request: Request) -> Response:
        is_known = request.cookies.get("pass") == "yes"
        return Response(sites.sitemap(_HOME), content_type="text/xml", status=200 if is_known else 401)

    sites.answer_with(site, "/map.xml", made)
    given = {"Set_Cookie": "pass=yes; HttpOnly; SameSite=Lax"}
    sites.answer_with(site, "/", lambda _: sites.html(sites.page("Page"), **given))
    reading.shown(browser, site.url_for("/"))
    until(lambda: reading.names(browser) == ["Home"], "the map is there")
    assert sites.requests(site, "/map.xml")[-1].cookies.get("pass") == "yes"

"""Each recipe in the real server, as printed: only pages announce the sitemap."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

import command_line
from host.webmaster.announcing import web_servers
from standard_sitemap.webmaster.announcing.recipes import recipe

pytestmark = pytest.mark.program("web servers and PHP")

FIELDS = ("opt", "15-location", "x-standard-sitemap-location")


def _discovered(url: str) -> str:
    return command_line.run("discover", url).stdout.strip()


def _announcing(response: httpx.Response) -> list[str]:
    return [name for name in FIELDS if name in response.headers]


def _recipe(name: str, path: str) -> str:
    return recipe(name.partition(" ")[0], path)


@pytest.fixture(scope="module", params=web_servers.FORMS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of a site on disk behind each server."""
    with (
        web_servers.site() as root,
        web_servers.FORMS[request.param](root, _recipe(request.param, "/standard-sitemap.xml")) as server_address,
    ):
        yield server_address


@pytest.mark.parametrize("page", ["/", "/sub/", "/sub/page.html", "/x.xhtml"])
def test_a_page_leads_to_the_sitemap(address: str, page: str) -> None:
    assert _discovered(address + page) == f"{address}/standard-sitemap.xml  (opt-header)"


@pytest.mark.parametrize(("path", "status"), [("/style.css", 200), ("/none.html", 404), ("/standard-sitemap.xml", 200)])
def test_non_page_is_not_announced_on(address: str, path: str, status: int) -> None:
    response = httpx.get(address + path)
    assert response.status_code == status
    assert _announcing(response) == []


def test_the_file_is_labelled_cacheable_and_compressed(address: str) -> None:
    with httpx.stream("GET", f"{address}/standard-sitemap.xml", headers={"Accept-Encoding": "gzip"}) as response:
        body = b"".join(response.iter_raw())
    assert response.headers["content-type"] == "application/xml"
    assert response.headers["cache-control"] == "max-age=3600"
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body).decode() == web_servers.MAP


def test_a_file_that_did_not_change_is_not_sent_again(address: str) -> None:
    """Check compressed files too: readers revalidate after an hour."""
    first = httpx.get(f"{address}/standard-sitemap.xml").headers
    requesting = {"If-None-Match": first.get("etag"), "If-Modified-Since": first.get("last-modified")}
    headers = {name: value for name, value in requesting.items() if value is not None}
    assert httpx.get(f"{address}/standard-sitemap.xml", headers=headers).status_code == 304


@pytest.mark.parametrize("form", web_servers.FORMS)
def test_a_path_with_an_escape_is_announced_as_it_is_and_served_as_it_is_called(form: str) -> None:
    with web_servers.site("maps/übersicht.xml") as root:
        path = "/maps/%C3%BCbersicht.xml"
        with web_servers.FORMS[form](root, _recipe(form, path)) as address:
            assert _discovered(f"{address}/sub/page.html") == f"{address}{path}  (opt-header)"
            assert httpx.get(address + path).headers["content-type"] == "application/xml"


@contextlib.contextmanager
def _apache_before(upstream: str, root: Path) -> Iterator[str]:
    inside = f"ProxyPass / {upstream}/"
    with web_servers.behind_apache(root, recipe("apache"), "httpd.conf", inside) as address:
        yield address


@contextlib.contextmanager
def _nginx_before(upstream: str, root: Path) -> Iterator[str]:
    with web_servers.behind_nginx(root, recipe("nginx"), f"location / {{ proxy_pass {upstream}; }}") as address:
        yield address


@contextlib.contextmanager
def _caddy_before(upstream: str, root: Path) -> Iterator[str]:
    with web_servers.behind_caddy(root, recipe("caddy"), upstream) as address:
        yield address


@contextlib.contextmanager
def _lighttpd_before(upstream: str, root: Path) -> Iterator[str]:
    host, port = upstream.removeprefix("http://").split(":")
    inside = f'server.modules += ( "mod_proxy" )\nproxy.server = ( "" => (( "host" => "{host}", "port" => {port} )) )'
    with web_servers.behind_lighttpd(root, recipe("lighttpd"), inside) as address:
        yield address


@pytest.mark.parametrize("before", [_nginx_before, _apache_before, _caddy_before, _lighttpd_before])
def test_pages_of_an_application_behind_the_server_lead_to_the_sitemap(
    before: Callable[..., contextlib.AbstractContextManager[str]],
) -> None:
    with (
        web_servers.application() as upstream,
        web_servers.site() as root,
        before(upstream, root) as address,
    ):
        assert _discovered(f"{address}/anything") == f"{address}/standard-sitemap.xml  (opt-header)"
        assert httpx.get(f"{address}/anything").text == web_servers.PAGE
        assert _announcing(httpx.get(f"{address}/x.css")) == []
        assert _announcing(httpx.get(f"{address}/none")) == []


def test_nginx_drops_the_fields_in_a_location_with_its_own_as_the_recipe_warns() -> None:
    inside = "location /sub/ { add_header X-Other 1; }"
    with web_servers.site() as root, web_servers.behind_nginx(root, recipe("nginx"), inside) as address:
        assert _announcing(httpx.get(f"{address}/sub/page.html")) == []
        assert _announcing(httpx.get(f"{address}/")) != []


def test_php_response_announces_the_sitemap_if_it_is_a_page() -> None:
    with web_servers.site() as root, web_servers.behind_php(root, recipe("php")) as address:
        assert _discovered(f"{address}/page.php") == f"{address}/standard-sitemap.xml  (opt-header)"
        for path, status in (("/style.php", 200), ("/gone.php", 404), ("/style.css", 200)):
            response = httpx.get(address + path)
            assert response.status_code == status
            assert _announcing(response) == []

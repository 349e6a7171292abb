"""No request bypasses a proxy: the browser fetches, and the host contacts neither servers nor name servers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import proxies, sites
from browser.conftest import tidy
from browser.proxies import Proxy
from commands.packing import archives
from driving import programs, reading, start
from driving.profile import Place
from driving.surface import Browser, until, wait_for
from protocol.network_watch import NetworkWatch

_MAP = '<item name="Home" url="/"/><external url="part.xml#all"/>'
_PART = '<item xml:id="all" name="Behind" url="p/behind"/>'

#: The ways in which a reader or an extension sets a proxy.
_SET = {
    "chromium": """await api.proxy.settings.set({value: {mode: 'fixed_servers', rules: {singleProxy: {
        scheme: arguments[0] === 'http' ? 'http' : 'socks5', host: '127.0.0.1', port: arguments[1]}}}})""",
    "firefox": """const at = `127.0.0.1:${arguments[1]}`;
        const ofKind = arguments[0] === 'http' ? {http: at} : {socks: at, socksVersion: 5, proxyDNS: true};
        await api.proxy.settings.set({value: {proxyType: 'manual', passthrough: '', ...ofKind}})""",
}
_CLEAR = "await api.proxy.settings.clear({})"


class ObservedBrowser:
    """A browser, and the network requests of its host."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.watch: NetworkWatch
        self.browser: Browser

    def prepare(self, place: Place) -> None:
        """Start the host with the network watch."""
        self.watch = NetworkWatch(place.folder / "watch")
        manifest = next(place.home.rglob("org.standard_sitemap.navigator.json"))
        registered = json.loads(manifest.read_text())
        variables = shlex.join(f"{name}={value}" for name, value in self.watch.environment.items())
        script = place.folder / "watched-host"
        script.write_text(f'#!/bin/sh\nexec env {variables} {shlex.quote(registered["path"])} "$@"\n')
        script.chmod(0o755)
        manifest.write_text(json.dumps(registered | {"path": str(script)}))

    def seen(self) -> list[str]:
        """Return the host's network requests since the last call."""
        notes = self.watch.seen()
        Path(self.watch.environment["NETWORK_WATCH"]).unlink(missing_ok=True)
        return notes


@pytest.fixture(scope="module", params=programs.NAMES)
def started(request: pytest.FixtureRequest) -> Iterator[ObservedBrowser]:
    observed = ObservedBrowser(request.param)
    with start.browser(request.param, prepare=observed.prepare) as running:
        observed.browser = running
        yield observed


@pytest.fixture
def observed(started: ObservedBrowser) -> Iterator[ObservedBrowser]:
    tidy(started.browser, shares_sidebar=True)
    yield started
    started.browser.open_sidebar()
    started.browser.extension_eval(_CLEAR)


@pytest.fixture(params=["http", "socks"])
def proxy(request: pytest.FixtureRequest, site: HTTPServer) -> Iterator[Proxy]:
    with proxies.serving(request.param, site.port) as running:
        yield running


def go_by(observed: ObservedBrowser, proxy: Proxy) -> None:
    """Make the browser use the proxy from now on."""
    observed.seen()
    observed.browser.extension_eval(_SET[observed.name], proxy.kind, proxy.port)


def shows(browser: Browser, *names: str) -> None:
    until(lambda: set(names) <= set(reading.names(browser)), f"the map shows {names}")


@pytest.mark.promise("network", "In both browsers, nothing bypasses a real HTTP or SOCKS5 proxy.")
def test_no_request_bypasses_the_proxy(observed: ObservedBrowser, proxy: Proxy, site: HTTPServer) -> None:
    sites.answer(site, "/part.xml", sites.sitemap(_PART), content_type="application/xml")
    sites.serve(site, _MAP)
    go_by(observed, proxy)
    name = proxies.name()
    reading.shown(observed.browser, f"http://{name}/")
    shows(observed.browser, "Home", "Behind")
    assert observed.seen() == []
    assert f"{proxy.kind} {name}" in proxy.requested


@pytest.mark.promise("network", "Nothing of another site bypasses a real proxy.")
def test_no_request_to_another_site_bypasses_the_proxy(
    observed: ObservedBrowser, proxy: Proxy, site: HTTPServer
) -> None:
    other = proxies.name()
    sites.serve(site, _MAP, head=sites.LINKS.replace("/map.xml", f"http://{other}/map.xml"))
    sites.answer(site, "/part.xml", sites.sitemap(_PART), content_type="application/xml")
    go_by(observed, proxy)
    reading.shown(observed.browser, f"http://{proxies.name()}/")
    shows(observed.browser, "Home", "Behind")
    assert observed.seen() == []
    assert f"{proxy.kind} {other}" in proxy.requested


@pytest.mark.parametrize("name", programs.NAMES)
@pytest.mark.promise("network", "Nothing bypasses a proxy that the system names.")
def test_no_request_bypasses_the_systems_proxy(name: str, site: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the system's proxy: Chromium only reports that it uses it, and the host reads the settings."""
    observed = ObservedBrowser(name)
    sites.serve(site, '<item name="Home" url="/"/>')
    with proxies.serving("http", site.port) as proxy:
        variables = {"http_proxy": f"http://127.0.0.1:{proxy.port}", "no_proxy": "localhost,127.0.0.1"}

        def prepare(place: Place) -> None:
            observed.prepare(place)
            environment = place.environment() | variables
            monkeypatch.setattr(place, "environment", lambda: environment)

        address = proxies.name()
        with start.browser(name, prepare=prepare) as browser:
            reading.shown(browser, f"http://{address}/")
            shows(browser, "Home")
            assert observed.seen() == []
        assert f"http {address}" in proxy.requested


@pytest.mark.parametrize("proxy", ["http"], indirect=True)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])  # browsers bypass the proxy for these
@pytest.mark.promise("network", "No redirect bypasses a real proxy.")
def test_no_redirect_bypasses_the_proxy(observed: ObservedBrowser, proxy: Proxy, site: HTTPServer, host: str) -> None:
    secret = f"http://{host}:{site.port}/secret.xml"
    sites.answer_with(site, "/", lambda _: sites.html(sites.page("Page")))
    sites.answer_with(site, "/map.xml", lambda _: Response(status=302, headers={"Location": secret}))
    sites.answer(site, "/secret.xml", sites.sitemap('<item name="Secret" url="/"/>'), content_type="application/xml")
    go_by(observed, proxy)
    observed.browser.open(f"http://{proxies.name()}/")
    says = "return document.querySelector('#message').textContent.includes(arguments[0])"
    wait_for(observed.browser.sidebar, "return document.body.dataset.state === 'failed'")
    wait_for(observed.browser.sidebar, says, "127.0.0.1")
    assert sites.requests(site, "/map.xml")
    assert not sites.requests(site, "/secret.xml")
    assert observed.seen() == []


def test_without_a_proxy_the_host_fetches(observed: ObservedBrowser, site: HTTPServer) -> None:
    observed.seen()
    sites.serve(site, '<item name="Home" url="/"/>')
    reading.shown(observed.browser, site.url_for("/"))
    shows(observed.browser, "Home")
    assert any(line.startswith("connect") for line in observed.seen())
    assert ["Sec-Fetch-Mode" in request.headers for request in sites.requests(site, "/map.xml")] == [False]


@pytest.mark.parametrize("started", ["chromium"], indirect=True)  # Firefox's archive lacks the permission
@pytest.mark.promise("network", "A proxy requires no further permission of the reader.")
def test_reading_proxy_settings_needs_no_further_permission(observed: ObservedBrowser) -> None:
    whole = archives.manifest_for("chrome")
    without = {**whole, "permissions": [name for name in whole["permissions"] if name != "proxy"]}
    ask = "return await api.management.getPermissionWarningsByManifest(arguments[0])"
    warnings = [observed.browser.extension_eval(ask, json.dumps(each)) for each in (whole, without)]
    assert warnings[0]
    assert warnings[0] == warnings[1]

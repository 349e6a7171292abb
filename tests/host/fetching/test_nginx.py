"""Behind a real nginx: validators are used, languages kept apart, compression undone, logins left to the browser."""

import asyncio
import os
import ssl
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from host.fetching.behind_nginx import Nginx, serving
from host.fetching.misbehaving import sitemap
from protocol.host_process import Host
from standard_sitemap.fetching import network
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.client import Fetcher, Policy, network_for
from standard_sitemap.fetching.request_headers import ACCEPT_XML, ReferringPage
from standard_sitemap.refusals import NoConnection

pytestmark = pytest.mark.program("nginx")

LONG = sitemap("".join(f'<item name="Item {n}" url="item-{n}.html"/>' for n in range(200)))
HARD_TO_COMPRESS = sitemap(f'<item name="{Random(1).randbytes(200_000).hex()}"/>')


@pytest.fixture(scope="module")
def nginx() -> Iterator[Nginx]:
    languages = {language: sitemap(f'<item name="{language}" url="{language}.html"/>') for language in ("de", "en")}
    files = {
        "map.xml": LONG,
        "fresh/map.xml": LONG,
        "long.xml": HARD_TO_COMPRESS,
        **{f"by-language/{name}.xml": text for name, text in languages.items()},
    }
    with serving(files) as server:
        for number, language in enumerate(("de", "en")):
            # The English file is older: the German one's date would call it unchanged.
            os.utime(server.root / "by-language" / f"{language}.xml", (2_000_000 - number, 2_000_000 - number))
        yield server


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def _opened(folder: Path, nginx: Nginx, path: str, language: str = "en", **params: object) -> list[str]:
    """Return the home items' names that a fresh host process, with that cache, finds at a path."""
    host = Host(folder).greet()
    try:
        page = {"url": f"{nginx.base}/", "headers": [["Accept-Language", language]], **params}
        asked = {"sitemap": f"{nginx.base}{path}", "page": page}
        site = host.answer(host.request("site.open", asked))["result"]
        assert site["refusal"] is None
        host.process.stdin.close()  # type: ignore[union-attr]
        host.process.stdin = None
        host.ended()
        return [link["name"] for link in site["roles"]["home"]]
    finally:
        host.close()


def _requested(nginx: Nginx, path: str) -> list[list[str]]:
    return [line.split(" ")[1:] for line in nginx.requested if line.startswith(f"{path} ")]


@pytest.mark.promise("server", "Validators are sent, and a 304 response is used.")
def test_not_modified_is_used(nginx: Nginx, cache: Path) -> None:
    assert _opened(cache, nginx, "/map.xml") == _opened(cache, nginx, "/map.xml") == ["Item 0"]
    first, second = _requested(nginx, "/map.xml")[-2:]
    assert (first[0], first[-1]) == ("200", "-")
    assert second[0] == "304"
    assert second[-1] != "-"


@pytest.mark.promise("server", "A reload of the page revalidates.")
def test_fresh_response_is_not_requested_until_page_reload(nginx: Nginx, cache: Path) -> None:
    for _ in range(2):
        _opened(cache, nginx, "/fresh/map.xml")
    assert len(_requested(nginx, "/fresh/map.xml")) == 1
    host = Host(cache).greet()
    try:
        asked = {"sitemap": f"{nginx.base}/fresh/map.xml", "page": {"url": f"{nginx.base}/"}}
        site = host.answer(host.request("site.open", asked))["result"]["site"]
        host.answer(host.request("site.reload", {"site": site, "revalidate": True}))
    finally:
        host.close()
    assert [status for status, *_ in _requested(nginx, "/fresh/map.xml")][-1] == "304"


@pytest.mark.promise("server", "Variants by `Vary` are cached separately.")
def test_languages_are_cached_apart(nginx: Nginx, cache: Path) -> None:
    asked = ("de", "en", "de", "en")
    assert [_opened(cache, nginx, "/by-language/map.xml", language) for language in asked] == [[name] for name in asked]
    assert [status for status, *_ in _requested(nginx, "/by-language/map.xml")][-4:] == ["200", "200", "304", "304"]


@pytest.mark.promise("server", "Responses in gzip, deflate, brotli and zstd are decoded behind a real web server.")
def test_compression_is_requested_and_undone(nginx: Nginx, cache: Path) -> None:
    assert _opened(cache, nginx, "/map.xml") == ["Item 0"]
    assert _requested(nginx, "/map.xml")[-1][2] == "gzip"


def _securely(
    nginx: Nginx, page: ReferringPage, uri: str, monkeypatch: pytest.MonkeyPatch, *, trusted: bool
) -> RetrievedDocument:
    (document,) = _all_securely(nginx, page, [uri], monkeypatch, trusted=trusted)
    return document


def _all_securely(
    nginx: Nginx, page: ReferringPage, uris: list[str], monkeypatch: pytest.MonkeyPatch, *, trusted: bool
) -> list[RetrievedDocument]:
    async def resolve(*_: object) -> list[str]:
        return ["127.0.0.1"]

    async def fetching() -> list[RetrievedDocument]:
        own = network_for(page, Policy(any_address=True, resolver=resolve))
        try:
            return await asyncio.gather(*(Fetcher(page, own).fetch(uri, ACCEPT_XML, xml_only=True) for uri in uris))
        finally:
            await own.close()

    context = ssl.create_default_context(cafile=str(nginx.certificate) if trusted else None)
    monkeypatch.setattr(network, "trusted_certificates", lambda: context)
    return asyncio.run(fetching())


@pytest.mark.promise("network", "The http sitemap of an https page is upgraded.")
def test_an_address_without_tls_is_upgraded_for_a_page_with_it(nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    page, uri = ReferringPage("https://www.example.org/"), f"http://www.example.org:{nginx.secure_port}/map.xml"
    document = _securely(nginx, page, uri, monkeypatch, trusted=True)
    assert document.uri == uri.replace("http:", "https:")


def test_documents_are_fetched_over_another_connection_after_a_server_ends_one(
    nginx: Nginx, monkeypatch: pytest.MonkeyPatch
) -> None:
    uris = [f"https://www.example.org:{nginx.secure_port}/long.xml?{number}" for number in range(150)]
    page = ReferringPage("https://www.example.org/")
    documents = _all_securely(nginx, page, uris, monkeypatch, trusted=True)
    assert [len(document.body) for document in documents] == [len(HARD_TO_COMPRESS)] * 150


@pytest.mark.promise("network", "An untrusted certificate is refused.")
def test_untrusted_certificate_prevents_connection(nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    uri = f"https://www.example.org:{nginx.secure_port}/map.xml"
    with pytest.raises(NoConnection):
        _securely(nginx, ReferringPage(), uri, monkeypatch, trusted=False)


@pytest.mark.promise("successor", "Private windows and containers leave nothing on disk.")
def test_private_windows_and_containers_leave_nothing_on_disk(nginx: Nginx, cache: Path) -> None:
    assert _opened(cache, nginx, "/fresh/map.xml", container="firefox-container-1") == ["Item 0"]
    host = Host(cache).greet()
    try:
        asked = {"sitemap": f"{nginx.base}/fresh/map.xml", "page": {"url": f"{nginx.base}/"}, "private": True}
        assert host.answer(host.request("site.open", asked))["result"]["refusal"] is None
    finally:
        host.close()
    assert not [file for file in cache.rglob("*") if file.is_file()]


def test_a_login_is_left_to_the_browser(nginx: Nginx, cache: Path) -> None:
    host = Host(cache).greet()
    try:
        uri = f"{nginx.base}/locked/map.xml"
        number = host.request("site.open", {"sitemap": uri, "page": {"url": f"{nginx.base}/"}})
        while (message := host.receive()).get("event") != "fetch":
            pass
        assert (message["params"]["uri"], message["params"]["status"]) == (uri, 401)
        host.request("fetched", {"fetch": message["params"]["fetch"], "ok": False, "status": 401})
        assert host.answer(number)["result"]["refusal"]["code"] == "http-status"
    finally:
        host.close()

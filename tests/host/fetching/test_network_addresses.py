"""The addresses that a page may make the host reach, and addresses as browsers read them."""

import json
from ipaddress import ip_address
from pathlib import Path

import pytest

from standard_sitemap.fetching.network_addresses import (
    BLOCKED_PORTS,
    Scope,
    is_local_name,
    literal_address,
    may_reach,
    named_scope,
    reach,
    scope_of,
    target,
    upgraded,
)
from standard_sitemap.refusals import BadUrl, NotAllowed

# The cases of the extension's test, too: both have a table of ranges.
_SCOPES: dict[str, list[str]] = json.loads((Path(__file__).parents[2] / "address-scopes.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("address", "scope"), [(address, Scope(name)) for name, listed in _SCOPES.items() for address in listed]
)
@pytest.mark.promise(
    "page", "Every kind of address is recognised: loopback, private, link-local, multicast, metadata, IPv4 within IPv6."
)
def test_scope(address: str, scope: Scope) -> None:
    assert scope_of(ip_address(address)) is scope


def test_every_scope_has_cases() -> None:
    assert _SCOPES.keys() == {scope.value for scope in Scope}
    assert all(_SCOPES.values())


@pytest.mark.parametrize("page", list(Scope))
@pytest.mark.promise("page", "A page can reach public addresses and addresses of its own kind.")
def test_every_page_may_reach_public_addresses_and_its_own_kind(page: Scope) -> None:
    assert may_reach(page, ip_address("8.8.8.8"))
    for address in ("127.0.0.1", "10.0.0.1", "169.254.1.1"):
        assert may_reach(page, ip_address(address)) == (scope_of(ip_address(address)) is page)
    assert not may_reach(page, ip_address("0.0.0.0"))


_ADDRESSES = ("8.8.8.8", "127.0.0.1", "::1", "10.0.0.1", "10.0.0.2", "169.254.169.254", "168.63.129.16", "0.0.0.0")


@pytest.mark.parametrize(
    ("named", "reached"),
    [
        ([], {"8.8.8.8"}),
        ([["1.1.1.1"]], {"8.8.8.8"}),
        ([["1.1.1.1"], []], {"8.8.8.8"}),
        ([["127.0.0.1"]], {"127.0.0.1", "::1"}),
        ([["127.0.0.1", "::1"]], {"127.0.0.1", "::1"}),
        ([["::ffff:127.0.0.1"]], {"127.0.0.1", "::1"}),
        ([["10.0.0.1"]], {"8.8.8.8", "10.0.0.1"}),
        ([["::ffff:10.0.0.1"]], {"8.8.8.8", "10.0.0.1"}),
        ([["127.0.0.1"], ["1.1.1.1"]], {"8.8.8.8", "127.0.0.1"}),
        ([["127.0.0.1"], []], {"8.8.8.8", "127.0.0.1"}),
        ([["169.254.169.254"]], {"8.8.8.8", "169.254.169.254"}),
        ([["1.1.1.1", "10.0.0.1"]], {"8.8.8.8"}),
        ([["127.0.0.1", "1.1.1.1"]], {"8.8.8.8"}),
        ([["1.1.1.1", "10.0.0.1"], ["10.0.0.2"]], {"8.8.8.8", "10.0.0.2"}),
    ],
)
@pytest.mark.promise(
    "author", "A command reaches only named and public servers, even if a named public name has a private address."
)
def test_reach_covers_named_and_public_servers_or_only_this_machine(named: list[list[str]], reached: set[str]) -> None:
    own = reach([map(ip_address, addresses) for addresses in named])
    assert {address for address in _ADDRESSES if own.allows(ip_address(address))} == reached


@pytest.mark.parametrize(
    ("url", "scope"),
    [
        ("http://www.example.org/", None),
        ("http://localhost:8080/", Scope.LOOPBACK),
        ("http://demo.localhost./", Scope.LOOPBACK),
        ("http://localhost.example.org/", None),
        ("http://[::1]:8080/", Scope.LOOPBACK),
        ("http://192.168.0.1/", Scope.PRIVATE),
        ("http://8.8.8.8/", Scope.PUBLIC),
        ("", None),
        ("http://0x7f.1/", Scope.LOOPBACK),
        ("http://169.254.169.254/", Scope.METADATA),
    ],
)
def test_url_host_is_classified_without_a_look_up(url: str, scope: Scope | None) -> None:
    assert named_scope(url) is scope


@pytest.mark.parametrize(
    ("text", "scope"), [("fe80::1%eth0", Scope.LINK_LOCAL), ("[::1]", Scope.LOOPBACK), ("10.0.0.1", Scope.PRIVATE)]
)
def test_addresses_as_browsers_write_them(text: str, scope: Scope) -> None:
    address = literal_address(text)
    assert address is not None
    assert scope_of(address) is scope


@pytest.mark.parametrize(
    "host", ["router", "Printer.Local", "x.home.arpa.", "db.internal", "localhost", "a.localhost."]
)
def test_local_network_names_are_recognised(host: str) -> None:
    assert is_local_name(host)


@pytest.mark.parametrize("host", ["www.example.org", "local.example.org", "home.arpa.example"])
def test_other_names_are_not_local(host: str) -> None:
    assert not is_local_name(host)


def test_localhost_is_the_own_machine_whatever_name_servers_say() -> None:
    assert str(target("http://x.localhost:80/").literal) == "127.0.0.1"


def test_a_name_is_no_address() -> None:
    assert literal_address("www.example.org") is None


LOOPBACK = [
    "127.0.0.1",
    "127.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0X7F.0.0.0x1",
    "0177.0.0.01",
    "017700000001",
    "%31%32%37.0.0.1",
    "１２７．０．０．１",
    "127。0。0。1",
    "⑫7.0.0.1",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::127.0.0.1]",
]


@pytest.mark.parametrize("host", LOOPBACK)
@pytest.mark.promise("page", "Unusual notations of an address are recognised.")
def test_odd_notations_are_the_addresses_that_they_are(host: str) -> None:
    place = target(f"http://{host}/map")
    assert place.literal is not None
    assert scope_of(place.literal) is Scope.LOOPBACK


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "data:text/xml,<a/>",
        "file:///etc/hosts",
        "ftp://www.example.org/map",
        "blob:http://www.example.org/x",
        "view-source:http://www.example.org/",
        "http://",
        "http://1.2.3.256/",
        "http://0x100000000/",
        "http://a b/",
        "http://www.example.org:99999/",
        "http://[::1",
        "//www.example.org/map",
        "",
        "http://www.example.org/" + "x" * 70_000,
    ],
)
@pytest.mark.promise("page", "Only http and https addresses are fetched.")
def test_non_web_address_is_refused(uri: str) -> None:
    with pytest.raises(BadUrl):
        target(uri)


@pytest.mark.promise("page", "Credentials in an address are removed.")
def test_credentials_and_fragments_stay_behind() -> None:
    assert target("http://user:secret@www.example.org/map#x").uri == "http://www.example.org/map"


def test_tabs_line_breaks_and_backslashes_are_read_as_browsers_do() -> None:
    assert target(" ht\ntp:\\\\www.exa\tmple.org\\map ").uri == "http://www.example.org/map"


def test_redirect_is_resolved_against_its_own_address() -> None:
    assert target("../map", "http://www.example.org/a/b/c").uri == "http://www.example.org/a/map"
    with pytest.raises(BadUrl):
        target("file:///etc/hosts", "http://www.example.org/")


@pytest.mark.parametrize("port", sorted(BLOCKED_PORTS))
@pytest.mark.promise("page", "Ports that browsers block are blocked.")
def test_ports_of_other_services_are_blocked(port: int) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(NotAllowed):
            target(f"{scheme}://www.example.org:{port}/")


@pytest.mark.parametrize("port", [80, 443, 81, 1024, 8000, 8080, 65535])
def test_other_ports_are_allowed(port: int) -> None:
    assert target(f"http://www.example.org:{port}/").port == port


def test_origin_and_folder() -> None:
    place = target("https://www.example.org/maps/all.xml?x=a/b")
    assert (place.origin, place.folder) == ("https://www.example.org:443", "https://www.example.org/maps")


@pytest.mark.parametrize(
    ("page", "uri", "sent"),
    [
        ("https://www.example.org/", "http://www.example.org/map", "https://www.example.org/map"),
        ("https://www.example.org/", "http://map.example:8080/map", "https://map.example:8080/map"),
        ("https://www.example.org/", "https://map.example/map", "https://map.example/map"),
        ("https://www.example.org/", "http://localhost:8000/map", "http://localhost:8000/map"),
        ("https://www.example.org/", "http://127.0.0.1:8000/map", "http://127.0.0.1:8000/map"),
        ("http://www.example.org/", "http://www.example.org/map", "http://www.example.org/map"),
        ("", "http://www.example.org/map", "http://www.example.org/map"),
    ],
)
def test_secure_pages_have_sitemaps_upgraded(page: str, uri: str, sent: str) -> None:
    assert upgraded(target(uri), page).uri == sent

"""Which addresses a page may make the host reach."""

from ipaddress import ip_address

import pytest

from standard_sitemap.fetching.addresses import Scope, may_reach, page_scope, scope_of


@pytest.mark.parametrize(
    ("address", "scope"),
    [
        ("8.8.8.8", Scope.PUBLIC),
        ("2606:4700::1111", Scope.PUBLIC),
        ("127.8.9.1", Scope.LOOPBACK),
        ("::1", Scope.LOOPBACK),
        ("10.0.0.1", Scope.PRIVATE),
        ("172.16.0.1", Scope.PRIVATE),
        ("192.168.1.1", Scope.PRIVATE),
        ("100.64.0.1", Scope.PRIVATE),
        ("fd00::1", Scope.PRIVATE),
        ("169.254.1.1", Scope.LINK_LOCAL),
        ("169.254.169.254", Scope.METADATA),
        ("::ffff:169.254.169.254", Scope.METADATA),
        ("fd00:ec2::254", Scope.METADATA),
        ("100.100.100.200", Scope.METADATA),
        ("168.63.129.16", Scope.METADATA),
        ("fec0::1", Scope.PRIVATE),
        ("64:ff9b:1::7f00:1", Scope.NOWHERE),
        ("::7f00:1", Scope.NOWHERE),
        ("::ffff:0:7f00:1", Scope.NOWHERE),
        ("2001:0:4136:e378:8000:63bf:80ff:fffe", Scope.LOOPBACK),
        ("ff02::1", Scope.NOWHERE),
        ("240.0.0.1", Scope.NOWHERE),
        ("fe80::1", Scope.LINK_LOCAL),
        ("0.0.0.0", Scope.NOWHERE),
        ("::", Scope.NOWHERE),
        ("224.0.0.1", Scope.NOWHERE),
        ("255.255.255.255", Scope.NOWHERE),
        ("::ffff:10.0.0.1", Scope.PRIVATE),
        ("64:ff9b::7f00:1", Scope.LOOPBACK),
        ("2002:7f00:1::", Scope.LOOPBACK),
        ("2002:0808:0808::", Scope.PUBLIC),
    ],
)
def test_scope(address: str, scope: Scope) -> None:
    assert scope_of(ip_address(address)) is scope


@pytest.mark.parametrize("page", list(Scope))
def test_every_page_may_reach_public_addresses_and_its_own_kind(page: Scope) -> None:
    assert may_reach(page, ip_address("8.8.8.8"))
    for address in ("127.0.0.1", "10.0.0.1", "169.254.1.1"):
        assert may_reach(page, ip_address(address)) == (scope_of(ip_address(address)) is page)
    assert not may_reach(page, ip_address("0.0.0.0"))


@pytest.mark.parametrize(
    ("url", "ip", "scope"),
    [
        ("http://www.example.org/", None, Scope.PUBLIC),
        ("http://www.example.org/", "10.0.0.1", Scope.PRIVATE),
        ("http://www.example.org/", "not an address", Scope.PUBLIC),
        ("http://localhost:8080/", None, Scope.LOOPBACK),
        ("http://demo.localhost./", None, Scope.LOOPBACK),
        ("http://localhost.example.org/", None, Scope.PUBLIC),
        ("http://[::1]:8080/", None, Scope.LOOPBACK),
        ("http://192.168.0.1/", None, Scope.PRIVATE),
        ("http://127.0.0.1/", "8.8.8.8", Scope.PUBLIC),
        ("", None, Scope.PUBLIC),
        ("http://0x7f.1/", None, Scope.LOOPBACK),
        ("http://169.254.169.254/", None, Scope.METADATA),
        ("http://www.example.org/", "fe80::1%eth0", Scope.LINK_LOCAL),
    ],
)
def test_page_scope(url: str, ip: str | None, scope: Scope) -> None:
    assert page_scope(url, ip) is scope

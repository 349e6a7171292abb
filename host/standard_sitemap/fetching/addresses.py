"""Which network addresses a page may make the host reach. Pure: resolves no name, opens nothing.

A page of the open internet must not use the reader's machine to look into the reader's own network. A page that itself
comes from loopback or from a private network may reach its own kind of address, else local sites would have no sitemap.
"""

from collections.abc import Collection
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import ada_url

Address = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")
"""Addresses that stand for an IPv4 address behind a translator (RFC 6052)."""

_METADATA = frozenset(
    map(
        ip_address,
        (
            "169.254.169.254",
            "169.254.170.2",
            "fd00:ec2::254",
            "fd20:ce::254",
            "100.100.100.200",
            "192.0.0.192",
            "168.63.129.16",
        ),
    )
)
"""Where clouds tell a machine its secrets; some of these look public."""


class Scope(Enum):
    """From where an address can be reached."""

    PUBLIC = "public"
    PRIVATE = "private"
    LINK_LOCAL = "link-local"
    LOOPBACK = "loopback"
    METADATA = "metadata"
    NOWHERE = "nowhere"


def scope_of(address: Address) -> Scope:
    """The scope of an address; of the IPv4 address within, where an IPv6 address only carries one."""
    address = _carried(address)
    if address in _METADATA:
        return Scope.METADATA
    if address.is_loopback:
        return Scope.LOOPBACK
    if address.is_link_local:
        return Scope.LINK_LOCAL
    if address.is_unspecified or address.is_multicast or address.is_reserved:
        return Scope.NOWHERE
    return Scope.PUBLIC if address.is_global and not _is_of_a_site(address) else Scope.PRIVATE


def _is_of_a_site(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_site_local


def _carried(address: Address) -> Address:
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address


def page_scope(url: str, ip: str | None) -> Scope:
    """The scope of a page: by the address the browser had it from, else by its URL.

    A name is never looked up for this: between the page's answer and ours its owner could point it elsewhere. A page
    whose address is not known counts as public.
    """
    host = _host(url)
    literal = _literal(ip or "") or _literal(host)
    if literal is not None:
        return scope_of(literal)
    return Scope.LOOPBACK if is_localhost(host) else Scope.PUBLIC


def is_localhost(host: str) -> bool:
    """Whether a name is one that browsers take for the reader's own machine without asking anybody (RFC 6761, 6.3)."""
    name = host.lower().removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")


def _host(url: str) -> str:
    try:
        return str(ada_url.URL(url).hostname)
    except ValueError:
        return ""


def _literal(text: str) -> Address | None:
    try:
        return ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None


def may_reach(page: Scope, target: Address) -> bool:
    """Whether a page of that scope may make the host connect to `target`."""
    return may_reach_scopes(page, {scope_of(target)})


def may_reach_scopes(page: Scope, scopes: Collection[Scope]) -> bool:
    """Whether a page of that scope may make the host connect to addresses of all these."""
    return all(scope is not Scope.NOWHERE and scope in {Scope.PUBLIC, page} for scope in scopes)

"""Which network addresses a page may make the host reach. Pure: resolves no name, opens nothing.

A page of the open internet must not use the reader's machine to look into the reader's own network. A page that itself
comes from loopback or from a private network may reach its own kind of address, else local sites would have no sitemap.
"""

from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")
"""Addresses that stand for an IPv4 address behind a translator (RFC 6052)."""


class Scope(Enum):
    """From where an address can be reached."""

    PUBLIC = "public"
    PRIVATE = "private"
    LINK_LOCAL = "link-local"
    LOOPBACK = "loopback"
    NOWHERE = "nowhere"


def scope_of(address: Address) -> Scope:
    """The scope of an address; of the IPv4 address within, where an IPv6 address only carries one."""
    address = _carried(address)
    if address.is_loopback:
        return Scope.LOOPBACK
    if address.is_link_local:
        return Scope.LINK_LOCAL
    if address.is_unspecified or address.is_multicast or address.is_reserved:
        return Scope.NOWHERE
    return Scope.PUBLIC if address.is_global else Scope.PRIVATE


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
    literal = _literal(ip or "") or _literal(urlsplit(url).hostname or "")
    if literal is not None:
        return scope_of(literal)
    host = (urlsplit(url).hostname or "").rstrip(".")
    return Scope.LOOPBACK if host == "localhost" or host.endswith(".localhost") else Scope.PUBLIC


def _literal(text: str) -> Address | None:
    try:
        return ip_address(text.strip("[]"))
    except ValueError:
        return None


def may_reach(page: Scope, target: Address) -> bool:
    """Whether a page of that scope may make the host connect to `target`."""
    scope = scope_of(target)
    if scope is Scope.NOWHERE:
        return False
    return scope is Scope.PUBLIC or scope is page

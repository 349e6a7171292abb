"""Which network addresses a page may make the host reach, and what a URL leads to. Pure: resolves no name.

A page of the open internet must not use the reader's machine to look into the reader's own network. A page that itself
comes from loopback or from a private network may reach its own kind of address, else local sites would have no sitemap.
"""

from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

import ada_url

from standard_sitemap.refusals import BadUrl, NotAllowed

Address = IPv4Address | IPv6Address

# Addresses that stand for an IPv4 address behind a translator (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")

# Where clouds serve a machine its secrets; some of these look public.
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


# Ports of services that are no web servers. [Fetch, "Port blocking"]
BLOCKED_PORTS = frozenset(
    {
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95),
        *(101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179),
        *(389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636),
        *(989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566),
        *(6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)

# Of an address: no server accepts a longer one.
LENGTH = 65_536

_IMPLIED_PORTS = {"http": 80, "https": 443}


# Of names that mean something in one network only (RFC 6762, RFC 8375, and those that ICANN will not give away).
_LOCAL_SUFFIXES = (".local", ".localdomain", ".home.arpa", ".internal", ".intranet", ".lan", ".home", ".corp")

_LOCALHOST = ip_address("127.0.0.1")


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


def named_scope(url: str) -> Scope | None:
    """The scope that a URL names by its own number, or as `localhost`; None where it needs a look-up."""
    host = _host(url)
    literal = literal_address(host)
    if literal is not None:
        return scope_of(literal)
    return Scope.LOOPBACK if is_localhost(host) else None


def is_localhost(host: str) -> bool:
    """Whether a name is one that browsers resolve to the reader's own machine without a look-up (RFC 6761, 6.3)."""
    name = host.lower().removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")


def is_local_name(host: str) -> bool:
    """Whether a name can only be one of the reader's own network, or machine: a single word, or of such a suffix."""
    name = host.lower().removesuffix(".")
    return is_localhost(name) or "." not in name or name.endswith(_LOCAL_SUFFIXES)


def _host(url: str) -> str:
    try:
        return str(ada_url.URL(url).hostname)
    except ValueError:
        return ""


def may_reach(page: Scope, target: Address) -> bool:
    """Whether a page of that scope may make the host connect to `target`: public addresses, and its own kind."""
    scope = scope_of(target)
    return scope is not Scope.NOWHERE and scope in {Scope.PUBLIC, page}


class Target(NamedTuple):
    """An http(s) address without credentials and fragment, its host and port, and what network address that host is."""

    uri: str
    host: str
    port: int
    literal: Address | None

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.uri.partition(':')[0]}://{self.host}:{self.port}"

    @property
    def folder(self) -> str:
        """The address up to the last slash of its path."""
        return self.uri.partition("?")[0].rpartition("/")[0]


def target(uri: str, base: str | None = None) -> Target:
    """What `uri` means, seen from `base`; raises BadUrl, and NotAllowed for a port of another service."""
    if len(uri) > LENGTH:
        raise BadUrl(uri=uri[:1_000])
    try:
        url = ada_url.URL(uri, base)
        port = int(url.port) if url.port else _IMPLIED_PORTS.get(url.protocol[:-1], 0)
    except ValueError as error:
        raise BadUrl(uri=uri) from error
    if url.protocol not in {"http:", "https:"} or not url.hostname:
        raise BadUrl(uri=uri)
    if port in BLOCKED_PORTS:
        raise NotAllowed(uri=uri, reason=f"browsers do not connect to port {port}")
    url.username = url.password = url.hash = ""
    # Browsers resolve `localhost` by themselves, whatever name servers, or proxies, might make of it.
    literal = _LOCALHOST if is_localhost(url.hostname) else literal_address(url.hostname)
    return Target(url.href, url.hostname, port, literal)


def literal_address(host: str) -> Address | None:
    """The address that a host is, where it is no name; without the zone that an IPv6 address may have."""
    try:
        return ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def upgraded(wanted: Target, page_url: str) -> Target:
    """The target, by https where an https page names an http one; what the reader's own machine serves stays as it is.

    [Mixed Content, "Upgrade a mixed content request to a potentially trustworthy URL, if appropriate"]
    """
    if not page_url.lower().startswith("https:") or not wanted.uri.startswith("http:"):
        return wanted
    if named_scope(wanted.uri) is Scope.LOOPBACK:
        return wanted
    url = ada_url.URL(wanted.uri)
    url.protocol = "https:"
    return target(url.href)

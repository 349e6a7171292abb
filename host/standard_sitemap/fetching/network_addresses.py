"""The network addresses that a page may make the host reach.

A page of the open internet must not use the reader's machine to reach the reader's own network. A page from loopback or
a private network may reach its own kind of address. Otherwise local sites would have no sitemap.
This module resolves no name.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

import ada_url

from standard_sitemap.refusals import BadUrl, NotAllowed

Address = IPv4Address | IPv6Address

# Addresses that carry an IPv4 address behind a translator (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")

# Ports of services other than web servers. [Fetch, "Port blocking"]
BLOCKED_PORTS = frozenset(
    {
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95),
        *(101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179),
        *(389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636),
        *(989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566),
        *(6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)

# Characters of an address: no server accepts a longer one.
LENGTH = 65_536

_IMPLIED_PORTS = {"http": 80, "https": 443}

# Suffixes of names that are valid in one network only (RFC 6762, RFC 8375, and suffixes that ICANN never delegates).
_LOCAL_SUFFIXES = (".local", ".localdomain", ".home.arpa", ".internal", ".intranet", ".lan", ".home", ".corp")

_LOCALHOST = ip_address("127.0.0.1")


class Scope(Enum):
    """The range from which an address can be reached."""

    PUBLIC = "public"
    PRIVATE = "private"
    LINK_LOCAL = "link-local"
    LOOPBACK = "loopback"
    METADATA = "metadata"
    NOWHERE = "nowhere"


class Route(Enum):
    """The way the browser loaded a page; SYSTEM if the system's settings alone decide."""

    DIRECT = "direct"
    PROXY = "proxy"
    UNKNOWN = "unknown"
    SYSTEM = "system"


# The special-purpose addresses of IANA's two registries (RFC 6890), and multicast; the first match decides. Not the
# properties of `ipaddress`, whose tables differ between versions of Python. Where a registry calls a part of a larger
# block reachable, such as an anycast service in 192.0.0.0/24, the block counts: no site is there.
_RANGES = tuple(
    (ip_network(text), scope)
    for scope, texts in {
        # Clouds serve a machine its secrets there; some of these addresses look public.
        Scope.METADATA: (
            *("100.100.100.200", "168.63.129.16", "169.254.169.254", "169.254.170.2", "192.0.0.192"),
            *("fd00:ec2::254", "fd20:ce::254"),
        ),
        Scope.LOOPBACK: ("127.0.0.0/8", "::1"),
        Scope.LINK_LOCAL: ("169.254.0.0/16", "fe80::/10"),
        Scope.PRIVATE: (
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
            "100.64.0.0/10",  # of a provider's own network (RFC 6598)
            *("192.0.0.0/24", "2001::/23"),  # protocol assignments (RFC 6890, RFC 2928)
            *("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),  # documentation
            "192.88.99.0/24",  # relays of 6to4, deprecated (RFC 7526)
            "198.18.0.0/15",  # benchmarks (RFC 2544)
            "fec0::/10",  # of a site, deprecated (RFC 3879)
        ),
        Scope.NOWHERE: ("0.0.0.0/8", "224.0.0.0/3"),
    }.items()
    for text in texts
)

# The only part of IPv6 that is allocated to networks (RFC 4291, 2.4).
_ALLOCATED = IPv6Network("2000::/3")


def scope_of(address: Address) -> Scope:
    """Return the scope of an address; of the IPv4 address within, if an IPv6 address carries one."""
    address = _carried(address)
    for network, scope in _RANGES:
        if address in network:
            return scope
    return Scope.PUBLIC if address.version == 4 or address in _ALLOCATED else Scope.NOWHERE


def _carried(address: Address) -> Address:
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address


def named_scope(url: str) -> Scope | None:
    """Return the scope that a URL names by its own number, or as `localhost`; None if it needs a lookup."""
    host = host_of(url)
    literal = literal_address(host)
    if literal is not None:
        return scope_of(literal)
    return Scope.LOOPBACK if is_localhost(host) else None


def is_localhost(host: str) -> bool:
    """Return whether browsers resolve a name to the reader's own machine without a lookup (RFC 6761, 6.3)."""
    name = host.lower().removesuffix(".")
    return name == "localhost" or name.endswith(".localhost")


def is_local_name(host: str) -> bool:
    """Return whether a name is certainly local: a single word, or with a suffix of local networks."""
    name = host.lower().removesuffix(".")
    return is_localhost(name) or "." not in name or name.endswith(_LOCAL_SUFFIXES)


@lru_cache(64)  # requested several times for each request
def host_of(url: str) -> str:
    """Return the host of a URL, as browsers write it; "" if it has none."""
    try:
        return str(ada_url.URL(url).hostname)
    except ValueError:
        return ""


# Behaviour: which addresses a page may reach. Also: private or local network, localhost, SSRF.
def may_reach(page: Scope, target: Address) -> bool:
    """Return whether a page of a scope may make the host connect to `target`: public addresses, and its own kind."""
    scope = scope_of(target)
    return scope is not Scope.NOWHERE and scope in {Scope.PUBLIC, page}


class Reach(NamedTuple):
    """The addresses that a command may connect to: public addresses, and addresses of servers that its user named.

    Files, redirects and pages lead nowhere else. If the user named this machine alone, they lead to no other machine.
    """

    named: frozenset[Address]
    is_this_machine: bool

    def allows(self, address: Address) -> bool:
        """Return whether the command may connect to `address`."""
        if _carried(address) in self.named:
            return True
        return scope_of(address) is (Scope.LOOPBACK if self.is_this_machine else Scope.PUBLIC)


def reach(named: Iterable[Iterable[Address]]) -> Reach:
    """Return the reach of a command whose user named servers with these addresses; a file on disk has none.

    The private addresses of a public name count as not named: the name's owner chose them (DNS rebinding).
    """
    servers = [_without_rebinding(frozenset(map(_carried, addresses))) for addresses in named]
    everything = frozenset[Address]().union(*servers)
    is_this_machine = all(servers) and all(scope_of(each) is Scope.LOOPBACK for each in everything)
    return Reach(everything, is_this_machine and len(everything) > 0)


def _without_rebinding(addresses: frozenset[Address]) -> frozenset[Address]:
    return frozenset(each for each in addresses if scope_of(each) is Scope.PUBLIC) or addresses


class Target(NamedTuple):
    """An http(s) address without credentials and fragment, with its host, port and literal network address, if any."""

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
    """Return the target of `uri`, resolved against `base`.

    Raises BadUrl, and NotAllowed for a port of another service.
    """
    if len(uri) > LENGTH:
        raise BadUrl(uri=uri[:1_000])
    try:
        url = ada_url.URL(uri, base)
        # Each property is read once: every call releases the interpreter's lock, and parsing threads wait for it.
        scheme, host, href, written = url.protocol[:-1], str(url.hostname), str(url.href), url.port
        port = int(written) if written else _IMPLIED_PORTS.get(scheme, 0)
    except ValueError as error:
        raise BadUrl(uri=uri) from error
    if scheme not in {"http", "https"} or not host:
        raise BadUrl(uri=uri)
    if port in BLOCKED_PORTS:
        raise NotAllowed(uri=uri, reason=f"browsers do not connect to port {port}")
    if "@" in href or "#" in href:
        url.username = url.password = url.hash = ""
        href = str(url.href)
    # Browsers resolve `localhost` by themselves, regardless of name servers and proxies.
    return Target(href, host, port, _LOCALHOST if is_localhost(host) else literal_address(host))


def literal_address(host: str) -> Address | None:
    """Return the address if a host is one, without an IPv6 zone; None if it is a name."""
    try:
        return ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def upgraded(wanted: Target, page_url: str) -> Target:
    """Return the target, by https if an https page names an http one; addresses of the reader's own machine stay.

    [Mixed Content, "Upgrade a mixed content request to a potentially trustworthy URL, if appropriate"]
    """
    if not page_url.lower().startswith("https:") or not wanted.uri.startswith("http:"):
        return wanted
    if named_scope(wanted.uri) is Scope.LOOPBACK:
        return wanted
    url = ada_url.URL(wanted.uri)
    url.protocol = "https:"
    return target(url.href)

"""Where a request goes: an address read as browsers read it (the WHATWG URL algorithm). Pure.

Hosts in odd notations come out as the addresses that they are: octal, hexadecimal, short, percent-encoded, in
full-width digits, with a dot at the end. Never says whether the target may be reached: `addresses` does.
"""

from ipaddress import ip_address
from typing import NamedTuple

import ada_url

from standard_sitemap.fetching.addresses import Address, Scope, page_scope
from standard_sitemap.fetching.ports import BLOCKED_PORTS
from standard_sitemap.refusals import BadUrl, NotAllowed

LENGTH = 65_536
"""Of an address: no server takes a longer one."""

_IMPLIED_PORTS = {"http": 80, "https": 443}


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
    return Target(url.href, url.hostname, port, literal_address(url.hostname))


def literal_address(host: str) -> Address | None:
    """The address that a host is, where it is no name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def upgraded(asked: Target, page_url: str) -> Target:
    """The target, by https where an https page names an http one; what the reader's own machine serves stays as it is.

    [Mixed Content, "Upgrade a mixed content request to a potentially trustworthy URL, if appropriate"]
    """
    if not page_url.lower().startswith("https:") or not asked.uri.startswith("http:"):
        return asked
    if page_scope(asked.uri, None) is Scope.LOOPBACK:
        return asked
    url = ada_url.URL(asked.uri)
    url.protocol = "https:"
    return target(url.href)

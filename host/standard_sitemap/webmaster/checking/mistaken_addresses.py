"""Detects valid addresses that readers should not see, in files of either format.

These are private hosts, test hosts, logins, session ids, and mixed http and https addresses on one host.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from standard_sitemap.webmaster.checking.mistake_rules import Mistake

_START = re.compile(r"^(https?)://([^/?#\n]*)", re.IGNORECASE | re.MULTILINE)
_OWN_COMPUTER = re.compile(
    r"localhost|.+\.(?:localhost|local|internal|lan)|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|10(?:\.\d+){3}"
    r"|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+"
)
_STAGING = re.compile(r"(?:.+[.-])?(?:staging|stage|preprod|preview|uat)\d*[.-].+\..+|.+\.(?:test|invalid)")
_SESSION = re.compile(
    r"[?&;](?:(PHPSESSID|JSESSIONID|ASPSESSIONID\w*|CFTOKEN)=\w{4}|(sid|session_?id)=\w{16})", re.IGNORECASE
)
# The longest address in a message, and the longest host name in DNS, in characters.
_SHOWN, _LONGEST_HOST = 200, 253


@dataclass(frozen=True, slots=True)
class FileAddresses:
    """The addresses in the file at `uri`, as written; `line_of` maps an index to a line.

    `served_at` is the site's address, or "" if it is unknown. The site's own host is never a mistake.
    """

    uri: str
    addresses: Sequence[str]
    line_of: Callable[[int], int]
    served_at: str = ""

    @property
    def own(self) -> str:
        """The host that serves the file, or "" if it is unknown."""
        return urlsplit(self.uri if self.uri.startswith("http") else self.served_at).netloc.lower()


@dataclass(slots=True)
class _Alike:
    """Addresses with the same mistake: their number, and the index of the first."""

    row: int
    params: dict[str, str] = field(default_factory=dict)
    count: int = 0


def address_mistakes(listed: FileAddresses) -> Iterator[Mistake]:
    """Yield the mistakes in a file's addresses, one per kind and host, with the number of addresses."""
    text = "\n".join(listed.addresses)
    starts = {(scheme.lower(), authority.lower()) for scheme, authority in _START.findall(text)}
    codes = {start: list(_codes(start, starts, listed.own)) for start in starts}
    has_session = _SESSION.search(text) is not None
    mistakes: dict[tuple[str, str], _Alike] = {}
    for row, address in enumerate(listed.addresses) if has_session or any(codes.values()) else ():
        for code, name, params in _of_address(address, codes):
            alike = mistakes.setdefault((code, name), _Alike(row, params))
            alike.count += 1
    for (code, _), alike in mistakes.items():
        shown = listed.addresses[alike.row]
        value = "…" if code == "address-with-password" else shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        params = {"count": f"{alike.count:,}", "value": value, **alike.params}
        yield Mistake(code, listed.uri, listed.line_of(alike.row), params)


def _of_address(address: str, codes: dict[tuple[str, str], list[str]]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield each mistake in an address: its code, the key that groups it with others, and its parameters."""
    start = _START.match(address)
    if start is not None:
        scheme, authority = start.group(1).lower(), start.group(2).lower()
        for code in codes.get((scheme, authority), ()):
            host = _host_name(authority)
            yield code, host, {"host": host}
    session = _SESSION.search(address)
    if session is not None:
        name = session.group(1) or session.group(2)
        yield "address-with-session", name.lower(), {"name": name}


def _codes(start: tuple[str, str], starts: set[tuple[str, str]], own: str) -> Iterator[str]:
    """Yield the codes of mistakes in an address's scheme and host; `starts` holds those of all addresses."""
    scheme, authority = start
    name = _host_name(authority)
    if "@" in authority:
        yield "address-with-password"
    if len(name) <= _LONGEST_HOST and authority != own:
        if _OWN_COMPUTER.fullmatch(name):
            yield "address-on-own-computer"
        elif _STAGING.fullmatch(name):
            yield "address-on-staging-host"
    if not own and scheme == "http" and ("https", authority) in starts:
        yield "addresses-of-two-schemes"


def _host_name(authority: str) -> str:
    """Return the host of an authority, without login and port."""
    host = authority.rpartition("@")[2]
    return host if host.endswith("]") else re.sub(r":\d*$", "", host)

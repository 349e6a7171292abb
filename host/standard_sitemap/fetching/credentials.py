"""Header fields and cookies from the user for one origin, for example to log in.

They are sent to this origin only, even after redirects, and appear in no message. Does no I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.network_addresses import Scope, named_scope
from standard_sitemap.fetching.request_headers import Headers, origin

# Limits on fields, and on the bytes of all fields: servers refuse longer requests.
MOST_FIELDS, MOST_BYTES = 32, 16_000
# Bytes of a file with cookies: enough for a browser with thousands of sites.
COOKIE_FILE_BYTES = 5_000_000
# A token (RFC 9110, 5.6.2).
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# Fields of the connection, and fields that change how the response is read.
_REFUSED = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive",
     "accept-encoding", "range", "expect", "proxy-authorization"}
)  # fmt: skip
# Marks a cookie that scripts cannot read. The line looks like a comment to programs that do not know the mark.
_HTTP_ONLY = "#HttpOnly_"


class CredentialsError(ValueError):
    """Headers or cookies that cannot be sent; `args` gives the reason, without their content."""


class Cookie(NamedTuple):
    """A cookie and its scope; `domain` is "" if only the origin decides."""

    name_and_value: str
    domain: str = ""
    has_subdomains: bool = False
    path: str = "/"
    is_secure: bool = False

    def belongs_to(self, uri: str) -> bool:
        """Return whether a browser sends the cookie with a request for `uri`. [RFC 6265, 5.4]"""
        parts = urlsplit(uri)
        host, path = (parts.hostname or "").lower(), parts.path or "/"
        # A host matches a domain if it ends with a dot and the domain (RFC 6265, 5.1.3): not evil-example.org.
        is_host = self.domain in ("", host) or (self.has_subdomains and host.endswith(f".{self.domain}"))
        # The path /docs covers /docs/a, but not /docsearch (RFC 6265, 5.1.4).
        folder = self.path if self.path.endswith("/") else f"{self.path}/"
        # Browsers send secure cookies to their own machine without TLS, too.
        is_safe = parts.scheme == "https" or named_scope(uri) is Scope.LOOPBACK
        return is_host and (path == self.path or path.startswith(folder)) and (is_safe or not self.is_secure)


@dataclass(frozen=True)
class Credentials:
    """The fields and cookies for each request to `origin`. `repr` hides them."""

    origin: str
    fields: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    cookies: tuple[Cookie, ...] = field(default=(), repr=False)

    def added(self, headers: Headers, uri: str) -> Headers:
        """Return the headers of a request for `uri`, with the user's fields in place of others with the same name."""
        if origin(uri) != self.origin:
            return headers
        own = list(self.fields)
        if sent := "; ".join(cookie.name_and_value for cookie in self.cookies if cookie.belongs_to(uri)):
            own.append(("Cookie", sent))
        names = {name.lower().encode() for name, _ in own}
        kept = [(name, value) for name, value in headers if name.lower() not in names]
        return [*kept, *((name.encode(), value.encode("utf-8")) for name, value in own)]


def header_field(written: str) -> tuple[str, str]:
    """Return the name and the value of `NAME: VALUE`; raises CredentialsError."""
    name, colon, value = written.partition(":")
    if not colon or not _NAME.fullmatch(name):
        raise CredentialsError("write a header as NAME: VALUE")
    if name.lower() in _REFUSED:
        raise CredentialsError(f"the header {name} cannot be set")
    # A line break would begin another field, or a second request (RFC 9110, 5.5).
    if not value.strip().isprintable():
        raise CredentialsError(f"the value of the header {name} has a control character")
    return name, value.strip()


def read_cookies(text: str) -> tuple[Cookie, ...]:
    """Return the cookies of a file from a browser or curl, or of a line `Cookie: a=1; b=2`; raises CredentialsError."""
    cookies = [cookie for line in text.splitlines() if (cookie := _cookie(line)) is not None]
    if not cookies:
        raise CredentialsError("there is no cookie in the file")
    return tuple(cookies)


def _cookie(line: str) -> Cookie | None:
    is_comment = line.startswith("#") and not line.startswith(_HTTP_ONLY)
    if is_comment or not line.strip():
        return None
    parts = line.removeprefix(_HTTP_ONLY).split("\t")
    # Netscape's cookies.txt. The fifth field is the expiry, which is ignored: the server judges an old login.
    if len(parts) == 7:
        domain, subdomains, path, secure, _, name, value = parts
        cookie = Cookie(
            f"{name}={value}", domain.lower().lstrip("."), subdomains == "TRUE", path or "/", secure == "TRUE"
        )
    elif len(parts) == 1:
        cookie = Cookie(re.sub(r"^cookie:\s*", "", line.strip(), flags=re.IGNORECASE))
    else:
        raise CredentialsError(
            "a line of the file is not one of cookies.txt, with seven fields, or the value of a Cookie header"
        )
    if "=" not in cookie.name_and_value or not cookie.name_and_value.isprintable():
        raise CredentialsError("a line of the file is not a cookie")
    return cookie


def credentials_for(address: str, headers: tuple[str, ...], cookie_text: str | None) -> Credentials:
    """Return the credentials for the origin of `address`; raises CredentialsError if they are invalid or too many."""
    fields = tuple(map(header_field, headers))
    site = origin(address)
    cookies = read_cookies(cookie_text) if cookie_text is not None else ()
    own_host = (urlsplit(address).hostname or "").lower()
    kept = tuple(cookie for cookie in cookies if _is_for(cookie, own_host))
    if cookies and not kept:
        raise CredentialsError(f"the file has no cookie for {own_host}")
    size = sum(len(name) + len(value) for name, value in fields) + sum(len(cookie.name_and_value) for cookie in kept)
    if len(fields) > MOST_FIELDS or size > MOST_BYTES:
        raise CredentialsError(f"more than {MOST_FIELDS} headers, or {MOST_BYTES:,} characters, are not sent")
    return Credentials(site, fields, kept)


def _is_for(cookie: Cookie, host: str) -> bool:
    return cookie.domain in ("", host) or (cookie.has_subdomains and host.endswith(f".{cookie.domain}"))

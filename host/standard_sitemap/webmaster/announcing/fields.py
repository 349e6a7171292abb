"""Header fields that announce a sitemap once, with each successful HTML response. Pure.

Imports only the standard library: even the package `ssp` would load an XML library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote

NAMESPACE = "http://standard-sitemap.org/2007/ns"
USUAL_LOCATION = "/standard-sitemap.xml"
USUAL_PREFIX = "15"
LEGACY_FIELD = "X-Standard-Sitemap-Location"
# Only pages need a declaration; on images and other files the header would waste bytes.
PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})

# RFC 2774, 4: the prefix has two digits. The documentation shows 15; another one is used if the server already declares
# 15.
_PREFIXES = (USUAL_PREFIX, *(f"{number:02}" for number in range(10, 100)))
_USED_PREFIX = re.compile(r"""\bns\s*=\s*"?([0-9]{2})\b""", re.IGNORECASE)
_NUMBERED = re.compile(r"([0-9]{2})-")
# The characters of a URI reference (RFC 3986). A line break would start another header.
_REFERENCE = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")


class Field(NamedTuple):
    """A header field as text."""

    name: str
    value: str


def location_checked(location: str) -> str:
    """Return `location` unchanged. Raises ValueError if it contains characters that no URI reference has."""
    if not _REFERENCE.fullmatch(location):
        raise ValueError(f"{location!r} is not a valid address for a header; percent-encode characters outside ASCII")
    return location


def location_below(mount: str, location: str) -> str:
    """Return the sitemap's address, resolved against the application's mount point.

    An address that starts with `/` or a scheme stays as it is. `mount` is percent-decoded, as servers pass it, and has
    no trailing slash.
    """
    if location.startswith("/") or re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:", location):
        return location
    # Two slashes at the beginning would name another host.
    mount = mount.strip("/")
    return f"/{quote(mount)}/{location}" if mount else f"/{location}"


def announcement(status: int, headers: Iterable[tuple[str, str]], location: str, *, legacy: bool) -> list[Field]:
    """Return the fields to add to a response.

    Returns none if the response is not a page, has failed, or already announces a sitemap. With `legacy`, returns the
    obsolete field (D25), whose name every server accepts; otherwise the two fields of rule 1.
    """
    fields = [(name.lower(), value) for name, value in headers]
    if not 200 <= status < 300 or not _is_page(fields) or _announces(fields):
        return []
    if legacy:
        return [Field(LEGACY_FIELD, location)]
    prefix = _free_prefix(fields)
    return [Field("Opt", f'"{NAMESPACE}"; ns={prefix}'), Field(f"{prefix}-Location", location)]


def _is_page(fields: list[tuple[str, str]]) -> bool:
    label = next((value for name, value in fields if name == "content-type"), "")
    return label.partition(";")[0].strip().lower() in PAGE_TYPES


def _announces(fields: list[tuple[str, str]]) -> bool:
    return any(name == LEGACY_FIELD.lower() or (name == "opt" and NAMESPACE in value) for name, value in fields)


def _free_prefix(fields: list[tuple[str, str]]) -> str:
    """Return two digits that no other extension in the same response uses (RFC 2774)."""
    used = {prefix for name, value in fields if name == "opt" for prefix in _USED_PREFIX.findall(value)}
    used |= {match.group(1) for name, _ in fields if (match := _NUMBERED.match(name))}
    return next((prefix for prefix in _PREFIXES if prefix not in used), USUAL_PREFIX)

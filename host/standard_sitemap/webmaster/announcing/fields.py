"""Which header fields announce a sitemap with an answer: on HTML that succeeded, once. Pure.

Imports nothing beyond the standard library, not even the protocol's own rooms, which bring an XML library along.
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
# What is no page needs no declaration, and each byte of a header is paid for by every image.
PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})

# RFC 2774, 4: two digits. 15 is what the documentation shows; another is taken where a declaration of the server has
# it.
_PREFIXES = (USUAL_PREFIX, *(f"{number:02}" for number in range(10, 100)))
_USED_PREFIX = re.compile(r"""\bns\s*=\s*"?([0-9]{2})\b""", re.IGNORECASE)
_NUMBERED = re.compile(r"([0-9]{2})-")
# What a URI reference is written with (RFC 3986); a line break would begin another header.
_REFERENCE = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")


class Field(NamedTuple):
    """A header field, as text."""

    name: str
    value: str


def location_checked(location: str) -> str:
    """The location itself; raises ValueError where it is not written as a URI reference."""
    if not _REFERENCE.fullmatch(location):
        raise ValueError(f"{location!r} is not an address as headers hold it; percent-encode what is not ASCII")
    return location


def location_below(mount: str, location: str) -> str:
    """Where the sitemap is: as it stands if it begins with `/` or a scheme, else below the application's mount.

    `mount` is decoded, as servers hand it over, and has no slash at its end.
    """
    if location.startswith("/") or re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:", location):
        return location
    return f"{quote(mount.rstrip('/'))}/{location}"


def announcement(status: int, headers: Iterable[tuple[str, str]], location: str, *, legacy: bool) -> list[Field]:
    """The fields to add to an answer: none where it is no page, failed, or announces a sitemap already.

    With `legacy` the one obsolete field (D25), whose name every server accepts; else the two of rule 1.
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
    """Two digits that no other extension of the same answer uses (RFC 2774)."""
    used = {prefix for name, value in fields if name == "opt" for prefix in _USED_PREFIX.findall(value)}
    used |= {match.group(1) for name, _ in fields if (match := _NUMBERED.match(name))}
    return next((prefix for prefix in _PREFIXES if prefix not in used), USUAL_PREFIX)

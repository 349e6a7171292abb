"""Sitemaps named by response header fields. [Sitemap discovery rules 1 and 2, RFC 2774, D25, D27, D28]"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..names import NAMESPACE

X_HEADER = "x-standard-sitemap-location"

# A quoted string, or a run of anything that neither quotes nor separates.
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_DECLARATIONS = re.compile(rf"(?:{_QUOTED}|[^,\"])+")
_PARAMETERS = re.compile(rf"(?:{_QUOTED}|[^;\"])+")
_PREFIX = re.compile(r"[0-9]{2}")
# A joined field: white space after the comma tells it from one in a URI, which holds none.
_JOINED = re.compile(r",[ \t]")


def opt_location(headers: Iterable[tuple[str, str]]) -> str | None:
    """The value of the `NN-Location` field whose prefix an `Opt` field ties to the format's namespace."""
    fields = list(headers)
    for prefix in _prefixes(value for name, value in fields if name.lower() == "opt"):
        location = field(fields, f"{prefix}-location")
        if location is not None:
            return location
    return None


def field(headers: Iterable[tuple[str, str]], name: str) -> str | None:
    """The first value of a header field, trimmed; None where there is none. `name` is in lower case."""
    for candidate, value in headers:
        if candidate.lower() == name and (first := _JOINED.split(value.strip(), maxsplit=1)[0].strip()):
            return first
    return None


def _prefixes(values: Iterable[str]) -> Iterator[str]:
    """The prefixes that declarations of the format's namespace give, in order (D28)."""
    for value in values:
        for declaration in _DECLARATIONS.findall(value):
            extension, *parameters = _PARAMETERS.findall(declaration) or [""]
            if _unquote(extension).strip() == NAMESPACE:
                yield from _ns(parameters)


def _ns(parameters: Iterable[str]) -> Iterator[str]:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        prefix = _unquote(value)
        if name.strip().lower() == "ns" and _PREFIX.fullmatch(prefix):
            yield prefix


def _unquote(text: str) -> str:
    trimmed = text.strip()
    if len(trimmed) >= 2 and trimmed[0] == trimmed[-1] == '"':
        return re.sub(r"\\(.)", r"\1", trimmed[1:-1])
    return trimmed

"""Values of `hreflang`: the language that each means, and its fault with the right value. [Multilingual sitemaps]

BCP 47 and ISO 3166 decide about a value. langcodes knows the languages and regions, from IANA's registry and Unicode's
data. Does no I/O; caches results for values.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import langcodes

from standard_sitemap.sitemapsorg.entries import X_DEFAULT

_TAG = re.compile(r"([A-Za-z]{2,3})(-[A-Za-z]{4})?(?:-([A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{1,8})*")

# Each page lists the same few dozen languages.
_TAGS_CACHED = 4_096
# Characters: twice as many as the longest registered tag.
_LONGEST_WRITTEN = 100
_LONGEST = 35  # the length that BCP 47 expects programs to support (section 4.4.1)
# Codes known to Unicode, but no countries of ISO 3166: reserved there, or for private use.
_NO_COUNTRY = re.compile("AA|AC|CP|CQ|DG|EA|EU|EZ|IC|Q[M-Z]|TA|UN|X[A-JL-Z]|ZZ")

# The code of a fault, and its parameters.
ValueFault = tuple[str, dict[str, str]]


class HreflangValue(NamedTuple):
    """A value of `hreflang`: the language as understood, "" if invalid, and its fault, if any."""

    language: str
    fault: ValueFault | None


def hreflang_value(written: str) -> HreflangValue:
    """Return the language in a value of `hreflang`, and the value's fault.

    >>> hreflang_value("en-UK").fault
    ('unknown-region', {'value': 'en-UK', 'part': 'UK', 'right': 'en-GB'})
    """
    if len(written) > _LONGEST_WRITTEN:
        return HreflangValue("", ("bad-hreflang", {"value": written}))
    return _hreflang_value(written)


@lru_cache(_TAGS_CACHED)
def _hreflang_value(written: str) -> HreflangValue:
    bare = written.strip()
    if bare.lower() == X_DEFAULT:
        return HreflangValue(X_DEFAULT, None)
    tag = bare.replace("_", "-")
    return HreflangValue(tag if _TAG.fullmatch(tag) else "", _tag_fault(bare, tag))


def _tag_fault(written: str, tag: str) -> ValueFault | None:
    parts = _TAG.fullmatch(tag)
    if parts is None or len(tag) > _LONGEST:
        return "bad-hreflang", {"value": written}
    language, script, region = parts.groups()
    rest = tag[parts.end(1) :]
    if not langcodes.tag_is_valid(language):
        return _language_fault(written, language, region)
    if region is not None and not is_region(region):
        return "unknown-region", {"value": written, "part": region, "right": _with_right_region(tag, region)}
    if not langcodes.tag_is_valid(tag):
        return "bad-hreflang", {"value": written}
    standard = langcodes.standardize_tag(language)
    if standard.lower() != language.lower():
        right = standard if script and "-" in standard else f"{standard}{rest}"
        return "superseded-language", {"value": written, "part": language, "right": right}
    return ("underscore-in-hreflang", {"value": written, "right": tag}) if "_" in written else None


def is_region(code: str) -> bool:
    """Return whether a code denotes a country by ISO 3166, or a region by the United Nations' M.49."""
    upper = code.upper()
    is_known = langcodes.tag_is_valid(f"und-{upper}") and _NO_COUNTRY.fullmatch(upper) is None
    return is_known and (upper.isdecimal() or _replaced_region(upper) == upper)


def _replaced_region(upper: str) -> str:
    """Return the code of the region that replaced another."""
    return langcodes.Language.get(langcodes.standardize_tag(f"und-{upper}"), normalize=False).territory or upper


def _language_fault(written: str, language: str, region: str | None) -> ValueFault:
    """Return the fault of an invalid language, which is usually a country in its place."""
    if len(language) != 2 or not is_region(language):
        return "unknown-language", {"value": written, "part": language}
    if region is not None and langcodes.tag_is_valid(region):
        spoken = region.lower()  # the two in reverse order
    else:
        spoken = langcodes.Language.make(territory=language.upper()).maximize().language or language
    return "country-for-language", {"value": written, "part": language, "right": f"{spoken}-{language.upper()}"}


def _with_right_region(tag: str, region: str) -> str:
    """Return a tag with the intended region, if that is certain, else without any."""
    right = _replaced_region(region.upper())
    before, _, after = tag.partition(f"-{region}")
    return f"{before}-{right}{after}" if is_region(right) else f"{before}{after}"

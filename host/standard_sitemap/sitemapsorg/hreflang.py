"""Pages in several languages: values of `hreflang`, pages that belong together, and their position.

[Multilingual sitemaps] [Multilingual and multinational sitemaps]

BCP 47 and ISO 3166 decide about a value. langcodes knows the languages and regions, from IANA's registry and Unicode's
data. Does no I/O; caches results for values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.entries import Alternate
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.locations import normal_address
from standard_sitemap.sitemapsorg.sort_keys import as_tag, key_of, without_language

DEFAULT = "x-default"
_TAG = re.compile(r"([A-Za-z]{2,3})(-[A-Za-z]{4})?(?:-([A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{1,8})*")

# Each page lists the same few dozen languages.
_TAGS_CACHED = 4_096
# Characters: twice as many as the longest registered tag.
_LONGEST_WRITTEN = 100
_LONGEST = 35  # the length that BCP 47 expects programs to support (section 4.4.1)
# Codes known to Unicode, but no countries of ISO 3166: reserved there, or for private use.
_NO_COUNTRY = re.compile("AA|AC|CP|CQ|DG|EA|EU|EZ|IC|Q[M-Z]|TA|UN|X[A-JL-Z]|ZZ")

# The code of a fault, and its parameters.
Wrong = tuple[str, dict[str, str]]


class Judged(NamedTuple):
    """A value of `hreflang`: the language as understood, "" if invalid, and its fault, if any."""

    language: str
    wrong: Wrong | None


def judged(written: str) -> Judged:
    """Return the language in a value of `hreflang`, and the value's fault."""
    if len(written) > _LONGEST_WRITTEN:
        return Judged("", ("bad-hreflang", {"value": written}))
    return _judged(written)


@lru_cache(_TAGS_CACHED)
def _judged(written: str) -> Judged:
    bare = written.strip()
    if bare.lower() == DEFAULT:
        return Judged(DEFAULT, None)
    tag = bare.replace("_", "-")
    return Judged(tag if _TAG.fullmatch(tag) else "", _wrong_tag(bare, tag))


def _wrong_tag(written: str, tag: str) -> Wrong | None:
    import langcodes  # imported here because few sitemaps name languages

    parts = _TAG.fullmatch(tag)
    if parts is None or len(tag) > _LONGEST:
        return "bad-hreflang", {"value": written}
    language, script, region = parts.groups()
    rest = tag[parts.end(1) :]
    if not langcodes.tag_is_valid(language):
        return _wrong_language(written, language, region)
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
    import langcodes

    upper = code.upper()
    is_known = langcodes.tag_is_valid(f"und-{upper}") and _NO_COUNTRY.fullmatch(upper) is None
    return is_known and (upper.isdecimal() or _replaced_region(upper) == upper)


def _replaced_region(upper: str) -> str:
    """Return the code of the region that replaced another."""
    import langcodes

    return langcodes.Language.get(langcodes.standardize_tag(f"und-{upper}"), normalize=False).territory or upper


def _wrong_language(written: str, language: str, region: str | None) -> Wrong:
    """Return the fault of an invalid language, which is usually a country in its place."""
    import langcodes

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


class Alternates(NamedTuple):
    """One page's languages and addresses, each language once, and the key of the page.

    Links are in the order of the first entry that lists them. Entries that list the same links, in any order, belong to
    one page and are equal.
    """

    links: tuple[tuple[str, str], ...]
    key: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alternates) and (
            self.links == other.links or frozenset(self.links) == frozenset(other.links)
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.links))

    def holds(self, location: str) -> bool:
        """Return whether the links contain an address."""
        return any(href == location for _, href in self.links)

    def seen_from(self, location: str) -> tuple[tuple[str, str], ...]:
        """Return the links, beginning with the link to the entry's own location (D49)."""
        own = next((link for link in self.links if link[1] == location), None)
        return self.links if own is None else (own, *(link for link in self.links if link is not own))

    def with_own(self, location: str) -> Alternates:
        """Return the alternates of a page whose links omit the page itself: with a link to it, and with its own key."""
        return Alternates((("", location), *self.links), key_of(location))


# Alternates by the links of an entry: each member of a page in several languages lists the same ones.
Known = dict[tuple[tuple[str, str], ...], Alternates]


def alternates_of(written: Sequence[Alternate], page: str, known: Known, faults: FaultCollector) -> Alternates | None:
    """Return the alternates that the entry of a page lists; None if it lists no usable one."""
    links: dict[tuple[str, str], None] = {}
    first: dict[str, str] = {}
    is_repeated = False
    for tag, href, line in written:
        location = normal_address(href, page)
        language, wrong = judged(tag)
        if wrong is not None:
            faults.add(wrong[0], line, **wrong[1])
        if location is None:
            faults.add("alternate-without-address", line)
            continue
        if "://" not in href[:10]:
            faults.add("relative-alternate", line, value=href, uri=location, location=escaped(location))
        links.setdefault((language, location))
        is_repeated |= language.lower() in first
        if first.setdefault(language.lower(), location) != location and language:
            faults.add("second-alternate", line, value=tag, first=first[language.lower()], second=location)
    key = _each_language_once(links, page) if is_repeated else tuple(links)
    return (known.get(key) or known.setdefault(key, _placed(key))) if links else None


def _each_language_once(links: Iterable[tuple[str, str]], page: str) -> tuple[tuple[str, str], ...]:
    """Return the first link of each language, a link to the page itself before others; all links without language."""
    kept: dict[str, tuple[str, str]] = {}
    for language, href in sorted(links, key=lambda link: link[1] != page):
        kept.setdefault(language.lower() or href, (language, href))
    return tuple(link for link in links if link in kept.values())


def _placed(links: tuple[tuple[str, str], ...]) -> Alternates:
    """Return the links with the key of the default, else of the shortest address.

    A default that also has a language of its own is no separate variant.
    """
    default = min((href for tag, href in links if tag == DEFAULT), default=None)
    first = default or min((href for _, href in links), key=lambda href: (len(href), href))
    named = {href for tag, href in links if tag != DEFAULT}
    rest = tuple(link for link in links if link[0] != DEFAULT or link[1] not in named)
    tags = {as_tag(tag) for tag, href in links if href == first and tag not in ("", DEFAULT)}
    tags |= {tag.partition("-")[0] for tag in tags}
    return Alternates(rest, without_language(key_of(first), frozenset(tags)))


def link_key(tag: str, href: str) -> str:
    """Return the key of one language's address, without the part that names the language."""
    if tag in ("", DEFAULT):
        return key_of(href)
    return without_language(key_of(href), frozenset({as_tag(tag), as_tag(tag).partition("-")[0]}))

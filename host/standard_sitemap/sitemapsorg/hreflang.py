"""Pages in several languages: what a value of `hreflang` says, which pages belong together, and where they stand.
[Multilingual sitemaps] [Multilingual and multinational sitemaps]

A value is judged by BCP 47 and ISO 3166. Which languages and regions there are is known to langcodes, from IANA's
registry and Unicode's data. Does no I/O; caches what was judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from standard_sitemap.sitemapsorg.entries import Alternate, as_markup, normal_address
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sort_keys import as_tag, key_of, without_language

DEFAULT = "x-default"
_TAG = re.compile(r"([A-Za-z]{2,3})(-[A-Za-z]{4})?(?:-([A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{1,8})*")

# Each page lists the same few dozen languages.
_TAGS_CACHED = 4_096
# Characters: twice as many as the longest tag that anybody registered.
_LONGEST_WRITTEN = 100
_LONGEST = 35  # what BCP 47 expects programs to hold (section 4.4.1)
# Known to Unicode, and no countries of ISO 3166: reserved there, or for private use.
_NO_COUNTRY = re.compile("AA|AC|CP|CQ|DG|EA|EU|EZ|IC|Q[M-Z]|TA|UN|X[A-JL-Z]|ZZ")

# The code of a fault, and its particulars.
Wrong = tuple[str, dict[str, str]]


class Judged(NamedTuple):
    """A value of `hreflang`: the language as it is understood, "" where it is none, and what is wrong with it."""

    language: str
    wrong: Wrong | None


def judged(written: str) -> Judged:
    """What a value of `hreflang` says."""
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
    import langcodes  # few sitemaps name languages

    found = _TAG.fullmatch(tag)
    if found is None or len(tag) > _LONGEST:
        return "bad-hreflang", {"value": written}
    language, script, region = found.groups()
    rest = tag[found.end(1) :]
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
    """Whether a code is that of a country by ISO 3166, or of a region by the United Nations' M.49."""
    import langcodes

    upper = code.upper()
    is_known = langcodes.tag_is_valid(f"und-{upper}") and _NO_COUNTRY.fullmatch(upper) is None
    return is_known and (upper.isdecimal() or _replaced_region(upper) == upper)


def _replaced_region(upper: str) -> str:
    """The code of a region that has taken the place of another's."""
    import langcodes

    return langcodes.Language.get(langcodes.standardize_tag(f"und-{upper}"), normalize=False).territory or upper


def _wrong_language(written: str, language: str, region: str | None) -> Wrong:
    """A country in place of the language, most times."""
    import langcodes

    if len(language) != 2 or not is_region(language):
        return "unknown-language", {"value": written, "part": language}
    if region is not None and langcodes.tag_is_valid(region):
        spoken = region.lower()  # the two the wrong way round
    else:
        spoken = langcodes.Language.make(territory=language.upper()).maximize().language or language
    return "country-for-language", {"value": written, "part": language, "right": f"{spoken}-{language.upper()}"}


def _with_right_region(tag: str, region: str) -> str:
    """A tag with the region that is meant, where that is certain, else without any."""
    right = _replaced_region(region.upper())
    before, _, after = tag.partition(f"-{region}")
    return f"{before}-{right}{after}" if is_region(right) else f"{before}{after}"


class Alternates(NamedTuple):
    """One page's languages and addresses, in an order that does not depend on who lists them; and its place."""

    links: tuple[tuple[str, str], ...]
    key: str

    def holds(self, location: str) -> bool:
        """Whether an address is one of these."""
        return any(href == location for _, href in self.links)

    def with_own(self, location: str) -> Alternates:
        """These and the page that names them without naming itself, which stands where its own address does."""
        return Alternates((("", location), *self.links), key_of(location))


# Alternates by the links of an entry: each member of a page in several languages lists the same.
Known = dict[tuple[tuple[str, str], ...], Alternates]


def alternates_of(written: Sequence[Alternate], page: str, known: Known, faults: FaultCollector) -> Alternates | None:
    """The alternates that the entry of a page lists; None where it lists none that can be used."""
    links: dict[tuple[str, str], None] = {}
    first: dict[str, str] = {}
    for tag, href, line in written:
        location = normal_address(href, page)
        language, wrong = judged(tag)
        if wrong is not None:
            faults.add(wrong[0], line, **wrong[1])
        if location is None:
            faults.add("alternate-without-address", line)
            continue
        if "://" not in href[:10]:
            faults.add("relative-alternate", line, value=href, uri=location, location=as_markup(location))
        links.setdefault((language, location))
        if first.setdefault(language.lower(), location) != location and language:
            faults.add("second-alternate", line, value=tag, first=first[language.lower()], second=location)
    key = tuple(links)
    return (known.get(key) or known.setdefault(key, _ordered(key))) if links else None


def _ordered(links: tuple[tuple[str, str], ...]) -> Alternates:
    """The links, the one first that stands for all: the default, else the shortest address."""
    default = min((href for tag, href in links if tag == DEFAULT), default=None)
    first = default or min((href for _, href in links), key=lambda href: (len(href), href))
    named = {href for tag, href in links if tag != DEFAULT}
    rest = sorted({link for link in links if link[0] != DEFAULT or link[1] not in named})
    rest.sort(key=lambda link: link[1] != first)
    tags = {as_tag(tag) for tag, href in links if href == first and tag not in ("", DEFAULT)}
    tags |= {tag.partition("-")[0] for tag in tags}
    return Alternates(tuple(rest), without_language(key_of(first), frozenset(tags)))


def link_key(tag: str, href: str) -> str:
    """The key of one language's address, without what names the language."""
    if tag in ("", DEFAULT):
        return key_of(href)
    return without_language(key_of(href), frozenset({as_tag(tag), as_tag(tag).partition("-")[0]}))

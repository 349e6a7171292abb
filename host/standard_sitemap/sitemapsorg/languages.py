"""Pages in several languages: which belong together, and where such a page stands. [Multilingual sitemaps]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from standard_sitemap.sitemapsorg.entries import Alternate, as_markup, normal_address
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.hreflang import DEFAULT, judged
from standard_sitemap.sitemapsorg.placing import as_tag, key_of, without_language


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

"""Pages in several languages: pages that belong together, and their position.

[Multilingual sitemaps] [Multilingual and multinational sitemaps]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.entries import X_DEFAULT, Alternate
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.locations import normal_address
from standard_sitemap.sitemapsorg.sort_keys import as_tag, key_of, without_language


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
AlternatesByLinks = dict[tuple[tuple[str, str], ...], Alternates]


def alternates_of(
    written: Sequence[Alternate], page: str, known: AlternatesByLinks, faults: FaultCollector
) -> Alternates | None:
    """Return the alternates that the entry of a page lists; None if it lists no usable one."""
    # Loaded here because few sitemaps name languages: langcodes, which checks them, takes 24 ms.
    from standard_sitemap.sitemapsorg.hreflang_values import hreflang_value

    links: dict[tuple[str, str], None] = {}
    first: dict[str, str] = {}
    is_repeated = False
    for tag, href, line in written:
        location = normal_address(href, page)
        language, fault = hreflang_value(tag)
        if fault is not None:
            faults.add(fault[0], line, **fault[1])
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
    default = min((href for tag, href in links if tag == X_DEFAULT), default=None)
    first = default or min((href for _, href in links), key=lambda href: (len(href), href))
    named = {href for tag, href in links if tag != X_DEFAULT}
    rest = tuple(link for link in links if link[0] != X_DEFAULT or link[1] not in named)
    tags = {as_tag(tag) for tag, href in links if href == first and tag not in ("", X_DEFAULT)}
    tags |= {tag.partition("-")[0] for tag in tags}
    return Alternates(rest, without_language(key_of(first), frozenset(tags)))


def link_key(tag: str, href: str) -> str:
    """Return the key of one language's address, without the part that names the language."""
    if tag in ("", X_DEFAULT):
        return key_of(href)
    return without_language(key_of(href), frozenset({as_tag(tag), as_tag(tag).partition("-")[0]}))

"""Pages in several languages: pages that belong together, and their position.

[Multilingual sitemaps] [Multilingual and multinational sitemaps]
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from standard_sitemap.model.uris import authority
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.entries import X_DEFAULT, Alternate
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.locations import normal_address
from standard_sitemap.sitemapsorg.sort_keys import SEGMENT, as_tag, key_of, without_language


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

    def seen_from(self, location: str, lost: Container[str] = ()) -> tuple[tuple[str, str], ...]:
        """Return the links, beginning with the link to the entry's own location (D49), without links to `lost`."""
        own = next((link for link in self.links if link[1] == location), None)
        others = tuple(link for link in self.links if link is not own and link[1] not in lost)
        return others if own is None else (own, *others)

    def with_own(self, location: str, language: str, host: str) -> Alternates:
        """Return the alternates of a page whose links omit the page itself, with a link to it.

        `language` is the one in which other entries name the page, if it is known; `host` is that of the file.
        """
        if language and all(tag.lower() != language.lower() for tag, _ in self.links):
            return _placed(((language, location), *self.links), host)
        return Alternates((("", location), *self.links), key_of(location))


# Alternates by the links of an entry: each member of a page in several languages lists the same ones.
AlternatesByLinks = dict[tuple[tuple[str, str], ...], Alternates]


def alternates_of(
    written: Sequence[Alternate], page: str, host: str, known: AlternatesByLinks, faults: FaultCollector
) -> Alternates | None:
    """Return the alternates that the entry of a page lists in a file of `host`; None if it lists no usable one."""
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
    return (known.get(key) or known.setdefault(key, _placed(key, host))) if links else None


def languages_by_location(alternates: Iterable[Alternates]) -> dict[str, str]:
    """Return the language in which links name each address; "" if they name it in several."""
    languages: dict[str, str] = {}
    for tag, href in {link for page in alternates for link in page.links if link[0] not in ("", X_DEFAULT)}:
        languages[href] = tag if languages.setdefault(href, tag).lower() == tag.lower() else ""
    return languages


def completed(alternates: Mapping[int, Alternates], locations: Sequence[str | None]) -> dict[int, Alternates]:
    """Return the alternates of entries, and those of the page that alone names another entry as its version there.

    Such an entry lists none or fewer of that page's links. Both or neither are a home page.
    """
    if not alternates:
        return {}
    pages = {id(page): page for page in alternates.values()}  # the members of one page share it
    naming: dict[str, list[tuple[str, Alternates]]] = {}
    for page in pages.values():
        for tag, href in page.links:
            if tag in ("", X_DEFAULT):
                continue
            known = naming.setdefault(href, [])
            # Of three, at least two are not the entry's own: enough to know. A page may name one twice.
            if len(known) < 3 and not (known and known[-1][1] is page):
                known.append((tag, page))
    links = {number: frozenset(page.links) for number, page in pages.items()}
    whole = dict(alternates)
    for entry, location in enumerate(locations):
        known, own = naming.get(location or "", []), alternates.get(entry)
        if location is None or not known or (len(known) == 1 and known[0][1] is own):
            continue  # nearly all
        others = [(tag, page) for tag, page in known if page is not own]
        if len(others) != 1:
            continue
        tag, page = others[0]
        is_less = own is None or links[id(own)] < links[id(page)]
        if is_less and (SEGMENT in link_key(tag, location)) == (SEGMENT in page.key):
            whole[entry] = page
    return whole


def lost_links(alternates: Mapping[int, Alternates], locations: Sequence[str | None]) -> dict[int, frozenset[str]]:
    """Return by entry the addresses of versions that belong to other pages.

    Such a version has an entry that does not name the page, while it and another page name each other.
    """
    own = {entry: locations[entry] or "" for entry in alternates}
    by_location = {own[entry]: page for entry, page in alternates.items()}
    entries: dict[int, list[int]] = {}
    for entry, page in alternates.items():
        entries.setdefault(id(page), []).append(entry)
    hrefs_of = {id(page): {href for _, href in page.links} for page in by_location.values()}
    mutual: set[str] = set()
    one_sided: list[tuple[int, str]] = []
    for members in entries.values():
        page, of_members = alternates[members[0]], {own[entry] for entry in members}
        mutual |= of_members if len(of_members) > 1 else set()
        others = [href for _, href in page.links if by_location.get(href, page) is not page]
        for entry, href in product(members, others):
            if own[entry] in hrefs_of[id(by_location[href])]:
                mutual |= {href, own[entry]}
            else:
                one_sided.append((entry, href))
    lost: dict[int, set[str]] = {}
    for entry, href in one_sided:
        if href in mutual:
            lost.setdefault(entry, set()).add(href)
    return {entry: frozenset(hrefs) for entry, hrefs in lost.items()}


def _each_language_once(links: Iterable[tuple[str, str]], page: str) -> tuple[tuple[str, str], ...]:
    """Return the first link of each language, a link to the page itself before others; all links without language."""
    kept: dict[str, tuple[str, str]] = {}
    for language, href in sorted(links, key=lambda link: link[1] != page):
        kept.setdefault(language.lower() or href, (language, href))
    every = set(kept.values())
    return tuple(link for link in links if link in every)


def _placed(links: tuple[tuple[str, str], ...], host: str) -> Alternates:
    """Return the links with the key of the default, else of the shortest address, on `host` if possible.

    A default that also has a language of its own is no separate variant.
    """
    key = placed_key(links, host)
    named = {href for tag, href in links if tag != X_DEFAULT}
    return Alternates(tuple(link for link in links if link[0] != X_DEFAULT or link[1] not in named), key)


def placed_key(links: Collection[tuple[str, str]], host: str) -> str:
    """Return the key of a page's default address, else of its shortest, on `host` if possible.

    A link to the home page of a language places no other page there.
    """
    links = [link for link in links if authority(link[1]) == host] or links
    key = _first_key(links)
    others = [link for link in links if SEGMENT in link_key(*link)] if SEGMENT not in key else ()
    return _first_key(others) if others else key


def _first_key(links: Collection[tuple[str, str]]) -> str:
    default = min((href for tag, href in links if tag == X_DEFAULT), default=None)
    first = default or min((href for _, href in links), key=lambda href: (len(href), href))
    tags = {as_tag(tag) for tag, href in links if href == first and tag not in ("", X_DEFAULT)}
    tags |= {tag.partition("-")[0] for tag in tags}
    return without_language(key_of(first), frozenset(tags))


def link_key(tag: str, href: str) -> str:
    """Return the key of one language's address, without the part that names the language."""
    if tag in ("", X_DEFAULT):
        return key_of(href)
    return without_language(key_of(href), frozenset({as_tag(tag), as_tag(tag).partition("-")[0]}))

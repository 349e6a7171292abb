"""The pages that sitemaps of either format list, and those among them that robots.txt keeps from crawlers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.checking.robots_rules import RobotsRules
from standard_sitemap.sitemapsorg.entries import origin
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import variants


class Listed(NamedTuple):
    """A page as a sitemap lists it."""

    location: str
    document: str
    line: int


def listed_by_maps(maps: Iterable[ssp.Site]) -> Iterator[Listed]:
    """The pages of Standard-Sitemaps, those that are in a folder on disk included."""
    for site in maps:
        for document in site.documents:
            for index, kind in enumerate(document.kinds):
                for variant in variants(document, index) if kind == Kind.ITEM else ():
                    if variant.location is not None and variant.location.startswith(("file:", "http")):
                        yield Listed(variant.location, document.uri, document.lines[index])


def listed_by_others(documents: Iterable[sitemapsorg.Document]) -> Iterator[Listed]:
    """The pages of sitemaps of every other format."""
    for document in documents:
        for location, line in zip(document.table.locations, document.table.lines, strict=True):
            yield Listed(location, document.uri, line)


def disallowed_page(one: Listed, rules: RobotsRules) -> Fault | None:
    """The fault of a page on the web that crawlers may not read."""
    rule = rules.forbidding(one.location) if one.location.startswith("http") else None
    if rule is None:
        return None
    params = {"location": one.location, "rule": rule.written, "first": str(rule.line)}
    return Fault("page-disallowed", one.document, one.line, params)


def disallowed_sitemap(document: str, address: str, rules: RobotsRules) -> Fault | None:
    """The fault of a sitemap, served at `address`, that crawlers may not read."""
    rule = rules.forbidding(address)
    return rule and Fault("sitemap-disallowed", document, 0, {"rule": rule.written, "first": str(rule.line)})


class SiteRobots(NamedTuple):
    """A site's robots.txt, which counts for the addresses of its own scheme and host alone (RFC 9309, 2.3)."""

    origin: str
    rules: RobotsRules

    def faults(self, listed: Iterable[Listed], sitemaps: Iterable[tuple[str, str | None]]) -> Iterator[Fault]:
        """The faults of pages and of sitemaps, each with the address at which it is served, where that is known."""
        for one in listed:
            fault = disallowed_page(one, self.rules) if origin(one.location) == self.origin else None
            if fault is not None:
                yield fault
        for document, address in sitemaps:
            if address is not None and origin(address) == self.origin:
                fault = disallowed_sitemap(document, address, self.rules)
                if fault is not None:
                    yield fault

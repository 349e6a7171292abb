"""What a robots.txt keeps from crawlers: its rules, by RFC 9309, and the pages that sitemaps list in spite of
them. Pure.

The rules are read by hand as the lines of `sitemapsorg.declarations` are: a checker says on which line a rule stands.
Takes time in proportion to the addresses, however many rules there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.sitemapsorg.entries import origin
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import variants

# What RFC 9309 has crawlers read at least; few read more.
_MOST_BYTES = 500 * 1024
# Rules with wildcards are tried one after the other; real files have some dozens.
_MOST_WILD = 200
_SAFE = "/?=&;:@!$'()*+,~-._%"


class Rule(NamedTuple):
    """One line: what it says, its pattern, and where it stands."""

    pattern: str
    is_allowed: bool
    line: int

    @property
    def written(self) -> str:
        """The rule as such files have it."""
        return f"{'Allow' if self.is_allowed else 'Disallow'}: {self.pattern}"


class RobotsRules:
    """The rules of the groups that are for all crawlers."""

    def __init__(self, body: bytes) -> None:
        self._plain: dict[str, Rule] = {}
        self._wild: list[Rule] = []
        for rule in _rules(body[:_MOST_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")):
            if "*" in rule.pattern or rule.pattern.endswith("$"):
                self._wild.append(rule)
            else:
                known = self._plain.get(rule.pattern)
                self._plain[rule.pattern] = rule if known is None or rule.is_allowed else known
        del self._wild[_MOST_WILD:]
        self._lengths = sorted({len(pattern) for pattern in self._plain}, reverse=True)

    def forbidding(self, address: str) -> Rule | None:
        """The rule that keeps crawlers from an address; None where none does."""
        if not self._plain and not self._wild:
            return None
        parts = urlsplit(address)
        path = _normal((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        found = [rule for rule in self._wild if _matches(rule.pattern, path)]
        plain = next((rule for size in self._lengths if (rule := self._plain.get(path[:size])) is not None), None)
        if plain is not None:
            found.append(plain)
        best = max(found, key=lambda rule: (len(rule.pattern), rule.is_allowed), default=None)
        return None if best is None or best.is_allowed else best


def _rules(text: str) -> Iterator[Rule]:
    """The rules for all crawlers, in order; those that forbid nothing are left out."""
    agents: list[str] = []
    is_open = False  # whether the group's names are still being listed
    for number, line in enumerate(text.splitlines(), 1):
        field, mark, value = line.partition("#")[0].partition(":")
        name, value = field.strip().lower(), value.strip()
        if not mark:
            continue
        if name in ("user-agent", "useragent"):
            agents = [*agents, value] if is_open else [value]
            is_open = True
        elif name in ("allow", "disallow"):
            is_open = False
            if "*" in agents and value:
                yield Rule(_normal(value), name == "allow", number)


def _normal(path: str) -> str:
    """A path with the same escapes as all others: those of characters that need none are undone."""
    return quote(unquote(path, errors="surrogateescape").replace("%", "%25"), safe=_SAFE, errors="surrogateescape")


def _matches(pattern: str, path: str) -> bool:
    """Whether a pattern with wildcards matches a path from its beginning on."""
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    is_whole = pattern.endswith("$")
    for number, part in enumerate(others, 1):
        if is_whole and number == len(others):
            return len(path) - len(part) >= place and path.endswith(part)
        found = path.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return not is_whole or place == len(path)


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
        for location, line in zip(document.table.listed(), document.table.lines, strict=True):
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

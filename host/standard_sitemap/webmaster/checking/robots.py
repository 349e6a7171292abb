"""Applies a site's robots.txt (RFC 9309) to the pages and files of sitemaps. Pure.

The rules are parsed here, as the lines in `sitemapsorg.declarations` are, because a report names the line of a rule.
The time grows with the number of addresses and is independent of the number of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.locations import origin
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import variants

# Behaviour: rules of robots.txt. Also: Disallow, Allow, user agents, 500 KiB.
# RFC 9309 requires crawlers to read at least this much; few read more.
_MOST_BYTES = 500 * 1024
# Rules with wildcards are tried one after another. Real files have a few dozen.
_MOST_WILD = 200
_SAFE = "/?=&;:@!$'()*+,~-._%"


class RobotsRule(NamedTuple):
    """One rule: its pattern, whether it allows access, and its line."""

    pattern: str
    is_allowed: bool
    line: int

    @property
    def written(self) -> str:
        """The rule as written in robots.txt."""
        return f"{'Allow' if self.is_allowed else 'Disallow'}: {self.pattern}"


class RobotsRules:
    """The rules for one crawler: its own groups, or the groups for all crawlers if it has none.

    `agent` is the crawler's product token; "*" stands for a crawler that no robots.txt names.
    """

    def __init__(self, body: bytes, agent: str = "*") -> None:
        self._plain: dict[str, RobotsRule] = {}
        self._wild: list[RobotsRule] = []
        groups = list(_groups(body[:_MOST_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")))
        name = agent.lower() if any(agent.lower() in group.agents for group in groups) else "*"
        groups = [group for group in groups if name in group.agents]
        self.delay_s = max((group.delay_s for group in groups), default=0.0)
        """Seconds between two requests (`Crawl-delay`, which RFC 9309 lacks and many sites use); 0 if not stated."""
        for rule in (rule for group in groups for rule in group.rules):
            if "*" in rule.pattern or rule.pattern.endswith("$"):
                self._wild.append(rule)
            else:
                known = self._plain.get(rule.pattern)
                self._plain[rule.pattern] = rule if known is None or rule.is_allowed else known
        del self._wild[_MOST_WILD:]
        self._lengths = sorted({len(pattern) for pattern in self._plain}, reverse=True)

    def forbidding(self, address: str) -> RobotsRule | None:
        """Return the rule that forbids an address, or None."""
        if not self._plain and not self._wild:
            return None
        parts = urlsplit(address)
        path = _normal((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        matching = [rule for rule in self._wild if _matches(rule.pattern, path)]
        plain = next((rule for size in self._lengths if (rule := self._plain.get(path[:size])) is not None), None)
        if plain is not None:
            matching.append(plain)
        best = max(matching, key=lambda rule: (len(rule.pattern), rule.is_allowed), default=None)
        return None if best is None or best.is_allowed else best


@dataclass(slots=True)
class _Group:
    """One group of a robots.txt: its crawlers in lower case, its rules in order, its delay."""

    agents: set[str] = field(default_factory=set)
    rules: list[RobotsRule] = field(default_factory=list)
    delay_s: float = 0.0


def _groups(text: str) -> Iterator[_Group]:
    """Yield the groups, without rules that have no pattern, which forbid nothing."""
    group = _Group()
    is_open = True  # whether the group's crawlers are still being listed
    for number, line in enumerate(text.splitlines(), 1):
        key, mark, value = line.partition("#")[0].partition(":")
        name, value = key.strip().lower(), value.strip()
        if not mark:
            continue
        if name in ("user-agent", "useragent"):
            if not is_open:
                yield group
                group, is_open = _Group(), True
            group.agents.add(value.lower())
        elif name in ("allow", "disallow"):
            is_open = False
            if value:
                group.rules.append(RobotsRule(_normal(value), name == "allow", number))
        elif name == "crawl-delay":
            is_open = False
            group.delay_s = _seconds(value)
    yield group


def _seconds(value: str) -> float:
    plain = value[:10]
    return float(plain) if plain.replace(".", "", 1).isdecimal() and plain.isascii() else 0.0


def _normal(path: str) -> str:
    """Return a path with normalised escapes: only characters that need an escape have one."""
    return quote(unquote(path, errors="surrogateescape").replace("%", "%25"), safe=_SAFE, errors="surrogateescape")


def _matches(pattern: str, path: str) -> bool:
    """Return whether a pattern with wildcards matches a path from its start."""
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    is_whole = pattern.endswith("$")
    for number, part in enumerate(others, 1):
        if is_whole and number == len(others):
            return len(path) - len(part) >= place and path.endswith(part)
        start = path.find(part, place)
        if start < 0:
            return False
        place = start + len(part)
    return not is_whole or place == len(path)


class ListedPage(NamedTuple):
    """A page listed in a sitemap; `is_for_readers` is true for a Standard-Sitemap, false for other formats."""

    location: str
    document: str
    line: int
    is_for_readers: bool = False


def listed_by_maps(maps: Iterable[ssp.Site]) -> Iterator[ListedPage]:
    """Yield the pages of Standard-Sitemaps, including pages in a folder on disk."""
    for site in maps:
        for document in site.documents:
            for index, kind in enumerate(document.kinds):
                for variant in variants(document, index) if kind == Kind.ITEM else ():
                    if variant.location is not None and variant.location.startswith(("file:", "http")):
                        yield ListedPage(variant.location, document.uri, document.lines[index], True)


def listed_by_others(documents: Iterable[sitemapsorg.Document]) -> Iterator[ListedPage]:
    """Yield the pages of sitemaps in the other formats."""
    for document in documents:
        for location, line in zip(document.table.listed(), document.table.lines, strict=True):
            yield ListedPage(location, document.uri, line)


def disallowed_page(page: ListedPage, rules: RobotsRules) -> Fault | None:
    """Return the fault of a page on the web that robots.txt forbids, or None."""
    rule = rules.forbidding(page.location) if page.location.startswith("http") else None
    if rule is None:
        return None
    params = {"location": page.location, "rule": rule.written, "first": str(rule.line)}
    return Fault("page-disallowed", page.document, page.line, params)


def disallowed_sitemap(document: str, address: str, rules: RobotsRules) -> Fault | None:
    """Return the fault of a sitemap, served at `address`, that robots.txt forbids, or None."""
    rule = rules.forbidding(address)
    return rule and Fault("sitemap-disallowed", document, 0, {"rule": rule.written, "first": str(rule.line)})


class SiteRobots(NamedTuple):
    """A site's robots.txt, which applies only to addresses with the same scheme and host (RFC 9309, 2.3)."""

    origin: str
    rules: RobotsRules

    def faults(self, listed: Iterable[ListedPage], sitemaps: Iterable[tuple[str, str | None]]) -> Iterator[Fault]:
        """Yield the faults of pages and of sitemaps; each sitemap comes with its served address, if known."""
        for page in listed:
            fault = disallowed_page(page, self.rules) if origin(page.location) == self.origin else None
            if fault is not None:
                yield fault
        for document, address in sitemaps:
            if address is not None and origin(address) == self.origin:
                fault = disallowed_sitemap(document, address, self.rules)
                if fault is not None:
                    yield fault

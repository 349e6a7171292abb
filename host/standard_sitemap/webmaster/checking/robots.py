"""Applies a site's robots.txt (RFC 9309) to the pages and files of sitemaps. Pure.

Protego decides which rules apply and match. This module finds the line of a rule, which Protego does not report.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from protego import Protego

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.locations import origin
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.variants import variants

# Behaviour: rules of robots.txt. Also: Disallow, Allow, user agents, 500 KiB.
# RFC 9309 requires crawlers to read at least this much; few read more.
_MOST_BYTES = 500 * 1024
# Rules with wildcards are tried one after another. The largest real file has 1,200, for all crawlers together.
_MOST_WILD = 2_000
# Rules that are tried together for the line of a match.
_BLOCK = 64
_LINE_END = re.compile(r"\r\n|\r|\n")
# Other line ends and spaces of Python, which Protego takes for such and RFC 9309 does not.
_CONTROL_SPACE = re.compile(r"[\v\f\x1c-\x1f]")
_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
# The beginning of each line that Protego may take for a rule or for a crawler's name, with its other spellings.
_RULE = re.compile(r"\s*(?:al|di)\w*[\s:]", re.IGNORECASE)
_USER_AGENT = re.compile(r"\s*user[ -]?agent(?:[\s:]|$)", re.IGNORECASE)
_DELAY = re.compile(r"\s*crawl[ -]?delay[\s:]", re.IGNORECASE)
# The product token with which a line names a crawler. Crawlers ignore the rest, such as a version.
_TOKEN = re.compile(r"\s*user[ -]?agent(?:\s*:\s*|\s+)(\*(?=[\s#]|$)|[a-z_-]*)", re.IGNORECASE)
# Names for Protego: of the crawler, and of any other, which may not be a part of the first.
_OWN, _OTHER = "own", "/"
# Octets beyond ASCII, percent-encoded.
_ENCODED = re.compile(rb"(?:%[89a-f][0-9a-f])+", re.IGNORECASE)
# Octets that are not UTF-8, as Python decodes them.
_STRAY = re.compile(r"[\udc80-\udcff]")
# From there to characters for private use, which no address contains.
_PRIVATE = 0xE000 - 0xDC00
_PATH = re.compile(r"[^:/?#]*://[^/?#]*(.*)", re.DOTALL)


class RobotsRule(NamedTuple):
    """One rule: its line as written, without comment, and the number of that line."""

    written: str
    line: int


class RobotsRules:
    """The rules for one crawler: its own groups, or the groups for all crawlers if it has none.

    `agent` is the crawler's product token; "*" stands for a crawler that no robots.txt names.
    """

    def __init__(self, body: bytes, agent: str = "*") -> None:
        # Protego prefers the group for all crawlers to that of a name of one letter.
        self._agent = agent if agent == "*" else _OWN
        body = _whole_lines(body).removeprefix(BOM_UTF8)
        self._written = _LINE_END.split(body.decode("utf-8", "replace"))
        self._records = [_with_agent(line, agent) for line in _bounded_lines(_decoded(body))]
        # Any other record would end a group (2.2.4).
        self._lines = [line if _RULE.match(line) or _USER_AGENT.match(line) else "" for line in self._records]
        self._rules = Protego.parse("\n".join(self._lines))

    @cached_property
    def delay_s(self) -> float:
        """Seconds between two requests (`Crawl-delay`, which RFC 9309 lacks and many sites use); 0 if not stated."""
        lines = (line for line, rule in zip(self._records, self._lines, strict=True) if rule or _DELAY.match(line))
        return Protego.parse("\n".join(lines)).crawl_delay(self._agent) or 0.0

    def allows(self, address: str) -> bool:
        """Return whether the crawler may fetch an address."""
        return self._rules.can_fetch(_comparable(address), self._agent)

    def forbidding(self, address: str) -> RobotsRule | None:
        """Return the rule for all crawlers that forbids an address, or None."""
        if self.allows(address):
            return None
        path = _comparable(address)
        for rules, block in self._blocks:
            if not rules.can_fetch(path, "*"):
                line = next(rule.line for rule in block if not _parsed([rule]).can_fetch(path, "*"))
                return RobotsRule(self._written[line - 1].partition("#")[0].strip(), line)
        return RobotsRule("", 0)  # a spelling that Protego accepts and this module does not know

    @cached_property
    def _blocks(self) -> list[tuple[Protego, list[RobotsRule]]]:
        """The rules for all crawlers, in blocks; the longest rule counts, so they come in order of length."""
        rules = sorted(_rules_for_all(self._lines), key=lambda rule: -len(rule.written))
        blocks = [rules[start : start + _BLOCK] for start in range(0, len(rules), _BLOCK)]
        return [(_parsed(block), block) for block in blocks]


def _rules_for_all(lines: list[str]) -> Iterator[RobotsRule]:
    """Yield the rules in groups for all crawlers, as Protego receives them."""
    group: list[str] = []
    has_rules = applies = False
    for number, line in enumerate(lines, 1):
        is_rule = _RULE.match(line) is not None
        if has_rules and _USER_AGENT.match(line):
            group, has_rules = [], False
        elif is_rule and not has_rules:
            has_rules = True
            applies = not Protego.parse("\n".join((*group, "Disallow: /"))).can_fetch("http://host/", "*")
        if not has_rules:
            group.append(line)
        elif is_rule and applies:
            yield RobotsRule(line.partition("#")[0].strip(), number)


def _parsed(rules: list[RobotsRule]) -> Protego:
    return Protego.parse("\n".join(("User-agent: *", *(rule.written for rule in rules))))


def _whole_lines(body: bytes) -> bytes:
    """Return the part of a robots.txt that crawlers read, without a line that they would read in part."""
    if len(body) <= _MOST_BYTES:
        return body
    read = body[: _MOST_BYTES + 1]
    return body[: max(read.rfind(b"\n"), read.rfind(b"\r"), 0)]


def _decoded(octets: bytes) -> str:
    """Return text in which octets that are not UTF-8 differ (RFC 9309, 2.2.2): Protego replaces each by U+FFFD."""
    text = _ENCODED.sub(lambda run: unquote_to_bytes(run[0]), octets).decode("utf-8", "surrogateescape")
    text = _STRAY.sub(lambda octet: chr(ord(octet[0]) + _PRIVATE), text)
    return _WIDE_SPACE.sub(lambda space: quote(space[0]), text)


def _with_agent(line: str, agent: str) -> str:
    """Return a line that names a crawler, so that Protego applies it to `agent` only if it names this very crawler.

    Protego compares parts of names, and takes the whole line for a name (RFC 9309, 2.2.1).
    """
    token = _TOKEN.match(line)
    if token is None:
        return line
    name = token[1].lower()
    return f"User-agent: {name if name == '*' else _OWN if name == agent.lower() else _OTHER}"


def _bounded_lines(text: str) -> list[str]:
    """Return the lines, without the rules that exceed the limit on wildcards."""
    lines = [_CONTROL_SPACE.sub(" ", line) for line in _LINE_END.split(text)]
    wild = [index for index, line in enumerate(lines) if ("*" in line or "$" in line) and _RULE.match(line)]
    for index in wild[_MOST_WILD:]:
        lines[index] = ""
    return lines


def _comparable(address: str) -> str:
    """Return the path and query of an address, or of an address that is no valid one."""
    path = _PATH.match(address)
    # With a host, so that a path that begins with two slashes remains a path.
    return "http://host" + _decoded((path[1] if path else address).encode("utf-8", "replace"))


class ListedPage(NamedTuple):
    """A page listed in a sitemap; `is_for_readers` is true for a Standard-Sitemap, false for other formats.

    `is_search` is true for an item whose page receives the words of a search.
    """

    location: str
    document: str
    line: int
    is_for_readers: bool = False
    is_search: bool = False


def listed_by_maps(maps: Iterable[ssp.Site]) -> Iterator[ListedPage]:
    """Yield the pages of Standard-Sitemaps, including pages in a folder on disk."""
    for site in maps:
        for document in site.documents:
            for index, kind in enumerate(document.kinds):
                for variant in variants(document, index) if kind == Kind.ITEM else ():
                    if variant.location is not None and variant.location.startswith(("file:", "http")):
                        is_search = "data" in document.attributes[index]
                        yield ListedPage(variant.location, document.uri, document.lines[index], True, is_search)


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

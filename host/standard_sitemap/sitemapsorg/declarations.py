"""A site's declarations: `Sitemap:` lines of its robots.txt as sites really write them, and links of its pages.

Fetches and guesses nothing.

Ignores rules for crawlers: they concern robots, and a reader's browser is none. Protego handles such rules well. But it
leaves bytes, relative addresses and several addresses on one line to its caller, and does not report line numbers. The
tests require this module to find everything that Protego finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.encodings import media_type
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.faults import Fault, FaultCollector
from standard_sitemap.sitemapsorg.sniffing import decoded
from standard_sitemap.ssp.discovery import Link, address, relations

# The limit on lines, equal to that on files in an index; a robots.txt with more is malicious.
MAX_LINES = 50_000

# Bytes of a robots.txt that are read: eight times as many as search engines read. [RFC 9309, 2.5]
MOST_BYTES = 4 * 1024 * 1024

# Characters of one line that are read: no server accepts a longer address.
_LONGEST_LINE = 65_536

_BREAK = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_BREAKS = re.compile(rf"\r\n|[{_BREAK}]")
_SPACE = rf"[^\S{_BREAK}]"
_FIELD = r"site[-_ ]?maps?+"
# A byte-order mark may occur in the middle, where files were joined.
_LINE = re.compile(
    rf"(?:\A|(?<=[{_BREAK}]))(?>{_SPACE}|\ufeff){{0,{_LONGEST_LINE}}}+(?P<field>{_FIELD})"
    rf"(?P<mark>{_SPACE}*+[:=]|(?={_SPACE}))(?P<value>[^{_BREAK}]*+)",
    re.IGNORECASE,
)
# Line ends in bytes, for files in any encoding.
_LINE_END = re.compile(rb"\r\n|\n|\r")
# Addresses on their own lines after a field without a value.
_FOLLOWING = re.compile(rf"(?:[{_BREAK}]++{_SPACE}*+https?://[^{_BREAK}]*+)+", re.IGNORECASE)
# The separator of two addresses on one line: white space or a comma, and perhaps the field once more.
_BETWEEN = re.compile(rf"(?<![\s,;])[\s,;]++(?:{_FIELD}\s*+:\s*+)?(?=https?://|/)", re.IGNORECASE)
_MARKUP_START = re.compile(r"\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--|<title|<meta|<script)", re.IGNORECASE)
_OPENING, _CLOSING = "<\"'“‘`([", ">\"'”’`)],;"
_ADDRESS = re.compile(r"https?://|/", re.IGNORECASE)
_WHOLE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# Half a character at the end of a truncated file.
_CUT_OFF = "\ufffd"

Source = Literal["robots", "link", "feed"]
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml"})


class RobotsSitemaps(NamedTuple):
    """The sitemaps in a robots.txt: their absolute addresses, each once and in order, and the faults."""

    sitemaps: tuple[str, ...]
    faults: tuple[Fault, ...]


class _AddressLine(NamedTuple):
    """An address as written, with its line; `is_plain` is true if every reader understands the line."""

    value: str
    line: int
    is_plain: bool


def read_robots(body: bytes, base: str, content_type: str | None = None) -> RobotsSitemaps:
    """Return the sitemaps in the robots.txt at `base`; `content_type` is the response's, None for a file."""
    kind, charset = media_type(content_type) if content_type else ("text/plain", None)
    text, encoding, is_sound = decoded(body[:MOST_BYTES], charset)
    faults = FaultCollector(base)
    reading = _SitemapCollector(base, faults)
    if encoding != "utf-8" or not is_sound:
        faults.add("robots-encoding", encoding="windows-1252" if encoding == "utf-8" else encoding)
    is_page = _MARKUP_START.match(text) is not None
    if is_page:
        faults.add("robots-is-page")
    elif kind != "text/plain":
        faults.add("robots-type", type=kind)
    for number, written in enumerate(_written(text.rstrip(_CUT_OFF))):
        if number == MAX_LINES:
            faults.add("robots-too-many", written.line, limit=str(MAX_LINES))
            break
        if not is_page or _WHOLE.match(written.value):  # otherwise a word of the page's text or markup
            reading.add(written)
    if len(body) > MOST_BYTES:
        faults.add("robots-too-long", 1 + len(_BREAKS.findall(text)), limit=str(MOST_BYTES))
    return RobotsSitemaps(tuple(reading.lines), tuple(faults.all()))


class _SitemapCollector:
    """The sitemaps found so far."""

    def __init__(self, base: str, faults: FaultCollector) -> None:
        self.lines: dict[str, int] = {}
        self._faults = faults
        self._base = base
        self._schemes = ("http://", "https://", f"{urlsplit(base).scheme}://")

    def add(self, written: _AddressLine) -> None:
        """Add an address, or a fault if it is invalid."""
        uri = self._resolved(written.value)
        if uri is None:
            self._faults.add("robots-bad-address", written.line, value=written.value)
        elif uri in self.lines:
            self._faults.add("robots-twice", written.line, uri=uri, first=str(self.lines[uri]))
        else:
            self.lines[uri] = written.line
            self._say_how(written, uri)

    def _say_how(self, written: _AddressLine, uri: str) -> None:
        if not _WHOLE.match(written.value):
            # On disk, the site's own address is unknown.
            read_as = "an address of the file's own site" if uri.startswith("file:") else uri
            self._faults.add("robots-relative", written.line, value=written.value, uri=read_as)
        elif not written.is_plain:
            self._faults.add("robots-odd-line", written.line, uri=uri)

    def _resolved(self, value: str) -> str | None:
        """Return the absolute address without fragment; None if no sitemap can be there."""
        uri = resolve(self._base, self._with_scheme(value)) if value else None
        return split_fragment(uri)[0] if uri is not None and uri.startswith(self._schemes) else None

    def _with_scheme(self, value: str) -> str:
        """Return an address with its scheme: `www.example.org/map.xml` on that very host is an address, not a path."""
        scheme, host = urlsplit(self._base)[:2]
        if scheme == "file" and value.startswith("//"):
            return f"https:{value}"  # a host, since a disk has none
        first = value.partition("/")[0].lower()
        is_host = "." in first and first.removeprefix("www.") == host.lower().removeprefix("www.")
        return f"{scheme}://{value}" if is_host else value


def _written(text: str) -> Iterator[_AddressLine]:
    """Yield the addresses in order."""
    line, counted = 1, 0
    for match in _LINE.finditer(text):
        place = match.start("field")
        line += sum(1 for _ in _BREAKS.finditer(text, counted, place))
        counted = place
        value, is_plain = match["value"][:_LONGEST_LINE].partition("#")[0].strip(), match["mark"] == ":"
        if not match["mark"] and not _ADDRESS.match(value):
            yield _AddressLine("", line, is_plain)  # a sentence that begins with that word, or the word alone
        elif value:
            yield from _parts(value, line, is_plain=is_plain)
        elif following := _FOLLOWING.match(text, match.end()):
            yield from _lines_after(following[0], line)
        else:
            yield _AddressLine("", line, is_plain)


def _lines_after(text: str, line: int) -> Iterator[_AddressLine]:
    """Yield the addresses on their own lines below a field."""
    for part in _BREAKS.split(text)[1:]:
        line += 1
        value = part[:_LONGEST_LINE].partition("#")[0].strip()
        if value:
            yield from _parts(value, line, is_plain=False)


def _parts(value: str, line: int, *, is_plain: bool) -> Iterator[_AddressLine]:
    """Yield the addresses on one line, unwrapped."""
    parts = _BETWEEN.split(value)
    for part in parts:
        bare = _unwrapped(part)
        yield _AddressLine(bare, line, is_plain and len(parts) == 1 and bare == part)


def _unwrapped(part: str) -> str:
    """Return an address without quotes, brackets or trailing markup."""
    inner = part.lstrip(_OPENING)
    bare = inner.partition("<")[0].strip()
    return bare.rstrip(_CLOSING).strip() if inner != part else bare.rstrip(",;")


class Declaration(NamedTuple):
    """One sitemap or feed: its address, the source of the declaration, and its title there."""

    sitemap: str
    source: Source
    title: str | None = None


# Behaviour: the line in robots.txt. Also: robots line, Sitemap field, directive.
def robots_line(sitemap: str) -> str:
    """Return the line that names a sitemap."""
    return f"Sitemap: {sitemap}"


def with_robots_line(robots: bytes, sitemap: str) -> bytes:
    """Return a robots.txt with the line appended, in its own line ends; unchanged if it names the sitemap already.

    >>> with_robots_line(b"User-agent: *", "https://www.example.org/sitemap.xml").splitlines()
    [b'User-agent: *', b'Sitemap: https://www.example.org/sitemap.xml']
    """
    if sitemap in read_robots(robots, sitemap).sitemaps:
        return robots
    line_end = _LINE_END.search(robots)
    end = line_end.group() if line_end else b"\n"
    before = robots if not robots or robots.endswith((b"\n", b"\r")) else robots + end
    return before + robots_line(sitemap).encode("ascii") + end


def robots_address(page: str) -> str | None:
    """Return the address of the robots.txt for a page's site; for a page on disk, of the one beside it."""
    return resolve(page, "robots.txt" if page.startswith("file:") else "/robots.txt")


def declarations(robots: RobotsSitemaps, links: Iterable[Link]) -> tuple[Declaration, ...]:
    """Return the declarations in robots.txt, then in a page's links, in order; each address once for each source."""
    by_source: dict[tuple[str, Source], Declaration] = {}
    for sitemap in robots.sitemaps:
        by_source.setdefault((sitemap, "robots"), Declaration(sitemap, "robots"))
    for link in links:
        source = _source(link)
        uri = address(link) if source is not None else None
        if source is not None and uri is not None and uri.startswith(("http://", "https://", "file:")):
            sitemap = split_fragment(uri)[0]
            by_source.setdefault((sitemap, source), Declaration(sitemap, source, link.title.strip() or None))
    return tuple(by_source.values())


def _source(link: Link) -> Source | None:
    """Return the kind of declaration that a link makes, or None; a style sheet's alternate is another style sheet."""
    rel = relations(link) if link.element == "link" else frozenset()
    if "sitemap" in rel:
        return "link"
    is_feed = "alternate" in rel and "stylesheet" not in rel and media_type(link.type or "-")[0] in _FEED_TYPES
    return "feed" if is_feed else None

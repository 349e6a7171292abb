"""The entries of feeds: RSS in all its versions, and Atom. Titles come with the addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING

from standard_sitemap.model.uris import has_web_scheme, resolve
from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.lenient_xml import line_of, split

if TYPE_CHECKING:
    from lxml.etree import _Element

_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
# The names of registered relations are short for addresses (RFC 4287, 4.2.7.2).
_REGISTERED = "http://www.iana.org/assignments/relation/"
_ENTRIES = frozenset({"item", "entry"})
_DATES = frozenset({"pubdate", "published", "updated", "date", "modified", "issued"})
_NEWER = frozenset({"updated", "modified"})
# Some feeds contain whole pages; a longer text is no title.
_LONGEST_TITLE = 1_000
# Characters of a title with its markup: removing that cannot be interrupted.
_LONGEST_MARKUP = 50_000


def feed_entries(root: _Element, base: str, first_line: int, faults: FaultCollector) -> Entries:
    """Return the entries of a feed in its order, after the page that the feed declares as its own, if any.

    In a feed on disk, relative addresses of entries belong to that page.
    """
    entries = Entries()
    for element in root.iter("*"):
        name = _name(element)
        if name in ("channel", "feed"):
            _add_home(element, base, first_line, entries)
            home = entries.locations[entries.home] if entries.home is not None else ""
            base = home if base.startswith("file:") and has_web_scheme(home) else base
        elif name in _ENTRIES:
            _add_entry(element, base, first_line, entries, faults)
    return entries


def _add_home(element: _Element, base: str, first_line: int, entries: Entries) -> None:
    """Add the page that the feed belongs to: it is declared, not guessed."""
    link = _link(element)
    if link is None or entries.home is not None:
        return
    entries.home = row = entries.add(_resolved(link[0], link[1], base), line_of(link[0], first_line))
    title = _title(element)
    if title:
        entries.titles[row] = title


def _add_entry(element: _Element, base: str, first_line: int, entries: Entries, faults: FaultCollector) -> None:
    line = line_of(element, first_line)
    link = _link(element) or _content(element) or _permanent(element)
    if link is None:
        faults.add("entry-without-link", line)
        return
    row = entries.add(_resolved(link[0], link[1], base), line_of(link[0], first_line), _date(element))
    title = _title(element)
    if title:
        entries.titles[row] = title


def _link(element: _Element) -> tuple[_Element, str] | None:
    """Return the link to the page: Atom's alternate link, or the text of RSS' own."""
    candidates: list[tuple[int, _Element, str]] = []
    for child in _children(element, "link"):
        relation = (child.get("rel") or "alternate").strip().lower().removeprefix(_REGISTERED)
        href = (child.get("href") or "").strip()
        is_page = _is_page(child)
        written = href or (child.text or "").strip()
        if relation == "alternate" and written and child.get("hreflang") is None:
            candidates.append((0 if is_page else 1, child, written))
        elif relation == "alternate" and written:
            candidates.append((2, child, written))
    # `min` returns the first minimum: the page in the feed's own language before translations and other formats.
    return min(candidates, key=lambda candidate: candidate[0])[1:] if candidates else None


def _is_page(element: _Element) -> bool:
    return (element.get("type") or "text/html").lower() in ("text/html", "application/xhtml+xml", "html", "xhtml")


def _content(element: _Element) -> tuple[_Element, str] | None:
    """Return the address of an entry's content if that is a page (RFC 4287, 4.1.3.2)."""
    sources = ((child, (child.get("src") or "").strip()) for child in _children(element, "content") if _is_page(child))
    return next(((child, source) for child, source in sources if source), None)


def _permanent(element: _Element) -> tuple[_Element, str] | None:
    """Return RSS' guid if it is an address, which is its default."""
    for name in ("guid", "id"):
        for child in _children(element, name):
            written = (child.text or "").strip()
            if written.startswith(("http://", "https://")) and child.get("isPermaLink", "true").lower() != "false":
                return child, written
    about = next((value for key, value in element.items() if split(str(key))[1] == "about"), "")
    return (element, str(about)) if about else None


def _date(element: _Element) -> str:
    """Return the day of an entry's last change, in the form of sitemaps; "" if unknown."""
    dates = {_name(child): (child.text or "").strip() for child in element if _name(child) in _DATES}
    newest = next((dates[name] for name in sorted(dates, key=lambda name: name not in _NEWER) if dates[name]), "")
    return _as_day(newest)


def _as_day(written: str) -> str:
    from email.utils import parsedate_to_datetime  # saves 5 ms of each check: only feeds in RSS have such dates

    if written[:4].isdigit():
        return written  # Atom and Dublin Core use W3C dates; RSS uses mail dates (RFC 822)
    try:
        return parsedate_to_datetime(written).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""


def _title(element: _Element) -> str:
    """Return the title of a feed or entry without markup."""
    child = next(_children(element, "title"), None)
    if child is None:
        return ""
    text = "".join(child.itertext())[:_LONGEST_MARKUP]
    if child.get("type") in ("html", "text/html") or ("<" in text and ">" in text) or "&" in text:
        text = _without_markup(text)
    return " ".join(text.split())[:_LONGEST_TITLE]


def _without_markup(text: str) -> str:
    return unescape(re.sub(r"</?[A-Za-z][^<>]*>", "", text))


def _resolved(element: _Element, written: str, base: str) -> str:
    """Return an address resolved for its element: Atom's may depend on `xml:base`."""
    if "://" in written[:10]:
        return written
    bases = [place.get(_XML_BASE) for place in element.iterancestors()]
    # Ancestors come innermost first, and each base is relative to the one outside it.
    for own in (*reversed(bases), element.get(_XML_BASE)):
        base = resolve(base, own) or base if own else base
    return resolve(base, written) or written


def _children(element: _Element, name: str) -> Iterator[_Element]:
    """Yield the children with a name in the feed's own namespace, not in an extension with similar names."""
    for child in element.iterchildren("*"):
        namespace, local = split(str(child.tag))
        own = split(str(element.tag))[0]
        if local.lower() == name and (namespace == own or not namespace):
            yield child
    for child in element.iterchildren("*"):
        namespace, local = split(str(child.tag))
        if (
            local.lower() == name
            and name == "link"
            and "2005/Atom" in namespace
            and namespace != split(str(element.tag))[0]
        ):
            yield child


def _name(element: _Element) -> str:
    return split(str(element.tag))[1].lower()

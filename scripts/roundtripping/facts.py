"""What a sitemaps.org file says, statement by statement, read by lxml alone: no code is shared with the converter.

A statement is a kind, the address that it is of, and what it says, written so that equal ones mean the same.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import NamedTuple

from lxml import etree

_XHTML = "http://www.w3.org/1999/xhtml"
_OWN = ("loc", "lastmod", "changefreq", "priority")


class Fact(NamedTuple):
    """One statement of a file."""

    kind: str
    location: str
    said: str = ""


def facts_of(body: bytes) -> tuple[list[Fact], Counter[str]]:
    """The statements about pages, and how many there are of what is none; raises XMLSyntaxError."""
    root = etree.fromstring(body, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True))
    namespace = etree.QName(root).namespace
    found: list[Fact] = []
    others: Counter[str] = Counter()
    others["comment"] = sum(1 for _ in root.iter(etree.Comment))
    for sibling in (*root.itersiblings(preceding=True), *root.itersiblings()):
        others["comment"] += sibling.tag is etree.Comment
    is_feed = etree.QName(root).localname.lower() in ("rss", "feed", "rdf")
    if is_feed:  # of which the converter says that no more than address, title and date are kept
        return found, Counter()
    for entry in root.iter("{*}url", "{*}sitemap"):
        if etree.QName(entry).namespace != namespace:
            continue
        if etree.QName(entry).localname == "sitemap":
            others["date of a file"] += entry.find("{*}lastmod") is not None
        else:
            found.extend(_of_entry(entry, namespace, others))
    return found, others


def _of_entry(entry: etree._Element, namespace: str | None, others: Counter[str]) -> list[Fact]:
    locations = [(one.text or "").strip() for one in entry.findall(f"{{{namespace}}}loc" if namespace else "loc")]
    if not locations or not locations[0]:
        others["address"] += 1
        return []
    location = locations[0]
    found = [Fact("address", one) for one in locations]
    for child in entry:
        if not isinstance(child.tag, str):
            continue
        name = etree.QName(child)
        text = (child.text or "").strip()
        if name.namespace == namespace and name.localname in _OWN:
            value = _value(name.localname, text)
            if name.localname != "loc" and text and value != "0.5":
                found.append(Fact(name.localname, location, value))
            others["attribute"] += len(child.attrib)
        elif name.namespace == _XHTML and name.localname == "link" and child.get("hreflang") is not None:
            found.append(Fact("link", location, f"{child.get('hreflang', '').lower()} {child.get('href', '').strip()}"))
        elif name.namespace == namespace:
            others["element"] += 1
        else:
            found.append(Fact("other", location, _canonical(child)))
    texts = [entry.text, *(child.tail for child in entry)]
    others["text"] += sum(1 for text in texts if text and text.strip())
    return found


def _value(name: str, text: str) -> str:
    """A value written so that equal ones mean the same."""
    try:
        if name == "priority":
            return str(float(text))
        if name == "lastmod" and len(text) > len("2024-05-31"):
            moment = datetime.fromisoformat(text)
            return (moment.astimezone(UTC) if moment.tzinfo else moment).isoformat()
    except ValueError:
        return text
    return text.lower()


def _canonical(element: etree._Element) -> str:
    """An element without the white space between those in it, whatever its prefixes."""
    parts = [str(element.tag), *(f"{name}={value}" for name, value in sorted(element.attrib.items()))]
    parts.append((element.text or "").strip())
    parts.extend(_canonical(child) for child in element if isinstance(child.tag, str))
    return "|".join(parts)

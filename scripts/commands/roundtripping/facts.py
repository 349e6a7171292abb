"""Reads a sitemaps.org file, statement by statement, with lxml alone: it shares no code with the converter.

A statement has a kind, an address, and a normalised value, so that statements with the same meaning are equal.
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
    value: str = ""


def facts_of(body: bytes) -> tuple[list[Fact], Counter[str]]:
    """Return the statements about pages, and the number of other content by kind. Raises XMLSyntaxError."""
    root = etree.fromstring(body, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True))
    namespace = etree.QName(root).namespace
    facts: list[Fact] = []
    others: Counter[str] = Counter()
    others["comment"] = sum(1 for _ in root.iter(etree.Comment))
    for sibling in (*root.itersiblings(preceding=True), *root.itersiblings()):
        others["comment"] += sibling.tag is etree.Comment
    is_feed = etree.QName(root).localname.lower() in ("rss", "feed", "rdf")
    if is_feed:  # the converter reports that it keeps only address, title and date
        return facts, Counter()
    for entry in root.iter("{*}url", "{*}sitemap"):
        if etree.QName(entry).namespace != namespace:
            continue
        if etree.QName(entry).localname == "sitemap":
            others["date of a file"] += entry.find("{*}lastmod") is not None
        else:
            facts.extend(_of_entry(entry, namespace, others))
    return facts, others


def _of_entry(entry: etree._Element, namespace: str | None, others: Counter[str]) -> list[Fact]:
    locations = [
        (element.text or "").strip() for element in entry.findall(f"{{{namespace}}}loc" if namespace else "loc")
    ]
    if not locations or not locations[0]:
        others["address"] += 1
        return []
    location = locations[0]
    facts = [Fact("address", element) for element in locations]
    for child in entry:
        if not isinstance(child.tag, str):
            continue
        name = etree.QName(child)
        text = (child.text or "").strip()
        if name.namespace == namespace and name.localname in _OWN:
            value = _value(name.localname, text)
            if name.localname != "loc" and text and value != "0.5":
                facts.append(Fact(name.localname, location, value))
            others["attribute"] += len(child.attrib)
        elif name.namespace == _XHTML and name.localname == "link" and child.get("hreflang") is not None:
            facts.append(Fact("link", location, f"{child.get('hreflang', '').lower()} {child.get('href', '').strip()}"))
        elif name.namespace == namespace:
            others["element"] += 1
        else:
            facts.append(Fact("other", location, _canonical(child)))
    texts = [entry.text, *(child.tail for child in entry)]
    others["text"] += sum(1 for text in texts if text and text.strip())
    return facts


def _value(name: str, text: str) -> str:
    """Return a normalised value: values with the same meaning are equal."""
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
    """Return a normalised element, without white space between its children and regardless of prefixes."""
    parts = [str(element.tag), *(f"{name}={value}" for name, value in sorted(element.attrib.items()))]
    parts.append((element.text or "").strip())
    parts.extend(_canonical(child) for child in element if isinstance(child.tag, str))
    return "|".join(parts)

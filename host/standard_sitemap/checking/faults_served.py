"""Faults of a site as its readers meet it, and the catalogue of their codes: found by `verify`, never in a file alone.

A code is forever: it is appended to the catalogue, never renamed or reused, and none of them is of another catalogue.
They are reported on the command line only, so the extension has no strings for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule, error, info, warning

SERVED: Mapping[str, Rule] = {
    "page-gone": error(
        "Authoring advice", "{target} is answered with {status}.", "Take it out of the sitemap, or bring the page back."
    ),
    "page-unavailable": error(
        "Authoring advice",
        "{target} could not be had: {reason}.",
        "Look whether a browser gets it; then run this again.",
    ),
    "page-moved": warning(
        "Authoring advice", "{target} leads on to {there}.", "Name that address in the sitemap: each visit asks twice."
    ),
    "page-unannounced": warning(
        "Sitemap discovery",
        "{target} is in the sitemap and names none: who comes there loses the sitemap.",
        "Announce the sitemap on every page; “standard-sitemap announce” says how.",
    ),
    "page-of-another-sitemap": warning(
        "Sitemap discovery",
        "{target} is in this sitemap and names another, {there}.",
        "Let all pages of a sitemap name the same address, letter for letter.",
    ),
    "sitemap-moved": warning(
        "Fetching sitemaps",
        "Pages name {target}, which leads on to {there}.",
        "Announce that address: each reader's browser asks twice.",
    ),
    "sitemap-uncompressed": info(
        "Fetching sitemaps",
        "The server sends the {bytes} bytes of this file as they are.",
        "Let it compress application/xml, which makes a sitemap ten times smaller; “announce --for” says how.",
    ),
    "sitemap-not-kept": info(
        "Fetching sitemaps",
        "The server forbids to keep this file (Cache-Control: {value}), so each reader fetches it anew.",
        "Have it say Cache-Control: max-age=3600.",
    ),
    "class-change-finds-nothing": warning(
        "Element <class-change>",
        "elem=“{elem}” finds no element on any of the {count} pages looked at.",
        "Compare it with the pages' own markup; in XPath names want a prefix, such as html: for the XHTML namespace.",
    ),
    "search-fails": error(
        "Site-limited search",
        "The search for “{term}” at {target} fails: {reason}.",
        "Mend url and data of the search.",
    ),
}


@dataclass(frozen=True, slots=True)
class ServedFault(faults.Fault):
    """One thing that is not as it should be where readers meet it; the place is the sitemap's line, or the page."""

    catalogue: ClassVar[Mapping[str, Rule]] = SERVED

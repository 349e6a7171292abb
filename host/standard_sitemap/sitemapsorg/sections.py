"""Sections: what the names of the files in an index say of what they list, where they say anything.

`post-sitemap.xml` and `page-sitemap.xml` do, `sitemap-1.xml` and `sitemap-2.xml` do not; files of one name with
different numbers are one section.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.placing import SEGMENT, as_tag

_ENDINGS = re.compile(r"(?:\.(?:xml|gz|txt|php|aspx?|rss|atom|gzip|tar|json|html?|ashx|xsl))+$", re.IGNORECASE)
_FILLERS = re.compile(
    r"(?:(?:google|wp|www)[-_]?)?site[-_ ]?maps?(?:[-_ ]?index)?"
    r"|(?<![a-z])(?:index|map|part|urls?|xml|gz|idx|chunk|file)(?![a-z])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?<![a-z])[a-f]?[0-9][0-9a-f]*(?![a-z])|[0-9]+$", re.IGNORECASE)
_BETWEEN = re.compile(r"[-_.\s+~]+")


def label_of(uri: str) -> str:
    """What a file's address says it lists, in words; "" where it says nothing."""
    path = unquote(urlsplit(uri).path)
    *folders, name = path.split("/")
    words = _words(name)
    for folder in reversed(folders):
        if words:
            break
        words = _words(folder)
    return name_of_key(f"{SEGMENT}{'-'.join(words)}") if words else ""


def _words(name: str) -> list[str]:
    bare = _ENDINGS.sub("", name)
    bare = _NUMBERS.sub(" ", _FILLERS.sub(" ", bare))
    return [word.lower() for word in _BETWEEN.split(bare) if any(character.isalpha() for character in word)]


def means_something(labels: Iterable[str], languages: frozenset[str]) -> frozenset[str]:
    """The labels that tell files apart; none where there is but one, or where they name languages that pages say."""
    tags = {as_tag(language) for language in languages} | {as_tag(one).partition("-")[0] for one in languages}
    told = {label for label in labels if label and as_tag(label.replace(" ", "-")) not in tags}
    return frozenset(told) if len(told) > 1 else frozenset()

"""Recognises the link of a page that leads to the start page: by its relation, its words or its logo.

Does no I/O; caches the kinds of names and texts, which repeat on each page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

# The whole text of a link to the start page, in the languages of the interface.
_HOME = re.compile(
    r"[\s\W_]*(?:home|home ?page|start|start ?page|main page|startseite|hauptseite|accueil|page d[’']accueil|inicio|"
    r"página (?:principal|de inicio)|portada|首页|主页|الرئيسية|الصفحة الرئيسية|welcome|willkommen|bienvenue|"
    r"bienvenid[oa]s?)[\s\W_]*",
    re.IGNORECASE,
)
_LOGO = re.compile(r"(?:^|[-_ ])(?:logo|site-?(?:title|name)|(?:navbar-)?brand(?:ing)?|home)(?:$|[-_ ])", re.IGNORECASE)
_LONGEST_TEXT = 40
# Names of a link and its texts that are kept: they repeat on each page of a site.
_MOST_KEPT, _LONGEST_NAMES = 2_000, 200
# The logo and the word for the start page are among the first links.
_FIRST_LINKS = 12
_RELATIONS = ("home", "start")


def home_link(links: Iterable[_Element]) -> str | None:
    """Return the reference of a page's link to the start page: by its relation, its text, or its logo."""
    logo: str | None = None
    for link in islice(links, _FIRST_LINKS):
        href: str | None = link.get("href")
        if not href or href[0] == "#":
            continue
        text = ("".join(link.itertext()) if len(link) else link.text or "").strip()
        if (link.get("rel") or "").lower() in _RELATIONS or is_home_word(text):
            return href
        parts = (link, *islice((part for part in (link.getparent(), *link) if part is not None), 2))
        if logo is None and any(_is_logo(f"{part.get('class') or ''} {part.get('id') or ''}") for part in parts):
            logo = href
    return logo


def is_home_word(text: str) -> bool:
    """Return whether a text consists of a word for the start page."""
    return len(text) <= _LONGEST_TEXT and _is_short_home_word(text)


@lru_cache(_MOST_KEPT)
def _is_short_home_word(text: str) -> bool:
    return _HOME.fullmatch(text) is not None


def _is_logo(names: str) -> bool:
    return _are_of_logo(names) if len(names) <= _LONGEST_NAMES else _LOGO.search(names) is not None


@lru_cache(_MOST_KEPT)
def _are_of_logo(names: str) -> bool:
    return _LOGO.search(names) is not None

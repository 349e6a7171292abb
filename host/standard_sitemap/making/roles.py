"""Which pages have a role: by relations that pages name, and, as hints, by what links are usually called. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from standard_sitemap.making.page_reading import Page

_BY_RELATION = {
    "contact": "contact",
    "copyright": "contentinfo",
    "license": "contentinfo",
    "licence": "contentinfo",
    "imprint": "contentinfo",
    "publisher": "contentinfo",
    "privacy-policy": "contentinfo",
    "terms-of-service": "contentinfo",
    "index": "index",
    "glossary": "glossary",
    "search": "searchpage",
}
# The whole text of a link, or the name of a file: in English, German, French, Spanish, Italian, Dutch, Portuguese.
_HINTS = {
    "contact": r"contacts?( us)?|kontakte?|get in touch|contactez[- ]nous|nous contacter|contacto|contatti|contato",
    "contentinfo": (
        r"imprint|impressum|legal( notice| information)?|mentions l[ée]gales|aviso legal|note legali|colofon|colophon|"
        r"licen[sc]es?|lizenz|licence|copyrights?|copying|about this (site|website|documentation)|privacy( policy)?|"
        r"datenschutz(erkl[äa]rung)?|confidentialit[ée]|privacidad|terms( of (use|service))?|nutzungsbedingungen"
    ),
    "index": (
        r"(general |alphabetical )?index|genindex|bookindex|stichwortverzeichnis|sachregister|"
        r"(python |global )?module index|modindex"
    ),
    "glossary": r"glossary|glossar|glossaire|glosario|glossario",
    "searchpage": r"(advanced )?search( page)?|suche|recherche|buscar|b[úu]squeda|ricerca|zoeken",
}
_PATTERNS = {role: re.compile(pattern, re.IGNORECASE) for role, pattern in _HINTS.items()}
_SPACE = re.compile(r"[-_\s]+")
# Pages of one role: a button with more in it is a tree.
_MOST = 6


def roles_of(pages: Mapping[str, Page], starts: Iterable[str], *, with_hints: bool) -> dict[str, list[str]]:
    """The roles of pages, by page; hints are taken from the start pages' links and the names of files."""
    found: dict[str, dict[str, None]] = {}
    for page in pages.values():
        for relation, target in page.rels.items():
            role = _BY_RELATION.get(relation)
            # Some tools call the start page the index.
            if role is not None and target in pages and not _is_home(target, role):
                found.setdefault(role, {})[target] = None
    if with_hints:
        for start in starts:
            for target, text in pages[start].links.items():
                role = hinted_role(text, target)
                if role is not None and target in pages:
                    found.setdefault(role, {})[target] = None
    by_page: dict[str, list[str]] = {}
    for role, targets in found.items():
        for target in list(targets)[:_MOST]:
            by_page.setdefault(target, []).append(role)
    return by_page


def hinted_role(text: str, path: str) -> str | None:
    """The role that a link's text or the name of its file hints at."""
    plain = _SPACE.sub(" ", text).strip(" .:»›→")
    stem = _SPACE.sub(" ", posixpath.basename(path).rpartition(".")[0])
    for role, pattern in _PATTERNS.items():
        if pattern.fullmatch(plain) or (stem != "index" and pattern.fullmatch(stem)):
            return role
    return None


def _is_home(path: str, role: str) -> bool:
    return role == "index" and posixpath.basename(path).startswith("index.")

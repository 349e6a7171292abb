"""Finds pages with a role, and the site's search, by declared relations and, as hints, by link texts. Pure."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from standard_sitemap.webmaster.making.page_parts import SearchForm
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import WEB, ReferenceResolver, folder_of

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
# The whole text of a link, or the name of a file, in seven languages: English, German, French, Spanish, Italian, Dutch
# and Portuguese.
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
# Stands for the folder's address when relative addresses are resolved.
_NOWHERE = "http://folder.invalid/"
# The name of a page that lists the site's pages for readers, and that of its file.
_MAP = re.compile(
    r"site ?map|map of (?:the|this) site|plan du site|(?:seiten|site)(?:ü|ue)bersicht|mapa (?:del sitio|do site|web)|"
    r"mappa del sito|サイトマップ|网站地图|網站地圖|خريطة الموقع",
    re.IGNORECASE,
)
_SPACE = re.compile(r"[-_\s]+")
# Pages per role: a button with more would be a tree.
_MOST = 6


@dataclass(frozen=True, slots=True)
class SiteSearch:
    """A search with its address in the sitemap; `page` is the page that answers, if it is in the folder."""

    url: str
    template: str
    method: str
    page: str | None = None
    name: str = "Search"


def roles_of(pages: Mapping[str, Page], starts: Iterable[str], *, with_hints: bool) -> dict[str, list[str]]:
    """Return the roles of pages; hints come from the start pages' links and from file names."""
    pages_of_role: dict[str, dict[str, None]] = {}
    for page in pages.values():
        for relation, target in page.rels.items():
            role = _BY_RELATION.get(relation)
            # Some tools call the start page the index.
            if role is not None and target in pages and not _is_home(target, role):
                pages_of_role.setdefault(role, {})[target] = None
    if with_hints:
        for start in starts:
            for target, text in pages[start].links.items():
                role = hinted_role(text, target)
                if role is not None and target in pages:
                    pages_of_role.setdefault(role, {})[target] = None
    by_page: dict[str, list[str]] = {}
    for role, targets in pages_of_role.items():
        for target in list(targets)[:_MOST]:
            by_page.setdefault(target, []).append(role)
    return by_page


def hinted_role(text: str, path: str) -> str | None:
    """Return the role that a link's text suggests, or its file's name; that of its folder for `index.html`."""
    plain = _SPACE.sub(" ", text).strip(" .:»›→")
    folder, name = posixpath.split(path)
    stem = name.rpartition(".")[0]
    named = _SPACE.sub(" ", posixpath.basename(folder) if stem == "index" else stem)
    for role, pattern in _PATTERNS.items():
        if pattern.fullmatch(plain) or pattern.fullmatch(named):
            return role
    return None


def is_site_map(page: Page) -> bool:
    """Return whether a page lists the pages of the site for its readers."""
    stem = _SPACE.sub(" ", posixpath.basename(page.path).rpartition(".")[0])
    return any(_MAP.fullmatch(name) for name in (stem, page.heading, page.title))


def _is_home(path: str, role: str) -> bool:
    return role == "index" and posixpath.basename(path).startswith("index.")


def search_of_site(
    pages: Mapping[str, Page],
    starts: Iterable[str],
    addresses: ReferenceResolver,
    body_of: Callable[[str], bytes | None],
) -> SiteSearch | None:
    """Return the site's search: a form of the start pages, an OpenSearch description, or the most frequent form.

    `body_of` returns the file at a path, or None if there is none.
    """
    first = [pages[start] for start in starts]
    for page in first:
        # Visitors of a static site expect a page that answers itself; its longest form is the most specific.
        for search in sorted(page.searches, key=lambda form: -len(form.template)):
            offered = found_search(page, search, addresses)
            if offered is not None:
                return offered
    described = _described(first, addresses, body_of)
    if described is not None:
        return described
    every = (found_search(page, search, addresses) for page in pages.values() for search in page.searches)
    counts = Counter(search for search in every if search is not None)
    return max(counts, key=lambda offer: (counts[offer], offer.url, offer.template)) if counts else None


def _described(
    pages: list[Page], addresses: ReferenceResolver, body_of: Callable[[str], bytes | None]
) -> SiteSearch | None:
    """Return the search that an OpenSearch description in the folder declares."""
    for page in pages:
        for href in page.descriptions:
            # Saves 50 ms, mostly the resolution of sitemaps, for sites without a description.
            from standard_sitemap.sitemapsorg.page_metadata import search_of

            path = addresses.path(folder_of(page.path), href)
            body = body_of(path) if path else None
            description = search_of(f"{_NOWHERE}{path}", body) if body is not None else None
            if description is None or description.location is None or description.search_template is None:
                continue
            where = description.location.removeprefix(_NOWHERE)
            url = where if where.startswith(WEB) else addresses.url_of_path(where)
            return SiteSearch(
                url, description.search_template, description.search_method or "get", None, description.name or "Search"
            )
    return None


def found_search(page: Page, search: SearchForm, addresses: ReferenceResolver) -> SiteSearch | None:
    """Return a page's form as a search of the sitemap; None if its address is unknown."""
    folder = folder_of(page.path)
    target = addresses.target(folder, search.action) if search.action else None
    if target is not None or not search.action:
        path = target.page if target is not None else page.path
        return SiteSearch(addresses.url(path), search.template, search.method, path)
    if search.action.startswith(WEB):
        return SiteSearch(search.action, search.template, search.method)
    where = addresses.path(folder, search.action)
    return SiteSearch(addresses.url_of_path(where), search.template, search.method) if where else None

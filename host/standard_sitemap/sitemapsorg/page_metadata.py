"""The statements of a site's pages: missing titles, pages with a role, and the site's search.

Titles are recorded for pages to which the files give none.

The site's own part at the beginning or end of titles is removed. It is recognised at once if it names the front page
or the host. Otherwise it is recognised once two titles have the end in common, or three the beginning, which may be
that of a section.
If a part of a title equals the page's name by its address, the name is that part. A title shared by several pages names
none of them. Equal titles give equal names, in any order of recording.

The OpenSearch description that pages name defines the search. No entity is expanded and nothing fetched. The first
usable address in it counts: it returns a page of results, requires only the search terms, and has them in its query.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from standard_sitemap.model.display_text import visible
from standard_sitemap.model.encodings import media_type
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import is_further_page
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.seen_links import SeenLink, SeenLinks
from standard_sitemap.sitemapsorg.sort_keys import key_of
from standard_sitemap.ssp.discovery import Link, address, relations

if TYPE_CHECKING:
    from lxml.etree import _Element


# The limit on recorded titles; the oldest one is dropped first.
MOST = 1_000

# The number of titles with the same beginning or end after which it counts as the site's: sites put their names behind.
IN_COMMON_BEFORE, IN_COMMON_BEHIND = 3, 2

# Characters of a title: pages of shops put all their keywords into it.
_LONGEST = 300
_NO_LETTERS = re.compile(r"[\W_]+")
# Minimum letters of a name that is searched for in a host: shorter ones occur in many.
_LETTERS_OF_SITE = 4
_BETWEEN = re.compile(r"( (?:[|\-–—·•:»«›/]|--) )")

# The link relations that declare a page's role.
ROLES = {"home": "home", "start": "home", "about": "contentinfo", "contact": "contact", "search": "searchpage"}

_NODES = ("home", "contentinfo", "contact", "search", "searchpage")


class Titles:
    """The titles of pages, by their addresses."""

    def __init__(self, known: Iterable[tuple[str, str]] = ()) -> None:
        self._replace({split_fragment(location)[0]: _clean(title) for location, title in known})

    def __bool__(self) -> bool:
        return bool(self._titles)

    def __contains__(self, location: str) -> bool:
        return split_fragment(location)[0] in self._titles

    def record(self, location: str, title: str) -> bool:
        """Record the title of a page; return whether it changed."""
        page, clean = split_fragment(location)[0], _clean(title)
        if not clean or self._titles.get(page) == clean:
            return False
        self._replace(
            {**{location: other for location, other in self._titles.items() if location != page}, page: clean}
        )
        return True

    def _replace(self, titles: dict[str, str]) -> None:
        # Replace both and never change them in place: a search of the map may run in another thread.
        self._titles = dict(list(titles.items())[-MOST:])
        self._names = _named(self._titles)

    def name(self, location: str | None, by_address: str | None = None) -> str | None:
        """Return the name of a page by its title; None if no title names it.

        If one part of the title equals the page's name by its address, return that part.
        """
        name = self._names.get(location) if location is not None else None
        parts = _BETWEEN.split(name)[::2] if name and by_address else []
        return next((part for part in parts if part.casefold() == (by_address or "").casefold()), name)

    def names(self) -> Iterator[tuple[str, str]]:
        """Return the pages named by their titles, each with a name that contains the part shown."""
        return iter(self._names.items())


def _clean(title: str) -> str:
    return " ".join(visible(title).split())[:_LONGEST]


def _named(titles: Mapping[str, str]) -> dict[str, str]:
    # A list and its further pages may have one title.
    counts = Counter(title for location, title in titles.items() if not is_further_page(urlsplit(location).path))
    before, behind = _parts_in_common(counts)
    sites = _names_of_homes(titles)
    return {
        location: _without_site(_own_part(title, before, behind), location, sites)
        for location, title in titles.items()
        if counts[title] <= 1
    }


def _names_of_homes(titles: Mapping[str, str]) -> frozenset[str]:
    """Return the parts of front pages' titles, which contain the name of the site."""
    homes = (title for location, title in titles.items() if urlsplit(location).path in ("", "/"))
    return frozenset(_letters(part) for title in homes for part in _BETWEEN.split(title)[::2])


def _without_site(title: str, location: str, sites: frozenset[str]) -> str:
    """Return a title without the site's name at its ends: a title part of its front page, or its host."""
    address = urlsplit(location)
    if address.path in ("", "/"):
        return title
    host = _letters(address.netloc)
    parts = _BETWEEN.split(title)

    def is_site(part: str) -> bool:
        letters = _letters(part)
        return len(letters) >= _LETTERS_OF_SITE and (letters in sites or letters in host)

    if len(parts) > 1 and is_site(parts[-1]):
        parts = parts[:-2]
    if len(parts) > 1 and is_site(parts[0]):
        parts = parts[2:]
    return "".join(parts)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


def _parts_in_common(titles: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the beginnings and the ends that several titles have in common."""
    before: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for title in titles:
        for separator in _BETWEEN.finditer(title):
            before[title[: separator.end()]] += 1
            behind[title[separator.start() :]] += 1
    return _often(before, IN_COMMON_BEFORE), _often(behind, IN_COMMON_BEHIND)


def _often(counts: Counter[str], least: int) -> frozenset[str]:
    return frozenset(part for part, count in counts.items() if count >= least)


def _own_part(title: str, before: frozenset[str], behind: frozenset[str]) -> str:
    """Return a title without the longest end, and then the longest beginning, that it shares with others."""
    end = min((len(title) - len(part) for part in behind if title.endswith(part)), default=len(title))
    start = max((len(part) for part in before if title.startswith(part) and len(part) < end), default=0)
    return title[start:end].strip() or title


class DeclaredRoles(NamedTuple):
    """The roles that a page's links declare, each with its page, and the addresses of search descriptions."""

    roles: dict[str, Variant]
    descriptions: tuple[str, ...]


def declared(links: Iterable[Link]) -> DeclaredRoles:
    """Return the declarations in links; for each role the first."""
    roles: dict[str, Variant] = {}
    descriptions: dict[str, None] = {}
    for link in links:
        uri = address(link)
        if uri is None or not uri.startswith(("http://", "https://")):
            continue
        rel, type_name = relations(link), media_type(link.type or "text/html")[0]
        if type_name == SEARCH_TYPE:
            descriptions.update({uri: None} if "search" in rel else {})
        elif type_name in ("text/html", "application/xhtml+xml"):
            for role in (ROLES[relation] for relation in ROLES if relation in rel):
                name = link.title.strip() or name_of_key(key_of(uri))
                roles.setdefault(role, Variant(name, None, uri))
    return DeclaredRoles(roles, tuple(descriptions))


class PageMetadata:
    """The statements of one site's pages: titles, links of menus, and for each role the latest declaration."""

    def __init__(self, titles: Iterable[tuple[str, str]] = (), links: Iterable[SeenLink] = ()) -> None:
        self.titles = Titles(titles)
        self.seen_links = SeenLinks(links)
        self.roles: dict[str, Variant] = {}

    def name(self, location: str, by_address: str | None) -> str | None:
        """Return the name of a page by its title, else by a menu; None if neither names it."""
        in_menu = self.seen_links.name(location)
        title = self.titles.name(location, in_menu)
        # A part of the title that equals the name in menus is the page's own, as one that equals the name by address.
        is_in_menu = title is not None and in_menu is not None and title.casefold() == in_menu.casefold()
        return title if is_in_menu else self.titles.name(location, by_address) or in_menu

    def names(self) -> Iterator[tuple[str, str]]:
        """Return the addresses and names of pages that titles or menus name."""
        return chain(self.titles.names(), self.seen_links.names())

    def record_roles(self, roles: dict[str, Variant]) -> bool:
        """Record the pages with roles; return whether anything changed."""
        before = self.roles
        self.roles = {**before, **roles}
        return self.roles != before

    def nodes(self) -> dict[str, int]:
        """Return the nodes for the pages with roles: negative numbers, which no node of a map has."""
        return {role: -number for number, role in enumerate(_NODES, 1) if role in self.roles}

    def variant(self, node: int) -> Variant:
        """Return the page of a node from `nodes`."""
        return self.roles[role_of(node)]


def role_of(node: int) -> str:
    """Return the role of a node for a page with a role."""
    return _NODES[-node - 1]


# The media type of links to search descriptions.
SEARCH_TYPE = "application/opensearchdescription+xml"

# Real descriptions have a few thousand bytes, some with an embedded picture.
MOST_SEARCH_BYTES = 1_000_000

_PAGES = frozenset({"", "text/html", "application/xhtml+xml"})
_PARAMETER = re.compile(r"\{([^{}?]*)(\??)\}")
_OF_OUR_OWN = re.compile(r"%(?:[swrh]|\([0-9]+w\))")
# The value of each required parameter that needs no reader.
_VALUES = {
    "searchTerms": "%s",
    "startPage": "1",
    "startIndex": "1",
    "language": "*",
    "inputEncoding": "UTF-8",
    "outputEncoding": "UTF-8",
}


def search_of(uri: str, body: bytes) -> Variant | None:
    """Return the search that the description at `uri` offers; None for no description or no usable search."""
    root = _root(body)
    if root is None or _name(root) != "OpenSearchDescription":
        return None
    words = {_name(child): " ".join((child.text or "").split()) for child in root}
    for element in _addresses(root):
        request = _request(element, uri)
        if request is not None:
            location, template, method = request
            name, description = words.get("ShortName"), words.get("Description")
            return Variant(name or None, description or None, location, search_template=template, search_method=method)
    return None


def _root(body: bytes) -> _Element | None:
    from lxml import etree  # saves 6 ms of each check, which reads no description of a search

    if len(body) > MOST_SEARCH_BYTES:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _name(element: _Element) -> str:
    """Return the name without its namespace; several namespaces are in use."""
    return str(element.tag).rpartition("}")[2]


def _addresses(root: _Element) -> Iterator[_Element]:
    for child in root:
        is_results = "results" in child.get("rel", "results").split()
        if _name(child) == "Url" and is_results and child.get("type", "").strip().lower() in _PAGES:
            yield child


def _request(url: _Element, base: str) -> tuple[str, str, str | None] | None:
    """Return location, template and method of a `Url`; None if it has none."""
    where, _, query = url.get("template", "").strip().partition("#")[0].partition("?")
    params = [
        f"{quote(parameter.get('name', ''))}={parameter.get('value', '')}"
        for parameter in url
        if _name(parameter).startswith("Param")
    ]
    is_post = _attribute(url, "method").lower() == "post"
    location = resolve(base, f"{where}?{query}" if is_post and query else where)
    template = _template("&".join(params if is_post else [*filter(None, [query]), *params]))
    if location is None or "{" in where or (is_post and "{" in query) or template is None:
        return None
    return location, template, "post" if is_post else None


def _attribute(element: _Element, wanted: str) -> str:
    """Return an attribute with or without a namespace; "" if missing."""
    return next((str(value) for name, value in element.items() if str(name).rpartition("}")[2] == wanted), "")


def _template(query: str) -> str | None:
    """Return a query as the template of a Standard-Sitemap; None if it needs unknown parameters, or no search terms."""
    if _OF_OUR_OWN.search(query):
        return None
    parts = []
    for part in query.split("&"):
        parameters = _PARAMETER.findall(part)
        if any(not optional and name not in _VALUES for name, optional in parameters):
            return None
        is_wanted = not parameters or any(not optional or name == "searchTerms" for name, optional in parameters)
        parts.extend([_PARAMETER.sub(_value, part)] * is_wanted)
    template = "&".join(parts)
    return template if "%s" in template else None


def _value(parameter: re.Match[str]) -> str:
    name, optional = parameter.groups()
    return "" if optional and name != "searchTerms" else _VALUES[name]

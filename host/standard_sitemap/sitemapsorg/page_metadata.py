"""What the pages of a site say beside its files: their titles, for pages to which their files give none, which pages
have a role, and how the site is searched.

What a site puts before or behind the titles of its pages is cut off: at once where its front page or its host is called
so, else once three different titles have it in common;
where a part of a title is what the address names the page too, it is that part. A title that several pages have names
none of them. The same titles make the same names, in whatever order they were recorded.

How a site is searched is read from the OpenSearch description that its pages name. No entity is followed and nothing
fetched. Of the addresses there the first is taken that brings a page of results, wants no more than what is searched
for, and has that in its query.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from standard_sitemap.model.encodings import media_type
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.sort_keys import key_of
from standard_sitemap.ssp.discovery import Link, address, relations

if TYPE_CHECKING:
    from lxml.etree import _Element


# Titles that are recorded; the one recorded longest ago makes room.
MOST = 1_000

# Titles that show the same part before it counts as the site's.
IN_COMMON = 3

# Characters of a title: pages of shops write all their keywords into it.
_LONGEST = 300
_NO_LETTERS = re.compile(r"[\W_]+")
# Of a name that is looked for in a host: shorter ones are in many.
_LETTERS_OF_SITE = 4
_BETWEEN = re.compile(r"( [|\-–—·•:»«›/] )")

# The relations that say of a page which role it has.
ROLES = {"home": "home", "start": "home", "about": "contentinfo", "contact": "contact", "search": "searchpage"}

_NODES = ("home", "contentinfo", "contact", "search", "searchpage")


class Titles:
    """The titles of pages by their addresses."""

    def __init__(self, known: Iterable[tuple[str, str]] = ()) -> None:
        self._replace({split_fragment(location)[0]: _clean(title) for location, title in known})

    def __bool__(self) -> bool:
        return bool(self._titles)

    def __contains__(self, location: str) -> bool:
        return split_fragment(location)[0] in self._titles

    def record(self, location: str, title: str) -> bool:
        """Record the title of a page; whether it is news."""
        page, clean = split_fragment(location)[0], _clean(title)
        if not clean or self._titles.get(page) == clean:
            return False
        self._replace(
            {**{location: other for location, other in self._titles.items() if location != page}, page: clean}
        )
        return True

    def _replace(self, titles: dict[str, str]) -> None:
        # Both made anew, and never changed: a look through the map may be going on in another thread.
        self._titles = dict(list(titles.items())[-MOST:])
        self._names = _named(self._titles)

    def name(self, location: str | None, by_address: str | None = None) -> str | None:
        """The name of a page, which its address names otherwise, or much alike; None where no title gives it one."""
        name = self._names.get(location) if location is not None else None
        parts = _BETWEEN.split(name)[::2] if name and by_address else []
        return next((part for part in parts if part.casefold() == (by_address or "").casefold()), name)

    def names(self) -> Iterator[tuple[str, str]]:
        """The pages that have a name by their title, and that name, or more than it."""
        return iter(self._names.items())


def _clean(title: str) -> str:
    return " ".join(title.split())[:_LONGEST]


def _named(titles: Mapping[str, str]) -> dict[str, str]:
    counts = Counter(titles.values())
    before, behind = _parts_in_common(counts)
    sites = _names_of_homes(titles)
    return {
        location: _without_site(_own_part(title, before, behind), location, sites)
        for location, title in titles.items()
        if counts[title] == 1
    }


def _names_of_homes(titles: Mapping[str, str]) -> frozenset[str]:
    """What front pages are called, each part by itself: there the name of the site stands."""
    homes = (title for location, title in titles.items() if urlsplit(location).path in ("", "/"))
    return frozenset(_letters(part) for title in homes for part in _BETWEEN.split(title)[::2])


def _without_site(title: str, location: str, sites: frozenset[str]) -> str:
    """A title without the site's name before or behind it: what its front page is called, or its host."""
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
    """What several titles begin with, and what several end with."""
    before: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for title in titles:
        for separator in _BETWEEN.finditer(title):
            before[title[: separator.end()]] += 1
            behind[title[separator.start() :]] += 1
    return _often(before), _often(behind)


def _often(counts: Counter[str]) -> frozenset[str]:
    return frozenset(part for part, count in counts.items() if count >= IN_COMMON)


def _own_part(title: str, before: frozenset[str], behind: frozenset[str]) -> str:
    """A title without the longest end, and then the longest beginning, that it has in common with others."""
    end = min((len(title) - len(part) for part in behind if title.endswith(part)), default=len(title))
    start = max((len(part) for part in before if title.startswith(part) and len(part) < end), default=0)
    return title[start:end].strip() or title


class DeclaredRoles(NamedTuple):
    """The roles that a page's links declare, each with a page that has it; and the descriptions of searches."""

    roles: dict[str, Variant]
    descriptions: tuple[str, ...]


def declared(links: Iterable[Link]) -> DeclaredRoles:
    """What links declare; of several for one role the first."""
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
    """What the pages of one site said: their titles, and of each role what the last page declared that declares one."""

    def __init__(self, titles: Iterable[tuple[str, str]] = ()) -> None:
        self.titles = Titles(titles)
        self.roles: dict[str, Variant] = {}

    def record_roles(self, roles: dict[str, Variant]) -> bool:
        """Record which pages fill roles; whether that is news."""
        before = self.roles
        self.roles = {**before, **roles}
        return self.roles != before

    def nodes(self) -> dict[str, int]:
        """The nodes that stand for the pages with roles: numbers below zero, which no node of a map has."""
        return {role: -number for number, role in enumerate(_NODES, 1) if role in self.roles}

    def variant(self, node: int) -> Variant:
        """The page that such a node stands for."""
        return self.roles[role_of(node)]


def role_of(node: int) -> str:
    """The role of a node that stands for a page with one."""
    return _NODES[-node - 1]


# The media type by which a link says that it leads to a description.
SEARCH_TYPE = "application/opensearchdescription+xml"

# Real ones have a few thousand, some with a picture in them.
MOST_SEARCH_BYTES = 1_000_000

_PAGES = frozenset({"", "text/html", "application/xhtml+xml"})
_PARAMETER = re.compile(r"\{([^{}?]*)(\??)\}")
_OF_OUR_OWN = re.compile(r"%(?:[swrh]|\([0-9]+w\))")
# What stands for each parameter that is not optional and needs no reader.
_VALUES = {
    "searchTerms": "%s",
    "startPage": "1",
    "startIndex": "1",
    "language": "*",
    "inputEncoding": "UTF-8",
    "outputEncoding": "UTF-8",
}


def search_of(uri: str, body: bytes) -> Variant | None:
    """The search that the description at `uri` offers; None where it is no description, or offers none of use to us."""
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
    from lxml import etree

    if len(body) > MOST_SEARCH_BYTES:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _name(element: _Element) -> str:
    """The name without its namespace: of that there are several in use."""
    return str(element.tag).rpartition("}")[2]


def _addresses(root: _Element) -> Iterator[_Element]:
    for child in root:
        is_results = "results" in child.get("rel", "results").split()
        if _name(child) == "Url" and is_results and child.get("type", "").strip().lower() in _PAGES:
            yield child


def _request(url: _Element, base: str) -> tuple[str, str, str | None] | None:
    """Location, template and method of a `Url`; None where they cannot be had."""
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
    """An attribute with or without a namespace; "" where there is none."""
    return next((str(value) for name, value in element.items() if str(name).rpartition("}")[2] == wanted), "")


def _template(query: str) -> str | None:
    """A query as the template of a Standard-Sitemap; None where it wants what nobody knows, or nothing at all."""
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

"""What a page says of itself and of others: title, lists, links, its parent, its neighbours, its languages. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standard_sitemap.making.addresses import Addresses, folder_of
from standard_sitemap.making.forms import Search, search_of
from standard_sitemap.making.lists import LIST_TAGS, ContentsList, Lists, text_of
from standard_sitemap.making.parsing import parsed

if TYPE_CHECKING:
    from lxml.etree import _Element

Select = Callable[["_Element"], list["_Element"]]

_REFRESH = re.compile(r"\s*[0-5]\s*[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]+)", re.IGNORECASE)
_TRAIL = re.compile(r"(?:^|[-_ ])(?:breadcrumbs?|crumbs|breadcrumb-list|pathway)(?:$|[-_ ])", re.IGNORECASE)
# What a page with a trail holds somewhere; most have none, and need not be searched.
_TRAIL_MARKS = (b"rumb", b"athway")
_SPHINX_MARK = b"nav-item-"
_SPHINX_TRAIL = re.compile(r"nav-item-\d+")
_LONGEST_TITLE = 300
_LONGEST_DESCRIPTION = 300
_MARK_BYTES = 4_096
_LONGEST_TRAIL = 20
# Elements that are looked at in one walk, by what they are looked at for.
_KINDS = {
    "base": "base",
    "title": "title",
    "h1": "heading",
    "meta": "meta",
    "link": "link",
    "script": "script",
    "a": "anchor",
    "area": "anchor",
    "frame": "frame",
    "iframe": "frame",
    "form": "form",
    **dict.fromkeys(LIST_TAGS, "list"),
}


@dataclass(slots=True)
class Page:
    """The facts of a page; pages are named by their paths. `links` have the text of the first link to each page.

    `forms` are the paths by which it names pages, where those are not their files' (`dir/`). `trail` are the pages of
    its breadcrumbs, its parent last; `rels` what it calls by a relation; `alternates` the same page by language.
    `is_passed` says that it sends readers on, `redirect` to which page, where it is one of these.
    """

    path: str
    title: str = ""
    heading: str = ""
    description: str | None = None
    language: str | None = None
    lists: list[ContentsList] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    trail: tuple[str, ...] = ()
    rels: dict[str, str] = field(default_factory=dict)
    alternates: dict[str, str] = field(default_factory=dict)
    searches: list[Search] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    canonical: str | None = None
    redirect: str | None = None
    is_passed: bool = False
    is_whole: bool = True

    @property
    def up(self) -> str | None:
        """The page that this one calls the one above."""
        return self.rels.get("up")


def read_page(
    path: str, body: bytes, addresses: Addresses, select: Select | None = None, usual: frozenset[str] = frozenset()
) -> Page:
    """The facts of the page at `path`; `select` finds the elements that hold contents, where a webmaster says so.

    Navigations that name no page but `usual` ones are left out of its lists.
    """
    # A selector may want an element that is passed over otherwise.
    root = parsed(body, whole=select is not None)
    return _Reader(path, root, addresses).page(select, body, usual) if root is not None else Page(path, is_whole=False)


class _Reader:
    def __init__(self, path: str, root: _Element, addresses: Addresses) -> None:
        self._root = root
        self._addresses = addresses
        self._page = Page(path)
        self._elements = _by_kind(root)
        self._folder = self._base(folder_of(path))

    def page(self, select: Select | None, body: bytes, usual: frozenset[str]) -> Page:
        page, root = self._page, self._root
        title, heading = self._first("title"), self._first("heading")
        page.title = text_of(title)[:_LONGEST_TITLE] if title is not None else ""
        page.heading = text_of(heading).rstrip("¶#").strip()[:_LONGEST_TITLE] if heading is not None else ""
        page.language = root.get("lang") or root.get("xml:lang")
        page.is_whole = bool(page.title or page.heading) or b"<body" in body[: _MARK_BYTES * 16].lower()
        self._metas()
        self._relations()
        self._links()
        page.trail = self._trail(body)
        page.searches = [found for form in self._elements["form"] if (found := search_of(form)) is not None]
        lists = Lists(self._elements["list"], page.path, self._folder, self._addresses, usual)
        page.lists = lists.found(select(root) if select else None)
        for contents in page.lists:  # a list right below the page's own heading is no part of it
            contents.caption = contents.caption if contents.caption != page.heading else None
        return page

    def _first(self, kind: str) -> _Element | None:
        return next(iter(self._elements[kind]), None)

    def _base(self, folder: str) -> str:
        """The folder that references are seen from: that of the first `<base>`, where it is one of ours."""
        base = next((one.get("href") for one in self._elements["base"] if one.get("href")), None)
        path = self._addresses.path(folder, base) if base else None
        return folder if path is None else folder_of(path)

    def _target(self, href: str | None) -> str | None:
        found = self._addresses.target(self._folder, href) if href else None
        return found.page if found is not None else None

    def _metas(self) -> None:
        for meta in self._elements["meta"]:
            name, content = (meta.get("name") or "").lower(), meta.get("content") or ""
            if name == "description" and content != "None" and self._page.description is None:  # MkDocs' own None
                self._page.description = _shortened(" ".join(content.split()))
            elif (meta.get("http-equiv") or "").lower() == "refresh":
                refresh = _REFRESH.match(content)
                if refresh is not None and not self._page.is_passed:
                    self._page.redirect, self._page.is_passed = self._target(refresh[1].strip()), True

    def _relations(self) -> None:
        for link in self._elements["link"]:
            rel, href = link.get("rel"), link.get("href")
            if rel and href:
                self._relation(link, rel.lower().split(), href)

    def _relation(self, link: _Element, tokens: list[str], href: str) -> None:
        if "alternate" in tokens:
            self._alternate(link.get("hreflang"), href)
        elif "canonical" in tokens:
            self._page.canonical = href
        elif "search" in tokens and "opensearch" in (link.get("type") or ""):
            self._page.descriptions.append(href)
        else:
            target = self._target(href)
            self._page.rels |= {one: target for one in tokens if target and one not in self._page.rels}

    def _alternate(self, language: str | None, href: str) -> None:
        target = self._target(href)
        if language and target:
            self._page.alternates.setdefault(language.lower(), target)

    def _links(self) -> None:
        links, own = self._page.links, self._page.path
        for link in self._elements["anchor"]:
            href = link.get("href")
            if not href or href[0] == "#":
                continue
            found = self._addresses.target(self._folder, href)
            if found is None:
                continue
            target = found.page
            if target != own and target not in links:
                links[target] = text_of(link)[:_LONGEST_TITLE]
                if found.path != target:
                    self._page.forms[target] = found.path
            rel = "up" if link.get("accesskey") == "u" else link.get("rel")  # DocBook has no other mark on it
            if rel:
                self._relation(link, rel.lower().split(), href)
        for frame in self._elements["frame"]:
            framed = self._target(frame.get("src"))
            if framed is not None and framed != own:
                links.setdefault(framed, "")

    def _trail(self, body: bytes) -> tuple[str, ...]:
        """The pages of the breadcrumbs without this one: as data, as microdata, as a list marked as such."""
        for targets in self._trails(body):
            found = [one for one in targets if one is not None and one != self._page.path][:_LONGEST_TRAIL]
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def _trails(self, body: bytes) -> Iterator[list[str | None]]:
        if any(mark in body for mark in _TRAIL_MARKS):
            yield self._data_trail()
            yield self._marked_trail()
        if _SPHINX_MARK in body:
            yield [self._target(link.get("href")) for one in self._sphinx_trail() for link in one.iter("a")]

    def _data_trail(self) -> list[str | None]:
        for script in self._elements["script"]:
            if (script.get("type") or "").lower() == "application/ld+json":
                for one in _objects(script.text or ""):
                    if one.get("@type") == "BreadcrumbList":
                        return [self._target(href) for href in _addresses_in(one)]
        return []

    def _marked_trail(self) -> list[str | None]:
        for one in self._root.iter("ul", "ol", "nav", "div", "p", "table"):
            said = f"{one.get('class') or ''} {one.get('id') or ''} {one.get('aria-label') or ''}"
            if "BreadcrumbList" in (one.get("itemtype") or "") or _TRAIL.search(said):
                return [self._target(link.get("href")) for link in one.iter("a")]
        return []

    def _sphinx_trail(self) -> Iterator[_Element]:
        """The entries of the first bar that Sphinx's own themes make."""
        for bar in self._root.iter("div"):
            if bar.get("class") == "related":
                yield from (one for one in bar.iter("li") if _SPHINX_TRAIL.search(one.get("class") or ""))
                return


def _by_kind(root: _Element) -> dict[str, list[_Element]]:
    """The elements of a page that are looked at, in order, by kind: one walk, since each costs as much as the last."""
    found: dict[str, list[_Element]] = {kind: [] for kind in _KINDS.values()}
    for element in root.iter(*_KINDS):
        found[_KINDS[element.tag]].append(element)
    return found


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The objects of a JSON-LD script, those of its graph among them."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return
    for one in loaded if isinstance(loaded, list) else [loaded]:
        if isinstance(one, dict):
            graph = one.get("@graph")
            inner = graph if isinstance(graph, list) else []
            yield from (each for each in [one, *inner] if isinstance(each, dict))


def _addresses_in(trail: dict[str, object]) -> Iterator[str]:
    elements = trail.get("itemListElement")
    for one in elements if isinstance(elements, list) else []:
        where = one.get("item") if isinstance(one, dict) else None
        address = where.get("@id", where.get("url")) if isinstance(where, dict) else where
        if isinstance(address, str):
            yield address


def _shortened(text: str) -> str | None:
    if len(text) <= _LONGEST_DESCRIPTION:
        return text or None
    return text[:_LONGEST_DESCRIPTION].rpartition(" ")[0] + " …"

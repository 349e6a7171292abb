"""What a page says of itself and of others: title, lists, links, its parent, its neighbours, its languages. Pure.

Its bytes are made elements first, in whatever encoding, without the marks within a line that say nothing here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.webmaster.making.list_entries import naming, shortened, text_of
from standard_sitemap.webmaster.making.lists import LIST_TAGS, ContentsList, Lists
from standard_sitemap.webmaster.making.page_parts import SearchForm, search_of, trails_of
from standard_sitemap.webmaster.making.references import ReferenceResolver, folder_of

if TYPE_CHECKING:
    from lxml.etree import _Element

Select = Callable[["_Element"], list["_Element"]]

_REFRESH = re.compile(r"\s*([0-9]{1,9})\s*[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]+)", re.IGNORECASE)
# A page that stays longer is there to be read.
_LONGEST_REFRESH = 5
_LONGEST_TITLE = 300
# Where a body begins, if one does: heads are long where they hold style sheets.
_BODY_BYTES = 65_536
_LONGEST_TRAIL = 20
_DOCUSAURUS = {f"pagination-nav__link--{relation}": relation for relation in ("next", "prev")}
_VITEPRESS = {"next": "next", "prev": "prev"}
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
    `is_hidden` says that it asks search engines not to list it, `is_passed` that it sends readers on, `redirect` to
    which page, where it is one of these.
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
    searches: list[SearchForm] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    canonical: str | None = None
    redirect: str | None = None
    is_passed: bool = False
    is_whole: bool = True
    is_hidden: bool = False

    @property
    def up(self) -> str | None:
        """The page that this one calls the one above."""
        return self.rels.get("up")


def read_page(
    path: str,
    body: bytes,
    addresses: ReferenceResolver,
    select: Select | None = None,
    usual: frozenset[str] = frozenset(),
) -> Page:
    """The facts of the page at `path`; `select` finds the elements that hold contents, where a webmaster says so.

    Navigations that name no page but `usual` ones are left out of its lists.
    """
    # A selector may want an element that is passed over otherwise.
    markup = markup_of(body, whole=select is not None)
    root = parsed(markup)
    if root is None:
        return Page(path, is_whole=False)
    return _MarkupReader(path, root, addresses).page(select, markup, usual)


class _MarkupReader:
    def __init__(self, path: str, root: _Element, addresses: ReferenceResolver) -> None:
        self._root = root
        self._addresses = addresses
        self._page = Page(path)
        self._elements = _by_kind(root)
        self._folder = self._base(folder_of(path))

    def page(self, select: Select | None, markup: bytes, usual: frozenset[str]) -> Page:
        page, root = self._page, self._root
        title, heading = self._first("title"), self._first("heading")
        page.title = text_of(title)[:_LONGEST_TITLE] if title is not None else ""
        page.heading = text_of(heading).rstrip("¶#").strip()[:_LONGEST_TITLE] if heading is not None else ""
        page.language = root.get("lang") or root.get("xml:lang")
        page.is_whole = bool(page.title or page.heading) or b"<body" in markup[:_BODY_BYTES].lower()
        self._metas()
        self._relations()
        self._links()
        page.trail = self._trail(markup)
        page.searches = [search for form in self._elements["form"] if (search := search_of(form)) is not None]
        lists = Lists(self._elements["list"], page.path, self._folder, self._addresses, usual)
        page.lists = lists.found(select(root) if select else None)
        for contents in page.lists:  # a list right below the page's own heading is no part of it
            contents.caption = contents.caption if contents.caption != page.heading else None
        return page

    def _first(self, kind: str) -> _Element | None:
        return next(iter(self._elements[kind]), None)

    def _base(self, folder: str) -> str:
        """The folder that references are seen from: that of the first `<base>`, where it is one of ours."""
        base = next((element.get("href") for element in self._elements["base"] if element.get("href")), None)
        path = self._addresses.path(folder, base) if base else None
        return folder if path is None else folder_of(path)

    def _target(self, href: str | None) -> str | None:
        target = self._addresses.target(self._folder, href) if href else None
        return target.page if target is not None else None

    def _metas(self) -> None:
        for meta in self._elements["meta"]:
            name, content = (meta.get("name") or "").lower(), meta.get("content") or ""
            if name == "description" and content != "None" and self._page.description is None:  # MkDocs' own None
                self._page.description = shortened(" ".join(content.split()))
            elif name == "robots" and "noindex" in content.lower():
                self._page.is_hidden = True
            elif not self._page.is_passed and (refresh := refresh_of(meta)) and refresh.seconds <= _LONGEST_REFRESH:
                self._page.redirect, self._page.is_passed = self._target(refresh.url), True

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
            self._page.rels |= {token: target for token in tokens if target and token not in self._page.rels}

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
            link_target = self._addresses.target(self._folder, href)
            if link_target is None:
                continue
            target = link_target.page
            if target != own and target not in links:
                links[target] = naming(text_of(link))[:_LONGEST_TITLE]
                if link_target.path != target:
                    self._page.forms[target] = link_target.path
            rel = "up" if link.get("accesskey") == "u" else link.get("rel")  # DocBook has no other mark on it
            rel = rel or _relation_by_class(link.get("class"))
            if rel:
                self._relation(link, rel.lower().split(), href)
        for frame in self._elements["frame"]:
            framed = self._target(frame.get("src"))
            if framed is not None and framed != own:
                links.setdefault(framed, "")

    def _trail(self, markup: bytes) -> tuple[str, ...]:
        """The pages of the breadcrumbs without this one."""
        for references in trails_of(self._root, self._elements["script"], markup):
            targets = [target for href in references if (target := self._target(href)) not in (None, self._page.path)]
            if targets:
                return tuple(dict.fromkeys(filter(None, targets[:_LONGEST_TRAIL])))
        return ()


class Refresh(NamedTuple):
    """The address to which a page sends its readers on, and after how many seconds."""

    seconds: int
    url: str


def refresh_of(meta: _Element) -> Refresh | None:
    """Return what a `<meta http-equiv=refresh>` says; None for other elements."""
    if (meta.get("http-equiv") or "").lower() != "refresh":
        return None
    refresh = _REFRESH.match(meta.get("content") or "")
    return Refresh(int(refresh[1]), refresh[2].strip()) if refresh else None


def _relation_by_class(classes: str | None) -> str | None:
    """Return the relation of a link to a neighbour where Docusaurus or VitePress marks it by classes alone."""
    if classes is None or "pag" not in classes:
        return None
    names = classes.split()
    wanted = _VITEPRESS if "pager-link" in names else _DOCUSAURUS
    return next((relation for name, relation in wanted.items() if name in names), None)


def _by_kind(root: _Element) -> dict[str, list[_Element]]:
    """The elements of a page that are looked at, in order, by kind: one walk, since each costs as much as the last."""
    elements: dict[str, list[_Element]] = {kind: [] for kind in _KINDS.values()}
    for element in root.iter(*_KINDS):
        elements[_KINDS[element.tag]].append(element)
    return elements


_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([-\w]+)""", re.IGNORECASE)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([-\w]+)""")
# Where an encoding is declared, if it is: browsers look no further than 1,024.
_CHARSET_BYTES = 4_096
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Elements that no rule looks at; in documentation of programs every other element is one of them.
_INLINE = rb"(?:span|code|em|tt|var)"
# Most have nothing but a class. Not one that ends as a comment does: it may be what ends it. What was matched is never
# gone back to (`*+`), which takes a third of the time.
_ATTRIBUTES = rb"""(?:class="[^<>"]*+">|[^<>"']*+(?:"[^<>"]*+"[^<>"']*+)*+(?<!--)>)"""
_TAG = rb"</?+%b(?:>|\s%b)" % (_INLINE, _ATTRIBUTES)
# Mostly several stand beside one another; that the first is no part of the repetition halves the time.
_INLINE_TAGS = re.compile(_TAG + rb"(?:" + _TAG + rb")*+")
_LEFT = re.compile(rb"<%b[\s>]" % _INLINE)


def markup_of(body: bytes, *, whole: bool = False) -> bytes:
    """A page in UTF-8, but for `whole` without the tags of elements within a line, of which only the text stays."""
    text = _in_utf8(body)
    return text if whole else _thinned(text)


def parsed(markup: bytes) -> _Element | None:
    """The root element of a page that `markup_of` returned, None of an empty one."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        return etree.fromstring(markup, parser)
    except etree.XMLSyntaxError:  # nothing in it
        return None


def _thinned(text: bytes) -> bytes:
    """A page without the tags of inline elements, which take libxml2 half of its time.

    As it is where one of them is written so that it cannot be taken out safely: then its end tag must stay, too.
    """
    thin = _INLINE_TAGS.sub(b"", text)
    return text if _LEFT.search(thin) else thin


def _in_utf8(body: bytes) -> bytes:
    """A page in the one encoding that the parser is given: of the others it knows fewer than browsers do."""
    import webencodings

    said = _DECLARED.match(body) or _CHARSET.search(body, 0, _CHARSET_BYTES)
    encoding = webencodings.lookup(said[1].decode("ascii", "replace")) if said is not None else None
    if encoding is None:
        fallback = "utf-8" if _is_utf8(body) else "windows-1252"
    else:
        fallback = (
            "utf-8" if encoding.name.startswith("utf-16") else encoding.name
        )  # what can be read as ASCII is no UTF-16
    if fallback == "utf-8" and not body.startswith(_UTF16):
        return body
    text: str = webencodings.decode(body, fallback)[0]
    return text.encode("utf-8", "replace")


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True

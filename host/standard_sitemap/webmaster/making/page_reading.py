"""Reads a page's facts: title, lists, links, parent, neighbours and languages. Pure.

The bytes are decoded from any encoding and parsed without inline elements, which carry no facts.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import webencodings
from lxml import etree

from standard_sitemap.model.page_encodings import page_encoding
from standard_sitemap.model.page_sizes import is_crowded
from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.webmaster.making.home_links import home_link
from standard_sitemap.webmaster.making.list_entries import MenuBranches, followed, shortened
from standard_sitemap.webmaster.making.lists import ContentsList, Lists, contents_of
from standard_sitemap.webmaster.making.outline import language_tag
from standard_sitemap.webmaster.making.page_parts import SearchForm, search_of, trails_of
from standard_sitemap.webmaster.making.paging_links import (
    KnownContainers,
    PagingKind,
    is_of_newest,
    may_turn,
    paging_kind,
    pair_around,
)
from standard_sitemap.webmaster.making.references import ReferenceResolver, ReferenceTarget, folder_of, is_index
from standard_sitemap.webmaster.making.rendered_text import (
    alternative_of,
    class_names,
    class_values,
    hides_text,
    lines_of,
    naming,
    text_of,
    texts_of,
    tidy,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

ElementSelector = Callable[["_Element"], list["_Element"]]

_REFRESH = re.compile(r"\s*([0-9]{1,9})\s*[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]+)", re.IGNORECASE)
# A page that redirects after more seconds is meant to be read.
_LONGEST_REFRESH = 5
_LONGEST_TITLE = 300
# Resolving each link copies the base.
_LONGEST_BASE = 1_000
# The body starts within this range: heads are long if they hold style sheets.
_BODY_BYTES = 65_536
_LONGEST_TRAIL = 20
_NEIGHBOURS = ("next", "prev", "previous")
# A page with more links is no post: each link is looked at.
_MOST_OWN = 200
# Characters: memory holds the places of all pages.
_LONGEST_PLACE = 100
_LOWER_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_MOST_ANCHORS = 5
_MOST_HEADINGS = 10
_BESIDE = frozenset({"nav", "aside", "footer", "header", "dialog"})
_LETTER = re.compile(r"[^\W\d_]")
_LOGO = re.compile(r"(?:^|[-_ ])(?:logo|site-?(?:title|name)|brand(?:ing)?)(?:$|[-_ ])", re.IGNORECASE)
# Dates that a meta element, a `time`, or the microformat of Pelican's themes states.
_PUBLISHED = re.compile(
    rb"(?:published[^<>]{0,80}?(?:content|title|datetime)=|<time[^<>]{0,200}?datetime=)[\"']?((?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9])",
)
_DOCUSAURUS = {f"pagination-nav__link--{relation}": relation for relation in ("next", "prev")}
_DOCFX = frozenset({"docfx:navrel", "docfx:tocrel"})
_VITEPRESS = {"next": "next", "prev": "prev"}
_VITEPRESS_LINK = "pager-link"
_TURNING_CLASSES = (b"pagination-nav__link", _VITEPRESS_LINK.encode())
# Elements collected in one walk, by purpose.
_KINDS = {
    "base": "base",
    "title": "title",
    "h1": "heading",
    "meta": "meta",
    "time": "time",
    "link": "link",
    "script": "script",
    "a": "anchor",
    "area": "anchor",
    "frame": "frame",
    "iframe": "frame",
    "form": "form",
}


class LinkPair(NamedTuple):
    """The targets of two links; `place` is the tags around them, nearest first."""

    place: str
    first: str
    second: str

    @property
    def targets(self) -> tuple[str, str]:
        return self.first, self.second


@dataclass(slots=True, kw_only=True)
class BlogFacts:
    """The facts of a page that only blogs need.

    - `repeats` counts the links to each page to which the page has several links.
    - `published` is the first date of publication in it, such as `2024-05-01`.
    - `beside` lists the linked pages that may be neighbours: each link to them is in a bar of very few links, or has an
      arrow or a word such as “Previous:” at its text.
    - `pairs` holds the pairs of links that have no words around them, one for each place.
    """

    repeats: dict[str, int] = field(default_factory=dict)
    published: str = ""
    beside: tuple[str, ...] = ()
    pairs: tuple[LinkPair, ...] = ()


@dataclass(slots=True)
class Page(BlogFacts):
    """The facts of a page. Pages are identified by their paths.

    - `links` maps each target to the text of its first link. `forms` maps targets to the path that links use, if it is
      not the file's (`dir/`).
    - `paging` maps targets to the kind of turn, if only links that turn pages lead to them. They are not in `links`.
    - `trail` lists the pages of the breadcrumbs, the parent last. `alternates` maps languages to translations.
    - `rels` maps relations to pages. `home` is also the page that a logo or a word such as “Home” leads to. `frame 1`
      and so on are the pages in frames, and `docfx:tocrel` is the contents file that DocFX's script shows.
    - `beginning` holds the fragments that lead to the first heading.
    - `redirect` is the page that a redirecting page leads to; "" if that is not in the folder.
    - `is_whole` is false for a part of a page, without title, heading and body. `is_hidden` is true with noindex.
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
    paging: dict[str, PagingKind] = field(default_factory=dict)
    alternates: dict[str, str] = field(default_factory=dict)
    searches: list[SearchForm] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    beginning: tuple[str, ...] = ()
    canonical: str | None = None
    redirect: str | None = None
    is_whole: bool = True
    is_hidden: bool = False

    def following(self, targets: Mapping[str, str], path: str) -> Page:
        """Return the page as `path`, with each page that it names replaced by that page's entry in `targets`, if any.

        No link or crumb leads to the page itself.
        """
        named = (self.links, self.paging, self.trail, self.rels.values(), self.alternates.values())
        if path == self.path and all(targets.keys().isdisjoint(some) for some in named):
            return self  # the links include the targets of lists

        links = ((targets.get(linked, linked), text) for linked, text in self.links.items())
        paging = ((targets.get(linked, linked), kind) for linked, kind in self.paging.items())
        trail = dict.fromkeys(targets.get(crumb, crumb) for crumb in self.trail)
        return replace(
            self,
            path=path,
            lists=[replace(contents, entries=followed(contents.entries, targets)) for contents in self.lists],
            links={target: text for target, text in links if target != path},
            repeats={targets.get(linked, linked): number for linked, number in self.repeats.items()},
            trail=tuple(crumb for crumb in trail if crumb != path),
            paging={target: kind for target, kind in paging if target != path},
            beside=tuple(dict.fromkeys(targets.get(linked, linked) for linked in self.beside)),
            pairs=tuple(
                LinkPair(place, targets.get(first, first), targets.get(second, second))
                for place, first, second in self.pairs
            ),
            rels={rel: targets.get(target, target) for rel, target in self.rels.items()},
            alternates={language: targets.get(other, other) for language, other in self.alternates.items()},
        )


def read_page(
    path: str,
    body: bytes,
    addresses: ReferenceResolver,
    select: ElementSelector | None = None,
    usual: frozenset[str] = frozenset(),
    branches: MenuBranches | None = None,
) -> Page:
    """Return the facts of the page at `path`; `select` finds the elements that hold contents, if a webmaster chose
    them.

    Navigations that name only `usual` pages are left out of its lists. `branches` are those of menus of other pages.
    """
    # A selector may match an element that is otherwise skipped.
    markup = _in_utf8(body)
    thin, tags = _thinned(markup)
    # Highlighted code has the same few tags thousands of times, and each is looked at once.
    checked = thin + tags
    names, classes = class_names(checked), class_values(checked)
    values = names.values_among(classes, checked)
    is_to_tidy = bool(values) or hides_text(checked)
    if select is None and not is_to_tidy:
        markup = thin
    root = parsed(markup)
    if root is None:
        return Page(path, is_whole=False)
    if is_to_tidy:
        tidy(root, names, values)
    return _MarkupReader(path, root, addresses, branches).page(select, markup, b" ".join(classes), usual)


class _MarkupReader:
    def __init__(self, path: str, root: _Element, addresses: ReferenceResolver, branches: MenuBranches | None) -> None:
        self._root = root
        self._branches = branches
        self._addresses = addresses
        self._page = Page(path)
        self._elements = _by_kind(root)
        self._pagers: KnownContainers = {}
        # The links that do not begin with a fragment, each with the page of the site that it leads to.
        self._targets: dict[_Element, str] = {}
        self._folder = self._base(folder_of(path))

    def page(self, select: ElementSelector | None, markup: bytes, classes: bytes, usual: frozenset[str]) -> Page:
        """Return the page; `markup` is its source, and `classes` holds the values of its class attributes."""
        page, root = self._page, self._root
        title, heading = self._title(), self._heading()
        page.title = text_of(title)[:_LONGEST_TITLE] if title is not None else ""
        named_by = self._title_block(classes) if heading is None or heading.tag != "h1" else heading
        named_by = heading if named_by is None else named_by
        page.heading = self._name_of(named_by) if named_by is not None else ""
        page.beginning = _beginning(root, heading)
        page.language = language_tag(root.get("lang") or root.get("xml:lang"))
        published = _PUBLISHED.search(markup) if self._has_date(classes) else None
        page.published = published[1].decode() if published else ""
        page.is_whole = bool(page.title or page.heading) or b"<body" in markup[:_BODY_BYTES].lower()
        self._metas()
        self._relations()
        self._links(markup, classes)
        page.trail = self._trail(markup, classes)
        page.searches = [search for form in self._elements["form"] if (search := search_of(form)) is not None]
        lists = Lists(self._targets, page.path, self._folder, self._addresses, usual, self._branches)
        page.lists = lists.contents_lists(select(root) if select else None)
        page.lists = [contents for contents in map(self._without_paging, page.lists) if contents.entries]
        self._neighbours()
        own = {page.title, page.heading if self._elements["heading"] else ""}
        for contents in page.lists:  # the page's own name is not a list's caption
            contents.caption = None if contents.caption in own else contents.caption
        return page

    def _without_paging(self, contents: ContentsList) -> ContentsList:
        """Return a list without links that turn pages, and without its entries if it names the newest pages again."""
        if contents.caption and contents.source == "shape" and is_of_newest(contents.caption):
            return replace(contents, entries=[])
        return contents.without(self._page.paging)

    def _title(self) -> _Element | None:
        """Return the page's title, which is not that of a picture in it."""
        return next((title for title in self._elements["title"] if not _is_in_picture(title)), None)

    def _heading(self) -> _Element | None:
        """Return the first heading of the highest level that is the page's own."""
        heading = next((heading for heading in self._elements["heading"] if self._is_own(heading)), None)
        if heading is not None:
            return heading
        lower = (element for element in islice(self._root.iter(*_LOWER_HEADINGS), _MOST_HEADINGS))
        return next((element for element in lower if not _is_beside(element) and self._is_own(element)), None)

    def _title_block(self, classes: bytes) -> _Element | None:
        """Return the element in which Doxygen writes the name of a page, which is no heading."""
        if b"headertitle" not in classes:
            return None
        blocks = (element for element in self._root.iter("div") if element.get("class") == "headertitle")
        return next((child for block in blocks for child in block if child.get("class") == "title"), None)

    def _name_of(self, heading: _Element) -> str:
        return (text_of(heading).rstrip("¶#").strip() or alternative_of(heading))[:_LONGEST_TITLE]

    def _is_own(self, heading: _Element) -> bool:
        """Return whether a heading is no logo of the site, and no link to the start page or to another page."""
        parent, link = heading.getparent(), next(heading.iter("a"), None)
        parts = (part for part in (heading, parent, link) if part is not None)
        if any(_LOGO.search(f"{part.get('class') or ''} {part.get('id') or ''}") for part in parts):
            return False
        if link is None or not _names_heading(text_of(link), text_of(heading)):
            return True
        target = self._target(link.get("href"))
        return target is None or (target == self._page.path and (not is_index(target) or "/" in target))

    def _has_date(self, classes: bytes) -> bool:
        """Return whether an element may state the date of publication; most pages have none."""
        metas = self._elements["meta"]
        is_marked = bool(self._elements["time"]) or b"published" in classes
        return is_marked or any("published" in (meta.get("property") or meta.get("name") or "") for meta in metas)

    def _base(self, folder: str) -> str:
        """Return the folder that references are relative to: the first `<base>`, if it is inside the site."""
        base = next((element.get("href") for element in self._elements["base"] if element.get("href")), None)
        path = self._addresses.path(folder, base) if base and len(base) <= _LONGEST_BASE else None
        return folder if path is None else folder_of(path)

    def _target(self, href: str | None) -> str | None:
        target = self._addresses.target(self._folder, href) if href else None
        return target.page if target is not None else None

    def _metas(self) -> None:
        for meta in self._elements["meta"]:
            name, content = (meta.get("name") or meta.get("property") or "").lower(), meta.get("content") or ""
            # MkDocs writes Python's None
            if name == "description" and content != "None" and self._page.description is None:
                self._page.description = shortened(" ".join(content.split()))
            elif name in _DOCFX and (contents := self._addresses.path(self._folder, content)):
                self._page.rels.setdefault(name, contents)
            elif "noindex" in instructions(name, content):
                self._page.is_hidden = True
            elif self._page.redirect is None and (refresh := refresh_of(meta)) and refresh.seconds <= _LONGEST_REFRESH:
                self._page.redirect = self._target(refresh.url) or ""

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
        target, tag = self._target(href), language_tag(language)
        if tag and target:
            self._page.alternates.setdefault(tag.lower(), target)

    def _links(self, markup: bytes, classes: bytes) -> None:
        # Most pages have none of these, and reading an attribute of each link takes long.
        has_keys, has_classes = b"accesskey" in markup, any(mark in classes for mark in _TURNING_CLASSES)
        links, repeats, references = self._page.links, self._page.repeats, self._addresses.references(self._folder)
        for link in self._elements["anchor"]:
            href = link.get("href")
            if not href or href[0] == "#":
                continue
            targets = references[href.partition("#")[0]]
            if targets is None:
                continue
            path = self._targets[link] = targets[0].page
            # DocBook marks the link only by its access key
            rel = "up" if has_keys and link.get("accesskey") == "u" else link.get("rel")
            if not rel and has_classes:
                rel = _relation_by_class(link.get("class"))
            if path in links:
                repeats[path] = repeats.get(path, 1) + 1
            elif path != self._page.path:
                self._link(link, rel or "", targets[0])
            if rel:
                self._relation(link, rel.lower().split(), href)
        self._frames()
        home = self._target(home_link(self._elements["anchor"]))
        if home is not None:
            self._page.rels.setdefault("home", home)
        self._page.paging = {path: kind for path, kind in self._page.paging.items() if path not in links}

    def _neighbours(self) -> None:
        """Find the targets that may be neighbours of the page, as `Page.beside` and `Page.pairs` describe.

        There are none if the neighbours are known.
        """
        page = self._page
        if not {"next", "previous"}.isdisjoint(page.paging.values()):
            return
        # Where the head names the neighbours, no other page is one.
        named = {page.rels[rel] for rel in _NEIGHBOURS if rel in page.rels}
        possible = page.links.keys() & named if named else page.links
        links = [(link, target) for link, target in self._targets.items() if target in possible]
        if len(links) > _MOST_OWN:
            return
        bars: KnownContainers = {}
        are_turning: dict[str, bool] = {}
        for link, target in links:
            if are_turning.get(target, True):  # one other link tells enough
                are_turning[target] = may_turn(link, bars)
        turning, pairs = [target for target, is_turning in are_turning.items() if is_turning], _pairs_among(links)
        if turning or pairs:
            listed = contents_of(page.lists)
            page.beside = tuple(target for target in turning if target not in listed)
            page.pairs = tuple(pair for pair in pairs if listed.isdisjoint(pair.targets))

    def _frames(self) -> None:
        for number, frame in enumerate(self._elements["frame"], 1):
            framed = self._target(frame.get("src"))
            if framed is not None and framed != self._page.path:
                self._page.links.setdefault(framed, "")
                self._page.rels[f"frame {number}"] = framed

    def _link(self, link: _Element, rel: str, target: ReferenceTarget) -> None:
        """Record the first link to another page, which names it."""
        page, path = self._page, target.page
        lines = lines_of(link)
        kind = paging_kind(link, rel, lines, self._pagers)
        if kind is not None:
            page.paging.setdefault(path, kind)
        else:
            page.links[path] = naming(texts_of(link, lines)[0] or alternative_of(link))[:_LONGEST_TITLE]
        if target.path != path:
            page.forms.setdefault(path, target.path)

    def _trail(self, markup: bytes, classes: bytes) -> tuple[str, ...]:
        """Return the pages of the breadcrumbs, without this one."""
        for references in trails_of(self._root, self._elements["script"], markup, classes):
            targets = [target for href in references if (target := self._target(href)) not in (None, self._page.path)]
            if targets:
                return tuple(dict.fromkeys(filter(None, targets[:_LONGEST_TRAIL])))
        return ()


def _pairs_among(links: list[tuple[_Element, str]]) -> list[LinkPair]:
    """Return the pairs among links; none at a place with several, or if another link leads to one of the pages."""
    known: KnownContainers = {}
    pairs: dict[_Element, list[str]] = {}
    linked: set[str] = set()
    for link, target in links:
        pair = pair_around(link, known)
        if pair is None:
            linked.add(target)
        else:
            pairs.setdefault(pair, []).append(target)
    by_place: dict[str, set[tuple[str, ...]]] = {}
    for pair, targets in pairs.items():
        place = " ".join(around.tag for around in (pair, *pair.iterancestors()))
        by_place.setdefault(place[:_LONGEST_PLACE], set()).add(tuple(targets))
    return [
        LinkPair(place, *targets)
        for place, (targets, *others) in by_place.items()
        if not others and len({*targets} - linked) == len(targets) == 2
    ]


def _names_heading(text: str, heading: str) -> bool:
    """Return whether the text of a link in a heading is all of it, or all but a date: it is that of a post."""
    return text == heading or (
        _LETTER.search(text) is not None and _LETTER.search(heading.replace(text, "", 1)) is None
    )


def _is_in_picture(title: _Element) -> bool:
    parent = title.getparent()
    return parent is not None and parent.tag in ("svg", "g", "symbol")


def _is_beside(heading: _Element) -> bool:
    """Return whether a heading is beside the content."""
    return any(ancestor.tag in _BESIDE for ancestor in heading.iterancestors())


def _beginning(root: _Element, heading: _Element | None) -> tuple[str, ...]:
    """Return the fragments that lead to the first heading: to it, an element around or in it, or right before it.

    Return none for a page without headings, whose beginning is unknown.
    """
    first = heading if heading is not None else next(root.iter(*_LOWER_HEADINGS), None)
    if first is None:
        return ()
    # Few pages have more anchors at one place.
    places = (
        *first.iterancestors(),
        *islice(first.itersiblings(preceding=True), _MOST_ANCHORS),
        *islice(first.iter(etree.Element), _MOST_ANCHORS),
        *(anchor for before in islice(first.itersiblings(preceding=True), 1) for anchor in islice(before, 1)),
    )
    names = (name for place in places for name in (place.get("id"), place.get("name")) if name)
    return tuple(dict.fromkeys(("", "top", *names)))


def framed_on(page: Page) -> list[str]:
    """Return the pages in the frames of a page."""
    return [target for relation, target in page.rels.items() if relation.startswith("frame ")]


class Refresh(NamedTuple):
    """The target of a redirect, and the delay in seconds."""

    seconds: int
    url: str


def refresh_of(meta: _Element) -> Refresh | None:
    """Return the content of a `<meta http-equiv=refresh>`; None for other elements."""
    if (meta.get("http-equiv") or "").lower() != "refresh":
        return None
    refresh = _REFRESH.match(meta.get("content") or "")
    return Refresh(int(refresh[1]), refresh[2].strip()) if refresh else None


def _relation_by_class(classes: str | None) -> str | None:
    """Return the relation of a link that Docusaurus or VitePress marks only by classes; None for other links."""
    names = (classes or "").split()
    wanted = _VITEPRESS if _VITEPRESS_LINK in names else _DOCUSAURUS
    return next((relation for name, relation in wanted.items() if name in names), None)


def _by_kind(root: _Element) -> dict[str, list[_Element]]:
    """Return the relevant elements by kind, in order.

    One walk serves all kinds, because each walk takes equally long.
    """
    elements: dict[str, list[_Element]] = {kind: [] for kind in _KINDS.values()}
    for element in root.iter(*_KINDS):
        elements[_KINDS[element.tag]].append(element)
    return elements


_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Elements that no rule examines. In program documentation they make up half of all elements.
_INLINE = rb"(?:span|code|em|tt|var)"
# Most tags have only a class. A tag that ends like a comment is excluded, because it may end one. Possessive matching
# (`*+`) saves a third of the time.
_ATTRIBUTES = rb"""(?:class="[^<>"]*+">|[^<>"']*+(?:"[^<>"]*+"[^<>"']*+)*+(?<!--)>)"""
_TAG = rb"</?+%b(?:>|\s%b)" % (_INLINE, _ATTRIBUTES)
# Tags often adjoin one another. Matching the first outside the repetition halves the time.
# Atomic within possessive: after a tag that fails, Python 3.11.2 goes on behind its beginning otherwise.
_INLINE_TAGS = re.compile(rb"(" + _TAG + rb"(?>" + _TAG + rb")*+)")
_LEFT = re.compile(rb"<%b[\s>]" % _INLINE)


def markup_of(body: bytes, *, whole: bool = False) -> bytes:
    """Return a page in UTF-8; unless `whole`, without the tags of inline elements, whose text stays."""
    text = _in_utf8(body)
    return text if whole else _thinned(text)[0]


_END_TAG = re.compile(rb"</(?:html|HTML)>")
_LONG_TAG = 4_096  # bytes
_ATTRIBUTE = rb"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
# A tag with up to a thousand attributes, the others, and the text of a script or style; or a comment.
_CROWDED_TAG = re.compile(
    rb"(<(?:(?i:(script|style))(?=[\s/>])|[A-Za-z][^\s/>]*+)(?:%b){0,1000}+)(?:%b)*+((?(2).*?(?:</(?i:\2)|\Z)))"
    rb"|<!--.*?(?:-->|\Z)" % (_ATTRIBUTE, _ATTRIBUTE),
    re.DOTALL,
)


def parsed(markup: bytes) -> _Element | None:
    """Return the root element of markup from `markup_of`; None if the page is empty, or has too many elements."""
    if is_crowded(markup):
        return None
    end = _END_TAG.search(markup)
    # libxml2 drops all after this tag, which browsers show: footers and counters that a server appends.
    if end is not None and markup.find(b"<", end.end()) != -1:
        markup = _END_TAG.sub(b"", markup)
    if _may_have_crowded_tag(markup):
        markup = _CROWDED_TAG.sub(lambda match: match[1] + match[3] if match[1] else match[0], markup)
    # No rule looks up ids; without a table of these, parsing takes a twentieth less.
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, collect_ids=False
    )
    try:
        return etree.fromstring(markup, parser)
    except etree.XMLSyntaxError:  # an empty page
        return None


def _may_have_crowded_tag(markup: bytes) -> bool:
    """Return whether a tag may have thousands of attributes.

    libxml2 compares each attribute with all before it, and takes minutes for a megabyte of them.
    """
    parts = ((begin, begin + _LONG_TAG) for begin in range(0, len(markup), _LONG_TAG))
    return any(markup.find(b"<", *part) < 0 and markup.find(b">", *part) < 0 for part in parts)


def _thinned(text: bytes) -> tuple[bytes, bytes]:
    """Return a page without the tags of inline elements, on which libxml2 spends half of its time, and these tags.

    Equal tags are returned once. If one cannot be removed safely, the page stays unchanged, because its end tag must
    stay too.
    """
    parts = _INLINE_TAGS.split(text)
    thin = b"".join(parts[::2])
    return (text, b"") if _LEFT.search(thin) else (thin, b"".join(set(parts[1::2])))


def _in_utf8(body: bytes) -> bytes:
    """Return a page in UTF-8: the parser knows fewer encodings than browsers do."""
    fallback = page_encoding(body) or ("utf-8" if _is_utf8(body) else "windows-1252")
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

"""The entries of one list: label, target, description and children. Pure.

Other modules decide which lists are read and how they are classified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from lxml import etree

from standard_sitemap.model.languages import is_own_name
from standard_sitemap.model.url_paths import unquoted
from standard_sitemap.webmaster.making.containers import is_bar, is_contents, is_opened, names_of
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.rendered_text import (
    HEADINGS,
    INVISIBLE,
    LISTS,
    alternative_of,
    in_line,
    naming,
    text_of,
    texts_of,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

# Links examined in a table row: the name is in one of the first columns.
MOST_IN_A_ROW = 4
# A longer text above a list, or without a link, is a sentence rather than a name.
LONGEST_CAPTION = 80
# Links of a menu's list into one page: the first gives the page its place, and a second shows that it has sections.
_MOST_INTO_PAGE = 2
# Links of a menu beside the lists that it opens: the logo, and at least one more.
_FEWEST_OWN = 2
# Levels of menus whose branches are compared by their markup, which is written for each level.
_SHARED_LEVELS = 3
# Bytes of markup of known branches: several times the menus of the largest sites.
_MOST_MARKUP = 4_000_000
# The label of a link to a page in the list of its sections.
_TOP = "top of "
_TOGGLES = frozenset({"label", "button", "summary"})
# Classes of items that name those after them, up to a separator: mdBook, HonKit, Bootstrap.
_PART_TITLES = frozenset({"part-title", "header", "nav-header", "dropdown-header"})
_PART_ENDS = frozenset({"spacer", "divider", "dropdown-divider"})
# mdBook's chapters before and after all parts.
_AFTER_PARTS = frozenset({"affix"})
# Cells with names in tables of `div` elements: Javadoc, rustdoc.
_NAME_CELLS = frozenset({"col-first", "item-left"})
# Elements that do not describe their item: nested lists, and elements without visible text.
_SILENT = LISTS | INVISIBLE
_LONGEST_NAME = 200
_SIDEBAR_ITEM = "VPSidebarItem"
_LONGEST_DESCRIPTION = 300
# Characters of an item's elements that are read: a longer text names nothing, and describes its link well enough.
_LONGEST_ITEM = 400
# The first folder of a page in a language: `en`, `pt-BR`.
_FOLDER_OF_LANGUAGE = re.compile("([a-z]{2}(?:[-_][a-z]{2,4})?)/", re.IGNORECASE)
_BULLETS = "•·-–—*+ ▸►▶▼▾›"
# Punctuation between a name and its description, and around the description.
_PUNCTUATION = " -–—:;,.()»→⇒\n\t"
# A number or marked letter before a link, with or without a word such as “chapter”.
_NUMBERING = re.compile(
    r"(?:(?:chapter|part|section|appendix|lesson|unit|module|step|volume|book|kapitel|teil|abschnitt|anhang|lektion|"
    r"chapitre|partie|annexe|cap[ií]tulo|parte|secci[oó]n|capitolo|sezione|hoofdstuk|deel)\s+"
    r"(?:[0-9]+(?:\.[0-9]+)*|[ivxlc]+|[a-z])|\w{1,20}\s+[0-9]+(?:\.[0-9]+)*(?=\s*[.:)])|[(\[§]?\s*[0-9]+(?:\.[0-9]+)*|"
    r"[(\[]?(?:[ivxlc]+|[a-z])(?=\s*[.):\]])|第\s*[0-9０-９一二三四五六七八九十百]+\s*\w)\s*[.):\]–—：、-]*",
    re.IGNORECASE,
)
# Doxygen's id of a row: the numbers of the rows above it, and its own. Deeper rows stand on top.
_ROW = re.compile("row_((?:[0-9]{1,6}_){1,40})")
# The number of a chapter or section before its name.
_SECTION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,8}(?=\.?(?:\s|$))")


@dataclass(slots=True)
class Entry:
    """One entry: its target page, if any; `is_anchor` if it leads into a page, `url` if it leads out of the site.

    `is_section` is true if it names a later section of the page, and `fragment` is what follows the address. `number`
    stands before the link, as “2.1” does.
    """

    label: str
    target: str | None = None
    url: str | None = None
    is_anchor: bool = False
    description: str | None = None
    children: list[Entry] = field(default_factory=list)
    fragment: str = field(default="", compare=False)
    is_section: bool = False
    number: str = field(default="", compare=False)

    @property
    def is_plain(self) -> bool:
        """True without a link."""
        return self.target is None and self.url is None and not self.is_anchor

    def __reduce__(self) -> tuple[type[Entry], tuple[object, ...]]:
        # Worker processes send an entry for each link of a contents list. As a call it takes half the time.
        return Entry, _fields_of(self)


_fields_of = attrgetter(*(part.name for part in fields(Entry)))
# Turns an address in a tree file into an entry without a label: for a page, a place in a page, or an unknown target.
AddressResolver = Callable[[str], Entry]


def entries_of(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries with all their descendants, in order."""
    waiting = list(entries)[::-1]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting.extend(reversed(entry.children))


def followed(entries: Iterable[Entry], targets: Mapping[str, str]) -> list[Entry]:
    """Return entries that lead to the pages in `targets` instead of the pages that these replace."""
    return [
        replace(
            entry,
            target=targets.get(entry.target, entry.target) if entry.target is not None else None,
            children=followed(entry.children, targets),
        )
        for entry in entries
    ]


def first_entries_into(entries: list[Entry], own: str | None = None) -> list[Entry]:
    """Return the first entry into each page, without pages that another entry names, and without the `own` page."""
    firsts: dict[str, Entry] = {}
    named: set[str | None] = {own}
    waiting = entries[::-1]
    while waiting:
        entry = waiting.pop()
        waiting.extend(reversed(entry.children))
        if entry.target is None:
            continue
        if entry.is_anchor:
            firsts.setdefault(entry.target, entry)
        else:
            named.add(entry.target)
    return [entry for target, entry in firsts.items() if target not in named]


def nested_by_numbers(entries: list[Entry]) -> list[Entry]:
    """Return entries; those of a flat list stand below the one whose number they continue, as “2.1” does “2”.

    Versions and sizes are no sections: “2.1.4” does not follow “2”, and “5” has no section “5.5” first.
    """
    if any(entry.children for entry in entries):
        return entries
    top: list[Entry] = []
    sections: dict[str, Entry] = {}
    for entry in entries:
        match = _SECTION.match(entry.number or entry.label)
        chapter, dot, section = match[0].rpartition(".") if match else ("", "", "")
        above = sections.get(chapter)
        if above is not None and not above.children and int(section) > 1:
            above = None
        siblings = top if above is None else above.children
        siblings.append(entry)
        if match and (above is not None or not dot):
            sections[match[0]] = entry
    return top


def fragment_of(address: str) -> str:
    """Return the fragment of an address, decoded; "" if it has none."""
    return unquoted(address.partition("#")[2])


def shortened(text: str) -> str | None:
    """Return a description truncated to a length that a tree can show; None if it is empty."""
    if len(text) <= _LONGEST_DESCRIPTION:
        return text or None
    return text[:_LONGEST_DESCRIPTION].rpartition(" ")[0] + " …"


class MenuBranches:
    """The entries of branches of menus, by folder and markup: the pages of a site repeat most of their menu.

    Pages share these entries, and `fragments` may let entries that lead into a page stand for it. Branches with entries
    into a page that they do not name are therefore left out.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, bytes], Entry] = {}
        self._size = 0

    def get(self, folder: str, markup: bytes) -> Entry | None:
        """Return the entry of a branch on a page in `folder`, if it is known."""
        return self._known.get((folder, markup))

    def add(self, folder: str, markup: bytes, entry: Entry) -> None:
        """Keep the entry of a branch."""
        if first_entries_into([entry]):
            return
        self._size += len(markup)
        if self._size > _MOST_MARKUP:
            self._known.clear()
            self._size = len(markup)
        self._known[folder, markup] = entry


class EntryReader:
    """Reads the entries of one page's lists; references are relative to `folder`."""

    def __init__(self, folder: str, addresses: ReferenceResolver, branches: MenuBranches | None = None) -> None:
        self._folder = folder
        self._references = addresses.references(folder)
        self._branches = branches if branches is not None else MenuBranches()
        self._is_in_menu = False
        self._level = 0

    def menu(self, element: _Element) -> list[Entry]:
        """Return the entries of a list in a navigation, with few links into each page.

        Program documentation names all functions of a module in the menu of each page.
        """
        self._is_in_menu = True
        entries = self.entries(element)
        self._is_in_menu = False
        return entries

    def entries(self, element: _Element) -> list[Entry]:
        """Return the entries of a list and of its nested lists; libxml2 limits the nesting."""
        entries: list[Entry] = []
        items: dict[int, _Element] = {}
        into: dict[str, int] = {}
        for child in element:
            tag = child.tag
            if self._is_in_menu and tag == "li" and _leads_on_into(child, into):
                continue
            if tag in ("li", "dt"):
                entry = self._branch(child) if self._is_in_menu and tag == "li" else self._item(child)
                is_part = bool(entries and entry.children) and not (entry.label or entry.target or entry.url)
                if is_part:  # mdBook puts the sections after their chapter
                    entries[-1].children.extend(entry.children)
                else:
                    items[len(entries)] = child
                    entries.append(entry)
            elif tag == "dd" and entries:
                below = self._below(child)
                entries[-1].children.extend(below)
                if not below and entries[-1].description is None:
                    entries[-1].description = shortened(text_of(child))
            elif tag in LISTS and entries:  # not allowed, but common
                entries[-1].children.extend(self.entries(child))
            elif tag == "div":  # allowed in dl
                entries.extend(self.entries(child))
        return _below_part_titles(entries, items)

    def flat(self, element: _Element) -> Iterator[Entry]:
        """Yield the first link of each row, paragraph, cell or line of a non-list; without these, a menu's links."""
        if items := list(_outermost_items(element)):
            yield from map(self._block, items)
            return
        if "directory" in names_of(element):
            yield from self._directory(element)
            return
        if element.tag == "table" and len(headings := dict(_heading_rows(element))) > 1:
            yield from self._below_headings(element, headings)
            return
        rows = list(_name_cells(element))
        rows = rows or [row for row in element.iter("p") if _holds_link(row)] or list(element.iter("tr"))
        if not rows and has_lines(element):
            yield from self._lines(element)
        elif not rows and is_bar(element):
            # A button, or a link to "#", only names the entries below it.
            yield from (entry for entry in self._bar(element) if entry.children or not entry.is_plain)
        captions = dict(_captions(rows))
        caption: Entry | None = None
        for row in rows:
            entry = self._row(row)
            if row in captions:
                caption = Entry(captions[row])
                yield caption
            elif entry is not None and caption is not None:
                caption.children.append(entry)
            elif entry is not None:
                yield entry

    def _directory(self, table: _Element) -> list[Entry]:
        """Return the rows of a table of Doxygen's; a row without a link names the rows below it."""
        top: list[Entry] = []
        rows: dict[str, Entry] = {}
        for row in table.iter("tr"):
            entry = self._row(row) or Entry("".join(text_of(bold) for bold in row.iterfind("td/b"))[:LONGEST_CAPTION])
            match = _ROW.fullmatch(row.get("id") or "")
            above = rows.get(match[1][: match[1].rindex("_", 0, -1) + 1]) if match and match[1].count("_") > 1 else None
            (top if above is None else above.children).append(entry)
            if match:
                rows[match[1]] = entry
        return [entry for entry in top if entry.children or not entry.is_plain]

    def _below_headings(self, table: _Element, headings: Mapping[_Element, _Element]) -> list[Entry]:
        """Return the rows of a table below the headings in it, as in pkgdown's index; lower headings stand below."""
        top: list[Entry] = []
        above: list[tuple[str, Entry]] = []
        for row in table.iter("tr"):
            heading = headings.get(row)
            entry = self._row(row) if heading is None else Entry(naming(text_of(heading))[:LONGEST_CAPTION])
            while heading is not None and above and above[-1][0] >= heading.tag:
                above.pop()
            if entry is not None:
                (above[-1][1].children if above else top).append(entry)
                if heading is not None:
                    above.append((heading.tag, entry))
        return top

    def _bar(self, element: _Element) -> list[Entry]:
        """Return the links of a menu; those of an opened part or list belong to the link or button before it.

        libxml2 limits the nesting.
        """
        entries: list[Entry] = []
        for child in element:
            if child.tag == "a":
                if child.get("href") is not None:
                    entries.append(self._entry(child))
            elif is_opened(child) or _is_after_opener(child) or child.tag in LISTS:
                (entries[-1].children if entries else entries).extend(self._opened(child))
            elif child.tag in _TOGGLES and not _holds_link(child):
                entries.append(Entry(texts_of(child)[0][:LONGEST_CAPTION]))
            elif len(child):
                entries.extend(self._bar(child))
        return entries

    def _lines(self, element: _Element) -> list[Entry]:
        """Return the entries of the lines between `br` elements; those of a block stand below the line before it."""
        entries: list[Entry] = []
        head: Entry | None = None
        before, link = element.text or "", None
        for child in element:
            if child.tag in ("br", "div", "p"):
                line, below = list(self._line(before, link)), self._lines(child)
                before, link = "", None
                entries.extend(line)
                head = line[0] if line else head
                (entries if head is None else head.children).extend(below)
                head = head if child.tag == "br" or below else None
            elif link is None:
                link = child if child.tag == "a" else next(child.iter("a"), None)
                before += "" if link is not None else text_of(child)
            before += "" if link is not None else child.tail or ""
        entries.extend(self._line(before, link))
        return entries

    def _line(self, before: str, link: _Element | None) -> Iterator[Entry]:
        """Yield the entry of a line, which has a link to a page only if it begins with it, maybe after a number."""
        name = in_line(before).strip(_BULLETS)
        if link is not None and link.get("href") and (not name or _NUMBERING.fullmatch(name)):
            entry = self._entry(link)
            entry.number, entry.label = name, entry.label.lstrip(_BULLETS)
            yield entry
        elif name or link is not None:
            yield Entry(name[:LONGEST_CAPTION])

    def _block(self, item: _Element) -> Entry:
        """Return the entry of an item of VitePress's sidebar: its first block holds its name."""
        head = next((child for child in item if "item" in names_of(child)), item)
        link = next((link for link in head.iter("a") if link.get("href")), None)
        entry = self._entry(link) if link is not None else Entry(text_of(head)[:LONGEST_CAPTION])
        entry.children = list(map(self._block, _outermost_items(item)))
        return entry

    def _row(self, row: _Element) -> Entry | None:
        """Return a row's first link to a page of the site that is no icon, or else its first link."""
        links = [link for link in islice(row.iter("a"), MOST_IN_A_ROW) if link.get("href")]
        entries = [self._entry(link) for link in links]
        inside = [entry for entry in entries if entry.target is not None]
        return next((entry for entry in inside if entry.label), next(iter(inside or entries), None))

    def _branch(self, item: _Element) -> Entry:
        """Return the entry of an item of a menu; that of a known branch is not read again."""
        if self._level == _SHARED_LEVELS or _is_plain(item):
            return self._item(item)
        markup = etree.tostring(item, encoding="utf-8", with_tail=False)
        entry = self._branches.get(self._folder, markup)
        if entry is None:
            self._level += 1
            entry = self._item(item)
            self._level -= 1
            self._branches.add(self._folder, markup, entry)
        return replace(entry, children=[*entry.children])  # the list around it may add children

    def _item(self, element: _Element) -> Entry:
        """Return the entry of a list item: named by its first link, with nested lists as children."""
        only_link = _only_link(element)
        if only_link is not None:
            entry = self._entry(only_link)
            entry.children = self._below(element)
            return entry
        before, link, after = _parts(element)
        below = self._below(element)
        if link is not None and (not before or _NUMBERING.fullmatch(before)):
            entry = self._entry(link)
            if after:
                entry.description = shortened(after.strip(_PUNCTUATION))
        else:
            name = text_of(link) if link is not None else before
            text = " ".join(f"{before} {name if before != name else ''} {after}".split())
            text = text.lstrip(_BULLETS).rstrip(": ")
            entry = Entry(text if len(text) <= LONGEST_CAPTION else "")
        entry.children = below
        only = _only_page(entry) if link is None and entry.label and below else None
        if only is None:
            return entry
        return replace(
            only, label=entry.label, children=[part for part in below if part.is_anchor and part is not only]
        )

    def _below(self, element: _Element) -> list[Entry]:
        if _is_plain(element):
            return []
        # Most items hold no list, and their content may be long.
        outermost = outermost_in(element) if holds_list(element) else ()
        below = [entry for inner in outermost for entry in self.entries(inner)]
        if below or not self._is_in_menu:
            return below
        parts: dict[_Element, None] = {}
        for part in element.iter("div"):
            if is_opened(part) and parts.keys().isdisjoint(part.iterancestors()):
                parts[part] = None
        return [entry for part in parts for entry in self._opened(part)]

    def _opened(self, part: _Element) -> list[Entry]:
        """Return the links of an opened part of a menu, unless they switch the language."""
        entries = self.entries(part) if part.tag in LISTS else self._bar(part)
        languages = [_folder_of_language(entry.target or "") for entry in entries]
        is_distinct = len({*languages}) == len(languages)
        # Departments have such folders, too: `it/`, `hr/` and `pr/`.
        is_marked = all(link.get("hreflang") or link.get("lang") for link in part.iter("a"))
        is_switch = is_distinct and (is_marked or all(is_own_name(entry.label) for entry in entries))
        return [] if is_switch else entries

    def _entry(self, link: _Element) -> Entry:
        href = link.get("href") or ""
        name, more = texts_of(link)
        label, description = naming(name or alternative_of(link))[:_LONGEST_NAME], shortened(more)
        plain, mark, fragment = href.partition("#")
        targets = self._references[plain]
        if targets is None:
            is_web = href.startswith(("http://", "https://"))
            # A link to "#" opens a menu.
            return Entry(label, None, href if is_web else None, len(href) > 1 and href[0] == "#", description)
        if not mark:
            return Entry(label, targets[0].page, description=description)
        return Entry(label, targets[1].page, None, True, description, fragment=unquoted(fragment))


def _below_part_titles(entries: list[Entry], items: Mapping[int, _Element]) -> list[Entry]:
    """Return the entries of a list, those after the title of a part below it; `items` holds their elements by place."""
    # Looked at first, because almost all entries have a target.
    if not any(entry.target is None and entry.label and entry.is_plain and not entry.children for entry in entries):
        return entries
    top: list[Entry] = []
    siblings = top
    for place, entry in enumerate(entries):
        names = names_of(items[place]) if place in items else set()
        is_text = entry.is_plain and not entry.children
        if is_text and not names.isdisjoint(_PART_TITLES):
            top.append(entry)
            siblings = entry.children
            continue
        if not names.isdisjoint(_PART_ENDS if is_text else _AFTER_PARTS):
            siblings = top
        siblings.append(entry)
    return top


def _is_after_opener(element: _Element) -> bool:
    """Return whether the button before an element says that it opens something, as VitePress's do."""
    before = element.getprevious()
    return before is not None and before.tag == "button" and before.get("aria-haspopup") is not None


def _is_plain(item: _Element) -> bool:
    """Return whether an item has no more than one element, such as a link, and nothing in it: the common case."""
    return not len(item) or (len(item) == 1 and not len(item[0]))


def _only_link(item: _Element) -> _Element | None:
    """Return the link with plain text that is all of an item beside nested lists, as it is of most; else None."""
    if not len(item) or not _is_blank(item.text):
        return None
    link, *others = item
    is_link = link.tag == "a" and not len(link) and link.get("href") is not None
    if not is_link or not _is_blank(link.tail):
        return None
    return link if not others or all(other.tag in LISTS and _is_blank(other.tail) for other in others) else None


def _is_blank(text: str | None) -> bool:
    return text is None or text.isspace()


def _folder_of_language(path: str) -> str:
    match = _FOLDER_OF_LANGUAGE.match(path)
    return match[1].lower() if match is not None else ""


def _leads_on_into(item: _Element, into: dict[str, int]) -> bool:
    """Return whether an item is only a link into a page to which enough items before it are; count it in `into`."""
    link = item[0] if len(item) == 1 else None
    if link is None or link.tag != "a" or len(link):
        return False
    page, mark, _ = (link.get("href") or "").partition("#")
    if not mark or not page:
        return False
    into[page] = into.get(page, 0) + 1
    return into[page] > _MOST_INTO_PAGE


def _only_page(group: Entry) -> Entry | None:
    """Return the entry below a group for the only page to which it leads, best the one without a fragment."""
    below = list(entries_of(group.children))
    if len(below) == 1 and not below[0].label.lower().startswith(_TOP):  # a group of one page
        return None
    if below[0].target is None or any(entry.target != below[0].target for entry in below):
        return None
    return min(below, key=lambda entry: entry.is_anchor)


def _name_cells(element: _Element) -> Iterator[_Element]:
    """Yield the cells with names in a table of `div` elements; the other cells describe them, maybe with links."""
    if element.tag == "div":
        yield from (cell for cell in element.iter("div") if not _NAME_CELLS.isdisjoint(names_of(cell)))


def _heading_rows(table: _Element) -> Iterator[tuple[_Element, _Element]]:
    """Yield the rows of a table that consist of one cell with a heading, each with it."""
    for row in table.iter("tr"):
        if len(row) == 1 and len(row[0]) and row[0][0].tag in HEADINGS:
            yield row, row[0][0]


def _captions(rows: list[_Element]) -> Iterator[tuple[_Element, str]]:
    """Yield the rows that name groups of the rows below them, as menus in tables do: bold, and without a link.

    The first row is one of several: other bold rows of a table are its head, or stress a word.
    """
    bold = [row for row in rows if _is_bold(row)] if rows and _is_bold(rows[0]) else []
    if len(bold) > 1:
        yield from ((row, text_of(row)[:LONGEST_CAPTION]) for row in bold)


def _is_bold(row: _Element) -> bool:
    return not _holds_link(row) and _only(row).tag in ("b", "strong", "th")


def _only(element: _Element) -> _Element:
    """Return the innermost element around all that is in an element."""
    while len(element) == 1 and not (element.text or "").strip() and not (element[0].tail or "").strip():
        element = element[0]
    return element


def outermost_in(element: _Element) -> Iterator[_Element]:
    """Yield the outermost lists inside an element."""
    for child in element:
        if child.tag in LISTS:
            yield child
        elif len(child):
            yield from outermost_in(child)


def opens_lists(element: _Element) -> bool:
    """Return whether a menu has links of its own beside lists, each of which a link or button opens: Docusaurus.

    Only the outermost menu may, so that none is read repeatedly.
    """
    if element.tag != "nav" or next(element.iterancestors("nav"), None) is not None:
        return False
    lists = list(outermost_in(element))
    if not all(_is_opener(each.getprevious()) for each in lists):
        return False
    opened = {link for each in lists for link in each.iter("a")}
    own = (link for link in element.iter("a") if link not in opened and (link.get("href") or "#")[0] != "#")
    return len(list(islice(own, _FEWEST_OWN))) == _FEWEST_OWN


def _is_opener(element: _Element | None) -> bool:
    """Return whether a link or button says that it opens what follows it."""
    if element is None or element.tag not in ("a", "button"):
        return False
    return element.get("aria-haspopup") is not None or any("dropdown" in name for name in names_of(element))


def sidebar_items(element: _Element) -> list[_Element]:
    """Return all items of a sidebar that VitePress made of an element; it contains no lists."""
    return [item for item in element.iter("div", "section") if _SIDEBAR_ITEM in names_of(item)]


def _outermost_items(element: _Element) -> Iterator[_Element]:
    """Yield the outermost items of VitePress's sidebar below an element."""
    for child in element:
        if _SIDEBAR_ITEM in names_of(child):
            yield child
        elif child.tag in ("div", "section"):
            yield from _outermost_items(child)


def has_lines(element: _Element) -> bool:
    """Return whether an element consists of lines of text, and holds no other kind of list."""
    if element.tag != "div":
        return False
    breaks = element.iterchildren("br")
    if next(breaks, None) is None or next(breaks, None) is None:  # almost all
        return False
    return not any(
        inner.tag != "div" or is_contents(inner)
        for inner in element.iter("table", "nav", "div")
        if inner is not element
    )


def holds_list(element: _Element) -> bool:
    """Return whether an element is or contains a list."""
    return next(element.iter("ul", "ol", "dl"), None) is not None


def _parts(element: _Element) -> tuple[str, _Element | None, str]:
    """Return an item's text before its first link, the link, and the text after it, without nested lists.

    The text of a button that opens a branch names the item only if there is no link.
    """
    link: _Element | None = None
    before: list[str] = [element.text or ""]
    after: list[str] = []
    toggle = ""
    waiting: list[_Element | str] = list(element)[::-1]
    left = _LONGEST_ITEM
    while waiting and left > 0:
        part = waiting.pop()
        side = before if link is None else after
        if isinstance(part, str):
            side.append(part)
            continue
        tag = part.tag
        if link is None and tag == "a" and part.get("href") is not None:
            link, side = part, after
        elif is_opened(part):
            pass
        elif tag in _TOGGLES and (link is not None or not _holds_link(part)):
            toggle = toggle or text_of(part)
        elif tag not in LISTS and len(part) and (holds_list(part) or (link is None and _holds_link(part))):
            side.append(part.text or "")
            waiting.extend((part.tail or "", *reversed(part)))
            continue
        elif tag not in _SILENT:
            text = text_of(part)
            left -= len(text)
            side.append(text)
        side.append(part.tail or "")
    name = in_line("".join(before)).strip(_BULLETS)
    return name if name or link is not None else toggle, link, in_line("".join(after))


def _holds_link(element: _Element) -> bool:
    return next(element.iter("a"), None) is not None

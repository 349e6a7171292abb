"""Links that turn pages: to the previous and next page, and to further pages of a list, by their words.

Such a link says where its target stands among its siblings. It never makes its target a child of the linking page, and
it names no page. Does no I/O; caches the kinds of words, which repeat on each page.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from lxml.etree import _Element

# The page after, the page before, or a further page of a list, by its number.
PagingKind = Literal["next", "previous", "page"]

# The elements around links, each with whether it is a pager by its name, or a bar of very few links.
KnownContainers = dict["_Element", bool]

# In the languages of the interface, and as themes write it. A thing may follow: “next chapter”, “ältere Beiträge”.
_THINGS = (
    r"(?:\s+(?:pages?|posts?|articles?|entry|entries|chapter|section|topic|lesson|seiten?|beitr[äa]ge?|artikel|kapitel|"
    r"einträge|articles?|billets?|chapitre|p[áa]ginas?|art[íi]culos?|entradas?|cap[íi]tulo|المقالة?|الصفحة|الفصل))?"
)
_NEXT_WORDS = (
    r"next|newer|later|weiter|nächste[rs]?|neuer(?:e[rs]?)?|suivante?s?|plus récente?s?|siguientes?|más recientes?|"
    r"próxim[oa]s?|التالية?|الأحدث|下一?[页篇章]|后一[页篇]|较新的?文章|次(?:へ|のページ|の記事)?"
)
_PREVIOUS_WORDS = (
    r"prev(?:ious)?|older|earlier|zurück|vorherige[rs]?|älter(?:e[rs]?)?|précédente?s?|plus ancienn?e?s?|"
    r"anterior(?:es)?|más antigu[oa]s?|السابقة?|الأقدم|上一?[页篇章]|前一[页篇]|较旧的?文章|前(?:へ|のページ|の記事)"
)
_THING_FIRST = (
    r"(?:(?:pages?|articles?|billets?|chapitre|p[áa]ginas?|art[íi]culos?|entradas?|المقالات|المقالة|الصفحة|الفصل)\s+)?"
)


def _turning(words: str, arrows: str) -> str:
    """Return the pattern of a text that consists of such a word, an arrow, or both."""
    return rf"[\s\W_]*{_THING_FIRST}(?:{words}){_THINGS}[\s\W_]*|\s*(?:{arrows})+\s*"


# The name of the group that matches a whole text is its kind. Most texts are none: one pattern tells so at once.
_KINDS = re.compile(
    rf"(?P<next>{_turning(_NEXT_WORDS, '[»›→⟩>❯▶⇒]')})|(?P<previous>{_turning(_PREVIOUS_WORDS, '[«‹←⟨<❮◀⇐]')})|"
    r"(?P<page>[\s(\[]*\d{1,3}[\s)\].]*)",
    re.IGNORECASE,
)
# A word before the name of the page: “Previous: Oars”.
_NAMING = re.compile(rf"{_THING_FIRST}(?:{_NEXT_WORDS}|{_PREVIOUS_WORDS}){_THINGS}\s*[:：–—|]", re.IGNORECASE)
# The attributes in which themes say where a link turns, and the beginning of their values.
_SAYING = ("class", "title", "aria-label")
_SAID = re.compile(rf"(?:\S+[-_ ])?{_THING_FIRST}(?:{_NEXT_WORDS}|{_PREVIOUS_WORDS})\b", re.IGNORECASE)
# Arrows that an index of characters may have, too.
_CHARACTERS = frozenset("<>")
# Without `<` and `>`, which tags and types have: `List<T>`.
_ARROWS = frozenset("←→«»‹›⟨⟩❮❯◀▶◄►⇐⇒⟵⟶⬅➡")
_WORD = re.compile(r"[^\W_]")
_RELATIONS: dict[str, PagingKind] = {"next": "next", "prev": "previous", "previous": "previous"}
_NAMES = (
    r"pager|pagination|paginator|paging|page-?nav|page-?numbers?|prev-?next|nextprev|"
    r"(?:posts?|article|entry)-?(?:nav|navigation|pager|pagination)|nav-?links?|nav-single"
)
_CONTAINER = re.compile(rf"(?:^|[-_ ])(?:{_NAMES})(?:$|[-_ ])", re.IGNORECASE)
_NEWEST = re.compile(
    r"(?:recent|latest|newest|new)\s+(?:posts?|articles?|entries|news|writings?)|recently\s+\w+|(?:neue(?:ste)?|letzte|"
    r"aktuelle)\s+(?:beiträge|artikel|einträge)|(?:articles|billets|publications)\s+récents?|derniers\s+(?:articles|billets)|"
    r"(?:entradas|artículos|publicaciones)\s+recientes|últim[oa]s\s+(?:entradas|artículos|publicaciones)|"
    r"(?:最新|近期|最近)(?:的)?(?:文章|发布|日志|记事)?|(?:أحدث|آخر)\s+(?:المقالات|المشاركات|التدوينات)|最近の(?:投稿|記事)|新着記事",
    re.IGNORECASE,
)
# The limits for all pages together: some programs generate ids for each page, and links of menus repeat on each.
_MOST_NAMES, _MOST_TEXTS = 10_000, 4_096
# Characters of a name that is kept, and of a text that may be such a word.
_LONGEST_NAME, _LONGEST_WORDS = 200, 40
# Elements between a link and the element that holds all links of a pager.
_MOST_AROUND = 4
# A bar with the pages before and after a page may also have their list.
MOST_IN_BAR = 3
_BAR_TAGS = frozenset({"nav", "footer"})
_BAR_NAMES = frozenset({"nav", "navigation"})
# A pager shows a few pages, not a list of them.
_MOST_LINKS = 30


def is_of_newest(caption: str) -> bool:
    """Return whether a list below this caption repeats the newest pages, which have a place elsewhere."""
    return _NEWEST.fullmatch(caption.strip()) is not None


def is_pager(name: str) -> bool:
    """Return whether an element with this class or id is named as a pager."""
    return _is_short_pager(name) if len(name) <= _LONGEST_NAME else _CONTAINER.search(name) is not None


@lru_cache(_MOST_NAMES)
def _is_short_pager(name: str) -> bool:
    return _CONTAINER.search(name) is not None


def says_only_turning(text: str) -> bool:
    """Return whether a text names no page: it has only words or arrows that turn pages, or no words at all."""
    return _is_short_turning(text) if len(text) <= _LONGEST_WORDS else not _WORD.search(text)


@lru_cache(_MOST_TEXTS)
def _is_short_turning(text: str) -> bool:
    return not _WORD.search(text) or _kind_of_text(text) in ("next", "previous")


def paging_kind(link: _Element, rel: str, lines: list[str], pagers: KnownContainers) -> PagingKind | None:
    """Return how a link turns pages; None for other links.

    `rel` holds its relations, `lines` the lines of its text. A word is the whole text, or has a line of its own above
    the name of the page. `pagers` keeps which elements are pagers, because links share the elements around them.
    """
    for token in rel.lower().split() if rel else ():
        if token in _RELATIONS:
            return _RELATIONS[token]
    kind = _kind_of_text(lines[0]) if lines and len(lines[0]) <= _LONGEST_WORDS else None
    if kind == "page":
        return kind if len(lines) == 1 and _is_among_numbers(link) else None
    if kind is not None and lines[0] in _CHARACTERS and _is_among_letters(link):
        return None
    return kind or _in_pair(link, pagers)


def may_turn(link: _Element, bars: KnownContainers) -> bool:
    """Return whether a link is in a bar of very few links, or has an arrow or a word that turns pages at its text.

    Links to lists, and back from them, may be written alike: only other pages can tell. `bars` keeps which elements are
    bars, because links share the elements around them.
    """
    text = (link.text if not len(link) else "".join(islice(link.itertext(), _MOST_LINKS))) or ""
    text, after, before = text.strip(), (link.tail or "").lstrip()[:1], _text_before(link)
    # Arrows on both sides are quotation marks.
    if (text[:1] in _ARROWS) != (text[-1:] in _ARROWS) or (before[-1:] in _ARROWS) != (after in _ARROWS):
        return True
    if _begins_with_turning(text[:_LONGEST_WORDS]) or (before and _kind_of_text(before) in ("next", "previous")):
        return True
    said = (value[:_LONGEST_WORDS] for value in map(link.get, _SAYING) if value)
    return any(map(_turns_by_attribute, said)) or any(
        _is_bar_of_few(around, bars) for around in islice(link.iterancestors(), _MOST_AROUND)
    )


def pair_around(link: _Element, pairs: KnownContainers) -> _Element | None:
    """Return the element around a link and one more that says nothing else; None if there is none.

    Themes write such pairs without a name: only other pages can tell. `pairs` keeps which elements are pairs, because
    links share the elements around them.
    """
    for around in islice(link.iterancestors(), _MOST_AROUND):
        is_pair = pairs.get(around)
        if is_pair is None:
            links = list(islice(around.iter("a"), 3))
            if len(links) == 1:
                continue
            is_pair = pairs[around] = len(links) == 2 and not _says_more(around, links)
        return around if is_pair else None
    return None


def _says_more(element: _Element, links: list[_Element]) -> bool:
    """Return whether an element has words outside its links."""
    inner = {part for link in links for part in link.iter()}
    for part in element.iter():
        text = part.text if part not in inner else None
        tail = part.tail if part is not element and (part not in inner or part in links) else None
        if (text and _WORD.search(text)) or (tail and _WORD.search(tail)):
            return True
    return False


def _is_bar_of_few(element: _Element, bars: KnownContainers) -> bool:
    """Return whether an element is a navigation or footer, by its element, role or name, with very few links."""
    is_bar = bars.get(element)
    if is_bar is None:
        classes = (element.get("class") or "")[:_LONGEST_NAME]
        named = element.tag in _BAR_TAGS or element.get("role") == "navigation" or _is_bar_name(classes)
        is_bar = bars[element] = named and len(list(islice(element.iter("a"), MOST_IN_BAR + 1))) <= MOST_IN_BAR
    return is_bar


@lru_cache(_MOST_NAMES)
def _is_bar_name(classes: str) -> bool:
    return not _BAR_NAMES.isdisjoint(classes.lower().split())


def _text_before(link: _Element) -> str:
    """Return the text right before a link, or that of the element before it; "" for long texts."""
    previous, parent = link.getprevious(), link.getparent()
    text = previous.tail if previous is not None else parent.text if parent is not None else ""
    if (text is None or text.isspace()) and previous is not None and previous.tag != "a":
        text = "".join(islice(previous.itertext(), _MOST_AROUND))
    return text.strip() if text and len(text) <= _LONGEST_WORDS else ""


@lru_cache(_MOST_TEXTS)
def _begins_with_turning(text: str) -> bool:
    return _NAMING.match(text) is not None


@lru_cache(_MOST_TEXTS)
def _turns_by_attribute(value: str) -> bool:
    return _SAID.match(value) is not None


@lru_cache(_MOST_TEXTS)
def _kind_of_text(text: str) -> PagingKind | None:
    match = _KINDS.fullmatch(text.removesuffix(":"))
    return cast("PagingKind", match.lastgroup) if match else None


def _kind_of(link: _Element) -> PagingKind | None:
    """Return how a link turns pages: by its text, or by its relation if it shows only a picture."""
    text = " ".join("".join(link.itertext()).split())
    return _kind_of_text(text) if text else _RELATIONS.get(link.get("rel") or "")


def _is_among_numbers(link: _Element) -> bool:
    """Return whether the nearest pager around a link has no other links than numbers, words and arrows.

    A pager has such a name, is a `nav`, or turns to the next or previous page: the chapters of a book may be numbers,
    too.
    """
    around = link.getparent()
    for _ in range(_MOST_AROUND):
        if around is None:
            return False
        links = list(islice(around.iter("a"), _MOST_LINKS + 1))
        kinds = [_kind_of(link) for link in links]
        if len(links) > _MOST_LINKS or None in kinds:
            return False
        if around.tag == "nav" or _is_named_as_pager(around) or {"next", "previous"}.intersection(kinds):
            return True
        around = around.getparent()
    return False


def _is_among_letters(link: _Element) -> bool:
    """Return whether an index of characters holds a link: most links around it are single letters."""
    around = link.getparent()
    for _ in range(_MOST_AROUND):
        if around is None:
            return False
        texts = ["".join(other.itertext()).strip() for other in islice(around.iter("a"), _MOST_LINKS)]
        if len(texts) > 2:
            return sum(len(text) == 1 and text.isalpha() for text in texts) > len(texts) / 2
        around = around.getparent()
    return False


def _is_named_as_pager(element: _Element) -> bool:
    classes, identifier = element.get("class"), element.get("id")
    return (classes is not None and is_pager(classes)) or (identifier is not None and is_pager(identifier))


def _in_pair(link: _Element, pagers: KnownContainers) -> PagingKind | None:
    """Return the kind of a link in a container that is named as a pager and has at most two links."""
    pager = _pager_around(link, pagers)
    if pager is None:
        return None
    links = list(islice(pager.iter("a"), 3))
    names = " ".join((link.get("class") or "", _names_between(link, pager))).lower()
    is_next = "next" in names if ("next" in names) != ("prev" in names) else link is links[-1]
    return None if len(links) > 2 else "next" if is_next else "previous"


def _pager_around(link: _Element, pagers: KnownContainers) -> _Element | None:
    """Return the nearest element around a link that is named as a pager, within `_MOST_AROUND` levels."""
    around = link.getparent()
    for _ in range(_MOST_AROUND):
        if around is None:
            return None
        is_named = pagers.get(around)
        if is_named is None:
            is_named = pagers[around] = _is_named_as_pager(around)
        if is_named:
            return around
        around = around.getparent()
    return None


def _names_between(link: _Element, around: _Element) -> str:
    names, element = [], link.getparent()
    while element is not None and element is not around:
        names.append(element.get("class") or "")
        element = element.getparent()
    return " ".join(names)

"""The text of elements as readers see it, by markup and the usual names of classes.

`extension/content/names.js` has the same rules for pages in a browser, which knows their style sheets. Does no I/O;
caches which values of class attributes matter, and the names in short lines, since a site has few different ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from standard_sitemap.model.display_text import visible
from standard_sitemap.webmaster.making.paging_links import says_only_turning

if TYPE_CHECKING:
    from lxml.etree import _Element

LISTS = frozenset({"ul", "ol", "dl"})
# Elements without visible text.
INVISIBLE = frozenset({
    "script", "style", "input", "svg", "template", "select", "textarea", "noscript", "canvas", "audio", "video",
    "iframe", "rp", "rt", "annotation", "annotation-xml", "datalist",
})  # fmt: skip
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Elements with lines of their own.
_BLOCKS = frozenset({
    *HEADINGS, *LISTS, "p", "div", "section", "article", "header", "footer", "figure", "figcaption", "li", "dt", "dd",
    "td", "th", "hr", "blockquote", "summary",
})  # fmt: skip
_MARKS = frozenset({"a", "button", "sup", "i", "span"})
_SHAPING = _BLOCKS | INVISIBLE | _MARKS | {"br"}
# A shorter text in a link with blocks behind it is its name with them; of a longer one, the part before the blocks is.
_LONGEST_LINK = 40
_LINE_END = "\0"  # in no text that a parser returns
# Elements around a formula that have its picture beside them.
_MOST_AROUND_FORMULA = 2
# Elements examined for the name of a link without text.
_MOST_PARTS = 20

# Names that authors give to links from a heading to itself, to those for editing it, and to letters that are icons.
_PERMALINKS = re.compile(r"anchor|perma-?link|header-?link|heading-?link|hash-?link", re.IGNORECASE)
_EDIT_CLASSES = re.compile(r"(?:^|[\s_-])edit-?(?:section|link|page|button)(?:$|[\s_-])", re.IGNORECASE)
_EDIT_ADDRESSES = re.compile(r"(?:^|[/?&=])_?edit(?:$|[/?&=#])", re.IGNORECASE)
_ICON_CLASSES = re.compile(r"(?:^|[\s_-])(?:material-(?:icons|symbols)|octicon|glyphicon|codicon)", re.IGNORECASE)
_NOTE_SIGNS = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|[*†‡§]+|note \d+)[\])]?", re.IGNORECASE)
_NOTE_ROLES = frozenset({"doc-noteref", "doc-backlink"})
_IS_WORD = re.compile(r"[^\W_]")
_BRACKETS = re.compile(r"\s*\[[\s|]*\]$")
# Signs around a name that only show that it opens or leads somewhere, bullets, and the letters of icon fonts.
_OPENING_SIGNS = re.compile(r"^(?:[\u25b2-\u25c5\u276c-\u2771]\ufe0f?\s*|[»›•]\s+)+")
_ARROWS = re.compile(r"\s+[\u2303\u2304\u2335\u25b2-\u25c5\u276c-\u2771»›]+\ufe0f?$")
_ICONS = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]+")

# Classes of text that only screen readers have, and of inline elements with a distance to the text around them.
_HIDDEN = frozenset({
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "a11y-hidden",
    "assistive-text", "d-none", "is-hidden", "element-invisible", "nojs-only",
})  # fmt: skip
_APART = frozenset({
    "badge", "sl-badge", "Counter", "counter", "chip", "pill", "block", "d-block", "inline-block", "d-inline-block",
})  # fmt: skip
# Classes of elements that set their children apart.
_BOXES = frozenset({"t-lines", "flex", "d-flex", "inline-flex", "d-inline-flex", "grid", "d-grid"})
# A class that shows an element in wide windows: `d-md-block`, `md:inline`.
_RESPONSIVE = re.compile(r"(?:^|\s)(?:\S+:|d-(?:sm|md|lg|xl|xxl)-)(?!none|hidden)\S")
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,1000})\}")
_CLASS = re.compile(r"[a-z]*\.([\w-]+)")
_HIDING_RULE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|position\s*:\s*absolute[^}]*\bclip(?:-path)?\s*:|"
    r"\bclip(?:-path)?\s*:[^}]*position\s*:\s*absolute"
)
_SETTING_APART = re.compile(r"display\s*:\s*(?:block|inline-block|table)")
_SETTING_CHILDREN_APART = re.compile(r"display\s*:\s*(?:inline-)?(?:flex|grid)")
# Characters of style sheets in pages that are read; more have nothing to do with names.
_MOST_OF_STYLES = 50_000
# Few pages contain one of these, and searching for them is fast; of each, one of the further parts is needed.
_HIDING = {
    b"<math": (b"<math",),
    b" hidden": (b" hidden",),
    b"display:": (b"display:none", b"display: none"),
    b"visibility:": (b"visibility:hidden", b"visibility: hidden"),
}
_HIDING_TAG = re.compile(
    rb"<math|<(?:span|b|i|em|small|strong|code|abbr|mark|p|h[1-6])(?:\s[^<>]{0,300})?"
    rb"(?:\shidden[\s>=/]|style\s*=\s*[\"'][^\"'<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden))"
)
_CLASSES = re.compile(rb"""class\s*+=\s*+["']?+([^"'<>]*+)""")
# Different values of class attributes for which it is known whether they matter.
_MOST_VALUES = 20_000
# Lines for which the name in them is kept: signs, and the names in menus, repeat on each page.
_MOST_LINES, _LONGEST_LINE = 4_096, 40
_KEPT = ("a", "ul", "ol", "dl", "nav", "form", "math", "table", "main", "article")
_INLINE = frozenset({"span", "b", "i", "em", "strong", "small", "code", "tt", "var", "abbr", "mark"})
_CLASSES_OF_INLINE = re.compile(
    rb"""<(?:%b)\s(?:[^<>]*?\s)??class\s*+=\s*+["']?+([^"'<>]*+)""" % "|".join(sorted(_INLINE)).encode()
)


def text_of(element: _Element) -> str:
    """Return an element's text on one line."""
    if not len(element) or not _is_shaped(element):
        return _plain_text(element)
    text = _BRACKETS.sub("", " ".join(_lines(element)))
    return text if _IS_WORD.search(text) else " ".join(_lines(element, with_marks=True))


def texts_of(link: _Element, lines: list[str] | None = None) -> tuple[str, str]:
    """Return a link's name and its further text; `lines` are those of `lines_of`, if they are known.

    A link around blocks is named by its heading, or its first block that does not only say where it leads.
    """
    if lines is None:
        if not len(link):  # the usual case
            return in_line(link.text or ""), ""
        lines = lines_of(link)
    if not len(link) or not _is_shaped(link):
        return (lines[0] if lines else ""), ""
    lines = lines or _lines(link, with_marks=True)
    lines = [line for line in lines if naming(line)] or lines
    heading = next((text for element in link.iter(*HEADINGS) if (text := text_of(element))), None)
    whole, is_inline = " ".join(lines), link.text is not None and not link.text.isspace()
    if heading is None and is_inline and len(whole) <= _LONGEST_LINK:
        return whole, ""
    name = heading or next(iter(lines), "")
    return name, " ".join(line for line in lines if line != name)


def lines_of(link: _Element) -> list[str]:
    """Return the lines of a link's text: one for each block in it."""
    if len(link) and _is_shaped(link):
        return _lines(link)
    text = _plain_text(link)
    return [text] if text else []


def naming(text: str) -> str:
    """Return a link's text, or "" if it is a paging link, which names no page."""
    return "" if says_only_turning(text) else text


def alternative_of(link: _Element) -> str:
    """Return the name of a link without text: its label, the label or alternative text of a part, or its title."""
    label = link.get("aria-label")
    if label:
        return in_line(label)
    for number, part in enumerate(link.iter(etree.Element)):
        is_title = part.tag == "title"
        name = part.get("aria-label") or part.get("alt") or (part.text if is_title else None)
        if name is None and part is not link:
            name = part.get("title")
        if name and name.strip():
            return in_line(name)
        if number >= _MOST_PARTS:
            break
    return in_line(link.get("title") or "")


def in_line(text: str) -> str:
    """Return a text on one line, without invisible characters, icons, and signs that it opens."""
    line = " ".join(text.split())
    if line.isascii():
        return line
    return _name_in_short(line) if len(line) <= _LONGEST_LINE else _name_in(line)


def _name_in(line: str) -> str:
    line = " ".join(visible(_ICONS.sub(" ", line)).split())
    return _ARROWS.sub("", _OPENING_SIGNS.sub("", line)) or line


_name_in_short = lru_cache(_MOST_LINES)(_name_in)


def is_mark(element: _Element) -> bool:
    """Return whether an element in a name is a permalink, an edit link, a button, the mark of a note, or an icon."""
    tag = element.tag
    if tag not in _MARKS:
        return False
    if tag == "button" or element.get("role") in _NOTE_ROLES:
        return True
    classes = element.get("class") or ""
    if tag == "sup":
        return any("#" in (link.get("href") or "") for link in element.iter("a"))
    if tag != "a":
        return classes != "" and (_EDIT_CLASSES.search(classes) or _ICON_CLASSES.search(classes)) is not None
    return _is_marking(element, element.get("href") or "", classes)


def _is_marking(link: _Element, href: str, classes: str) -> bool:
    is_edit = "edit" in href.lower() and _EDIT_ADDRESSES.search(href)
    if is_edit or (classes and _EDIT_CLASSES.search(classes)):
        return True
    if "#" not in href:
        return False
    text = _plain_text(link)
    if _PERMALINKS.search(classes) or link.get("aria-hidden") == "true":
        return True
    return href[0] == "#" and (not _IS_WORD.search(text) or _NOTE_SIGNS.fullmatch(text) is not None)


def _is_shaped(element: _Element) -> bool:
    """Return whether an element may contain blocks, marks or invisible elements."""
    for child in element:  # noqa: SIM110  a generator takes twice as long, for each link
        if child.tag in _SHAPING or len(child):
            return True
    return False


def _plain_text(element: _Element) -> str:
    return in_line("".join(element.itertext()) if len(element) else element.text or "")


def _lines(element: _Element, *, with_marks: bool = False) -> list[str]:
    """Return the visible text of an element, with one line for each block in it."""
    parts = [element.text or ""]
    _add_children(element, parts, with_marks=with_marks)
    return [line for text in "".join(parts).split(_LINE_END) if (line := in_line(text))]


def _add_children(element: _Element, parts: list[str], *, with_marks: bool) -> None:
    """Add the text of an element's children to parts; libxml2 limits the nesting."""
    for child in element:
        is_block = child.tag in _BLOCKS
        if is_block:
            parts.append(_LINE_END)
        if child.tag not in INVISIBLE and (with_marks or not is_mark(child)):
            parts.append((child.text or "") if child.tag != "br" else " ")
            _add_children(child, parts, with_marks=with_marks)
        if is_block:
            parts.append(_LINE_END)
        parts.append(child.tail or "")


class ClassNames(NamedTuple):
    """The classes of a page whose elements are hidden, set apart from the text around, or set their children apart."""

    hidden: frozenset[str]
    apart: frozenset[str]
    boxes: frozenset[str]

    def values_among(self, classes: Iterable[bytes], markup: bytes) -> frozenset[str]:
        """Return the values of class attributes in a page that contain one of the names, where it matters."""
        values = {value for value in classes if _is_among(value, self)}
        elsewhere = self._replace(apart=frozenset())
        if values and not any(_is_among(value, elsewhere) for value in values):
            # Only inline elements are set apart, and each page of Javadoc has a `div` of class `block`.
            values &= set(_CLASSES_OF_INLINE.findall(markup))
        return frozenset(value.decode("utf-8", "replace") for value in values)


def class_values(markup: bytes) -> frozenset[bytes]:
    """Return the different values of class attributes in a page."""
    return frozenset(_CLASSES.findall(markup))


def hides_text(markup: bytes) -> bool:
    """Return whether a page may have names with text that attributes hide, or formulas."""
    may_hide = any(mark in markup and any(part in markup for part in parts) for mark, parts in _HIDING.items())
    return may_hide and _HIDING_TAG.search(markup) is not None


def class_names(markup: bytes) -> ClassNames:
    """Return the names of classes that tools use, and those that the style sheets in a page declare."""
    styles, end = b"", 0
    while len(styles) < _MOST_OF_STYLES and (start := markup.find(b"<style", end)) >= 0:
        end = markup.find(b"</style", start)
        styles += markup[start : end if end >= 0 else None].partition(b">")[2]
        if end < 0:
            break
    return _declared(styles[:_MOST_OF_STYLES])


def tidy(root: _Element, names: ClassNames, values: frozenset[str]) -> None:
    """Remove the text of a page that readers do not see, and put spaces around parts that are set apart.

    `values` holds the values of its class attributes that contain one of the names.
    """
    for picture in list(_pictures_of_formulas(root)):
        _remove(picture)
    for element in _marked_up(root, names.hidden, values):
        classes = element.get("class") or ""
        if _is_unseen(element, classes, names.hidden):
            if next(element.iter(*_KEPT), None) is None and element.tag not in ("html", "head", "body"):
                _remove(element)
        elif classes in values:
            _set_apart(element, classes.split(), names)


def _marked_up(root: _Element, hidden: frozenset[str], values: frozenset[str]) -> list[_Element]:
    """Return the elements whose text may be hidden or set apart. XPath takes three times as long."""
    matters: dict[str | None, bool] = {None: False}
    marked = []
    for element in root.iter(etree.Element):
        classes = element.get("class")
        if classes not in matters:
            matters[classes] = classes in values or not hidden.isdisjoint(classes.split())
        if matters[classes] or element.get("hidden") is not None or element.get("style"):
            marked.append(element)
    return marked


def _set_apart(element: _Element, classes: list[str], names: ClassNames) -> None:
    is_box = not names.boxes.isdisjoint(classes)
    is_apart = is_box or not names.apart.isdisjoint(classes)
    for part in (*([element] if is_apart else ()), *(element if is_box else ())):
        if part.tag in _INLINE:
            part.text, part.tail = f" {part.text or ''}", f" {part.tail or ''}"


@lru_cache(100)
def _declared(styles: bytes) -> ClassNames:
    """Return the names that tools use, with those of style sheets."""
    kinds = {_HIDING_RULE: set(_HIDDEN), _SETTING_APART: set(_APART), _SETTING_CHILDREN_APART: set(_BOXES)}
    for rule in _RULE.finditer(styles.decode("utf-8", "replace")):
        names = next((names for kind, names in kinds.items() if kind.search(rule[2])), None)
        if names is not None:
            matches = (_CLASS.fullmatch(selector.strip()) for selector in rule[1].split(","))
            names.update(match[1] for match in matches if match)
    return ClassNames(*map(frozenset, kinds.values()))


@lru_cache(_MOST_VALUES)
def _is_among(classes: bytes, names: ClassNames) -> bool:
    parts = classes.decode("utf-8", "replace").split()
    return not all(kind.isdisjoint(parts) for kind in names)


def _is_unseen(element: _Element, classes: str, hidden: frozenset[str]) -> bool:
    if not hidden.isdisjoint(classes.split()):
        return _RESPONSIVE.search(classes) is None
    style = element.get("style")
    return element.get("hidden") is not None or (style is not None and _HIDING_RULE.search(style) is not None)


def _pictures_of_formulas(root: _Element) -> Iterator[_Element]:
    """Yield the hidden pictures that stand beside formulas."""
    for formula in root.iter("math"):
        for part in (formula, *islice(formula.iterancestors(), _MOST_AROUND_FORMULA)):
            for beside in (part.getprevious(), part.getnext()):
                if beside is not None and beside.get("aria-hidden") == "true":
                    yield beside


def _remove(element: _Element) -> None:
    """Remove an element, and leave the text after it."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    tail, element.tail = element.tail, None
    if tail and before is not None:
        before.tail = (before.tail or "") + tail
    elif tail:
        parent.text = (parent.text or "") + tail
    parent.remove(element)

"""Trees in XML, described by one table: the elements of entries, and the places of labels and addresses. Pure.

The formats are Qt help projects, DevHelp, EPUB's ncx, Eclipse's toc and DITA maps. No entity is resolved and nothing is
fetched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from standard_sitemap.webmaster.making.list_entries import AddressResolver, Entry

if TYPE_CHECKING:
    from lxml.etree import _Element


# Python's stack is limited to a thousand calls, and each level takes several.
_DEEPEST = 100


class TreeFormat(NamedTuple):
    """One kind of file: its document elements, its containers of entries, its entry elements, and their properties.

    `label` and `address` are attributes. `label_path` and `address_path` are child elements; the attribute after `@`
    holds the address. `inclusion` names the element and attribute that include another file of its kind.
    """

    name: str
    roots: frozenset[str]
    entries: frozenset[str]
    passed: frozenset[str] = frozenset()
    label: tuple[str, ...] = ()
    label_path: tuple[str, ...] = ()
    address: tuple[str, ...] = ()
    address_path: str = ""
    inclusion: tuple[str, str] | None = None


_DITA_ENTRIES = frozenset({
    "topicref", "topichead", "topicset", "chapter", "part", "appendix", "appendices", "preface", "notices",
    "dedication", "colophon", "toc", "glossarylist", "abbrevlist", "bibliolist", "booklist",
    "figurelist", "indexlist", "tablelist",
})  # fmt: skip
FORMATS = (
    TreeFormat(
        "qhp",
        roots=frozenset({"QtHelpProject"}),
        passed=frozenset({"filterSection", "toc"}),
        entries=frozenset({"section"}),
        label=("title",),
        address=("ref",),
    ),
    TreeFormat(
        "devhelp",
        roots=frozenset({"book"}),
        passed=frozenset({"chapters"}),
        entries=frozenset({"sub"}),
        label=("name",),
        address=("link",),
    ),
    TreeFormat(
        "ncx",
        roots=frozenset({"ncx"}),
        passed=frozenset({"navMap"}),
        entries=frozenset({"navPoint"}),
        label_path=("navLabel", "text"),
        address_path="content@src",
    ),
    TreeFormat(
        "eclipse",
        roots=frozenset({"toc"}),
        entries=frozenset({"topic"}),
        label=("label",),
        address=("href", "topic"),
        inclusion=("link", "toc"),
    ),
    TreeFormat(
        "dita",
        roots=frozenset({"map", "bookmap", "subjectScheme"}),
        passed=frozenset({"frontmatter", "backmatter", "booklists", "topicgroup", "mapref"}),
        entries=_DITA_ENTRIES,
        label=("navtitle",),
        label_path=("topicmeta", "navtitle"),
        address=("href",),
        inclusion=("mapref", "href"),
    ),
)


class TreeContents(NamedTuple):
    """The content of a file: its format, its entries, and the files it includes."""

    format: str
    entries: list[Entry]
    includes: list[str]


def format_of(root_name: str) -> TreeFormat | None:
    """Return the format whose files have this document element."""
    return next((tree_format for tree_format in FORMATS if root_name in tree_format.roots), None)


def read_xml(body: bytes, resolve: AddressResolver) -> TreeContents | None:
    """Return the content of a file; None if it has none of these formats."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True, recover=True
    )
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None
    tree_format = None if root is None else format_of(_name(root))
    if tree_format is None:
        return None
    reader = _TreeReader(tree_format, resolve)
    entries = reader.entries(root, 0)
    top = reader.entry(root)
    if top.target is not None and not top.is_anchor:  # the document element is the cover page
        top.children, entries = entries, [top]
    return TreeContents(tree_format.name, entries, reader.includes)


class _TreeReader:
    def __init__(self, kind: TreeFormat, resolve: AddressResolver) -> None:
        self._kind = kind
        self._resolve = resolve
        self.includes: list[str] = []

    def entries(self, element: _Element, depth: int) -> list[Entry]:
        entries: list[Entry] = []
        for child in element:
            name = _name(child)
            if self._kind.inclusion is not None and name == self._kind.inclusion[0]:
                self.includes.extend(filter(None, [child.get(self._kind.inclusion[1])]))
            if depth >= _DEEPEST or child.get("toc") == "no" or child.get("processing-role") == "resource-only":
                continue
            if name in self._kind.entries:
                entry = self.entry(child)
                entry.children = self.entries(child, depth + 1)
                entries.append(entry)
            elif name in self._kind.passed:
                entries.extend(self.entries(child, depth + 1))
        return entries

    def entry(self, element: _Element) -> Entry:
        """Return an element's label and address, without its children."""
        address = _first(element, self._kind.address)
        if not address and self._kind.address_path:
            name, _, attribute = self._kind.address_path.partition("@")
            inner = next((child for child in element if _name(child) == name), None)
            address = inner.get(attribute) or "" if inner is not None else ""
        entry = self._resolve(address) if address else Entry("")
        entry.label = " ".join((_first(element, self._kind.label) or _text(element, self._kind.label_path)).split())
        return entry


def _first(element: _Element, names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := element.get(name))), "")


def _text(element: _Element, path: tuple[str, ...]) -> str:
    """Return the text of the descendant that a path of names leads to; "" if there is none."""
    for name in path:
        inner = next((child for child in element if _name(child) == name), None)
        if inner is None:
            return ""
        element = inner
    return "".join(element.itertext()) if path else ""


def _name(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]

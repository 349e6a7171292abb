"""The reasons why an element of a sitemap is shown, excluded or not reached, and the origin of its roles and qualities.

Decides nothing: it reports the decisions of the other modules, and the deciding attributes and elements.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from standard_sitemap.model.uris import resolve
from standard_sitemap.ssp.documents import Document, fold_id
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.hierarchy import Hierarchy
from standard_sitemap.ssp.names import NODES, XLINK_HREF, XML_BASE, Kind, is_blank
from standard_sitemap.ssp.reachability import Element
from standard_sitemap.ssp.roles import is_excluded_by_roles, role_set
from standard_sitemap.ssp.variants import lacks, leaves, search_method

# The qualities of the text, and the attributes that specify them; of two, the first wins.
_QUALITIES = {
    "name": ("name",),
    "description": ("description",),
    "location": ("url", XLINK_HREF),
    "language": ("lang",),
    "charset": ("charset",),
    "content_type": ("type",),
    "search_template": ("data",),
    "search_method": ("method",),
    "referrer": ("refer",),
}
_FROM_ANYWHERE = frozenset({"language", "charset", "content_type", "referrer"})
_WRITTEN = {XLINK_HREF: "xlink:href", XML_BASE: "xml:base"}

_REACHABILITY = "Reachability and exclusion of elements"


class Fate(IntEnum):
    """The outcome for an element: shown, reached but excluded by a condition, or not reached for a reason.

    Unreached elements below one excluded by a condition have the fate `BELOW` plus that condition.
    """

    NO_NODE = 0
    SHOWN = 1
    TREE_EXCLUDES = 2
    ROLES_EXCLUDE = 3
    READER_EXCLUDES = 4
    NAMELESS = 5
    LOCATIONLESS = 6
    # A sum tells both: 8 plus a condition, from 2 to 6, gives 10 to 14. One byte holds a fate in the table.
    BELOW = 8
    BELOW_TREE_EXCLUDES = 10
    BELOW_ROLES_EXCLUDE = 11
    BELOW_READER_EXCLUDES = 12
    BELOW_NAMELESS = 13
    BELOW_LOCATIONLESS = 14
    UNREFERENCED = 16
    INSIDE_VARIANT = 17
    INSIDE_OTHER = 18

    @property
    def is_excluded(self) -> bool:
        return Fate.SHOWN < self < Fate.BELOW

    @property
    def is_reached(self) -> bool:
        return Fate.NO_NODE < self < Fate.BELOW

    @property
    def code(self) -> str:
        """The fate's name in kebab case, like other codes."""
        return self.name.lower().replace("_", "-")

    @property
    def clause(self) -> str:
        """The clause that causes this fate; empty for shown elements and for elements that are no nodes."""
        return _CLAUSES.get(self, "")


_CLAUSES = {
    Fate.TREE_EXCLUDES: "Attribute tree",
    Fate.ROLES_EXCLUDE: "Attribute tree",
    Fate.READER_EXCLUDES: "Attribute tree",
    Fate.NAMELESS: _REACHABILITY,
    Fate.LOCATIONLESS: "D10",
    **dict.fromkeys((fate for fate in Fate if Fate.BELOW < fate < Fate.UNREFERENCED), _REACHABILITY),
    Fate.UNREFERENCED: "D5",
    Fate.INSIDE_VARIANT: "D12",
    Fate.INSIDE_OTHER: _REACHABILITY,
}


class Fates:
    """The fate of every element of a sitemap, computed in one pass over its files."""

    def __init__(self, files: Files, hierarchy: Hierarchy) -> None:
        self._files = files
        self._hierarchy = hierarchy
        # Keyed by number: pairs would add a million objects in a map of a million.
        reached = {document.offset + index for document, index in hierarchy.exclusion.reached}
        self._of = {document.uri: self._document_fates(document, reached) for document in files.documents}

    def of(self, document: Document, index: int) -> Fate:
        """Return the fate of an element."""
        return Fate(self._of[document.uri][index])

    def all_of(self, document: Document) -> bytearray:
        """Return the fates of a document's elements, one byte each."""
        return self._of[document.uri]

    def _document_fates(self, document: Document, reached: set[int]) -> bytearray:
        kinds, parents, plain, offset = document.kinds, document.parents, document.plain, document.offset
        item, group, shown = int(Kind.ITEM), int(Kind.GROUP), int(Fate.SHOWN)
        fates = bytearray(len(kinds))
        if self._hierarchy.is_sitemap and document is self._files.root:
            fates[0] = shown
        for index in range(len(kinds)):
            kind = kinds[index]
            if kind != item and kind != group:  # runs a million times: twice as fast as `in`
                continue
            # A parent's number is lower than its children's, so its fate is known by now.
            if plain[index] and index and fates[parents[index]] == shown:
                fates[index] = shown
            elif offset + index in reached:
                fates[index] = condition(self._hierarchy.exclusion, document, index)
            else:
                fates[index] = _unreached_fate(document, index, fates)
        return fates


def condition(exclusion: Exclusion, document: Document, index: int) -> Fate:
    """Return the first of the five conditions that excludes an element; SHOWN if none does."""
    # In the order of the text. Several conditions may hold at once; an author corrects the first and asks again.
    if not exclusion.is_excluded(document, index):
        return Fate.SHOWN
    if is_excluded_by_roles(document, index, exclusion.include_user):
        return _tree_condition(document, index)
    return Fate.NAMELESS if lacks(document, index, "name") else Fate.LOCATIONLESS


def _tree_condition(document: Document, index: int) -> Fate:
    tree = document.attributes[index].get("tree")
    if tree == "exclude":
        return Fate.TREE_EXCLUDES
    return Fate.READER_EXCLUDES if tree == "user" else Fate.ROLES_EXCLUDE


def _unreached_fate(document: Document, index: int, fates: bytearray) -> Fate:
    """Return the reason why an element is not reached: its parent's kind or fate."""
    parent = document.parents[index]
    if parent < 0 or document.kinds[parent] == Kind.SITEMAP:
        return Fate.UNREFERENCED
    if document.kinds[parent] == Kind.VARIANT:
        return Fate.INSIDE_VARIANT
    if document.kinds[parent] not in NODES:
        return Fate.INSIDE_OTHER
    # Children of an excluded element inherit its reason; children of an unreached one have the same fate.
    above = Fate(fates[parent])
    return Fate(above + Fate.BELOW) if above.is_excluded else above


class RoleOrigin(NamedTuple):
    """A role of a node, its source (`attribute`, `default`, `implied`), and what hinders the node from fulfilling it.

    `hindrance` is `not-reached`, `excluded`, `group`, `no-template` or None.
    """

    role: str
    source: str
    hindrance: str | None


@dataclass(frozen=True, slots=True)
class Origin:
    """A quality of a variant, its value, and the element and attribute that define it."""

    quality: str
    value: str
    document: Document
    index: int
    attribute: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The full explanation of one element.

    `route` leads from the root to it, over items, groups and each `<external>` followed; empty if it is not reached.
    `above` are the ancestors of an unreached element with their fates, innermost first, up to the one that causes its
    fate. `references` are the `<external>` elements that name it, and whether each is followed. `variants` has one
    tuple of origins for each variant.
    """

    document: Document
    index: int
    fate: Fate
    route: tuple[Element, ...]
    above: tuple[tuple[int, Fate], ...]
    references: tuple[tuple[Element, bool], ...]
    roles: tuple[RoleOrigin, ...]
    variants: tuple[tuple[Origin, ...], ...]


def find(files: Files, text: str) -> list[Element]:
    """Return the items and groups that `text` denotes: by id, else by name, else by name without regard to case."""
    # An id is unique in its file. A name may occur anywhere, on variants as well, and then all are explained.
    with_id = [(document, document.ids[fold_id(text)]) for document in files.documents if fold_id(text) in document.ids]
    by_id = [(document, index) for document, index in with_id if document.kinds[index] in NODES]
    if by_id:
        return by_id
    named = list(_named(files, text.casefold()))
    exact = [element for element, name in named if name == text]
    return list(dict.fromkeys(exact or (element for element, _ in named)))


def explain(files: Files, hierarchy: Hierarchy, fates: Fates, element: Element) -> Explanation:
    """Return the explanation of an item or group."""
    document, index = element
    fate = fates.of(document, index)
    return Explanation(
        document,
        index,
        fate,
        _route(files, fates, element) if fate.is_reached else (),
        () if fate.is_reached else tuple(_above(fates, document, index)),
        tuple(_references(files, fates, element)),
        tuple(_roles(hierarchy, fate, document, index)),
        tuple(tuple(_origins(document, index, leaf)) for leaf, _ in leaves(document, index)),
    )


def _named(files: Files, folded: str) -> Iterator[tuple[Element, str]]:
    for document in files.documents:
        for index, attributes in enumerate(document.attributes):
            name = attributes.get("name")
            if name is not None and name.casefold() == folded:
                node = _node_of(document, index)
                if node is not None:
                    yield (document, node), name


def _node_of(document: Document, index: int) -> int | None:
    """Return the node element of a `<variant>`; an item or group itself."""
    while index >= 0 and document.kinds[index] == Kind.VARIANT:
        index = document.parents[index]
    return index if index >= 0 and document.kinds[index] in NODES else None


def _references(files: Files, fates: Fates, element: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the externals of all files that name an element, and whether their parent is shown."""
    for document in files.documents:
        for index in document.notables:
            if document.kinds[index] == Kind.EXTERNAL and files.target(document, index) == element:
                parent = document.parents[index]
                yield (document, index), parent >= 0 and fates.of(document, parent) == Fate.SHOWN


def _route(files: Files, fates: Fates, element: Element) -> tuple[Element, ...]:
    """Return the shortest path from the root to a reached element, searched backwards from the element."""
    # Backwards, because few elements lead to a node, while a million may be below the root.
    referencing: dict[Element, list[Element]] = {}
    for external in files.open_externals:
        target = files.target(*external)
        if target is not None:
            referencing.setdefault(target, []).append(external)
    onward: dict[Element, Element | None] = {element: None}
    waiting = deque([element])
    while waiting and (waiting[0][1] != 0 or waiting[0][0] is not files.root):
        here = waiting.popleft()
        for step in _steps_before(here, referencing):
            if step not in onward and _leads_on(fates, step):
                onward[step] = here
                waiting.append(step)
    return tuple(_followed(onward, waiting[0] if waiting else None))


def _steps_before(here: Element, referencing: dict[Element, list[Element]]) -> list[Element]:
    """Return the predecessors of an element: its parent, and the externals that name it."""
    document, index = here
    return [(document, document.parents[index]), *referencing.get(here, ())]


def _leads_on(fates: Fates, step: Element) -> bool:
    """Return whether the children of an element, or the target of an `<external>`, are reached from there."""
    document, index = step
    if index >= 0 and document.kinds[index] == Kind.EXTERNAL:
        index = document.parents[index]
    return index >= 0 and fates.of(document, index) == Fate.SHOWN


def _followed(onward: dict[Element, Element | None], here: Element | None) -> Iterator[Element]:
    while here is not None:
        yield here
        here = onward[here]


def _above(fates: Fates, document: Document, index: int) -> Iterator[tuple[int, Fate]]:
    """Yield the ancestors of an unreached element, up to the one that causes its fate."""
    index = document.parents[index]
    while index >= 0:
        fate = fates.of(document, index)
        yield index, fate
        if fate.is_reached or document.kinds[index] not in NODES:
            return
        index = document.parents[index]


def _roles(hierarchy: Hierarchy, fate: Fate, document: Document, index: int) -> Iterator[RoleOrigin]:
    node = document.offset + index
    own = role_set(document, index)
    source = "attribute" if "role" in document.attributes[index] else "default"
    for role in hierarchy.details.roles_of(node):
        origin = source if role in own else "implied"
        yield RoleOrigin(role, origin, _hindrance(hierarchy, fate, document, index, role))


def _hindrance(hierarchy: Hierarchy, fate: Fate, document: Document, index: int, role: str) -> str | None:
    if not fate.is_reached:
        return "not-reached"
    if role == "tree":
        return None if fate == Fate.SHOWN else "excluded"
    if document.offset + index in hierarchy.roles.get(role, ()):
        return None
    # Two reasons remain: only items fulfil roles, and a search needs a template on each variant.
    return "group" if document.kinds[index] == Kind.GROUP else "no-template"


def _origins(document: Document, node: int, leaf: int) -> Iterator[Origin]:
    """Yield the origin of each quality of a variant, taken from the nearest element that specifies it (D13)."""
    for quality, attributes in _QUALITIES.items():
        # Language, charset, type and referrer come from any ancestor; all else from the node or from a variant within
        # it.
        anywhere = quality in _FROM_ANYWHERE
        for index in _upwards(document, leaf, -1 if anywhere else document.parents[node]):
            attribute = next((name for name in attributes if name in document.attributes[index]), None)
            if attribute is not None:
                value = _value(document, node, index, quality, document.attributes[index][attribute])
                yield Origin(quality, value, document, index, _WRITTEN.get(attribute, attribute))
                break


def _value(document: Document, node: int, index: int, quality: str, written: str) -> str:
    if quality == "location":
        return _location(document, node, index, written)
    return search_method(written) or "" if quality == "search_method" else written


def _location(document: Document, node: int, index: int, written: str) -> str:
    """Return the effective location; empty if the node has none (D14)."""
    if document.kinds[node] == Kind.GROUP:
        return ""
    return "" if is_blank(written) else resolve(document.context(index).base, written) or ""


def base_origin(document: Document, index: int) -> Origin | None:
    """Return the innermost `xml:base` in effect on an element; None if its document's own URI is the base."""
    for place in _upwards(document, index, -1):
        # `baseurl` is an old name of `xml:base`, which wins where both stand.
        for attribute in (XML_BASE, "baseurl"):
            if attribute in document.attributes[place]:
                written = _WRITTEN.get(attribute, attribute)
                return Origin("base", document.context(place).base, document, place, written)
    return None


def _upwards(document: Document, index: int, end: int) -> Iterator[int]:
    """Yield an element and its ancestors, up to but excluding the one numbered `end`."""
    while index != end:
        yield index
        index = document.parents[index]

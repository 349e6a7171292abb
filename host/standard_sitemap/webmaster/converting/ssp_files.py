"""Writes a hierarchy as Standard-Sitemap files: one root file, and one file for each big branch at the first fork.

Readers see the root file's tree before the other files arrive, and authors find each section in its own file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from standard_sitemap import sitemapsorg
from standard_sitemap.model.hierarchy import Hierarchy, PlainNode
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.words import free_name
from standard_sitemap.model.xml_text import DECLARATION, attributes, comment
from standard_sitemap.ssp.names import NAMESPACE, SITEMAPS_ORG
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.markup import PREFIX, Element, element_of, plain_elements
from standard_sitemap.webmaster.converting.pages import STEP, is_web
from standard_sitemap.webmaster.converting.walking import nodes_of

# Nodes per branch. A file with this many has about a megabyte, which editors and review tools still handle.
SPLIT_ABOVE = 10_000


class SplitBranches(NamedTuple):
    """The branches with files of their own: each node with the name of its file and element.

    `stem` holds the nodes above the fork, `total` the number of all nodes.
    """

    apart: dict[int, str]
    stem: frozenset[int]
    total: int


def branches(
    hierarchy: Hierarchy, above: int | None = SPLIT_ABOVE, progress: Callable[[int], None] = lambda _: None
) -> SplitBranches:
    """Return the branches with more than `above` nodes, and the number of all nodes. With None, nothing is split."""
    stem, fork = _fork(hierarchy)
    apart: dict[int, str] = {}
    taken: set[str] = set()
    total = len(stem)
    for branch in fork:
        size = _size(hierarchy, branch)
        total += size
        progress(total)
        if above is not None and size > above and len(fork) > 1:
            apart[branch] = free_name(hierarchy.details.variants(branch)[0].name or "", taken, "branch")
    return SplitBranches(apart, frozenset(stem), total)


def _fork(hierarchy: Hierarchy) -> tuple[list[int], tuple[int, ...]]:
    """Return the single nodes above the first fork, and the distinct nodes at the fork."""
    stem: list[int] = []
    children = hierarchy.children(hierarchy.root)
    while len(children) == 1 and hierarchy.has_children(children[0]):
        stem.append(children[0])
        children = hierarchy.children(children[0])
    return stem, tuple(dict.fromkeys(children))


def _size(hierarchy: Hierarchy, branch: int) -> int:
    if isinstance(hierarchy, sitemapsorg.Hierarchy):
        return hierarchy.size(branch)  # avoids naming a million pages again
    size, waiting = 0, [branch]
    while waiting:
        node = waiting.pop()
        size += 1
        if hierarchy.has_children(node):
            waiting.extend(hierarchy.children(node))
    return size


# Deeper levels are indented no further: the indents of 100,000 levels would grow with the square of their number.
_DEEPEST_INDENT = 40
# Encoded together, because each call costs more than encoding a short line. Some texts have many lines.
_TEXTS_IN_A_PIECE = 50
_NAMES = "Go over the names: where the source has no titles they are made of addresses."
_ROLES = 'Say which items have a role, as in role="contact tree" or role="search" data="q=%s".'
_HOME = 'The first item counts as home page; to choose another one give it role="home tree".'


class _OpenElement(NamedTuple):
    """An element whose children are being written, and the base in effect inside it."""

    children: Iterator[str | int]
    end: str
    base: str | None


class Writer:
    """Writes the files of one hierarchy; all file names except the root file's start with `stem`."""

    def __init__(
        self,
        hierarchy: Hierarchy,
        branches: SplitBranches,
        stem: str,
        progress: Callable[[int], None] = lambda _: None,
        extensions: Extensions | None = None,
    ) -> None:
        self._hierarchy = hierarchy
        self._branches = branches
        self._stem = stem
        self._progress = progress
        self._extensions = extensions or Extensions()
        self._has_dates = _has_dates(hierarchy)
        self._base = _base(hierarchy)
        self._beside = dict.fromkeys(node for nodes in hierarchy.roles.values() for node in nodes)
        self._written = 0

    def branches(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        """Yield the names and contents of the files that the root file refers to; write them before it."""
        for node, name in self._branches.apart.items():
            yield self._file(name), _pieces(self._branch(node, name))

    def root(self, origins: Iterable[str]) -> Iterator[bytes]:
        """Return the content of the root file; `origins` names the sources of the tree."""
        return _pieces(self._root(tuple(origins)))

    def _file(self, branch: str) -> str:
        return f"{self._stem}-{branch}.xml"

    def _branch(self, node: int, name: str) -> Iterator[str]:
        yield _start(self._base, has_dates=self._has_dates)
        yield from self._elements((node,), self._base, name)
        yield "</sitemap>\n"

    def _root(self, origins: tuple[str, ...]) -> Iterator[str]:
        # References to other files are relative to this file, not to the site's root.
        base = None if self._branches.apart else self._base
        yield _start(base, _head(self._hierarchy, origins), has_dates=self._has_dates)
        yield from self._elements(self._hierarchy.children(self._hierarchy.root), base)
        for node in self._beside:
            element = element_of(self._hierarchy, node, base, has_children=False, in_tree=False)
            yield from _lines(element, 1, has_children=False)
        yield "</sitemap>\n"

    def _elements(self, nodes: Sequence[int], base: str | None, own_name: str | None = None) -> Iterator[str]:
        """Yield elements with their descendants, using an explicit stack; refer to branches in other files."""
        stack = [_OpenElement(self._parts(nodes, base, 1), "", base)]
        while stack:
            top = stack[-1]
            node = next(top.children, None)
            if node is None:
                yield top.end
                stack.pop()
                continue
            if isinstance(node, str):
                yield node
                continue
            self._beside.pop(node, None)
            name = self._branches.apart.get(node)
            if name is not None and own_name is None:
                yield f'{_indent(len(stack))}<external url="{self._file(name)}#{name}"/>\n'
                continue
            children = self._hierarchy.children(node) if self._hierarchy.has_children(node) else ()
            element, inner = self._element(node, top.base, has_children=len(children) > 0)
            if own_name is not None and len(stack) == 1:
                element = element._replace(attributes={"xml:id": own_name} | element.attributes)
            yield from _lines(element, len(stack), has_children=len(children) > 0)
            if children:
                parts = self._parts(children, inner, len(stack) + 1)
                stack.append(_OpenElement(parts, f"{_indent(len(stack))}</{element.name}>\n", inner))

    def _parts(self, nodes: Sequence[int], base: str | None, level: int) -> Iterator[str | int]:
        """Yield nodes in order: plain nodes, most of a large map, as text, the others by number."""
        for start in range(0, len(nodes), STEP):
            some = nodes[start : start + STEP]
            self._progress(self._written)
            self._written += len(some)
            if self._extensions.left:  # any node may have extensions
                yield from some
                continue
            written, plain = 0, self._hierarchy.details.plain_nodes(some)
            for place, node in enumerate(some) if None in plain else ():
                if plain[place] is None:
                    yield from self._text(plain[written:place], base, level)
                    yield node
                    written = place + 1
            yield from self._text(plain[written:], base, level)

    def _text(self, nodes: Sequence[PlainNode | None], base: str | None, level: int) -> Iterator[str]:
        if nodes:
            yield plain_elements([node for node in nodes if node is not None], base, _indent(level))

    def _element(self, node: int, base: str | None, *, has_children: bool) -> tuple[Element, str | None]:
        """Return the element and the base inside it: the site's root, unless the branch refers to other files."""
        brings_base = base is None and has_children and node not in self._branches.stem
        inner = self._base if brings_base else base
        element = element_of(self._hierarchy, node, inner, has_children=has_children)
        if brings_base and inner is not None:
            element.attributes["xml:base"] = inner
        if self._extensions.left:
            locations = dict.fromkeys(
                variant.location for variant in self._hierarchy.details.variants(node) if variant.location
            )
            texts = tuple(text for location in locations for text in self._extensions.of_location(location))
            element = element._replace(extensions=texts)
        return element, inner


def _base(hierarchy: Hierarchy) -> str | None:
    """Return the root of the site of the tree's first page."""
    for node in nodes_of(hierarchy):
        for variant in hierarchy.details.variants(node):
            if variant.location is not None and is_web(variant.location):
                return resolve(variant.location, "/")
    return None


def _has_dates(hierarchy: Hierarchy) -> bool:
    """Return whether a map has dates or change frequencies."""
    return isinstance(hierarchy, sitemapsorg.Hierarchy) and hierarchy.has_dates


def _start(base: str | None, head: str = "", *, has_dates: bool = False) -> str:
    declared = {"xmlns": NAMESPACE} | ({f"xmlns:{PREFIX}": SITEMAPS_ORG} if has_dates else {})
    return f"{DECLARATION}{head}<sitemap{attributes(declared | ({'xml:base': base} if base else {}))}>\n"


def _head(hierarchy: Hierarchy, origins: tuple[str, ...]) -> str:
    """Return the comment at the top, addressed to the author."""
    from_where = ", ".join(origin.rpartition("/")[2] if origin.startswith("file:") else origin for origin in origins)
    return comment([f"Made from {from_where}.", _NAMES, _ROLES, *([] if "home" in hierarchy.roles else [_HOME])])


def _lines(element: Element, level: int, *, has_children: bool) -> Iterator[str]:
    """Yield the lines of an element with its variants, without the end tag if children follow."""
    start = f"{_indent(level)}<{element.name}{attributes(element.attributes)}"
    if not has_children and not element.variants and not element.extensions:
        yield f"{start}/>\n"
        return
    yield f"{start}>\n"
    for extension in element.extensions:
        yield f"{_indent(level + 1)}{extension}\n"
    for variant in element.variants:
        yield f"{_indent(level + 1)}<variant{attributes(variant)}/>\n"
    if not has_children:
        yield f"{_indent(level)}</{element.name}>\n"


def _indent(level: int) -> str:
    return "  " * min(level, _DEEPEST_INDENT)


def _pieces(lines: Iterator[str]) -> Iterator[bytes]:
    while some := "".join(islice(lines, _TEXTS_IN_A_PIECE)):
        yield some.encode()

"""Writes an outline as sitemap files; the same outline always gives the same bytes.

Imports only the standard library. Pure.

Qualities that all variants share are written on the node, languages only if they differ from the inherited one, and
defaults not at all. Optionally, a big branch gets its own file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from standard_sitemap.model.words import free_name
from standard_sitemap.model.xml_text import DECLARATION, attribute, attributes, comment
from standard_sitemap.webmaster.making.outline import (
    External,
    Outline,
    OutlineNode,
    OutlineVariant,
    language_tag,
    nodes_of,
)

# Not that of `ssp.names`: importing it would load the parser and resolver of `ssp` into a site's build.
_NAMESPACE = "http://standard-sitemap.org/2007/ns"
_XHTML = "http://www.w3.org/1999/xhtml"
# The name that `make` and the plugins give to the root file.
FILE_NAME = "standard-sitemap.xml"
# The start of the comment at the top. A file with this mark may be replaced without asking.
MARK = "Made by standard-sitemap"

# With unlimited indentation a deep tree would consist mostly of spaces, growing with the square of the depth.
_DEEPEST_INDENT = 40


class _OpenTag(NamedTuple):
    """An element whose children are being written, and its end tag."""

    children: Iterator[OutlineNode | External]
    end: str


def documents(outline: Outline, name: str = FILE_NAME, split_above: int | None = None) -> dict[str, bytes]:
    """Return the files of an outline by name; the root file `name` comes last.

    With `split_above`, each branch at the first fork with more nodes than this gets its own file.
    """
    stem = name.removesuffix(".gz").rpartition(".")[0] or name
    apart = _apart(outline, split_above) if split_above is not None else {}
    writer = _Writer(outline, {identity: f"{stem}-{branch}.xml" for identity, branch in apart.items()}, name)
    texts = {writer.files[id(node)]: writer.branch(node) for node in nodes_of(outline) if id(node) in apart}
    return texts | {name: writer.root()}


class _Writer:
    """Writes the files of one outline; `files` maps the identities of split nodes to their file names."""

    def __init__(self, outline: Outline, files: dict[int, str], name: str) -> None:
        self.files = files
        self._outline = outline
        self._language = _language(outline)
        self._ids = _ids(outline, files)
        self._root_file = name
        self._homes = _homes(outline, files, name)

    def root(self) -> bytes:
        note = comment([f"{MARK}; changes to this file are lost when it is made again.", *self._outline.note])
        return self._document(note, self._outline.children, self._root_file, _class_change(self._outline.class_prefix))

    def branch(self, node: OutlineNode) -> bytes:
        return self._document("", [node], self.files[id(node)])

    def _document(self, note: str, children: list[OutlineNode | External], own_file: str, head: str = "") -> bytes:
        language = f' lang="{attribute(self._language)}"' if self._language else ""
        start = f'{DECLARATION}{note}<sitemap xmlns="{_NAMESPACE}"{language}>\n{head}'
        return "".join((start, *self._elements(children, own_file), "</sitemap>\n")).encode()

    def _elements(self, children: list[OutlineNode | External], own_file: str) -> Iterator[str]:
        """Yield elements with their descendants, using an explicit stack: a tree may be deeper than Python's."""
        stack = [_OpenTag(iter(children), "")]
        while stack:
            top = stack[-1]
            child = next(top.children, None)
            if child is None:
                yield top.end
                stack.pop()
                continue
            indent = "  " * min(len(stack), _DEEPEST_INDENT)
            if isinstance(child, External) or self.files.get(id(child), own_file) != own_file:
                yield self._external(child, own_file, indent)
                continue
            yield from self._element(child, indent)
            if child.children:
                stack.append(_OpenTag(iter(child.children), f"{indent}</{child.kind}>\n"))

    def _external(self, child: OutlineNode | External, own_file: str, indent: str) -> str:
        """Return a reference, with the file name if the node is in another file."""
        node = child.node if isinstance(child, External) else child
        if node is None:
            assert isinstance(child, External)
            return f'{indent}<external url="{attribute(child.url or "")}"/>\n'
        home = self._homes[id(node)]
        file = "" if home == own_file else home
        return f'{indent}<external url="{attribute(f"{file}#{self._ids[id(node)]}")}"/>\n'

    def _element(self, node: OutlineNode, indent: str) -> Iterator[str]:
        """Yield an element's start and its variants, and its end if it has no children."""
        shared, variants = _shared(node, self._language)
        own = {"xml:id": self._ids[id(node)]} if id(node) in self._ids else {}
        start = f"{indent}<{node.kind}{attributes(own | shared | _of_the_node(node))}"
        if not variants and not node.children:
            yield f"{start}/>\n"
            return
        yield f"{start}>\n"
        for variant in variants:
            yield f"{indent}  <variant{attributes(variant)}/>\n"
        if not node.children:
            yield f"{indent}</{node.kind}>\n"


def _class_change(prefix: str) -> str:
    """Return the element that gives HTML page bodies classes with this prefix; "" without a prefix."""
    change = f'<class-change xmlns:html="{_XHTML}" elem="/html:html/html:body" prefix="{attribute(prefix)}"/>'
    return f"  {change}\n" if prefix else ""


def _of_the_node(node: OutlineNode) -> dict[str, str]:
    """Return the node's own attributes that differ from the defaults."""
    own: dict[str, str] = {}
    if node.data is not None:
        own["data"] = node.data
    if node.method != "get":
        own["method"] = node.method
    if node.roles != ("tree",):
        own["role"] = " ".join(node.roles)
    if node.relation != "none" and node.children:
        own["relation"] = node.relation
    if node.order != "none" and node.children:
        own["order"] = node.order
    return own


def _shared(node: OutlineNode, language: str | None) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return the attributes of the node, and of each of its variants.

    A language on an element also applies to its children, so a node with children states it on a variant.
    """
    qualities = [_qualities(variant, language) for variant in node.variants]
    if len(qualities) == 1 and not (node.children and "lang" in qualities[0]):
        return qualities[0], []
    first, others = qualities[0], qualities[1:]
    common = {name: value for name, value in first.items() if all(other.get(name) == value for other in others)}
    shared = {name: value for name, value in common.items() if name != "lang"}
    return shared, [
        {name: own[name] for name in ("lang", *own) if name in own and name not in shared} for own in qualities
    ]


def _qualities(variant: OutlineVariant, language: str | None) -> dict[str, str]:
    """Return a variant's attributes in the order that authors read most easily; the language only if it differs."""
    tag = language_tag(variant.language)
    own_language = None if tag == language else tag
    values = {"name": variant.name, "url": variant.url, "description": variant.description, "lang": own_language}
    return {attribute: value for attribute, value in values.items() if value is not None}


def _language(outline: Outline) -> str | None:
    """Return the language for the root element: the only one that nodes with one variant declare, if any."""
    single = (node.variants[0].language for node in nodes_of(outline) if len(node.variants) == 1)
    languages = {*map(language_tag, single)} - {None}
    return languages.pop() if len(languages) == 1 else None


def _ids(outline: Outline, files: dict[int, str]) -> dict[int, str]:
    """Return the `xml:id` of each node that has one or is referred to, by identity; unique regardless of case (D4)."""
    lists = [outline.children, *(node.children for node in nodes_of(outline))]
    referred = {id(child.node) for children in lists for child in children if isinstance(child, External)}
    taken: set[str] = set()
    ids: dict[int, str] = {}
    for node in nodes_of(outline):
        if node.id is not None or id(node) in referred or id(node) in files:
            ids[id(node)] = free_name(_without_ending(node.id or node.variants[0].url or node.name), taken, "n")
    return ids


def _homes(outline: Outline, files: dict[int, str], name: str) -> dict[int, str]:
    """Return the file of each node, by identity."""
    homes: dict[int, str] = {}
    waiting = [(child, name) for child in outline.children if isinstance(child, OutlineNode)]
    while waiting:
        node, file = waiting.pop()
        file = files.get(id(node), file)
        homes[id(node)] = file
        waiting.extend((child, file) for child in node.children if isinstance(child, OutlineNode))
    return homes


def _apart(outline: Outline, above: int) -> dict[int, str]:
    """Return the branches at the first fork with more than `above` nodes, each with a name for its file."""
    fork = outline.children
    while len(fork) == 1 and isinstance(fork[0], OutlineNode) and fork[0].children:
        fork = fork[0].children
    if len(fork) < 2:
        return {}
    taken: set[str] = set()
    big = (node for node in fork if isinstance(node, OutlineNode) and sum(1 for _ in nodes_of(Outline([node]))) > above)
    return {id(node): free_name(_without_ending(node.name), taken, "n") for node in big}


def _without_ending(address: str) -> str:
    return address[: -len(".html")] if address.lower().endswith(".html") else address


def naming_links(url: str) -> str:
    """Return the links in a page's head that name the sitemap at `url`, relative to the page."""
    return f'<link rel="schema.map" href="{_NAMESPACE}"><link rel="map.location" href="{attribute(url)}">'

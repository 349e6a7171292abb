"""The result of making, as plain data: a tree of items and groups. Imports only the standard library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

_LANGUAGE = re.compile(r"(?:[a-z]{2,3}|[ix])(?:-[a-z0-9]{1,8}){0,10}", re.IGNORECASE | re.ASCII)

Kind = Literal["item", "group"]
Relation = Literal["none", "sequence"]
Order = Literal["none", "lexical", "base10", "base16", "version"]

# The roles of pages that the authors of documentation name so.
ROLES_BY_NAME = {
    **dict.fromkeys(("about", "copyright", "imprint", "impressum", "license"), ("contentinfo", "tree")),
    "contact": ("contact", "tree"),
    "glossary": ("glossary", "tree"),
}


def language_tag(locale: str | None) -> str | None:
    """Return a page's or tool's language as a tag: `pt_BR` as `pt-BR`, `sr@latin` as `sr`; None for any other text."""
    tag = (locale or "").strip().partition("@")[0].replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else None


@dataclass(slots=True)
class OutlineVariant:
    """One form of a node; `url` is an absolute address, or relative to the sitemap."""

    name: str | None = None
    url: str | None = None
    description: str | None = None
    language: str | None = None


@dataclass(slots=True)
class External:
    """A further place of a node: a second parent's reference to it.

    `node` is a node of the same outline. `url` names a node of another sitemap file, with its id as fragment.
    """

    node: OutlineNode | None = None
    url: str | None = None


@dataclass(slots=True)
class OutlineNode:
    """An item or a group; the other variants are translations of the first.

    `data` and `method` define the search of a node with the role `search`. `id` is the target of references from other
    files.
    """

    variants: list[OutlineVariant]
    kind: Kind = "item"
    roles: tuple[str, ...] = ("tree",)
    relation: Relation = "none"
    order: Order = "none"
    data: str | None = None
    method: Literal["get", "post"] = "get"
    id: str | None = None
    children: list[OutlineNode | External] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the first variant, or ""."""
        return self.variants[0].name or ""


@dataclass(slots=True)
class Outline:
    """A whole sitemap; `note` holds comment lines at the top, `class_prefix` the prefix of page classes."""

    children: list[OutlineNode | External] = field(default_factory=list)
    note: tuple[str, ...] = ()
    class_prefix: str = ""


def item(name: str, url: str | None = None, description: str | None = None, language: str | None = None) -> OutlineNode:
    """Return an item with one variant."""
    return OutlineNode([OutlineVariant(name, url, description, language)])


def group(name: str | None = None) -> OutlineNode:
    """Return a group, which has no address and may have no name."""
    return OutlineNode([OutlineVariant(name)], "group")


def nodes_of(outline: Outline) -> Iterator[OutlineNode]:
    """Yield every node once, in the order of writing."""
    waiting: list[OutlineNode | External] = list(reversed(outline.children))
    while waiting:
        item = waiting.pop()
        if isinstance(item, OutlineNode):
            yield item
            waiting.extend(reversed(item.children))

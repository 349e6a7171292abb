"""What is made, as plain data: a tree of items and groups, before it is written. Imports the standard library only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["item", "group"]
Relation = Literal["none", "sequence"]
Order = Literal["none", "lexical", "base10", "base16", "version"]


@dataclass(slots=True)
class OutlineVariant:
    """One form of a node; `url` is an absolute address, or one relative to the sitemap."""

    name: str | None = None
    url: str | None = None
    description: str | None = None
    language: str | None = None


@dataclass(slots=True)
class External:
    """The place of a node that stands elsewhere: a second parent's reference to it.

    `node` is a node of the same outline; `url` names one of another sitemap file, with its id as fragment.
    """

    node: OutlineNode | None = None
    url: str | None = None


@dataclass(slots=True)
class OutlineNode:
    """An item or a group: the first of `variants` is the one that the others are translations of.

    `data` and `method` say how the node searches, where its roles name `search`; `id` is what other files refer to.
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
        """The name of the first variant, "" where it has none."""
        return self.variants[0].name or ""


@dataclass(slots=True)
class Outline:
    """A whole sitemap; `note` are lines for whoever opens the file, `class_prefix` what classes of pages begin with."""

    children: list[OutlineNode | External] = field(default_factory=list)
    note: tuple[str, ...] = ()
    class_prefix: str = ""


def item(name: str, url: str | None = None, description: str | None = None, language: str | None = None) -> OutlineNode:
    """An item in one form."""
    return OutlineNode([OutlineVariant(name, url, description, language)])


def group(name: str | None = None) -> OutlineNode:
    """A group, which has no address; its name may be left out."""
    return OutlineNode([OutlineVariant(name)], "group")


def nodes_of(outline: Outline) -> Iterator[OutlineNode]:
    """Every node once, in the order in which it is written."""
    waiting: list[OutlineNode | External] = list(reversed(outline.children))
    while waiting:
        item = waiting.pop()
        if isinstance(item, OutlineNode):
            yield item
            waiting.extend(reversed(item.children))

"""The details of each node: what its element, and those around it, say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, Meaning, PlainNode, Variant
from standard_sitemap.model.uris import resolve, resolved
from standard_sitemap.ssp import variants
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.names import CHANGE_FREQUENCY, LAST_MODIFIED, priority_value
from standard_sitemap.ssp.roles import role_set

# Of language, charset, content type and referrer.
_NOTHING_INHERITED = (None,) * 4
# The attributes that a plain node is made of.
_SAID = ("name", "url", "description", "priority", LAST_MODIFIED, CHANGE_FREQUENCY, "relation")


class NodeDetails:
    """The `model.NodeDetails` of a Standard-Sitemap."""

    def __init__(self, files: Files, exclusion: Exclusion) -> None:
        self._files = files
        self._exclusion = exclusion

    def kind(self, node: int) -> str:
        """`item` or `group`; `sitemap` of the root."""
        document, index = self._files.element(node)
        return document.name(index)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node, at least one."""
        return variants.variants(*self._files.element(node))

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return the details of plain nodes; None for a node that may have more."""
        plain_nodes, place = list[PlainNode | None](), 0
        while place < len(nodes):
            document, _ = self._files.element(nodes[place])
            offset, stop = document.offset, place + 1
            end = offset + len(document)
            while stop < len(nodes) and offset <= nodes[stop] < end:  # most stand in the file of the one before
                stop += 1
            plain_nodes += self._plain_in(document, [node - offset for node in nodes[place:stop]])
            place = stop
        return plain_nodes

    def _plain_in(self, document: Document, indexes: Sequence[int]) -> Iterable[PlainNode | None]:
        """The same of elements of one document."""
        plain, ends, context_of, contexts = document.plain, document.ends, document.context_of, document.contexts
        passes_nothing_on = [context[1:] == _NOTHING_INHERITED for context in contexts]
        home = self._exclusion.implied_home
        at_home = home[1] if home is not None and home[0] is document else -1
        chosen = [
            index
            for index in indexes
            if plain[index] and ends[index] == index + 1 and passes_nothing_on[context_of[index]] and index != at_home
        ]
        columns = document.attributes.columns(_SAID, chosen)
        urls = [url for url in columns[1] if url is not None]  # a plain item has one
        bases = {contexts[number].base for number in set(map(context_of.__getitem__, chosen))}
        if len(bases) == 1:
            locations = resolved(bases.pop(), urls)
        else:
            locations = [resolve(document.context(index).base, url) for index, url in zip(chosen, urls, strict=True)]
        plain_nodes = _plain_nodes(variants.all_visitable(document, locations), *columns)
        return (
            plain_nodes
            if len(chosen) == len(indexes)
            else map(dict(zip(chosen, plain_nodes, strict=True)).get, indexes)
        )

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them: as their author wrote them."""
        return self.variants(node)

    def untitled(self, _node: int) -> str | None:
        """None: whether and how pages are named is their author's to say."""

    def meaning(self, _node: int) -> Meaning | None:
        """None: an author says it by a name, in the reader's language."""

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants, found faster than all their qualities."""
        return variants.variant_names(*self._files.element(node))

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node's own element as they are written."""
        document, index = self._files.element(node)
        return document.attributes[index].get("name"), document.url(index)

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """The name and location of a node's first variant, found without looking at the others."""
        first = next(variants.each_variant(*self._files.element(node), most=1))
        return first.name, first.location

    def has_location(self, node: int) -> bool:
        """Whether one of a node's variants has a location; stops at the first."""
        return any(variant.location for variant in variants.each_variant(*self._files.element(node)))

    def refused_location(self, node: int) -> str | None:
        """Where a node would lead, were a reader led there (D40); None where it leads, or names no address."""
        return variants.refused_location(*self._files.element(node))

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node in its author's order, an implied `home` last."""
        document, index = self._files.element(node)
        own = role_set(document, index)
        return (*own, "home") if (document, index) == self._exclusion.implied_home else own

    def priority(self, node: int) -> float:
        """The priority of a node, from 0.0 to 1.0. [Attribute priority, D8]"""
        return priority_value(self._attribute(node, "priority"))

    def last_modified(self, node: int) -> str | None:
        """When a page was changed, where an attribute of sitemaps.org's says it: the format itself has none."""
        return self._attribute(node, LAST_MODIFIED) or None

    def change_frequency(self, node: int) -> str | None:
        """How often a page changes, where an attribute of sitemaps.org's says it: the format itself has none."""
        return self._attribute(node, CHANGE_FREQUENCY) or None

    def element_number(self, node: int) -> int:
        """The number of a node's element among those of its file, from 0."""
        return self._files.element(node)[1]

    def document_uri(self, node: int) -> str:
        """The URI of the file that holds a node's element."""
        return self._files.element(node)[0].uri

    def line(self, node: int) -> int:
        """The line of a node's element, from 1."""
        document, index = self._files.element(node)
        return document.lines[index]

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._files.element(node)
        return document.attributes[index].get(name, "")


def _plain_nodes(places: Sequence[str | None], *said: Sequence[str | None]) -> list[PlainNode | None]:
    """Plain items by the columns of what they say, `_SAID`; None of one that says more than a plain node does."""
    names, _, descriptions, priorities, dates, frequencies, relations = said
    numbers = {
        priority: DEFAULT_PRIORITY if priority is None else priority_value(priority) for priority in set(priorities)
    }
    columns = (
        names,
        places,
        descriptions,
        map(numbers.__getitem__, priorities),
        (date or None for date in dates),
        (frequency or None for frequency in frequencies),
    )
    # As `PlainNode._make` does, in half the time: there may be a million.
    nodes = map(tuple.__new__, repeat(PlainNode), zip(*columns, strict=True))
    return [node if relation in (None, "none") else None for node, relation in zip(nodes, relations, strict=True)]

"""The details of each node, as specified by its element and the elements around it."""

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

# Language, charset, content type and referrer.
_NOTHING_INHERITED = (None,) * 4
# The attributes of a plain node.
_SAID = ("name", "url", "description", "priority", LAST_MODIFIED, CHANGE_FREQUENCY, "relation")


class NodeDetails:
    """The `model.NodeDetails` of a Standard-Sitemap."""

    def __init__(self, files: Files, exclusion: Exclusion) -> None:
        self._files = files
        self._exclusion = exclusion

    def kind(self, node: int) -> str:
        """Return `item` or `group`; `sitemap` for the root."""
        document, index = self._files.element(node)
        return document.name(index)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node, at least one."""
        return variants.variants(*self._files.element(node))

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return the details of plain nodes; None for a node that may have more."""
        plain_nodes, place = list[PlainNode | None](), 0
        while place < len(nodes):
            document, _ = self._files.element(nodes[place])
            offset, stop = document.offset, place + 1
            end = offset + len(document)
            while stop < len(nodes) and offset <= nodes[stop] < end:  # most are in the same file as the one before
                stop += 1
            plain_nodes += self._plain_in(document, [node - offset for node in nodes[place:stop]])
            place = stop
        return plain_nodes

    def _plain_in(self, document: Document, indexes: Sequence[int]) -> Iterable[PlainNode | None]:
        """Return the details of plain elements of one document; None for an element that may have more."""
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
        """Return the variants of a node as its author wrote them, which is how readers see them."""
        return self.variants(node)

    def untitled(self, _node: int) -> str | None:
        """Return None: authors decide whether and how pages are named."""

    def meaning(self, _node: int) -> Meaning | None:
        """Return None: authors state it by a name in the reader's language."""

    def names(self, node: int) -> tuple[str | None, ...]:
        """Return the names of a node's variants, faster than all their qualities."""
        return variants.variant_names(*self._files.element(node))

    def written(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and address of a node's own element as written."""
        document, index = self._files.element(node)
        return document.attributes[index].get("name"), document.url(index)

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and location of a node's first variant, without reading its other variants."""
        first = next(variants.each_variant(*self._files.element(node), most=1))
        return first.name, first.location

    def has_location(self, node: int) -> bool:
        """Return whether any variant of a node has a location; stop at the first."""
        return any(variant.location for variant in variants.each_variant(*self._files.element(node)))

    def refused_location(self, node: int) -> str | None:
        """Return the address of a node that readers may not be led to (D40); None for any other node."""
        return variants.refused_location(*self._files.element(node))

    def roles_of(self, node: int) -> tuple[str, ...]:
        """Return the role set of a node in its author's order, an implied `home` last."""
        document, index = self._files.element(node)
        own = role_set(document, index)
        # The implied role is no part of the role set, which decides about exclusion.
        return (*own, "home") if (document, index) == self._exclusion.implied_home else own

    def priority(self, node: int) -> float:
        """Return the priority of a node, from 0.0 to 1.0. [Attribute priority, D8]"""
        return priority_value(self._attribute(node, "priority"))

    def last_modified(self, node: int) -> str | None:
        """Return when a page last changed, by an attribute from sitemaps.org: the format itself has none."""
        return self._attribute(node, LAST_MODIFIED) or None

    def change_frequency(self, node: int) -> str | None:
        """Return how often a page changes, by an attribute from sitemaps.org: the format itself has none."""
        return self._attribute(node, CHANGE_FREQUENCY) or None

    def element_number(self, node: int) -> int:
        """Return the number of a node's element within its file, from 0."""
        return self._files.element(node)[1]

    def document_uri(self, node: int) -> str:
        """Return the URI of the file that contains a node's element."""
        return self._files.element(node)[0].uri

    def line(self, node: int) -> int:
        """Return the line of a node's element, from 1."""
        document, index = self._files.element(node)
        return document.lines[index]

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._files.element(node)
        return document.attributes[index].get(name, "")


def _plain_nodes(places: Sequence[str | None], *qualities: Sequence[str | None]) -> list[PlainNode | None]:
    """Return plain nodes from the columns of `_SAID`; None for an item with more details than a plain node."""
    names, _, descriptions, priorities, dates, frequencies, relations = qualities
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
    # Equivalent to `PlainNode._make` in half the time: there may be a million.
    nodes = map(tuple.__new__, repeat(PlainNode), zip(*columns, strict=True))
    return [node if relation in (None, "none") else None for node, relation in zip(nodes, relations, strict=True)]

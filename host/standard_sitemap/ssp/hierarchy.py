"""The node hierarchy, roles and class changes of a sitemap, as far as its files are here.

A node's number is that of the element that represents it. Branches are computed when needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, repeat

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, ClassChange, DocumentSummary, Meaning, PlainNode, Variant
from standard_sitemap.model.uris import resolve, resolved
from standard_sitemap.ssp import class_changes, diagnosis, roles, variants
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.lookup import PageIndex, mentioning_in, named_in
from standard_sitemap.ssp.names import (
    CHANGE_FREQUENCY,
    LAST_MODIFIED,
    ORDERS,
    RELATIONS,
    Kind,
    priority_value,
)
from standard_sitemap.ssp.roles import role_set

# Language tags that are looked at: ten times as many as the reader may choose among.
_LANGUAGES = 1_000
# Of language, charset, content type and referrer.
_NOTHING_INHERITED = (None,) * 4
# The attributes that a plain node is made of.
_SAID = ("name", "url", "description", "priority", LAST_MODIFIED, CHANGE_FREQUENCY, "relation")


class Hierarchy:
    """What a site's files, those that are here, come to: the `model.Hierarchy` of a Standard-Sitemap."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._children: dict[int, Sequence[int]] = {}
        self._leaves = range(0)
        self.root = 0
        self.root_uri = files.root.uri if files.root else files.root_uri
        self.documents = tuple(DocumentSummary(d.uri, d.size, len(d)) for d in files.documents)
        self.exclusion = Exclusion(files)

    @property
    def is_sitemap(self) -> bool:
        """Whether there is a root file whose document element is `<sitemap>`."""
        return self.exclusion.root is not None

    def prepare(self) -> None:
        """Reckon now what takes long in a large map and is cached: later requests for it do not wait."""
        self.children(self.root)
        _ = self.roles, self.class_changes, self.groups, self.languages
        for document in tuple(self._files.documents):
            document.link_variants()

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in the order of elements and externals; a node may be there twice."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = self._listed(node) if self.is_sitemap else ()
        if isinstance(known, range):  # of plain items without content
            self._leaves = known
        return known

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes; stops at the first."""
        if node in self._leaves:  # as most are of which one asks after their siblings
            return False
        if node in self._children:
            return len(self._children[node]) > 0
        document, index = self._files.element(node)
        if document.ends[index] == index + 1:
            return False
        if any(True for _ in self._included_below(node)):
            return True
        self._children[node] = ()  # it may have thousands of elements below it that are no nodes
        return False

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node's own element as they are written."""
        document, index = self._files.element(node)
        return document.attributes[index].get("name"), document.url(index)

    def kind(self, node: int) -> str:
        """`item` or `group`; `sitemap` of the root."""
        document, index = self._files.element(node)
        return document.name(index)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node, at least one."""
        return variants.variants(*self._files.element(node))

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """All that is said of each of some nodes; None of one of which there is more to say."""
        found, place = list[PlainNode | None](), 0
        while place < len(nodes):
            document, _ = self._files.element(nodes[place])
            offset, stop = document.offset, place + 1
            end = offset + len(document)
            while stop < len(nodes) and offset <= nodes[stop] < end:  # most stand in the file of the one before
                stop += 1
            found += self._plain_in(document, [node - offset for node in nodes[place:stop]])
            place = stop
        return found

    def _plain_in(self, document: Document, indexes: Sequence[int]) -> Iterable[PlainNode | None]:
        """The same of elements of one document."""
        plain, ends, context_of, contexts = document.plain, document.ends, document.context_of, document.contexts
        passes_nothing_on = [one[1:] == _NOTHING_INHERITED for one in contexts]
        home = self.exclusion.implied_home
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
            locations = [resolve(document.context(one).base, url) for one, url in zip(chosen, urls, strict=True)]
        found = _plain_nodes(variants.all_visitable(document, locations), *columns)
        return found if len(chosen) == len(indexes) else map(dict(zip(chosen, found, strict=True)).get, indexes)

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

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The items and groups one of whose names contains all words (`folded`), as their elements stand.

        Some may be in no place of the map. None comes now and then, as a place to pause.
        """
        for document in tuple(self._files.documents):
            for index in named_in(document, words):
                yield None if index is None else document.offset + index
            yield None  # a small file has too few elements for a pause of its own, and there may be thousands of them

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """The items and groups whose name, description and address mention all words, as their elements stand."""
        for document in tuple(self._files.documents):
            for index in mentioning_in(document, words):
                yield None if index is None else document.offset + index
            yield None

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
        return (*own, "home") if (document, index) == self.exclusion.implied_home else own

    def priority(self, node: int) -> float:
        """The priority of a node, from 0.0 to 1.0. [Attribute priority, D8]"""
        return priority_value(self._attribute(node, "priority"))

    def relation(self, node: int) -> str:
        """`none`, or `sequence` where the children can be walked with previous and next. [Attribute relation, D8]"""
        value = self._attribute(node, "relation")
        return value if value in RELATIONS else "none"

    def order(self, node: int) -> str:
        """By what the children are ordered. [Attribute order, D8]"""
        value = self._attribute(node, "order")
        return value if value in ORDERS else "none"

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

    @cached_property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role but `tree`, excluded ones included, in the order of D11."""
        return roles.role_nodes(self.exclusion.reached, self.exclusion.implied_home)

    @cached_property
    def groups(self) -> frozenset[int]:
        """All groups, reached or not: to find those among a million children at once."""
        documents = tuple(self._files.documents)
        return frozenset(d.offset + i for d in documents for i in d.notables if d.kinds[i] == Kind.GROUP)

    @cached_property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes of the root file that can be followed. [Element <class-change>, D16]"""
        return () if self.exclusion.root is None else class_changes.class_changes(self.exclusion.root)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, by file as they were added, then by line."""
        return diagnosis.faults(self._files, self.exclusion, self)

    @cached_property
    def page_index(self) -> PageIndex:
        """Where pages stand in this hierarchy."""
        return PageIndex(self._files, self.exclusion, self.root)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags that the files use, wherever; of very many the first."""
        found = (c.lang for document in tuple(self._files.documents) for c in document.contexts if c.lang)
        return frozenset(islice(dict.fromkeys(found), _LANGUAGES))

    @property
    def is_shared(self) -> bool:
        """Whether references may let a node stand in several places, or below itself."""
        return len(self._files.open_externals) > 0

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._files.element(node)
        return document.attributes[index].get(name, "")

    def _listed(self, node: int) -> Sequence[int]:
        document, index = self._files.element(node)
        if not document.has_only_leaves(index):
            return array("I", self._included_below(node))
        # Runs of plain items are kept as they stand: a million children are listed in a few milliseconds.
        found, first, end = array("I"), index + 1, document.ends[index]
        place = document.notables_from(first)
        if document.notables_from(end, place) == place:
            return range(document.offset + first, document.offset + end)
        for other in document.notables[place : document.notables_from(end, place)]:
            found.extend(range(document.offset + first, document.offset + other))
            found.extend(self.exclusion.kept_among(document, (other,)))
            first = other + 1
        found.extend(range(document.offset + first, document.offset + end))
        return found

    def _included_below(self, node: int) -> Iterator[int]:
        document, index = self._files.element(node)
        return self.exclusion.kept_among(document, document.children(index))


def _plain_nodes(places: Sequence[str | None], *said: Sequence[str | None]) -> list[PlainNode | None]:
    """Plain items by the columns of what they say, `_SAID`; None of one that says more than a plain node does."""
    names, _, descriptions, priorities, dates, frequencies, relations = said
    numbers = {one: DEFAULT_PRIORITY if one is None else priority_value(one) for one in set(priorities)}
    columns = (
        names,
        places,
        descriptions,
        map(numbers.__getitem__, priorities),
        (one or None for one in dates),
        (one or None for one in frequencies),
    )
    # As `PlainNode._make` does, in half the time: there may be a million.
    nodes = map(tuple.__new__, repeat(PlainNode), zip(*columns, strict=True))
    return [node if relation in (None, "none") else None for node, relation in zip(nodes, relations, strict=True)]

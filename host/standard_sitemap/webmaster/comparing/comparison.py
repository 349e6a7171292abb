"""Compares two maps: pages and branches that are added, gone, moved, renamed, changed or reordered. Pure.

Nodes with the same address are the same, however it is written (D55). On the map's own host only the path counts, so
that a test site can be compared with the published one. Nodes without an address are the same if their name and parent
are, or else if they share most of their children.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, KeysView, Sequence
from typing import Literal, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import ClassChange, Hierarchy, Variant
from standard_sitemap.model.languages import customary
from standard_sitemap.model.uris import has_web_scheme, normalised
from standard_sitemap.sitemapsorg.locations import origin
from standard_sitemap.ssp.class_changes import used_namespaces

Kind = Literal["added", "gone", "moved", "renamed", "changed", "reordered"]
KINDS: tuple[Kind, ...] = ("added", "gone", "moved", "renamed", "changed", "reordered")


class Change(NamedTuple):
    """The old and new value of one quality; None if it has no value."""

    quality: str
    old: str | None
    new: str | None


class Difference(NamedTuple):
    """One difference: its kind, the node, and the node's present place, or its former place if it is gone.

    `path` holds the names of the ancestors. `below` counts the nodes added or gone with a branch. `old_path` is the
    former place of a moved node. `changes` lists changed qualities. `is_outside` is true for a node that only has
    roles. The first level, which is the root, has neither name nor address.
    """

    kind: Kind
    name: str | None
    location: str | None
    path: tuple[str, ...]
    below: int = 0
    old_path: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    is_outside: bool = False


class Side:
    """One of the two maps, with each node indexed once by the key that identifies it in both maps.

    If `are_standard`, both are Standard-Sitemaps, which alone state orders and class changes.
    """

    def __init__(self, hierarchy: Hierarchy, *, are_standard: bool) -> None:
        self.hierarchy = hierarchy
        self.are_standard = are_standard
        self.parents: dict[int, int] = {}
        self.further_parents: dict[int, list[int]] = {}
        self.by_key: dict[str, int] = {}
        self.outside: set[int] = set()
        self._alike: Counter[str] = Counter()
        self.keys: dict[int, str] = {hierarchy.root: ""}
        self._own = normalised(_own_start(hierarchy))
        for parent, node in _walk(hierarchy):
            if node not in self.parents:
                self._add(parent, node)
            else:
                self.further_parents.setdefault(node, []).append(parent)
        for node in (bearer for bearers in hierarchy.roles.values() for bearer in bearers):
            if node not in self.parents:
                self.outside.add(node)
                self._add(hierarchy.root, node)

    def _add(self, parent: int, node: int) -> None:
        """Index a node. Parents come before their children, so their keys are known."""
        self.parents[node] = parent
        key = self._free(self._key(parent, node))
        self.by_key[key] = node
        self.keys[node] = key

    def path(self, node: int) -> tuple[str, ...]:
        """Return the names of a node's ancestors, from the first level down."""
        return self.path_below(self.parents[node])

    def path_below(self, parent: int) -> tuple[str, ...]:
        """Return the names of a node and its ancestors, which are the path of its children."""
        names: list[str] = []
        while parent != self.hierarchy.root:
            names.append(self.label(parent))
            parent = self.parents[parent]
        return tuple(reversed(names))

    def label(self, node: int) -> str:
        """Return a node's name, or its address if it has none."""
        first = self.hierarchy.details.variants(node)[0]
        return first.name or first.location or ""

    def location(self, node: int) -> str | None:
        """Return a node's address; the root has none."""
        return None if node == self.hierarchy.root else self.hierarchy.details.variants(node)[0].location

    def same_address(self, location: str | None) -> str | None:
        """Return an address as `normalised`, without the map's own host: comparable with the other map's addresses."""
        return normalised(location).removeprefix(self._own) if location is not None else None

    def children(self, node: int) -> Sequence[int]:
        """Return the children of a node, whether or not it has several places; a node outside the tree has none."""
        has_some = node not in self.outside and self.hierarchy.has_children(node)
        return self.hierarchy.children(node) if has_some else ()

    def variants(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node in the form in which both maps write them: own addresses, languages (D32)."""
        return tuple(
            variant._replace(location=self.same_address(variant.location), language=customary(variant.language))
            for variant in self.hierarchy.details.variants(node)
        )

    def facts(self, node: int) -> tuple[object, ...]:
        """Return all qualities of a node, for comparison with another node."""
        hierarchy = self.hierarchy
        return (
            hierarchy.details.kind(node),
            self.variants(node),
            set(hierarchy.details.roles_of(node)),
            hierarchy.details.priority(node),
            hierarchy.relation(node),
            self.order(node),
            hierarchy.details.last_modified(node),
            hierarchy.details.change_frequency(node),
        )

    def order(self, node: int) -> str | None:
        """Return the order of a node's children; None where orders are not compared."""
        return self.hierarchy.order(node) if self.are_standard else None

    def first_level(self) -> dict[str, str]:
        """Return what the root states for its children; nothing for a broken file."""
        if not self.hierarchy.is_sitemap:
            return {}
        root = self.hierarchy.root
        return {"relation": self.hierarchy.relation(root), "order": self.order(root) or ""}

    def class_changes(self) -> Counter[str]:
        """Return the class changes as written; none where they are not compared."""
        return Counter(map(_written, self.hierarchy.class_changes)) if self.are_standard else Counter()

    def _key(self, parent: int, node: int) -> str:
        first = self.hierarchy.details.variants(node)[0]
        # A search often has the address of a page in the tree; each is compared with its own kind.
        start = "\t" if node in self.outside else ""
        if first.location is None:
            return f"{start}{self.keys[parent]}\n{first.name or ''}"
        return f"{start} {self.same_address(first.location)}"

    def _free(self, key: str) -> str:
        """Return a unique key: repeated pages are numbered in order, so the first matches the first."""
        # A counter avoids trying one number after another: a file may hold the same item a hundred thousand times.
        self._alike[key] += 1
        return key if self._alike[key] == 1 else f"{key}\n\n{self._alike[key]}"


def _written(change: ClassChange) -> str:
    """Return a class change as its attributes, with the namespaces that it uses."""
    namespaces = {f"xmlns:{prefix}": name for prefix, name in sorted(used_namespaces(change).items())}
    attributes = {"elem": change.elem, "attr": change.attr, "prefix": change.prefix, **namespaces}
    return " ".join(f'{name}="{value}"' for name, value in attributes.items())


def _own_start(hierarchy: Hierarchy) -> str:
    """Return the start of a map's own addresses: its host, or the folder of a file on disk.

    A test site has another host, and a fresh build is in a folder. Neither is a difference.
    """
    root = hierarchy.root_uri
    if not root.startswith("file:"):
        return origin(root)
    # A file on disk may have the addresses of a published site, for example if it was made from that site.
    home = next((hierarchy.details.variants(node)[0].location for node in hierarchy.roles.get("home", ())), None)
    start = home if home is not None and has_web_scheme(home) else root
    return start[: start.rfind("/") + 1]


class Comparison:
    """Two maps, and the correspondence between their nodes."""

    def __init__(self, old: Hierarchy, new: Hierarchy) -> None:
        # Lists for search engines have no class changes and state no order: theirs follows from the names.
        are_standard = isinstance(old, ssp.Hierarchy) and isinstance(new, ssp.Hierarchy)
        self.old, self.new = (Side(hierarchy, are_standard=are_standard) for hierarchy in (old, new))
        self._old_of = {node: self.old.by_key[key] for key, node in self.new.by_key.items() if key in self.old.by_key}
        self._old_of[new.root] = old.root
        self._join_groups()
        self._new_of = {old_node: node for node, old_node in self._old_of.items()}

    def differences(self) -> Iterator[Difference]:
        """Yield all differences: first in the new map's order, then the gone nodes in the old map's order."""
        added = _branches(self.new, self._old_of.keys())
        yield from self._between_roots()
        for node in self.new.parents:
            old = self._old_of.get(node)
            if old is not None:
                yield from self._between(old, node)
            elif node in added:
                yield _whole("added", self.new, node, added[node])
        for node, below in _branches(self.old, self._new_of.keys()).items():
            yield _whole("gone", self.old, node, below)

    def _between_roots(self) -> Iterator[Difference]:
        """Yield the differences of the roots: what they state for the first level, and their class changes."""
        before, after = self.old.first_level(), self.new.first_level()
        changes = list(_changes(before, after)) if before and after else []
        old, new = self.old.class_changes(), self.new.class_changes()
        changes += [Change("class change", gone, None) for gone in (old - new).elements()]
        changes += [Change("class change", None, added) for added in (new - old).elements()]
        root = self.new.hierarchy.root
        if changes:
            yield self._of_both("changed", root)._replace(changes=tuple(changes))
        yield from self._order_of(root)

    def _between(self, old: int, new: int) -> Iterator[Difference]:
        if old in self.old.further_parents or new in self.new.further_parents:
            yield from self._between_places(old, new)
        elif self._place(self.old, self.old.parents[old]) != self._place(self.new, self.new.parents[new]):
            yield self._of_both("moved", new)._replace(old_path=self.old.path(old))
        # If a group replaced its page, the branch stays and only the page is gone, or the reverse.
        if self.old.location(old) is None and self.new.location(new) is not None:
            yield self._of_both("added", new)
        elif self.old.location(old) is not None and self.new.location(new) is None:
            yield _whole("gone", self.old, old, 0)
        is_changed = self.old.facts(old) != self.new.facts(new)
        changes = tuple(_changes(_qualities(self.old, old), _qualities(self.new, new))) if is_changed else ()
        renamed = tuple(change for change in changes if change.quality == "name")
        others = tuple(change for change in changes if change.quality != "name")
        if renamed:
            yield self._of_both("renamed", new)._replace(changes=renamed)
        if others:
            yield self._of_both("changed", new)._replace(changes=others)
        yield from self._order_of(new)

    def _between_places(self, old: int, new: int) -> Iterator[Difference]:
        """Yield the places that a node gained or lost, if references put it in several."""
        before, after = self._places(self.old, old), self._places(self.new, new)
        for place, path in after.items():
            if place not in before:
                yield self._of_both("added", new)._replace(path=path)
        for place, path in before.items():
            if place not in after:
                yield _whole("gone", self.old, old, 0)._replace(path=path)

    def _places(self, side: Side, node: int) -> dict[object, tuple[str, ...]]:
        """Return the paths of all places of a node, each by its comparable place."""
        parents = (side.parents[node], *side.further_parents.get(node, ()))
        return {self._place(side, parent): side.path_below(parent) for parent in parents}

    def _place(self, side: Side, parent: int) -> object:
        """Return the place below a parent, in a form in which both maps are equal.

        It is the pair of the parents. If only one map has the parent, it is the path, because another page may have
        replaced it.
        """
        pair = (parent, self._new_of.get(parent)) if side is self.old else (self._old_of.get(parent), parent)
        return side.path_below(parent) if None in pair else pair

    def _of_both(self, kind: Kind, new: int) -> Difference:
        """Return a difference of a node in both maps; the first level has neither name nor address."""
        if new == self.new.hierarchy.root:
            return Difference(kind, None, None, ())
        first = self.new.hierarchy.details.variants(new)[0]
        return Difference(kind, first.name, first.location, self.new.path(new), is_outside=new in self.new.outside)

    def _order_of(self, new: int) -> Iterator[Difference]:
        """Yield a difference if the children that a node has in both maps changed their order."""
        old = self._old_of[new]
        # A reference may repeat a child; its first place counts.
        children = dict.fromkeys(self.new.children(new))
        if len(children) < 2:
            return
        stood = [child for child in dict.fromkeys(self.old.children(old)) if child in self._new_of]
        place = {self._new_of[child]: rank for rank, child in enumerate(stood)}
        # Added and gone children do not change the order, so only children in both maps are compared.
        ranks = [place[child] for child in children if child in place]
        if ranks != sorted(ranks):
            yield self._of_both("reordered", new)

    def _join_groups(self) -> None:
        """Match nodes that share over half of the smaller one's children, if at most one has an address."""
        known = set(self._old_of.values())
        for node in self.new.parents:
            if node in self._old_of:
                continue
            children = self.new.children(node)
            stood = Counter(self.old.parents[self._old_of[child]] for child in children if child in self._old_of)
            for old, number in stood.most_common(1):
                # Sections that merely share a page are not the same.
                is_free = old not in known and old != self.old.hierarchy.root
                is_page = self.old.location(old) is not None and self.new.location(node) is not None
                if is_free and not is_page and 2 * number > min(len(children), len(self.old.children(old))):
                    known.add(old)
                    self._old_of[node] = old


def _walk(hierarchy: Hierarchy) -> Iterator[tuple[int, int]]:
    """Yield each place of each node of the tree as parent and node, the first place before all descendants."""
    met = {hierarchy.root}
    stack = [(hierarchy.root, iter(hierarchy.children(hierarchy.root)))]
    while stack:
        parent, children = stack[-1]
        node = next(children, None)
        if node is None:
            stack.pop()
            continue
        yield parent, node
        if node not in met:
            met.add(node)
            if hierarchy.has_children(node):
                stack.append((node, iter(hierarchy.children(node))))


def _branches(side: Side, known: KeysView[int]) -> dict[int, int]:
    """Return the topmost nodes that the other map lacks, each with the number of missing nodes below it."""
    tops: dict[int, int] = {}
    counts: dict[int, int] = {}
    for node, parent in side.parents.items():
        if node in known:
            continue
        # Parents come first: if the parent is missing too, both belong to the same branch.
        top = tops.get(parent)
        tops[node] = node if top is None else top
        counts[tops[node]] = counts.get(tops[node], -1) + 1
    return counts


def _whole(kind: Kind, side: Side, node: int, below: int) -> Difference:
    first = side.hierarchy.details.variants(node)[0]
    return Difference(kind, first.name, first.location, side.path(node), below, is_outside=node in side.outside)


def _changes(before: dict[str, str], after: dict[str, str]) -> Iterator[Change]:
    """Yield the qualities that differ."""
    for quality in dict.fromkeys((*before, *after)):
        if before.get(quality) != after.get(quality):
            yield Change(quality, before.get(quality), after.get(quality))


def _qualities(side: Side, node: int) -> dict[str, str]:
    """Return a node's explicit qualities as text."""
    hierarchy = side.hierarchy
    qualities = {
        "kind": hierarchy.details.kind(node),
        "roles": " ".join(sorted(set(hierarchy.details.roles_of(node)))),
        "priority": str(hierarchy.details.priority(node)),
        "relation": hierarchy.relation(node),
        "order": side.order(node),
        "last modified": hierarchy.details.last_modified(node),
        "change frequency": hierarchy.details.change_frequency(node),
    }
    for number, variant in enumerate(side.variants(node)):
        qualities.update(_of_variant(variant, "" if number == 0 else f" ({variant.language or number + 1})"))
    return {quality: value for quality, value in qualities.items() if value is not None}


def _of_variant(variant: Variant, suffix: str) -> dict[str, str | None]:
    refer = None if variant.referrer is None else " ".join(variant.referrer)
    values = variant._asdict() | {"referrer": refer}
    if not suffix:
        del values["location"]  # the location identifies the node
    return {f"{quality.replace('_', ' ')}{suffix}": value for quality, value in values.items()}

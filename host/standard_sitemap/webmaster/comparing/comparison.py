"""Two maps compared: which pages and branches are added, gone, moved, renamed, changed or in another order. Pure.

A page is the same where its address is; of the same host's, the path alone counts, so that a site under test can be
compared with the one that is published. What has no address is the same where its name and what it stands below are;
else where most of what stands in it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, KeysView, Sequence
from typing import Literal, NamedTuple

from standard_sitemap.model.hierarchy import Hierarchy, Variant
from standard_sitemap.sitemapsorg.locations import origin

Kind = Literal["added", "gone", "moved", "renamed", "changed", "reordered"]
KINDS: tuple[Kind, ...] = ("added", "gone", "moved", "renamed", "changed", "reordered")


class Change(NamedTuple):
    """What one quality was, and what it is; None where nothing was or is said."""

    quality: str
    old: str | None
    new: str | None


class Difference(NamedTuple):
    """One difference: of what, where it stands now (what is gone: where it stood), and what exactly.

    `path` are the names above. `below` counts what is added or gone with a branch; `old_path` is where what has moved
    stood; `changes` is what else became of its qualities.
    """

    kind: Kind
    name: str | None
    location: str | None
    path: tuple[str, ...]
    below: int = 0
    old_path: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


class Side:
    """One of the two maps: its nodes, each once, by what they are the same by."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.parents: dict[int, int] = {}
        self.by_key: dict[str, int] = {}
        self._alike: Counter[str] = Counter()
        self.keys: dict[int, str] = {hierarchy.root: ""}
        root = hierarchy.root_uri
        # A site under test has another host, one that was just built lies in a folder: neither is a difference.
        self._own = root[: root.rfind("/") + 1] if root.startswith("file:") else origin(root)
        for parent, node in _walk(hierarchy):
            self.parents[node] = parent
            # Parents come before what stands below them, so their keys are known.
            key = self._free(self._key(parent, node))
            self.by_key[key] = node
            self.keys[node] = key

    def path(self, node: int) -> tuple[str, ...]:
        """The names of what a node stands below, from the first level on."""
        names: list[str] = []
        while (node := self.parents.get(node, self.hierarchy.root)) != self.hierarchy.root:
            names.append(self.label(node))
        return tuple(reversed(names))

    def label(self, node: int) -> str:
        """What to call a node."""
        first = self.hierarchy.details.variants(node)[0]
        return first.name or first.location or ""

    def location(self, node: int) -> str | None:
        """The address of a node; the root has none."""
        return None if node == self.hierarchy.root else self.hierarchy.details.variants(node)[0].location

    def same_address(self, location: str | None) -> str | None:
        """An address as it can be compared with one of the other map."""
        return location.removeprefix(self._own) if location is not None else None

    def children(self, node: int) -> Sequence[int]:
        """The children of a node, whether it stands in several places or not."""
        return self.hierarchy.children(node) if self.hierarchy.has_children(node) else ()

    def facts(self, node: int) -> tuple[object, ...]:
        """All that is said of a node, to be compared with another's."""
        hierarchy = self.hierarchy
        variants = tuple(
            variant._replace(location=self.same_address(variant.location))
            for variant in hierarchy.details.variants(node)
        )
        return (
            hierarchy.details.kind(node),
            variants,
            hierarchy.details.roles_of(node),
            hierarchy.details.priority(node),
            hierarchy.relation(node),
            hierarchy.details.last_modified(node),
            hierarchy.details.change_frequency(node),
        )

    def _key(self, parent: int, node: int) -> str:
        first = self.hierarchy.details.variants(node)[0]
        if first.location is None:
            return f"{self.keys[parent]}\n{first.name or ''}"
        return f" {self.same_address(first.location)}"

    def _free(self, key: str) -> str:
        """A key that is no other node's: of the same pages listed several times, the first is the first."""
        # Counted, not tried one after the other: a file may hold the same item a hundred thousand times.
        self._alike[key] += 1
        return key if self._alike[key] == 1 else f"{key}\n\n{self._alike[key]}"


class Comparison:
    """Two maps, and which node of the one is which of the other."""

    def __init__(self, old: Hierarchy, new: Hierarchy) -> None:
        self.old, self.new = Side(old), Side(new)
        self._old_of = {node: self.old.by_key[key] for key, node in self.new.by_key.items() if key in self.old.by_key}
        self._old_of[new.root] = old.root
        self._join_groups()
        self._new_of = {old_node: node for node, old_node in self._old_of.items()}

    def differences(self) -> Iterator[Difference]:
        """All differences: those of the new map in its order, then what is gone, in the old one's."""
        added = _branches(self.new, self._old_of.keys())
        yield from self._order_of(self.new.hierarchy.root)
        for node in self.new.parents:
            old = self._old_of.get(node)
            if old is not None:
                yield from self._between(old, node)
            elif node in added:
                yield _whole("added", self.new, node, added[node])
        for node, below in _branches(self.old, self._new_of.keys()).items():
            yield _whole("gone", self.old, node, below)

    def _between(self, old: int, new: int) -> Iterator[Difference]:
        if self._old_of.get(self.new.parents[new]) != self.old.parents[old]:
            yield self._of_both("moved", new)._replace(old_path=self.old.path(old))
        # The branch stays where a group took the place of its page; the page itself is gone, or the other way round.
        if self.old.location(old) is None and self.new.location(new) is not None:
            yield self._of_both("added", new)
        elif self.old.location(old) is not None and self.new.location(new) is None:
            yield _whole("gone", self.old, old, 0)
        changes = tuple(self._changes(old, new)) if self.old.facts(old) != self.new.facts(new) else ()
        renamed = tuple(change for change in changes if change.quality == "name")
        others = tuple(change for change in changes if change.quality != "name")
        if renamed:
            yield self._of_both("renamed", new)._replace(changes=renamed)
        if others:
            yield self._of_both("changed", new)._replace(changes=others)
        yield from self._order_of(new)

    def _of_both(self, kind: Kind, new: int) -> Difference:
        """A difference of what is in both maps; of the first level, which has neither name nor address, too."""
        if new == self.new.hierarchy.root:
            return Difference(kind, None, None, ())
        first = self.new.hierarchy.details.variants(new)[0]
        return Difference(kind, first.name, first.location, self.new.path(new))

    def _order_of(self, new: int) -> Iterator[Difference]:
        """That the children which a node has in both maps stand in another order."""
        old = self._old_of[new]
        children = self.new.children(new)
        if len(children) < 2:
            return
        stood = [child for child in self.old.children(old) if child in self._new_of]
        place = {self._new_of[child]: rank for rank, child in enumerate(stood)}
        # What was added or has gone moves nobody: only those in both maps are compared.
        ranks = [place[child] for child in children if child in place]
        if ranks != sorted(ranks):
            yield self._of_both("reordered", new)

    def _changes(self, old: int, new: int) -> Iterator[Change]:
        before, after = _qualities(self.old, old), _qualities(self.new, new)
        for quality in dict.fromkeys((*before, *after)):
            if before.get(quality) != after.get(quality):
                yield Change(quality, before.get(quality), after.get(quality))

    def _join_groups(self) -> None:
        """Join two nodes of which at most one has an address, if most of the children of either are in both."""
        known = set(self._old_of.values())
        for node in self.new.parents:
            if node in self._old_of:
                continue
            children = self.new.children(node)
            stood = Counter(self.old.parents[self._old_of[child]] for child in children if child in self._old_of)
            for old, number in stood.most_common(1):
                # More than half of the smaller one: sections that merely share a page are not the same.
                is_free = old not in known and old != self.old.hierarchy.root
                is_page = self.old.location(old) is not None and self.new.location(node) is not None
                if is_free and not is_page and 2 * number > min(len(children), len(self.old.children(old))):
                    known.add(old)
                    self._old_of[node] = old


def _walk(hierarchy: Hierarchy) -> Iterator[tuple[int, int]]:
    """Each node of the tree once, with what it stands below first, before those below it."""
    met = {hierarchy.root}
    stack = [(hierarchy.root, iter(hierarchy.children(hierarchy.root)))]
    while stack:
        parent, children = stack[-1]
        node = next(children, None)
        if node is None:
            stack.pop()
        elif node not in met:
            met.add(node)
            yield parent, node
            if hierarchy.has_children(node):
                stack.append((node, iter(hierarchy.children(node))))


def _branches(side: Side, known: KeysView[int]) -> dict[int, int]:
    """The topmost of the nodes that the other map does not have, each with how many of them stand below it."""
    tops: dict[int, int] = {}
    counts: dict[int, int] = {}
    for node, parent in side.parents.items():
        if node in known:
            continue
        # Above stands first: where the parent is new as well, so is the branch that both belong to.
        top = tops.get(parent)
        tops[node] = node if top is None else top
        counts[tops[node]] = counts.get(tops[node], -1) + 1
    return counts


def _whole(kind: Kind, side: Side, node: int, below: int) -> Difference:
    first = side.hierarchy.details.variants(node)[0]
    return Difference(kind, first.name, first.location, side.path(node), below)


def _qualities(side: Side, node: int) -> dict[str, str]:
    """What is said of a node, as far as anything is, as text."""
    hierarchy = side.hierarchy
    variants = hierarchy.details.variants(node)
    said = {
        "kind": hierarchy.details.kind(node),
        "roles": " ".join(hierarchy.details.roles_of(node)),
        "priority": str(hierarchy.details.priority(node)),
        "relation": hierarchy.relation(node),
        "last modified": hierarchy.details.last_modified(node),
        "change frequency": hierarchy.details.change_frequency(node),
    }
    for number, variant in enumerate(variants):
        said.update(_of_variant(side, variant, "" if number == 0 else f" ({variant.language or number + 1})"))
    return {quality: value for quality, value in said.items() if value is not None}


def _of_variant(side: Side, variant: Variant, suffix: str) -> dict[str, str | None]:
    refer = None if variant.referrer is None else " ".join(variant.referrer)
    values = variant._replace(location=side.same_address(variant.location), referrer=None)._asdict() | {
        "referrer": refer
    }
    if not suffix:
        del values["location"]  # by it the node is the same
    return {f"{quality.replace('_', ' ')}{suffix}": value for quality, value in values.items()}

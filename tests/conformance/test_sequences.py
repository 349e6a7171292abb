"""Previous and next in random maps, compared with an oracle that lists each sequence from the XML (D48, D54)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from conformance.comparing import retriever
from conformance.in_memory import ROOT, written
from conformance.oracle import ServedFile
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.views.places import neighbours

_RELATIONS = ("", "", ' relation="none"', ' relation="sequence"', ' relation="wrong"')
_ADDRESSES = ("{}", "{}", "{}", "mailto:{}@a.example")


@given(st.integers(0, 2**64))
def test_neighbours_are_those_of_the_listed_sequences(seed: int) -> None:
    rng, numbers = Random(seed), iter(range(1_000))
    content = "".join(_node(rng, numbers, 0) for _ in range(4))
    relation = rng.choice(_RELATIONS)
    root = etree.fromstring(f"<sitemap{relation}>{content}</sitemap>")
    served = {ROOT: ServedFile(ROOT, written(content, relation))}
    expected = {item.get("name"): _around(item) for item in root.iter("item")}
    assert dict(_resolved(resolve(ssp.Site(ROOT), retriever(served)))) == expected


def _node(rng: Random, numbers: Iterator[int], depth: int) -> str:
    kind = "group" if rng.random() < 0.5 else "item"
    number = next(numbers)
    children = "".join(_node(rng, numbers, depth + 1) for _ in range(rng.randint(0, 3))) if depth < 3 else ""
    name = f' name="{number}"' if kind == "item" else ""
    url = f' url="{rng.choice(_ADDRESSES).format(number)}"' if kind == "item" else ""
    return f"<{kind}{name}{url}{rng.choice(_RELATIONS)}>{children}</{kind}>"


def _around(item: Any) -> tuple[str | None, str | None]:
    """Return the names of the pages before and after an item in its sequence."""
    owner = item.getparent()
    while owner.tag == "group" and owner.get("relation") not in ("none", "sequence"):
        owner = owner.getparent()
    if owner.get("relation") != "sequence":
        return None, None
    listed = list(_sequence(owner))
    at = listed.index(item)
    before, after = (
        [other.get("name") for other in part if ":" not in other.get("url")] for part in (listed[:at], listed[at + 1 :])
    )
    return before[-1] if before else None, after[0] if after else None


def _sequence(owner: Any) -> Iterator[Any]:
    for child in owner:
        if child.tag == "item":
            yield child
        elif child.get("relation") not in ("none", "sequence"):
            yield from _sequence(child)


def _resolved(resolved: Hierarchy) -> Iterator[tuple[str | None, tuple[str | None, ...]]]:
    waiting: list[tuple[int, ...]] = [(node,) for node in resolved.children(resolved.root)]
    while waiting:
        path = waiting.pop()
        waiting += [(*path, node) for node in resolved.children(path[-1])]
        if resolved.details.kind(path[-1]) == "item":
            around = (
                None if other is None else resolved.details.names(other[-1])[0] for other in neighbours(resolved, path)
            )
            yield resolved.details.names(path[-1])[0], tuple(around)

"""The rule on places in a map: `standard_sitemap.model.hierarchy`. [D20]"""

from __future__ import annotations

import typing

import pytest

from conformance.in_memory import hierarchy
from host.sitemapsorg.samples import pages, resolved
from standard_sitemap.model.hierarchy import Hierarchy, is_loop


def test_node_is_a_loop_only_below_itself() -> None:
    assert not is_loop((), 1)
    assert not is_loop((2, 3), 1)
    assert is_loop(iter((2, 1)), 1)


@pytest.mark.parametrize("tree", [hierarchy('<item name="A" url="a"/>'), resolved(pages("a"))])
def test_both_formats_have_all_that_a_map_has(tree: Hierarchy) -> None:
    assert {name for name in typing.get_type_hints(Hierarchy) if not hasattr(tree, name)} == set()
    assert {name for name in vars(Hierarchy) if not name.startswith("_") and not hasattr(tree, name)} == set()

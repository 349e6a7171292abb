"""Places and keys: stable, and found again from the key alone."""

from collections.abc import Callable
from typing import Any

import pytest

from standard_sitemap import ssp
from standard_sitemap.reader.views import paths

Build = Callable[..., ssp.Hierarchy]

TREE = """<item name="A" url="/a"><item name="B" url="/b"><item name="C" url="/c"/></item></item>
<group name="G"><item name="D" url="/d"/></group>"""


def _places(hierarchy: ssp.Hierarchy) -> list[paths.Path]:
    node_paths, waiting = [], [(node,) for node in hierarchy.children(hierarchy.root)]
    while waiting:
        path = waiting.pop()
        node_paths.append(path)
        waiting.extend((*path, child) for child in hierarchy.children(path[-1]))
    return node_paths


def test_every_place_is_found_by_its_key(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(TREE)
    places = _places(hierarchy)
    keys = {paths.key_of_path(hierarchy, path): path for path in places}
    assert len(keys) == len(places) == 5
    assert paths.paths_of_keys(hierarchy, keys) == keys
    assert {key: paths.path_of_key(hierarchy, key) for key in keys} == keys
    assert set(paths.keys_of_paths(hierarchy, places)) == {*keys, paths.ROOT}


def test_key_of_a_path_equals_the_key_of_its_last_node(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(TREE)
    path = max(_places(hierarchy), key=len)
    ways = [paths.key_of_path(hierarchy, path[:depth]) for depth in range(1, len(path) + 1)]
    assert paths.keys_on_the_way(hierarchy, path) == ways


@pytest.mark.parametrize("key", ["nothing", "a.b.c", "!folded.x", "~range", ".", "a..b", "\ud800"])
def test_invalid_key_names_no_place(hierarchy_of: Build, key: str) -> None:
    assert paths.path_of_key(hierarchy_of(TREE), key) is None


def test_a_key_at_great_depth_is_folded(hierarchy_of: Build) -> None:
    depth = 300
    hierarchy = hierarchy_of("".join(f'<item name="d" url="/{n}">' for n in range(depth)) + "</item>" * depth)
    path = max(_places(hierarchy), key=len)
    key = paths.key_of_path(hierarchy, path)
    assert key.startswith("!")
    assert len(key) <= 1_024
    assert paths.path_of_key(hierarchy, key) is None


def test_the_children_of_a_node_are_looked_through_once_for_all_keys(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    hierarchy = hierarchy_of("".join(f'<item name="n{number}" url="/{number}"/>' for number in range(500)))
    keys = [paths.key_of_path(hierarchy, (node,)) for node in hierarchy.children(hierarchy.root)]
    looked = []
    step = paths.step

    def counted(*arguments: Any) -> str:
        looked.append(arguments)
        return step(*arguments)

    monkeypatch.setattr(paths, "step", counted)
    assert len(paths.paths_of_keys(hierarchy, keys)) == 500
    assert len(looked) == 500


def test_the_first_of_two_places_of_one_node_is_found() -> None:
    assert paths.index_of([9, 5, 6, 9], 9) == 0
    many = list(range(paths.SEARCHED_ONE_BY_ONE + 1))
    assert paths.index_of(many, many[-1]) == len(many) - 1

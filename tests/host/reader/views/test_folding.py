"""The open branches of a view."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.reader.views import folding
from standard_sitemap.reader.views.dividing import Divisions
from standard_sitemap.reader.views.folding import Folding
from standard_sitemap.reader.views.paths import key_of_path

Build = Callable[..., ssp.Hierarchy]

TWO = '<item name="A" url="/a"><item name="B" url="/b"/></item><item name="C" url="/c"><item name="D" url="/d"/></item>'


def _folding(hierarchy: ssp.Hierarchy, group_size: int = 0) -> Folding:
    return Folding(Divisions(hierarchy, group_size, ()))


def _rows(folds: Folding) -> int:
    return folds.tree.root.rows


def test_exactly_the_branches_that_are_named_are_open(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(TWO)
    first, second = ((node,) for node in hierarchy.children(hierarchy.root))
    folds = _folding(hierarchy)
    folds.open_keys([key_of_path(hierarchy, first)])
    assert (_rows(folds), folds.row_of_path(second)) == (3, 2)
    folds.open_keys([key_of_path(hierarchy, second)])
    assert (_rows(folds), folds.row_of_path(second)) == (3, 1)
    folds.open_keys([])
    assert _rows(folds) == 2


def test_first_of_two_places_with_one_key_is_remembered(hierarchy_of: Build) -> None:
    folds = _folding(hierarchy_of(TWO))
    for path in ((5,), (2,), (7,)):
        folds.remember("k", (path, None))
    assert folds.recent_path("k") == (2,)


def test_the_keys_that_are_remembered_are_bounded(hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "REMEMBERED_KEYS", 2)
    folds = _folding(hierarchy_of(TWO))
    for number in range(3):
        folds.remember(str(number), ((number,), None))
    assert [folds.recent_path(str(number)) for number in range(3)] == [None, (1,), (2,)]


def test_the_keys_that_are_awaited_are_bounded(hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "AWAITED_KEYS", 0)
    fuller = hierarchy_of(TWO + '<item name="E" url="/e"><item name="F" url="/f"/></item>')
    key = key_of_path(fuller, (fuller.children(fuller.root)[2],))
    folds = _folding(hierarchy_of(TWO))
    assert not folds.toggle(key, open_it=True)
    folds.open_keys([key])
    folds.rebase(Divisions(fuller, 0, ()))
    assert _rows(folds) == 3


def test_a_group_of_groups_is_found_by_its_key_below_an_item(hierarchy_of: Build) -> None:
    numbered = "".join(f'<item name="n{number:04}" url="/{number}"/>' for number in range(1_000))
    hierarchy = hierarchy_of(f'<item name="All" url="/all" order="lexical">{numbered}</item>')
    folds = _folding(hierarchy, 5)
    item = (hierarchy.children(hierarchy.root)[0],)
    keys = [key_of_path(hierarchy, item)]
    branch, entry = folds.find((item, None), opening=True) or (None, 0)
    assert branch is not None
    while (part := folds.tree.open(branch, entry)) is not None and part.parts:
        branch, entry = part, 1
        keys.append(folds.tree.key_of(branch, entry))
    assert len(keys) > 3
    again = _folding(hierarchy, 5)
    again.open_keys(reversed(keys))
    assert _rows(again) == _rows(folds)


DEEP = """<item name="A" url="/a"><item name="B" url="/b"><item name="C" url="/c"/></item><item name="D" url="/d"/>
</item><item name="E" url="/e"/>"""


def test_branch_that_was_open_below_one_that_opened_by_itself_is_open_with_it_again(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(DEEP)
    (outer, *_) = hierarchy.children(hierarchy.root)
    inner, other = hierarchy.children(outer)
    folds = _folding(hierarchy)
    folds.open_keys([key_of_path(hierarchy, (outer, inner))])
    assert _rows(folds) == 2, "it stands in one that is closed"
    folds.open_to((outer, other))
    assert (_rows(folds), folds.row_of_path((outer, other))) == (5, 3)
    assert folds.toggle(key_of_path(hierarchy, (outer,)), open_it=False)
    assert folds.toggle(key_of_path(hierarchy, (outer,)), open_it=True)
    assert _rows(folds) == 4, "who closes a branch closes all in it"


def test_branch_that_is_opened_by_hand_shows_what_was_open_in_it(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(DEEP)
    (outer, *_) = hierarchy.children(hierarchy.root)
    folds = _folding(hierarchy)
    folds.open_keys([key_of_path(hierarchy, (outer, hierarchy.children(outer)[0]))])
    assert folds.toggle(key_of_path(hierarchy, (outer,)), open_it=True)
    assert _rows(folds) == 5

"""A view: rows of open branches, the current page, folding, synthetic groups, replacement of the hierarchy."""

from collections.abc import Callable
from typing import Any

import pytest

from host.reader.views.all_rows import all_rows
from standard_sitemap import ssp
from standard_sitemap.reader.views import paths, view_replies
from standard_sitemap.reader.views.filtering import FilteredRows, filtered
from standard_sitemap.reader.views.folding import MOST_EXPANDED
from standard_sitemap.reader.views.paths import EXACT_SIBLINGS
from standard_sitemap.reader.views.places import placement_of
from standard_sitemap.reader.views.view import Look, View

Build = Callable[..., ssp.Hierarchy]

BOOKS = """
<item name="Shop" url="/">
  <item name="Poetry" url="/poetry"><item name="Odes" url="/odes"/><item name="Sonnets" url="/sonnets"/></item>
  <group name="Novels"><item name="Old" url="/old"/><group><item name="New" url="/new"/></group></group>
</item>
<item name="Contact" url="/contact"/>
"""


def _view(hierarchy: ssp.Hierarchy, group_size: int = 0, **look: Any) -> View:
    return View("v1", hierarchy, Look(group_size=group_size, **look))


def _move(view: View, url: str) -> None:
    view.move_to(url, placement_of(view.hierarchy, url))


def _shown(view: View) -> list[str]:
    return [f"{'.' * (row['level'] - 1)}{row['name'] or '-'}" for row in all_rows(view)]


def _key(view: View, name: str) -> str:
    return next(str(row["key"]) for row in all_rows(view) if row["name"] == name)


def _numbered(count: int) -> str:
    return "".join(f'<item name="n{number:03}" url="/{number}"/>' for number in range(count))


def test_shows_the_first_level_and_opens_what_is_requested(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    assert _shown(view) == ["Shop", "Contact"]
    assert view.toggle(_key(view, "Shop"), open_it=True)
    assert _shown(view) == ["Shop", ".Poetry", ".Novels", "..Old", "..-", "...New", "Contact"]
    assert view.toggle(_key(view, "Poetry"), open_it=True)
    assert view.total == 9
    assert view.toggle(_key(view, "Shop"), open_it=False)
    assert _shown(view) == ["Shop", "Contact"]


def test_a_sole_first_entry_is_open(hierarchy_of: Build) -> None:
    assert _shown(_view(hierarchy_of('<item name="A" url="/"><item name="B" url="/b"/></item>'))) == ["A", ".B"]


def test_rows_of_a_filter_say_whether_they_match_or_only_lead_there(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    assert "matches" not in view_replies.state(view)
    rows = FilteredRows()
    for _ in filtered(view.hierarchy, "o", rows):
        pass
    view.set_filter("o", rows)
    matches = [(row["name"], row["match"]) for row in view_replies.rows(view, 0, 100)]
    assert matches == [("Shop", True), ("Poetry", True), ("Odes", True), ("Sonnets", True), ("Novels", True),
                     ("Old", True), ("Contact", True)]  # fmt: skip
    rows = FilteredRows()
    for _ in filtered(view.hierarchy, "od", rows):
        pass
    view.set_filter("od", rows)
    assert [(row["name"], row["match"]) for row in view_replies.rows(view, 0, 9)] == [
        ("Shop", False),
        ("Poetry", False),
        ("Odes", True),
    ]
    assert view_replies.state(view)["matches"] == 1


# holds: F77 W10
def test_groups_cannot_be_closed(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.toggle(_key(view, "Shop"), open_it=True)
    view.toggle(_key(view, "Novels"), open_it=False)
    assert "..Old" in _shown(view)


def test_any_slice_is_the_same_as_in_the_whole(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.toggle(_key(view, "Shop"), open_it=True)
    whole = view_replies.rows(view, 0, 100)
    for first in range(len(whole)):
        for count in range(4):
            assert view_replies.rows(view, first, count) == whole[first : first + count]
    assert view_replies.rows(view, 99, 5) == []


def test_places_among_siblings_are_reported(hierarchy_of: Build) -> None:
    rows = view_replies.rows(_view(hierarchy_of(BOOKS)), 0, 2)
    assert [(row["position"], row["set_size"]) for row in rows] == [(1, 2), (2, 2)]


def test_the_current_page_is_opened_and_marked(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(BOOKS)
    view = _view(hierarchy)
    _move(view, "http://www.example.org/sonnets#third")
    state = view_replies.state(view)
    assert [link["name"] for link in state["trail"]] == ["Shop", "Poetry", "Sonnets"]
    assert view_replies.rows(view, state["current"], 1)[0]["current"] is True
    assert state["pending"] is False


def test_a_location_with_the_fragment_wins(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="Page" url="/p"/><item name="Part" url="/p#two"/>')
    view = _view(hierarchy)
    names = {}
    for url in ("/p", "/p#two", "/p#three"):
        _move(view, "http://www.example.org" + url)
        names[url] = view_replies.rows(view, view_replies.state(view)["current"], 1)[0]["name"]
    assert names == {"/p": "Page", "/p#two": "Part", "/p#three": "Page"}


def test_a_page_not_found_yet_is_looked_for_later(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(BOOKS)
    view = _view(hierarchy)
    view.move_to("http://www.example.org/odes", None)
    assert view_replies.state(view)["pending"] is True
    _move(view, "http://www.example.org/odes")
    assert view_replies.state(view)["current"] == 2


def test_a_loop_is_shown_without_what_is_below_it(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of('<item xml:id="a" name="A" url="/"><item name="B" url="/b"/><external url="#a"/></item>'))
    last = view_replies.rows(view, 2, 1)[0]
    assert (last["name"], last["loop"], last["children"]) == ("A", True, False)
    view.toggle(last["key"], open_it=True)
    assert view.total == 3


def test_a_node_in_two_places_has_two_keys(hierarchy_of: Build) -> None:
    shared = '<item name="X" url="/x"><item xml:id="s" name="S" url="/s"><item name="T" url="/t"/></item></item>'
    view = _view(hierarchy_of(shared + '<item name="Y" url="/y"><external url="#s"/></item>'))
    for name in ("X", "Y"):
        view.toggle(_key(view, name), open_it=True)
    first, second = (row["key"] for row in view_replies.rows(view, 0, 9) if row["name"] == "S")
    assert first != second
    view.toggle(second, open_it=True)
    assert _shown(view) == ["X", ".S", "Y", ".S", "..T"]


def test_alike_siblings_share_a_key_which_names_the_first(hierarchy_of: Build) -> None:
    alike = '<item name="A" url="/"><item name="{0}" url="/{0}"/></item>'
    view = _view(hierarchy_of("".join(map(alike.format, "bcd"))))
    rows = view_replies.rows(view, 0, 9)
    assert [row["name"] for row in rows] == ["A", "A", "A"]
    assert len({row["key"] for row in rows}) == 1
    view_replies.rows(view, 2, 1)  # the last one sent is not the named one
    assert view.toggle(rows[2]["key"], open_it=True)
    assert _shown(view) == ["A", ".b", "A", "A"]
    assert view.toggle(rows[0]["key"], open_it=False)
    assert view.total == 3


def test_alike_siblings_among_very_many_share_a_key_which_names_the_first(hierarchy_of: Build) -> None:
    last = '<item name="n001" url="/1"><item name="In" url="/in"/></item>'
    view = _view(hierarchy_of(_numbered(2_500) + last))
    (first,), (other,) = view_replies.rows(view, 1, 1), view_replies.rows(view, 2_500, 1)
    assert (first["key"], first["children"]) == (other["key"], False)
    assert other["children"]


def test_keys_stay_when_the_map_is_read_anew_or_edited_elsewhere(hierarchy_of: Build) -> None:
    first = _view(hierarchy_of(BOOKS))
    first.toggle(_key(first, "Shop"), open_it=True)
    key = _key(first, "Poetry")
    second = _view(hierarchy_of('<item name="Before" url="/0"/>' + BOOKS.replace("Old", "Older")))
    second.open_keys([_key(first, "Shop"), key, "unknown", "", "!folded.x"])
    assert "..Odes" in _shown(second)


def test_many_ordered_children_are_divided(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(_numbered(100), 'order="lexical"'), group_size=10)
    assert view.total == 10
    first = view_replies.rows(view, 0, 1)[0]
    assert (first["kind"], first["name"], first["children"], first["open"]) == ("range", "n000…n009", True, False)
    view.toggle(first["key"], open_it=True)
    assert _shown(view)[:3] == ["n000…n009", ".n000", ".n001"]
    assert view_replies.rows(view, 1, 1)[0]["set_size"] == 10
    view.toggle(first["key"], open_it=False)
    assert view.total == 10


def test_a_page_within_synthetic_groups_is_revealed(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(_numbered(200), 'order="lexical"')
    view = _view(hierarchy, group_size=5)
    _move(view, "http://www.example.org/123")
    rows = all_rows(view)
    assert rows[view_replies.state(view)["current"]]["name"] == "n123"
    assert max(row["level"] for row in rows) == rows[view_replies.state(view)["current"]]["level"] > 2


def test_children_without_order_are_not_divided(hierarchy_of: Build) -> None:
    assert _view(hierarchy_of(_numbered(100)), group_size=10).total == 100


def test_keys_of_synthetic_groups_are_found_again(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(_numbered(100), 'order="lexical"')
    key = view_replies.rows(_view(hierarchy, group_size=10), 3, 1)[0]["key"]
    view = _view(hierarchy, group_size=10)
    view.open_keys([key])
    assert _shown(view)[3:5] == ["n030…n039", ".n030"]


def test_open_branches_stay_open_as_the_map_grows(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.toggle(_key(view, "Shop"), open_it=True)
    before, revision = _shown(view), view.revision
    view.rebase(hierarchy_of(BOOKS + '<item name="More" url="/more"/>'), Look())
    assert _shown(view) == [*before, "More"]
    assert view.revision > revision


def test_open_branches_stay_open_after_reload(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    for name in ("Shop", "Poetry"):
        view.toggle(_key(view, name), open_it=True)
    view.transplant(hierarchy_of('<item name="New" url="/n"/>' + BOOKS), Look())
    assert _shown(view)[:4] == ["New", "Shop", ".Poetry", "..Odes"]


def test_the_end_of_a_long_branch_is_shown(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(_numbered(1000) * 20))
    assert view.total == 20_000
    assert [row["position"] for row in view_replies.rows(view, 19_998, 5)] == [19_999, 20_000]


def test_great_depth_is_no_obstacle(hierarchy_of: Build) -> None:
    depth = 3_000
    hierarchy = hierarchy_of("".join(f'<item name="d" url="/{n}">' for n in range(depth)) + "</item>" * depth)
    view = _view(hierarchy)
    _move(view, f"http://www.example.org/{depth - 1}")
    state = view_replies.state(view)
    assert (state["total"], state["current"]) == (depth, depth - 1)
    assert len(state["trail"]) <= 64


@pytest.mark.parametrize("depth", [1_200, pytest.param(3_000, marks=pytest.mark.thorough)])
def test_deep_open_branches_stay_open_as_the_map_grows(hierarchy_of: Build, depth: int) -> None:
    content = "".join(f'<item name="d" url="/{n}">' for n in range(depth)) + "</item>" * depth
    view = _view(hierarchy_of(content))
    _move(view, f"http://www.example.org/{depth - 1}")
    view.rebase(hierarchy_of(content + '<item name="More" url="/more"/>'), view.look)
    assert view.total == depth + 1
    view.transplant(hierarchy_of(content), view.look)
    assert view.total > 64


def test_an_open_synthetic_group_below_an_item_stays_open_in_a_fuller_map(hierarchy_of: Build) -> None:
    content = f'<item name="Home" url="/"/><item name="All" url="/all" order="lexical">{_numbered(100)}</item>'
    view = _view(hierarchy_of(content), group_size=10)
    view.toggle(_key(view, "All"), open_it=True)
    view.toggle(_key(view, "n000…n009"), open_it=True)
    shown = _shown(view)
    assert "..n005" in shown
    view.rebase(hierarchy_of(content + '<item name="More" url="/more"/>'), view.look)
    assert _shown(view) == [*shown, "More"]


def test_groups_that_share_groups_do_not_unfold_without_end(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("standard_sitemap.reader.views.branches.MAX_BRANCHES", 500)
    pairs = "".join(
        f'<group xml:id="g{n}"><external url="#g{n + 1}"/><external url="#g{n + 1}"/></group>' for n in range(64)
    )
    view = _view(hierarchy_of(pairs + '<group xml:id="g64"><item name="End" url="/"/></group>'))
    assert view.total < 2_000


def test_a_branch_requested_before_its_file_is_there_opens_with_it(hierarchy_of: Build) -> None:
    whole = _view(hierarchy_of(BOOKS))
    shop = _key(whole, "Shop")
    view = _view(hierarchy_of('<item name="Contact" url="/contact/"/>'))
    view.open_keys([shop])
    assert _shown(view) == ["Contact"]
    view.rebase(whole.hierarchy, view.look)
    assert _shown(view) == ["Shop", ".Poetry", ".Novels", "..Old", "..-", "...New", "Contact"]


def test_a_branch_opened_and_closed_before_its_file_is_there_stays_closed(hierarchy_of: Build) -> None:
    whole = _view(hierarchy_of(BOOKS))
    shop = _key(whole, "Shop")
    view = _view(hierarchy_of('<item name="Contact" url="/contact/"/>'))
    assert not view.toggle(shop, open_it=True)
    assert not view.toggle(shop, open_it=False)
    view.rebase(whole.hierarchy, view.look)
    assert _shown(view) == ["Shop", "Contact"]
    assert not view.toggle("gone", open_it=True)
    view.transplant(hierarchy_of(BOOKS), view.look)
    assert _shown(view) == ["Shop", "Contact"]


_TWICE = """<item name="A" url="/a"><item name="Shared" url="/s"/><item name="A2" url="/a2"/></item>
<item name="B" url="/b"><item name="Shared" url="/s"/><item name="B2" url="/b2"/></item>"""


# holds: W7
def test_page_in_two_places_shows_the_visited_one(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(_TWICE))
    hierarchy = view.hierarchy
    second = hierarchy.children(hierarchy.root)[1]
    goal = (second, hierarchy.children(second)[0])
    view.head_for(goal)
    view.move_to("http://www.example.org/s", None)
    view.move_to("http://www.example.org/s", placement_of(hierarchy, "http://www.example.org/s", view.current.near))
    assert [link["name"] for link in view_replies.state(view)["trail"]] == ["B", "Shared"]


def test_page_in_two_places_shows_the_one_beside_the_previous_page(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(_TWICE))
    _move(view, "http://www.example.org/b2")
    view.move_to("http://www.example.org/s", None)
    view.move_to(
        "http://www.example.org/s", placement_of(view.hierarchy, "http://www.example.org/s", view.current.near)
    )
    assert [link["name"] for link in view_replies.state(view)["trail"]] == ["B", "Shared"]


def test_a_closed_branch_of_the_current_page_is_revealed_again(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(_TWICE))
    _move(view, "http://www.example.org/b2")
    view.toggle(_key(view, "B"), open_it=False)
    assert (view_replies.state(view)["current"], view_replies.state(view)["in_map"]) == (None, True)
    view.reveal()
    assert view_replies.state(view)["current"] == 3


def test_a_page_found_in_a_fuller_map_than_is_shown_is_looked_for_again(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of('<item name="A" url="/a"/>'))
    fuller = hierarchy_of('<item name="A" url="/a"/><item name="B" url="/b"/>')
    view.move_to("http://www.example.org/b", placement_of(fuller, "http://www.example.org/b"))
    assert (view_replies.state(view)["trail"], view_replies.state(view)["pending"]) == ([], True)
    view.rebase(fuller, view.look)
    _move(view, "http://www.example.org/b")
    assert [link["name"] for link in view_replies.state(view)["trail"]] == ["B"]
    view.rebase(hierarchy_of('<item name="A" url="/a"/>'), view.look)
    assert (view_replies.state(view)["trail"], view_replies.state(view)["pending"]) == ([], True)


def test_a_synthetic_group_within_another_is_open_again(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(_numbered(5_000), 'order="lexical"')
    view = _view(hierarchy, group_size=10)
    outer = view_replies.rows(view, 0, 1)[0]["key"]
    view.toggle(outer, open_it=True)
    inner = view_replies.rows(view, 1, 1)[0]["key"]
    view.toggle(inner, open_it=True)
    again = _view(hierarchy, group_size=10)
    again.open_keys([inner, outer])
    assert _shown(again) == _shown(view)
    assert again.total == view.total == 25


def test_expand_all_returns_the_opened_branches(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    before = view.revision
    opened, is_all = view.expand(None)
    assert is_all
    assert _shown(view) == [
        "Shop", ".Poetry", "..Odes", "..Sonnets", ".Novels", "..Old", "..-", "...New", "Contact",
    ]  # fmt: skip
    assert opened == [_key(view, "Shop"), _key(view, "Poetry")]
    assert view.revision > before
    assert view.expand(None) == ([], True)


def test_a_branch_is_expanded_alone_and_closed_with_all_below(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS + '<item name="Other" url="/o"><item name="Below" url="/b"/></item>'))
    view.expand(_key(view, "Shop"))
    assert "..Odes" in _shown(view)
    assert ".Below" not in _shown(view)
    view.toggle(_key(view, "Shop"), open_it=False)
    view.toggle(_key(view, "Shop"), open_it=True)
    assert "..Odes" not in _shown(view)


def test_expanded_branches_survive_reload(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.expand(None)
    shown = _shown(view)
    view.transplant(hierarchy_of(BOOKS), Look())
    assert _shown(view) == shown


@pytest.mark.promise("author", "The number of branches opened by one command is limited.")
def test_a_map_that_is_too_large_is_expanded_from_above_as_far_as_the_bound(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "standard_sitemap.reader.views.view._EXPANDING_S", 60
    )  # the other bound, which a busy machine reaches first
    branch = '<item name="B{0}" url="/{0}"><item name="C{0}" url="/{0}/c"><item name="D" url="/{0}/d"/></item></item>'
    view = _view(hierarchy_of("".join(branch.format(number) for number in range(300))))
    opened, is_all = view.expand(None)
    assert not is_all
    assert len(opened) == MOST_EXPANDED
    assert view.total == 300 + 300 + 100
    more, is_all = view.expand(None)
    assert is_all
    assert len(more) == 200


def test_loops_are_not_expanded(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of('<item xml:id="a" name="A" url="/"><external url="#a"/></item><item name="B" url="/b"/>'))
    assert view.expand(None)[1]
    assert _shown(view) == ["A", ".A", "B"]


def test_synthetic_groups_are_expanded(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(f'<item name="All" url="/" order="lexical">{_numbered(30)}</item>'), group_size=10)
    view.expand(None)
    assert "..n029" in _shown(view)


def test_filtered_rows_are_already_expanded(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.set_filter("o", FilteredRows())
    assert view.expand(None) == ([], True)


def test_no_such_row_is_expanded(hierarchy_of: Build) -> None:
    with pytest.raises(KeyError):
        _view(hierarchy_of(BOOKS)).expand("nowhere")


def test_hidden_branches_are_gone_and_come_back(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.expand(None)
    whole = _shown(view)
    view.hide([_key(view, "Poetry")])
    assert _shown(view) == ["Shop", ".Novels", "..Old", "..-", "...New", "Contact"]
    view.hide([*view.hidden, _key(view, "Contact")])
    assert _shown(view) == ["Shop", ".Novels", "..Old", "..-", "...New"]
    assert len(view.hidden) == 2
    view.hide([])
    assert _shown(view) == whole


def test_many_hidden_branches_are_found_in_one_scan_of_their_siblings(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = _view(hierarchy_of(_numbered(300)))
    hidden = [_key(view, f"n{number:03}") for number in range(280, 300)]
    scanned = list[str]()
    digest = paths._digest
    monkeypatch.setattr(paths, "_digest", lambda text: scanned.append(text) or digest(text))
    view.hide(hidden)
    assert _shown(view) == [f"n{number:03}" for number in range(280)]
    assert len(scanned) < 3 * 300


def test_hidden_branches_stay_hidden_after_reload_and_growth(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    poetry, shop = "", _key(view, "Shop")
    view.toggle(shop, open_it=True)
    poetry = _key(view, "Poetry")
    other = _view(hierarchy_of('<item name="Contact" url="/contact"/>'))
    other.hide([poetry])
    assert other.hidden == (poetry,)
    for show in (other.rebase, other.transplant):
        show(hierarchy_of(BOOKS), Look())
        other.open_keys([shop])
        assert ".Poetry" not in _shown(other)
        assert ".Novels" in _shown(other)


def test_filter_does_not_find_hidden_branches(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.expand(None)
    view.hide([_key(view, "Poetry")])
    rows = FilteredRows()
    for _ in filtered(view.hierarchy, "o", rows):
        pass
    view.set_filter("o", rows)
    assert [row["name"] for row in view_replies.rows(view, 0, 9)] == ["Shop", "Novels", "Old", "Contact"]


def test_a_page_in_a_hidden_branch_has_no_row_until_it_is_shown_again(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    _move(view, "http://www.example.org/odes")
    assert view_replies.state(view)["in_map"]
    view.hide([_key(view, "Poetry")])
    assert view_replies.state(view)["pending"]
    _move(view, "http://www.example.org/odes")
    assert not view_replies.state(view)["in_map"]
    view.hide([])
    _move(view, "http://www.example.org/odes")
    assert view_replies.state(view)["in_map"]


def test_a_branch_hidden_beside_another_is_found_by_the_key_of_the_whole_map(hierarchy_of: Build) -> None:
    """Check with at most a hundred siblings, whose keys are made of resolved addresses."""
    items = "".join(f'<item name="n{number}" url="{number}"/>' for number in range(EXACT_SIBLINGS + 1))
    view = _view(hierarchy_of(items))
    view.hide([_key(view, "n0")])
    second = _key(view, "n1")
    view.hide([*view.hidden, second])
    assert second not in view.hidden
    assert [row["name"] for row in view_replies.rows(view, 0, 2)] == ["n2", "n3"]
    view.transplant(hierarchy_of(items), Look())
    assert [row["name"] for row in view_replies.rows(view, 0, 2)] == ["n2", "n3"]


def test_pages_below_rows_are_counted(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(BOOKS))
    view.toggle(_key(view, "Shop"), open_it=True)
    keys = [_key(view, name) for name in ("Shop", "Poetry", "Novels", "Contact")]
    assert view_replies.pages_below(view, [*keys, "nowhere"]) == [5, 2, 2, 0, None]
    view.hide([_key(view, "Poetry")])
    assert view_replies.pages_below(view, keys[:1]) == [2]


def test_pages_of_a_synthetic_group_are_counted(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(f'<item name="All" url="/" order="lexical">{_numbered(30)}</item>'), group_size=10)
    view.toggle(_key(view, "All"), open_it=True)
    assert view_replies.pages_below(view, [view_replies.rows(view, 1, 1)[0]["key"]]) == [10]

"""The replies with rows: their contents and their size."""

from collections.abc import Callable

from standard_sitemap import ssp
from standard_sitemap.reader.views.branches import Branches
from standard_sitemap.reader.views.dividing import Divisions
from standard_sitemap.reader.views.message_room import as_many_as_fit
from standard_sitemap.reader.views.view_replies import branch_row, menu_row

Build = Callable[..., ssp.Hierarchy]


def test_rows_are_made_until_full_but_at_least_one() -> None:
    made = []

    def make(text: str) -> str:
        made.append(text)
        return text

    makers = [lambda text=text: make(text) for text in ("a" * 98, "b" * 98, "c")]
    assert as_many_as_fit(makers, 150) == ["a" * 98]
    assert made == ["a" * 98, "b" * 98]
    assert as_many_as_fit(makers, 1) == ["a" * 98]
    assert as_many_as_fit([], 1) == []


def test_a_synthetic_group_is_named_by_its_ends(hierarchy_of: Build) -> None:
    numbered = "".join(f'<item name="n{number:02}" url="/{number}"/>' for number in range(20))
    tree = Branches(Divisions(hierarchy_of(numbered, 'order="lexical"'), 10, ()))
    row = branch_row(tree, tree.root, 1, (), frozenset())
    assert (row["kind"], row["name"], row["children"], row["open"]) == ("range", "n10…n19", True, False)
    assert (row["position"], row["set_size"]) == (2, 2)


def test_the_row_of_a_node_says_whether_it_is_the_current_page(hierarchy_of: Build) -> None:
    tree = Branches(Divisions(hierarchy_of('<item name="A" url="/a"/><item name="B" url="/b"/>'), 0, ()))
    second = tree.root.child(1)
    assert [branch_row(tree, tree.root, entry, (), frozenset({second}))["current"] for entry in (0, 1)] == [False, True]


def test_an_entry_of_a_menu_has_no_position(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<group name="G"><item name="A" url="/a"/></group>')
    row = menu_row(hierarchy, (hierarchy.children(hierarchy.root)[0],), "k", ())
    assert (row["kind"], row["open"], row["children"], row["level"]) == ("group", True, True, 1)
    assert "position" not in row

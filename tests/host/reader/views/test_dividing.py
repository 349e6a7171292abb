"""Long lists, divided by the reader's choice: `standard_sitemap.reader.views.dividing`."""

import string
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from host.reader.views.all_rows import all_rows
from host.sitemapsorg.samples import index, pages, resolved
from standard_sitemap import ssp
from standard_sitemap.model.ordering import Range
from standard_sitemap.reader.protocol.replies import Row
from standard_sitemap.reader.views import dividing, view_replies
from standard_sitemap.reader.views.dividing import Division, Wish, divided, run_label
from standard_sitemap.reader.views.places import placement_of
from standard_sitemap.reader.views.view import Look, View
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata

Build = Callable[..., ssp.Hierarchy]
SITE = "https://a.example"


def _of_names(names: Iterable[str], size: int) -> Division:
    named = [(name, "") for name in names]
    return divided(range(len(named)), named, "name", size)


def _of_addresses(paths: Iterable[str], size: int) -> Division:
    named = [("", SITE + path) for path in paths]
    return divided(range(len(named)), named, "address", size)


def _labels(parts: Iterable[Range]) -> list[Any]:
    return [[part.name, *_labels(part.parts)] if part.parts else part.name for part in parts]


def test_names_are_grouped_by_initials_in_order() -> None:
    names = [letter + end for letter in string.ascii_lowercase for end in ("ab", "xy")]
    assert _labels(_of_names(names, 10).parts) == ["A – E", "F – J", "K – O", "P – T", "U – Y", "Z"]


def test_many_names_with_one_initial_are_divided_by_more_letters() -> None:
    names = [f"S{letter}{number:02}" for letter in "aeiou" for number in range(4)] + ["Tar"]
    assert _labels(_of_names(names, 8).parts) == [["S", "Sa – Se", "Si – So", "Su"], "T"]


def test_dated_pages_stand_under_their_years_the_newest_first() -> None:
    names = [f"{year}-{month:02} Minutes" for year in range(2021, 2025) for month in range(1, 7)]
    division = _of_names(names, 6)
    assert _labels(division.parts) == ["2024", "2023", "2022", "2021"]
    assert names[division.children[0]] == "2024-06 Minutes"


def test_numbers_are_in_the_order_of_their_size_and_accents_make_no_difference() -> None:
    names = ["Éa", "10 b", "9 b", "eb", "ea 2", "ea 10", "*"]
    division = _of_names(names, 4)
    assert [names[child] for child in division.children] == ["9 b", "10 b", "Éa", "ea 2", "ea 10", "eb", "*"]
    assert _labels(division.parts) == ["9 – 10", "E", "…"]


def test_addresses_stand_under_their_folders() -> None:
    paths = [f"/docs/{folder}/{page}" for folder in ("guide", "api") for page in "abc"] + ["/docs/", "/docs/start"]
    assert _labels(_of_addresses(paths, 4).parts) == ["/", ["docs", "/docs", "api", "guide"]]
    assert _labels(_of_addresses(paths[:-2], 4).parts) == ["api", "guide"]


def test_folders_within_folders_are_groups_within_groups() -> None:
    paths = [f"/{year}/{month}/{day}" for year in (2023, 2024) for month in (1, 2) for day in range(3)]
    assert _labels(_of_addresses(paths, 4).parts) == [["2023", "1", "2"], ["2024", "1", "2"]]


def test_pages_of_one_folder_stand_under_the_letters_of_their_addresses() -> None:
    paths = [f"/blog/{letter}-post/" for letter in string.ascii_lowercase]
    assert _labels(_of_addresses(paths, 13).parts) == ["A – M", "N – Z"]


def test_indistinguishable_names_are_divided_by_length() -> None:
    division = _of_names(["Same"] * 10, 4)
    assert [(part.start, part.stop, part.name) for part in division.parts] == [(0, 3, ""), (3, 6, ""), (6, 10, "")]


@pytest.mark.parametrize("wish", ["name", "address"])
def test_no_group_is_longer_than_wanted_and_none_is_left_out(wish: Wish) -> None:
    named = [(f"{n % 37:x}{n}", f"{SITE}/{n % 7}/{n % 3}/{n:x}") for n in range(2_000)]
    division = divided(range(2_000), named, wish, 20)

    def lengths(parts: Iterable[Range]) -> Iterable[int]:
        for part in parts:
            if part.parts:
                assert part.parts[0].start == part.start
                assert part.parts[-1].stop == part.stop
                yield from lengths(part.parts)
            else:
                yield part.stop - part.start

    assert sorted(division.children) == list(range(2_000))
    assert max(lengths(division.parts)) <= 20
    assert sum(lengths(division.parts)) == 2_000


def _list(names: Iterable[str], attributes: str = "") -> tuple[str, str]:
    return "".join(f'<item name="{name}" url="/{name.replace(" ", "-")}"/>' for name in names), attributes


def _view(hierarchy: ssp.Hierarchy, division: Wish, size: int = 5) -> View:
    return View("v1", hierarchy, Look(group_size=size, division=division))


def _rows(view: View) -> list[tuple[int, str | None]]:
    return [(row["level"], row["name"]) for row in all_rows(view)]


def _row(view: View, name: str) -> Row:
    return next(row for row in all_rows(view) if row["name"] == name)


NAMES = ["Tar", "Anchor", "Boat", "Rope", "Sail", "Oar", "Cleat", "Keel"]


def test_a_list_without_an_order_is_divided_where_the_reader_wishes_it(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(*_list(NAMES))
    assert [name for _, name in _rows(_view(hierarchy, "order"))] == NAMES
    view = _view(hierarchy, "name")
    assert _rows(view) == [(1, "A – O"), (1, "R – T")]
    view.toggle(_row(view, "R – T")["key"], open_it=True)
    assert _rows(view) == [(1, "A – O"), (1, "R – T"), (2, "Rope"), (2, "Sail"), (2, "Tar")]


def test_the_current_page_is_shown_in_its_group(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(*_list(NAMES)), "name")
    url = "http://www.example.org/Sail"
    view.move_to(url, placement_of(view.hierarchy, url, ()))
    current = view_replies.state(view)["current"]
    assert current is not None
    assert view_replies.rows(view, current, 1)[0]["name"] == "Sail"


def test_a_group_keeps_its_key_when_a_page_comes_and_is_open_again(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(*_list(NAMES)), "name")
    key = _row(view, "R – T")["key"]
    view.toggle(key, open_it=True)
    fuller = _view(hierarchy_of(*_list(["Rigging", *NAMES])), "name")
    fuller.open_keys([key])
    assert _rows(fuller)[1:3] == [(1, "R – T"), (2, "Rigging")]


def test_changed_setting_closes_groups_and_keeps_branches(hierarchy_of: Build) -> None:
    content, attributes = _list(NAMES)
    hierarchy = hierarchy_of(content.replace('"/Tar"/>', '"/Tar"><item name="In" url="/in"/></item>'), attributes)
    view = _view(hierarchy, "name")
    view.toggle(_row(view, "R – T")["key"], open_it=True)
    view.toggle(_row(view, "Tar")["key"], open_it=True)
    view.rebase(hierarchy, Look(group_size=5))
    assert _rows(view)[:2] == [(1, "Tar"), (2, "In")]
    assert len(_rows(view)) == len(NAMES) + 1


def test_pages_below_a_group_are_its_own(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(*_list(NAMES)), "name")
    assert view_replies.pages_below(view, [_row(view, "R – T")["key"]]) == [3]


def test_a_sequence_stays_in_its_order(hierarchy_of: Build) -> None:
    view = _view(hierarchy_of(*_list(NAMES, 'relation="sequence"')), "name")
    assert [name for _, name in _rows(view)] == NAMES


@pytest.mark.parametrize("wish", ["name", "address"])
def test_no_more_children_are_sorted_at_once_than_other_tabs_may_wait_for(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch, wish: Wish
) -> None:
    counts: list[int] = []

    def counted(children: Sequence[int], *how: Any) -> Division:
        counts.append(len(children))
        return divided(children, *how)

    monkeypatch.setattr(dividing, "divided", counted)
    most = dividing.MOST_SORTED
    for count in (most, most + 1):
        hierarchy = hierarchy_of(*_list(f"N{number}" for number in range(count)))
        assert view_replies.rows(_view(hierarchy, wish, size=40), 0, 1)
    assert counts == [most]


def test_children_that_take_too_long_to_look_at_stay_as_they_come(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dividing, "MOST_LOOKED_AT", -1)
    assert len(_rows(_view(hierarchy_of(*_list(NAMES)), "name"))) == len(NAMES)


def _listed(*paths: str, size: int = 40, division: Wish = "order") -> View:
    tree = resolved(pages("", *paths))
    return View("v1", tree, Look(group_size=size, division=division))


@pytest.mark.parametrize("division", ["order", "name", "address"])
@pytest.mark.parametrize("count", [150, 26_433])
def test_list_that_the_host_sorted_is_divided_at_any_length(count: int, division: Wish) -> None:
    # "7 tips" before "26 tips" is no lexical order, and a version with letters no order of versions.
    view = _listed("l/7-tips", "l/26-tips", "l/a.b-x", *(f"l/{number * 7_919 % 99_991:x}-p" for number in range(count)))
    keys = [row["key"] for row in all_rows(view) if row["children"]]
    view.open_keys(keys)
    assert {row["kind"] for row in all_rows(view) if row["level"] == 2} == {"range"}
    assert len(all_rows(view)) < 100


def test_runs_are_labelled_by_the_shortest_prefixes_that_tell_neighbours_apart() -> None:
    songs = ["Chanson d'automne", "Chanson k", "Chanson l'hiver", "Cigale", "Clair de lune", "Cmd", "Cycle", "Dune"]
    runs = ((0, 2), (2, 5), (5, 7), (7, 8))
    ends = ["", *songs, ""]
    labels = [run_label(ends[start], songs[start], songs[stop - 1], ends[stop + 1]) for start, stop in runs]
    assert labels == ["C – Chanson k", "Chanson l – Cl", "Cm – Cy", "D"]


@pytest.mark.parametrize(
    ("before", "first", "label"),
    [
        ("Page 9", "Page 10", "Page 10"),
        ("Page 100", "Page 1000", "Page 1000"),
        ("ANCHOR", "anchors", "anchors"),
        ("Sail", "Sail", "Sail"),
        ("Zau", "Zau\u0308ne", "Zau\u0308"),
        ("A very long name of a service, part one", "A very long name of a service, part two", "…part t"),
    ],
)
def test_label_of_a_run_holds_whole_numbers_and_letters_and_stays_short(before: str, first: str, label: str) -> None:
    assert run_label(before, first, first, "") == label


def test_dated_list_is_divided_by_year_and_month_newest_first() -> None:
    paths = (f"{2020 + year}-{month:02}-{day:02}-x" for year in range(3) for month in (1, 2) for day in range(1, 28))
    view = _listed(*paths)
    rows = [(row["name"], row["kind"]) for row in all_rows(view)]
    assert rows == [("example.org", "item"), ("2022", "range"), ("2021", "range"), ("2020", "range")]
    view.toggle(_row(view, "2022")["key"], open_it=True)
    assert [name for _, name in _rows(view)] == ["example.org", "2022", "2022-02", "2022-01", "2021", "2020"]
    view.toggle(_row(view, "2022-02")["key"], open_it=True)
    names = [name for level, name in _rows(view) if level == 3]
    assert names[0] == "2022-02-27 X"
    assert names[-1] == "2022-02-01 X"


def test_list_in_the_order_of_menus_is_divided_by_first_and_last_names() -> None:
    names = [f"n{number:02}" for number in range(30)]
    tree = resolved(pages("", *names))
    tree.attach(PageMetadata(links=[(f"https://www.example.org/{name}", name, "") for name in names[::-1]]))
    view = View("v1", tree, Look(group_size=20))
    assert [row["name"] for row in all_rows(view)] == ["example.org", "N29…N15", "N14…N00"]


@pytest.mark.parametrize("is_dated", [False, True])
def test_rows_that_stand_last_are_a_group_of_their_own_in_a_long_list(is_dated: bool) -> None:
    start = "2024-05-{:02}-x" if is_dated else "p{:02}"
    lists = ("tags/a", "tags/b", "archive/c", "archive/d", "en/e", "en/f")
    tree = resolved(pages("", *(start.format(number) for number in range(1, 31)), *lists))
    view = View("v1", tree, Look(group_size=10, group_names={"lists": "Themen und Archive"}))
    last = all_rows(view)[-1]
    assert (last["kind"], last["label" if "label" in last else "name"]) == ("range", "Themen und Archive, English")
    view.open_keys([last["key"]])
    assert [row["name"] for row in all_rows(view)[-2:]] == ["Topics and archives", "English"]


@pytest.mark.parametrize("division", ["order", "name", "address"])
def test_home_page_and_sections_stand_before_the_groups_of_a_long_list(division: Wish) -> None:
    files = {
        "https://www.example.org/sitemap.xml": index(
            *(f"https://www.example.org/{name}.xml" for name in ("sitemap-1", "post-sitemap", "product-sitemap"))
        ),
        "sitemap-1.xml": pages("", *(f"p{number:02}" for number in range(30))),
        "post-sitemap.xml": pages("posts/a", "posts/b"),
        "product-sitemap.xml": pages("products/c", "products/d"),
    }
    view = View("v1", resolved(files), Look(group_size=10, division=division))
    assert [row["name"] for row in all_rows(view)[:3]] == ["example.org", "Posts", "Products"]
    assert {row["kind"] for row in all_rows(view)[3:]} == {"range"}
    assert [row["set_size"] for row in all_rows(view)] == [len(all_rows(view))] * len(all_rows(view))
    view.open_keys([all_rows(view)[2]["key"], all_rows(view)[-1]["key"]])
    assert [row["name"] for row in all_rows(view)[2:5]] == ["Products", "C", "D"]
    assert all_rows(view)[-1]["name"] == "P29"
    for path, name in (("", "example.org"), ("posts/b", "B"), ("p15", "P15")):
        url = f"https://www.example.org/{path}"
        view.move_to(url, placement_of(view.hierarchy, url, ()))
        current = view_replies.state(view)["current"]
        assert current is not None
        assert view_replies.rows(view, current, 1)[0]["name"] == name
    view.toggle(_row(view, "Products")["key"], open_it=False)
    assert "C" not in [row["name"] for row in all_rows(view)]


def test_more_pages_than_fit_before_the_groups_are_divided_with_them() -> None:
    tree = resolved(pages(*(f"?page={number:02}" for number in range(30)), *(f"p{number:02}" for number in range(30))))
    assert {row["kind"] for row in all_rows(View("v1", tree, Look(group_size=10)))} == {"range"}

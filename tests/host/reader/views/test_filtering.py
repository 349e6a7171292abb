"""The filter, and the texts that it searches."""

from collections.abc import Callable

import pytest

from host.sitemapsorg.samples import SITE, index, pages, resolved
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.sites.queries import type_ahead
from standard_sitemap.reader.views.filtering import FilteredRows, filtered
from standard_sitemap.reader.views.view import Look, View

Build = Callable[..., ssp.Hierarchy]

ZOO = """
<item name="Zoo" url="/">
  <item name="Great birds" url="/birds"><item name="Ostrich" url="/o"/><item name="Emu" url="/e"/></item>
  <group name="Small"><item name="Wren" url="/w"><variant lang="de" name="Zaunkönig"/><variant/></item></group>
</item>
"""


def _left(hierarchy: ssp.Hierarchy, text: str) -> list[str]:
    rows = FilteredRows()
    for _ in filtered(hierarchy, text, rows):
        pass
    return [
        f"{'.' * (rows.levels[row] - 1)}{hierarchy.details.variants(rows.nodes[row])[0].name}"
        for row in range(len(rows))
    ]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("emu", ["Zoo", ".Great birds", "..Emu"]),
        ("BIRDS great", ["Zoo", ".Great birds"]),
        ("zaunKÖNIG", ["Zoo", ".Small", "..Zaunkönig"]),
        ("zaunko\u0308nig", ["Zoo", ".Small", "..Zaunkönig"]),
        ("\uff45\uff4d\uff55", ["Zoo", ".Great birds", "..Emu"]),
        ("great emu", ["Zoo", ".Great birds", "..Emu"]),
        ("emu great zoo", ["Zoo", ".Great birds", "..Emu"]),
        ("emu ostrich", []),
        ("zoo", ["Zoo"]),
    ],
)
def test_filter_keeps_matches_with_their_branches(hierarchy_of: Build, text: str, left: list[str]) -> None:
    assert _left(hierarchy_of(ZOO), text) == left


DESCRIBED = """
<item name="Command line" url="/library/getopt.html" description="Parser for options"/>
<item name="Café" url="/caf%C3%A9"><variant/><variant lang="de" name="Kaffeehaus" url="/de/kaffee.html"/></item>
<group name="Rest"><item name="A" url="/a"/><item name="B" url="/b" description="Options again"/></group>
"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("getopt", ["Command line"]),
        ("library/get", ["Command line"]),
        ("options command", ["Command line"]),
        ("options", ["Command line", "Rest", ".B"]),
        ("kaffee.html", ["Café"]),
        ("html", []),
        ("http://www.example.org/library/getopt.html", ["Command line"]),
        ("http://www.example.org/none", []),
    ],
)
@pytest.mark.parametrize("repeated", [1, 60])
def test_descriptions_and_addresses_are_looked_at_too(
    hierarchy_of: Build, text: str, left: list[str], repeated: int
) -> None:
    # Many equal items are read in chunks.
    other = "".join(f'<item name="n{n}" url="/n{n}"/>' for n in range(repeated))
    assert _left(hierarchy_of(DESCRIBED + other), text) == left


def test_provisional_filter_passes_over_descriptions(hierarchy_of: Build) -> None:
    rows = FilteredRows(is_provisional=True)
    list(filtered(hierarchy_of(DESCRIBED), "getopt", rows))
    assert len(rows) == 0


def _shop() -> Hierarchy:
    """Return a sitemap of pages and posts in WordPress's division, with some pages named posts."""
    files = {f"{name}-sitemap.xml": pages(f"{name}/a", f"{name}/beitrag") for name in ("page", "post")}
    return resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})


@pytest.mark.parametrize(
    ("text", "shown", "names"),
    [
        ("beiträge", {"posts": "Beiträge", "pages": "Seiten"}, ["Posts"]),
        ("SEIT", {"posts": "Beiträge", "pages": "Seiten"}, ["Pages"]),
        ("posts", {"posts": "Beiträge"}, ["Posts"]),
        ("beiträge", {}, []),
        ("alle beiträge", {"posts": "Beiträge"}, []),
    ],
)
def test_groups_of_well_known_makers_are_found_by_the_names_shown(
    text: str, shown: dict[str, str], names: list[str]
) -> None:
    hierarchy, rows = _shop(), FilteredRows(is_provisional=True)  # without names that match except for one typo
    for _ in filtered(hierarchy, text, rows, group_names=shown):
        pass
    assert [hierarchy.details.names(node)[0] for node in rows.nodes if node in rows.matching] == names


def test_type_ahead_finds_groups_by_the_names_shown() -> None:
    view = View("v1", _shop(), Look(group_names={"posts": "Beiträge", "pages": "Seiten"}))
    assert [next(type_ahead(view, text, 0), None) for text in ("sei", "bei", "pos")] == [0, 1, None]


def test_loops_are_not_repeated(hierarchy_of: Build) -> None:
    loop = '<item xml:id="a" name="A" url="/"><item name="B" url="/b"/><external url="#a"/></item>'
    assert _left(hierarchy_of(loop), "b") == ["A", ".B"]


def test_every_place_of_a_match_is_left(hierarchy_of: Build) -> None:
    shared = '<item name="X" url="/x"><item xml:id="s" name="S" url="/s"/></item>'
    assert _left(hierarchy_of(shared + '<item name="Y" url="/y"><external url="#s"/></item>'), "s") == [
        "X",
        ".S",
        "Y",
        ".S",
    ]


def test_rows_have_a_bound(hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standard_sitemap.reader.views.filtering.MAX_ROWS", 10)
    assert len(_left(hierarchy_of('<item name="A" url="/"/>' * 50), "a")) == 10


def test_few_matches_among_very_many_are_left_in_their_order(hierarchy_of: Build) -> None:
    many = "".join(f'<item name="n{n % 100}" url="/{n}"/>' for n in range(300))
    assert _left(hierarchy_of(many), "n7") == [f"n{n}" for n in (7, *range(70, 80))] * 3
    rare = "".join(f'<item name="n{n}" url="/{n}"/>' for n in range(300))
    assert _left(hierarchy_of(rare), "n77") == ["n77"]


def test_unreachable_nodes_are_left_out(hierarchy_of: Build) -> None:
    assert _left(hierarchy_of('<group tree="exclude"><item name="A" url="a"/></group>'), "a") == []


def test_line_breaks_in_names_do_no_harm(hierarchy_of: Build) -> None:
    assert _left(hierarchy_of('<item name="two&#10;lines" url="/"/>'), "two lines") == ["two\nlines"]


@pytest.mark.parametrize(("text", "first", "row"), [("n0", 0, 0), ("n7", 3, 7), ("n1", 2, 10), ("x", 0, None)])
def test_type_ahead_wraps_around(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch, text: str, first: int, row: int | None
) -> None:
    hierarchy = hierarchy_of("".join(f'<item name="n{n}" url="/{n}"/>' for n in range(20)))
    view = View("v", hierarchy, Look())
    for nearby in (5_000, 1):
        monkeypatch.setattr("standard_sitemap.reader.sites.queries.NEARBY_ROWS", nearby)
        assert next((place for place in type_ahead(view, text, first) if place is not None), None) == row

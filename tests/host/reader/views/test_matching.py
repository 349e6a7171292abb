"""Matches of a filter: over several levels, by address, and with one typo."""

from collections.abc import Callable, Sequence

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.words import holds
from standard_sitemap.reader.views import matching
from standard_sitemap.reader.views.filtering import FilteredRows, filtered
from standard_sitemap.reader.views.matching import is_near, wider_matches

Build = Callable[..., ssp.Hierarchy]

MANUAL = """
<item name="Tutorial" url="/t/">
  <item name="Classes" url="/t/classes.html"><item name="Scopes" url="/t/s"/></item>
</item>
<item name="Reference" url="/r/"><group name="Part"><item name="Classes" url="/r/c"/></group></item>
<item name="Extending" url="/3/c-api/"/>
<item name="Clases" url="/typo"/>
"""


def _matching(hierarchy: ssp.Hierarchy, text: str, *, is_provisional: bool = False) -> list[str]:
    rows = FilteredRows(is_provisional=is_provisional)
    for _ in filtered(hierarchy, text, rows):
        pass
    names = [hierarchy.details.variants(node)[0] for node in rows.nodes if node in rows.matching]
    return [(variant.location or variant.name or "").removeprefix("http://www.example.org") for variant in names]


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("tutorial classes", ["/t/classes.html"]),
        ("CLÀSSES tutorial", ["/t/classes.html"]),
        ("reference classes", ["/r/c"]),
        ("part classes", ["/r/c"]),
        ("tutorial scopes", ["/t/s"]),
        ("classes tutorial nothing", []),
        ("c-api", ["/3/c-api/"]),
        ("classes", ["/t/classes.html", "/r/c", "/typo"]),
        ("clsases", ["/t/classes.html", "/r/c", "/typo"]),
        ("tutoril", ["/t/"]),
        ("uttorial", ["/t/"]),
        ("tutoiral", ["/t/"]),
        ("xyz", []),
    ],
)
def test_filter_matches(hierarchy_of: Build, text: str, matches: list[str]) -> None:
    assert _matching(hierarchy_of(MANUAL), text) == matches


def test_filter_with_a_typo_shows_exact_matches_first(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="Clases" url="/typo"/><item name="Classes" url="/exact"/>')
    assert _matching(hierarchy, "classes") == ["/exact", "/typo"]
    assert _matching(hierarchy, "classes", is_provisional=True) == ["/exact"]


def test_number_has_no_typo(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="Lamp 76543" url="/76543"/><item name="Lamp 76544" url="/76544"/>')
    assert _matching(hierarchy, "76543") == ["/76543"]
    assert _matching(hierarchy, "lanp 76543") == ["/76543"]


@pytest.mark.parametrize("other", ["word", "wrd", "wordy", "ward", "wrod", "owrd", "wodr", "ord", "wor"])
def test_words_one_edit_apart_are_near(other: str) -> None:
    assert is_near("word", other)
    assert is_near(other, "word")


@pytest.mark.parametrize("other", ["wo", "wards", "drow", "wraod", "", "wxrdy"])
def test_words_two_edits_apart_are_not_near(other: str) -> None:
    assert not is_near("word", other)


def test_filter_over_levels_is_bounded(hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MOST_BELOW", 50)
    many = "".join(f'<item name="Page {number}" url="/{number}"/>' for number in range(1_000))
    hierarchy = hierarchy_of(f'<item name="Top" url="/top">{many}</item>')
    assert 0 < len(_matching(hierarchy, "top page")) <= 60


def test_filter_over_levels_of_a_loop_ends(hierarchy_of: Build) -> None:
    loop = '<item xml:id="a" name="Alpha" url="/a"><item name="Beta" url="/b"/><external url="#a"/></item>'
    assert _matching(hierarchy_of(loop), "alpha beta") == ["/b"]


def test_filter_over_levels_reads_the_names_of_each_node_once(
    hierarchy_of: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = 50
    hierarchy = hierarchy_of('<item name="a b" url="a">' * depth + '<item name="c" url="c"/>' * 9 + "</item>" * depth)
    looked = 0

    def counted(name: str, words: Sequence[str]) -> bool:
        nonlocal looked
        looked += 1
        return holds(name, words)

    monkeypatch.setattr(matching, "holds", counted)
    assert len(set(wider_matches(hierarchy, "a c"))) > 1
    assert looked <= 2 * (depth + 9)

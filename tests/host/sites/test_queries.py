"""What is looked up in a map: menus, matches, role nodes, the site's search."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.refusals import BadParams, NoSearch
from standard_sitemap.sites import queries, summary
from standard_sitemap.views.paths import path_of_key

Make = Callable[..., ssp.Hierarchy]

LOOP = '<item xml:id="a" name="A" url="/a"><item name="B" url="/b"/><external url="#a"/></item>'


def test_a_menu_lists_what_is_below_a_place_and_nothing_below_a_loop(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(LOOP)
    top = queries.menu(hierarchy, (), 0, 10, ())
    assert (top["total"], [row["name"] for row in top["entries"]]) == (1, ["A"])
    path = path_of_key(hierarchy, top["entries"][0]["key"])
    assert path is not None
    below = queries.menu(hierarchy, path, 0, 10, ())
    assert [(row["name"], row["loop"], row["children"]) for row in below["entries"]] == [
        ("B", False, False),
        ("A", True, False),
    ]
    again = path_of_key(hierarchy, below["entries"][1]["key"])
    assert again is not None
    assert queries.menu(hierarchy, again, 0, 10, ()) == {"total": 0, "entries": []}


def test_a_page_of_a_long_menu(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of("".join(f'<item name="n{number}" url="/{number}"/>' for number in range(300)))
    found = queries.menu(hierarchy, (), 298, 10, ())
    assert (found["total"], [row["name"] for row in found["entries"]]) == (300, ["n298", "n299"])


def test_matches_that_begin_with_the_text_come_first(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(
        '<item name="Old boats" url="/o"/><group name="Quay"><item name="Boats" url="/b"/></group><item name="Boat"/>'
    )
    matches = queries.find(hierarchy, "boat", 10, ())["matches"]
    assert [(match["name"], match["trail"]) for match in matches] == [("Boats", ["Quay"]), ("Old boats", [])]
    assert len(queries.find(hierarchy, "boat", 1, ())["matches"]) == 1
    assert queries.find(hierarchy, " ", 10, ()) == {"matches": []}


def test_a_role_that_is_not_there_is_refused(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="tree contact"/>')
    assert queries.role_path(hierarchy, "contact", 0) == (hierarchy.children(hierarchy.root)[0],)
    for role, index in (("contact", 1), ("search", 0)):
        with pytest.raises(BadParams):
            queries.role_path(hierarchy, role, index)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@example.org"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_search_leads_there(hierarchy_of: Make, url: str, method: str) -> None:
    found = hierarchy_of(f'<item name="S" role="search" url="{url}" data="q=%s" method="{method}"/>')
    assert summary.search_variant(found, ()) == (None, True)
    with pytest.raises(NoSearch):
        queries.search(found, "x", ())

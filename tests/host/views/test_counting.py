"""How many pages are below a place."""

from collections.abc import Callable

from standard_sitemap import ssp
from standard_sitemap.views.counting import MOST_COUNTED, pages_among

Build = Callable[..., ssp.Hierarchy]


def _below(hierarchy: ssp.Hierarchy) -> int:
    return pages_among(hierarchy, hierarchy.children(hierarchy.root))


def test_groups_and_what_leads_nowhere_are_no_pages(hierarchy_of: Build) -> None:
    body = '<group name="G"><item name="A" url="/a"/></group><item name="B"><item name="C" url="/c"/></item>'
    assert _below(hierarchy_of(body)) == 2


def test_a_page_that_stands_twice_or_below_itself_is_counted_once(hierarchy_of: Build) -> None:
    body = '<item xml:id="a" name="A" url="/"><external url="#a"/></item><external url="#a"/>'
    assert _below(hierarchy_of(body)) == 1


def test_more_than_the_bound_are_not_counted(hierarchy_of: Build) -> None:
    items = "".join(f'<item name="n" url="/{number}"/>' for number in range(MOST_COUNTED + 50))
    assert _below(hierarchy_of(items)) == MOST_COUNTED
    nothing = "".join(f'<item name="n{number}" url="javascript:x"/>' for number in range(4 * MOST_COUNTED + 1))
    assert _below(hierarchy_of(nothing)) == MOST_COUNTED


def test_nothing_below_is_none(hierarchy_of: Build) -> None:
    assert pages_among(hierarchy_of('<item name="A" url="/"/>'), ()) == 0

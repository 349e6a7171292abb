"""A map without hidden branches answers for the rest as the map itself."""

from collections.abc import Callable

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.views.pruning import hidden_below, pruned

Build = Callable[..., ssp.Hierarchy]

BODY = """
<item name="A" url="/a"><item name="B" url="/b"><item name="C" url="/c"/></item></item>
<item name="D" url="/d" lang="en"/><group name="E"><item name="F" url="/f"/></group>
"""

_OF_MAPS = (
    "root", "root_uri", "is_sitemap", "is_shared", "documents", "faults", "roles", "class_changes", "groups",
    "languages", "details",
)  # fmt: skip
_OF_NODES = ("relation", "order")


def _pruned(whole: ssp.Hierarchy, *names: str) -> Hierarchy:
    paths = [whole.page_index.path(node) for name in names for node in whole.named([name.lower()]) if node is not None]
    return pruned(whole, hidden_below(whole, paths))


def _names(hierarchy: Hierarchy, node: int) -> list[str | None]:
    return [hierarchy.details.first_variant(child)[0] for child in hierarchy.children(node)]


def test_hidden_branch_is_not_a_child(hierarchy_of: Build) -> None:
    pruned = _pruned(hierarchy_of(BODY), "b", "d", "f")
    assert _names(pruned, pruned.root) == ["A", "E"]
    assert [pruned.has_children(node) for node in (pruned.root, *pruned.children(pruned.root))] == [True, False, False]


def test_pages_below_a_hidden_branch_are_not_found(hierarchy_of: Build) -> None:
    whole = hierarchy_of(BODY)
    pruned = _pruned(whole, "b")
    (page,) = whole.page_index.at_location("http://www.example.org/c")
    assert whole.page_index.path(page)
    assert pruned.page_index.path(page) == ()
    assert pruned.page_index.at_location("http://www.example.org/c") == ()
    assert len(pruned.page_index.at_location("http://www.example.org/a")) == 1
    (above,) = whole.page_index.parents(page)
    assert list(pruned.page_index.parents(above)) == []


def test_other_queries_return_the_maps_own_answer(hierarchy_of: Build) -> None:
    whole = hierarchy_of(BODY)
    pruned = _pruned(whole, "b")
    pruned.prepare()
    assert all(getattr(pruned, name) == getattr(whole, name) for name in _OF_MAPS)
    node = whole.children(whole.root)[1]
    assert all(getattr(pruned, name)(node) == getattr(whole, name)(node) for name in _OF_NODES)
    assert list(pruned.named(["c"])) == list(whole.named(["c"]))


def test_hidden_pages_have_no_date(hierarchy_of: Build) -> None:
    dated = 'xmlns:m="http://www.sitemaps.org/schemas/sitemap/0.9" m:lastmod="2026-03-15"'
    whole = hierarchy_of(f'<item name="A" url="a" {dated}/><item name="B" url="b" {dated}/>')
    index = _pruned(whole, "b").page_index
    assert index.date_counts() == {"2026-03-15": 2}
    assert [whole.details.names(node) for node in index.dated({"2026-03-15"})] == [("A",)]

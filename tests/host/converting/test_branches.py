"""Which branches of a tree get files of their own."""

from host.converting.made import ssp_hierarchy
from standard_sitemap import ssp
from standard_sitemap.converting.ssp_files import branches


def _branch(name: str, below: int) -> str:
    items = "".join(f'<item name="{place}" url="/{name}/{place}"/>' for place in range(below))
    return f'<item name="{name}" url="/{name}/">{items}</item>'


def _named(hierarchy: ssp.Hierarchy, above: int | None) -> dict[str | None, str]:
    return {hierarchy.names(node)[0]: name for node, name in branches(hierarchy, above).apart.items()}


def test_big_branches_are_apart_and_small_ones_are_not() -> None:
    hierarchy = ssp_hierarchy(_branch("Big one", 5) + _branch("Small", 4))
    assert _named(hierarchy, 5) == {"Big one": "big-one"}
    assert branches(hierarchy, 5).total == 11


def test_branches_below_the_home_page_count_as_those_of_the_site() -> None:
    hierarchy = ssp_hierarchy(f'<item name="Home" url="/">{_branch("a", 5)}{_branch("b", 5)}</item>')
    found = branches(hierarchy, 5)
    assert _named(hierarchy, 5) == {"a": "a", "b": "b"}
    assert [hierarchy.names(node)[0] for node in found.stem] == ["Home"]


def test_a_tree_without_a_fork_stays_in_one_file() -> None:
    assert _named(ssp_hierarchy(_branch("a", 1)), 0) == {}
    assert _named(ssp_hierarchy(""), 0) == {}


def test_no_limit_leaves_all_together() -> None:
    assert _named(ssp_hierarchy(_branch("a", 5) + _branch("b", 5)), None) == {}


def test_names_are_good_for_files_and_ids_and_each_is_one_branchs() -> None:
    names = ["Größe & Gewicht", "größe, gewicht", "2024", "日本語", "…", "x" * 100]
    found = branches(ssp_hierarchy("".join(_branch(name.replace("&", "&amp;"), 2) for name in names)), 1)
    assert list(found.apart.values()) == [
        "groe-gewicht",
        "groe-gewicht-2",
        "branch-2024",
        "branch",
        "branch-2",
        "x" * 40,
    ]

"""Depth, length and sharing never crash the resolver, and its output stays bounded.

The files are generated and never stored. Nothing is timed: exponential work would never end.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.in_memory import ROOT, hierarchy, written
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp.documents import MOST_OF_A_CODE
from standard_sitemap.webmaster.tree_json import SHARED_NODES, walk, write_json, write_text

MANY = 100_000
# Enough to expose quadratic time, where the specification's own examples are not affected.
SOME = 20_000


def text_of(tree: ssp.Hierarchy, depth: int | None = None) -> str:
    stream = io.StringIO()
    write_json(tree, stream, depth)
    return stream.getvalue()


def object_of(tree: ssp.Hierarchy, depth: int | None = None) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text_of(tree, depth))
    return result


def levels_of(tree: ssp.Hierarchy) -> Iterator[int]:
    return (step.level for step in walk(tree))


@pytest.mark.parametrize(
    ("attributes", "count"),
    [
        ('name="N" url="u"', MANY),
        ('name="N" lang="en"', SOME),
        pytest.param('name="N" lang="en"', MANY, marks=pytest.mark.thorough),
    ],
)
def test_nesting_of_many_levels(attributes: str, count: int) -> None:
    tree = hierarchy(f"<item {attributes}>" * count + '<item name="End" url="e"/>' + "</item>" * count)
    assert max(levels_of(tree)) == count + 1
    assert text_of(tree).count('"kind"') == count + 2  # every node, and the home
    assert [fault.code for fault in tree.faults] == []


def test_nesting_of_items_that_lead_nowhere() -> None:
    tree = hierarchy('<item name="N">' * MANY + "</item>" * MANY)
    assert list(tree.children(tree.root)) == []
    assert [fault.code for fault in tree.faults] == ["home-excluded", "locationless-item"]


@pytest.mark.parametrize("count", [SOME, pytest.param(MANY, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("order", [1, -1])
def test_chain_of_externals_in_either_direction(order: int, count: int) -> None:
    """Check both directions: in document order every reference is reached early, in reverse order late."""
    links = [f'<item name="N" xml:id="i{n}"><external url="#i{n + 1}"/></item>' for n in range(count)]
    hidden = (
        '<group tree="exclude">' + "".join(links[::order]) + f'<item name="End" url="e" xml:id="i{count}"/></group>'
    )
    tree = hierarchy('<external url="#i0"/>' + hidden)
    assert max(levels_of(tree)) == count + 1
    assert not any(step.is_loop for step in walk(tree))
    assert text_of(tree).count('"kind"') == count + 1


def test_chain_of_externals_from_file_to_file() -> None:
    count = 2_000

    def retrieve(uri: str) -> RetrievedFile:
        number = 0 if uri == ROOT else int(uri.rpartition("/")[2])
        end = '<item name="End" url="e"/>' if number == count else f'<external url="{number + 1}#i"/>'
        content = end if number == 0 else f'<item name="N" xml:id="i">{end}</item>'
        return RetrievedFile(uri, written(content))

    tree = resolve(ssp.Site(ROOT), retrieve)
    assert len(tree.documents) == count + 1
    assert max(levels_of(tree)) == count + 1


def test_variants_of_a_hundred_thousand_levels() -> None:
    tree = hierarchy('<item name="N" url="u">' + "<variant>" * MANY + "</variant>" * MANY + "</item>")
    assert len(tree.details.variants(1)) == 1


def test_variants_that_have_no_address_at_any_level() -> None:
    tree = hierarchy('<item name="N" url="u">' + '<variant url="http://[x">' * SOME + "</variant>" * SOME + "</item>")
    assert len(tree.children(tree.root)) == 1  # without a link (D47)
    assert sum(fault.code == "bad-url" for fault in tree.faults) == MOST_OF_A_CODE


def test_variants_below_many_nested_items() -> None:
    count = 20_000
    leaves = '<item name="L" url="l"><variant/></item>' * count
    tree = hierarchy('<item name="N" url="u">' * count + leaves + "</item>" * count)
    assert text_of(tree).count('"kind"') == 2 * count + 1


def test_bases_of_many_nested_elements() -> None:
    tree = hierarchy('<group xml:base="../x/">' * SOME + '<item name="N" url="u"/>' + "</group>" * SOME)
    (last,) = (step.node for step in walk(tree) if tree.details.kind(step.node) == "item")
    assert tree.details.variants(last)[0].location == "http://site.example/x/u"


def sharing(levels: int, times: int) -> str:
    """Return groups that each refer `times` times to the next."""
    links = "".join(
        f'<group name="{n}" xml:id="g{n}">' + f'<external url="#g{n + 1}"/>' * times + "</group>\n"
        for n in range(levels)
    )
    return f'<external url="#g0"/><group tree="exclude">{links}<item name="End" url="e" xml:id="g{levels}"/></group>'


def test_sharing_that_unfolds_to_more_paths_than_can_be_counted() -> None:
    tree = hierarchy(sharing(64, 2))
    printed = object_of(tree)
    text = json.dumps(printed)
    assert 1 < text.count('"kind"') <= SHARED_NODES + 1_000
    assert "tree-too-large" in [fault["code"] for fault in printed["faults"]]
    assert [node["variants"] for node in printed["tree"]] == [[{"name": "0"}]]


def test_reader_may_choose_how_deep_sharing_is_printed() -> None:
    printed = object_of(hierarchy(sharing(64, 2)), depth=4)
    assert json.dumps(printed["tree"]).count('"kind"') == 1 + 2 + 4 + 8
    assert "tree-too-large" not in [fault["code"] for fault in printed["faults"]]


def test_plain_text_of_sharing_is_bounded() -> None:
    stream = io.StringIO()
    write_text(hierarchy(sharing(64, 2)), stream)
    assert stream.getvalue().count("\n") <= SHARED_NODES + 1_000


def test_many_variants_of_a_node_that_is_shared_often() -> None:
    node = '<item name="N" url="u" xml:id="n">' + "<variant/>" * 5_000 + "</item>"
    tree = hierarchy('<external url="#n"/>' * 5_000 + node)
    assert text_of(tree).count('"location"') <= SHARED_NODES + 50_000


def test_long_cycle_that_leads_nowhere() -> None:
    links = "".join(f'<item name="N" xml:id="i{n}"><external url="#i{(n + 1) % SOME}"/></item>' for n in range(SOME))
    tree = hierarchy(links)
    assert list(tree.children(tree.root)) == []


def test_long_cycle_that_leads_out() -> None:
    links = "".join(f'<item name="N" xml:id="i{n}"><external url="#i{(n + 1) % SOME}"/></item>' for n in range(SOME))
    out = '<external url="#i0"/><item name="Out" url="o" xml:id="o"/><group tree="exclude">'
    tree = hierarchy(out + links.replace('xml:id="i19999">', 'xml:id="i19999"><external url="#o"/>') + "</group>")
    assert sum(step.is_loop for step in walk(tree)) == 1
    assert [fault.code for fault in tree.faults] == ["loop"]


def test_every_node_refers_to_every_node() -> None:
    count = 300
    every = "".join(f'<external url="#g{n}"/>' for n in range(count))
    tree = hierarchy("".join(f'<group xml:id="g{n}">{every}</group>' for n in range(count)))
    printed = object_of(tree)
    assert json.dumps(printed["tree"]).count('"kind"') <= SHARED_NODES + count * (count + 1) + 1
    assert len(tree.exclusion.reached) == count


def test_many_faults_of_one_kind_are_truncated_and_counted() -> None:
    tree = hierarchy('<item name="N" url="u" tree="no"/>' * SOME)
    assert sum(fault.code == "bad-tree" for fault in tree.faults) == MOST_OF_A_CODE
    (cut,) = [fault for fault in tree.faults if fault.code == "too-many-faults"]
    assert cut.params == {"code": "bad-tree", "count": str(SOME), "limit": str(MOST_OF_A_CODE)}


def test_a_million_steps_up() -> None:
    variant = Variant(location="http://a.example/", search_template="%(1000000w)" * 100)
    query = ssp.search_query(variant, "x", ROOT)
    assert query is not None
    assert len(query.url) < 10_000


@pytest.mark.promise("author", "`resolve` prints thousands of roles below a few nodes only.")
def test_a_few_nodes_of_thousands_of_roles_are_not_written_below_all_of_them() -> None:
    roles = " ".join(f"r{number}" for number in range(3_000))
    fields = object_of(hierarchy(f'<item name="I" url="i" role="{roles}"/>' * 20))
    assert 50 <= len(fields["roles"]) < 3_000
    assert [len(node["roles"]) >= 3_000 for node in fields["roles"]["r0"]] == [True] * 20
    assert "too-many-roles" in {fault["code"] for fault in fields["faults"]}


def test_referrers_are_each_written_once_and_a_hundred_at_most() -> None:
    tokens = " ".join(["user", "user", *(f"r{number}" for number in range(1_000))])
    fields = object_of(hierarchy(f'<item name="I" url="i" refer="{tokens}"/>'))
    assert fields["tree"][0]["variants"][0]["referrer"] == ["user", *(f"r{number}" for number in range(99))]
    assert "bad-refer" in {fault["code"] for fault in fields["faults"]}

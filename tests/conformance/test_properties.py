"""Properties of every sitemap, whatever its content."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conformance.comparing import essence, files_of, printed, retriever
from conformance.in_memory import ROOT as ALONE
from conformance.oracle import ServedFile
from conformance.random_sitemaps import ROOT, random_site
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.tree_json import walk

randomly = given(st.integers(0, 2**64), st.integers(1, 8))
few = settings(max_examples=150)


def random_files(seed: int, size: int) -> dict[str, ServedFile]:
    return files_of(random_site(Random(seed), size))


def resolved(files: dict[str, ServedFile], *, include_user: bool = False) -> ssp.Hierarchy:
    return resolve(ssp.Site(ROOT, include_user=include_user), retriever(files))


def delivered(files: dict[str, ServedFile], rng: Random) -> ssp.Hierarchy:
    """Return the hierarchy after its files arrive in any order, with queries in between."""
    site = ssp.Site(ROOT)
    waiting = list(site.wanted())
    while waiting:
        uri = waiting.pop(rng.randrange(len(waiting)))
        if uri in files:
            served = files[uri]
            site.add(uri, RetrievedFile(served.uri, served.body, served.content_type))
        else:
            site.fail(uri, "not-found", "There is no such file.")
        printed(site.hierarchy())
        waiting.extend(site.wanted())
    return site.hierarchy()


def identities(tree: ssp.Hierarchy) -> set[tuple[str, int]]:
    """Return the elements in the tree, by file and number in it."""
    return {place(tree, step.node) for step in walk(tree)}


def place(tree: ssp.Hierarchy, node: int) -> tuple[str, int]:
    document, index = tree._files.element(node)
    return document.uri, index


# holds: F1
@few
@randomly
def test_order_in_which_files_arrive_does_not_matter(seed: int, size: int) -> None:
    files = random_files(seed, size)
    tree, other = delivered(files, Random(seed)), resolved(files)
    assert essence(printed(tree)) == essence(printed(other))
    assert sorted((f.code, f.document, f.line) for f in tree.faults) == sorted(
        (f.code, f.document, f.line) for f in other.faults
    )


@few
@randomly
def test_tree_without_externals_is_no_larger_than_its_file(seed: int, size: int) -> None:
    body = random_files(seed, size)[ROOT].body
    text = body.decode("utf-16" if body[:1] in b"\xff\xfe" else "utf-8-sig").replace("<external", "<f:none")
    tree = resolved({ROOT: ServedFile(ROOT, text.replace("</external", "</f:none").encode())})
    places = [step.node for step in walk(tree)]
    assert len(places) == len(set(places)) < tree.documents[0].elements
    assert not any(step.is_loop for step in walk(tree))


# holds: F13
@few
@randomly
def test_every_shown_node_is_reached_and_kept(seed: int, size: int) -> None:
    tree = resolved(random_files(seed, size))
    reached = {document.offset + index for document, index in tree.exclusion.reached}
    for step in walk(tree):
        document, index = tree._files.element(step.node)
        assert not tree.exclusion.is_excluded(document, index)
        assert step.node in reached or document.plain[index]


# holds: F12 B27
@few
@randomly
def test_every_role_node_is_reached_and_an_item(seed: int, size: int) -> None:
    tree = resolved(random_files(seed, size))
    reached = {document.offset + index for document, index in tree.exclusion.reached}
    for role, nodes in tree.roles.items():
        assert role != "tree"
        assert len(set(nodes)) == len(nodes) > 0
        assert all(
            node in reached and tree.details.kind(node) == "item" and role in tree.details.roles_of(node)
            for node in nodes
        )


@few
@randomly
def test_loop_is_below_itself_and_has_no_children(seed: int, size: int) -> None:
    def check(node: dict[str, Any], path: list[str]) -> None:
        head = json.dumps({key: value for key, value in node.items() if key not in ("children", "loop")})
        if node.get("loop"):
            assert node["children"] == []
            assert head in path
        for child in node["children"]:
            check(child, [*path, head])

    for top in printed(resolved(random_files(seed, size)))["tree"]:
        check(top, [])


@few
@randomly
def test_including_user_elements_removes_no_node(seed: int, size: int) -> None:
    files = random_files(seed, size)
    assert identities(resolved(files)) <= identities(resolved(files, include_user=True))


# holds: F26
@few
@randomly
def test_excluded_parent_shows_only_children_reachable_elsewhere(seed: int, size: int) -> None:
    tree = resolved(random_files(seed, size))
    referenced = {tree._files.target(*external) for external in tree._files.open_externals}
    for step in walk(tree):
        document, index = tree._files.element(step.node)
        parent = document.parents[index]
        is_below_a_node = parent > 0 and document.name(parent) in ("item", "group")
        if is_below_a_node and (document, index) not in referenced:
            assert not tree.exclusion.is_excluded(document, parent)


@few
@randomly
def test_fewer_levels_are_the_first_levels(seed: int, size: int) -> None:
    def cut(nodes: list[Any], depth: int) -> list[Any]:
        return [{**node, "children": cut(node["children"], depth - 1)} for node in nodes] if depth else []

    tree = resolved(random_files(seed, size))
    whole = printed(tree)
    for depth in range(4):
        assert printed(tree, depth)["tree"] == cut(whole["tree"], depth)
        assert printed(tree, depth)["roles"] == whole["roles"]


@few
@randomly
def test_same_files_give_the_same_answer(seed: int, size: int) -> None:
    files = random_files(seed, size)
    assert printed(resolved(files)) == printed(resolved(files))


@settings(max_examples=300)
@given(st.binary(max_size=300), st.none() | st.text(max_size=40))
def test_arbitrary_bytes_and_types_never_raise(body: bytes, content_type: str | None) -> None:
    site = ssp.Site(ALONE)
    site.add(ALONE, RetrievedFile(ALONE, body, content_type))
    printed(site.hierarchy())
    ssp.read_page(body, ALONE, content_type)


@settings(max_examples=150)
@given(st.integers(0, 2**64), st.data())
def test_damaged_file_never_raises(seed: int, data: st.DataObject) -> None:
    body = bytearray(random_files(seed, 4)[ROOT].body)
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    printed(resolved({ROOT: ServedFile(ROOT, bytes(body))}))


@settings(max_examples=300)
@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20), st.sampled_from(["get", "post", None]))
def test_arbitrary_template_never_raises(template: str, term: str, location: str, method: str | None) -> None:
    variant = Variant(location=location, search_template=template, search_method=method)
    assume(not any("\ud800" <= letter <= "\udfff" for letter in template + term + location))
    ssp.search_query(variant, term, ALONE)


@settings(max_examples=500)
@given(st.text(st.sampled_from('N";,=\\ ns15a\t')) | st.text(max_size=80), st.text(max_size=40))
def test_arbitrary_evidence_never_raises(opt: str, value: str) -> None:
    opt = opt.replace("N", '"http://standard-sitemap.org/2007/ns"; ns=15')
    links = (ssp.Link("link", f"schema.{value} {opt}", value, opt),)
    evidence = ssp.Evidence(value, opt, (("Opt", opt), ("15-Location", value), (opt, value)), links)
    ssp.discover(evidence)
    ssp.discovery_faults(evidence)

"""The tree while it is built: no cycle, limited depth, no empty group."""

from __future__ import annotations

from standard_sitemap.webmaster.making.tree import MAX_DEPTH, Tree, TreeEntry


def test_too_deep_branch_is_placed_at_the_depth_limit() -> None:
    tree = Tree()
    parent = tree.root
    for number in range(MAX_DEPTH * 2):
        parent = tree.place(str(number), parent, "link")
    assert max(branch.depth for branch in tree.branches()) == MAX_DEPTH
    assert len(list(tree.branches())) == MAX_DEPTH * 2


def test_second_parent_makes_no_cycle() -> None:
    tree = Tree()
    a, b = tree.place("a", tree.root, "list"), tree.place("b", tree.root, "list")
    c, d = tree.place("c", a, "list"), tree.place("d", b, "list")
    tree.place("e", c, "list")
    tree.place("f", d, "list")
    tree.add_second(d, c)
    tree.add_second(c, d)
    tree.refer()
    assert (d.references, c.references) == ([c], [])


def test_siblings_and_ancestors_become_no_second_children() -> None:
    tree = Tree()
    a, b = tree.place("a", tree.root, "list"), tree.place("b", tree.root, "list")
    c = tree.place("c", a, "list")
    for node in (a, b, c):
        tree.add_second(c, node)
    tree.refer()
    assert c.references == []


def test_a_reference_is_made_once() -> None:
    tree = Tree()
    a, b = tree.place("a", tree.root, "list"), tree.place("b", tree.root, "list")
    c = tree.place("c", a, "list")
    tree.add_second(b, c)
    tree.add_second(b, c)
    tree.refer()
    assert b.references == [c]


def test_empty_groups_are_removed() -> None:
    tree = Tree()
    outer = tree.add(TreeEntry(label="outer", is_group=True), tree.root)
    tree.add(TreeEntry(label="inner"), outer)
    full = tree.add(TreeEntry(label="full", is_group=True), tree.root)
    tree.place("a", full, "list")
    tree.drop_empty()
    assert tree.root.children == [full]

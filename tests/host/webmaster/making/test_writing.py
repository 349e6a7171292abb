"""Outlines written as files: their elements and attributes, and reproducible bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.webmaster.making.sites import hierarchy_of, tree_of
from standard_sitemap.webmaster.making.outline import External, Outline, OutlineNode, OutlineVariant, group, item
from standard_sitemap.webmaster.making.writing import MARK, documents, naming_links

NAME = "standard-sitemap.xml"


def _written(*children: OutlineNode | External) -> str:
    return documents(Outline(list(children)))[NAME].decode()


def test_a_childless_item_is_one_tag_with_what_it_is_called_first() -> None:
    assert '  <item name="A" url="a.html" description="d"/>\n' in _written(item("A", "a.html", "d"))


def test_file_names_its_generator_before_the_first_element() -> None:
    assert _written(item("A", "a")).partition("<sitemap")[0].count(MARK) == 1


def test_a_note_cannot_end_its_comment() -> None:
    document = documents(Outline([item("A", "a")], note=("a -- b --> c",)))
    assert tree_of(hierarchy_of(document)) == {"A": {}}


def test_one_language_stands_on_the_root_element_only() -> None:
    text = _written(item("A", "a", language="en"), item("B", "b", language="en"), item("Name"))
    assert text.count('lang="en"') == 1
    assert '<sitemap xmlns="http://standard-sitemap.org/2007/ns" lang="en">' in text


def test_a_language_is_not_inherited_by_children_of_another() -> None:
    above = item("A", "a", language="de")
    above.children.append(item("B", "b", language="en"))
    hierarchy = hierarchy_of(documents(Outline([above])))
    (node,) = hierarchy.children(hierarchy.root)
    (child,) = hierarchy.children(node)
    assert [hierarchy.details.variants(entry)[0].language for entry in (node, child)] == ["de", "en"]


def test_shared_qualities_are_written_on_the_node() -> None:
    node = OutlineNode([OutlineVariant("A", "a", "d", "en"), OutlineVariant("A", "de/a", "d", "de")])
    text = _written(node)
    assert '<item name="A" description="d">' in text
    assert '<variant lang="de" url="de/a"/>' in text


def test_a_second_parent_refers_to_the_node_by_an_id() -> None:
    shared = item("Shared", "x/shared.html")
    first, second = item("One", "1"), item("Two", "2")
    first.children.append(shared)
    second.children.append(External(shared))
    files = documents(Outline([first, second]))
    assert tree_of(hierarchy_of(files)) == {"One": {"Shared": {}}, "Two": {"Shared": {}}}
    assert files[NAME].count(b"xml:id=") == 1


def test_ids_differ_by_more_than_case() -> None:
    nodes = [item("A", "Page.html"), item("B", "page.html"), item("C", "p%C3%A4ge.html")]
    files = documents(Outline([*nodes, item("D", "d"), *[External(node) for node in nodes]]))
    hierarchy_of(files)


def test_a_big_branch_gets_a_file_of_its_own_and_references_still_lead_to_it() -> None:
    big, small = item("Big & Co", "big"), item("Small", "small")
    big.children.extend(item(f"{number}", f"{number}") for number in range(30))
    small.children.append(External(big.children[3] if isinstance(big.children[3], OutlineNode) else None))
    files = documents(Outline([big, small]), NAME, split_above=20)
    assert list(files) == ["standard-sitemap-big-co.xml", NAME]
    assert tree_of(hierarchy_of(files))["Small"] == {"3": {}}
    assert len(tree_of(hierarchy_of(files))["Big & Co"]) == 30


def test_a_branch_refers_back_to_the_root_file() -> None:
    big, small = item("Big", "big"), item("Small", "small")
    big.children.extend(item(f"{number}", f"{number}") for number in range(30))
    big.children.append(External(small))
    files = documents(Outline([big, small]), NAME, split_above=20)
    assert "Small" in tree_of(hierarchy_of(files))["Big"]


def test_an_external_may_lead_to_another_sitemap() -> None:
    assert '<external url="other.xml#x"/>' in _written(item("A", "a"), External(url="other.xml#x"))


def test_groups_and_relations_are_written() -> None:
    node = group("G")
    node.relation, node.order = "sequence", "lexical"
    node.children.extend((item("a", "1"), item("b", "2")))
    assert '<group name="G" relation="sequence" order="lexical">' in _written(node)


def test_a_tree_deeper_than_pythons_stack_is_written() -> None:
    top = node = item("0", "0")
    for number in range(1, 5_000):
        inner = item(str(number), str(number))
        node.children.append(inner)
        node = inner
    assert documents(Outline([top]))[NAME].count(b"</item>") == 4_999


@given(st.text(), st.text(min_size=1))
def test_any_text_can_be_a_name(name: str, description: str) -> None:
    hierarchy_of(documents(Outline([item(f"x{name}", "a", f"x{description}")])))


def test_links_name_the_sitemap_as_pages_do() -> None:
    from standard_sitemap.ssp import Evidence, discover, read_page

    body = f"<head>{naming_links('../standard-sitemap.xml')}</head>".encode()
    url = "https://www.example.org/a/b.html"
    declaration = discover(Evidence(url, "text/html", (), tuple(read_page(body, url, "text/html"))))
    assert declaration is not None
    assert declaration.sitemap == "https://www.example.org/standard-sitemap.xml"

"""The rule that places each page, the most reliable rule first."""

from __future__ import annotations

from pathlib import Path

from host.webmaster.making.sites import made_of, page, tree_made
from standard_sitemap.webmaster.making.containers import Source
from standard_sitemap.webmaster.making.lists import ContentsList, Entry
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.placing import PagePlacer, named_in, reachable
from standard_sitemap.webmaster.making.tree import Tree, TreeEntry


def _page_above(branch: TreeEntry) -> str | None:
    """Return the parent page of a branch, ignoring groups and plain names."""
    return next((above.page for above in branch.ancestors() if above.page is not None), None)


def _contents(*targets: str) -> list[ContentsList]:
    return [ContentsList([Entry(target.upper(), target) for target in targets], "contents")]


def _shape(*targets: str) -> list[ContentsList]:
    return [ContentsList([Entry(target.upper(), target) for target in targets], "shape")]


def _placed(*pages: Page, entries: tuple[Entry, ...] = ()) -> Tree:
    return PagePlacer({page.path: page for page in pages}).place(["s"], entries)


def _rules(tree: Tree) -> dict[str, tuple[str | None, str]]:
    return {page: (_page_above(branch), branch.rule) for page, branch in tree.places.items()}


def test_tree_files_take_precedence_over_lists() -> None:
    tree = _placed(
        Page("s", lists=_contents("a", "b")),
        Page("a"),
        Page("b"),
        entries=(Entry("A", "a", children=[Entry("B", "b")]),),
    )
    assert _rules(tree) == {"s": (None, "start"), "a": ("s", "tree-file"), "b": ("a", "tree-file")}


def test_contents_in_parts_take_precedence_over_the_menu_above_them() -> None:
    menu = ContentsList([Entry("A", "a"), Entry("More", children=[Entry("B", "b")])], "navigation", is_navigation=True)
    parts = [ContentsList([Entry(name, name)], "contents", caption=f"Part {name}") for name in "ab"]
    for contents, above in ((parts, ["Part a", "Part b"]), (parts[1:], [None, "More"])):
        tree = _placed(Page("s", lists=[menu, *contents]), Page("a"), Page("b"))
        assert [(tree.places[name].parent or tree.root).label for name in "ab"] == above


def test_caption_with_the_name_of_the_page_makes_no_group() -> None:
    lists = [ContentsList([Entry(name.upper(), name)], "contents", caption=caption) for name, caption in ("bG", "cX")]
    tree = _placed(
        Page("s", lists=[ContentsList([Entry("G", "a")], "contents")]), Page("a", lists=lists), *map(Page, "bc")
    )
    assert [(tree.places[name].parent or tree.root).label for name in "bc"] == ["G", "X"]
    assert tree.places["b"].parent is tree.places["a"]


def test_lists_take_precedence_over_declarations_and_these_over_links() -> None:
    tree = _placed(
        Page("s", lists=_contents("a"), links={"a": "", "b": "", "c": ""}),
        Page("a", rels={"up": "b"}, links={"b": ""}),
        Page("b", trail=("s", "a")),
        Page("c"),
    )
    assert _rules(tree) == {
        "s": (None, "start"), "a": ("s", "contents"), "b": ("a", "breadcrumbs"), "c": ("s", "link"),
    }  # fmt: skip


def test_linked_page_waits_for_the_parent_that_it_declares() -> None:
    tree = _placed(
        Page("s", links={"c": "", "a": "", "x": ""}),
        Page("a", links={"b": ""}),
        Page("b"),
        Page("c", trail=("s", "b")),
        Page("x", rels={"up": "y"}),
        Page("y", rels={"up": "x"}),
    )
    assert _rules(tree) == {
        "s": (None, "start"), "a": ("s", "link"), "b": ("a", "link"), "c": ("b", "breadcrumbs"),
        "x": ("s", "link"), "y": ("x", "up"),
    }  # fmt: skip


def test_page_to_which_only_pages_below_it_lead_stands_below_the_start_page() -> None:
    tree = _placed(
        Page("s", links={"a": ""}),
        Page("a", links={"f": ""}),
        Page("f", links={"d": "", "r": ""}, trail=("r", "d")),
        Page("d", links={"r": ""}, trail=("r",)),
        Page("r"),
    )
    assert _rules(tree) == {
        "s": (None, "start"), "a": ("s", "link"), "r": ("s", "breadcrumbs"), "d": ("r", "breadcrumbs"),
        "f": ("d", "breadcrumbs"),
    }  # fmt: skip


def test_page_to_which_only_pages_below_it_lead_stands_below_the_index_of_its_folder() -> None:
    tree = _placed(
        Page("s", links={"x/index.html": "", "x/a": ""}),
        Page("x/index.html"),
        Page("x/a", links={"x/f": ""}),
        Page("x/f", links={"x/r": ""}, trail=("x/r",)),
        Page("x/r"),
    )
    assert _rules(tree)["x/r"] == ("x/index.html", "breadcrumbs")


def test_linked_page_has_its_place_in_its_own_navigation() -> None:
    entries = [Entry("Guide", children=[Entry("A", "a"), Entry("B", "b")])]
    tree = _placed(Page("s", links={"a": ""}), Page("a", lists=[ContentsList(entries, "navigation", True)]), Page("b"))
    assert [branch.label for branch in tree.places["s"].children] == ["Guide"]
    assert tree.places["a"].parent is tree.places["b"].parent


def test_children_of_a_page_that_names_them_nowhere_come_in_their_own_order() -> None:
    tree = _placed(
        Page("s"), Page("a", rels={"up": "s"}), Page("b", rels={"up": "s", "next": "a"}), Page("c", rels={"up": "s"})
    )
    assert [branch.page for branch in tree.places["s"].children] == ["b", "a", "c"]


def test_unlinked_pages_are_below_the_index_of_their_folder() -> None:
    tree = _placed(
        Page("s", links={"d/index.html": ""}), Page("d/index.html"), Page("d/e/x", title="X"), Page("y", title="Y")
    )
    assert _rules(tree)["d/e/x"] == ("d/index.html", "folder")
    assert _rules(tree)["y"] == ("s", "folder")


def test_linking_page_that_is_linked_back_and_shares_the_name_becomes_the_parent() -> None:
    tree = _placed(
        Page("s", links={"guide.html": "", "class.Leaf.html": ""}),
        Page("guide.html", links={"method.Leaf.fall.html": "", "method.Rain.fall.html": ""}),
        Page("class.Leaf.html", links={"method.Leaf.fall.html": "", "method.Rain.fall.html": ""}),
        Page("method.Leaf.fall.html", links={"class.Leaf.html": "", "guide.html": ""}),
        Page("method.Rain.fall.html", links={"class.Leaf.html": ""}),
    )
    assert _rules(tree)["method.Leaf.fall.html"] == ("class.Leaf.html", "link")
    assert _rules(tree)["method.Rain.fall.html"] == ("guide.html", "link")


def test_a_bar_that_leads_back_holds_its_pages_own_and_the_rest_is_the_start_pages() -> None:
    bar = ContentsList([Entry("Source", "a-source"), Entry("Home", "s"), Entry("Index", "index")], "shape", True)
    tree = _placed(
        Page("s", lists=_contents("a"), links={"a": "", "index": "The index"}),
        Page("a", lists=[bar], links={"a-source": "", "s": "", "index": ""}),
        Page("a-source"),
        Page("index"),
    )
    assert _rules(tree)["a-source"] == ("a", "list")
    assert _rules(tree)["index"] == ("s", "link")
    assert tree.places["index"].linked_as == "The index"


def test_parts_of_pages_are_left() -> None:
    assert "part" not in _placed(Page("s"), Page("part", is_whole=False)).places


def test_progress_is_reported() -> None:
    heard: list[int] = []
    PagePlacer({"s": Page("s", links={"a": ""}), "a": Page("a")}, heard.append).place(["s"])
    assert heard[-1] == 2


def test_pages_are_reachable_by_links_from_the_start_and_named_by_entries() -> None:
    pages = {"s": Page("s", links={"a": "", "gone": ""}), "a": Page("a", links={"s": ""}), "b": Page("b")}
    assert reachable(pages, ["s"]) == {"s", "a"}
    assert named_in([Entry("A", "a", children=[Entry("Out", url="https://x.example/"), Entry("B", "b")])]) == {"a", "b"}


def test_list_of_a_folder_on_its_index_page_takes_precedence_over_lists_elsewhere() -> None:
    modules = [f"mod/{number:02}.html" for number in range(50)]
    tree = _placed(
        Page("s", lists=_shape("news.html", "mod/index.html")),
        Page("news.html", lists=_shape(*modules[:9])),
        Page("mod/index.html", lists=_shape(*modules)),
        *map(Page, modules),
    )
    assert {_page_above(tree.places[module]) for module in modules} == {"mod/index.html"}


def test_list_on_an_index_page_with_pages_of_other_folders_has_no_precedence() -> None:
    tree = _placed(
        Page("s", lists=_shape("news.html", "mod/index.html")),
        Page("news.html", lists=_shape("mod/a.html")),
        Page("mod/index.html", lists=_shape("mod/a.html", "other/b.html")),
        Page("mod/a.html"),
        Page("other/b.html"),
    )
    assert _rules(tree)["mod/a.html"] == ("news.html", "list")
    assert _rules(tree)["other/b.html"] == ("mod/index.html", "list")


def test_a_long_alphabetical_menu_of_most_pages_comes_before_lists_of_other_pages() -> None:
    paths = [f"p{number:02}" for number in range(45)]

    def menu() -> list[ContentsList]:
        return [ContentsList([Entry(path, path) for path in paths], "shape")]

    contents_list = ContentsList([Entry("One", "p01"), Entry("Two", "p02")], "shape")
    pages = [Page("s", lists=menu()), Page("p00", lists=[contents_list, *menu()])]
    pages.extend(Page(path, lists=menu()) for path in paths[1:])
    tree = _placed(*pages)
    assert {(path, _page_above(tree.places[path]), tree.places[path].rule) for path in paths} == {
        (path, "s", "list") for path in paths
    }


def test_group_with_the_name_of_an_index_page_around_its_pages_stands_for_that_page() -> None:
    entries = [Entry("Sails", children=[Entry("Jib", "sails/jib")]), Entry("Oars", children=[Entry("Row", "row")])]
    tree = _placed(
        Page("s", lists=[ContentsList(entries, "contents")]),
        Page("sails/jib"),
        Page("row"),
        Page("sails/index.html", title="Sails – Boats", heading="Sails"),
        Page("oars/index.html", title="Oars"),
    )
    assert [branch.page for branch in tree.places["s"].children] == ["sails/index.html", None, "oars/index.html"]
    assert _page_above(tree.places["sails/jib"]) == "sails/index.html"


def test_unlinked_pages_are_in_the_order_of_their_numbers() -> None:
    tree = _placed(Page("s"), *(Page(f"{stem}.html", title="Day") for stem in ("day1", "day10", "day2", "day")))
    assert [branch.page for branch in tree.places["s"].children] == [
        f"{stem}.html" for stem in ("day", "day1", "day2", "day10")
    ]
    tree = _placed(Page("s"), *(Page(f"day {number}/index.html", title="Day") for number in (1, 10, 11, 2)))
    assert [branch.page for branch in tree.places["s"].children] == [
        f"day {number}/index.html" for number in (1, 2, 10, 11)
    ]


def test_caption_of_the_menu_and_of_the_contents_is_one_group() -> None:
    def lists(source: Source, *, is_navigation: bool) -> list[ContentsList]:
        return [
            ContentsList([Entry(letter, letter) for letter in letters], source, is_navigation, caption)
            for caption, letters in (("Start", "ab"), ("Guide", "cd"))
        ]

    both = [*lists("navigation", is_navigation=True), *lists("contents", is_navigation=False)]
    tree = _placed(Page("s", lists=both), *map(Page, "abcd"))
    assert [(branch.label, len(branch.children)) for branch in tree.places["s"].children] == [
        ("Start", 2),
        ("Guide", 2),
    ]


def test_index_page_with_two_groups_named_like_it_takes_that_of_its_heading() -> None:
    for heading, title in (("Sails", "Ropes"), ("Ropes", "Sails")):
        groups = [Entry("Sails", children=[Entry("Jib", "x/jib")]), Entry("Ropes", children=[Entry("Knot", "x/knot")])]
        start = Page("s", lists=[ContentsList(groups, "contents")])
        index = Page("x/index.html", heading=heading, title=title)
        tree = _placed(start, Page("x/jib"), Page("x/knot"), index)
        assert tree.places[index.path].label == heading


def test_section_whose_pages_the_start_page_shows_holds_them(tmp_path: Path) -> None:
    def cards(*names: str, up: str = "") -> str:
        return "<ul>" + "".join(f'<li><a href="{up}work/{name}/">{name}</a>' for name in names) + "</ul>"

    bar = '<nav><ul><li><a href="{0}work/">Work</a><li><a href="{0}about/">About</a></ul></nav>'
    files = {
        "index.html": page("Mason", bar.format("") + "<h1>Mason</h1><h2>Newest</h2>" + cards("kiln", "well")),
        "work/index.html": page("Work", bar.format("../") + "<h1>Work</h1>" + cards("well", "kiln", "arch", up="../")),
        "about/index.html": page("About", bar.format("../")),
    } | {f"work/{name}/index.html": page(name, bar.format("../../")) for name in ("kiln", "well", "arch")}
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "Mason": {"Work": {"well": {}, "kiln": {}, "arch": {}}, "About": {}}
    }


class _CountedRelations(dict[str, str]):
    reads = 0

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]
        _CountedRelations.reads += 1
        return super().get(key, default)


def test_pages_that_only_folders_place_are_asked_a_few_times_where_they_turn_to() -> None:
    reads = []
    for count in (100, 400):
        _CountedRelations.reads = 0
        pages = [Page(f"p{number}", title="P", rels=_CountedRelations()) for number in range(count)]
        _placed(Page("s", rels=_CountedRelations()), *pages)
        reads.append(_CountedRelations.reads)
    assert reads[1] < 5 * reads[0]


def test_page_that_turns_to_two_pages_places_both() -> None:
    tree = _placed(Page("s", rels={"next": "a"}), Page("a", rels={"next": "b", "prev": "c"}), *map(Page, "bc"))
    assert {name: branch.named_on for name, branch in tree.places.items()} == {"s": None, "a": "s", "b": "a", "c": "a"}


_MENU_WITH_GROUP = (
    '<nav><ul><li>Parts<ul><li><a href="a.html">A</a><li><a href="b.html">B</a></ul>'
    '<li><a href="c.html">C</a></ul></nav>'
)


def test_page_whose_crumb_is_the_start_page_stands_in_the_group_of_that_pages_menu(tmp_path: Path) -> None:
    crumb = '<div class="breadcrumbs"><a href="index.html">Home</a></div>'
    files = {"index.html": page("Home", _MENU_WITH_GROUP)} | {f"{name}.html": page(name, crumb) for name in "abc"}
    assert tree_made(made_of(tmp_path, files), by="name") == {"Home": {"Parts": {"A": {}, "B": {}}, "C": {}}}


def test_crumb_that_names_the_group_of_its_page_does_so_for_pages_that_the_menu_lacks(tmp_path: Path) -> None:
    crumbs = '<div class="breadcrumbs"><a href="index.html">Home</a> / <a href="a.html">Parts</a></div>'
    files = {"index.html": page("Home", _MENU_WITH_GROUP), "a.html": page("a"), "c.html": page("c")}
    lower = {f"{name}.html": page(name.upper(), crumbs) for name in "bx"}
    group = {"A": {}, "B": {}, "X": {}}
    assert tree_made(made_of(tmp_path / "all", files | lower), by="name") == {"Home": {"Parts": group, "C": {}}}
    lower["b.html"] = page("B")
    group = {"A": {"X": {}}, "B": {}}
    assert tree_made(made_of(tmp_path / "one", files | lower), by="name") == {"Home": {"Parts": group, "C": {}}}

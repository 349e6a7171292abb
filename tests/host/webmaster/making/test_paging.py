"""Links that turn pages make no parents, and the further pages of a list continue it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import made_of, page, tree_made
from standard_sitemap.webmaster.making import paging, paging_links
from standard_sitemap.webmaster.making.folder_maker import MakeResult
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page


def _teasers(*numbers: int, up: str = "") -> str:
    return "".join(f'<article><h2><a href="{up}d{number}/">Day {number}</a></h2></article>' for number in numbers)


def _day(number: int, *turns: str) -> str:
    return page(f"Day {number} – Log", f"<h1>Day {number}</h1><footer>{''.join(turns)}</footer>")


DAYS = [6, 5, 4, 3, 2, 1]
IN_ONE_LIST = [(f"d{number}/", {}) for number in DAYS]


def _below_start(made: MakeResult) -> list[tuple[str, object]]:
    """Return the entries below the only start page, in order, each with the tree below it."""
    ((_, nodes),) = tree_made(made).items()
    return list(nodes.items())


@pytest.mark.parametrize(
    ("second", "third", "first_turn", "second_turn"),
    [
        ("page/2", "page/3", '<a rel="next" href="page/2/">Older</a>', '<a rel="next" href="../3/">Older</a>'),
        ("page2", "page3", '<ul class="pager"><li><a href="page2/">2</a></ul>', '<a href="../page3/">Next »</a>'),
        ("seite/2", "seite/3", '<a href="seite/2/">Ältere Beiträge</a>', '<a href="../3/">Ältere Beiträge →</a>'),
        ("older", "oldest", '<a href="older/">Articles suivants</a>', '<a href="../oldest/">Articles suivants</a>'),
        ("page/2", "page/3", '<a href="page/2/">下一页</a>', '<a href="../3/">下一页</a>'),
        ("page/2", "page/3", '<a href="page/2/">→ More</a>', '<a href="../3/">→ More</a>'),
    ],
)
def test_further_pages_of_a_list_continue_it(
    tmp_path: Path, second: str, third: str, first_turn: str, second_turn: str
) -> None:
    up = "../" * (second.count("/") + 1)
    files = {
        "index.html": page("Log", f"<h1>Log</h1>{_teasers(6, 5)}{first_turn}"),
        f"{second}/index.html": page("Log – Page 2", f"<h1>Log</h1>{_teasers(4, 3, up=up)}{second_turn}"),
        f"{third}/index.html": page("Log – Page 3", f"<h1>Log</h1>{_teasers(2, 1, up=up)}"),
    } | {f"d{number}/index.html": _day(number) for number in DAYS}
    made = made_of(tmp_path, files)
    assert _below_start(made) == IN_ONE_LIST
    (left_out,) = made.left_out.values()
    assert left_out == [f"{second}/index.html", f"{third}/index.html"]


@pytest.mark.parametrize(
    "turn",
    [
        '<a href="../d{}/"><strong>Older</strong><div>Day {}</div></a>',
        '<nav class="post-navigation"><a href="../d{}/">Day {}</a></nav>',
        '<a rel="prev" href="../d{}/">Day {}</a>',
        '<a href="../d{}/">← Previous post</a>',
        '<p>Vorheriger: </p><a href="../d{}/">Zurück</a>',
        '<a href="../d{}/">«</a>',
        '<a href="../d{}/">Entrada anterior</a>',
        '<a href="../d{}/">المقالة السابقة</a>',
        '<a href="../d{}/">上一篇</a>',
    ],
)
def test_links_to_neighbours_make_no_parents(tmp_path: Path, turn: str) -> None:
    files = {"index.html": page("Log", _teasers(6))}
    for number in DAYS:
        files[f"d{number}/index.html"] = _day(number, turn.format(number - 1, number - 1) if number > 1 else "")
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST


def test_chapters_named_by_numbers_are_no_list(tmp_path: Path) -> None:
    names = {1: "Clay", 2: "Wheel", 3: "Kiln"}
    files = {"index.html": page("Pots", '<a href="page1.html">Begin</a>')}
    for number, name in names.items():
        turn = f'<a rel="next" href="page{number + 1}.html">Next</a>' if number < 3 else ""
        files[f"page{number}.html"] = page(name, f"<h1>{name}</h1>{turn}")
    assert _below_start(made_of(tmp_path, files)) == [(f"page{number}.html", {}) for number in names]


def test_chapters_in_folders_of_their_numbers_with_the_title_of_the_book_are_no_list(tmp_path: Path) -> None:
    addresses = [f"book/page/{number}/" for number in range(1, 4)]
    contents = "".join(f'<li><a href="{address}">Chapter</a>' for address in addresses)
    files = {"index.html": page("Contents", f"<h1>Contents</h1><ul>{contents}</ul>")}
    for number, address in enumerate(addresses, 1):
        turns = f'<a href="../{number - 1}/">Before</a> <a href="../{number + 1}/">After</a>'
        files[f"{address}index.html"] = page("The book", f"<h1>Chapter {number}</h1>{turns}")
    assert [path for path, _ in _below_start(made_of(tmp_path, files))] == addresses


def test_a_page_called_next_steps_is_no_neighbour(tmp_path: Path) -> None:
    files = {
        "index.html": page("S", '<a href="a.html">Anchors</a>'),
        "a.html": page("Anchors", '<a href="b.html">Next steps</a>'),
        "b.html": page("Next steps"),
    }
    assert tree_made(made_of(tmp_path, files)) == {"index.html": {"a.html": {"b.html": {}}}}


def test_entries_of_a_contents_list_go_on_in_the_list(tmp_path: Path) -> None:
    def listed(*names: str) -> str:
        return "<ul>" + "".join(f'<li><a href="/{name}.html">{name}</a></li>' for name in names) + "</ul>"

    files = {
        "index.html": page("Fish", '<a href="all/">All</a>'),
        "all/index.html": page("All", f"<h1>All</h1>{listed('a', 'b')}<nav><a href='page/2/'>2</a></nav>"),
        "all/page/2/index.html": page("All", f"<h1>All</h1>{listed('c', 'd')}<nav><a href='../../'>1</a></nav>"),
    } | {f"{name}.html": page(name.upper()) for name in "abcd"}
    ((path, children),) = _below_start(made_of(tmp_path, files))
    assert (path, children) == ("all/", {f"{name}.html": {} for name in "abcd"})


def test_entry_that_a_further_page_repeats_is_in_the_list_once() -> None:
    first = Page("list.html", lists=[ContentsList([Entry("A", "a.html"), Entry("B", "b.html")], "contents")])
    further = Page("list-2.html", lists=[ContentsList([Entry("C", "c.html"), Entry("A", "a.html")], "contents")])
    joined = paging.merged({"list.html": first, "list-2.html": further}, {"list-2.html": "list.html"})
    assert list(joined["list.html"].lists[0].targets()) == ["a.html", "b.html", "c.html"]


def test_the_newest_pages_beside_a_list_are_no_branch(tmp_path: Path) -> None:
    aside = '<aside><h3>Neueste Beiträge</h3><ul><li><a href="/d6/">Day 6</a><li><a href="/d5/">Day 5</a></ul></aside>'
    files = {"index.html": page("Log", f"<h1>Log</h1>{_teasers(*DAYS)}{aside}")}
    files |= {f"d{number}/index.html": page(f"Day {number}", aside) for number in DAYS}
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST


def test_a_parents_links_order_the_pages_that_name_it(tmp_path: Path) -> None:
    """The menu of a manual decides, and a chain of next pages that goes through its sections does not."""
    up = '<link rel="up" href="index.html">'
    files = {
        "index.html": page(
            "Manual", '<p><a href="view.html">View</a> <a href="use.html">Use</a> <a href="bugs.html">B'
        ),
        "bugs.html": page("Bugs", "", up),
        "use.html": page("Use", "", f'{up}<link rel="next" href="bugs.html">'),
        "view.html": page("View", "", f'{up}<link rel="next" href="use.html">'),
    }
    assert [path for path, _ in _below_start(made_of(tmp_path, files))] == ["view.html", "use.html", "bugs.html"]


def test_parts_of_a_manual_with_one_title_are_no_further_pages_of_a_list(tmp_path: Path) -> None:
    titles = {"faq": "Questions", "faq1": "1: Installing", "faq2": "2: Running", "lone": "Other"}
    files = {f"{stem}.html": page("Questions", f"<h1>{name}</h1>") for stem, name in titles.items()}
    files["index.html"] = page("Shell", '<a href="faq.html">FAQ</a>')
    files["faq.html"] += '<a href="faq1.html">1</a><a href="faq2.html">2</a>'
    files["faq1.html"] += '<a href="faq2.html">Next</a><a href="lone.html">Other</a>'
    assert not made_of(tmp_path, files).left_out


def test_further_page_in_a_folder_of_its_number_may_begin_with_another_heading(tmp_path: Path) -> None:
    pager = '<nav class="pagination"><a href="page/2/">2</a></nav>'
    files = {
        "index.html": page("Log", f'<h2>2025</h2><a href="d1/">Day 1</a>{pager}'),
        "page/2/index.html": page("Log", '<h2>2024</h2><a href="../../d2/">Day 2</a>'),
        "d1/index.html": page("Day 1"),
        "d2/index.html": page("Day 2"),
    }
    assert _below_start(made_of(tmp_path, files)) == [("d1/", {}), ("d2/", {})]


@pytest.mark.parametrize(
    "name",
    [
        *("pager", "pagination", "Paginator", "paging", "page-nav", "pagenav", "page-number", "pagenumbers"),
        *("prev-next", "prevnext", "nextprev", "nav-link", "navlinks", "nav-single"),
        *(f"{post}{mark}nav" for post in ("post", "posts", "article", "entry") for mark in ("", "-")),
        *("post-navigation", "entrypager", "article-pagination"),
    ],
)
def test_each_name_of_a_pager_is_known(name: str) -> None:
    assert paging_links.is_pager(name)
    assert not paging_links.is_pager(f"x{name}x")


@pytest.mark.parametrize("added", ["Latest", "Log"])
def test_further_pages_whose_titles_also_name_the_list_continue_it(tmp_path: Path, added: str) -> None:
    files = {
        "index.html": page("Log", f'{_teasers(6)}<a href="page/2/">Next</a>'),
        "page/2/index.html": page(f"{added} • Log", f'{_teasers(5, up="../../")}<a href="../3/">Next</a>'),
        "page/3/index.html": page(f"{added} • Log", _teasers(4, up="../../")),
    }
    files |= {f"d{number}/index.html": _day(number) for number in DAYS[:3]}
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST[:3]


def test_further_page_without_a_title_continues_its_list(tmp_path: Path) -> None:
    files = {
        "index.html": page("Log", f'{_teasers(6, 5, 4)}<a href="page/2/">Next →</a>'),
        "page/2/index.html": page("", f'{_teasers(3, 2, 1, up="../../")}<a href="../../">← Prev</a>'),
    } | {f"d{number}/index.html": page(f"Day {number}") for number in DAYS}
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST


def test_index_of_characters_with_arrows_turns_no_pages(tmp_path: Path) -> None:
    letters = {"A": "a", "B": "b", "C": "c", "<": "less", ">": "more"}
    items = "".join(f'<li><a href="{stem}.html">{letter.replace("<", "&lt;")}</a>' for letter, stem in letters.items())
    files = {"index.html": page("Oars", '<a href="letters.html">Letters</a>')}
    files |= {f"{stem}.html": page(f"Oars {stem}", f"<ul>{items}</ul>") for stem in ("letters", *letters.values())}
    made = made_of(tmp_path, files)
    ((_, nodes),) = _below_start(made)
    assert list(nodes) == [f"{stem}.html" for stem in letters.values()]  # type: ignore[call-overload]


@pytest.mark.parametrize("first_number", [1, 2])
def test_further_pages_in_folders_of_bare_numbers_continue_their_list(tmp_path: Path, first_number: int) -> None:
    second, third = first_number, first_number + 1
    files = {
        "index.html": page("Log", f'<h1>Log</h1>{_teasers(6, 5)}<a rel="next" href="{second}/">→</a>'),
        f"{second}/index.html": page(
            "Log", f'<h1>Log</h1>{_teasers(4, 3, up="../")}<a rel="next" href="../{third}/">→'
        ),
        f"{third}/index.html": page("Log", f"<h1>Log</h1>{_teasers(2, 1, up='../')}"),
    } | {f"d{number}/index.html": _day(number) for number in DAYS}
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST


@pytest.mark.parametrize("heading", ["<h1>The book</h1>", "<h1>Chapter {}</h1>", ""])
def test_chapters_in_folders_of_bare_numbers_are_no_list(tmp_path: Path, heading: str) -> None:
    turn = '<a rel="next" href="{}/">Next</a>'
    files = {"index.html": page("The book", f"{heading.format(0)}{turn.format(1)}")}
    for number in (1, 2, 3):
        files[f"{number}/index.html"] = page("The book", f"{heading.format(number)}{turn.format(f'../{number + 1}')}")
    assert not made_of(tmp_path, files).left_out


@pytest.mark.parametrize(
    ("second", "third", "turns"),
    [
        pytest.param(
            "blog/page/2",
            "blog/page/3",
            (
                '<a class="prev" href="blog/page/2/">← Older</a>',
                '<a href="../3/">← Older</a>',
                '<a href="../2/">Newer →</a>',
            ),
            id="Octopress, whose second page is called the previous one and is in another folder",
        ),
        pytest.param(
            "page2",
            "page3",
            (
                '<a href="page2/">Next</a><a href="/page3/">Last</a>',
                '<a href="/page3/">Next</a><a href="/page3/">Last</a>',
                '<a href="/page3/">Last</a>',
            ),
            id="a last page that all pages name",
        ),
    ],
)
def test_further_pages_that_only_numbers_and_titles_tell_continue_their_list(
    tmp_path: Path, second: str, third: str, turns: tuple[str, str, str]
) -> None:
    up = "../" * (second.count("/") + 1)
    files = {
        "index.html": page("Log", f"{_teasers(6, 5)}{turns[0]}"),
        f"{second}/index.html": page("Log", f"{_teasers(4, 3, up=up)}{turns[1]}"),
        f"{third}/index.html": page("Log", f"{_teasers(2, 1, up=up)}{turns[2]}"),
    } | {f"d{number}/index.html": _day(number) for number in DAYS}
    assert _below_start(made_of(tmp_path, files)) == IN_ONE_LIST

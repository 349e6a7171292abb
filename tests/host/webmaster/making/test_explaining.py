"""The explanation of a page's place and name, for each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.webmaster.making.sites import page, written
from standard_sitemap.webmaster.making.explaining import Absence, Candidate, Explanation
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.titles import SourcedName

_TOC = '<div class="toctree-wrapper"><ul>{}</ul></div>'


def _item(path: str, text: str) -> str:
    return f'<li><a href="{path}">{text}</a></li>'


def _words(*letters: str) -> str:
    return "".join(_item(f"{letter}.html", f"word {letter}") for letter in letters)


_LETTERS = [f"w{number:02}" for number in range(45)]
SITE = {
    "index.html": page(
        "Start",
        _TOC.format(_item("toc.html", "In the contents") + f"<li>Sails<ul>{_item('sails/jib.html', 'Jib')}</ul></li>")
        + f'<div class="sidebar-nav"><ul>{_item("menu.html", "In the menu")}{_item("words.html", "Words")}</ul></div>'
        + '<p>See <a href="linked.html">a page</a> and <a href="sub/">a folder</a>.</p>',
    ),
    "toc.html": page("Contents", '<p><a href="menu.html">menu</a></p>'),
    "menu.html": page("Menu", f"<h1>Other</h1><ul>{_item('one.html', 'One')}{_item('two.html', 'Two')}</ul>"),
    "one.html": page("First", head='<link rel="next" href="chain.html">'),
    "two.html": page("Second"),
    "chain.html": page("Chain"),
    "words.html": page("Words", f"<ul>{_words(*_LETTERS)}</ul>"),
    **{f"{letter}.html": page(f"Page {letter}") for letter in _LETTERS},
    "linked.html": page("Linked"),
    "sub/index.html": page("Sub"),
    "sub/alone.html": page("Alone"),
    "up.html": page("Up", head='<link rel="up" href="linked.html">'),
    "crumb.html": page(
        "Crumb", '<nav class="breadcrumbs"><a href="index.html">S</a> <a href="linked.html">L</a></nav>'
    ),
    "sails/jib.html": page("Jib"),
    "sails/index.html": page("Sails"),
    "tree.html": page("Tree"),
    "SUMMARY.md": "# Summary\n\n- [From a tree](tree.html)\n",
    "old.html": '<meta http-equiv="refresh" content="0; url=toc.html">',
}


def _explained(folder: Path, *pages: str, **options: str) -> list[Explanation | Absence]:
    return make(written(folder, SITE), MakeOptions(explained=pages, **options)).explanations


@pytest.mark.parametrize(
    ("path", "rule", "named_on"),
    [
        ("index.html", "start", None),
        ("tree.html", "tree-file", "SUMMARY.md"),
        ("toc.html", "contents", "index.html"),
        ("menu.html", "navigation", "index.html"),
        ("one.html", "list", "menu.html"),
        ("up.html", "up", "linked.html"),
        ("crumb.html", "breadcrumbs", "linked.html"),
        ("w07.html", "index", "words.html"),
        ("linked.html", "link", "index.html"),
        ("chain.html", "sequence", "one.html"),
        ("sub/alone.html", "folder", "sub/index.html"),
        ("sails/index.html", "group", None),
    ],
)
def test_each_rule_is_named_with_the_file_that_gave_the_place(
    tmp_path: Path, path: str, rule: str, named_on: str | None
) -> None:
    (explanation,) = _explained(tmp_path, path)
    assert isinstance(explanation, Explanation)
    assert (explanation.rule, explanation.named_on) == (rule, named_on)


def test_other_rules_and_unused_names_are_given(tmp_path: Path) -> None:
    (explanation,) = _explained(tmp_path, "menu.html")
    assert isinstance(explanation, Explanation)
    assert explanation.above == ["Start"]
    assert explanation.name == SourcedName("entry", "In the menu")
    assert explanation.unused == [
        SourcedName("title", "Menu"),
        SourcedName("heading", "Other"),
    ]
    assert explanation.others == [Candidate("link", ["index.html", "toc.html"])]


def test_a_page_outside_the_map_is_explained_by_its_reason(tmp_path: Path) -> None:
    assert _explained(tmp_path, "old.html", "none.html") == [
        Absence("old.html", "sending readers on to another page"),
        Absence("none.html", "no page has this path or address"),
    ]


def test_a_page_is_named_by_path_folder_address_or_place_on_disk(tmp_path: Path) -> None:
    named = ("sub", "sub/", "https://www.example.org/docs/sub/", str(tmp_path / "sub" / "index.html"))
    explanations = _explained(tmp_path, *named, base_url="https://www.example.org/docs/")
    assert [explanation.page for explanation in explanations] == ["sub/index.html"] * 4


def test_a_translation_is_explained_by_the_page_in_the_first_language(tmp_path: Path) -> None:
    other = '<link rel="alternate" hreflang="{}" href="{}">'
    site = {
        "index.html": page("Start", '<p><a href="a.html">a</a></p>', lang="en"),
        "a.html": page("Bread", head=other.format("de", "a.de.html"), lang="en"),
        "a.de.html": page("Brot", head=other.format("en", "a.html"), lang="de"),
    }
    (explanation,) = make(written(tmp_path, site), MakeOptions(explained=("a.de.html",))).explanations
    assert isinstance(explanation, Explanation)
    assert (explanation.translated, explanation.name.text, explanation.rule) == ("a.html", "Brot", "link")


def test_a_menu_that_pages_share_is_searched_once_for_each_explanation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = (
        f'<div class="sidebar-nav"><ul>{_words(*_LETTERS)}<li>More<ul>{_item("more.html", "More")}</ul></li></ul></div>'
    )
    pages = {f"{name}.html": page(name, menu) for name in ("more", *_LETTERS)}
    folder = written(tmp_path, {"index.html": page("Start", '<a href="more.html">More</a>'), **pages})
    searches = Counter[int]()
    targets = ContentsList.targets

    def counted_targets(self: ContentsList) -> Iterator[str]:
        searches[explained] += 1
        return targets(self)

    monkeypatch.setattr(ContentsList, "targets", counted_targets)
    for explained in (1, 2):
        make(folder, MakeOptions(explained=("w01.html", "w02.html")[:explained]))
    assert searches[2] - searches[1] < 5

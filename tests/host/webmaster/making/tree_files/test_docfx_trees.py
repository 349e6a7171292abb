"""The contents files of DocFX: a bar, and the contents of its parts, as its pages name them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.webmaster.making.sites import hierarchy_made, made_of, page, tree_of
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.tree_files.docfx_trees import read_contents_json


def _contents(items: str) -> str:
    return f'<div id="sidetoggle"><div class="toc" id="toc"><ul class="nav level1">{items}</ul></div></div>'


def _item(path: str, text: str, submenu: str = "") -> str:
    submenu = f'<ul class="nav level2">{submenu}</ul>' if submenu else ""
    return f'<li><span class="expand-stub"></span><a href="{path}" title="{text}">{text}</a>{submenu}</li>'


def _page(title: str, up: str, kind: str = "property") -> str:
    head = f'<meta {kind}="docfx:navrel" content="{up}toc.html"><meta {kind}="docfx:tocrel" content="toc.html">'
    return page(title, f"<h1>{title}</h1>", head)


SITE = {
    "index.html": _page("Garden", ""),
    "toc.html": _contents(
        _item("guide/start.html", "Guide")
        + _item("api/Pond.html", "API")
        + '<li class="dropdown"><a href="#">More <span class="caret"></span></a><ul>'
        + _item("news.html", "News")
        + "</ul></li>"
    ),
    "news.html": _page("What is new", ""),
    "guide/toc.html": _contents(_item("plant.html", "Plant") + "<li><a>Tools</a><ul>" + _item("rake.html", "Rake")),
    "guide/start.html": _page("Start here", "../"),
    "guide/plant.html": _page("To plant", "../"),
    "guide/rake.html": _page("A rake", "../"),
    "api/toc.html": _contents(_item("Pond.html", "Pond", _item("Pond.Fish.html", "Fish"))),
    "api/Pond.html": _page("Namespace Pond", "../", "name"),
    "api/Pond.Fish.html": _page("Class Fish", "../", "name"),
}
TREE = {
    "Garden": {
        "Guide": {"Plant": {}, "Tools": {"Rake": {}}},
        "API": {"Pond": {"Fish": {}}},
        "More": {"News": {}},
    }
}


def _tree_of(tmp_path: Path, site: dict[str, str]) -> object:
    made = made_of(tmp_path, site)
    assert made.rules == {"start": 1, "tree-file": len([name for name in site if "toc." not in name]) - 1}
    return tree_of(hierarchy_made(made))


def test_the_contents_of_a_part_stand_below_its_entry_in_the_bar(tmp_path: Path) -> None:
    assert _tree_of(tmp_path, SITE) == TREE


def test_contents_as_json_make_the_same_tree(tmp_path: Path) -> None:
    def items(*nodes: object) -> str:
        return json.dumps({"items": nodes, "memberLayout": "SamePage"})

    def node(name: str, href: str | None = None, *children: object) -> dict[str, object]:
        return {"name": name, "href": href, "topicHref": href, "items": list(children)}

    empty = {name: _contents("") for name in SITE if name.endswith("toc.html")}
    files = {
        "toc.json": items(
            node("Guide", "guide/start.html"),
            node("API", "api/Pond.html"),
            node("More", None, node("News", "news.html")),
        ),
        "guide/toc.json": items(node("Plant", "plant.html"), node("Tools", None, node("Rake", "rake.html"))),
        "api/toc.json": items(node("Pond", "Pond.html", node("Fish", "Pond.Fish.html"))),
    }
    assert _tree_of(tmp_path, SITE | empty | files) == TREE


def test_parts_that_name_each_other_end(tmp_path: Path) -> None:
    site = SITE | {"api/toc.html": _contents(_item("../guide/start.html", "Back") + _item("Pond.html", "Pond"))}
    assert made_of(tmp_path, site).pages == len(site)


@pytest.mark.parametrize("body", [b"", b"7", b'{"items": 7}', b'[{"name": 7}]', b"[" * 100_000])
def test_a_broken_file_holds_no_tree(body: bytes) -> None:
    assert read_contents_json(body, lambda address: Entry("", address)) == []

"""Writing the made files: all or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from standard_sitemap.webmaster.converting.staging import ExistingFiles
from standard_sitemap.webmaster.making.outline import Outline, OutlineNode, item
from standard_sitemap.webmaster.making.publishing import publish
from standard_sitemap.webmaster.making.sitemaps_org import publish_both

BASE = "https://www.example.org/"


def _outline(*names: str) -> Outline:
    branches = [item(name, f"{name}.html") for name in names]
    for branch in branches:
        branch.children = [item(f"{branch.name} {number}", f"{branch.name}{number}.html") for number in range(3)]
    return Outline([*branches])


def _leaves(*urls: str) -> Outline:
    nodes: list[OutlineNode] = [item(url, BASE + url) for url in urls]
    return Outline([*nodes])


def test_only_files_made_here_are_replaced(tmp_path: Path) -> None:
    place = tmp_path / "map.xml"
    assert publish(_outline("a", "b"), place, None, may_replace=False) == [place]
    first = place.read_bytes()
    publish(_outline("c"), place, None, may_replace=False)
    assert place.read_bytes() != first
    place.write_bytes(b"<sitemap/>")
    with pytest.raises(ExistingFiles):
        publish(_outline("a"), place, None, may_replace=False)
    assert place.read_bytes() == b"<sitemap/>"
    publish(_outline("a", "b"), place, None, may_replace=True)
    assert place.read_bytes() == first


def test_big_branches_get_files_of_their_own_and_the_root_file_is_last(tmp_path: Path) -> None:
    paths = publish(_outline("a", "b"), tmp_path / "map.xml", 2, may_replace=False)
    assert [path.name for path in paths] == ["map-a.xml", "map-b.xml", "map.xml"]


def test_one_existing_file_prevents_all_writing(tmp_path: Path) -> None:
    (tmp_path / "map-b.xml").write_text("mine")
    with pytest.raises(ExistingFiles):
        publish(_outline("a", "b"), tmp_path / "map.xml", 2, may_replace=False)
    assert [path.name for path in tmp_path.iterdir()] == ["map-b.xml"]


def test_both_files_have_the_same_pages(tmp_path: Path) -> None:
    paths = publish_both(_leaves("a", "b"), tmp_path / "map.xml", BASE, None, may_replace=False)
    assert [path.name for path in paths] == ["sitemap.xml", "map.xml"]
    assert [(tmp_path / "sitemap.xml").read_text().count(f"<loc>{BASE}{name}</loc>") for name in "ab"] == [1, 1]

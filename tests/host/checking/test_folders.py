"""What a folder holds."""

from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.checking import folders


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<sitemap xmlns="http://standard-sitemap.org/2007/ns"/>', True),
        ("<sitemap/>", True),
        ('<sitemap xmlns="http://example.org/">&', True),
        ('<item xmlns="http://standard-sitemap.org/2007/ns"/>', True),
        ("<urlset/>", False),
        ("no XML", False),
        ("", False),
        ('<?xml version="1.0" encoding="nothing"?><sitemap/>', False),
    ],
)
def test_sitemap_files_are_told_by_their_first_element(text: str, expected: bool, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(text)
    assert (len(folders.contents(tmp_path).sitemaps) == 1) is expected


def test_what_is_hidden_or_no_map_is_passed_over(write: Any, tmp_path: Path) -> None:
    for name in ("b.xml", "a/c.xml", ".git/d.xml", "e.txt"):
        write(name, "")
    for name, text in (("p.html", "HTTP://STANDARD-SITEMAP.ORG"), ("q.htm", "nothing"), (".git/r.html", "")):
        (tmp_path / name).write_text(text)
    found = folders.contents(tmp_path)
    assert [path.name for path in found.sitemaps] == ["b.xml", "c.xml"]
    assert [path.name for path in found.pages] == ["p.html"]


def test_a_broken_link_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.html").symlink_to(tmp_path / "nowhere.html")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert folders.contents(tmp_path) == folders.Contents((), ())


def test_unreadable_files_harm_nothing(tmp_path: Path) -> None:
    assert not folders.is_root_file(tmp_path)


def test_root_files_begin_with_sitemap(write: Any) -> None:
    assert folders.is_root_file(write("a.xml", ""))
    assert not folders.is_root_file(write("b.xml", "", element="item"))

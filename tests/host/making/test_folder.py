"""What of a folder is read: never what is outside, never without end."""

from __future__ import annotations

import os
from pathlib import Path

from host.making.sites import written
from standard_sitemap.making import folder as folders
from standard_sitemap.making.folder import MAX_DEPTH, contents, read


def test_pages_come_in_order_and_hidden_files_do_not(tmp_path: Path) -> None:
    written(tmp_path, {"b.html": "", "a/x.htm": "", "a.xhtml": "", ".git/x.html": "", ".x.html": "", "s.css": ""})
    found = contents(tmp_path)
    assert found.pages == ["a.xhtml", "b.html", "a/x.htm"]
    assert found.others == ["s.css"]


def test_error_pages_and_what_is_to_be_left_out_are_said(tmp_path: Path) -> None:
    written(tmp_path, {"404.html": "", "a.html": "", "drafts/b.html": "", "drafts/c/d.html": ""})
    found = contents(tmp_path, ("drafts/",))
    assert found.pages == ["a.html"]
    assert sorted(map(len, found.left_out.values())) == [1, 2]


def test_links_out_of_the_folder_and_rings_are_not_followed(tmp_path: Path) -> None:
    inner = written(tmp_path / "inner", {"a.html": "x"})
    written(tmp_path, {"secret.html": "secret"})
    (inner / "secret.html").symlink_to(tmp_path / "secret.html")
    (inner / "self").symlink_to(inner)
    (inner / "ring.html").symlink_to(inner / "ring.html")
    assert [path for path in contents(inner).pages if read(inner.resolve(), path) is not None] == ["a.html"]
    assert read(inner.resolve(), "../secret.html") is None


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    assert read(tmp_path.resolve(), "a.html") is None


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.html").open("wb") as file:
        file.truncate(folders.MAX_BYTES + 1)
    assert read(tmp_path.resolve(), "a.html") is None


def test_folders_in_one_another_come_to_an_end(tmp_path: Path) -> None:
    place = tmp_path
    for _ in range(MAX_DEPTH + 5):
        place = place / "d"
        place.mkdir()
        (place / "a.html").write_text("")
    assert len(contents(tmp_path).pages) == MAX_DEPTH

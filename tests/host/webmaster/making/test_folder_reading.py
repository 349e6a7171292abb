"""Reading a folder with one process or several: it never leaves the folder, and always ends."""

from __future__ import annotations

import errno
import gc
import os
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from host.webmaster.making.sites import page, written
from standard_sitemap.model import page_sizes
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.webmaster.making import folder_reading
from standard_sitemap.webmaster.making.folder_reading import (
    MAX_DEPTH,
    contents,
    other_name,
    path_start,
    read,
    read_all,
    select_by,
)
from standard_sitemap.webmaster.making.references import ReferenceResolver


def test_pages_come_in_order_and_hidden_files_do_not(tmp_path: Path) -> None:
    written(tmp_path, {"b.html": "", "a/x.htm": "", "a.xhtml": "", ".git/x.html": "", ".x.html": "", "s.css": ""})
    folder = contents(tmp_path)
    assert folder.pages == ["a.xhtml", "b.html", "a/x.htm"]
    assert folder.others == ["s.css"]


@pytest.mark.parametrize(
    ("folder", "file", "expected"),
    [
        (PureWindowsPath("T:\\"), "T:\\guide\\a.html", "guide\\a.html"),
        (PureWindowsPath("T:\\site"), "T:\\site\\guide\\a.html", "guide\\a.html"),
        (PureWindowsPath("\\\\server\\share\\"), "\\\\server\\share\\guide\\a.html", "guide\\a.html"),
        (PurePosixPath("/"), "/guide/a.html", "guide/a.html"),
        (PurePosixPath("/site"), "/site/guide/a.html", "guide/a.html"),
    ],
)
def test_paths_below_the_root_of_a_drive_are_complete(
    folder: PureWindowsPath | PurePosixPath, file: str, expected: str
) -> None:
    assert file[path_start(folder) :] == expected


def test_omitted_and_error_pages_are_reported(tmp_path: Path) -> None:
    written(tmp_path, {"404.html": "", "a.html": "", "drafts/b.html": "", "drafts/c/d.html": ""})
    folder = contents(tmp_path, ("drafts/",))
    assert folder.pages == ["a.html"]
    assert sorted(map(len, folder.left_out.values())) == [1, 2]


def test_template_in_the_source_of_a_site_is_left_out_with_what_to_do(tmp_path: Path) -> None:
    written(tmp_path, {"_layouts/default.html": page("A"), "_includes/a/head.html": "", "posts/index.html": page("B")})
    folder = contents(tmp_path)
    assert folder.pages == ["posts/index.html"]
    ((reason, paths),) = folder.left_out.items()
    assert "give the folder that the generator builds" in reason
    assert sorted(paths) == ["_includes/a/head.html", "_layouts/default.html"]


def test_folder_that_cannot_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {"a.html": "", "closed/b.html": ""})
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if os.fspath(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    folder = contents(tmp_path)
    assert (folder.pages, folder.left_out) == (["a.html"], {"folders that cannot be read": ["closed"]})


@pytest.mark.parametrize(
    "data",
    [
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>',
        '\ufeff<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?>\n<feed><title>News</title></feed>',
        '{"name": "Shop", "description": "<h1>Shop</h1>"}',
        '[{"id": 1}]',
    ],
)
def test_feed_or_data_saved_as_a_page_is_left_out(data: str, tmp_path: Path) -> None:
    written(tmp_path, {"a.html": page("A"), "feed/index.html": data})
    folder = contents(tmp_path)
    assert list(read_all(tmp_path, folder, ReferenceResolver(folder.pages))) == ["a.html"]
    assert folder.left_out == {"feeds and data for programs, not pages": ["feed/index.html"]}


@pytest.mark.parametrize("start", ['{"layout": "plain"}\n', '["Draft"]\n  '])
def test_page_after_text_that_begins_like_data_is_read(start: str, tmp_path: Path) -> None:
    written(tmp_path, {"a.html": start + page("A")})
    folder = contents(tmp_path)
    assert list(read_all(tmp_path, folder, ReferenceResolver(folder.pages))) == ["a.html"]


def test_xhtml_is_no_data(tmp_path: Path) -> None:
    written(
        tmp_path,
        {"a.html": '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><title>A</title></html>'},
    )
    folder = contents(tmp_path)
    assert list(read_all(tmp_path, folder, ReferenceResolver(folder.pages))) == ["a.html"]


def test_links_out_of_the_folder_and_rings_are_not_followed(tmp_path: Path) -> None:
    inner = written(tmp_path / "inner", {"a.html": "x"})
    written(tmp_path, {"secret.html": "secret"})
    (inner / "secret.html").symlink_to(tmp_path / "secret.html")
    (inner / "self").symlink_to(inner)
    (inner / "ring.html").symlink_to(inner / "ring.html")
    assert [path for path in contents(inner).pages if read(inner.resolve(), path) is not None] == ["a.html"]
    assert read(inner.resolve(), "../secret.html") is None


def test_another_name_of_a_page_sends_readers_on_to_it(tmp_path: Path) -> None:
    place = written(tmp_path, {"a.en.html": page("A"), "b.txt": "b", "index.html": page("Home")})
    (place / "a.html").symlink_to("a.en.html")
    (place / "b.html").symlink_to("b.txt")
    folder = contents(place)
    pages = read_all(place, folder, ReferenceResolver(folder.pages))
    assert {path: document.redirect for path, document in pages.items() if document.redirect is not None} == {
        "a.html": "a.en.html"
    }
    assert (other_name(place, "a.html"), other_name(place, "index.html")) == ("a.en.html", None)


def test_the_start_page_is_its_own_whatever_its_file_is_called(tmp_path: Path) -> None:
    (tmp_path / "git.html").write_text("<title>Git</title><p>All of it")
    (tmp_path / "index.html").symlink_to("git.html")
    place = tmp_path.resolve()
    folder = contents(place, ())
    pages = read_all(place, folder, ReferenceResolver(folder.pages), first="index.html")
    assert [page.redirect for page in pages.values()] == [None, None]


def test_invalid_file_name_is_none(tmp_path: Path) -> None:
    assert read(tmp_path.resolve(), "a\0.html") is None


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    assert read(tmp_path.resolve(), "a.html") is None


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.html").open("wb") as file:
        file.truncate(PAGE_BYTES + 1)
    assert read(tmp_path.resolve(), "a.html") is None


def test_nested_folders_are_limited_in_depth(tmp_path: Path) -> None:
    place = tmp_path
    for _ in range(MAX_DEPTH + 5):
        place = place / "d"
        place.mkdir()
        (place / "a.html").write_text("")
    assert len(contents(tmp_path).pages) == MAX_DEPTH


def test_pages_come_in_order_with_progress_and_unreadable_ones_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_reading, "PAGE_BYTES", 1_000)
    place = written(tmp_path, {"b.html": page("B"), "a.html": page("A"), "huge.html": "x" * 2_000})
    contents, heard = folder_reading.contents(place), []
    pages = read_all(place, contents, ReferenceResolver(contents.pages), progress=heard.append)
    assert [(path, document.title) for path, document in pages.items()] == [("a.html", "A"), ("b.html", "B")]
    assert list(contents.left_out.values()) == [["huge.html"]]
    assert heard == [2]


def test_page_with_too_many_elements_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_sizes, "LIBXML2_PARTS", 1_000)
    elements = page("A") + "<p>" * 400 + "<p a=b>" * 400
    place = written(tmp_path, {"a.html": elements, "b.html": page("B") + "<p></p>" * 900})
    contents = folder_reading.contents(place)
    assert [*read_all(place, contents, ReferenceResolver(contents.pages))] == ["b.html"]
    assert list(contents.left_out.values()) == [["a.html"]]


def test_several_processes_read_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"{number}/index.html": page(f"{number}", f'<a href="../{number + 1}/">next</a>') for number in range(120)}
    place = written(tmp_path, files)
    contents = folder_reading.contents(place)
    alone, together = ReferenceResolver(contents.pages), ReferenceResolver(contents.pages)
    pages = read_all(place, contents, alone)
    monkeypatch.setattr(folder_reading, "_ALONE", 0)
    assert read_all(place, contents, together) == pages
    assert [alone.url(path) for path in pages] == [together.url(path) for path in pages]
    assert alone.url("7/index.html") == "7/"


def _end_at_once(_: object) -> None:
    os._exit(1)


def test_pages_of_killed_processes_are_read_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = written(tmp_path, {"a.html": page("A"), "b.html": page("B")})
    contents = folder_reading.contents(place)
    monkeypatch.setattr(folder_reading, "_ALONE", 0)
    monkeypatch.setattr(folder_reading, "_begin", _end_at_once)
    assert [document.title for document in read_all(place, contents, ReferenceResolver(contents.pages)).values()] == [
        "A",
        "B",
    ]


def test_a_page_is_named_as_most_pages_do_and_not_as_one_does(tmp_path: Path) -> None:
    files = {f"{number}.html": page("", '<a href="a.html">right</a>') for number in range(3)}
    place = written(tmp_path, files | {"a.html": page("A"), "odd.html": page("", '<a href="a">wrong</a>')})
    contents = folder_reading.contents(place)
    addresses = ReferenceResolver(contents.pages)
    read_all(place, contents, addresses)
    assert addresses.url("a.html") == "a.html"


@pytest.mark.parametrize("is_enabled", [True, False])
def test_garbage_collection_setting_is_restored(tmp_path: Path, is_enabled: bool) -> None:
    place = written(tmp_path, {"a.html": page("A")})
    contents = folder_reading.contents(place)
    was_enabled = gc.isenabled()
    try:
        (gc.enable if is_enabled else gc.disable)()
        read_all(place, contents, ReferenceResolver(contents.pages))
        assert gc.isenabled() is is_enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_invalid_selector_is_reported() -> None:
    assert select_by(None) is None
    with pytest.raises(ValueError, match="Expected"):
        select_by("a >")


def _list(*names: str) -> str:
    return "<ul>" + "".join(f"<li><a href='{name}.html'>{name}</a></li>" for name in names) + "</ul>"


def test_a_navigation_that_says_nothing_new_is_left_out_but_on_the_first_page(tmp_path: Path) -> None:
    usual = f"<nav>{_list('a', 'b', 'c')}</nav>"
    files = {"index": usual, "a": usual + _list("b", "c"), "b": f"{usual}<nav>{_list('a', 'd')}</nav>", "c": usual}
    files["d"] = ""
    place = written(tmp_path, {f"{path}.html": page("", lists) for path, lists in files.items()})
    contents = folder_reading.contents(place)
    pages = read_all(place, contents, ReferenceResolver(contents.pages), first="index.html")
    assert {path: [list(contents_list.targets()) for contents_list in page.lists] for path, page in pages.items()} == {
        "index.html": [["a.html", "b.html", "c.html"]],
        "a.html": [["b.html", "c.html"]],
        "b.html": [["a.html", "d.html"]],
        "c.html": [],
        "d.html": [],
    }


def test_the_navigation_of_a_first_page_that_sends_readers_on_counts_for_nothing(tmp_path: Path) -> None:
    usual = f"<nav>{_list('a', 'b', 'c')}</nav>"
    refresh = '<meta http-equiv="refresh" content="0; url=a.html">'
    pages = {"index.html": page("", usual, refresh)} | {f"{name}.html": page("", usual) for name in "abc"}
    place = written(tmp_path, pages)
    contents = folder_reading.contents(place)
    pages_read = read_all(place, contents, ReferenceResolver(contents.pages), first="index.html")
    assert [len(pages_read[f"{name}.html"].lists) for name in "abc"] == [1, 1, 1]


def test_links_to_folders_are_followed_once_or_reported(tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    for place in (site / "v2", site / ".releases" / "3", elsewhere):
        place.mkdir(parents=True)
        (place / "a.html").write_text("<title>A</title>")
    for name, target in {
        "current": ".releases/3",
        "again": ".releases/3",
        "latest": "v2",
        "out": "../elsewhere",
        "up": ".",
    }.items():
        (site / name).symlink_to(target)
    folder = contents(site)
    assert folder.pages == ["again/a.html", "v2/a.html"]
    assert folder.left_out == {
        "links to folders that are read where they are": ["current", "latest", "up"],
        "links to folders elsewhere": ["out"],
    }
    assert read(site, "again/a.html") is not None

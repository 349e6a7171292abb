"""The folder of a crawl: nothing that somebody planted in it is followed, and a full disk loses no earlier page."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from standard_sitemap.fetching.crawl_folders import crawl_folder
from standard_sitemap.webmaster.crawling.archive import Archive, DonePage

with contextlib.suppress(ImportError):  # Windows has no such limits
    import resource

needs_links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege, and files have no mode")


def planted(place: Path, target: Path, kind: str) -> None:
    place.unlink(missing_ok=True)
    if kind == "symbolic":
        place.symlink_to(target)
    elif kind == "hard":
        place.hardlink_to(target)
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.write_text("x", encoding="utf-8")
        place.chmod(0o666)


@needs_links
@pytest.mark.parametrize("kind", ["symbolic", "hard", "pipe", "writable"])
@pytest.mark.parametrize("name", ["journal-2.jsonl", "start", "page"])
@pytest.mark.promise("user", "A crawl follows no link that somebody planted inside its folder.")
def test_planted_file_in_the_folder_is_neither_read_nor_written(tmp_path: Path, name: str, kind: str) -> None:
    archive, secret = Archive(tmp_path / "crawl"), tmp_path / "secret"
    secret.write_text("secret\n")
    archive.keep("/a", b"A")
    archive.record(DonePage("/a"))
    place = archive.pages / "a.html" if name == "page" else tmp_path / "crawl" / name
    planted(place, secret, kind)
    write = {
        "page": lambda: archive.keep("/a", b"B"),
        "start": lambda: archive.begin("https://a.example/"),
        "journal-2.jsonl": lambda: archive.record(DonePage("/b")),
    }[name]
    with pytest.raises(OSError):  # noqa: PT011  a pipe without a reader is an error of the system
        write()
    assert secret.read_text() == "secret\n"


@needs_links
@pytest.mark.parametrize("kind", ["symbolic", "hard", "pipe", "writable"])
def test_planted_name_of_the_site_is_not_written(tmp_path: Path, kind: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret\n")
    with crawl_folder(tmp_path / "cache", "https://a.example/") as folder:
        pass
    planted(folder / "host", secret, kind)
    with pytest.raises(OSError), crawl_folder(tmp_path / "cache", "https://a.example/"):  # noqa: PT011  as above
        pass
    assert secret.read_text() == "secret\n"


@needs_links
def test_link_in_place_of_the_folder_of_pages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "crawl").mkdir(mode=0o700)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "crawl" / "pages-2").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError):
        Archive(tmp_path / "crawl")


@needs_links
def test_folder_into_which_others_could_write_begins_empty(tmp_path: Path) -> None:
    with crawl_folder(tmp_path, "https://a.example/") as folder:
        Archive(folder).record(DonePage("/planted"))
    folder.chmod(0o777)
    with crawl_folder(tmp_path, "https://a.example/") as again:
        assert list(Archive(again).done()) == []
        assert again.stat().st_mode & 0o077 == 0


@needs_links
def test_files_of_a_crawl_are_readable_by_their_user_only(tmp_path: Path) -> None:
    previous = os.umask(0)
    try:
        with crawl_folder(tmp_path, "https://a.example/") as folder:
            archive = Archive(folder)
            archive.begin("https://a.example/")
            archive.keep("/a", b"A")
            archive.record(DonePage("/a"))
    finally:
        os.umask(previous)
    assert [str(path) for path in folder.rglob("*") if path.stat().st_mode & 0o077] == []


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no file's size")
def test_record_on_a_full_disk_leaves_earlier_pages_to_continue_from(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    archive.begin("https://a.example/")
    archive.record(DonePage("/a"))
    size, (soft, hard) = (tmp_path / "journal-2.jsonl").stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            archive.record(DonePage("/b"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (tmp_path / "journal-2.jsonl").stat().st_size == size + 20
    assert [page.path for page in Archive(tmp_path).done()] == ["/a"]
    Archive(tmp_path).record(DonePage("/b"))
    assert [page.path for page in Archive(tmp_path).done()] == ["/a", "/b"]

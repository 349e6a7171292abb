"""The files of a conversion are written all or none."""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from standard_sitemap.webmaster.converting.conversion import OutputFile, write_sitemaps_org
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.converting.staging import ExistingFiles, StagingArea


def test_files_are_placed_together_and_nothing_else_is_left(tmp_path: Path) -> None:
    with StagingArea(tmp_path, may_replace=False) as staging:
        staging.write("b", [b"1", b"2"])
        assert not (tmp_path / "b").exists()
        staging.write("a", [b"3"])
        assert staging.place() == [tmp_path / "b", tmp_path / "a"]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"3", "b": b"12"}


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with StagingArea(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
        with pytest.raises(ZeroDivisionError):
            staging.write("b", (bytes([1 // 0]) for _ in range(1)))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "old")]


def test_files_are_replaced_only_with_permission(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(ExistingFiles), StagingArea(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])
    with StagingArea(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
        staging.place()
    assert (tmp_path / "a").read_text() == "new"


def test_file_created_meanwhile_stays(tmp_path: Path) -> None:
    with StagingArea(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])
        staging.write("b", [b"new"])
        (tmp_path / "b").write_text("another's")
        with pytest.raises(ExistingFiles):
            staging.place()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("b", "another's")]


def test_a_folder_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(ExistingFiles), StagingArea(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
    assert (tmp_path / "a").is_dir()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_device_or_pipe_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(OSError, match="device or a pipe"), StagingArea(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
    assert [path.is_fifo() for path in tmp_path.iterdir()] == [True]
    # A link of /dev, such as /dev/stdout, may lead to a regular file.
    for name in ("null", "stdout", "new"):
        with pytest.raises(OSError, match="device or a pipe"):
            StagingArea(Path("/dev"), may_replace=True).refuse_replacing(name)


def test_a_dangling_link_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "nowhere")
    with pytest.raises(ExistingFiles), StagingArea(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])


def test_compressed_files_stand_in_the_order_of_their_pages(tmp_path: Path) -> None:
    pages = ((f"https://www.example.org/{number}", PageFacts()) for number in range(150_001))
    *files, index = write_sitemaps_org(pages, OutputFile(tmp_path, "map.xml"), "https://www.example.org/")
    assert [file.name for file in files] == [f"map-{number}.xml.gz" for number in range(1, 5)]
    assert [gzip.decompress(file.read_bytes()).count(b"<loc>") for file in files] == [50_000, 50_000, 50_000, 1]
    assert all(f"<loc>https://www.example.org/{file.name}<".encode() in index.read_bytes() for file in files)


def test_a_failure_while_others_are_compressed_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> Iterator[tuple[str, PageFacts]]:
        yield from ((f"https://www.example.org/{number}", PageFacts()) for number in range(100_001))
        raise ExistingFiles

    with pytest.raises(ExistingFiles):
        write_sitemaps_org(broken(), OutputFile(tmp_path, "map.xml"), "https://www.example.org/")
    assert list(tmp_path.iterdir()) == []

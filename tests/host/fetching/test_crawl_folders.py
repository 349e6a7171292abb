"""The folders of crawls: locked, deleted when old, and cleared for all sites or for one."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from standard_sitemap.fetching.crawl_folders import FolderInUse, clear_crawls, crawl_folder


def crawled(cache: Path, start: str) -> Path:
    with crawl_folder(cache, start) as folder:
        (folder / "pages").mkdir()
        (folder / "pages" / "index.html").write_text("A")
    return folder


def test_folder_of_a_running_crawl_is_lent_once_and_not_cleared(tmp_path: Path) -> None:
    with crawl_folder(tmp_path, "https://www.example.org/") as folder:
        with pytest.raises(FolderInUse), crawl_folder(tmp_path, "https://www.example.org/"):
            pass
        assert clear_crawls(tmp_path) == 0
        assert folder.is_dir()
    with crawl_folder(tmp_path, "https://www.example.org/") as again:
        assert again == folder


def test_old_folders_are_deleted_by_the_next_crawl(tmp_path: Path) -> None:
    old = crawled(tmp_path, "https://old.example/")
    recent = crawled(tmp_path, "https://recent.example/")
    week_s = time.time() - 8 * 86_400
    os.utime(old, (week_s, week_s))
    current = crawled(tmp_path, "https://current.example/")
    assert [folder.exists() for folder in (old, recent, current)] == [False, True, True]


@pytest.mark.parametrize(("site", "left"), [(None, 0), ("example.org", 1), ("www.example.org", 2), ("ample.org", 3)])
def test_folders_of_a_site_and_its_hosts_are_cleared(tmp_path: Path, site: str | None, left: int) -> None:
    starts = ("https://www.example.org/a", "https://example.org/", "https://other.example/")
    folders = [crawled(tmp_path, start) for start in starts]
    assert clear_crawls(tmp_path, site) == 3 - left
    assert sum(folder.exists() for folder in folders) == left


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_planted_link_is_neither_used_nor_followed(tmp_path: Path) -> None:
    folder = crawled(tmp_path, "https://www.example.org/")
    outside = tmp_path / "outside"
    folder.rename(outside)
    folder.symlink_to(outside)
    with pytest.raises(PermissionError), crawl_folder(tmp_path, "https://www.example.org/"):
        pass
    assert clear_crawls(tmp_path) == 0
    assert (outside / "pages" / "index.html").exists()

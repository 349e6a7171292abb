"""Folders with files that are no ordinary ones: each command ends, and reads and writes no such file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from standard_sitemap.model.file_sizes import FILE_BYTES, MIB
from standard_sitemap.webmaster.checking import folders

# A command on a pipe without a writer would never end.
PATIENCE_S = 60
NAMESPACE = "http://standard-sitemap.org/2007/ns"
PAGE = "<!doctype html><html><head><title>A</title></head><body><ul><li><a href='a.html'>a</a></li></ul></body></html>"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.html", "a.html"):
        (site / name).write_text(PAGE)
    (site / "map.xml").write_text(f'<sitemap xmlns="{NAMESPACE}"><item name="A" url="a.html"/></sitemap>')
    return site


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _huge(path: Path) -> None:
    path.write_text("<sitemap>", encoding="utf-8")
    os.truncate(path, FILE_BYTES + MIB)


NAMES = ["standard-sitemap.xml", "sitemap.xml", "robots.txt", "b.html", "SUMMARY.md", "x.qhp", "x.epub", "a.xml.gz"]


@pytest.mark.parametrize("odd", [_pipe, _device, _huge])
@pytest.mark.parametrize(
    "command",
    [
        ("check", "."),
        ("check", "map.xml", "--base-url", "https://a.example/"),
        ("make", "."),
        ("make", ".", "--both", "--base-url", "https://a.example/"),
        ("announce", ".", "--path", "/map.xml"),
        ("convert", ".", "--to", "csv"),
    ],
    ids=" ".join,
)
@pytest.mark.promise("author", "Pipes, devices and huge files in a folder delay no command, and are not written to.")
def test_command_in_a_folder_of_odd_files_ends(
    folder: Path, command: tuple[str, ...], odd: Callable[[Path], None]
) -> None:
    for name in NAMES:
        odd(folder / name)
    words = [sys.executable, "-m", "standard_sitemap", *command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode in {0, 1, 2, 3}, done.stderr
    assert "bug" not in done.stderr


@pytest.mark.parametrize("option", ["--robots", "--cookie"])
def test_option_that_names_a_device_is_refused_or_cut(folder: Path, option: str) -> None:
    for device in ("/dev/zero", "/proc/self/mem"):
        words = [sys.executable, "-m", "standard_sitemap", "check", "http://127.0.0.1:1/", option, device]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        assert done.returncode in {2, 3}, done.stderr


def test_link_into_a_closed_folder_is_skipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = os.stat

    def refuse(path: os.PathLike[str] | str, **named: bool) -> os.stat_result:
        if os.fspath(path).endswith("a.html"):
            raise PermissionError(path)
        return stat(path, **named)

    monkeypatch.setattr(os, "stat", refuse)
    assert [path.name for path in folders.files_in(folder)] == ["index.html", "map.xml"]

"""Paths and their URIs, by the rules of Windows and of other systems; these tests run on any system."""

import ntpath
import os
import posixpath
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

import system
from standard_sitemap.fetching.file_uris import (
    absolute,
    common_folders,
    folder_uri,
    path_named,
    plain,
    uri_on_disk,
    within_drive,
)
from standard_sitemap.model.uris import resolve


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("C:\\site\\a b#c.xml", "file:///C:/site/a%20b%23c.xml"),
        ("T:\\", "file:///T:/"),
        ("\\\\server\\share\\map.xml", "file:////server/share/map.xml"),
        ("\\\\localhost\\c$\\map.xml", "file:////localhost/c%24/map.xml"),
        ("\\\\wsl.localhost\\Debian\\home\\map.xml", "file:////wsl.localhost/Debian/home/map.xml"),
        ("\\\\Büro\\Ablage\\map.xml", "file:////B%C3%BCro/Ablage/map.xml"),
    ],
)
def test_path_of_windows_has_one_uri_and_returns_from_it(path: str, uri: str) -> None:
    assert uri_on_disk(PureWindowsPath(path)) == uri
    assert resolve("", uri) == uri
    assert path_named(uri, PureWindowsPath) == PureWindowsPath(path)


def test_file_beside_a_map_on_a_share_stays_on_the_share() -> None:
    beside = resolve(uri_on_disk(PureWindowsPath("\\\\Server\\Share\\site\\map.xml")), "../b.xml")
    assert beside is not None
    assert path_named(beside, PureWindowsPath) == PureWindowsPath("\\\\Server\\Share\\b.xml")


@pytest.mark.parametrize("uri", ["file://server/share/map.xml", "file:////server/share/map.xml"])
def test_both_usual_uris_of_a_share_name_it(uri: str) -> None:
    assert path_named(uri, PureWindowsPath) == PureWindowsPath("\\\\server\\share\\map.xml")


def test_old_uri_of_a_drive_names_its_root_folder() -> None:
    for uri in "file:///T|/", "file:///T%3A", "file://localhost/T:/":
        assert path_named(uri, PureWindowsPath) == PureWindowsPath("T:\\")


def test_path_of_other_systems_keeps_its_colon_and_backslash() -> None:
    path = PurePosixPath("/T:/a\\b.xml")
    assert uri_on_disk(path) == "file:///T%3A/a%5Cb.xml"
    assert path_named(uri_on_disk(path), PurePosixPath) == path


@pytest.mark.parametrize(
    ("folder", "uri"),
    [
        (PureWindowsPath("T:\\"), "file:///T:/"),
        (PureWindowsPath("T:\\site"), "file:///T:/site/"),
        (PureWindowsPath("\\\\server\\share\\"), "file:////server/share/"),
        (PurePosixPath("/"), "file:///"),
        (PurePosixPath("/site"), "file:///site/"),
    ],
)
def test_uri_of_a_folder_ends_with_one_slash(folder: PureWindowsPath | PurePosixPath, uri: str) -> None:
    assert folder_uri(folder) == uri


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("\\\\?\\T:\\site", "T:\\site"),
        ("//?/T:/site", "T:/site"),
        ("\\\\?\\UNC\\server\\share\\x", "\\\\server\\share\\x"),
        ("\\\\?\\Volume{1}\\x", "\\\\?\\Volume{1}\\x"),
        ("\\\\server\\share", "\\\\server\\share"),
    ],
)
def test_prefix_against_rules_is_removed_where_the_rest_is_a_path(name: str, expected: str) -> None:
    assert plain(name, ntpath) == expected
    assert plain(name, posixpath) == name


@system.not_on_windows("its folder on a drive cannot be replaced")
def test_path_relative_to_a_drive_becomes_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(Path.cwd()) if os.name == "nt" else "T:\\site"
    if os.name != "nt":
        monkeypatch.setattr(os, "getcwd", lambda: folder)
    drive = PureWindowsPath(folder).drive
    assert absolute(f"{drive}map.xml", ntpath) == f"{folder}\\map.xml"
    assert absolute(f"\\\\?\\{drive}\\x\\..\\map.xml", ntpath) == f"{drive}\\map.xml"


def test_dots_stay_where_symbolic_links_may_give_them_a_meaning(tmp_path: Path) -> None:
    assert absolute(tmp_path / ".." / "x", posixpath) == str(tmp_path / ".." / "x")


def test_each_drive_and_share_has_its_common_folder() -> None:
    folders = [PureWindowsPath(name) for name in ("T:\\a\\b", "U:\\x", "t:\\A\\c", "\\\\s\\h\\x", "\\\\S\\H\\y")]
    expected = (PureWindowsPath("T:\\a"), PureWindowsPath("U:\\x"), PureWindowsPath("\\\\s\\h\\"))
    assert common_folders(folders) == expected
    assert common_folders([PurePosixPath("/a/b"), PurePosixPath("/c")]) == (PurePosixPath("/"),)


@pytest.mark.promise("author", "No address in a map makes Windows contact the server of a share.")
@pytest.mark.parametrize("name", ["\\\\attacker\\share\\x", "//attacker/share/x", "U:\\x", "\\\\.\\pipe\\x"])
def test_name_in_a_document_leads_to_no_other_drive_or_share(name: str) -> None:
    for folder in "T:\\site", "\\\\server\\share\\site":
        assert within_drive(PureWindowsPath(folder), name) is None
    assert within_drive(PurePosixPath("/site"), "a/b") == PurePosixPath("/site/a/b")
    assert within_drive(PureWindowsPath("T:\\site"), "a/b") == PureWindowsPath("T:\\site\\a\\b")

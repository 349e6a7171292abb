"""Versions below one root: one map with the older versions in a group, or a map for each version."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from host.webmaster.making.sites import hierarchy_of, tree_of
from standard_sitemap.webmaster.making.versions import find_versions


def write(root: Path, *versions: str) -> None:
    for version in versions:
        folder = root / version
        folder.mkdir(parents=True)
        form = '<form action="search.html"><input type="search" name="q"></form>'
        links = '<ul><li><a href="install.html">Install</a></li><li><a href="use.html">Use</a></li></ul>'
        (folder / "index.html").write_text(f"<title>Guide {version}</title><h1>Guide</h1>{form}{links}", "utf-8")
        for name in ("Install", "Use", "Search"):
            (folder / f"{name.lower()}.html").write_text(f"<title>{name}</title><h1>{name}</h1>", "utf-8")
    (root / "index.html").write_text(f'<meta http-equiv="refresh" content="0; url={versions[-1]}/">', "utf-8")


def made(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "standard_sitemap", "make", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_versions_are_found_by_their_names_newest_first(tmp_path: Path) -> None:
    write(tmp_path, "1.9", "v1.10", "2.0rc1", "stable", "assets", "2.0")
    (tmp_path / "3.0").mkdir()  # has no start page
    assert [version.folder for version in find_versions(tmp_path)] == ["stable", "2.0rc1", "2.0", "v1.10", "1.9"]


def test_versions_of_mike_have_its_order_and_titles_and_each_folder_once(tmp_path: Path) -> None:
    write(tmp_path, "1.0", "2.0")
    (tmp_path / "latest").symlink_to("2.0")
    listed = [{"version": "2.0", "title": "2.0 (new)", "aliases": ["latest"]}, {"version": "1.0"}, {"version": "../x"}]
    (tmp_path / "versions.json").write_text(json.dumps(listed), "utf-8")
    assert [(version.folder, version.title) for version in find_versions(tmp_path)] == [
        ("2.0", "2.0 (new)"),
        ("1.0", "1.0"),
    ]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"version": "/etc"}]', '{"version": "1"}', "[" * 100_000])
def test_a_list_that_is_none_of_mike_is_passed_over(text: str, tmp_path: Path) -> None:
    write(tmp_path, "1.0", "2.0")
    (tmp_path / "versions.json").write_text(text, "utf-8")
    assert [version.folder for version in find_versions(tmp_path)] == ["2.0", "1.0"]


def test_no_version_lies_outside_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "site", "1.0", "2.0")
    write(tmp_path / "other", "3.0")
    (tmp_path / "site" / "3.0").symlink_to(tmp_path / "other" / "3.0")
    assert [version.folder for version in find_versions(tmp_path / "site")] == ["2.0", "1.0"]


@pytest.mark.parametrize("base", [None, "https://www.example.org/"])
def test_group_has_the_newest_version_and_the_others_below(base: str | None, tmp_path: Path) -> None:
    write(tmp_path, "1.0", "1.1", "2.0")
    done = made(tmp_path, "--versions", "group", *(["--base-url", base] if base else []))
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "standard-sitemap.xml").read_text("utf-8")
    hierarchy = hierarchy_of({"standard-sitemap.xml": text.encode()})
    # The form of the newest version leads to its search page. Only the tree lists those of the others.
    pages = {"Install": {}, "Use": {}}
    older = pages | {"Search": {}}
    assert tree_of(hierarchy) == {"Guide 2.0": pages, "Versions": {"1.1": older, "1.0": older}}
    assert f'url="{base or ""}1.0/install.html"' in text
    assert [len(hierarchy.roles[role]) for role in ("home", "search")] == [1, 1]
    command = [sys.executable, "-m", "standard_sitemap", "check", "standard-sitemap.xml", "--strict"]
    checked = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_maps_lie_in_the_folders_of_their_versions(tmp_path: Path) -> None:
    write(tmp_path, "1.0", "2.0")
    done = made(tmp_path, "--versions", "maps", "--base-url", "https://www.example.org/")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "standard-sitemap.xml").exists()
    for version in ("1.0", "2.0"):
        text = (tmp_path / version / "standard-sitemap.xml").read_text("utf-8")
        hosts = set(re.findall(r'url="(https://www\.example\.org/[^/]+/)', text))
        assert hosts == {f"https://www.example.org/{version}/"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--versions", "group", "--both", "--base-url", "https://a.example/"], "for one version"),
        (["--versions", "maps", "-o", "x.xml"], "omit -o"),
    ],
)
def test_options_that_have_no_place_are_wrong_usage(options: list[str], reason: str, tmp_path: Path) -> None:
    write(tmp_path, "1.0", "2.0")
    done = made(tmp_path, *options)
    assert (done.returncode, reason in done.stderr) == (2, True)


@pytest.mark.parametrize(("versions", "is_named"), [(("1.0", "2.0"), True), (("2023", "2024"), False)])
def test_option_for_versions_is_named_unless_their_folders_may_be_years(
    versions: tuple[str, str], is_named: bool, tmp_path: Path
) -> None:
    write(tmp_path, *versions)
    done = made(tmp_path)
    assert (done.returncode, "2 versions (2.0, 1.0); --versions group" in done.stderr) == (0, is_named)


def test_folder_without_versions_is_wrong_usage(tmp_path: Path) -> None:
    write(tmp_path, "1.0")
    done = made(tmp_path, "--versions", "group")
    assert (done.returncode, "fewer than two versions" in done.stderr) == (2, True)

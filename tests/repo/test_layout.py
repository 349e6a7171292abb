"""The repository's top level, which is also the extension's."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from driving.profile import chrome_id

ALLOWED = {
    "extension", "host", "manifest.json", "pyproject.toml", "tests", "scripts", "_locales", "README.md", "LICENSE",
    "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ".ci", ".gitignore", ".gitattributes", ".editorconfig",
    "ARCHITECTURE.md", "docs", "package.json", "package-lock.json", "tsconfig.json", "biome.json", "eslint.config.js",
    "action.yml", ".github", ".pre-commit-hooks.yaml",
}  # fmt: skip


def tracked(root: Path) -> list[str]:
    listed = subprocess.run(["git", "ls-files"], check=True, cwd=root, capture_output=True, text=True)
    return listed.stdout.splitlines()


@pytest.mark.program("git")
def test_top_level_holds_only_what_was_agreed(root: Path) -> None:
    assert {path.split("/")[0] for path in tracked(root)} <= ALLOWED


def test_chromium_can_load_the_root(root: Path) -> None:
    """Check for names that start with `_`: Chromium refuses a folder with such names except its own."""
    names = {path.name for path in root.iterdir()}
    assert {name for name in names if name.startswith("_")} == {"_locales"}
    assert not {name for name in names if name.endswith(".py")}


@pytest.mark.program("git")
def test_no_compiled_file_is_tracked(root: Path) -> None:
    assert not [path for path in tracked(root) if "__pycache__" in path or path.endswith((".pyc", ".egg-info"))]


def test_scripts_can_be_run(root: Path) -> None:
    names = ("run", "test", "check", "package", "screenshots", "lock")
    for name in (*(f"scripts/{name}" for name in names), ".ci/run"):
        assert (root / name).stat().st_mode & 0o111, name


def test_host_lets_in_the_id_that_the_key_gives(root: Path, manifest: dict[str, Any]) -> None:
    sources = "".join(file.read_text("utf-8") for file in (root / "host" / "standard_sitemap").rglob("*.py"))
    assert chrome_id() in sources
    assert manifest["browser_specific_settings"]["gecko"]["id"] in sources


@pytest.mark.program("git")
def test_the_address_that_a_publisher_replaces_stands_in_one_file_and_in_the_notes(root: Path) -> None:
    address = "@standard-sitemap" + ".invalid"
    files = (path for path in tracked(root) if (root / path).is_file())
    holders = {path for path in files if address in (root / path).read_text("utf-8", errors="replace")}
    assert holders == {"pyproject.toml", "docs/store/publishing.md"}


@pytest.mark.program("git")
def test_scripts_of_the_extension_are_at_most_120_columns_wide(root: Path) -> None:
    """In tests, this holds for comments alone: Biome formats code, but breaks no string, pattern or title."""
    scripts = [path for path in tracked(root) if path.startswith(("extension/", "tests/extension/"))]
    assert not [
        f"{path}:{number}"
        for path in scripts
        if path.endswith(".js")
        for number, line in enumerate((root / path).read_text("utf-8").splitlines(), 1)
        if len(line) > 120 and (path.startswith("extension/") or line.lstrip().startswith(("/**", "*", "//")))
    ]

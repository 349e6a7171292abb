"""The README and the guide's page about permissions match the project: permissions, files, length."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

MOST_WORDS = 900

# The browsers' names of permissions that the manifest no longer requests.
_OTHERS = {
    "<all_urls>", "activeTab", "browsingData", "clipboardRead", "clipboardWrite", "contextualIdentities",
    "declarativeNetRequest", "downloads", "history", "idle", "management", "notifications", "offscreen", "privacy",
    "sessions", "tabs", "topSites", "unlimitedStorage", "webRequestAuthProvider",
}  # fmt: skip


def _requested(manifest: dict[str, Any]) -> list[str]:
    return [*manifest["permissions"], *manifest.get("optional_permissions", []), *manifest["host_permissions"]]


@pytest.mark.promise("renderer", "The extension requests only permissions whose reason the guide states.")
def test_every_permission_has_its_reason_in_the_guide_and_no_other(root: Path, manifest: dict[str, Any]) -> None:
    section = (root / "docs" / "permissions.rst").read_text("utf-8").partition("\nPermissions\n-----------\n")[2]
    entries = re.findall(r"^`([^`]+)`\n((?:   .+\n)+)", section, re.MULTILINE)
    assert [name for name, _ in entries] == _requested(manifest)
    for name, reason in entries:
        assert len(reason.split()) >= 15, f"{name} wants a justification"


def test_readme_and_classifiers_claim_only_the_systems_on_which_tests_have_run(root: Path, readme: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    systems = [entry for entry in project["classifiers"] if entry.startswith("Operating System")]
    assert systems == ["Operating System :: Microsoft :: Windows", "Operating System :: POSIX :: Linux"]
    assert "`scripts/prove windows`" in readme
    assert "On macOS, nothing has been run" in " ".join(readme.split())


def test_readme_is_short(readme: str) -> None:
    assert len(readme.split()) <= MOST_WORDS


@pytest.mark.parametrize("name", ["README.md", "SECURITY.md", "docs/permissions.rst", "docs/store"])
def test_no_text_claims_a_permission_that_is_not_requested(root: Path, manifest: dict[str, Any], name: str) -> None:
    for file in sorted((root / name).glob("*.md")) if (root / name).is_dir() else [root / name]:
        words = set(re.findall(r"`([^`\n]+)`", file.read_text("utf-8")))
        assert words & _OTHERS == set(), file
    assert not _OTHERS & set(_requested(manifest))


def test_permissions_that_the_notes_for_reviewers_name_are_requested(root: Path, manifest: dict[str, Any]) -> None:
    notes = (root / "docs" / "store" / "reviewers.md").read_text("utf-8")
    named = set(re.findall(r"\*\*`([^`]+)`\*\*", notes))
    assert named
    assert named <= set(_requested(manifest))


def test_no_more_permissions_are_requested_than_are_used(manifest: dict[str, Any]) -> None:
    """Site access includes the addresses and titles of tabs, and other schemes have no sitemaps."""
    assert "tabs" not in manifest["permissions"]
    assert manifest["host_permissions"] == manifest["content_scripts"][0]["matches"] == ["http://*/*", "https://*/*"]


def test_bookmarks_is_the_only_optional_permission(manifest: dict[str, Any]) -> None:
    """Container names would need a permission that Firefox cannot make optional and that enables containers."""
    assert manifest["optional_permissions"] == ["bookmarks"]
    assert "optional_host_permissions" not in manifest


def test_files_that_the_readme_names_exist(root: Path, readme: str) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", readme):
        assert (root / target).exists(), target
    for script in re.findall(r"`(scripts/[a-z]+)", readme):
        assert (root / script).exists(), script


def test_readme_opens_with_a_picture_and_the_two_commands(readme: str) -> None:
    before_the_first_section = readme.partition("\n## ")[0]
    assert re.search(r"!\[[^\]]+\]\(scripts/images/[a-z-]+\.png\)", before_the_first_section)
    assert "scripts/run" in before_the_first_section
    assert "scripts/test" in before_the_first_section


def test_every_permission_has_its_reason_in_the_german_listing(root: Path, manifest: dict[str, Any]) -> None:
    section = (root / "docs" / "store" / "listing.de.md").read_text("utf-8").partition("## Gründe")[2]
    reasons = re.findall(r"\*\*`([^`]+)`\*\*", section)
    requested = {*manifest["permissions"], *manifest.get("optional_permissions", []), *manifest["host_permissions"]}
    assert sorted(reasons) == sorted(requested)

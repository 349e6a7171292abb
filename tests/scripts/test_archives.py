"""Archives for the stores: each without the other store's keys, and reproducible for a commit."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from commands.packing import archives

ADDRESS = "https://downloads.example/navigator/"
#: Data passed to the host counts as transmitted, by the policy of addons.mozilla.org.
DECLARED = ["browsingActivity", "searchTerms", "websiteContent"]


def manifest_in(archive: Path) -> dict[str, Any]:
    with zipfile.ZipFile(archive) as packed:
        loaded: dict[str, Any] = json.loads(packed.read("manifest.json"))
    return loaded


@pytest.fixture(autouse=True)
def commit_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the time of the last commit, so that no test needs git."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")


@pytest.fixture
def built(tmp_path: Path) -> dict[str, dict[str, Any]]:
    """Return the manifest in each store's archive."""
    return {store: manifest_in(file) for store, file in zip(archives.STORES, archives.build(tmp_path), strict=True)}


def test_each_has_none_of_the_others_keys(built: dict[str, dict[str, Any]]) -> None:
    firefox, chrome = built["firefox"], built["chrome"]
    assert firefox.keys().isdisjoint({"key", "minimum_chrome_version", "side_panel"})
    assert chrome.keys().isdisjoint({"key", "browser_specific_settings", "sidebar_action"})
    assert (firefox["background"].keys(), chrome["background"].keys()) == (
        {"scripts", "type"},
        {"service_worker", "type"},
    )
    assert {"proxy", "sidePanel"}.isdisjoint(firefox["permissions"])
    assert "webRequestBlocking" not in chrome["permissions"]


def test_together_they_have_all_that_the_checkout_has(built: dict[str, dict[str, Any]]) -> None:
    assert {*built["firefox"], *built["chrome"], "key"} == archives.manifest().keys()


def test_firefox_announces_what_goes_to_the_host(built: dict[str, dict[str, Any]]) -> None:
    gecko = built["firefox"]["browser_specific_settings"]["gecko"]
    assert gecko["data_collection_permissions"]["required"] == DECLARED
    assert "update_url" not in gecko


def test_the_same_commit_makes_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    first, second = ([file.read_bytes() for file in archives.build(folder)] for folder in folders)
    assert first == second


def test_the_self_hosted_archive_finds_its_updates(tmp_path: Path) -> None:
    archive, offered = archives.build_self_hosted(tmp_path, ADDRESS)
    gecko = manifest_in(archive)["browser_specific_settings"]["gecko"]
    assert gecko["update_url"] == f"{ADDRESS}updates.json"
    [update] = json.loads(offered.read_text())["addons"][gecko["id"]]["updates"]
    assert update["update_link"] == f"{ADDRESS}{archive.name}"
    assert update["version"] == archives.manifest()["version"]


def test_only_a_package_with_the_host_says_that_it_was_agreed_to(tmp_path: Path) -> None:
    stated = {}
    for with_host in (False, True):
        archive = archives.write(tmp_path / f"{with_host}.zip", archives.manifest_for("firefox"), with_host=with_host)
        with zipfile.ZipFile(archive) as packed:
            stated[with_host] = packed.read("extension/shared/distribution.js").decode()
    assert "IS_INSTALLED_WITH_HOST = false;" in stated[False]
    assert stated[True] == stated[False].replace("= false;", "= true;")

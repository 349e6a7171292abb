"""The extension is found in profiles by the browsers' own settings."""

import json
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID
from standard_sitemap.reader.registration.browsers import BROWSERS, versions

FIREFOX, CHROMIUM = BROWSERS["firefox"], BROWSERS["chromium"]


def _write(file: Path, content: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")


def _settings(entry: Any) -> dict[str, Any]:
    return {"extensions": {"settings": {CHROME_ID: entry}}}


def test_firefox_lists_what_is_in_each_profile(tmp_path: Path) -> None:
    addons = [{"id": "other@example.org", "version": "9"}, {"id": FIREFOX_ID, "version": "0.2.0"}]
    _write(tmp_path / "a.default" / "extensions.json", {"addons": addons})
    _write(tmp_path / "Profiles" / "b" / "extensions.json", {"addons": [{"id": FIREFOX_ID, "version": "0.1.0"}]})
    assert versions(FIREFOX, [tmp_path]) == ["0.1.0", "0.2.0"]


def test_chromium_states_the_version_or_the_folder(tmp_path: Path) -> None:
    _write(tmp_path / "Default" / "Preferences", _settings({"manifest": {"version": "0.3.0"}}))
    unpacked = tmp_path / "unpacked"
    _write(unpacked / "manifest.json", {"version": "0.4.0"})
    _write(tmp_path / "Profile 1" / "Secure Preferences", _settings({"path": str(unpacked)}))
    assert versions(CHROMIUM, [tmp_path]) == ["0.3.0", "0.4.0"]


@pytest.mark.parametrize(
    "content", [[], {"addons": 3}, {"addons": [None, {"id": 1}]}, {"extensions": []}, _settings(1)]
)
def test_malformed_profile_files_are_ignored(tmp_path: Path, content: Any) -> None:
    _write(tmp_path / "p" / "extensions.json", content)
    _write(tmp_path / "p" / "Preferences", content)
    assert versions(FIREFOX, [tmp_path]) == versions(CHROMIUM, [tmp_path]) == []

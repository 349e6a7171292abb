"""Registration for every browser on every system, in a home folder of its own."""

import json
import stat
import sys
from pathlib import Path

import pytest

from standard_sitemap.identity import CHROME_ID, FIREFOX_ID, HOST_NAME
from standard_sitemap.registration import health, register
from standard_sitemap.registration.places import Browser, User, place_of
from standard_sitemap.registration.register import install, uninstall


class FakeRegistry:
    """A registry in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def read(self, key: str) -> str | None:
        return self.values.get(key)

    def write(self, key: str, value: str) -> None:
        self.values[key] = value

    def delete(self, key: str) -> None:
        self.values.pop(key, None)


NAME = f"{HOST_NAME}.json"
FOLDERS = {
    ("linux", "firefox"): ".mozilla/native-messaging-hosts",
    ("linux", "chromium"): ".config/chromium/NativeMessagingHosts",
    ("linux", "chrome"): ".config/google-chrome/NativeMessagingHosts",
    ("darwin", "firefox"): "Library/Application Support/Mozilla/NativeMessagingHosts",
    ("darwin", "chromium"): "Library/Application Support/Chromium/NativeMessagingHosts",
    ("darwin", "chrome"): "Library/Application Support/Google/Chrome/NativeMessagingHosts",
    ("win32", "firefox"): "AppData/Local/standard-sitemap-navigator/firefox",
    ("win32", "chromium"): "AppData/Local/standard-sitemap-navigator/chromium",
    ("win32", "chrome"): "AppData/Local/standard-sitemap-navigator/chrome",
}


@pytest.mark.parametrize(("system", "browser"), FOLDERS)
def test_installs_where_the_browser_looks_and_takes_exactly_that_away(
    tmp_path: Path, system: str, browser: str
) -> None:
    user, registry, chosen = User(system, tmp_path), FakeRegistry(), Browser(browser)
    program = tmp_path / "standard-sitemap-host"
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    for _ in range(2):
        install(chosen, user, program, registry)
    file = tmp_path / FOLDERS[system, browser] / NAME
    manifest = json.loads(file.read_text())
    assert (manifest["name"], manifest["path"], manifest["type"]) == (HOST_NAME, str(program), "stdio")
    assert sorted(registry.values.values()) == ([str(file)] if system == "win32" else [])
    assert uninstall(chosen, user, registry) is not None
    assert uninstall(chosen, user, registry) is None
    assert list(tmp_path.rglob("*")) == [kept]
    assert not registry.values


def test_only_our_extension_may_start_the_host(tmp_path: Path) -> None:
    user, registry = User("linux", tmp_path), FakeRegistry()
    firefox = json.loads(install(Browser.FIREFOX, user, tmp_path, registry).file.read_text())
    chrome = json.loads(install(Browser.CHROME, user, tmp_path, registry).file.read_text())
    assert firefox["allowed_extensions"] == [FIREFOX_ID]
    assert chrome["allowed_origins"] == [f"chrome-extension://{CHROME_ID}/"]
    assert "allowed_origins" not in firefox
    assert "allowed_extensions" not in chrome


def test_registry_keys_are_those_of_the_browsers(tmp_path: Path) -> None:
    keys = {browser.value: place_of(browser, User("win32", tmp_path)).registry_key for browser in Browser}
    assert keys == {
        "firefox": rf"Software\Mozilla\NativeMessagingHosts\{HOST_NAME}",
        "chromium": rf"Software\Chromium\NativeMessagingHosts\{HOST_NAME}",
        "chrome": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
    }


def test_other_hosts_of_the_browser_stay(tmp_path: Path) -> None:
    user, registry = User("linux", tmp_path), FakeRegistry()
    folder = install(Browser.FIREFOX, user, tmp_path, registry).file.parent
    (folder / "other.json").write_text("{}")
    uninstall(Browser.FIREFOX, user, registry)
    assert [file.name for file in folder.iterdir()] == ["other.json"]


def test_a_profile_folder_takes_the_place_of_the_users(tmp_path: Path) -> None:
    user = User("linux", tmp_path, profile=tmp_path / "profile")
    assert place_of(Browser.CHROMIUM, user).file == tmp_path / "profile" / "NativeMessagingHosts" / NAME


class TestHealth:
    """What `doctor` finds."""

    def _codes(self, home: Path) -> list[str]:
        found = health.findings([Browser.FIREFOX], User("linux", home), FakeRegistry())
        return [finding.code for finding in found]

    def test_all_is_well(self, tmp_path: Path) -> None:
        install(Browser.FIREFOX, User("linux", tmp_path), register.host_program(), FakeRegistry())
        assert self._codes(tmp_path) == ["host-answers", "registered"]

    def test_nothing_is_registered(self, tmp_path: Path) -> None:
        assert self._codes(tmp_path) == ["host-answers", "not-registered", "nowhere-registered"]

    def test_the_program_is_gone(self, tmp_path: Path) -> None:
        install(Browser.FIREFOX, User("linux", tmp_path), tmp_path / "gone", FakeRegistry())
        assert "program-missing" in self._codes(tmp_path)

    def test_the_manifest_is_damaged_or_old(self, tmp_path: Path) -> None:
        user, registry = User("linux", tmp_path), FakeRegistry()
        file = install(Browser.FIREFOX, user, register.host_program(), registry).file
        file.write_text(file.read_text().replace(FIREFOX_ID, "other@example.org"))
        assert "manifest-outdated" in self._codes(tmp_path)
        file.write_text("{")
        assert "manifest-unreadable" in self._codes(tmp_path)

    @pytest.mark.parametrize("script", ["exit 3", "echo hello", "printf '\\004\\000\\000\\000null'"])
    def test_the_host_does_not_answer(self, tmp_path: Path, script: str) -> None:
        program = tmp_path / "host"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        assert health.host_answers(program).code == "host-silent"
        assert health.host_answers(tmp_path / "none").code == "host-silent"

    def test_the_host_is_of_another_version(self, tmp_path: Path) -> None:
        program = tmp_path / "host"
        program.write_text(
            f'#!{sys.executable}\nimport struct, sys\nbody = b\'{{"result": {{"host": "0.0.1"}}}}\'\n'
            "sys.stdin.buffer.read()\nsys.stdout.buffer.write(struct.pack('=I', len(body)) + body)\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        assert health.host_answers(program).code == "host-version"

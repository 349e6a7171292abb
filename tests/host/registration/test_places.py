"""Which browsers are there, and where their profiles are."""

from pathlib import Path

import pytest

from standard_sitemap.registration.browsers import BROWSERS, USUAL
from standard_sitemap.registration.places import User, in_sandboxes, is_there, profile_folders

PROFILES = {
    ("linux", "firefox"): ".mozilla/firefox",
    ("linux", "chromium"): ".config/chromium",
    ("linux", "brave"): ".config/BraveSoftware/Brave-Browser",
    ("linux", "waterfox"): ".waterfox",
    ("darwin", "firefox"): "Library/Application Support/Firefox",
    ("darwin", "opera"): "Library/Application Support/com.operasoftware.Opera",
    ("win32", "edge"): "AppData/Local/Microsoft/Edge/User Data",
    ("win32", "firefox"): "AppData/Roaming/Mozilla/Firefox",
    ("win32", "opera"): "AppData/Roaming/Opera Software/Opera Stable",
}


def _nothing(_: str) -> None:
    """A PATH without programs."""


def _here(user: User) -> list[str]:
    return [name for name, browser in BROWSERS.items() if is_there(browser, user, _nothing)]


def test_every_browser_is_known_on_every_system() -> None:
    assert {system for browser in BROWSERS.values() for system in browser.on} == {"linux", "darwin", "win32"}
    assert all(len(browser.on) == 3 for browser in BROWSERS.values())
    assert len(BROWSERS) == 9
    assert set(USUAL) < BROWSERS.keys()


@pytest.mark.parametrize(("system", "name"), PROFILES)
def test_a_browser_that_was_used_is_there_and_no_other(tmp_path: Path, system: str, name: str) -> None:
    user = User(system, tmp_path, system=tmp_path / "system")
    assert _here(user) == []
    folder = tmp_path / PROFILES[system, name]
    folder.mkdir(parents=True)
    assert _here(user) == [name]
    assert profile_folders(BROWSERS[name], user) == [folder]


def test_firefox_may_keep_its_profiles_below_the_configuration(tmp_path: Path) -> None:
    user = User("linux", tmp_path, config=tmp_path / "settings")
    (tmp_path / "settings" / "mozilla" / "firefox").mkdir(parents=True)
    assert profile_folders(BROWSERS["firefox"], user) == [tmp_path / "settings" / "mozilla" / "firefox"]


def test_an_installed_program_is_enough(tmp_path: Path) -> None:
    user = User("linux", tmp_path)
    assert is_there(BROWSERS["vivaldi"], user, lambda name: f"/opt/{name}" if name == "vivaldi-stable" else None)
    mac = User("darwin", tmp_path, system=tmp_path)
    (tmp_path / "Applications" / "LibreWolf.app").mkdir(parents=True)
    assert _here(mac) == ["librewolf"]


def test_packages_of_snap_and_flatpak_are_told_apart(tmp_path: Path) -> None:
    user = User("linux", tmp_path)
    (tmp_path / "snap" / "firefox").mkdir(parents=True)
    (tmp_path / ".var" / "app" / "org.mozilla.firefox").mkdir(parents=True)
    assert in_sandboxes(BROWSERS["firefox"], user) == ["snap", "flatpak"]
    assert in_sandboxes(BROWSERS["firefox"], User("darwin", tmp_path)) == []
    assert in_sandboxes(BROWSERS["librewolf"], user) == []

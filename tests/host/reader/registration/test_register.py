"""Installed browsers, and their profiles."""

import json
from pathlib import Path

import pytest

import system
from host.reader.registration.in_memory import FakeRegistry
from standard_sitemap.cli.install import chosen
from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID, HOST_NAME, HOST_PROGRAM
from standard_sitemap.reader.registration.browsers import BROWSERS, USUAL
from standard_sitemap.reader.registration.register import (
    ProgramMissing,
    User,
    host_program,
    in_sandboxes,
    install,
    is_packaged,
    is_there,
    place_of,
    places_for_all,
    profile_folders,
    registered,
    registry_of,
    text_of,
    uninstall,
)

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
    """Set a PATH without programs."""


def _here(user: User) -> list[str]:
    return [name for name, browser in BROWSERS.items() if is_there(browser, user, _nothing)]


def test_every_browser_is_known_on_every_system() -> None:
    assert {system for browser in BROWSERS.values() for system in browser.on} == {"linux", "darwin", "win32"}
    assert all(len(browser.on) == 3 for browser in BROWSERS.values())
    assert len(BROWSERS) == 10
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


def test_packages_of_snap_and_flatpak_are_distinguished(tmp_path: Path) -> None:
    user = User("linux", tmp_path)
    (tmp_path / "snap" / "firefox").mkdir(parents=True)
    (tmp_path / ".var" / "app" / "org.mozilla.firefox").mkdir(parents=True)
    assert in_sandboxes(BROWSERS["firefox"], user) == ["snap", "flatpak"]
    assert in_sandboxes(BROWSERS["firefox"], User("darwin", tmp_path)) == []
    assert in_sandboxes(BROWSERS["librewolf"], user) == []


NAME = f"{HOST_NAME}.json"
FOLDERS = {
    ("linux", "firefox"): ".mozilla/native-messaging-hosts",
    ("linux", "chromium"): ".config/chromium/NativeMessagingHosts",
    ("linux", "chrome"): ".config/google-chrome/NativeMessagingHosts",
    ("darwin", "firefox"): "Library/Application Support/Mozilla/NativeMessagingHosts",
    ("darwin", "chromium"): "Library/Application Support/Chromium/NativeMessagingHosts",
    ("darwin", "chrome"): "Library/Application Support/Google/Chrome/NativeMessagingHosts",
    ("linux", "edge"): ".config/microsoft-edge/NativeMessagingHosts",
    ("linux", "brave"): ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts",
    ("linux", "vivaldi"): ".config/vivaldi/NativeMessagingHosts",
    ("linux", "opera"): ".config/opera/NativeMessagingHosts",
    ("linux", "librewolf"): ".librewolf/native-messaging-hosts",
    ("linux", "waterfox"): ".waterfox/native-messaging-hosts",
    ("darwin", "edge"): "Library/Application Support/Microsoft Edge/NativeMessagingHosts",
    ("darwin", "brave"): "Library/Application Support/BraveSoftware/Brave-Browser/NativeMessagingHosts",
    ("darwin", "vivaldi"): "Library/Application Support/Vivaldi/NativeMessagingHosts",
    ("darwin", "opera"): "Library/Application Support/Google/Chrome/NativeMessagingHosts",
    ("darwin", "librewolf"): "Library/Application Support/LibreWolf/NativeMessagingHosts",
    ("darwin", "waterfox"): "Library/Application Support/Mozilla/NativeMessagingHosts",
    ("win32", "firefox"): "AppData/Local/standard-sitemap-navigator/firefox",
    ("win32", "chromium"): "AppData/Local/standard-sitemap-navigator/chromium",
    ("win32", "chrome"): "AppData/Local/standard-sitemap-navigator/chrome",
    ("win32", "edge"): "AppData/Local/standard-sitemap-navigator/edge",
    ("win32", "brave"): "AppData/Local/standard-sitemap-navigator/chrome",
    ("win32", "vivaldi"): "AppData/Local/standard-sitemap-navigator/chrome",
    ("win32", "opera"): "AppData/Local/standard-sitemap-navigator/chrome",
    ("win32", "librewolf"): "AppData/Local/standard-sitemap-navigator/librewolf",
    ("win32", "waterfox"): "AppData/Local/standard-sitemap-navigator/firefox",
}


@pytest.mark.parametrize(("system", "browser"), FOLDERS)
def test_installs_where_the_browser_looks_and_takes_exactly_that_away(
    tmp_path: Path, system: str, browser: str
) -> None:
    user, registry, chosen = User(system, tmp_path), FakeRegistry(), BROWSERS[browser]
    program = tmp_path / "standard-sitemap-host"
    other = tmp_path / "kept.txt"
    other.write_text("mine")
    for _ in range(2):
        install(chosen, user, program, registry)
    file = tmp_path / FOLDERS[system, browser] / NAME
    manifest = json.loads(file.read_text())
    assert (manifest["name"], manifest["path"], manifest["type"]) == (HOST_NAME, str(program), "stdio")
    assert sorted(registry.values.values()) == ([str(file)] if system == "win32" else [])
    assert uninstall(chosen, user, registry) is not None
    assert uninstall(chosen, user, registry) is None
    assert list(tmp_path.rglob("*")) == [other]
    assert not registry.values


def test_only_our_extension_may_start_the_host(tmp_path: Path) -> None:
    user, registry = User("linux", tmp_path), FakeRegistry()
    firefox = json.loads(install(BROWSERS["firefox"], user, tmp_path, registry).file.read_text())
    chrome = json.loads(install(BROWSERS["chrome"], user, tmp_path, registry).file.read_text())
    assert firefox["allowed_extensions"] == [FIREFOX_ID]
    assert chrome["allowed_origins"] == [f"chrome-extension://{CHROME_ID}/"]
    assert "allowed_origins" not in firefox
    assert "allowed_extensions" not in chrome


def test_registry_keys_are_those_of_the_browsers(tmp_path: Path) -> None:
    keys = {name: place_of(browser, User("win32", tmp_path)).registry_key for name, browser in BROWSERS.items()}
    assert keys == {
        "firefox": rf"Software\Mozilla\NativeMessagingHosts\{HOST_NAME}",
        "chromium": rf"Software\Chromium\NativeMessagingHosts\{HOST_NAME}",
        "chrome": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
        "edge": rf"Software\Microsoft\Edge\NativeMessagingHosts\{HOST_NAME}",
        "brave": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
        "arc": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
        "vivaldi": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
        "opera": rf"Software\Google\Chrome\NativeMessagingHosts\{HOST_NAME}",
        "librewolf": rf"Software\LibreWolf\NativeMessagingHosts\{HOST_NAME}",
        "waterfox": rf"Software\Mozilla\NativeMessagingHosts\{HOST_NAME}",
    }


def test_roaming_data_are_where_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "roaming" / "Mozilla" / "Firefox").mkdir(parents=True)
    assert _here(User("win32", tmp_path / "home", roaming_data=tmp_path / "roaming")) == ["firefox"]


def test_usual_browsers_are_registered_on_windows_whether_or_not_they_are_found(tmp_path: Path) -> None:
    (tmp_path / "AppData" / "Local" / "Vivaldi" / "User Data").mkdir(parents=True)
    browsers = chosen((), User("win32", tmp_path, system=tmp_path / "system"))
    assert [browser.name for browser in browsers] == ["firefox", "chromium", "chrome", "edge", "vivaldi"]


@pytest.mark.promise("user", "Registering in another home folder leaves the registry of Windows unchanged.")
def test_another_home_has_a_registry_of_its_own(tmp_path: Path) -> None:
    registry, other = registry_of(tmp_path), registry_of(tmp_path / "other")
    user = User("win32", tmp_path)
    install(BROWSERS["firefox"], user, Path("C:/host.exe"), registry)
    assert registered(BROWSERS["firefox"], user, registry) is not None
    assert registered(BROWSERS["firefox"], user, other) is None
    uninstall(BROWSERS["firefox"], user, registry)
    assert list(tmp_path.rglob("*.json")) == []


@pytest.mark.parametrize(
    ("program", "is_from_store"),
    [
        (
            r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.13_3.13.1_x64__qbz5\python.exe",
            True,
        ),
        (r"C:\Users\ann\AppData\Local\Microsoft\WindowsApps\python3.exe", True),
        (r"C:\Users\ann\AppData\Local\Programs\Python\Python313\python.exe", False),
        ("/usr/bin/python3", False),
    ],
)
def test_python_of_the_store_is_recognised(program: str, is_from_store: bool) -> None:
    assert is_packaged(program) is is_from_store


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("chrome", "Library/Google/Chrome"),
        ("edge", "Library/Microsoft/Edge"),
        ("firefox", "Library/Application Support/Mozilla"),
    ],
)
def test_registrations_for_all_users_of_a_mac_count(tmp_path: Path, name: str, folder: str) -> None:
    user, browser = User("darwin", tmp_path / "home", system=tmp_path / "system"), BROWSERS[name]
    (file,) = places_for_all(browser, user)
    assert file.parent == tmp_path / "system" / folder / "NativeMessagingHosts"
    file.parent.mkdir(parents=True)
    file.write_text(text_of(browser, Path("/host")), encoding="utf-8")
    registration = registered(browser, user, FakeRegistry())
    assert registration is not None
    assert registration[0] == file


def test_brave_on_a_mac_reads_the_registration_for_chrome(tmp_path: Path) -> None:
    user = User("darwin", tmp_path)
    install(BROWSERS["chrome"], user, Path("/host"), FakeRegistry())
    assert registered(BROWSERS["brave"], user, FakeRegistry()) is not None


def test_other_hosts_of_the_browser_stay(tmp_path: Path) -> None:
    user, registry = User("linux", tmp_path), FakeRegistry()
    folder = install(BROWSERS["firefox"], user, tmp_path, registry).file.parent
    (folder / "other.json").write_text("{}")
    uninstall(BROWSERS["firefox"], user, registry)
    assert [file.name for file in folder.iterdir()] == ["other.json"]


def test_profile_folder_overrides_the_users(tmp_path: Path) -> None:
    user = User("linux", tmp_path, profile=tmp_path / "profile")
    assert place_of(BROWSERS["chromium"], user).file == tmp_path / "profile" / "NativeMessagingHosts" / NAME


def test_the_users_own_registration_comes_before_one_for_all(tmp_path: Path) -> None:
    user, registry, firefox = User("linux", tmp_path / "home", system=tmp_path), FakeRegistry(), BROWSERS["firefox"]
    [for_all, _] = places_for_all(firefox, user)
    for_all.parent.mkdir(parents=True)
    for_all.write_text(json.dumps({"name": HOST_NAME, "path": "/usr/bin/standard-sitemap-host"}))
    registration = registered(firefox, user, registry)
    assert registration is not None
    assert registration[0] == for_all
    own = install(firefox, user, tmp_path / "program", registry).file
    registration = registered(firefox, user, registry)
    assert registration is not None
    assert (registration[0], registration[1]["path"]) == (own, str(tmp_path / "program"))


def test_registered_manifest_on_windows_is_the_one_that_the_registry_names(tmp_path: Path) -> None:
    user, registry, firefox = User("win32", tmp_path / "home"), FakeRegistry(), BROWSERS["firefox"]
    place = install(firefox, user, tmp_path / "program", registry)
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"name": HOST_NAME, "path": "other"}))
    registry.write(str(place.registry_key), str(other))
    assert registered(firefox, user, registry) == (other, {"name": HOST_NAME, "path": "other"})


@pytest.mark.parametrize("where", ["beside", "scripts", "path"])
def test_the_program_is_found_wherever_an_installer_puts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "beside" / "python"))
    monkeypatch.setattr("sysconfig.get_path", lambda name, scheme: str(tmp_path / name))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    with pytest.raises(ProgramMissing):
        host_program()
    program = tmp_path / where / system.program(HOST_PROGRAM).name
    program.parent.mkdir()
    program.touch(mode=0o755)
    assert host_program() == program

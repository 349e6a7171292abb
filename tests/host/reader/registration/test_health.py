"""The findings of `doctor`."""

import json
import stat
import sys
from pathlib import Path

import pytest

import system
from host.reader.registration.in_memory import FakeRegistry
from standard_sitemap import __version__
from standard_sitemap.reader.identity import FIREFOX_ID
from standard_sitemap.reader.registration import health, register
from standard_sitemap.reader.registration.browsers import BROWSERS
from standard_sitemap.reader.registration.own_command import command_line
from standard_sitemap.reader.registration.register import User, install

FIREFOX = BROWSERS["firefox"]


def _user(home: Path) -> User:
    """Return a user on a system without system-wide registrations."""
    return User("linux", home, system=home / "system")


def _codes(home: Path) -> list[str]:
    findings = health.findings([FIREFOX], _user(home), FakeRegistry())
    return [finding.code for finding in findings]


def test_all_is_well(tmp_path: Path) -> None:
    install(FIREFOX, _user(tmp_path), register.host_program(), FakeRegistry())
    assert _codes(tmp_path) == ["host-answers", "registered"]


def test_nothing_is_registered(tmp_path: Path) -> None:
    assert _codes(tmp_path) == ["host-answers", "not-registered", "nowhere-registered"]


def test_the_program_is_gone(tmp_path: Path) -> None:
    install(FIREFOX, _user(tmp_path), tmp_path / "gone", FakeRegistry())
    assert "program-missing" in _codes(tmp_path)


def test_the_manifest_is_damaged_or_old(tmp_path: Path) -> None:
    user, registry = _user(tmp_path), FakeRegistry()
    file = install(FIREFOX, user, register.host_program(), registry).file
    file.write_text(file.read_text().replace(FIREFOX_ID, "other@example.org"))
    assert "manifest-outdated" in _codes(tmp_path)
    file.write_text("{")
    assert "manifest-unreadable" in _codes(tmp_path)


def test_the_manifest_names_a_program_that_is_not_the_host(tmp_path: Path) -> None:
    for name, text in (("gone", "#!/opt/gone/bin/python\n"), ("other", "#!/bin/sh\necho another program\n")):
        program = tmp_path / name
        program.write_text(text)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        install(FIREFOX, _user(tmp_path), program, FakeRegistry())
        answer, registration = health.findings([FIREFOX], _user(tmp_path), FakeRegistry())
        assert (answer.code, answer.is_fine) == ("host-answers", True)
        assert (registration.code, registration.is_fine) == ("host-silent", False)
        assert str(program) in registration.text
    assert "another program" in registration.text


def test_the_manifest_is_nested_or_a_folder(tmp_path: Path) -> None:
    file = install(FIREFOX, _user(tmp_path), register.host_program(), FakeRegistry()).file
    file.write_text("[" * 100_000)
    assert "manifest-unreadable" in _codes(tmp_path)
    file.unlink()
    file.mkdir()
    assert "manifest-unreadable" in _codes(tmp_path)
    with pytest.raises(OSError, match=r"directory|denied"):
        install(FIREFOX, _user(tmp_path), register.host_program(), FakeRegistry())
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("script", ["exit 3", "echo hello", "printf '\\004\\000\\000\\000null'"])
def test_the_host_does_not_answer(tmp_path: Path, script: str) -> None:
    program = tmp_path / "host"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert health.host_answers(program).code == "host-silent"
    assert health.host_answers(tmp_path / "none").code == "host-silent"


@system.not_on_windows("no script is a program")
def test_the_host_is_of_another_version(tmp_path: Path) -> None:
    program = tmp_path / "host"
    program.write_text(
        f'#!{sys.executable}\nimport struct, sys\nbody = b\'{{"result": {{"host": "0.0.1"}}}}\'\n'
        "sys.stdin.buffer.read()\nsys.stdout.buffer.write(struct.pack('=I', len(body)) + body)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert health.host_answers(program).code == "host-version"


def _with_extension(home: Path, version: str) -> None:
    profile = home / ".mozilla" / "firefox" / "abc.default"
    profile.mkdir(parents=True)
    (profile / "extensions.json").write_text(json.dumps({"addons": [{"id": FIREFOX_ID, "version": version}]}))


@pytest.mark.parametrize(
    ("version", "code", "remedy"),
    [(__version__, "extension-seen", ""), ("99.0", "extension-version", "host"), ("0.0.1", "extension-version", "ext")],
)
def test_the_older_of_two_versions_is_to_be_updated(tmp_path: Path, version: str, code: str, remedy: str) -> None:
    _with_extension(tmp_path, version)
    [finding] = [
        finding
        for finding in health.findings([FIREFOX], _user(tmp_path), FakeRegistry())
        if "extension" in finding.code
    ]
    assert finding.code == code
    assert finding.is_fine == (version == __version__)
    assert f"update the {remedy}" in finding.remedy if remedy else not finding.remedy


_UPGRADE = "py -m pip install --user --upgrade" if system.IS_WINDOWS else "pipx upgrade"


def test_commands_of_findings_stand_alone(tmp_path: Path) -> None:
    _with_extension(tmp_path, "99.0")
    findings = health.findings([FIREFOX], _user(tmp_path), FakeRegistry())
    commands = {finding.code: finding.command for finding in findings if finding.command}
    assert commands == {
        "not-registered": command_line("install --browser firefox"),
        "extension-version": f"{_UPGRADE} standard-sitemap-navigator",
        "nowhere-registered": command_line("install"),
    }
    assert all(finding.remedy.endswith(":") for finding in findings if finding.command)


def test_profile_without_the_extension_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".mozilla" / "firefox").mkdir(parents=True)
    assert "extension-not-seen" in _codes(tmp_path)


@pytest.mark.parametrize(
    ("name", "folder", "is_fine", "said"),
    [
        ("firefox", "snap/firefox", True, "portal"),
        ("firefox", ".var/app/org.mozilla.firefox", True, "157"),
        ("chromium", "snap/chromium", False, "cannot start a host"),
        ("brave", ".var/app/com.brave.Browser", False, "cannot start a host"),
    ],
)
def test_sandboxed_browser_is_reported(tmp_path: Path, name: str, folder: str, is_fine: bool, said: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    findings = health.findings([BROWSERS[name]], _user(tmp_path), FakeRegistry())
    [sandboxed] = [finding for finding in findings if finding.code == "sandboxed"]
    assert (sandboxed.is_fine, said in sandboxed.text) == (is_fine, True)

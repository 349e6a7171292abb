"""Installing missing packages, and the sentence that explains why it is impossible."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import preparing
from commands.preparing import Missing, environment, packages
from driving import programs
from scripts.conftest import Install

NEEDED = programs.oldest("firefox")
OLD = f"Firefox {NEEDED - 12}.3.0 is too old ({NEEDED} or later is needed)"


@pytest.fixture
def old_firefox(install: Install) -> None:
    install("firefox-esr", f"Mozilla Firefox {NEEDED - 12}.3.0esr")
    install("env", script='shift\nPATH=$(dirname $0) exec "$@"')


def look() -> packages.Lacking:
    return packages.lacking(["firefox"])


@pytest.fixture
def apt(machine: Path, install: Install) -> Path:
    """Return an apt-get that records requests, and whose newest Firefox is in `candidate`."""
    notes = machine.parent / "notes"
    install(
        "apt-get",
        script=f"""echo "$@" >> {notes}
case "$*" in
  *update*) exit 0;;
  *) cp {machine}/candidate {machine}/firefox-esr;;
esac""",
    )
    return notes


@pytest.mark.usefixtures("as_root", "old_firefox")
def test_old_browser_is_brought_up_after_the_lists_were(
    apt: Path, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("candidate", f"Mozilla Firefox {NEEDED + 13}.7.0esr")
    packages.provide(look)
    verbs = [line.split()[3] for line in apt.read_text(encoding="utf-8").splitlines()]
    assert verbs == ["update", "install"]
    assert "firefox-esr" in apt.read_text(encoding="utf-8").splitlines()[1]
    said = capsys.readouterr().err
    assert "updating the package lists" in said
    assert OLD in said


@pytest.mark.usefixtures("as_root", "old_firefox", "apt")
def test_lists_that_have_only_an_old_browser_end_in_one_sentence(install: Install) -> None:
    install("candidate", f"Mozilla Firefox {NEEDED - 2}.0esr")
    with pytest.raises(Missing) as missing:
        packages.provide(look)
    assert str(missing.value) == (
        f"Firefox {NEEDED - 2}.0 is too old ({NEEDED} or later is needed) (apt has no later version); on Debian,"
        " type as root: apt-get update && apt-get install firefox-esr fonts-dejavu-core"
    )


@pytest.mark.usefixtures("as_root", "old_firefox")
def test_failure_of_apt_is_part_of_the_sentence(install: Install) -> None:
    install("apt-get", script="echo 'E: Unable to fetch some archives' >&2; exit 100")
    with pytest.raises(Missing, match=r"\(apt-get: E: Unable to fetch some archives\); .* type as root: ") as missing:
        packages.provide(look)
    assert str(missing.value).startswith(OLD)
    assert "\n" not in str(missing.value)


@pytest.mark.usefixtures("as_root", "old_firefox")
def test_each_file_that_apt_downloads_is_named(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install(
        "apt-get", script="echo 'Get:1 http://deb.example bookworm/main amd64 firefox-esr amd64 153.7 [60 MB]'; exit 1"
    )
    with pytest.raises(Missing):
        packages.provide(look)
    assert "·   firefox-esr\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Get:1 http://deb.example/debian bookworm InRelease [151 kB]", "bookworm InRelease"),
        ("Get:2 http://deb.example bookworm/main amd64 Packages [8,792 kB]", "bookworm/main amd64 Packages"),
        ("Get:3 http://deb.example bookworm/main Translation-en [6,109 kB]", "bookworm/main Translation-en"),
        ("Get:4 http://deb.example bookworm/main amd64 fish amd64 3.6.0-3.1 [1,278 kB]", "fish"),
        ("  Downloading https://pypi.example/a/b/lxml-6.0-cp311.whl.metadata (1 kB)", "lxml-6.0-cp311.whl.metadata"),
        ("npm http fetch GET 200 https://npm.example/axe-core/-/axe-core-4.14.1.tgz 30ms", "axe-core-4.14.1.tgz"),
    ],
)
def test_each_download_is_named(line: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    preparing.run_aloud(["echo", line])
    assert capsys.readouterr().err == f"·   {named}\n"


def test_silent_command_is_reported_as_running(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(preparing, "SILENCE_S", 0.2)
    done = preparing.run_aloud([sys.executable, "-c", "import time; time.sleep(1.5); print('over')"], name="apt-get")
    assert (done.returncode, done.stdout) == (0, "over\n")
    assert "apt-get is still running after" in capsys.readouterr().err


@pytest.mark.usefixtures("as_user", "old_firefox")
def test_user_without_rights_gets_the_command(apt: Path) -> None:
    with pytest.raises(Missing, match="; on Debian, type as root: apt-get update && apt-get") as missing:
        packages.provide(look)
    assert str(missing.value).startswith(OLD)
    assert not apt.exists()


@pytest.mark.usefixtures("as_user", "old_firefox")
def test_sudo_that_asks_for_a_password_is_left_to_the_reader(apt: Path, install: Install) -> None:
    install("sudo", script="exit 1")
    with pytest.raises(Missing, match="type: sudo apt-get update && sudo apt-get install firefox-esr"):
        packages.provide(look)
    assert not apt.exists()


@pytest.mark.usefixtures("as_root")
def test_complete_machine_updates_no_package_lists(apt: Path, install: Install) -> None:
    install("firefox-esr", f"Mozilla Firefox {NEEDED}.0esr")
    packages.provide(look)
    assert not apt.exists()


@pytest.mark.usefixtures("machine")
def test_all_missing_packages_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(environment, "works", lambda: False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(packages, "_TEST_PACKAGES", {"/absent": "a-package"})
    monkeypatch.setattr(packages, "_MANUALS", "absent*")
    missing = packages.lacking(programs.NAMES, nginx=True, keyboard=True, for_tests=True)
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    assert [clause.split(" is ")[0] for clause in missing] == [
        "Firefox", "Chromium", "nginx", "Xvfb and openbox and xdotool are not installed", "git", "/absent",
        "the manual of Python", "PHP", f"{python} cannot make virtual environments",
    ]  # fmt: skip
    assert f"{python}-venv" in {package for several in missing.values() for package in several}


@pytest.mark.usefixtures("machine")
def test_git_is_needed_for_what_is_packed() -> None:
    assert "git" not in str(packages.lacking())
    assert packages.lacking(git=True)["git is not installed"] == ("git",)


@pytest.mark.usefixtures("machine")
def test_parts_that_php_is_without_are_named_with_their_packages(install: Install) -> None:
    install("php", script="echo '[PHP Modules]'; echo Core; echo xml; echo pdo_sqlite; echo sqlite3")
    assert packages.lacking(for_tests=True)["PHP is without mbstring"] == ["php-mbstring"]


def _bootstrapped() -> subprocess.CompletedProcess[str]:
    bootstrap = Path(__file__).resolve().parents[2] / "scripts" / "commands" / "preparing" / "bootstrap"
    return subprocess.run(["/bin/bash", bootstrap, "run"], check=False, capture_output=True, text=True)


def test_bootstrap_installs_a_python_where_there_is_none_and_starts_it(machine: Path, install: Install) -> None:
    install("id", script="echo 0")
    (machine / "dirname").symlink_to("/usr/bin/dirname")
    (machine / "env").symlink_to("/usr/bin/env")
    python = f"printf '#!/bin/sh\\necho started $*\\n' > {machine}/python3; chmod +x {machine}/python3"
    install("apt-get", script=f'case "$*" in *install*python3*) {python};; esac')
    done = _bootstrapped()
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "started -P -m commands.preparing run"
    assert "installing python3" in done.stderr


def test_bootstrap_reports_a_silent_apt_as_running(machine: Path, install: Install) -> None:
    install("id", script="echo 0")
    (machine / "dirname").symlink_to("/usr/bin/dirname")
    install("sleep", script=f"[ ! -e {machine}/slept ] || touch {machine}/slept_again; touch {machine}/slept")
    install("apt-get", script=f"while [ ! -e {machine}/slept_again ]; do :; done")
    done = _bootstrapped()
    assert done.returncode == 4
    assert "apt-get is still running after" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("Python is not installed")


@pytest.mark.parametrize(
    ("script", "finding"),
    [
        ('case "$*" in *platform*) echo 3.9.2;; *) exit 1;; esac', "Python 3.9.2 is installed"),
        ("exit 1", "Python that does not start is installed"),
        (None, "Python is not installed"),
    ],
)
def test_bootstrap_names_the_python_found_and_the_one_needed(
    machine: Path, install: Install, script: str | None, finding: str
) -> None:
    if script:
        install("python3", script=script)
    (machine / "dirname").symlink_to("/usr/bin/dirname")
    done = _bootstrapped()
    assert done.returncode == 4
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"{finding}, 3.11 or later is needed; on Debian 12")

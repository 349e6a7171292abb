"""The wheel, installed into an empty environment as by pipx and uv."""

from __future__ import annotations

import email
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from commands.checking.steps import located
from commands.packing import wheel
from standard_sitemap import __version__


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs' folder of an environment with the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, str(built)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def output(*command: object, home: Path) -> str:
    """Return a command's output with that home folder; it must succeed."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}
    done = subprocess.run(
        [str(part) for part in command],
        check=False, env=variables | {"HOME": str(home)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("checker", [("twine", "check", "--strict"), ("check-wheel-contents",)])
def test_checkers_find_nothing(built: Path, checker: tuple[str, ...], tmp_path: Path) -> None:
    output(located(checker[0]), *checker[1:], built, home=tmp_path)


def test_metadata_name_authors_and_licence(built: Path) -> None:
    with zipfile.ZipFile(built) as packed:
        [described] = [name for name in packed.namelist() if name.endswith("/METADATA")]
        about = email.message_from_bytes(packed.read(described))
        licences = [name for name in packed.namelist() if name.endswith("/licenses/LICENSE")]
    assert about["Author"] == "Standard-Sitemap Navigator contributors"
    assert about["License-Expression"] == "MIT"
    assert about.get_all("License-File") == ["LICENSE"]
    assert len(licences) == 1


def test_built_twice_it_is_the_same_bytes(built: Path, tmp_path: Path) -> None:
    assert wheel.build(tmp_path).read_bytes() == built.read_bytes()


def test_both_commands_are_there_and_the_module_runs(programs: Path, tmp_path: Path) -> None:
    assert (programs / "standard-sitemap-host").is_file()
    shown = output(programs / "standard-sitemap", "--version", home=tmp_path)
    assert __version__ in shown
    assert output(programs / "python", "-m", "standard_sitemap", "--version", home=tmp_path) == shown


def test_install_does_the_rest(programs: Path, tmp_path: Path) -> None:
    output(programs / "standard-sitemap", "install", "--browser", "firefox", home=tmp_path)
    findings = json.loads(
        output(programs / "standard-sitemap", "doctor", "--browser", "firefox", "--json", home=tmp_path)
    )
    assert {"host-answers", "registered"} <= {finding["code"] for finding in findings}

"""Commands in remedies start this installation, in whatever terminal they are pasted."""

import subprocess
import sys

import pytest

from standard_sitemap.reader.registration.own_command import command_line


def _nowhere(_: str) -> None:
    return None


def test_command_in_path_is_called_by_its_name() -> None:
    assert command_line("doctor", "win32", lambda name: f"C:\\bin\\{name}.exe") == "standard-sitemap doctor"


def test_windows_calls_its_launcher_where_the_command_is_not_in_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert command_line("install --browser edge", "win32", _nowhere) == "py -m standard_sitemap install --browser edge"


@pytest.mark.parametrize(
    ("platform", "program", "expected"),
    [
        ("win32", "C:\\venv\\Scripts\\python.exe", "C:\\venv\\Scripts\\python.exe -m standard_sitemap doctor"),
        ("win32", "C:\\My venv\\python.exe", '& "C:\\My venv\\python.exe" -m standard_sitemap doctor'),
        ("darwin", "/Users/me/my venv/bin/python", "'/Users/me/my venv/bin/python' -m standard_sitemap doctor"),
    ],
)
def test_virtual_environment_is_called_by_its_interpreter(platform: str, program: str, expected: str) -> None:
    assert command_line("doctor", platform, _nowhere, program) == expected


def test_line_for_this_installation_starts_it() -> None:
    line = command_line("--version", which=_nowhere, program=sys.executable)
    done = subprocess.run(line, capture_output=True, text=True, check=True, shell=True)
    assert done.stdout.startswith("standard-sitemap, version")

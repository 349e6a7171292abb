"""The Debian package, really installed and purged, in an isolated system."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from commands.packing import debian
from driving import programs
from installing import alone
from standard_sitemap import __version__

_PATIENCE_S = 900


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return debian.build(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="module")
def observations(package: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the observations from installation to purge."""
    layers = tmp_path_factory.mktemp("system") / "layers"
    layers.mkdir()
    done = alone.run("installing.by_apt", [str(package)], layers, _PATIENCE_S)
    assert done.returncode == 0, done.stderr
    loaded: dict[str, Any] = json.loads(done.stdout)
    return loaded


@pytest.mark.parametrize("browser", programs.NAMES)
def test_a_fresh_profile_shows_the_tree_of_a_page(observations: dict[str, Any], browser: str) -> None:
    assert len(observations[browser]["names"]) > 3
    assert len(observations[browser]["current"]) == 1


@pytest.mark.parametrize("browser", programs.NAMES)
def test_the_host_that_a_browser_starts_is_the_packages(observations: dict[str, Any], browser: str) -> None:
    assert "/usr/bin/standard-sitemap-host" in observations[browser]["hosts"]


@pytest.mark.parametrize("browser", programs.NAMES)
def test_the_extension_is_seen_in_the_profile(observations: dict[str, Any], browser: str) -> None:
    assert observations[browser]["versions"] == [__version__]


def test_browsers_with_system_registrations_find_the_host(observations: dict[str, Any]) -> None:
    known = [finding["text"].partition(":")[0] for finding in observations["doctor"] if finding["code"] == "registered"]
    assert known == ["Firefox", "Chromium", "Chrome", "Opera"]


def test_the_command_line_is_in_the_path_and_completes(observations: dict[str, Any]) -> None:
    assert __version__ in observations["version"]
    assert observations["completed"].split() == ["plain,doctor"]


def test_modules_are_compiled_since_no_reader_could_do_it_later(observations: dict[str, Any]) -> None:
    assert observations["compiled"]


def test_purging_removes_exactly_the_package(observations: dict[str, Any]) -> None:
    assert observations["left"] == []
    assert observations["gone"] == []


def test_package_writes_only_into_that_system(observations: dict[str, Any]) -> None:
    assert observations["version"]
    assert not Path(f"/usr/lib/{debian.NAME}").exists()


@pytest.mark.thorough
def test_built_twice_it_is_the_same_bytes(package: Path, tmp_path: Path) -> None:
    assert debian.build(tmp_path).read_bytes() == package.read_bytes()


def test_dependencies_come_without_sources_and_build_scripts(package: Path) -> None:
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], check=True, capture_output=True, text=True).stdout
    names = {Path(line).name for line in listed.splitlines()}
    assert "_ada_wrapper.abi3.so" in names
    suffixes = (".c", ".cpp", ".h", ".pyx", "_build.py", "build_data.py")
    assert [name for name in names if name.endswith(suffixes)] == []


def test_lintian_finds_no_error(package: Path) -> None:
    lintian = shutil.which("lintian")
    assert lintian
    done = subprocess.run(
        [lintian, "--allow-root", "--fail-on", "error,warning", str(package)],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr

"""The choice of node, and the messages for a missing, old or unavailable tool."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from commands.preparing import Missing, environment
from scripts.conftest import Install


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project folder with an empty virtual environment, whose uv reports no network."""
    programs = tmp_path / "project" / ".venv" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / "project" / "package.json").write_text('{"engines": {"node": ">=20"}}')
    (tmp_path / "project" / "package-lock.json").write_text("{}")
    (tmp_path / "project" / "node_modules").mkdir()
    monkeypatch.setattr(environment, "ROOT", tmp_path / "project")
    monkeypatch.setattr(environment, "FOLDER", programs.parent)
    monkeypatch.setattr(environment, "_NODE_MODULES", tmp_path / "project" / "node_modules")
    _write(programs / "uv", "echo 'error: Request failed'; echo '  cause: Connection refused' >&2; exit 1")
    return programs


def _write(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


@pytest.mark.usefixtures("folder")
def test_node_of_the_machine_is_used_where_it_is_recent(install: Install) -> None:
    install("node", "v20.0.0")
    install("npm", "10.0.0")
    assert environment.node()["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize(
    ("node", "finding"),
    [
        (None, "node is not installed (20 or later is needed)"),
        ("v18.19.0", "node 18.19.0 is too old (20 or later is needed)"),
        ("nothing", "node does not state its version (20 or later is needed)"),
        ("v22.1.0", "node 22.1.0 is installed without npm, which is needed too"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_node_that_does_not_do_is_named_once_none_can_be_installed(
    install: Install, node: str | None, finding: str
) -> None:
    if node:
        install("node", node)
    with pytest.raises(Missing) as missing:
        environment.node()
    assert str(missing.value).startswith(f"{finding}, and '.venv/bin/uv pip install")
    assert "(cause: Connection refused)" in str(missing.value)
    assert "\n" not in str(missing.value)


def test_node_that_was_installed_comes_before_the_old_one(folder: Path, install: Install) -> None:
    install("node", "v18.19.0")
    install("npm", "9.0.0")
    _write(folder / "node.new", "echo v22.1.0")
    _write(folder / "uv", f"/bin/cp {folder}/node.new {folder}/node; /bin/cp {folder}/node.new {folder}/npm")
    assert environment.node()["PATH"].split(os.pathsep)[0] == str(folder)


@pytest.mark.usefixtures("folder")
def test_npm_that_fails_is_named_with_the_command(install: Install) -> None:
    install("npm", script="echo 'npm error network' >&2; exit 1")
    with pytest.raises(Missing, match=r"^'npm ci .*' failed in .* \(npm error network\); check whether the network"):
        environment.node_modules(os.environ, with_wordpress=True)


@pytest.mark.usefixtures("folder")
def test_wordpress_is_installed_only_for_tests_with_it_and_then_kept(install: Install, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    install("npm", script=f'echo "$2" >> {calls}')
    for with_wordpress in (False, False, True, False, True):
        environment.node_modules(os.environ, with_wordpress=with_wordpress)
    assert calls.read_text().splitlines() == ["--omit=dev", "--no-audit"]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (
            "ERROR: no matching distribution\n\nnote: This error originates from a subprocess",
            "ERROR: no matching distribution",
        ),
        (
            "  ╰─> [3 lines of output]\n      ERROR: no such version\nnote: not an error of pip",
            "ERROR: no such version",
        ),
        ("error: Request failed\n  cause: not sent\n  cause: refused", "cause: refused"),
        ("npm error code\nnpm error network\nnpm notice", "npm error network"),
        ("something\nOSError: no space left", "OSError: no space left"),
        ("killed\n", "killed"),
        ("", "status 1"),
    ],
)
def test_reason_is_the_line_that_says_what_failed(install: Install, folder: Path, written: str, reason: str) -> None:
    (folder / "written").write_text(written)
    install("npm", script=f"cat {folder}/written >&2; exit 1")
    with pytest.raises(Missing) as missing:
        environment.node_modules(os.environ, with_wordpress=True)
    assert f"({reason});" in str(missing.value)


def test_folder_that_may_not_be_written_is_no_fault_of_the_network(install: Install, folder: Path) -> None:
    install("npm", script=f"echo \"Error: Permission denied: '{folder}'\" >&2; exit 1")
    with pytest.raises(Missing, match=r"; check whether you may write to this folder, and repeat the command$"):
        environment.node_modules(os.environ, with_wordpress=True)


def test_a_version_missing_from_the_index_is_replaced_by_the_newest_that_fits(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = "cause: Because there is no version of a==1 and you require a==1, your requirements are unsatisfiable."
    _write(folder / "uv", f'case "$*" in *--constraint*) echo "{absent}"; exit 1;; *) echo "$*" > {folder}/done;; esac')
    _installing(folder, monkeypatch)
    assert (folder / "done").read_text().endswith("--editable .[dev]\n")
    assert "using the newest that fits" in capsys.readouterr().err


def test_a_file_that_differs_from_its_hash_is_never_installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(folder / "uv", 'case "$*" in *--constraint*) echo "cause: Hash mismatch for a==1"; exit 1;; esac')
    with pytest.raises(Missing, match="Hash mismatch for a==1"):
        _installing(folder, monkeypatch)


def test_uv_is_installed_by_its_hashes_and_reads_the_settings_of_pip(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(folder / "uv", f"echo $UV_DEFAULT_INDEX > {folder}/index")
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.example/simple")
    _installing(folder, monkeypatch)
    assert (folder / "index").read_text() == "https://index.example/simple\n"
    assert re.fullmatch(r"uv==[\d.]+ (\\\n    --hash=sha256:\w{64} ?)+\n    # via .*\n", (folder / "pin").read_text())


def _installing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install into the folder by its own uv, and keep the requirements that pip installed before."""
    (folder.parents[1] / "pyproject.toml").touch()
    (folder.parents[1] / "host").mkdir()
    lock = folder.parents[1] / "host" / "requirements.lock"
    lock.write_bytes(environment.LOCK.read_bytes())
    monkeypatch.setattr(environment, "LOCK", lock)
    monkeypatch.setattr(environment, "PYTHON", folder / "python")
    _write(
        folder / "python", f'for file do :; done; case "$*" in *--require-hashes*) cat "$file" > {folder}/pin;; esac'
    )
    environment.ready("dev")

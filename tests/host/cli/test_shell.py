"""Shell completion and the manual: printed, and installed where shells and `man` search."""

import os
import subprocess
from pathlib import Path

import pytest

import system
from host.cli.typed_lines import completed_by_fish, completed_when_typed
from standard_sitemap.cli.commands import COMMANDS
from standard_sitemap.cli.powershell import PROFILE_LINE
from standard_sitemap.cli.shell import COMPLETION_FILES

PROGRAM = system.program("standard-sitemap")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PROGRAM), *arguments], capture_output=True, text=True, check=False, env=os.environ | environment
    )


@pytest.mark.parametrize("shell", COMPLETION_FILES)
def test_the_completion_of_each_shell_is_installed_where_it_looks(tmp_path: Path, shell: str) -> None:
    done = run("completion", shell, "--install", XDG_DATA_HOME=str(tmp_path))
    file = tmp_path / COMPLETION_FILES[shell]
    assert done.stdout.splitlines() == [str(file)]
    assert file.read_text() == run("completion", shell).stdout


def test_completion_without_a_shell_uses_the_callers() -> None:
    assert run("completion", SHELL="/usr/bin/fish").stdout == run("completion", "fish").stdout
    assert run("completion", SHELL="/bin/csh").returncode == 2


def test_installing_for_powershell_says_which_line_its_profile_needs() -> None:
    done = run("completion", "powershell", "--install")
    assert done.returncode == 2
    assert PROFILE_LINE in done.stderr
    assert "Register-ArgumentCompleter -Native -CommandName standard-sitemap" in run("completion", "powershell").stdout


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        ("standard-sitemap", "con", "plain\tconvert\tConvert SOURCE and all files that it..."),
        ("standard-sitemap\ncheck\n--format", "s", "plain\tsarif\tsarif"),
        ("standard-sitemap\ncheck", "a b", "file\ta b\ta b"),
        ("standard-sitemap\ncheck\n--root", "", "dir\t\t-"),
    ],
)
def test_powershell_is_answered_with_kind_value_and_description(words: str, begun: str, expected: str) -> None:
    # It has no empty variables.
    begun_word = {"COMP_CWORD": begun} if begun else {}
    done = run(_STANDARD_SITEMAP_COMPLETE="powershell_complete", COMP_WORDS=words, **begun_word)
    assert done.stdout.splitlines() == [expected]


@system.not_on_windows("none of these shells")
@pytest.mark.program("zsh and fish")
@pytest.mark.parametrize("shell", COMPLETION_FILES)
@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("standard-sitemap con", "convert"),
        ("standard-sitemap convert --base-u", "--base-url"),
        ("standard-sitemap check --format s", "sarif"),
        ("standard-sitemap check harbour-m", "harbour-map.xml"),
    ],
)
def test_a_shell_completes_commands_options_values_and_files(
    tmp_path: Path, shell: str, typed: str, whole: str
) -> None:
    data = tmp_path / "data"
    run("completion", shell, "--install", XDG_DATA_HOME=str(data))
    (tmp_path / "harbour-map.xml").touch()
    completed = completed_by_fish if shell == "fish" else completed_when_typed
    assert completed(shell, typed, tmp_path, data) == f"{typed.rpartition(' ')[0]} {whole}"


def test_a_manual_page_for_each_command_is_installed(tmp_path: Path) -> None:
    done = run("manual", "--install", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0
    pages = {file.name: file.read_text() for file in (tmp_path / "man" / "man1").iterdir()}
    wanted = {f"standard-sitemap-{name}.1" for name in COMMANDS} | {"standard-sitemap.1", "standard-sitemap-host.1"}
    assert pages.keys() == wanted
    assert pages["standard-sitemap-convert.1"] == run("manual", "convert").stdout


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_page_has_its_sections(name: str) -> None:
    page = run("manual", *name.split()).stdout
    sections = [line.removeprefix(".SH ") for line in page.splitlines() if line.startswith(".SH ")]
    assert sections[:4] == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"]
    assert not [line for line in page.splitlines() if line.startswith("'")]


def test_manual_of_an_unknown_command_is_wrong_usage() -> None:
    assert run("manual", "frobnicate").returncode == 2

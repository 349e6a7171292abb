"""Dates by git, in repositories that come from elsewhere: none of the programs that they name may run."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from standard_sitemap.webmaster.submitting.git_dates import MissingHistory, commit_dates

pytestmark = pytest.mark.program("git")


def _git(folder: Path, *arguments: str, **variables: str) -> str:
    names = {f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-C", str(folder), *arguments]
    environment = os.environ | names | plain | variables
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    """Return the file that a program of the repository would write."""
    return tmp_path / "has-run"


@pytest.fixture
def program(tmp_path: Path, marker: Path) -> Path:
    file = tmp_path / "program"
    file.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{marker}'\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a repository with a committed page, one that changed since, and one whose time alone changed."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.html", "modified.html", "touched.html"):
        (site / name).write_text("1")
    _git(site, "init", "-q")
    _git(site, "add", "-A")
    _git(site, "commit", "-qm", "one", GIT_COMMITTER_DATE="2024-05-01T12:00:00+02:00")
    (site / "modified.html").write_text("2")
    os.utime(site / "touched.html", (0, 0))
    return site


def test_a_file_whose_time_alone_changed_keeps_its_date(site: Path) -> None:
    date_of = commit_dates(site)
    dates = [date_of(site / name) for name in ("index.html", "touched.html", "modified.html")]
    assert dates == ["2024-05-01T12:00:00+02:00"] * 2 + [None]


def test_a_file_outside_the_repository_has_no_date(site: Path, tmp_path: Path) -> None:
    assert commit_dates(site)(tmp_path / "elsewhere.html") is None


def _attributes(site: Path, text: str) -> None:
    (site / ".git" / "info").mkdir(exist_ok=True)
    (site / ".git" / "info" / "attributes").write_text(text)


def _monitored(site: Path, program: Path) -> None:
    _git(site, "config", "core.fsmonitor", str(program))


def _signed(site: Path, program: Path) -> None:
    """Sign the last commit, so that git would verify it."""
    commit = _git(site, "cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n\n", 1)
    (site / "commit").write_text(commit)
    _git(site, "update-ref", "HEAD", _git(site, "hash-object", "-t", "commit", "-w", "commit").strip())
    _git(site, "config", "log.showSignature", "true")
    _git(site, "config", "gpg.program", str(program))


def _hooked(site: Path, program: Path) -> None:
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (site / ".git" / "hooks").mkdir(exist_ok=True)
        (site / ".git" / "hooks" / hook).symlink_to(program)


def _compared(site: Path, program: Path) -> None:
    _attributes(site, "*.html diff=own\n")
    for name in ("diff.external", "diff.own.command", "diff.own.textconv", "core.pager", "pager.diff", "pager.log"):
        _git(site, "config", name, str(program))


def _partial(site: Path, program: Path) -> None:
    """Remove an object that a promisor could provide, through a transport that runs a program."""
    _git(site, "config", "remote.origin.url", f"ext::{program}")
    _git(site, "config", "remote.origin.promisor", "true")
    _git(site, "config", "protocol.ext.allow", "always")
    _git(site, "config", "extensions.partialClone", "origin")
    _git(site, "config", "core.repositoryFormatVersion", "1")
    blob = _git(site, "rev-parse", "HEAD:modified.html").strip()
    (site / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


def _replaced(site: Path, program: Path) -> None:
    _git(site, "config", "alias.diff", f"!{program}")
    _git(site, "config", "core.sshCommand", str(program))
    _git(site, "config", "core.alternateRefsCommand", str(program))


@pytest.mark.promise("author", "Dates by git run no program that a folder's repository names.")
@pytest.mark.parametrize("prepare", [_monitored, _signed, _hooked, _compared, _partial, _replaced])
def test_no_program_of_the_repository_runs(
    site: Path, program: Path, marker: Path, prepare: Callable[[Path, Path], None]
) -> None:
    prepare(site, program)
    marker.unlink(missing_ok=True)  # preparing runs git, too
    with contextlib.suppress(MissingHistory):  # an object may be missing
        commit_dates(site)
    assert not marker.exists(), marker.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["clean", "process"])
def test_a_repository_that_sets_filters_is_refused(site: Path, program: Path, marker: Path, kind: str) -> None:
    _attributes(site, "*.html filter=own\n")
    _git(site, "config", f"filter.own.{kind}", str(program))
    with pytest.raises(MissingHistory, match=f"filter.own.{kind}"):
        commit_dates(site)
    assert not marker.exists()


def test_filters_of_an_included_file_are_refused(site: Path, program: Path, marker: Path) -> None:
    _attributes(site, "*.html filter=own\n")
    (site / ".git" / "more").write_text(f'[filter "own"]\n\tclean = {program}\n')
    _git(site, "config", "include.path", "more")
    with pytest.raises(MissingHistory, match=r"filter\.own\.clean"):
        commit_dates(site)
    assert not marker.exists()


def test_a_bare_repository_inside_the_folder_is_not_used(tmp_path: Path, program: Path, marker: Path) -> None:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    _git(folder, "init", "-q", "--bare")
    _git(folder, "config", "core.bare", "false")
    _git(folder, "config", "core.worktree", ".")
    _git(folder, "config", "core.fsmonitor", str(program))
    (folder / "index.html").write_text("1")
    with pytest.raises(MissingHistory, match="bareRepository"):
        commit_dates(folder)
    assert not marker.exists()

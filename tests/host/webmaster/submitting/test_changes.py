"""Changed pages: between two states of a site, and by dates of files and of a real git repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.submitting.changes import dated, difference
from standard_sitemap.webmaster.submitting.git_dates import MissingHistory

OLD = {
    "a": PageFacts(),
    "b": PageFacts(last_modified="2024-01-01"),
    "c": PageFacts(last_modified="2024-01-01"),
    "d": PageFacts(),
}


def test_without_an_old_state_everything_is_new() -> None:
    assert difference(None, OLD) == (("a", "b", "c", "d"), (), ())


def test_new_changed_and_gone_pages_are_reported_in_order() -> None:
    new = {
        "e": PageFacts(),
        "c": PageFacts(last_modified="2024-01-02"),
        "b": PageFacts(last_modified="2024-01-01"),
        "a": PageFacts(),
    }
    changes = difference(OLD, new)
    assert changes == (("e",), ("c",), ("d",))
    assert changes.addresses == ("e", "c", "d")


def test_a_date_that_was_added_or_removed_is_no_change_of_the_page() -> None:
    new = {**OLD, "a": PageFacts(last_modified="2024-01-02"), "b": PageFacts(), "d": PageFacts(priority=0.9)}
    assert difference(OLD, new).addresses == ()


SITE = "https://www.example.org/a/"


def _git(folder: Path, *arguments: str, date: str = "2024-05-01T12:00:00+02:00") -> None:
    names = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.org", "GIT_COMMITTER_NAME": "x"}
    dates = {"GIT_COMMITTER_EMAIL": "x@example.org", "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
    plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-C", str(folder), *arguments]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | names | dates | plain)


def _dates(folder: Path, source: str, *paths: str) -> list[str | None]:
    pages = {f"{SITE}{path}": PageFacts() for path in paths}
    return [page.last_modified for page in dated(pages, folder, SITE, source).values()]  # type: ignore[arg-type]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site in a repository; `new.html` changes in a second commit, `dirty.html` after it."""
    site = tmp_path / "site"
    (site / "sub").mkdir(parents=True)
    for name in ("index.html", "new.html", "dirty.html", "sub/ü b.html", "sub/index.htm"):
        (site / name).write_text("1")
    _git(tmp_path, "init", "-q")
    _git(tmp_path, "add", "-A")
    _git(tmp_path, "commit", "-qm", "one")
    (site / "new.html").write_text("2")
    _git(tmp_path, "commit", "-qam", "two", date="2024-06-01T00:00:00+00:00")
    (site / "dirty.html").write_text("2")
    (site / "untracked.html").write_text("1")
    return site


@pytest.mark.program("git")
def test_git_says_when_a_page_was_committed_last(site: Path) -> None:
    first, second = "2024-05-01T12:00:00+02:00", "2024-06-01T00:00:00+00:00"
    dates = _dates(site, "git", "", "new.html", "sub/%C3%BC%20b.html", "sub/")
    # Newer releases of git write UTC as `Z`.
    assert [date and date.replace("Z", "+00:00") for date in dates] == [first, second, first, first]


@pytest.mark.program("git")
def test_file_unknown_to_git_has_no_date(site: Path) -> None:
    assert _dates(site, "git", "dirty.html", "untracked.html", "none.html") == [None, None, None]


@pytest.mark.program("git")
def test_the_oldest_commit_of_a_shallow_clone_dates_nothing(site: Path, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    _git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tmp_path}", str(clone))
    assert _dates(clone / "site", "git", "", "new.html") == [None, None]


@pytest.mark.program("git")
def test_missing_repository_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MissingHistory, match="not a git repository"):
        _dates(tmp_path, "git", "")


@pytest.mark.program("git")
def test_files_say_when_they_were_written(site: Path) -> None:
    os.utime(site / "new.html", (0, 0))
    assert _dates(site, "files", "new.html", "new", "none") == ["1970-01-01T00:00:00+00:00"] * 2 + [None]


@pytest.mark.program("git")
@pytest.mark.parametrize("path", ["new.html?x=1", "../secret.html", "%2e%2e/secret.html", "x" * 300, "new.html%00"])
def test_address_without_a_file_has_no_date(site: Path, path: str) -> None:
    (site.parent / "secret.html").write_text("x")
    assert _dates(site, "files", path) == [None]


@pytest.mark.program("git")
def test_a_date_that_is_there_stays_and_other_sites_have_none(site: Path) -> None:
    pages = {f"{SITE}new.html": PageFacts(last_modified="2020-01-01"), "https://other.example/a/new.html": PageFacts()}
    assert [page.last_modified for page in dated(pages, site, SITE, "files").values()] == ["2020-01-01", None]

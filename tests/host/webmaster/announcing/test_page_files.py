"""`standard-sitemap announce FOLDER` on disk, as a person calls it."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import command_line
from commands.preparing import packages
from standard_sitemap.cli.announce import announce
from standard_sitemap.model.page_sizes import PAGE_BYTES, PAGE_PARTS
from standard_sitemap.webmaster.announcing import page_files as announcing
from standard_sitemap.webmaster.checking.mistakes import MISTAKES

PAGE = "<!DOCTYPE html><html><head><title>x</title>{}</head><body></body></html>\n"
MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="./"/></sitemap>'


def _announce(*arguments: object) -> subprocess.CompletedProcess[str]:
    return command_line.run("announce", *arguments)


def _discovered(page: Path) -> str:
    return str(json.loads(command_line.run("discover", page, "--json").stdout)["sitemap"])


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site with its sitemap, pages at two levels, a stylesheet and a page fragment."""
    root = tmp_path / "site"
    (root / "a b").mkdir(parents=True)
    files = {"index.html": PAGE, "a b/ü.htm": PAGE, "part.html": "<li>x", "x.css": "<head></head>"}
    for name, text in {**files, "standard-sitemap.xml": MAP}.items():
        (root / name).write_text(text.format(""), encoding="utf-8")
    return root


def test_every_page_leads_to_the_sitemap(site: Path) -> None:
    done = _announce(site)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "3 pages: 2 changed, 1 is no whole page\n"
    for page in (site / "index.html", site / "a b" / "ü.htm"):
        assert _discovered(page) == (site / "standard-sitemap.xml").as_uri()


def test_error_page_is_left_out_unless_all_pages_name_the_same_address(site: Path) -> None:
    (site / "404.html").write_text(PAGE.format(""))
    assert "2 changed, 1 is no whole page, 1 is an error page" in _announce(site).stderr
    assert "standard-sitemap" not in (site / "404.html").read_text()
    assert "3 changed" in _announce(site, "--absolute").stderr
    assert 'href="/standard-sitemap.xml"' in (site / "404.html").read_text()


def test_page_that_takes_too_long_to_read_is_unchanged(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "content_of", lambda *_: None)
    (site / "index.html").write_text(PAGE.format("<!-- standard-sitemap -->"))
    outcomes = {edited.page.name: edited.outcome for edited in announcing.announce(site, announcing.Location("/m.xml"))}
    assert outcomes["index.html"] == announcing.Outcome.TOO_COSTLY
    assert announcing.Outcome.TOO_COSTLY in announcing.FAILURES
    assert "m.xml" not in (site / "index.html").read_text()


def test_page_with_too_many_elements_is_named_with_the_bound(site: Path) -> None:
    (site / "index.html").write_text(PAGE.format("<!-- standard-sitemap -->") + "<br>" * PAGE_PARTS + "<link>")
    done = _announce(site)
    assert done.returncode == 1
    assert f"index.html: the page takes too long to read: more than {PAGE_PARTS:,} elements" in done.stderr
    assert f"{PAGE_PARTS:,} elements" in MISTAKES["page-too-costly"].remedy


def test_page_that_is_larger_than_make_reads_is_unchanged(site: Path) -> None:
    with (site / "index.html").open("r+b") as file:
        file.truncate(PAGE_BYTES + 1)
    outcomes = {edited.page.name: edited.outcome for edited in announcing.announce(site, announcing.Location("/m.xml"))}
    assert outcomes["index.html"] == announcing.Outcome.TOO_LARGE


def test_announcing_is_idempotent_and_undo_restores_the_original_bytes(site: Path) -> None:
    before = _contents(site)
    _announce(site)
    once = _contents(site)
    assert {name for name in once if once[name] != before[name]} == {"index.html", "a b/ü.htm"}
    assert "2 already correct" in _announce(site).stderr
    assert _contents(site) == once
    assert _announce(site, "--undo").returncode == 0
    assert _contents(site) == before


def test_addresses_are_relative_or_from_the_top_of_the_site(site: Path) -> None:
    _announce(site)
    assert b'href="../standard-sitemap.xml"' in (site / "a b" / "ü.htm").read_bytes()
    _announce(site, "--absolute")
    assert b'href="/standard-sitemap.xml"' in (site / "a b" / "ü.htm").read_bytes()
    _announce(site, "--path", "https://maps.example/m.xml?a&b")
    assert b'href="https://maps.example/m.xml?a&amp;b"' in (site / "a b" / "ü.htm").read_bytes()


def test_a_page_that_names_a_sitemap_itself_stays_as_it_is(site: Path) -> None:
    own = '<link rel="schema.x" href="http://standard-sitemap.org/2007/ns"><link rel="x.location" href="own.xml">'
    (site / "index.html").write_text(PAGE.format(own))
    assert "1 already names a sitemap" in _announce(site).stderr
    assert (site / "index.html").read_text() == PAGE.format(own)


@pytest.mark.parametrize(
    ("base", "href"),
    [("sub/", "../standard-sitemap.xml"), ("/", "standard-sitemap.xml"), ("&#47;x/y/", "../../standard")],
)
def test_relative_addresses_are_seen_from_the_base_of_the_page(site: Path, base: str, href: str) -> None:
    (site / "index.html").write_text(PAGE.format(f'<base href="{base}">'))
    assert _announce(site).returncode == 0
    assert f'"ssp.location" href="{href}' in (site / "index.html").read_text()


def test_a_page_whose_base_is_elsewhere_is_named_with_what_to_do(site: Path) -> None:
    (site / "index.html").write_text(PAGE.format('<base href="https://cdn.example/">'))
    done = _announce(site)
    assert done.returncode == 1
    assert "index.html: its <base> points to another host" in done.stderr
    assert _announce(site, "--path", "https://www.example.org/map.xml").returncode == 0


def test_a_page_that_cannot_be_written_is_named_and_the_others_are(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> Path:
        if target.name == "index.html":
            raise PermissionError(13, "Permission denied")
        os.replace(self, target)  # noqa: PTH105  the method stands for this one
        return target

    monkeypatch.setattr(Path, "replace", refuse)
    outcomes = {edited.page.name: edited for edited in announcing.announce(site, announcing.Location("/map.xml"))}
    assert outcomes["index.html"][1:] == (announcing.Outcome.UNWRITABLE, "Permission denied")
    assert outcomes["ü.htm"].outcome == announcing.Outcome.CHANGED
    assert [path.name for path in site.iterdir() if path.name.startswith(".")] == []


def test_folder_that_cannot_be_read_is_named(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Any) -> Any:
        if Path(folder).name == "locked":
            raise PermissionError(13, "Permission denied", str(folder))
        return scandir(folder)

    (site / "locked").mkdir()
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", refuse)
    for options in ((), ("--undo",)):
        done = CliRunner().invoke(announce, [str(site), "--json", *options], standalone_mode=False)
        assert done.return_value == 1
        assert f"{site / 'locked'}: the folder cannot be read: Permission denied\n" in done.stderr
        counts = json.loads(done.stdout)
        assert counts.pop("unreadable-folder") == 1
        assert counts.pop("pages") == sum(counts.values())


def test_interrupt_after_a_page_was_replaced_ends_the_command(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Path, target: Path) -> Path:
        os.replace(self, target)  # noqa: PTH105  the method stands for this one
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        list(announcing.announce(site, announcing.Location("/map.xml")))


def test_page_that_cannot_be_replaced_leaves_no_other_file_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "index.html"
    page.write_text(PAGE.format(""))
    page.chmod(0o444)
    unlink = Path.unlink

    def replace_on_windows(_: Path, __: Path) -> None:
        raise PermissionError(13, "Access is denied")

    def unlink_on_windows(path: Path, missing_ok: bool = False) -> None:
        if not path.stat().st_mode & stat.S_IWRITE:
            raise PermissionError(13, "Access is denied")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "replace", replace_on_windows)
    monkeypatch.setattr(Path, "unlink", unlink_on_windows)
    (edit,) = announcing.announce(tmp_path, announcing.Location("/map.xml"))
    assert edit == announcing.PageEdit(page, announcing.Outcome.UNWRITABLE, "Access is denied")
    assert list(tmp_path.iterdir()) == [page]


def test_permissions_stay_and_links_to_files_are_not_followed(site: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.html"
    outside.write_text(PAGE)
    (site / "linked.html").symlink_to(outside)
    (site / "index.html").chmod(0o640)
    _announce(site)
    assert outside.read_text() == PAGE
    assert (site / "index.html").stat().st_mode & 0o777 == 0o640


def test_without_a_sitemap_nothing_is_changed(site: Path) -> None:
    before = _contents(site)
    done = _announce(site, "--path", "/none.xml")
    assert done.returncode == 1
    assert "make the sitemap first" in done.stderr
    assert _contents(site) == before


def test_a_folder_without_pages_is_status_1(tmp_path: Path) -> None:
    done = _announce(tmp_path, "--undo", "--json")
    assert (done.returncode, json.loads(done.stdout)) == (1, {"pages": 0})


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--for", "iis"],
        ["--for", "nginx", "{site}"],
        ["--for", "nginx", "--undo"],
        ["--for", "nginx", "--path", "/a b"],
        ["{site}", "--path", "map.xml"],
        ["{site}", "--path", "/a b"],
        ["{site}/none"],
    ],
)
def test_wrong_usage_is_status_2(site: Path, arguments: list[str]) -> None:
    done = _announce(*(argument.format(site=site) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, "")


def test_recipes_are_printed_as_they_are() -> None:
    from standard_sitemap.webmaster.announcing.recipes import recipe

    assert _announce("--for", "apache", "--path", "/m.xml").stdout == recipe("apache", "/m.xml")


@pytest.mark.program("the manual of Python")
def test_a_large_manual_is_announced_and_restored_to_the_byte(tmp_path: Path) -> None:
    """Check Debian's Python manual: only the links change each page."""
    copy = Path(shutil.copytree(packages.manual_of_python(), tmp_path / "manual"))
    (copy / "404.html").unlink(missing_ok=True)  # newer manuals have an error page, which is left as it is
    (copy / "standard-sitemap.xml").write_text(MAP)
    before = _contents(copy)
    outcomes = {edited.outcome for edited in announcing.announce(copy, announcing.Location("/standard-sitemap.xml"))}
    assert outcomes == {announcing.Outcome.CHANGED}
    once = _contents(copy)
    changed = {name for name in before if once[name] != before[name]}
    assert changed == {name for name in before if name.endswith(".html")}
    assert len(changed) > 400
    for page in ("index.html", "library/os.html"):
        assert _discovered(copy / page) == (copy / "standard-sitemap.xml").as_uri()
    again = {edited.outcome for edited in announcing.announce(copy, announcing.Location("/standard-sitemap.xml"))}
    assert again == {announcing.Outcome.SAME}
    assert {edited.outcome for edited in announcing.undo(copy)} == {announcing.Outcome.CHANGED}
    assert _contents(copy) == before

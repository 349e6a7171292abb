"""`standard-sitemap make` as a person or a program calls it: files, messages, exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import command_line
from host.webmaster.making.sites import hierarchy_of, page, tree_of, written

NAME = "standard-sitemap.xml"
SITE = "https://www.example.org/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lists = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in "abc")
    files = {"index.html": page("Start", f"<ul>{lists}</ul>")} | {f"{name}.html": page(name.upper()) for name in "abcd"}
    return written(tmp_path / "site", files | {"404.html": page("Nothing")})


def _make(*arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "STANDARD_SITEMAP_DEBUG"}
    return command_line.run("make", *arguments, environment=environment)


def test_base_url_in_any_form_is_written_as_browsers_do(folder: Path) -> None:
    done = _make(folder, "--base-url", "HTTPS://bücher.example:443/ä b", "--both")
    assert done.returncode == 0, done.stderr
    for name in (NAME, "sitemap.xml"):
        assert '"https://xn--bcher-kva.example/%C3%A4%20b/a.html"' in (folder / name).read_text().replace(
            "<loc>", '"').replace("</loc>", '"')  # fmt: skip


def test_sitemap_is_written_to_the_folder_with_a_summary(folder: Path) -> None:
    done = _make(folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert tree_of(hierarchy_of({NAME: (folder / NAME).read_bytes()})) == {
        "Start": {"a": {}, "b": {}, "c": {}, "D": {}}
    }
    assert "5 pages, 4 of them reached" in done.stderr
    assert "no link leads to 1 page (d.html)" in done.stderr
    assert "404.html" in done.stderr


def test_repeated_make_writes_the_same_bytes_and_replaces_no_foreign_file(folder: Path) -> None:
    assert _make(folder).returncode == 0
    before = (folder / NAME).read_bytes()
    assert _make(folder).returncode == 0
    assert (folder / NAME).read_bytes() == before
    (folder / NAME).write_text("by hand")
    done = _make(folder)
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert (folder / NAME).read_text() == "by hand"
    assert _make(folder, "--force").returncode == 0


def test_standard_output_gets_the_same_bytes(folder: Path) -> None:
    _make(folder)
    done = _make(folder, "-o", "-")
    assert done.stdout == (folder / NAME).read_text()


def test_both_files_list_the_same_pages(folder: Path) -> None:
    done = _make(folder, "--both", "--base-url", SITE.rstrip("/"))
    assert done.returncode == 0
    listed = (folder / "sitemap.xml").read_text()
    assert [f"<loc>{SITE}{name}</loc>" in listed for name in ("", "a.html", "b.html", "c.html", "d.html")] == [True] * 5
    assert f'url="{SITE}a.html"' in (folder / NAME).read_text()


def test_branches_get_files_of_their_own(folder: Path) -> None:
    many = "".join(f'<li><a href="m/{n}.html">{n}</a></li>' for n in range(20))
    written(folder, {"a.html": page("A", f"<ul>{many}</ul>")} | {f"m/{n}.html": page(f"{n}") for n in range(20)})
    assert _make(folder, "--split", 10).returncode == 0
    assert (folder / "standard-sitemap-a.xml").exists()
    assert _make(folder, "--split", 10).returncode == 0


def test_output_elsewhere_reports_that_it_belongs_into_the_folder(folder: Path, tmp_path: Path) -> None:
    done = _make(folder, "-o", tmp_path / "map.xml")
    assert "move it there" in done.stderr
    assert (tmp_path / "map.xml").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nowhere",),
        ("{}", "--both"),
        ("{}", "--both", "--base-url", SITE, "-o", "-"),
        ("{}", "--base-url", "ftp://x"),
        ("{}", "--contents", "<"),
        ("{}", "--from", "x.qhp"),
        ("{}", "--split", "0"),
        ("{}", "-o", "nowhere/x.xml"),
    ],
)
def test_wrong_usage_is_status_2(folder: Path, arguments: tuple[str, ...]) -> None:
    done = _make(*(argument.format(folder) for argument in arguments))
    assert done.returncode == 2
    assert "Error" in done.stderr


def test_file_instead_of_a_folder_is_named_as_a_file(folder: Path) -> None:
    done = _make(folder / "index.html")
    assert done.returncode == 2
    assert "index.html is a file, not a folder." in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--start", "nowhere.html")])
def test_nothing_found_is_status_1(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    written(tmp_path, {"a.txt": ""} if not arguments else {"a.html": page("A")})
    done = _make(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no page" in done.stderr.lower()


@pytest.mark.parametrize("name", ["hugo", "jekyll"])
def test_templates_are_printed_with_what_to_do(name: str) -> None:
    done = _make("--template", name)
    assert done.returncode == 0
    assert "Save this as" in done.stdout
    assert "map.location" in done.stdout


def test_a_made_sitemap_passes_the_check(folder: Path) -> None:
    _make(folder)
    assert command_line.run("check", "--strict", folder / NAME).returncode == 0


def test_hints_can_be_switched_off(tmp_path: Path) -> None:
    place = written(
        tmp_path, {"index.html": page("S", '<a href="kontakt.html">Kontakt</a>'), "kontakt.html": page("K")}
    )
    assert 'role="contact tree"' in _make(place, "-o", "-").stdout
    assert "contact" not in _make(place, "-o", "-", "--no-hints").stdout


def test_explanation_of_a_page_is_printed_and_no_sitemap_is_written(folder: Path) -> None:
    done = _make(folder, "--explain", "a.html")
    assert done.returncode == 0, done.stderr
    assert "a.html\n  place: Start › a\n  placed by a list: index.html\n" in done.stdout
    assert "  named “a”: the text of its entry there\n    also possible “A”: its title" in done.stdout
    assert not (folder / NAME).exists()


def test_explanation_of_a_page_that_is_not_in_the_map_has_status_1(folder: Path) -> None:
    done = _make(folder, "--explain", "404.html", "--explain", "none.html")
    assert done.returncode == 1
    assert done.stdout.count("  not in the map: ") == 2


def test_report_names_repeated_titles_and_missing_pages(folder: Path) -> None:
    written(folder, {"a.html": page("Same"), "b.html": page("Same"), "c.html": page("Page not found")})
    done = _make(folder)
    assert "“Same” is the title of 2 pages (a.html, b.html)" in done.stderr
    assert "1 page says that nothing was found (c.html)" in done.stderr


def test_make_of_a_folder_loads_no_libraries_that_few_folders_need(tmp_path: Path) -> None:
    written(tmp_path, {"index.html": page("Home", '<a href="faq/index.html">FAQ</a>'), "faq/index.html": page("FAQ")})
    code = (
        "import sys; from standard_sitemap.cli import main; sys.argv[1:] = ['make', '.', '-o', 'map.xml']; main();"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    few = {"asyncio", "concurrent.futures", "cssselect", "hashlib", "langcodes", "standard_sitemap.ssp"}
    assert few.isdisjoint(done.stdout.split())
    assert (tmp_path / "map.xml").exists()

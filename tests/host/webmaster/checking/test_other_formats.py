"""Sitemaps in other formats are checked by their own rules, in any report format."""

import json
from pathlib import Path
from typing import Any

import pytest

XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@pytest.fixture
def sitemaps(tmp_path: Path) -> Path:
    """Return a folder with an index of two files, one faulty, and a robots.txt that names it."""
    listed = "".join(f"<sitemap><loc>{name}</loc></sitemap>\n" for name in ("pages.xml", "gone.xml"))
    (tmp_path / "index.xml").write_text(f"<sitemapindex {XMLNS}>\n{listed}</sitemapindex>")
    (tmp_path / "pages.xml").write_text(
        f"<urlset {XMLNS}>\n<url><loc>https://www.example.org/</loc></url>\n"
        "<url><loc>https://www.example.org/about</loc><priority>8</priority></url>\n</urlset>"
    )
    (tmp_path / "robots.txt").write_text("Sitemap: index.xml\n")
    return tmp_path


def codes(report: dict[str, Any]) -> set[str]:
    return {fault["code"] for fault in report["faults"]}


def test_files_of_an_index_are_checked_with_it(sitemaps: Path, run: Any) -> None:
    done = run("index.xml", "--format", "json", cwd=sitemaps)
    (report,) = json.loads(done.stdout)["reports"]
    assert codes(report) == {"relative-location", "sitemap-unavailable", "priority-out-of-range"}
    assert report["counts"]["shown"] == 2
    assert [node["location"] for node in report["roles"]["home"]] == ["https://www.example.org/"]
    assert done.returncode == 1


def test_relative_address_on_disk_is_not_said_to_be_read_from_the_root_of_the_disk(tmp_path: Path, run: Any) -> None:
    (tmp_path / "sitemap.xml").write_text(f"<urlset {XMLNS}><url><loc>/a</loc></url></urlset>")
    done = run("sitemap.xml", cwd=tmp_path)
    assert "“/a” is not a whole address; it is read as an address of the file's own site." in done.stdout


def test_robots_is_checked_with_all_its_sitemaps(sitemaps: Path, run: Any) -> None:
    done = run("robots.txt", "--format", "json", cwd=sitemaps)
    (report,) = json.loads(done.stdout)["reports"]
    assert {"robots-relative", "priority-out-of-range"} <= codes(report)


@pytest.mark.parametrize("form", ["text", "sarif", "github"])
def test_every_format_names_fault_and_line(form: str, sitemaps: Path, run: Any) -> None:
    done = run("pages.xml", "--format", form, cwd=sitemaps)
    assert "priority-out-of-range" in done.stdout
    assert "3" in done.stdout
    assert done.returncode == 0, "warnings are no errors"
    assert run("pages.xml", "--strict", cwd=sitemaps).returncode == 1


def test_explain_of_other_formats_finds_nothing(sitemaps: Path, run: Any) -> None:
    assert run("pages.xml", "--explain", "about", cwd=sitemaps).returncode == 1

"""What a folder's pages, its sitemaps and its robots.txt say of each other, and what `--base-url` makes known."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from host.checking.test_folders import check, index, names, urlset
from standard_sitemap.checking.checker import Checker, Options
from standard_sitemap.checking.report import Report

SITE = "https://www.example.org/"
PAGE = "<!doctype html><html><head><title>A</title>{}</head><body>"
MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">{}</sitemap>'


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Writes files below the test's folder."""

    def files(contents: dict[str, str]) -> Path:
        for name, text in contents.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tmp_path

    return files


def told(folder: Path, reports: list[Report]) -> list[tuple[str, str, int]]:
    return [(f.code, names(folder, [f.document])[0], f.line) for report in reports for f in report.faults]


def test_pages_and_sitemaps_are_held_against_each_other(write: Any) -> None:
    folder = write(
        {
            "sitemap.xml": urlset("", "a.html", "b", "gone.html", "de/", "file.pdf"),
            "file.pdf": "",
            "404.html": PAGE,
            **dict.fromkeys(("index.html", "a.html", "b.html", "de/index.html", "lost.html"), PAGE.format("")),
            "part.html": "<p>no page of its own",
            "moved.html": PAGE.format('<meta http-equiv="refresh" content="0; url=a.html">'),
            "twin.html": PAGE.format('<link rel="canonical" href="a.html">'),
            "draft.html": PAGE.format('<meta name="robots" content="noindex, follow">'),
        }
    )
    assert told(folder, check(folder)) == [
        ("page-not-in-folder", "sitemap.xml", 6),
        ("page-not-listed", "lost.html", 0),
    ]


def test_what_pages_and_robots_forbid_is_told_at_the_entry(write: Any) -> None:
    folder = write(
        {
            "robots.txt": f"User-agent: *\nDisallow: /private/\nDisallow: /site\nSitemap: {SITE}sitemap.xml\n",
            "sitemap.xml": urlset("a.html", "draft.html", "twin.html", "private/b.html"),
            "a.html": PAGE.format(""),
            "draft.html": PAGE.format('<META NAME=Googlebot CONTENT="NoIndex">'),
            "twin.html": PAGE.format(f'<link rel=canonical href="{SITE}a.html?x=1&amp;y=2">'),
            "private/b.html": PAGE.format(f'<link rel="canonical" href="{SITE}private/b.html">'),
        }
    )
    reports = check(folder)
    assert told(folder, reports) == [
        ("sitemap-disallowed", "sitemap.xml", 0),
        ("page-not-indexed", "sitemap.xml", 4),
        ("page-canonical-elsewhere", "sitemap.xml", 5),
        ("page-disallowed", "sitemap.xml", 6),
    ]
    canonical = next(fault for fault in reports[0].faults if fault.code == "page-canonical-elsewhere")
    assert canonical.params["right"] == f"{SITE}a.html?x=1&amp;y=2"


def test_the_host_is_the_usual_one(write: Any) -> None:
    entries = urlset("a", "b", "c", "d").replace(f"{SITE}b", "http://www.example.org/b")
    entries = entries.replace(f"{SITE}c", "https://example.org/c")
    folder = write({"sitemap.xml": entries, "a.html": PAGE, "d.html": PAGE, "b.html": PAGE, "c.html": PAGE})
    assert told(folder, check(folder)) == [("other-scheme", "sitemap.xml", 4), ("www-or-bare", "sitemap.xml", 5)]


def test_a_folder_without_pages_of_the_site_is_not_held_against_it(write: Any) -> None:
    folder = write({"sitemap.xml": urlset("a", "b"), "readme.html": PAGE})
    assert told(folder, check(folder)) == []


def test_pages_of_standard_sitemaps_count_as_listed(write: Any) -> None:
    items = '<item name="A" url="a.html"/><item name="G" url="gone.html"/>'
    folder = write({"map.xml": MAP.format(items), "a.html": PAGE.format(""), "lost.html": PAGE.format("")})
    assert told(folder, check(folder)) == [("page-not-in-folder", "map.xml", 1), ("page-not-listed", "lost.html", 0)]


def test_a_page_in_two_files_and_both_lines_are_told(write: Any) -> None:
    folder = write({"top.xml": index("a.xml", "b.xml"), "a.xml": urlset("x", "y"), "b.xml": urlset("z", "x", "x")})
    reports = check(folder)
    found = [fault for report in reports for fault in report.faults]
    assert [(fault.code, fault.line, fault.params["first"]) for fault in found] == [
        ("page-in-two-files", 4, "3"),
        ("page-listed-again", 5, "4"),
        ("page-in-two-files", 5, "3"),
    ]


def checked(path: Path, base_url: str) -> list[Report]:
    return asyncio.run(Checker(Options(base_url=base_url), lambda done, wanted: None).check(str(path)))


def test_a_base_makes_the_host_of_a_single_file_known(write: Any) -> None:
    entries = urlset("docs/a").replace(
        "</urlset>", "<url><loc>/docs/b</loc></url><url><loc>https://x.org/</loc></url></urlset>"
    )
    folder = write({"sitemap.xml": entries})
    reports = checked(folder / "sitemap.xml", f"{SITE}docs/")
    assert told(folder, reports) == [("relative-location", "sitemap.xml", 4), ("other-host", "sitemap.xml", 4)]
    relative = next(fault for fault in reports[0].faults if fault.code == "relative-location")
    assert relative.params["location"] == f"{SITE}docs/b"


def test_a_base_with_a_path_is_where_the_folder_begins(write: Any) -> None:
    folder = write(
        {"sitemap.xml": urlset("docs/a", "docs/b", "c"), "a.html": PAGE, "robots.txt": "User-agent: *\nDisallow: /\n"}
    )
    reports = checked(folder, f"{SITE}docs/")
    assert told(folder, reports) == [("page-not-in-folder", "sitemap.xml", 4), ("outside-folder", "sitemap.xml", 5)]

"""The kinds of targets, and the sitemaps in a folder."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.webmaster.checking.checker import Checker, CheckOptions
from standard_sitemap.webmaster.checking.page_naming import is_page, naming
from standard_sitemap.webmaster.checking.report import Report

ITEM = '<item xml:id="a" name="A" url="a.html"/>'
XML = "application/xml"


def check(target: object, **options: Any) -> list[Report]:
    return asyncio.run(Checker(CheckOptions(**options), lambda done, requested: None).check(str(target)))


def names(reports: list[Report]) -> list[str]:
    return [(report.sitemap or "").rpartition("/")[2] for report in reports]


def test_a_file_is_checked(write: Any) -> None:
    (report,) = check(write("map.xml", ITEM))
    assert report.counts is not None
    assert (report.counts.shown, report.faults) == (1, ())


def test_a_file_uri_is_checked(write: Any) -> None:
    assert names(check(write("map.xml", ITEM).as_uri())) == ["map.xml"]


def test_other_files_are_read_below_the_folder_only(write: Any, tmp_path: Path) -> None:
    write("up.xml", ITEM)
    map_file = write("in/map.xml", '<external url="../up.xml#a"/>')
    (refused,), (allowed,) = check(map_file), check(map_file, root=tmp_path)
    assert [fault.code for fault in refused.faults] == ["unavailable", "reference-to-missing-file"]
    assert allowed.faults == ()


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    (report,) = check(tmp_path / "none.xml")
    assert report.refused is not None
    assert report.refused.code == "not-found"


@pytest.mark.parametrize("name", ["index.html", "page.php"])
def test_a_page_on_disk_leads_to_its_sitemap(name: str, write: Any, tmp_path: Path) -> None:
    write("map.xml", ITEM)
    page = tmp_path / name
    page.write_text('<!-- hello --><!DOCTYPE html><link rel="standard-sitemap" href="map.xml">')
    (report,) = check(page)
    assert names([report]) == ["map.xml"]
    assert [(page_report.url, page_report.rule) for page_report in report.pages] == [(page.as_uri(), "legacy-link")]
    assert [fault.code for fault in report.faults] == ["obsolete-legacy-link"]


def test_a_page_whose_sitemap_is_missing_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text('<link rel="standard-sitemap" href="map.xml">')
    (report,) = check(page)
    assert report.refused is not None
    assert report.refused.code == "not-found"


def test_page_without_sitemap_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<html></html>")
    (report,) = check(page)
    assert (report.sitemap, report.refused, len(report.pages)) == (None, None, 1)


def test_reader_preferences_count(write: Any) -> None:
    path = write("map.xml", '<item name="A" url="a" role="contact" tree="user"/>')
    shown = [check(path, include_user=include)[0].counts for include in (False, True)]
    assert [counts.shown if counts else None for counts in shown] == [0, 1]


def test_only_root_files_of_a_folder_are_reported(write: Any, tmp_path: Path) -> None:
    write("a-part.xml", ITEM)
    write("map.xml", '<external url="a-part.xml#a"/>')
    write("deep/other.xml", ITEM)
    write(".hidden/map.xml", ITEM)
    (tmp_path / "feed.xml").write_text("<feed/>")
    (tmp_path / "notes.txt").write_text("See\nhttps://www.example.org/\n")
    (tmp_path / "broken.xml").write_text("&")
    (tmp_path / "empty.xml").write_text("")
    assert names(check(tmp_path)) == ["map.xml", "other.xml"]


def test_first_file_of_a_reference_cycle_is_the_root(write: Any, tmp_path: Path) -> None:
    write("a.xml", f'{ITEM}<external url="b.xml#a"/>')
    write("b.xml", f'{ITEM}<external url="a.xml#a"/>')
    assert names(check(tmp_path)) == ["a.xml"]


def test_sitemap_named_by_pages_is_a_root_and_checked_once(write: Any, tmp_path: Path) -> None:
    write("a.xml", '<external url="z.xml#a"/>')
    write("z.xml", ITEM)
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_text('<link rel="standard-sitemap" href="/z.xml">')
    (tmp_path / "none.html").write_text("<p>standard-sitemap</p>")
    reports = check(tmp_path)
    assert names(reports) == ["z.xml", "a.xml"]
    assert len(reports[0].pages) == len(reports[0].faults) == 2


def test_a_page_that_leads_out_of_the_folder_is_passed_over(write: Any, tmp_path: Path) -> None:
    write("in/map.xml", ITEM)
    (tmp_path / "out.html").write_text('<link rel="standard-sitemap" href="map.xml">')
    (tmp_path / "in/page.html").symlink_to(tmp_path / "out.html")
    (report,) = check(tmp_path / "in")
    assert report.pages == ()


@pytest.mark.parametrize("target", ["", "map.xml", "loop.html", "loop.xml", "loop.xml/a.html"])
@pytest.mark.promise("author", "A symbolic link that leads to itself ends no check of a folder.")
def test_link_that_leads_to_itself_ends_no_check(write: Any, tmp_path: Path, target: str) -> None:
    write("map.xml", f'{ITEM}<item name="L" url="loop.html"/><external url="loop.xml#a"/>')
    (tmp_path / "page.html").write_text('<link rel="standard-sitemap" href="loop.xml">')
    for name in ("loop.xml", "loop.html"):
        (tmp_path / name).symlink_to(name)
    assert check(tmp_path / target, base_url="https://www.example.org/")


def test_a_file_that_belongs_nowhere_is_named(write: Any, tmp_path: Path) -> None:
    write("lost.xml", "", element="item")
    (report,) = check(tmp_path)
    assert report.sitemap is None
    assert report.unused == ((tmp_path / "lost.xml").as_uri(),)


def test_a_sitemap_on_the_web_is_checked(httpserver: HTTPServer) -> None:
    text = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{ITEM}<external url="b.xml#a"/></sitemap>'
    httpserver.expect_request("/map.xml").respond_with_data(text, content_type=XML)
    (report,) = check(httpserver.url_for("/map.xml"))
    assert report.counts is not None
    assert report.counts.shown == 1
    assert [fault.code for fault in report.faults] == ["unavailable", "reference-to-missing-file"]


@pytest.mark.parametrize("content_type", ["text/plain", "text/html; charset=utf-8"])
def test_a_sitemap_with_the_wrong_label_says_so(content_type: str, httpserver: HTTPServer) -> None:
    text = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{ITEM}</sitemap>'
    httpserver.expect_request("/map.xml").respond_with_data(text, content_type=content_type)
    (report,) = check(httpserver.url_for("/map.xml"))
    assert [fault.code for fault in report.faults] == ["wrong-type"]


def test_a_header_names_the_sitemap_of_any_document(httpserver: HTTPServer) -> None:
    headers = {"Opt": '"http://standard-sitemap.org/2007/ns"; ns=17', "17-Location": "/map.xml"}
    httpserver.expect_request("/paper.pdf").respond_with_data("%PDF", content_type="application/pdf", headers=headers)
    text = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{ITEM}</sitemap>'
    httpserver.expect_request("/map.xml").respond_with_data(text, content_type=XML)
    (report,) = check(httpserver.url_for("/paper.pdf"))
    assert [page.rule for page in report.pages] == ["opt-header"]
    assert names([report]) == ["map.xml"]


def test_the_web_cannot_lead_to_files(httpserver: HTTPServer, write: Any) -> None:
    path = write("map.xml", ITEM)
    page = f'<link rel="standard-sitemap" href="{path.as_uri()}">'
    httpserver.expect_request("/").respond_with_data(page, content_type="text/html")
    (report,) = check(httpserver.url_for("/"))
    assert report.refused is not None
    assert report.refused.code == "not-allowed"


def test_an_unreachable_target_is_refused() -> None:
    (report,) = check("http://127.0.0.1:2/map.xml")
    assert report.refused is not None
    assert report.refused.code == "unreachable"


XHTML = b"""<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>
<link rel="standard-sitemap" href="map.xml"/></head></html>"""


@pytest.mark.parametrize(
    ("uri", "body", "label", "expected"),
    [
        ("file:///a.HTML", b"", None, True),
        ("file:///a.xht", b"", None, True),
        ("file:///a", b"\xef\xbb\xbf <?x?><!-- - --> <!doctype HTML>", None, True),
        ("file:///a", XHTML, None, True),
        ("file:///a.xml", b"<sitemap/>", None, False),
        ("file:///a.xml", b"<!--" * 900 + b"<html>", None, False),
        ("file:///a.xml", b"<!-- -->" * 500, None, False),
        ("http://a/a.xml", b"", "text/html; charset=utf-8", True),
        ("http://a/a.html", b"<html>", "application/xml", False),
    ],
)
def test_pages_are_distinguished_from_sitemaps(uri: str, body: bytes, label: str | None, expected: bool) -> None:
    assert is_page(RetrievedDocument(uri, body, label)) is expected


NAMED = (("Opt", '"http://standard-sitemap.org/2007/ns"; ns=15'), ("15-Location", "/map.xml"))


@pytest.mark.parametrize(("headers", "codes"), [((), ["broken-xhtml"]), (NAMED, [])])
def test_page_that_is_not_well_formed_is_a_fault_only_if_no_header_names_the_sitemap(
    headers: tuple[tuple[str, str], ...], codes: list[str]
) -> None:
    document = RetrievedDocument("https://site.example/a", b"<p><br></p>", "application/xhtml+xml", headers)
    assert [fault.code for fault in naming(document, None).faults] == codes


@pytest.mark.parametrize("uri", ["file:///site/a.xhtml", "file:///site/a.php"])
def test_xhtml_on_disk_is_read_as_such(uri: str) -> None:
    assert naming(RetrievedDocument(uri, XHTML), None).sitemap == "file:///site/map.xml"

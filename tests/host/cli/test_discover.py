"""`standard-sitemap discover --sitemaps-org`, as a person or a program calls it."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_httpserver import HTTPServer

import command_line
from standard_sitemap.cli.discover import discover

PAGE = """<link rel="sitemap" href="pages.xml">
<link rel="alternate" type="application/atom+xml" href="/news.atom" title="News">"""


def _run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return command_line.run("discover", "--sitemaps-org", *arguments)


def test_robots_and_links_are_listed_with_their_sources(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/a/").respond_with_data(PAGE, content_type="text/html")
    httpserver.expect_request("/robots.txt").respond_with_data("Sitemap: /map.xml\n", content_type="text/plain")
    done = _run(httpserver.url_for("/a/"))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"{httpserver.url_for('/map.xml')}  (robots.txt)",
        f'{httpserver.url_for("/a/pages.xml")}  (link rel="sitemap")',
        f"{httpserver.url_for('/news.atom')}  (feed: News)",
    ]
    assert {request.path for request, _ in httpserver.log} == {"/a/", "/robots.txt"}, "no address may be guessed"


def test_json_has_all_declarations(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("<p>", content_type="text/html")
    httpserver.expect_request("/robots.txt").respond_with_data("Sitemap: /map.xml\n", content_type="text/plain")
    printed = json.loads(_run(httpserver.url_for("/"), "--json").stdout)
    assert (printed["page"], printed["robots"]) == (httpserver.url_for("/"), "found")
    assert printed["sitemaps"] == [{"sitemap": httpserver.url_for("/map.xml"), "source": "robots", "title": None}]
    assert [fault["code"] for fault in printed["faults"]] == ["robots-relative"]


def test_links_of_an_error_page_count(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/a/").respond_with_data(PAGE, content_type="text/html", status=404)
    httpserver.expect_request("/robots.txt").respond_with_data("", status=404)
    done = _run(httpserver.url_for("/a/"))
    assert done.returncode == 0
    assert f'{httpserver.url_for("/a/pages.xml")}  (link rel="sitemap")' in done.stdout


def test_site_without_declarations_is_status_1_and_no_address_is_guessed(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("<p>", content_type="text/html")
    httpserver.expect_request("/robots.txt").respond_with_data("no", status=404)
    httpserver.expect_request("/sitemap.xml").respond_with_data("<urlset/>", content_type="text/xml")
    done = _run(httpserver.url_for("/"), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["robots"] == "none"
    assert [request.path for request, _ in httpserver.log] == ["/", "/robots.txt"]


def test_unavailable_page_still_reports_robots_txt(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("no", status=403)
    httpserver.expect_request("/robots.txt").respond_with_data("Sitemap: /map.xml\n", content_type="text/plain")
    done = _run(httpserver.url_for("/"))
    assert done.returncode == 0
    assert "/map.xml" in done.stdout
    assert "403" in done.stderr


def test_failed_fetch_is_status_3(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/robots.txt").respond_with_data("no", status=500)
    httpserver.expect_request("/").respond_with_data("<p>", content_type="text/html")
    assert _run(httpserver.url_for("/")).returncode == 3
    assert _run("gopher://x/").returncode == 3


def test_a_site_on_disk_has_its_robots_txt_beside_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "robots.txt").write_text("Sitemap: https://www.example.org/map.xml\n")
    done = _run(tmp_path / "index.html")
    assert done.returncode == 0
    assert done.stdout.startswith("https://www.example.org/map.xml  (robots.txt)\n")


def test_page_that_takes_too_long_to_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("standard_sitemap.webmaster.checking.page_naming.content_of", lambda *_: None)
    (tmp_path / "page.html").write_text(PAGE)
    page = str(tmp_path / "page.html")
    assert "takes too long to read" in CliRunner().invoke(discover, [page]).stderr
    printed = json.loads(CliRunner().invoke(discover, [page, "--sitemaps-org", "--json"]).stdout)
    assert [fault["code"] for fault in printed["faults"]] == ["page-too-costly"]

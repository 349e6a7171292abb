"""`standard-sitemap verify` as a person or a CI job calls it, on sites with one fault each."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

import command_line
from standard_sitemap.sitemapsorg import CATALOGUE as OTHER_CATALOGUE
from standard_sitemap.ssp import CATALOGUE
from standard_sitemap.webmaster.checking.codes import SERVED_EXAMPLES
from standard_sitemap.webmaster.checking.wording import SERVED

MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns" xmlns:h="http://www.w3.org/1999/xhtml">{}</sitemap>'
LINKS = (
    '<link rel="schema.ssp" href="http://standard-sitemap.org/2007/ns"><link rel="ssp.location" href="{}">'
    "<title>x</title>"
)
OPT = {"Opt": '"http://standard-sitemap.org/2007/ns"; ns=15', "15-Location": "/map.xml"}
HOME = '<item name="Home" url="./"/>'


def _verify(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return command_line.run("verify", *arguments, cwd=cwd)


class Site:
    """A site defined by a few lines."""

    def __init__(self, server: HTTPServer) -> None:
        self._server = server
        self.url = server.url_for("/")

    def map(self, content: str, **headers: str) -> None:
        self._server.expect_request("/map.xml").respond_with_data(
            MAP.format(content), content_type="application/xml", headers=headers
        )

    def page(self, path: str, body: str = LINKS.format("/map.xml"), **answer: Any) -> None:
        self._server.expect_request(path).respond_with_data(body, content_type="text/html", **answer)

    def requested(self) -> list[str]:
        return [request.path for request, _ in self._server.log]

    def codes(self, *arguments: object) -> tuple[int, set[str]]:
        done = _verify(self.url, "--format", "json", *arguments)
        assert "Traceback" not in done.stderr
        (report,) = json.loads(done.stdout)["reports"]
        return done.returncode, {fault["code"] for fault in report["faults"]}


@pytest.fixture
def site(httpserver: HTTPServer) -> Site:
    return Site(httpserver)


def test_correct_site_has_no_faults(site: Site) -> None:
    site.map(
        f'{HOME}<item name="A" url="a"/><class-change elem="/h:html/h:body" attr="class" prefix="sitemap"/>'
        '<item role="search" url="find" data="q=%s"/>'
    )
    site.page("/", "<title>x</title>", headers=OPT)
    site.page("/a")
    site.page("/find")
    done = _verify(site.url, "--strict")
    assert (done.returncode, done.stderr.splitlines()) == (
        0,
        ["visited 2 of 2 pages; 2 of them name the sitemap"],
    )
    assert "through the Opt header" in done.stdout
    assert "through its links" in done.stdout
    assert "✓ no faults" in done.stdout
    assert "/find" in site.requested()


def test_verifying_the_sitemap_itself_gives_the_same_report(site: Site) -> None:
    site.map(HOME)
    site.page("/")
    done = _verify(f"{site.url}map.xml", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["reports"][0]["pages"] == [{"url": site.url, "rule": "schema-link"}]


@pytest.mark.parametrize(
    ("code", "item", "status"),
    [
        ("page-gone", "gone", 1),
        ("page-unavailable", "broken", 1),
        ("page-moved", "moved", 0),
        ("page-unannounced", "silent", 0),
        ("page-of-another-sitemap", "other", 0),
    ],
)
def test_page_fault_is_reported_at_its_line_of_the_sitemap(site: Site, code: str, item: str, status: int) -> None:
    site.map(f'{HOME}\n<item name="It" url="{item}"/>')
    site.page("/")
    site.page("/gone", status=410)
    site.page("/broken", status=500)
    site.page("/moved", status=301, headers={"Location": "/there"})
    site.page("/there")
    site.page("/silent", "<title>x</title>")
    site.page("/other", LINKS.format("/other.xml"))
    done = _verify(site.url, "--format", "json")
    assert done.returncode == status
    (fault,) = json.loads(done.stdout)["reports"][0]["faults"]
    assert (fault["code"], fault["document"], fault["line"]) == (code, f"{site.url}map.xml", 2)
    assert f"{site.url}{item}" in fault["message"]
    assert _verify(site.url, "--strict").returncode == 1


def test_non_page_need_not_announce_the_sitemap(site: Site, httpserver: HTTPServer) -> None:
    site.map(f'{HOME}<item name="Paper" url="paper.pdf"/>')
    site.page("/")
    httpserver.expect_request("/paper.pdf").respond_with_data("%PDF", content_type="application/pdf")
    assert site.codes() == (0, set())


def test_a_class_change_that_finds_nothing_on_any_page_is_named(site: Site) -> None:
    changes = [f'<class-change elem="{elem}" prefix="s"/>' for elem in ("/h:html/h:body", "/html/aside", "//h:nav")]
    site.map(f"{HOME}{''.join(changes)}")
    site.page("/")
    done = _verify(site.url)
    assert "“/html/aside” finds no element on any of the visited pages (1)" in " ".join(done.stdout.split())
    assert "//h:nav" in done.stdout
    assert "/h:html/h:body" not in done.stdout


def test_verify_attribute_of_a_page_of_another_origin_is_named(site: Site) -> None:
    changes = [f'<class-change elem="/h:html" attr="{attr}" prefix="s"/>' for attr in ("class", "lang", "lang", "dir")]
    site.map(f"{HOME}{''.join(changes)}")
    site.page("/", LINKS.format(f"{site.url}map.xml".replace("127.0.0.1", "localhost")))
    (report,) = json.loads(_verify(site.url, "--format", "json").stdout)["reports"]
    faults = [fault for fault in report["faults"] if fault["code"] == "class-change-of-other-origin"]
    assert [fault["params"] for fault in faults] == [{"target": site.url, "attr": attr} for attr in ("lang", "dir")]


def test_verify_attribute_of_pages_of_the_origin_of_the_map_is_no_fault(site: Site) -> None:
    site.map(f'{HOME}<class-change elem="/h:html" attr="lang" prefix="s"/>')
    site.page("/")
    assert site.codes() == (0, set())


def test_verify_attribute_of_a_map_that_was_redirected_to_another_origin_is_named(
    site: Site, httpserver: HTTPServer
) -> None:
    site.map(f'{HOME}<class-change elem="/h:html" attr="lang" prefix="s"/>')
    there = f"{site.url}map.xml".replace("127.0.0.1", "localhost")
    httpserver.expect_request("/moved.xml").respond_with_data(status=302, headers={"Location": there})
    site.page("/", LINKS.format("/moved.xml"))
    assert "class-change-of-other-origin" in site.codes()[1]


def test_a_search_that_does_not_answer_is_named(site: Site) -> None:
    site.map(f'{HOME}<item name="Find" role="search" url="find" data="q=%s"/>')
    site.page("/")
    assert site.codes() == (1, {"search-fails"})


def test_search_is_tried_at_the_first_variant_that_readers_can_use(site: Site) -> None:
    variants = '<variant url="mailto:a@b.example" data="q=%s"/><variant url="find" data="q=%s"/>'
    site.map(f'{HOME}<item name="Find" role="search">{variants}</item>')
    site.page("/")
    site.page("/find")
    assert site.codes() == (0, set())


def test_post_search_is_reported_as_untested(site: Site) -> None:
    site.map(f'{HOME}<item name="Find" role="search" url="find" data="q=%s" method="post"/>')
    site.page("/")
    done = _verify(site.url)
    assert done.returncode == 0
    assert "not checked: whether the search answers" in done.stderr
    assert "/find" not in site.requested()


def test_a_sitemap_that_moved_that_is_not_kept_and_not_compressed_is_reported(
    site: Site, httpserver: HTTPServer
) -> None:
    site.map(f"{HOME}<!--{'x' * 20_000}-->", **{"Cache-Control": "no-store"})
    site.page("/", LINKS.format("/old.xml"))
    site.page("/old.xml", status=302, headers={"Location": "/map.xml"})
    assert site.codes() == (0, {"sitemap-moved", "sitemap-not-kept", "sitemap-uncompressed"})


def test_a_sitemap_of_the_wrong_type_cannot_be_had(site: Site) -> None:
    site.page("/")
    site.page("/map.xml", MAP.format(HOME))
    assert site.codes()[1] == {"wrong-type"}


def test_visited_pages_are_spread_limited_and_on_the_sites_host(site: Site, httpserver: HTTPServer) -> None:
    items = "".join(f'<item name="{number}" url="n/{number}"/>' for number in range(1_000))
    site.map(f'{HOME}<item name="Other" url="http://127.0.0.1:9/"/>{items}<item name="C" url="c" role="tree contact"/>')
    site.page("/")
    site.page("/c")
    for number in range(1_000):
        site.page(f"/n/{number}")
    done = _verify(site.url, "--pages", 10)
    assert done.returncode == 0
    visited = [path for path in site.requested() if path != "/map.xml"]
    assert len(visited) == 10
    assert {"/", "/c"} <= set(visited)
    numbers = sorted(int(path.rpartition("/")[2]) for path in visited if path.startswith("/n/"))
    assert max(numbers) > 600
    assert min(numbers) < 200


def test_a_page_that_names_none_is_status_1_and_one_that_is_not_there_3(site: Site) -> None:
    site.page("/", "<title>x</title>")
    assert _verify(site.url).returncode == 1
    done = _verify(f"{site.url}none")
    assert (done.returncode, done.stderr) == (3, "")
    assert "could not be fetched" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["site/index.html"], ["file:///x"], ["http://x/", "--pages", "5000"]])
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    assert _verify(*arguments).returncode == 2


def test_machine_readable_formats_match_those_of_check(site: Site, tmp_path: Path) -> None:
    site.map(f'{HOME}\n<item name="It" url="gone"/>')
    site.page("/")
    site.page("/gone", status=404)
    lines = _verify(site.url, "--format", "github", cwd=tmp_path).stdout.splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error"]
    log = json.loads(_verify(site.url, "--format", "sarif", cwd=tmp_path).stdout)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["page-gone"]
    assert [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]] == ["page-gone"]


def test_each_code_is_of_this_catalogue_alone_and_has_an_example() -> None:
    assert list(SERVED_EXAMPLES) == list(SERVED)
    assert not set(SERVED) & {*CATALOGUE, *OTHER_CATALOGUE}


def test_site_behind_a_login_is_said_to_require_it(site: Site) -> None:
    site.page("/", "", status=302, headers={"Location": "/accounts/login?next=/"})
    site.page("/accounts/login", "<title>Log in</title>")
    site.page("/closed", "", status=401)
    done = _verify(site.url)
    assert done.returncode == 1
    assert "requires a login" in " ".join(done.stdout.split())
    done = _verify(f"{site.url}closed")
    assert done.returncode == 3
    assert "with status 401; it requires a login" in " ".join(done.stdout.split())

"""What robots.txt keeps from crawlers, of the pages and sitemaps of a site: in a folder, beside a file, or named."""

import asyncio
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

import standard_sitemap
from standard_sitemap.checking.checker import Checker, Options
from standard_sitemap.checking.listed import Listed, SiteRobots
from standard_sitemap.checking.report import Report
from standard_sitemap.checking.robots_rules import RobotsRules

SITE = "https://www.example.org/"
ROBOTS = "User-agent: *\nDisallow: /private/\n"
XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(*addresses: str) -> str:
    entries = "".join(f"<url><loc>{one}</loc></url>\n" for one in addresses)
    return f'<urlset xmlns="{XMLNS}">\n{entries}</urlset>'


def disallowed(reports: tuple[Report, ...]) -> list[tuple[str, int]]:
    found = [fault for report in reports for fault in report.faults if fault.code.endswith("-disallowed")]
    return [(fault.code, fault.line) for fault in found]


def test_rules_count_for_their_own_scheme_and_host() -> None:
    robots = SiteRobots(SITE, RobotsRules(ROBOTS.encode()))
    addresses = [f"{SITE}private/a", "http://www.example.org/private/a", "https://example.org/private/a", f"{SITE}a"]
    listed = [Listed(one, "map", line) for line, one in enumerate(addresses, 1)]
    faults = list(robots.faults(listed, [("map", f"{SITE}private/map.xml"), ("other", None)]))
    assert [(one.code, one.document, one.line) for one in faults] == [
        ("page-disallowed", "map", 1),
        ("sitemap-disallowed", "map", 0),
    ]
    assert faults[0].params == {"location": f"{SITE}private/a", "rule": "Disallow: /private/", "first": "2"}


@pytest.mark.parametrize("base", [SITE, f"{SITE}shop/"])
def test_the_robots_txt_beside_a_file_counts_at_the_root_of_a_site_alone(tmp_path: Path, base: str) -> None:
    (tmp_path / "robots.txt").write_text(ROBOTS)
    file = tmp_path / "sitemap.xml"
    file.write_text(urlset(f"{SITE}a", f"{SITE}private/b"))
    found = disallowed(standard_sitemap.check(file, base_url=base))
    assert found == ([("page-disallowed", 3)] if base == SITE else [])


def test_without_an_address_a_robots_txt_beside_a_file_is_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text(ROBOTS)
    (tmp_path / "sitemap.xml").write_text(urlset(f"{SITE}private/b"))
    assert disallowed(standard_sitemap.check(tmp_path / "sitemap.xml")) == []


def test_a_robots_txt_can_be_named_for_sitemaps_of_both_formats(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "rules.txt").write_text(ROBOTS)
    for text in (
        urlset(f"{SITE}a", f"{SITE}private/b"),
        (
            f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n<item name="A" url="{SITE}"/>\n'
            f'<item name="B" url="{SITE}private/b"/></sitemap>'
        ),
    ):
        file = tmp_path / "site" / "sitemap.xml"
        file.write_text(text)
        assert disallowed(standard_sitemap.check(file, robots=tmp_path / "rules.txt")) == [("page-disallowed", 3)]


def checked(target: str, options: Options) -> tuple[Report, ...]:
    return tuple(asyncio.run(Checker(options, lambda done, wanted: None).check(target)))


def test_of_a_site_on_the_web_the_robots_txt_counts_that_is_the_target(httpserver: HTTPServer) -> None:
    root = httpserver.url_for("/")
    httpserver.expect_request("/robots.txt").respond_with_data(
        f"{ROBOTS}Disallow: /maps/\nSitemap: {root}maps/a.xml\n", content_type="text/plain"
    )
    httpserver.expect_request("/maps/a.xml").respond_with_data(
        urlset(f"{root}maps/a", f"{root}private/b"), content_type="application/xml"
    )
    assert disallowed(checked(f"{root}robots.txt", Options())) == [
        ("sitemap-disallowed", 0), ("page-disallowed", 2), ("page-disallowed", 3),
    ]  # fmt: skip


def test_no_robots_txt_is_looked_for_on_the_web(httpserver: HTTPServer) -> None:
    root = httpserver.url_for("/")
    httpserver.expect_request("/a.xml").respond_with_data(urlset(f"{root}private/b"), content_type="application/xml")
    assert disallowed(checked(f"{root}a.xml", Options())) == []
    assert [request.path for request, _ in httpserver.log] == ["/a.xml"]
    assert disallowed(checked(f"{root}a.xml", Options(robots=ROBOTS.encode()))) == [("page-disallowed", 2)]

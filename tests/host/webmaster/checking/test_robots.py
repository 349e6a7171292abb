"""Rules of robots.txt, compared with Protego's."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego
from pytest_httpserver import HTTPServer

import standard_sitemap
from standard_sitemap.webmaster.checking.checker import Checker, CheckOptions
from standard_sitemap.webmaster.checking.report import Report
from standard_sitemap.webmaster.checking.robots import ListedPage, RobotsRules, SiteRobots

ORIGIN = "https://www.example.org"


@pytest.mark.parametrize(
    ("robots", "path", "line"),
    [
        ("User-agent: *\nDisallow: /private/", "/private/a", 2),
        ("User-agent: *\nDisallow: /private/", "/public", None),
        ("User-agent: *\nDisallow:", "/a", None),
        ("User-agent: other\nDisallow: /", "/a", None),
        ("User-agent: other\nUser-agent: *\nDisallow: /", "/a", 3),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", None),
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", None),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", 2),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", None),
        ("User-agent: *\nDisallow: /*?sort=", "/shop?sort=up", 2),
        ("user-agent: * # all\ndisallow: /caf%c3%a9 # that", "/café", 2),
        ("User-agent: *\nDisallow: /a$", "/a", 2),
        ("\ufeffUser-agent: *\nDisallow: /", "/a", 2),
        ("Disallow: /", "/a", None),
        ("User-agent: *\nDisallow: /*%2F*", "/docs/one", None),
        ("User-agent: *\nDisallow: /*%2F*", "/a%2fb", 2),
        ("User-agent: *\nDisallow: /with-%2A.html", "/with-*.html", 2),
        ("User-agent: *\nDisallow: /with-%2A.html", "/with-zzz.html", None),
        ("User-agent: *\nDisallow: /foo-%24", "/foo-$", 2),
        ("User-agent: *\nDisallow: /foo-%24", "/foo-", None),
        ("User-agent: *\nDisallow: /a%25b", "/a%25b", 2),
        ("User-agent: *\r\nDisallow: /x\r\rDisallow: /a", "/a", 4),
        ("User-agent: *\nDisallow: /x\u2028y\nDisallow: /a", "/a", 3),
        ("User-agent: *\nDisallow: /\nDisallow: /a\nUser-agent: other\nDisallow: /a/b", "/a/b", 3),
        ("User-agent: *\nDisallow: /b", "//a", None),
        ("User-agent: all who read\nUser-agent: *\nDisallow: /a", "/a", 3),
    ],
)
def test_the_longest_rule_counts(robots: str, path: str, line: int | None) -> None:
    rule = RobotsRules(robots.encode()).forbidding(f"{ORIGIN}{path}")
    assert (rule.line if rule else None) == line


@pytest.mark.parametrize(
    ("robots", "agent", "path", "is_allowed"),
    [
        # Groups (RFC 9309, 2.1): each begins with user agents; groups of one crawler count together.
        ("Allow: /in/\nUser-agent: one\nDisallow: /", "one", "/in/", False),
        ("User-agent: one\nDisallow: /\nUser-agent: two\nUser-agent: one\nAllow: /in/", "one", "/in/", True),
        ("User-agent: one\nSitemap: https://host/map.xml\nUser-agent: *\nDisallow: /", "one", "/a", False),
        ("User-agent: *\nAllow: /\nUser-agent: one\nDisallow: /", "two", "/a", True),
        ("User-agent: *\nDisallow: /a\nUser-agent: one\nDisallow: /b", "one", "/a", True),
        # Other records do not interfere with these (2.2.4).
        ("User-agent: *\nColour: red\nUser-agent: one\nDisallow: /", "*", "/a", False),
        ("User-agent: *\nColour: red\nUser-agent: one\nDisallow: /", "one", "/a", False),
        # The longest rule counts, or Allow of two equally long ones; the case of paths counts, not of names (2.2.2).
        ("USER-AGENT: One\nDISALLOW: /in/\naLLow: /in/page", "one", "/in/page", True),
        ("User-agent: *\nDisallow: /in/page\nAllow: /in/", "*", "/in/page", False),
        ("User-agent: *\nDisallow: /in\nAllow: /in", "*", "/in/a", True),
        ("User-agent: *\nAllow: /in\nDisallow: /*.html", "*", "/in.html", False),
        ("User-agent: *\nDisallow: /IN/", "*", "/in/a", True),
        ("User-agent: *\nDisallow: /å", "*", "/%C3%A5/a", False),
        # Special characters (2.2.3).
        ("User-agent: *\nDisallow: /\nAllow: /$", "*", "/", True),
        ("User-agent: *\nDisallow: /\nAllow: /$", "*", "/a", False),
        ("User-agent: *\nDisallow: /in#side", "*", "/in/a", False),
        ("User-agent: *\nDisallow: /in*end", "*", "/in/the/end/", False),
        ("User-agent: *\nDisallow: /in*end$", "*", "/in/the/end/", True),
        # A name ends at the first character that cannot belong to it (2.2.1); any other character is Google's reading.
        ("User-agent: *\nDisallow: /\nUser-agent: One two\nAllow: /", "one", "/a", True),
        ("User-agent: *\nDisallow: /\nUser-agent: One/2.1\nAllow: /", "one", "/a", True),
        ("User-agent: *\nDisallow: /\nUser-agent: One*\nAllow: /", "one", "/a", True),
        ("User-agent: * and more\nDisallow: /", "one", "/a", False),
        # A part of a name is another name.
        ("User-agent: on\nDisallow: /", "one", "/a", True),
        ("User-agent: one-two\nDisallow: /", "one", "/a", True),
        ("User-agent: *\nDisallow: /\nUser-agent: o\nAllow: /", "o", "/a", True),
        # A record that the RFC does not define ends no group (2.2.4).
        ("User-agent: one\nCrawl-delay: 9\n\nUser-agent: two\nDisallow: /", "one", "/a", False),
        # Octets that are not UTF-8, escaped or not, are different (2.2.2); spaces are U+0020 and tabs.
        ("User-agent: *\nDisallow: /%E9", "*", "/%E8", True),
        ("User-agent: *\nDisallow: /%E9", "*", "/%e9", False),
        ("User-agent: *\nDisallow: /a\u00a0", "*", "/ab", True),
        ("User-agent: *\nDisallow: /a\u00a0", "*", "/a%C2%A0b", False),
    ],
)
def test_groups_rules_and_special_characters_are_those_of_rfc_9309(
    robots: str, agent: str, path: str, is_allowed: bool
) -> None:
    assert RobotsRules(robots.encode(), agent).allows(f"{ORIGIN}{path}") is is_allowed


def test_rules_in_latin_1_count_by_their_octets() -> None:
    rules = RobotsRules("User-agent: *\nDisallow: /caf\u00e9 # shop".encode("latin-1"))
    assert rules.forbidding(f"{ORIGIN}/caf%E9") == ("Disallow: /caf\ufffd", 2)
    assert rules.allows(f"{ORIGIN}/caf%E8")


def test_a_delay_counts_although_no_rule_follows_it() -> None:
    robots = b"User-agent: *\nCrawl-delay: 9\n\nUser-agent: one\nDisallow: /"
    assert [RobotsRules(robots, agent).delay_s for agent in ("*", "one", "two")] == [9, 0, 9]


_PATTERNS = st.text("ab/*$%2F", max_size=8).map("/".__add__)
_RULES = st.lists(st.tuples(st.sampled_from(["Allow", "disallow ", "Disalow"]), _PATTERNS), max_size=6)


@given(_RULES, st.text("ab/$*%2F", max_size=10).map("/".__add__))
def test_a_rule_has_a_line_for_each_address_that_protego_forbids(rules: list[tuple[str, str]], path: str) -> None:
    text = "User-agent: *\n" + "".join(f"{field}: {pattern} # why\n" for field, pattern in rules)
    rule = RobotsRules(text.encode()).forbidding(ORIGIN + path)
    assert (rule is None) == Protego.parse(text).can_fetch(ORIGIN + path, "*")
    assert rule is None or text.splitlines()[rule.line - 1] == f"{rule.written} # why"


def test_a_line_beyond_500_kib_is_not_read_in_part() -> None:
    head = b"User-agent: *\nDisallow: /x\n#"
    rule = b"\nDisallow: /private-area\nDisallow: /a\n"
    for size in (2, 10, len("\nDisallow: /"), len("\nDisallow: /private"), rule.index(b"area") + 4):
        body = head + b"-" * (500 * 1024 - len(head) - size) + rule
        rules = RobotsRules(body)
        assert rules.allows(f"{ORIGIN}/b")
        assert rules.allows(f"{ORIGIN}/private-area") == (size < rule.index(b"area") + len("area"))


def test_only_the_first_of_many_wildcard_rules_count() -> None:
    lines = "".join(f"Disallow: /*/{number}$\nDisallow: /{number}/\n" for number in range(5_000))
    rules = RobotsRules(f"User-agent: *\n{lines}".encode())
    matching_rules = [rules.forbidding(ORIGIN + path) for path in ("/x/7", "/7/", "/x/4999", "/4999/")]
    assert [rule and rule.line for rule in matching_rules] == [16, 17, None, 10_001]


SITE = "https://www.example.org/"
ROBOTS = "User-agent: *\nDisallow: /private/\n"
XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(*addresses: str) -> str:
    entries = "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)
    return f'<urlset xmlns="{XMLNS}">\n{entries}</urlset>'


def disallowed(reports: tuple[Report, ...]) -> list[tuple[str, int]]:
    faults = [fault for report in reports for fault in report.faults if fault.code.endswith("-disallowed")]
    return [(fault.code, fault.line) for fault in faults]


def test_rules_count_for_their_own_scheme_and_host() -> None:
    robots = SiteRobots(SITE, RobotsRules(ROBOTS.encode()))
    addresses = [f"{SITE}private/a", "http://www.example.org/private/a", "https://example.org/private/a", f"{SITE}a"]
    listed = [ListedPage(address, "map", line) for line, address in enumerate(addresses, 1)]
    faults = list(robots.faults(listed, [("map", f"{SITE}private/map.xml"), ("other", None)]))
    assert [(fault.code, fault.document, fault.line) for fault in faults] == [
        ("page-disallowed", "map", 1),
        ("sitemap-disallowed", "map", 0),
    ]
    assert faults[0].params == {"location": f"{SITE}private/a", "rule": "Disallow: /private/", "first": "2"}


@pytest.mark.parametrize("base", [SITE, f"{SITE}shop/"])
def test_the_robots_txt_beside_a_file_counts_at_the_root_of_a_site_alone(tmp_path: Path, base: str) -> None:
    (tmp_path / "robots.txt").write_text(ROBOTS)
    file = tmp_path / "sitemap.xml"
    file.write_text(urlset(f"{SITE}a", f"{SITE}private/b"))
    faults = disallowed(standard_sitemap.check(file, base_url=base))
    assert faults == ([("page-disallowed", 3)] if base == SITE else [])


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


def checked(target: str, options: CheckOptions) -> tuple[Report, ...]:
    return tuple(asyncio.run(Checker(options, lambda done, wanted: None).check(target)))


def test_robots_txt_as_target_applies_to_its_site(httpserver: HTTPServer) -> None:
    root = httpserver.url_for("/")
    httpserver.expect_request("/robots.txt").respond_with_data(
        f"{ROBOTS}Disallow: /maps/\nSitemap: {root}maps/a.xml\n", content_type="text/plain"
    )
    httpserver.expect_request("/maps/a.xml").respond_with_data(
        urlset(f"{root}maps/a", f"{root}private/b"), content_type="application/xml"
    )
    assert disallowed(checked(f"{root}robots.txt", CheckOptions())) == [
        ("sitemap-disallowed", 0), ("page-disallowed", 2), ("page-disallowed", 3),
    ]  # fmt: skip


def test_no_robots_txt_is_looked_for_on_the_web(httpserver: HTTPServer) -> None:
    root = httpserver.url_for("/")
    httpserver.expect_request("/a.xml").respond_with_data(urlset(f"{root}private/b"), content_type="application/xml")
    assert disallowed(checked(f"{root}a.xml", CheckOptions())) == []
    assert [request.path for request, _ in httpserver.log] == ["/a.xml"]
    assert disallowed(checked(f"{root}a.xml", CheckOptions(robots=ROBOTS.encode()))) == [("page-disallowed", 2)]

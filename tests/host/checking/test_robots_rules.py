"""Rules of robots.txt, held against Protego's."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from standard_sitemap.checking.robots_rules import RobotsRules

SITE = "https://www.example.org"


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
    ],
)
def test_the_longest_rule_counts(robots: str, path: str, line: int | None) -> None:
    rule = RobotsRules(robots.encode()).forbidding(f"{SITE}{path}")
    assert (rule.line if rule else None) == line


_PATHS = st.text("ab/*", min_size=0, max_size=8).map("/".__add__)


@given(st.lists(st.tuples(st.booleans(), _PATHS), max_size=6), st.text("ab/", max_size=10).map("/".__add__))
def test_rules_are_understood_as_protego_does(rules: list[tuple[bool, str]], path: str) -> None:
    text = "User-agent: *\n" + "".join(f"{'Allow' if allowed else 'Disallow'}: {one}\n" for allowed, one in rules)
    assert (RobotsRules(text.encode()).forbidding(SITE + path) is None) == Protego.parse(text).can_fetch(
        SITE + path, "x"
    )


def test_many_rules_take_no_time() -> None:
    body = "User-agent: *\n" + "".join(f"Disallow: /{'a*' * 20}{n}\nDisallow: /{n}/\n" for n in range(5_000))
    rules = RobotsRules(body.encode())
    started = time.process_time()
    for number in range(200):
        rules.forbidding(f"{SITE}/{'a' * 1_000}/{number}")
    assert time.process_time() - started < 10

"""What a site declares: one request, for robots.txt; what is offered of it, and in which order."""

import asyncio
from collections.abc import Iterable

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import HttpStatus, NotFound, Refusal
from standard_sitemap.sites.page_metadata import MOST_SUGGESTED, site_declarations, suggestions

PAGE = "https://www.example.org/a/page.html"
ROBOTS = "https://www.example.org/robots.txt"


def link(rel: str, href: str, kind: str = "", title: str = "") -> ssp.Link:
    return ssp.Link("link", rel, href, PAGE, type=kind, title=title)


def asked(robots: str | Refusal, links: Iterable[ssp.Link] = ()) -> tuple[list[dict[str, object]], str, list[str]]:
    wanted: list[str] = []

    async def get(uri: str) -> Retrieved:
        wanted.append(uri)
        if isinstance(robots, Refusal):
            raise robots
        return Retrieved(uri, robots.encode(), "text/plain")

    found = asyncio.run(site_declarations(PAGE, links, get))
    return suggestions(PAGE, found), found.state, wanted


def test_all_lines_of_robots_txt_are_offered_together() -> None:
    offered, state, wanted = asked("Sitemap: /posts.xml\nSitemap: /pages.xml\n")
    assert offered == [{"sitemap": ROBOTS, "source": "robots", "title": None, "count": 2}]
    assert (state, wanted) == ("found", [ROBOTS])


def test_links_come_after_it_and_each_once() -> None:
    links = [
        link("alternate", "/news.atom", "application/atom+xml", "News"),
        link("sitemap", "/posts.xml"),
        link("sitemap", "map.xml"),
        link("alternate", "/de/", "text/html"),
    ]
    offered, _, _ = asked("Sitemap: /posts.xml", links)
    assert [(one["source"], one["sitemap"], one["title"]) for one in offered] == [
        ("robots", ROBOTS, None),
        ("feed", "https://www.example.org/news.atom", "News"),
        ("link", "https://www.example.org/a/map.xml", None),
    ]


@pytest.mark.parametrize(
    ("robots", "state"),
    [("User-agent: *", "found"), (NotFound(uri=ROBOTS), "none"), (HttpStatus(uri=ROBOTS, status=500), "http-status")],
)
def test_nothing_is_guessed(robots: str | Refusal, state: str) -> None:
    assert asked(robots) == ([], state, [ROBOTS])


def test_a_page_without_a_site_has_no_robots_txt() -> None:
    async def get(uri: str) -> Retrieved:
        raise AssertionError(uri)

    found = asyncio.run(site_declarations("about:blank", [], get))
    assert (found.state, found.declarations) == ("none", ())


def test_no_more_is_offered_than_a_reader_can_look_at() -> None:
    offered, _, _ = asked("", [link("sitemap", f"/{number}.xml") for number in range(MOST_SUGGESTED + 10)])
    assert len(offered) == MOST_SUGGESTED

"""Pages that changed since a moment: `standard_sitemap.reader.sites.new_pages`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from host.sitemapsorg.samples import SITE, resolved
from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.sites.new_pages import MOST_LISTED, new_pages

SINCE = datetime(2026, 3, 10, 9, tzinfo=UTC)
NOW = datetime(2026, 3, 20, 9, tzinfo=UTC)
OLD = ("2020-01-01", "2021-02-02")


def listing(*dates: str, old: Sequence[str] = OLD) -> Hierarchy:
    """Return the map of a list: `/p0` and so on with the dates, and older pages `/o0` and so on."""
    named = [(f"p{n}", date) for n, date in enumerate(dates)] + [(f"o{n}", date) for n, date in enumerate(old)]
    urls = "".join(
        f"<url><loc>{SITE}{name}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>" for name, date in named
    )
    content = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    return resolved({f"{SITE}sitemap.xml": content.encode()}, f"{SITE}sitemap.xml")


def new(hierarchy: Hierarchy, since: datetime = SINCE) -> list[str]:
    """Return the last letters of the addresses of new pages."""
    return [page["location"].removeprefix(SITE) for page in new_pages(hierarchy, since, NOW, ())["pages"]]


def test_pages_that_changed_later_come_newest_first() -> None:
    assert new(listing("2026-03-12", "2026-03-15T10:00:00Z", "2026-03-09", "2026-03-14")) == ["p1", "p3", "p0"]


@pytest.mark.parametrize(
    ("date", "is_new"),
    [
        ("2026-03-10", True),  # the page may have changed after the visit of that day
        ("2026-03-09", False),
        ("2026-03-10T08:59:59Z", False),
        ("2026-03-10T09:00:01Z", True),
        ("2026-03-10T10:30:00+02:00", False),
        ("2026-03-10T08:30:00-02:00", True),
        ("20260312", True),
        ("20260312T101500Z", True),
        ("2026-03", False),
        ("2026", False),
        ("2026-03-21T00:00:00Z", False),
        ("2027-01-01", False),
        ("2026-02-30", False),
        ("yesterday", False),
        ("", False),
    ],
)
def test_date_is_compared_in_its_time_zone(date: str, is_new: bool) -> None:
    assert new(listing(date)) == (["p0"] if is_new else [])


def test_date_has_its_moment_and_says_whether_it_is_a_day() -> None:
    first, second = new_pages(listing("2026-03-12", "2026-03-11T10:00:00.5+01:00"), SINCE, NOW, ())["pages"]
    assert (first["changed"], first["is_day"]) == (1_773_273_600_000, True)
    assert (second["changed"], second["is_day"]) == (1_773_219_600_500, False)


@pytest.mark.parametrize(
    "dates",
    [
        ["2026-03-15"] * 20,
        [f"2026-03-15T10:{n:02}:00Z" for n in range(40)],
        ["2026-03-15T10:00:00Z"] * 19 + ["2020-01-01"],
        ["2026-03-15T23:50:00Z", "2026-03-16T00:10:00Z"],
    ],
)
def test_dates_of_one_run_of_a_program_mean_nothing(dates: list[str]) -> None:
    reply = new_pages(listing(*dates, old=()), SINCE, NOW, ())
    assert (reply["pages"], reply["total"], reply["dates"]) == ([], 0, "alike")


def test_pages_beside_those_of_one_run_are_new() -> None:
    dates = ["2026-03-15T10:00:00Z"] * 38 + ["2026-03-17", "2026-03-12"]
    assert new(listing(*dates, old=())) == ["p38", "p39"]


def test_dates_of_many_pages_but_not_nearly_all_mean_something() -> None:
    assert len(new(listing(*["2026-03-15"] * 8, old=["2020-01-01"] * 2))) == 8


def test_a_single_dated_page_is_new() -> None:
    assert new(listing("2026-03-15", old=("", ""))) == ["p0"]


def test_list_without_dates_says_so() -> None:
    assert new_pages(listing("", old=("",)), SINCE, NOW, ())["dates"] == "none"
    assert new_pages(listing(*OLD), SINCE, NOW, ())["dates"] == "usable"


def test_newest_pages_are_listed_and_all_counted() -> None:
    dates = [(SINCE + timedelta(minutes=20 * n)).strftime("%Y-%m-%dT%H:%M:%SZ") for n in range(1, 401)]
    reply = new_pages(listing(*dates), SINCE, NOW, ())
    assert (len(reply["pages"]), reply["total"]) == (MOST_LISTED, 400)
    assert reply["pages"][0]["location"] == f"{SITE}p399"


def test_page_that_is_listed_twice_is_new_once() -> None:
    urls = f"<url><loc>{SITE}a</loc><lastmod>2026-03-15</lastmod></url>" * 2
    urls += "".join(f"<url><loc>{SITE}{n}</loc><lastmod>2020-01-0{n}</lastmod></url>" for n in range(1, 9))
    content = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    assert new(resolved({f"{SITE}sitemap.xml": content.encode()}, f"{SITE}sitemap.xml")) == ["a"]


def test_names_of_the_nodes_above_are_told() -> None:
    content = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<url><loc>{SITE}boats/oars</loc><lastmod>2026-03-15</lastmod></url>"
        f"<url><loc>{SITE}boats/sails</loc><lastmod>2020-03-15</lastmod></url>"
        f"<url><loc>{SITE}about</loc></url></urlset>"
    )
    (page,) = new_pages(resolved({f"{SITE}s.xml": content.encode()}, f"{SITE}s.xml"), SINCE, NOW, ())["pages"]
    assert (page["name"], page["trail"]) == ("Oars", ["Boats"])


def test_sites_own_map_may_state_dates(hierarchy_of: Callable[..., ssp.Hierarchy]) -> None:
    items = (
        '<item name="A" url="/a" m:lastmod="2026-03-15"><item name="B" url="/b" m:lastmod="2026-03-16T10:00:00Z"/>'
        '</item><item name="C" url="/c" m:lastmod="2020-03-15"/><item name="D" url="/d"/>'
        '<item name="Hidden" url="/e" tree="exclude" m:lastmod="2026-03-17"/><group name="G" m:lastmod="2026-03-17"/>'
    )
    hierarchy = hierarchy_of(items, 'xmlns:m="http://www.sitemaps.org/schemas/sitemap/0.9"')
    reply = new_pages(hierarchy, SINCE, NOW, ())
    assert [(page["name"], page["trail"]) for page in reply["pages"]] == [("B", ["A"]), ("A", [])]

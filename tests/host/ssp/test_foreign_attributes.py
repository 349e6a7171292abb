"""Attributes from sitemaps.org state when a page changed, and decide nothing else."""

from __future__ import annotations

from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile

MAP = "https://www.example.org/map.xml"
TEXT = """<sitemap xmlns="http://standard-sitemap.org/2007/ns" xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">
<item name="A" url="/a" s:lastmod="2024-05-01" s:changefreq="daily"/><item name="B" url="/b" s:other="x"/></sitemap>"""


def test_dates_are_read_and_nothing_is_wrong_with_them() -> None:
    hierarchy = resolve(ssp.Site(MAP), lambda uri: RetrievedFile(uri, TEXT.encode(), "application/xml"))
    first, second = hierarchy.children(hierarchy.root)
    assert (hierarchy.details.last_modified(first), hierarchy.details.change_frequency(first)) == (
        "2024-05-01",
        "daily",
    )
    assert (hierarchy.details.last_modified(second), hierarchy.details.change_frequency(second)) == (None, None)
    assert [hierarchy.details.element_number(node) for node in (first, second)] == [1, 2]
    assert hierarchy.faults == ()

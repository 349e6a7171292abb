"""The numbers of elements and references in a report."""

from itertools import chain
from typing import Any

from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import Site
from standard_sitemap.webmaster.checking.report import Report
from standard_sitemap.webmaster.checking.surveying import PLACES_LISTED, survey

NS = "http://standard-sitemap.org/2007/ns"


def surveyed(content: str, **others: str) -> Report:
    site = Site("file:///map.xml")
    files = {"file:///map.xml": content} | {f"file:///{name}.xml": text for name, text in others.items()}
    for uri in chain.from_iterable(iter(site.wanted, ())):
        if uri in files:
            site.add(uri, RetrievedFile(uri, f'<sitemap xmlns="{NS}">{files[uri]}</sitemap>'.encode()))
        else:
            site.fail(uri, "not-found", "none")
    return survey("map.xml", site)


def test_references_are_distinguished_by_where_they_lead() -> None:
    report = surveyed(
        '<item name="A" url="a" xml:id="a"/><item name="B" url="b" xml:id="b" tree="exclude"><external url="#a"/>'
        '<external url="later.xml#x"/><external url="#gone"/></item>'
        '<external url="#a"/><external url="#b"/><external url="#gone"/><external url="none.xml#x"/><external/>'
    )
    found: Any = report.references
    assert (found.total, found.shown, found.excluded, found.dead, found.unfollowed) == (8, 1, 1, 4, 3)


def test_places_are_bounded() -> None:
    report = surveyed('<item name="A" url="a" tree="exclude"/>\n' * (PLACES_LISTED + 1))
    (tally,) = report.excluded
    assert (tally.count, len(tally.places)) == (PLACES_LISTED + 1, PLACES_LISTED)


def test_elements_of_other_files_are_counted() -> None:
    report = surveyed('<external url="b.xml#b"/>', b='<group xml:id="b"><item name="B" url="b"/></group><group/>')
    counts: Any = report.counts
    assert (counts.items, counts.groups, counts.shown, counts.excluded, counts.unreached) == (1, 2, 2, 0, 1)


def test_non_sitemap_has_no_counts() -> None:
    site = Site("file:///map.xml")
    site.add(*site.wanted(), RetrievedFile("file:///map.xml", b"<sitemap/>"))
    report = survey("map.xml", site)
    assert (report.counts, report.references, report.roles) == (None, None, {})
    assert [fault.code for fault in report.faults] == ["missing-namespace"]

"""Annotations that GitHub understands."""

import io
from pathlib import Path

from standard_sitemap.checking.formats import github
from standard_sitemap.checking.report import NamingPage, Refused, Report
from standard_sitemap.ssp import Fault

START = Path("/site")


def annotations(*reports: Report) -> list[str]:
    stream = io.StringIO()
    github.write(reports, START, stream)
    return stream.getvalue().splitlines()


def test_what_would_end_a_command_is_escaped() -> None:
    fault = Fault("bad-url", "file:///site/a%2C%3A%25.xml", 3, {"value": "100%\r\n::error::x"})
    (line,) = annotations(Report("x", "file:///site/map.xml", faults=(fault,)))
    assert line.startswith("::error file=a%2C%3A%25.xml,line=3,title=bad-url (Attribute url)::“100%25%0D%0A::error::x”")


def test_many_like_faults_are_few_annotations() -> None:
    faults = tuple(Fault("bad-tree", "file:///site/map.xml", line, {"value": "x"}) for line in range(1, 1001))
    lines = annotations(Report("x", "file:///site/map.xml", faults=faults))
    assert len(lines) == github.ANNOTATIONS
    assert lines[-1].endswith(" There are 997 more places like this.")


def test_documents_on_the_web_are_named_in_the_message() -> None:
    fault = Fault("loop", "https://example.org/map.xml", 4, {"name": "A"})
    (line,) = annotations(Report("x", "https://example.org/map.xml", faults=(fault,)))
    assert line.startswith("::notice title=loop (Sitemaps with loops)::https://example.org/map.xml:4: “A”")


def test_what_could_not_be_checked_is_an_error() -> None:
    lines = annotations(
        Report("gone.xml", refused=Refused("not-found", "gone.xml does not exist")),
        Report("page.html", pages=(NamingPage("file:///site/page.html", None),)),
        Report("folder"),
    )
    assert lines == [
        "::error title=not-found::gone.xml does not exist",
        "::error title=no-sitemap::The page names no sitemap: page.html",
        "::error title=no-sitemap::The folder holds no sitemap: folder",
    ]

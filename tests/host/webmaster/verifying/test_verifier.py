"""Faults of served files and pages, tested without a server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NoConnection, NotFound, PrivateAddress
from standard_sitemap.ssp import Hierarchy
from standard_sitemap.webmaster.checking.page_naming import naming
from standard_sitemap.webmaster.verifying.verifier import VerifiedSitemap, files_faults, page_faults
from standard_sitemap.webmaster.verifying.visiting import PageVisit

MAP = "http://www.example.org/map.xml"
PAGE = "http://www.example.org/a"


def _visit(sitemap: str | None, uri: str = PAGE, kind: str = "text/html") -> PageVisit:
    headers = () if sitemap is None else (("X-Standard-Sitemap-Location", sitemap),)
    response = RetrievedDocument(uri, b"", kind, headers)
    return PageVisit(PAGE, response, naming=naming(response, None))


@pytest.fixture
def sitemap(hierarchy_of: Callable[..., Hierarchy]) -> VerifiedSitemap:
    hierarchy = hierarchy_of('\n<item name="A" url="a"/>')
    return VerifiedSitemap(hierarchy, frozenset({MAP, "http://www.example.org/asked.xml"}))


def _codes(visit: PageVisit, sitemap: VerifiedSitemap, *, is_listed: bool = True) -> list[str]:
    node = sitemap.hierarchy.children(0)[0] if is_listed else None
    faults = list(page_faults(visit, sitemap, node))
    place = (MAP, 2) if is_listed else (PAGE, 0)
    assert {(fault.document, fault.line) for fault in faults} <= {place}
    return [fault.code for fault in faults]


@pytest.mark.parametrize("named", ["/map.xml", "/asked.xml"])
def test_a_page_leads_back_by_either_address_of_the_root_file(sitemap: VerifiedSitemap, named: str) -> None:
    assert _codes(_visit(named), sitemap) == []
    assert sitemap.is_named_by(_visit(named))


def test_page_without_or_with_another_sitemap_is_reported(sitemap: VerifiedSitemap) -> None:
    assert _codes(_visit(None), sitemap) == ["page-unannounced"]
    assert _codes(_visit("/other.xml"), sitemap) == ["page-of-another-sitemap"]
    assert _codes(_visit(None, kind="image/png"), sitemap) == []


def test_a_page_that_was_typed_need_not_be_written_as_in_the_sitemap(sitemap: VerifiedSitemap) -> None:
    moved = _visit("/map.xml", "http://www.example.org/b")
    assert _codes(moved, sitemap) == ["page-moved"]
    assert _codes(moved, sitemap, is_listed=False) == []


def test_refused_page_is_gone_or_unavailable(sitemap: VerifiedSitemap) -> None:
    assert _codes(PageVisit(PAGE, refusal=NotFound(uri=PAGE, status=410)), sitemap) == ["page-gone"]
    assert _codes(PageVisit(PAGE, refusal=HttpStatus(uri=PAGE, status=503)), sitemap) == ["page-unavailable"]


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (HttpStatus(uri=PAGE, status=401), "page-wants-login"),
        (HttpStatus(uri=PAGE, status=403), "page-wants-login"),
        (HttpStatus(uri=PAGE, status=500), "page-unavailable"),
        (
            NoConnection(uri=PAGE, reason="certificate verify failed: certificate has expired"),
            "page-certificate-invalid",
        ),
        (NoConnection(uri=PAGE, reason="Connection refused"), "page-unavailable"),
        (PrivateAddress(uri=PAGE, address="10.0.0.7"), "page-address-refused"),
    ],
)
def test_page_out_of_reach_is_reported_with_its_reason(
    refusal: FetchRefusal, code: str, sitemap: VerifiedSitemap
) -> None:
    assert _codes(PageVisit(PAGE, refusal=refusal), sitemap) == [code]


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (PAGE, "https://www.example.org/accounts/login/?next=/", "page-wants-login"),
        (PAGE, "https://www.example.org/login/index.php", "page-wants-login"),
        (PAGE, "https://www.example.org/Account/LogOn?ReturnUrl=%2F", "page-wants-login"),
        (PAGE, "https://www.example.org/cas/login;session=1", "page-wants-login"),
        (PAGE, "https://www.example.org/oauth2/authorize?client=1", "page-wants-login"),
        (PAGE, "https://login.example.org/", "page-wants-login"),
        (PAGE, "https://www.example.org/blog/logins-explained", "page-moved"),
        (PAGE, "https://www.example.org/new?from=/login", "page-moved"),
        ("https://www.example.org/guide/auth", "https://www.example.org/guide/auth/", "page-moved"),
        ("https://www.example.org/login", "https://www.example.org/login/", "page-moved"),
    ],
)
def test_login_is_told_from_a_moved_page(start: str, end: str, code: str, sitemap: VerifiedSitemap) -> None:
    assert _codes(_visit(MAP, end)._replace(address=start), sitemap) == [code]


def test_how_files_are_served_is_reported_with_every_message_whole() -> None:
    large = RetrievedDocument(
        "http://www.example.org/b.xml", b"x" * 20_000, "application/xml", (("Cache-Control", "No-Store"),)
    )
    packed = large._replace(headers=(("content-encoding", "gzip"),))
    faults = list(files_faults({MAP: large, "http://www.example.org/b.xml": packed}))
    assert [fault.code for fault in faults] == ["sitemap-moved", "sitemap-uncompressed", "sitemap-not-kept"]
    assert all("{" not in fault.message for fault in faults)

"""Which documents are pages."""

import pytest

from standard_sitemap.checking.checker import is_page, naming
from standard_sitemap.fetching.bodies import RetrievedDocument

XHTML = b"""<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>
<link rel="standard-sitemap" href="map.xml"/></head></html>"""


@pytest.mark.parametrize(
    ("uri", "body", "label", "expected"),
    [
        ("file:///a.HTML", b"", None, True),
        ("file:///a.xht", b"", None, True),
        ("file:///a", b"\xef\xbb\xbf <?x?><!-- - --> <!doctype HTML>", None, True),
        ("file:///a", XHTML, None, True),
        ("file:///a.xml", b"<sitemap/>", None, False),
        ("file:///a.xml", b"<!--" * 900 + b"<html>", None, False),
        ("file:///a.xml", b"<!-- -->" * 500, None, False),
        ("http://a/a.xml", b"", "text/html; charset=utf-8", True),
        ("http://a/a.html", b"<html>", "application/xml", False),
    ],
)
def test_pages_are_told_from_sitemaps(uri: str, body: bytes, label: str | None, expected: bool) -> None:
    assert is_page(RetrievedDocument(uri, body, label)) is expected


@pytest.mark.parametrize("uri", ["file:///site/a.xhtml", "file:///site/a.php"])
def test_xhtml_on_disk_is_read_as_such(uri: str) -> None:
    assert naming(RetrievedDocument(uri, XHTML), None).sitemap == "file:///site/map.xml"

"""What a reader is led to: web addresses, and nothing that runs, reads files or carries a page of its own."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.refusals import NoSearch
from standard_sitemap.sites import queries, summary
from standard_sitemap.views.links import LOCATION_LENGTH, link, usable_location

Make = Callable[..., ssp.Hierarchy]

FORBIDDEN = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\tjavascript:alert(1)",
    "&#1;javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:http://www.example.org/x",
    "vbscript:x",
    "view-source:http://www.example.org/",
    "chrome://settings/",
    "about:blank",
    "moz-extension://x/",
    "ftp://ftp.example.org/",
]


@pytest.mark.parametrize("url", [url for url in FORBIDDEN if "&" not in url])
def test_no_other_location_becomes_a_link(hierarchy_of: Make, url: str) -> None:
    written = url.replace("\n", "&#10;").replace("\t", "&#9;")
    found = hierarchy_of(f'<item name="A" url="{written}"/><item name="B" url="b"/>')
    locations = [link(found, node, "k", ())["location"] for node in found.children(found.root)]
    assert locations in ([None, "http://www.example.org/b"], ["http://www.example.org/b"])


@pytest.mark.parametrize("url", ["http://x/", "HTTPS://x/", "mailto:a@example.org", "tel:+49301"])
def test_these_a_reader_is_led_to(url: str) -> None:
    assert usable_location(url) == url


@pytest.mark.parametrize("url", [*FORBIDDEN, "", "x", "//www.example.org/", "http" + "s" * LOCATION_LENGTH + ":"])
def test_whatever_stands_there(url: str) -> None:
    assert usable_location(url) is None


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@example.org"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_search_leads_there(hierarchy_of: Make, url: str, method: str) -> None:
    found = hierarchy_of(f'<item name="S" role="search" url="{url}" data="q=%s" method="{method}"/>')
    assert summary.search(found, ()) is None
    with pytest.raises(NoSearch):
        queries.search(found, "x", ())

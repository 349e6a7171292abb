"""The shapes of requests: exact, and bounded."""

from typing import Any

import pytest
from pydantic import ValidationError

from standard_sitemap.fetching.limits import Limits
from standard_sitemap.reader.protocol import requests
from standard_sitemap.reader.protocol.greeting import ROWS_AT_ONCE

PAGE = {"url": "http://www.example.org/"}


def test_unset_members_are_preserved() -> None:
    assert requests.SiteOptions().changes() == {}
    options = requests.SiteOptions(languages=["de"], limits={"file_bytes": 2_000})
    assert options.changes() == {"languages": ("de",), "limits": Limits(file_bytes=2_000)}


def test_from_is_the_name_in_json() -> None:
    assert requests.ViewRows.model_validate({"view": "v1", "from": 3, "count": 2}).first == 3


@pytest.mark.parametrize(
    ("shape", "params"),
    [
        (requests.ViewRows, {"view": "v1", "count": ROWS_AT_ONCE + 1}),
        (requests.ViewRows, {"view": "v1", "count": "1"}),
        (requests.ViewRows, {"view": "v1", "count": 1, "first": 0}),
        (requests.SiteOpen, {"sitemap": "x" * 65_537, "page": PAGE}),
        (requests.SiteOpen, {"sitemap": "", "page": PAGE, "options": {"limits": {"files": 1}}}),
        (requests.SitePage, {"site": "s1", "url": "", "links": [{"rel": "a", "href": "b"}] * 101}),
    ],
)
def test_invalid_shape_is_refused(shape: type[requests.Shape], params: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shape.model_validate(params)

"""What one sitemap may cost."""

import asyncio
from typing import Any

import pytest

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.retrieving import Came, Retriever, load
from standard_sitemap.refusals import Refusal
from standard_sitemap.ssp import Site

ROOT = "file:///map.xml"
TEXT = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<external url="a.xml#a"/><external url="b.xml#a"/></sitemap>"""


def loaded(told: list[tuple[int, int]]) -> dict[str, Refusal]:
    async def run() -> dict[str, Refusal]:
        async with Retriever(None) as retriever:
            known = {uri: Came(uri, TEXT.encode()) for uri in (ROOT, "file:///a.xml")}
            return await load(Site(ROOT), retriever, known, lambda *numbers: told.append(numbers))

    return asyncio.run(run())


def test_files_are_counted_and_refusals_kept() -> None:
    told: list[tuple[int, int]] = []
    refused = loaded(told)
    assert {uri: one.code for uri, one in refused.items()} == {"file:///b.xml": "not-allowed"}
    assert told[-1] == (3, 3)


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILES", 1)
    assert set(loaded([])) == {"file:///a.xml", "file:///b.xml"}


def test_too_many_bytes_are_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "SITE_BYTES", len(TEXT) + 1)
    assert loaded([])["file:///a.xml"].code == "too-large"

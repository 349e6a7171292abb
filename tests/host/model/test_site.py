"""The values that make up a site: `standard_sitemap.model.site`."""

from __future__ import annotations

from standard_sitemap.model.site import RetrievedFile


def test_file_size_counts_transferred_bytes() -> None:
    assert RetrievedFile("http://site.example/map.xml", b"four").cost == len(b"four")
    assert RetrievedFile("http://site.example/map.xml", b"four", received=2).cost == len(b"ab")

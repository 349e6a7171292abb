"""What a site is made of: `standard_sitemap.model.site`."""

from __future__ import annotations

from standard_sitemap.model.site import Retrieved


def test_a_file_costs_what_was_transferred() -> None:
    assert Retrieved("http://site.example/map.xml", b"four").cost == len(b"four")
    assert Retrieved("http://site.example/map.xml", b"four", received=2).cost == len(b"ab")

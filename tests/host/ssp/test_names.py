"""The format's names."""

from __future__ import annotations

from standard_sitemap.ssp.names import tokens


def test_tokens_are_divided_by_xml_white_space_alone() -> None:
    assert tokens(" a\tb\r\nc\u00a0d ") == ("a", "b", "c\u00a0d")
    assert tokens("") == ()

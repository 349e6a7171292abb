"""Repairs of XML that is not well-formed: in steps, with the same result as at once."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from standard_sitemap.sitemapsorg import lenient_xml
from standard_sitemap.sitemapsorg.faults import FaultCollector

_PIECES = ["&", "&amp;", "&#65;", "&a", ";", "<![CDATA[", "]]>", "<!--", "-->", "<", "!", "[", "a", "\x01", " "]


@pytest.fixture
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lenient_xml, "_STEP", lenient_xml._LONGEST_START + 1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
@pytest.mark.usefixtures("short_steps")
def test_replacement_in_steps_equals_replacement_at_once(source: str) -> None:
    def mark(match: re.Match[str]) -> str:
        return f"({match[0]})"

    assert "".join(lenient_xml._replaced(source, mark)) == lenient_xml._AMPERSAND.sub(mark, source)
    assert lenient_xml._without_forbidden(source) == source.replace("\x01", "")


@pytest.mark.promise("author", "A broken list of pages is repaired in steps; messages are answered between them.")
def test_repair_searches_a_long_file_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    class Recording:
        """A pattern that records the length of each search."""

        def __init__(self, pattern: re.Pattern[str]) -> None:
            self._pattern = pattern
            self.match = pattern.match

        def search(self, text: str, start: int = 0, end: int = 1 << 60) -> re.Match[str] | None:
            searched.append(min(end, len(text)) - start)
            return self._pattern.search(text, start, end)

        def sub(self, replacement: str, text: str) -> str:
            searched.append(len(text))
            return self._pattern.sub(replacement, text)

    monkeypatch.setattr(lenient_xml, "_AMPERSAND", Recording(lenient_xml._AMPERSAND))
    lenient_xml._mended("<" * 1_000_000, 1, FaultCollector("http://a.example/"))
    assert sum(searched) >= 1_000_000
    assert max(searched) <= lenient_xml._STEP

"""Pages are recognised as too crowded before a parser makes their tree."""

from __future__ import annotations

import pytest

from standard_sitemap.model import page_sizes
from standard_sitemap.model.page_sizes import is_crowded


@pytest.mark.parametrize(("markup", "is_beyond"), [("<p>", False), ("<p></p>", False), ("<p a=b>", True)])
def test_page_is_crowded_by_its_start_tags_and_attributes(
    markup: str, is_beyond: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_sizes, "LIBXML2_PARTS", 100)
    assert is_crowded(markup.encode() * 100) is is_beyond
    assert is_crowded(markup.encode() * 101)

"""The examples of the Python interface do what they show."""

from __future__ import annotations

import doctest
import re
import textwrap
from pathlib import Path

import pytest

import standard_sitemap
from docs.conftest import ROOT

PAGE = ROOT / "docs" / "python.rst"
FEWEST = 15


def test_every_example_shows_what_it_comes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text("utf-8")
    shown = re.search(r"^   :file: (\S+)\n\n((?:   .*\n)+)", text, re.MULTILINE)
    assert shown is not None
    (tmp_path / shown[1]).write_text(textwrap.dedent(shown[2]), "utf-8")
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(text, {}, "python.rst", str(PAGE), 0)
    assert len(examples.examples) > FEWEST
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert "".join(said) == ""


def test_the_page_names_all_that_is_handed_out() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in ("read", "check", "Refusal") if name not in text] == []
    assert set(standard_sitemap.__all__) >= {"read", "check", "Refusal"}

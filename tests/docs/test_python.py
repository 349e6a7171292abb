"""The examples of the Python interface produce the shown results."""

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
TEN, FEWEST_OF_TEN_LINES = 10, 4


def test_every_example_shows_its_actual_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_each_example_of_ten_lines_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text("utf-8")
    shown = re.search(r"^   :file: (\S+)\n\n((?:   .*\n)+)", text, re.MULTILINE)
    assert shown is not None
    for page in ("index.html", "teas/index.html", "teas/assam.html", "teas/keemun.html", "contact.html"):
        (tmp_path / "public" / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "public" / page).write_text("<!doctype html><title>A</title>")
    (tmp_path / "public" / shown[1]).write_text(textwrap.dedent(shown[2]), "utf-8")
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^.. code-block:: python\n\n((?:(?:   .*)?\n)+)", text, re.MULTILINE)
    assert len(examples) >= FEWEST_OF_TEN_LINES
    for example in examples:
        code = textwrap.dedent(example).replace("https://www.example.org/sitemap.xml", "public/standard-sitemap.xml")
        assert len(code.strip().splitlines()) <= TEN
        names: dict[str, object] = {}
        exec(code, names)  # the page's own code
        if callable(test := names.get("test_sitemap")):
            test()
    assert (tmp_path / "missing.csv").read_text("utf-8").startswith("name,location,line")


def test_python_page_documents_every_public_name() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in ("read", "check", "Refusal") if name not in text] == []
    assert set(standard_sitemap.__all__) >= {"read", "check", "Refusal"}

"""Whole reports on the shop's site, in every format, compared with reviewed files."""

from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parent / "golden"
EXPLAINED = ("books", "prints", "keats", "old maps", "Ask us", "nowhere", "nobody")


def without_paths(text: str, shop: Path) -> str:
    """Return an output without the path of the test's folder."""
    return text.replace(shop.as_uri(), "file:///shop").replace(str(shop), "/shop")


def expected(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_page_leads_to_a_whole_report(form: str, shop: Path, run: Any) -> None:
    done = run("index.html", "--format", form, cwd=shop)
    assert (without_paths(done.stdout, shop), done.stderr) == (expected(f"page.{form}"), "")
    assert done.returncode == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_elements_are_explained(form: str, shop: Path, run: Any) -> None:
    explain = [part for name in EXPLAINED for part in ("--explain", name)]
    done = run("map.xml", "--format", form, *explain, cwd=shop)
    output = without_paths(done.stdout, shop)
    # Other files contain the rest of the report.
    start, end = ('"explanations"', '"faults"') if form == "json" else ("\n<item>", "\n✗ 6 errors")
    assert output[output.index(start) : output.index(end)] == expected(f"explained.{form}")


def test_the_catalogue_is_printed(shop: Path, run: Any) -> None:
    done = run("--codes", cwd=shop)
    assert (done.stdout, done.returncode) == (expected("codes.text"), 0)

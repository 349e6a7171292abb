"""Whole reports on the shop's site, in every format, compared with reviewed files."""

from pathlib import Path
from typing import Any

import pytest

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.wording import SERVED

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


def test_catalogue_prints_every_code_under_its_title(shop: Path, run: Any) -> None:
    done = run("--codes", cwd=shop)
    titles = {"Standard-Sitemaps": ssp.CATALOGUE, "sitemaps.org files": sitemapsorg.CATALOGUE,
              "Probable mistakes (check)": MISTAKES, "Published sites (verify)": SERVED}  # fmt: skip
    headings = [
        line
        for title, rules in titles.items()
        for line in (title, *(f"{rule.severity}  {code}  [{rule.clause}]" for code, rule in rules.items()))
    ]
    assert [line for line in done.stdout.splitlines() if line in set(headings)] == headings
    assert done.returncode == 0


def test_catalogue_prints_problem_example_and_remedy(shop: Path, run: Any) -> None:
    entries = run("--codes", cwd=shop).stdout.split("\n\n")
    assert (
        """\
error  unavailable  [D10]
  The file could not be fetched: ….
  Example, in a sitemap:
    <external url="missing.xml#chapters"/>
  → Everything in it is missing. Upload it, or remove the <external> elements that name it."""
        in entries
    )

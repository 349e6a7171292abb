"""The resolver passes the cases on disk, each named after its rule."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import system
from conformance.catalogue_of_cases import (
    FOLDER,
    GAPS,
    ROOT,
    RULES,
    case_names,
    include_user,
    read_json,
    rule_of,
    served,
)
from conformance.comparing import contract_object, essence, oracle_object
from conformance.expectations import files, written
from standard_sitemap import ssp
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.ordering import Range, synthetic_ranges

REPOSITORY = Path(__file__).parents[2]
# The oracle leaves the conversion of bytes to elements to lxml.
BYTES = ("D3", "D31", "parsing")


def cases(marker: str) -> list[Any]:
    """Return the cases with this file, gaps marked as such."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=GAPS[name]) if name in GAPS else ())
        for name in case_names(marker)
    ]


@pytest.mark.parametrize("name", cases("expected.sitemap.json"))
def test_sitemap_resolves_as_expected(name: str) -> None:
    result = contract_object(ROOT, served(name), include_user(name))
    expected = read_json(name, "expected.sitemap.json")
    places = [[fault["code"], fault["document"], fault["line"]] for fault in result["faults"]]
    assert sorted(places) == sorted(expected.pop("faults"))
    assert {key: result[key] for key in expected} == expected
    assert list(result["roles"]) == list(expected["roles"])


@pytest.mark.parametrize("name", [name for name in case_names("expected.sitemap.json") if rule_of(name) not in BYTES])
def test_oracle_agrees_with_the_case(name: str) -> None:
    files, wants_user = served(name), include_user(name)
    assert oracle_object(ROOT, files, wants_user) == essence(contract_object(ROOT, files, wants_user))


@pytest.mark.parametrize("name", cases("evidence.json"))
def test_sitemap_of_page_is_discovered(name: str) -> None:
    evidence, broken = page_evidence(name)
    expected = read_json(name, "expected.json")
    assert ssp.discover(evidence) == ssp.Discovery(expected["rule"], expected["sitemap"])
    faults = [*([broken] if broken else []), *ssp.discovery_faults(evidence)]
    assert [fault.code for fault in faults] == expected["faults"]


def page_evidence(name: str) -> tuple[ssp.Evidence, Fault | None]:
    """Return the evidence that the command line would collect from a case's page, and why browsers do not show it."""
    response = read_json(name, "evidence.json")
    headers = tuple((field, value) for field, value in response["headers"])
    page = next((path for path in (FOLDER / name).iterdir() if path.stem == "page"), None)
    usual = "application/xhtml+xml" if page and page.suffix == ".xhtml" else "text/html"
    types = [value for field, value in headers if field == "Content-Type"]
    kind = ", ".join(types) if types else usual
    body = page.read_bytes() if page else b""
    links, fault = ssp.read_content(body, response["url"], kind) if page else ((), None)
    return ssp.Evidence(response["url"], kind, headers, links), fault


@pytest.mark.parametrize("name", cases("search.json"))
def test_search_makes_the_expected_request(name: str) -> None:
    case = read_json(name, "search.json")
    variant = Variant(location=case["location"], search_template=case["template"], search_method=case["method"] or None)
    for term, method, url, body in case["searches"]:
        assert ssp.search_query(variant, term, case["root"]) == ssp.Query(method, url, body)


@pytest.mark.parametrize("name", cases("ranges.json"))
def test_ordered_children_are_divided_as_expected(name: str) -> None:
    case = read_json(name, "ranges.json")
    ranges = synthetic_ranges(len(case["names"]), case["order"], case["size"])
    assert [named(case["names"], part) for part in ranges] == case["expected"]


def named(names: list[str], part: Range) -> Any:
    first, last = names[part.start], names[part.stop - 1]
    own = first if first == last else f"{first}…{last}"
    return [own, [named(names, inner) for inner in part.parts]] if part.parts else own


@pytest.mark.parametrize("name", cases("levels.json"))
@system.needs("node")
def test_classes_of_every_level(name: str) -> None:
    """Run by Node: the arithmetic is the extension's."""
    script = f"""
        await import({str(REPOSITORY / "extension/content/class-family.js")!r});
        const {{withFamily, withoutFamily}} = sitemapClassFamily, given = {(FOLDER / name / "levels.json").read_text()};
        for (let level = 0; level <= 100; level++) {{
          const before = withFamily(given.value, [given.prefix], 50);
          const after = withFamily(before, [given.prefix], level), own = withoutFamily(after, [given.prefix]);
          if (own.trim() !== given.value.trim()) throw new Error(`${{level}}: ${{JSON.stringify(own)}}`);
          const classes = after.slice(own.length).trim().split(/\\s+/);
          const family = [...Array(101).keys()].filter((n) => n !== level)
            .map((n) => `${{given.prefix}}-${{n < level ? 'over' : 'under'}}-${{n}}`);
          if (classes.join() !== family.join()) throw new Error(`${{level}}: ${{after}}`);
        }}"""
    subprocess.run(["node", "--input-type=module", "-e", script], check=True)


def test_every_rule_has_a_case() -> None:
    held = {rule_of(name) for name in case_names()} | RULES["elsewhere"].keys()
    assert {*RULES["text"], *RULES["decisions"]} - held == set()


def test_every_decision_is_a_rule() -> None:
    numbers = [int(name.removeprefix("D")) for name in RULES["decisions"]]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_every_case_is_named_by_a_known_rule() -> None:
    assert [name for name in case_names() if rule_of(name) is None] == []


def test_every_case_is_run() -> None:
    run = [*case_names("expected.sitemap.json")]
    for marker in ("evidence.json", "search.json", "ranges.json", "levels.json"):
        run += case_names(marker)
    assert run
    assert sorted(run) == sorted(path.name for path in FOLDER.iterdir())
    assert set(GAPS) <= set(run)


def test_every_expectation_has_one_node_a_line() -> None:
    assert files()
    assert [file for file in files() if file.read_text("utf-8") != written(json.loads(file.read_text("utf-8")))] == []


def test_rules_tested_elsewhere_name_existing_tests() -> None:
    assert [place for place in RULES["elsewhere"].values() if not is_test(place)] == []


def is_test(place: str) -> bool:
    """Return whether `path` is a file, or `path::name` a test in it, by its function or title."""
    path, _, name = place.partition("::")
    return (REPOSITORY / path).is_file() and name in (REPOSITORY / path).read_text("utf-8")

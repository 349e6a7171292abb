"""The table in README.md: every statement of the four texts and every decision, with its module and tests.

Generated from the tests' own marks: case names, their files `holds.text`, and comments `holds: F1 F2` before other
tests. `python tests/conformance/clauses.py` writes it; a test checks that it is current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from conformance.catalogue_of_cases import FOLDER, RULES, case_names, rule_of  # noqa: E402

TABLE = Path(__file__).with_name("README.md")
STATEMENTS = Path(__file__).with_name("statements.text")
ROOT = TESTS.parent
_HEAD = """# Every clause, who decides it, and what holds it

Made by `tests/conformance/clauses.py` from `statements.text`, `rules.toml`, the modules that cite a decision, and the
marks of the tests: the names of the cases, their `holds.text`, and comments `holds: F1 F2` before other tests.
"""
_STATEMENTS = """
## {}

| | heading | what it says | decision | decided in | held by |
|---|---|---|---|---|---|
"""
_DECISIONS = """
## {}

| clause | what it says | decided in | held by |
|---|---|---|---|
"""
# A mark, and the next test: in Python by its function, in JavaScript by its title.
_MARK = re.compile(
    r"^[ \t]*(?:#|//) holds:((?: [FBSW][0-9]+)+)\n(?:(?!\n\n).)*?(?:def (test_\w+)\(|test\('([^']+)')",
    re.MULTILINE | re.DOTALL,
)


class Statement(NamedTuple):
    """One statement of a text: its number, heading, wording, decisions, and module."""

    number: str
    heading: str
    says: str
    decisions: str
    room: str


def statements() -> dict[str, list[Statement]]:
    """Return the statements of each text, in order, by the text's name."""
    found: dict[str, list[Statement]] = {}
    for line in STATEMENTS.read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(Statement(*(part.strip() for part in line.split("|"))))
    return found


@lru_cache
def marks() -> dict[str, list[str]]:
    """Return the cases and tests that cite a statement, by its number."""
    found: dict[str, list[str]] = {}
    for number, holder in (*_case_marks(), *_test_marks()):
        found.setdefault(number, []).append(holder)
    return found


def _case_marks() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.glob("*/holds.text")):
        for number in path.read_text("utf-8").split():
            yield number, path.parent.name


def _test_marks() -> Iterator[tuple[str, str]]:
    for path in sorted([*TESTS.rglob("test_*.py"), *TESTS.rglob("*.test.js")]):
        for mark in _MARK.finditer(path.read_text("utf-8")):
            for number in mark[1].split():
                yield number, f"{path.relative_to(ROOT).as_posix()}::{mark[2] or mark[3]}"


def table() -> str:
    """Return the tables: one for each text, in order; then the headings and decisions in case names."""
    parts = [_HEAD]
    for text, found in statements().items():
        parts += [_STATEMENTS.format(text), *(f"{_statement_row(one)}\n" for one in found)]
    cited = _citations()
    for part, title in (("text", "Headings"), ("decisions", "Decisions")):
        rows = (_row(rule, what, cited.get(rule, [])) for rule, what in RULES[part].items())
        parts += [_DECISIONS.format(title), *(f"{row}\n" for row in rows)]
    return "".join(parts)


def holders(rule: str) -> list[str]:
    """Return the cases and tests of a heading or decision."""
    cases = [f"`{name}`" for name in case_names() if rule_of(name) == rule]
    return [*cases, *([f"`{RULES['elsewhere'][rule]}`"] if rule in RULES["elsewhere"] else [])]


def _statement_row(one: Statement) -> str:
    held = ", ".join(f"`{name}`" for name in marks().get(one.number, ()))
    return f"| {one.number} | {one.heading} | {one.says} | {one.decisions} | `{one.room}` | {held} |"


def _row(rule: str, what: str, modules: list[str]) -> str:
    rooms = ", ".join(f"`{module}`" for module in modules or [RULES["rooms"].get(rule, "")] if module)
    return f"| {rule} | {what} | {rooms} | {', '.join(holders(rule))} |"


def _citations() -> dict[str, list[str]]:
    """Return the modules that cite a decision, by its number."""
    found: dict[str, list[str]] = {}
    sources = [*ROOT.glob("host/standard_sitemap/**/*.py"), *ROOT.glob("extension/**/*.js")]
    for path in sorted(sources):
        if path.name in ("faults.py", "examples.py"):
            continue
        for rule in sorted(set(re.findall(r"\bD[1-9][0-9]?\b", path.read_text("utf-8")))):
            name = path.relative_to(ROOT).as_posix().removeprefix("host/standard_sitemap/")
            found.setdefault(rule, []).append(name)
    return found


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")

"""The guide lists every decision on the specification that code or tests cite."""

from __future__ import annotations

import re
from pathlib import Path

CITED = re.compile(r"\bD(\d{1,2})\b")
CODE = {"host": "*.py", "extension": "*.js", "tests/conformance": "*.toml"}


def listed(root: Path) -> list[int]:
    text = (root / "docs" / "decisions.rst").read_text("utf-8")
    return [int(number) for number in re.findall(r"^D(\d+)$", text, re.MULTILINE)]


def test_decisions_are_numbered_without_gap_and_stand_once(root: Path) -> None:
    assert sorted(listed(root)) == list(range(1, len(listed(root)) + 1))


def test_every_cited_decision_is_listed(root: Path) -> None:
    files = [path for folder, pattern in CODE.items() for path in (root / folder).rglob(pattern)]
    cited = {int(number) for path in files for number in CITED.findall(path.read_text("utf-8"))}
    assert len(cited) > 40
    assert cited <= set(listed(root))

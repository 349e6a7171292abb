"""SECURITY.md makes only tested promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROW = re.compile(r"^\| (?P<promise>[^|]+) \| `(?P<file>[^`:]+)::(?P<name>[^`]+)` \|$")


def rows(root: Path) -> list[str]:
    lines = (root / "SECURITY.md").read_text("utf-8").partition("\n## Promises\n")[2].splitlines()
    return [line for line in lines if line.startswith("|") and not line.startswith(("| Promise |", "| ---"))]


def test_every_party_of_the_threat_model_has_promises(root: Path) -> None:
    text = (root / "SECURITY.md").read_text("utf-8")
    model, _, promises = text.partition("\n## Promises\n")
    named = re.findall(r"^\| ([^|]+) \|.*\(#([a-z-]+)\) \|$", model, re.MULTILINE)
    sections = dict(re.findall(r"^### (.+)\n((?:(?!^##).*\n)*)", promises, re.MULTILINE))
    assert [who for who, _ in named] == list(sections)
    for who, anchor in named:
        assert anchor == who.lower().replace(" ", "-")
        assert "| Promise | Test |" in sections[who]


def test_threat_model_lists_promises(root: Path) -> None:
    assert len(rows(root)) > 60


def test_every_promise_names_a_test(root: Path) -> None:
    assert [row for row in rows(root) if not ROW.match(row)] == []


def test_every_named_test_exists(root: Path) -> None:
    named = [(found["file"], found["name"]) for row in rows(root) if (found := ROW.match(row))]
    assert [f"{file}::{name}" for file, name in named if not is_there(root / file, name)] == []


def is_there(file: Path, name: str) -> bool:
    if not file.is_file():
        return False
    head = rf"^\s*def {re.escape(name)}\(" if file.suffix == ".py" else rf"^test\('{re.escape(name)}',"
    return re.search(head, file.read_text("utf-8"), re.MULTILINE) is not None


def test_missing_test_is_detected(root: Path) -> None:
    here = root / "tests" / "repo" / "test_security.py"
    assert is_there(here, "test_threat_model_lists_promises")
    assert not is_there(here, "test_there_are")
    assert not is_there(root / "tests" / "nowhere.py", "test_threat_model_lists_promises")


@pytest.mark.parametrize("name", ["host/standard_sitemap/fetching/limits.py"])
def test_mentioned_files_exist(root: Path, name: str) -> None:
    assert f"`{name}`" in (root / "SECURITY.md").read_text("utf-8")
    assert (root / name).is_file()

"""SECURITY.md: model, promises and known limits; every promise is proved by a test that names it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from commands.promises import ATTACKERS, Promise, promises


@pytest.fixture(scope="module")
def kept(root: Path) -> list[Promise]:
    return promises(root)


def test_security_fits_into_fifteen_hundred_words(root: Path) -> None:
    assert len((root / "SECURITY.md").read_text("utf-8").split()) <= 1500


def test_every_attacker_of_the_model_has_promises(root: Path, kept: list[Promise]) -> None:
    text = (root / "SECURITY.md").read_text("utf-8")
    model, _, rest = text.partition("\n## Promises\n")
    assert re.findall(r"^\| (A[^|]+|The [^|]+) \|", model, re.MULTILINE)[1:] == list(ATTACKERS.values())
    assert re.findall(r"^### (.+)$", rest, re.MULTILINE) == list(ATTACKERS.values())
    assert {promise.attacker for promise in kept} == ATTACKERS.keys()


def test_every_promise_is_a_whole_sentence(kept: list[Promise]) -> None:
    assert len(kept) > 200
    assert [promise for promise in kept if not re.fullmatch(r"[A-Z0-9`].{10,}\.", promise.sentence)] == []


def test_no_promise_is_made_twice(kept: list[Promise]) -> None:
    sentences = [promise.sentence for promise in kept]
    assert sorted(sentences) == sorted(set(sentences))


def test_every_marker_in_a_script_stands_above_its_test(root: Path, kept: list[Promise]) -> None:
    written = sum(
        len(re.findall(r"^\s*// Promise\b", file.read_text("utf-8"), re.MULTILINE))
        for file in (root / "tests").rglob("*.js")
    )
    assert written == len([promise for promise in kept if ".test.js::" in promise.test])


def test_security_states_how_many_guards_have_mutants(root: Path) -> None:
    guards = tomllib.loads((root / "scripts" / "commands" / "mutating" / "guards.toml").read_text("utf-8"))["guard"]
    assert f"{len(guards)} guards" in (root / "SECURITY.md").read_text("utf-8")

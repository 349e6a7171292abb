"""The project's dependencies: with lower and upper bounds, and pinned with hashes."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from commands.locking import behind, pins


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    whole: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    return whole


def _requirements(project: dict[str, Any]) -> list[Requirement]:
    extras = project["project"]["optional-dependencies"].values()
    lines = [*project["build-system"]["requires"], *project["project"]["dependencies"], *chain.from_iterable(extras)]
    requirements = [Requirement(line) for line in lines]
    return [requirement for requirement in requirements if requirement.name != project["project"]["name"]]


def test_each_has_a_lower_and_an_upper_bound(project: dict[str, Any]) -> None:
    for requirement in _requirements(project):
        operators = {specifier.operator for specifier in requirement.specifier}
        assert operators >= {">=", "<"}, requirement


def test_each_pin_is_within_its_bounds(root: Path, project: dict[str, Any]) -> None:
    locked = pins((root / "host" / "requirements.lock").read_text("utf-8"))
    not_locked = {"setuptools", "atheris"}  # build environment; fuzzer only
    for requirement in _requirements(project):
        name = canonicalize_name(requirement.name)
        if name not in not_locked:
            assert requirement.specifier.contains(locked[name]), requirement


def test_each_pin_has_its_hashes_and_no_place(root: Path) -> None:
    text = (root / "host" / "requirements.lock").read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE | re.IGNORECASE)[1:]
    assert len(entries) >= len(pins(text)) > 50  # some are pinned again for newer Pythons
    for entry in entries:
        assert "--hash=sha256:" in entry, entry.partition("\n")[0]
    assert "://" not in text


def test_outdated_pins_are_listed() -> None:
    old = pins("b==1.0 \\\n    --hash=sha256:0\na_x==1 ; python_version < '3.12' \\\n    # via b\n")
    assert old == {"b": "1.0", "a-x": "1"}
    assert behind(old, {"b": "1.1", "a-x": "1", "c": "3"}) == ["b 1.0 → 1.1"]

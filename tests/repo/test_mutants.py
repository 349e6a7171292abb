"""Guards can be broken, and the tests that should notice are there; `scripts/prove mutate` shows that they do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from commands.mutating.__main__ import broken
from commands.mutating.guards import GUARDS, Guard

MANY = 12


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.name)
def test_guard_can_be_broken_and_names_a_test(root: Path, guard: Guard) -> None:
    text = (root / guard.file).read_text("utf-8")
    assert broken(text, guard) != text
    file, _, name = guard.test.partition("[")[0].partition("::")
    assert is_there(root / file, name) if name else (root / file).is_file()


def is_there(file: Path, name: str) -> bool:
    if not file.is_file():
        return False
    head = rf"^\s*def {re.escape(name)}\(" if file.suffix == ".py" else rf"^test\(\s*'{re.escape(name)}',"
    return re.search(head, file.read_text("utf-8"), re.MULTILINE) is not None


def test_missing_test_is_detected(root: Path) -> None:
    here = root / "tests" / "repo" / "test_mutants.py"
    assert is_there(here, "test_missing_code_is_not_a_guard")
    assert not is_there(here, "test_there_are")
    assert not is_there(root / "tests" / "nowhere.py", "test_missing_code_is_not_a_guard")


def test_guards_exist_on_both_sides_of_the_pipe() -> None:
    assert len({guard.file for guard in GUARDS}) >= MANY
    assert {Path(guard.file).suffix for guard in GUARDS} >= {".py", ".js"}


def test_missing_code_is_not_a_guard() -> None:
    with pytest.raises(ValueError, match="0 times"):
        broken("", GUARDS[0])

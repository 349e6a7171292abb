"""The selected part of the lock: the requirements of some extras, and nothing else."""

from __future__ import annotations

import tomllib

from commands.preparing import locked

LOCK = """# made by a program
a-tool==1.0 \\
    --hash=sha256:00
    # via project (pyproject.toml)
its_part==2.0 ; python_full_version < '3.12' \\
    --hash=sha256:01 \\
    --hash=sha256:02
    # via
    #   a-tool
    #   other
its-part==3.0 ; python_full_version >= '3.12' \\
    --hash=sha256:03
    # via
    #   a-tool
    #   other
other==4.0 \\
    --hash=sha256:04
    # via project (pyproject.toml)
"""
PROJECT = {
    "name": "a-project",
    "dependencies": ["its.part>=2,<4"],
    "optional-dependencies": {"all": ["a-project[some]", "other>=4,<5"], "some": ["A_Tool[extra]>=1,<2"]},
}


def _names(*wanted: str) -> list[str]:
    return [entry.name for entry in locked.needed(locked.entries(LOCK), wanted)]


def test_requirements_include_transitive_dependencies() -> None:
    assert _names("a-tool") == ["a-tool", "its-part", "its-part"]
    assert _names("other") == ["its-part", "its-part", "other"]
    assert _names("its_part") == ["its-part", "its-part"]


def test_a_pin_keeps_its_hashes_and_where_it_holds() -> None:
    text = "".join(entry.text for entry in locked.needed(locked.entries(LOCK), ["its-part"]))
    assert "--hash=sha256:01" in text
    assert "--hash=sha256:02" in text
    assert "; python_full_version < '3.12'" in text
    assert "sha256:04" not in text


def test_extras_bring_those_that_they_name() -> None:
    assert locked.wanted(PROJECT, []) == {"its-part"}
    assert locked.wanted(PROJECT, ["some"]) == {"its-part", "a-tool"}
    assert locked.wanted(PROJECT, ["all"]) == {"its-part", "a-tool", "other"}


def test_all_that_the_project_requires_is_pinned_where_it_is_installed_by_the_lock() -> None:
    lock = {entry.name for entry in locked.entries(locked.LOCK.read_text("utf-8"))}
    for extras in ((), ("drive",), ("package",), ("pictures",), ("dev",)):
        part = {entry.name for entry in locked.entries(locked.part(*extras))}
        assert part <= lock
        assert locked.wanted(_project(), extras) <= part
    assert {"pytest", "mypy"}.isdisjoint(entry.name for entry in locked.entries(locked.part()))


def _project() -> dict[str, object]:
    text = (locked.LOCK.parent.parent / "pyproject.toml").read_text("utf-8")
    project: dict[str, object] = tomllib.loads(text)["project"]
    return project

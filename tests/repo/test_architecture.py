"""ARCHITECTURE.md says what is: files exist, rooms import what it allows, no module imports itself by a detour."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = "standard_sitemap"
BEHAVIOURS = 12


@pytest.fixture(scope="session")
def page(root: Path) -> str:
    return (root / "ARCHITECTURE.md").read_text("utf-8")


def rooms(page: str) -> dict[str, set[str]]:
    """What each room may import, by the table of rooms."""
    lines = re.findall(r"^\| `(\w+)` \| [^|]+ \| ?([^|]*) ?\|$", page, re.MULTILINE)
    found = {room: set(re.findall(r"`(\w+)`", allowed)) for room, allowed in lines}
    all_but = {room for room, allowed in lines if allowed.startswith("all but")}
    return {room: found.keys() - allowed if room in all_but else allowed for room, allowed in found.items()}


def modules(root: Path) -> dict[str, Path]:
    """Every module of the host, by its name below the package."""
    folder = root / "host" / PACKAGE
    files = {file.relative_to(folder).with_suffix("").parts: file for file in folder.rglob("*.py")}
    return {".".join(parts).removesuffix(".__init__"): file for parts, file in files.items()}


def imports(file: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules that a module imports when it runs, those for the type checker alone left out."""
    tree = ast.parse(file.read_text("utf-8"))
    for_types = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    left_out = {id(node) for block in for_types for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in left_out and (node.module or "").startswith(PACKAGE):
            module = str(node.module).removeprefix(PACKAGE).removeprefix(".")
            for alias in node.names:
                name = f"{module}.{alias.name}".removeprefix(".")
                if name in known or module:
                    yield name if name in known else module


def test_every_file_that_is_named_exists(root: Path, page: str) -> None:
    named = set(re.findall(r"`((?:host|extension|tests|_locales|docs)/[\w./-]+)`", page))
    assert len(named) > 2 * BEHAVIOURS
    assert sorted(name for name in named if not (root / name).exists()) == []


def test_every_room_is_on_the_page(root: Path, page: str) -> None:
    there = {name.partition(".")[0] for name in modules(root)} - {"__init__"}
    assert there == rooms(page).keys()


def test_rooms_import_only_what_the_page_allows(root: Path, page: str) -> None:
    allowed, known = rooms(page), modules(root)
    wrong = {
        (name, other)
        for name, file in known.items()
        for other in imports(file, known)
        if (room := name.partition(".")[0]) in allowed and other.partition(".")[0] not in {room, *allowed[room]}
    }
    assert wrong == set()


def test_no_module_imports_itself_by_a_detour(root: Path) -> None:
    known = modules(root)
    graph = {name: {other for other in imports(file, known) if other != name} for name, file in known.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them


def test_for_each_behaviour_one_file_decides(page: str) -> None:
    table = page.partition("## One rule, one file")[2]
    assert len(re.findall(r"^\| [a-z][^|]+ \| `[\w./-]+` \|$", table, re.MULTILINE)) == BEHAVIOURS

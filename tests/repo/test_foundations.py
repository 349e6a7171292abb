"""The five libraries on which the project is built: each is declared, and imported where its work is done."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from pydantic import BaseModel

from standard_sitemap.reader.protocol.requests import REQUESTS


class Foundation(NamedTuple):
    """A library: the list of pyproject.toml that declares it ("" for run time), and the files that import it."""

    extra: str
    places: tuple[str, ...]


HOST = "host/standard_sitemap"
FOUNDATIONS = {
    "lxml": Foundation("", (f"{HOST}/ssp", f"{HOST}/sitemapsorg", f"{HOST}/webmaster/making/page_reading.py")),
    "pydantic": Foundation("", (f"{HOST}/reader/protocol/requests.py", f"{HOST}/reader/native/connection.py")),
    "html5lib": Foundation("", (f"{HOST}/ssp/html_parsing.py",)),
    "pytest": Foundation("test", ("tests/conformance", "tests/host", "tests/protocol", "tests/browser")),
    "selenium": Foundation("drive", ("tests/driving",)),
}


@pytest.mark.parametrize("library", FOUNDATIONS)
def test_library_is_declared_where_it_is_needed(root: Path, library: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    declaring = {extra for extra, lines in lists.items() if library in {Requirement(line).name for line in lines}}
    assert declaring == {FOUNDATIONS[library].extra}


@pytest.mark.parametrize(
    ("library", "place"), [(library, place) for library, (_, places) in FOUNDATIONS.items() for place in places]
)
def test_library_is_imported_at_its_place(root: Path, library: str, place: str) -> None:
    files = [root / place] if place.endswith(".py") else sorted((root / place).rglob("*.py"))
    assert any(library in set(_imported(file)) for file in files)


def test_pydantic_checks_every_request_and_nothing_else_of_the_host(root: Path) -> None:
    assert REQUESTS
    assert [method for method, shape in REQUESTS.items() if not issubclass(shape, BaseModel)] == []
    importing = {path for path in (root / HOST).rglob("*.py") if "pydantic" in set(_imported(path))}
    assert importing == {root / place for place in FOUNDATIONS["pydantic"].places}


def test_selenium_is_imported_by_the_driver_alone(root: Path) -> None:
    files = [file for folder in ("host", "scripts", "tests") for file in (root / folder).rglob("*.py")]
    importing = {file for file in files if "selenium" in set(_imported(file))}
    assert importing
    assert all(file.is_relative_to(root / "tests" / "driving") for file in importing)


def _imported(file: Path) -> Iterator[str]:
    """Yield the top packages that a file imports when it runs; imports for types alone do not count."""
    tree = ast.parse(file.read_text("utf-8"))
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)

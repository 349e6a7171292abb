"""The promises of SECURITY.md, each read from a marker at the test that proves it.

A test in Python has `@pytest.mark.promise("page", "…")`. A test in JavaScript has a line `// Promise (page): …` above.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

#: The parties of the threat model, by the name that markers use; SECURITY.md has a section for each.
ATTACKERS = {
    "page": "A page",
    "author": "The author of a sitemap",
    "server": "A server",
    "network": "The network",
    "user": "Another user of the machine",
    "renderer": "A compromised renderer",
    "successor": "A later user of the machine",
}

_IN_SCRIPTS = re.compile(r"(?P<markers>(?:^// Promise \(\w+\): .+\n)+)^test\(\s*'(?P<test>[^']+)'", re.MULTILINE)
_MARKER = re.compile(r"^// Promise \((?P<attacker>\w+)\): (?P<sentence>.+)$", re.MULTILINE)


class Promise(NamedTuple):
    """A sentence that holds against an attacker (a key of `ATTACKERS`), and the test that proves it (`path::name`)."""

    attacker: str
    sentence: str
    test: str


def promises(root: Path) -> list[Promise]:
    """Return all promises of the repository at `root`, in the order of the paths of their tests."""
    tests = root / "tests"
    read = {"test_*.py": _in_python, "*.test.js": _in_javascript}
    files = sorted((path, reader) for pattern, reader in read.items() for path in tests.rglob(pattern))
    return [
        Promise(attacker, sentence, f"{path.relative_to(root)}::{test}")
        for path, reader in files
        for attacker, sentence, test in reader(path.read_text("utf-8"))
    ]


def _in_python(source: str) -> Iterator[tuple[str, str, str]]:
    if ".promise(" not in source:
        return
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for marker in map(ast.unparse, reversed(function.decorator_list)):
                if marker.startswith("pytest.mark.promise("):
                    attacker, sentence = ast.literal_eval(marker.removeprefix("pytest.mark.promise"))
                    yield attacker, sentence, function.name


def _in_javascript(source: str) -> Iterator[tuple[str, str, str]]:
    for match in _IN_SCRIPTS.finditer(source):
        for marker in _MARKER.finditer(match["markers"]):
            yield marker["attacker"], marker["sentence"], match["test"]

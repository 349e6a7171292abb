"""The tables of README.md: tests that run in one browser only, or only with --thorough, and their proofs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).with_name("README.md")

_ROW = re.compile(r"^\| `(test_\w+\.py)::(test_\w+)` \| (\w+) \| (.+) \|$", re.MULTILINE)
_THOROUGH_ROW = re.compile(r"^\| `([\w/]+/test_\w+\.py)::(test_\w+)`[^|]* \| (.+) \|$", re.MULTILINE)


class Row(NamedTuple):
    """A test, its browser, and the test files that prove its rule without a browser."""

    file: str
    test: str
    browser: str
    proofs: tuple[str, ...]


def rows() -> list[Row]:
    """Return the rows of the table, in order."""
    matches = _ROW.findall(README.read_text("utf-8"))
    return [
        Row(file, test, name.lower(), tuple(re.findall(r"`([^`]+)`", proofs))) for file, test, name, proofs in matches
    ]


def thorough_rows() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the proofs of the second table, by the file below `tests` and the function of a test."""
    matches = _THOROUGH_ROW.findall(README.read_text("utf-8"))
    return {(file, test): tuple(re.findall(r"`([^`]+)`", proofs)) for file, test, proofs in matches}

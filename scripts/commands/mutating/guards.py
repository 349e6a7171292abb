"""The guards in `guards.toml`: each with one line that would break it, and a test that then fails."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple


class Guard(NamedTuple):
    """A guard's description, its file, the code to replace, the mutant, and a test as `file::name` or a case of it."""

    name: str
    file: str
    code: str
    mutant: str
    test: str


def _read() -> tuple[Guard, ...]:
    whole = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(Guard(**fields) for fields in whole["guard"])


GUARDS = _read()
"""In the order in which a message passes them."""

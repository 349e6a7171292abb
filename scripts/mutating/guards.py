"""The guards of the project, from `guards.toml`: for each one line that would break it, and a test that then fails."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple


class Guard(NamedTuple):
    """What is guarded, the file that does it, a piece of it, what a mutant has in its place, a test as `file::name`."""

    name: str
    file: str
    code: str
    mutant: str
    test: str


def _read() -> tuple[Guard, ...]:
    whole = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(Guard(**one) for one in whole["guard"])


GUARDS = _read()
"""In the order of a message's way."""

"""Selects the part of the lock for some extras: `host/requirements.lock` pins everything at once, with hashes.

Each entry of the lock names its dependents (`# via`). pyproject.toml holds the project's own requirements.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from commands import ROOT

LOCK = ROOT / "host" / "requirements.lock"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ENTRY = re.compile(r"^(?=[A-Za-z0-9])", re.MULTILINE)
_VIA = re.compile(r"^    # via(.*(?:\n    #   .*)*)", re.MULTILINE)


class Entry(NamedTuple):
    """A pin: its distribution, its dependents, and its lines."""

    name: str
    wanted_by: frozenset[str]
    text: str


def part(*extras: str) -> str:
    """Return the lines of the lock for these extras; without any, for running the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return "".join(entry.text for entry in needed(entries(LOCK.read_text("utf-8")), wanted(project, extras)))


def entries(lock: str) -> list[Entry]:
    """Return the pins of a lock; a distribution has several if its version depends on the system or Python."""
    return [_entry(text) for text in _ENTRY.split(lock)[1:]]


def needed(pinned: Iterable[Entry], names: Iterable[str]) -> Iterator[Entry]:
    """Yield the pins of some distributions and their transitive dependencies."""
    pinned, names_needed = list(pinned), {_normal(name) for name in names}
    before = -1
    while len(names_needed) > before:
        before = len(names_needed)
        names_needed |= {entry.name for entry in pinned if entry.wanted_by & names_needed}
    return (entry for entry in pinned if entry.name in names_needed)


def wanted(project: Mapping[str, Any], extras: Iterable[str]) -> set[str]:
    """Return the distributions that a project requires directly, with some of its extras and the extras that these
    include.
    """
    own, names = _normal(project["name"]), {_name(line) for line in project["dependencies"]}
    waiting, met = list(extras), set[str]()
    while waiting:
        extra = waiting.pop()
        if extra in met:
            continue
        met.add(extra)
        for line in project["optional-dependencies"][extra]:
            if _name(line) == own:
                waiting += re.findall(r"[\w-]+", line.partition("[")[2].partition("]")[0])
            else:
                names.add(_name(line))
    return names


def _entry(text: str) -> Entry:
    via = _VIA.search(text)
    by = [line.strip(" #") for line in via[1].splitlines()] if via else []
    return Entry(_name(text), frozenset(_name(line) for line in by if line), text)


def _name(line: str) -> str:
    name = _NAME.match(line)
    assert name, line
    return _normal(name[0])


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()

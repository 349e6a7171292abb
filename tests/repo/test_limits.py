"""The options offer the host's limits: the same names, the same figures, and values within the host's range."""

from __future__ import annotations

import re
from pathlib import Path

from standard_sitemap.fetching.limits import LIMITS

_ENTRY = re.compile(
    r"name: '(?P<name>\w+)',[^}]*\busual: (?P<usual>[\d* MB]+),\s+least: (?P<least>[\d* MB]+),"
    r"\s+most: (?P<most>[\d* MB]+),?\s+\}"
)


def offered(root: Path) -> dict[str, tuple[int, int, int]]:
    """Return default, minimum and maximum of each limit in the options."""
    source = (root / "extension" / "shared" / "limits.js").read_text("utf-8")
    entries = [match.groupdict() for match in _ENTRY.finditer(source)]
    return {
        entry["name"]: (_number(entry["usual"]), _number(entry["least"]), _number(entry["most"])) for entry in entries
    }


def _number(written: str) -> int:
    figure, _, unit = written.partition(" * ")
    return int(figure) * (1024 * 1024 if unit == "MB" else 1)


def test_the_options_offer_every_limit_of_the_host(root: Path) -> None:
    assert offered(root).keys() == LIMITS.keys()


def test_the_usual_figures_are_the_hosts(root: Path) -> None:
    assert {name: usual for name, (usual, _, _) in offered(root).items()} == {
        name: limit.default for name, limit in LIMITS.items()
    }


def test_host_accepts_every_value_the_options_offer(root: Path) -> None:
    for name, (_, least, most) in offered(root).items():
        assert LIMITS[name].least <= least <= most <= LIMITS[name].most, name

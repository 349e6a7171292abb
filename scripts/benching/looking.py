"""How soon a large branch is open, and the first matches of a filter are found; in one process, the first time each."""

from __future__ import annotations

from pathlib import Path

from benching import inside, sitemaps
from benching.figures import Figure, middle

_RUNS = 7
_COUNT = 1_000_000
_BELOW = 100_000
# What many names hold, what one does, what none does, in letters and in digits.
_TEXTS = ("number", "0765432", "zebra")


def measure(folder: Path) -> list[Figure]:
    branch = sitemaps.branch(folder / "branch.xml", _BELOW)
    opened = middle([inside.told("open", branch)["opened"]["cpu_s"] for _ in range(_RUNS)]) * 1000
    meaning = f"a node with {_BELOW:,} children opened for the first time, to 60 rows"
    large = sitemaps.described(folder / "large.xml", _COUNT)
    return [
        Figure("large branch", opened, "ms CPU", meaning).kept_below(5),
        *(_filtered(large, text) for text in _TEXTS),
    ]


def _filtered(file: Path, text: str) -> Figure:
    answers = [inside.told("filter", file, text) for _ in range(_RUNS)]
    own, find = (middle([answer[name]["cpu_s"] for answer in answers]) * 1000 for name in ("filtered", "found"))
    meaning = (
        f"first matches among {_COUNT:,} names ({answers[0]['rows']} rows), nothing prepared; beside one pass of"
        " bytes.find over the file for the same text"
    )
    return Figure(f"filter, “{text}”", own, "ms CPU", meaning, find).kept_within(3)

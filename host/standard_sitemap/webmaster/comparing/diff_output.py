"""Writes differences line by line for people, or as one JSON object for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TextIO

from standard_sitemap.model.display_text import ascii_json, printable
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.comparing.comparison import KINDS, Difference

_MARKS = {"added": "+", "gone": "-", "moved": ">", "renamed": "~", "changed": "~", "reordered": "~"}
# Characters of a name. A line of the report may hold two names.
_LONGEST = 200
_WORDS = {
    "added": ("added", "added"),
    "gone": ("gone", "gone"),
    "moved": ("moved", "moved"),
    "renamed": ("renamed", "renamed"),
    "changed": ("changed", "changed"),
    "reordered": ("branch in another order", "branches in another order"),
}


def write_text(differences: Iterable[Difference], stream: TextIO) -> Counter[str]:
    """Write one line per difference; return the number of each kind, counting all pages of a branch."""
    counts: Counter[str] = Counter()
    for difference in differences:
        counts[difference.kind] += 1 + difference.below
        stream.write(f"{_MARKS[difference.kind]} {printable(line(difference))}\n")
    return counts


def write_json(old: str, new: str, differences: Iterable[Difference], stream: TextIO) -> Counter[str]:
    """Write one object with the root files, the differences and their numbers; return the number of each kind."""
    counts: Counter[str] = Counter()
    stream.write(f'{{"old": {ascii_json(old)}, "new": {ascii_json(new)}, "differences": [')
    for difference in differences:
        stream.write("" if not counts else ", ")
        counts[difference.kind] += 1 + difference.below
        stream.write(ascii_json(_object(difference)))
    stream.write(f'], "counts": {ascii_json({kind: counts[kind] for kind in KINDS})}}}\n')
    return counts


def summary(counts: Counter[str]) -> str:
    """Return the number of differences of each kind, in words."""
    parts = [counted(counts[kind], *_WORDS[kind]) for kind in KINDS if counts[kind]]
    return ", ".join(parts) or "no differences"


def line(difference: Difference) -> str:
    """Return a difference as one line."""
    subject = _where(difference.path, difference.name or difference.location or "the first level")
    at = f"  {difference.location}" if difference.location and difference.name else ""
    outside = "  (outside the tree)" if difference.is_outside else ""
    return f"{subject}{at}{outside}{_details(difference)}"


def _details(difference: Difference) -> str:
    if difference.kind in ("added", "gone"):
        return f"  (and {difference.below:,} below)" if difference.below else ""
    if difference.kind == "moved":
        return f"  moved from {_where(difference.old_path) or 'the first level'}"
    if difference.kind == "reordered":
        return "  its entries are in another order"
    return "  " + "; ".join(
        f"{change.quality}: {_value(change.old)} → {_value(change.new)}" for change in difference.changes
    )


def _where(path: tuple[str, ...], last: str | None = None) -> str:
    return " / ".join(_shortened(label) for label in (*path, *([] if last is None else [last])))


def _value(value: str | None) -> str:
    return "nothing" if value is None else f"“{_shortened(value)}”"


def _shortened(text: str) -> str:
    """Return a text truncated to a readable length."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _object(difference: Difference) -> dict[str, Any]:
    members: dict[str, Any] = {
        "kind": difference.kind,
        "name": difference.name,
        "location": difference.location,
        "path": difference.path,
    }
    if difference.is_outside:
        members["is_outside"] = True
    if difference.kind in ("added", "gone"):
        members["below"] = difference.below
    if difference.kind == "moved":
        members["old_path"] = difference.old_path
    if difference.changes:
        members["changes"] = {change.quality: {"old": change.old, "new": change.new} for change in difference.changes}
    return members

"""What a benchmark answers: figures, each with its meaning, and its bound where one was promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median


@dataclass(frozen=True)
class Figure:
    """A measured number; `yardstick` is what the same run measured for comparison, `is_met` None without a bound."""

    name: str
    value: float
    unit: str
    meaning: str
    yardstick: float | None = None
    bound: str = ""
    is_met: bool | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the yardstick."""
        return self.value / self.yardstick if self.yardstick else None

    def kept_below(self, bound: float) -> Figure:
        """The same with a bound that it must stay below."""
        return replace(self, bound=f"< {bound:g} {self.unit}", is_met=self.value < bound)

    def kept_within(self, times: float) -> Figure:
        """The same with a bound in multiples of its yardstick, which it may reach."""
        return replace(self, bound=f"<= {times:g} times", is_met=self.ratio is not None and self.ratio <= times)

    def told(self) -> dict[str, object]:
        """All of it, for JSON."""
        return asdict(self) | {"ratio": self.ratio}


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of `values` does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def middle(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return median(values) if values else 0.0


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned text."""
    rows = [("", "measured", "yardstick", "ratio", "bound", "")]
    for one in figures:
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        yardstick = "" if one.yardstick is None else _number(one.yardstick, one.unit)
        met = {None: "", True: "met", False: "MISSED"}[one.is_met]
        rows.append((one.name, _number(one.value, one.unit), yardstick, ratio, one.bound, met))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_line(row, widths) for row in rows]
    meanings = [f"  {one.name}: {one.meaning}" for one in figures]
    return "\n".join([*lines, "", *meanings])


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
    return "  ".join(cells).rstrip()


def _number(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}" if abs(value) < 100 else f"{value:.0f} {unit}"

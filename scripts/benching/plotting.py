"""A plot of cost against size, both by orders of magnitude, as a picture that any browser shows."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import ceil, floor, log10
from pathlib import Path

_WIDTH, _HEIGHT, _MARGIN = 640, 420, 64
_COLOURS = ("#0b57d0", "#b3261e", "#146c2e", "#7d5700")

Series = Mapping[str, Mapping[int, float]]


def write(path: Path, title: str, series: Series) -> None:
    """Draws one line for each series of costs by size."""
    scale = _Scale(series)
    lines = [_line(scale, number, name, costs) for number, (name, costs) in enumerate(series.items())]
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
        f'<text x="{_MARGIN}" y="24" font-size="14">{escape(title)}</text>\n'
        f"{scale.grid()}{''.join(lines)}</svg>\n"
    )


class _Scale:
    """Where sizes and costs lie in the picture."""

    def __init__(self, series: Series) -> None:
        sizes = [size for costs in series.values() for size in costs]
        costs = [cost for costs in series.values() for cost in costs.values()]
        self._left, self._right = floor(log10(min(sizes))), ceil(log10(max(sizes)))
        self._low, self._high = floor(log10(min(costs))), ceil(log10(max(costs)))

    def x(self, size: float) -> float:
        share = (log10(size) - self._left) / max(1, self._right - self._left)
        return round(_MARGIN + share * (_WIDTH - 2 * _MARGIN), 1)

    def y(self, cost: float) -> float:
        share = (log10(cost) - self._low) / max(1, self._high - self._low)
        return round(_HEIGHT - _MARGIN - share * (_HEIGHT - 2 * _MARGIN), 1)

    def grid(self) -> str:
        """A line and a label for each order of magnitude."""
        bottom, left = _HEIGHT - _MARGIN, _MARGIN
        upright = (
            f'<path d="M{self.x(10**power)} {_MARGIN}V{bottom}" stroke="#ddd"/>'
            f'<text x="{self.x(10**power)}" y="{bottom + 18}" text-anchor="middle">{10**power:,}</text>\n'
            for power in range(self._left, self._right + 1)
        )
        level = (
            f'<path d="M{left} {self.y(10.0**power)}H{_WIDTH - _MARGIN}" stroke="#ddd"/>'
            f'<text x="{left - 6}" y="{self.y(10.0**power) + 4}" text-anchor="end">{10.0**power:g}</text>\n'
            for power in range(self._low, self._high + 1)
        )
        return "".join((*upright, *level))


def _line(scale: _Scale, number: int, name: str, costs: Mapping[int, float]) -> str:
    colour = _COLOURS[number % len(_COLOURS)]
    points = " ".join(f"{scale.x(size)},{scale.y(cost)}" for size, cost in sorted(costs.items()))
    y = 44 + 16 * number
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{_MARGIN + 8}" y="{_MARGIN + y - 30}" fill="{colour}">{escape(name)}</text>\n'
    )

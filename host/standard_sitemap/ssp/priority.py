"""The relative importance of a node. [Attribute priority, D8]"""

from __future__ import annotations

import re

from .names import WHITE_SPACE

DEFAULT = 0.5
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


def is_priority(value: str) -> bool:
    """Whether a value is a decimal from 0.0 to 1.0."""
    trimmed = value.strip(WHITE_SPACE)
    return _DECIMAL.fullmatch(trimmed) is not None and 0.0 <= float(trimmed) <= 1.0


def priority_value(value: str) -> float:
    """A value as it counts: clamped to [0.0, 1.0], the default where it is no decimal."""
    trimmed = value.strip(WHITE_SPACE)
    return max(0.0, min(1.0, float(trimmed))) if _DECIMAL.fullmatch(trimmed) else DEFAULT

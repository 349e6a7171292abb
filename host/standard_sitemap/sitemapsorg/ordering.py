"""The order of siblings: natural, and which of the orders that SSP knows that comes to. [Attribute order]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from standard_sitemap.sitemapsorg.naming import natural
from standard_sitemap.ssp.order import is_ordered

_WITH_WORDS = ("lexical", "version")
# Where more than these stand in one folder they stay as their addresses are sorted: naming all takes memory and time.
MOST_NAMED = 200_000


def in_natural_order(nodes: list[int], names: Sequence[str]) -> list[int]:
    """Nodes sorted by their names, letters without regard to case and numbers by their size."""
    ranks = [(natural(name), name) for name in names]
    return [nodes[place] for place in sorted(range(len(nodes)), key=ranks.__getitem__)]


def order_of(names: Sequence[str]) -> str:
    """The order in which names stand; `none` where they stand in none."""
    if len(names) < 2:
        return "none"
    if all(name.isascii() and name.isdecimal() for name in names):
        return "base10" if all(is_ordered(*pair, "base10") for pair in pairwise(names)) else "none"
    return next((one for one in _WITH_WORDS if all(is_ordered(*pair, one) for pair in pairwise(names))), "none")

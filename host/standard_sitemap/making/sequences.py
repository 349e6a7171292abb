"""Which nodes have their children in sequence, and which in an order that may be claimed. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from standard_sitemap.making.outline import Order
from standard_sitemap.making.page_reading import Page
from standard_sitemap.making.tree import Branch
from standard_sitemap.model.ordering import is_ordered

_NUMBER = re.compile(r"(?:[A-Za-zÄÖÜäöü]+\s+)?((?:\d+\.)*\d+)(?:[.:)]|\s|$)")
# Children from which on an order is worth claiming: fewer fit a screen.
_MANY = 30
# Of neighbours that lead to each other: some guides leave a page out of the chain.
_CHAINED = 0.8
# Two names that begin with 1 and 2 may be a coincidence.
_FEWEST_NUMBERED = 3
# Characters of a number with its points: Python refuses to read numbers of more than 4,300 digits.
_LONGEST_NUMBER = 40
# What a numbering begins with at most: years and versions count up, too.
_FIRST = 2


class Sequences:
    """Answers for the branches of one tree; `nexts` are the pages that follow each, by what either says."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._nexts: dict[str, set[str]] = {}
        for page in pages.values():
            following = page.rels.get("next")
            if following is not None:
                self._nexts.setdefault(page.path, set()).add(following)
            before = page.rels.get("prev") or page.rels.get("previous")
            if before is not None:
                self._nexts.setdefault(before, set()).add(page.path)

    def is_sequence(self, branch: Branch, names: list[str]) -> bool:
        """Whether one reads the children of a branch one after the other: as they say, or by their numbers."""
        children = [one for one in branch.children if one.page is not None]
        if len(children) < 2:
            return False
        chained = sum(self._follows(before, after) for before, after in pairwise(children))
        return chained >= _CHAINED * (len(children) - 1) or _are_numbered(names)

    def _follows(self, before: Branch, after: Branch) -> bool:
        """Whether a branch is what comes next, of the one before or of the last below that."""
        one: Branch | None = before
        while one is not None:
            if after.page in self._nexts.get(one.page or "", ()):
                return True
            one = one.children[-1] if one.children else None
        return False


def order_of(names: list[str]) -> Order:
    """The order that many names are in and that helps to group them."""
    if len(names) < _MANY or not all(is_ordered(before, after, "lexical") for before, after in pairwise(names)):
        return "none"
    return "lexical"


def _are_numbered(names: list[str]) -> bool:
    """Whether names begin with numbers that count up, all of them of the same kind."""
    found = [_NUMBER.match(name) for name in names]
    if len(names) < _FEWEST_NUMBERED or not all(found):
        return False
    numbers = [tuple(map(int, one[1].split("."))) for one in found if one is not None and len(one[1]) < _LONGEST_NUMBER]
    counts_up = all(before < after for before, after in pairwise(numbers))
    return len(numbers) == len(names) and counts_up and numbers[0][-1] <= _FIRST

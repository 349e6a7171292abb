"""The table of clauses has no hole, and is the one that is there."""

from __future__ import annotations

from pathlib import Path

from conformance.catalogue_of_cases import RULES
from conformance.clauses import TABLE, holders, table

HOST = Path(__file__).parents[2] / "host" / "standard_sitemap"


def test_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table()


def test_every_clause_is_held_by_a_test() -> None:
    assert [rule for part in ("text", "decisions") for rule in RULES[part] if not holders(rule)] == []


def test_every_clause_is_decided_somewhere() -> None:
    assert [line for line in table().splitlines()[6:] if "|  |" in line] == []


def test_rooms_that_decide_are_there() -> None:
    assert [room for room in RULES["rooms"].values() if not (HOST / room).is_file()] == []

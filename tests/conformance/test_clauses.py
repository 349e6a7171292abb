"""The table of clauses is complete and current."""

from __future__ import annotations

from pathlib import Path

from conformance.catalogue_of_cases import RULES
from conformance.clauses import ROOT, TABLE, Statement, holders, marks, statements, table

HOST = ROOT / "host" / "standard_sitemap"


def every_statement() -> list[Statement]:
    return [statement for listed in statements().values() for statement in listed]


def test_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table()


def test_every_statement_of_the_specification_is_cited_by_a_test() -> None:
    assert [statement for statement in every_statement() if statement.number not in marks()] == []


def test_no_test_cites_an_unknown_statement() -> None:
    assert marks().keys() - {statement.number for statement in every_statement()} == set()


def test_statements_are_numbered_in_their_order() -> None:
    for listed in statements().values():
        letter = listed[0].number[0]
        assert [statement.number for statement in listed] == [f"{letter}{place}" for place in range(1, len(listed) + 1)]


def test_statements_cite_existing_decisions_and_modules() -> None:
    cited = {decision for statement in every_statement() for decision in statement.decisions.split()}
    assert cited <= RULES["decisions"].keys()
    assert [statement for statement in every_statement() if not module(statement.room).is_file()] == []


def module(room: str) -> Path:
    return ROOT / room if room.startswith("extension/") else HOST / room


def test_every_clause_is_covered_by_a_test() -> None:
    assert [rule for part in ("text", "decisions") for rule in RULES[part] if not holders(rule)] == []


def test_every_clause_is_decided_somewhere() -> None:
    rows = table().partition("## Headings")[2].splitlines()
    assert [line for line in rows if "|  |" in line] == []


def test_modules_that_decide_exist() -> None:
    assert [room for room in RULES["rooms"].values() if not (HOST / room).is_file()] == []

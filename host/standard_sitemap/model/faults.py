"""Faults: errors in a sitemap, as data; and the form of the catalogues that explain their codes.

Faults are collected, never raised. A code is permanent: it is appended to a catalogue, never renamed or reused. No two
catalogues share a code, so a code alone identifies a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeVar

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Rule:
    """The catalogue entry of a code: severity, clause, problem and remedy."""

    severity: Severity
    clause: str
    problem: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault at one place; `line` counts from 1, and is 0 for a fault of the whole document.

    Each format has its own subclass, which knows the catalogue of its codes.
    """

    catalogue: ClassVar[Mapping[str, Rule]] = {}

    code: str
    document: str
    line: int = 0
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule(self) -> Rule:
        """The catalogue entry of the code."""
        return self.catalogue[self.code]

    @property
    def severity(self) -> Severity:
        """The severity in the catalogue."""
        return self.rule.severity

    @property
    def clause(self) -> str:
        """The clause that is violated."""
        return self.rule.clause

    @property
    def message(self) -> str:
        """The problem and its remedy in one text."""
        return f"{self.rule.problem} {self.rule.remedy}".format_map(self.params)


_Fault = TypeVar("_Fault", bound=Fault)


def in_order(faults: Iterable[_Fault], documents: Iterable[str]) -> tuple[_Fault, ...]:
    """Return the faults sorted by document, in the order of `documents`, then by line; those of others come first."""
    order = {uri: place for place, uri in enumerate(documents)}
    return tuple(sorted(faults, key=lambda fault: (order.get(fault.document, -1), fault.line)))


def error(clause: str, problem: str, remedy: str) -> Rule:
    """Return a rule whose violation loses part or all of the content."""
    return Rule("error", clause, problem, remedy)


def warning(clause: str, problem: str, remedy: str) -> Rule:
    """Return a rule whose violation certainly does not have the intended effect."""
    return Rule("warning", clause, problem, remedy)


def info(clause: str, problem: str, remedy: str) -> Rule:
    """Return a rule whose violation is allowed but worth checking."""
    return Rule("info", clause, problem, remedy)

"""Faults: what a sitemap's author did not mean, as data; and the form of the catalogues that explain their codes.

Faults are collected, never raised. A code is forever: it is appended to a catalogue, never renamed or reused. No two
catalogues share a code, so that a code by itself says what is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a code stands for: its severity, the clause it comes from, what is wrong and what mends it."""

    severity: Severity
    clause: str
    problem: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach at one place; `line` counts from 1 and is 0 where the document as a whole is meant.

    Each format has a class of its own, which knows the catalogue that its codes are in.
    """

    catalogue: ClassVar[Mapping[str, Rule]] = {}

    code: str
    document: str
    line: int = 0
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule(self) -> Rule:
        """What the catalogue says of the code."""
        return self.catalogue[self.code]

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.rule.severity

    @property
    def clause(self) -> str:
        """The clause that is broken."""
        return self.rule.clause

    @property
    def message(self) -> str:
        """What is wrong and what mends it, in one text."""
        return f"{self.rule.problem} {self.rule.remedy}".format_map(self.params)


def error(clause: str, problem: str, remedy: str) -> Rule:
    """A rule whose breach loses something, or all of it."""
    return Rule("error", clause, problem, remedy)


def warning(clause: str, problem: str, remedy: str) -> Rule:
    """A rule whose breach surely does not do what was meant."""
    return Rule("warning", clause, problem, remedy)


def info(clause: str, problem: str, remedy: str) -> Rule:
    """A rule whose breach is allowed, and yet worth a look."""
    return Rule("info", clause, problem, remedy)

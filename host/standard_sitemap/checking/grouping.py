"""Like faults together, so that a thousand of them read as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from standard_sitemap.checking.catalogue import RULES
from standard_sitemap.checking.report import Place
from standard_sitemap.ssp import Fault
from standard_sitemap.ssp.faults import Rule

_SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Alike:
    """Faults that are told in the same words, and where they are."""

    problem: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """All faults of one code: in how many words, what mends the first, and how many there are."""

    code: str
    rule: Rule
    remedy: str
    count: int
    alike: tuple[Alike, ...]


def grouped(faults: Iterable[Fault], shorten: Callable[[str], str] = str) -> tuple[Group, ...]:
    """Faults by code: errors first, then in the catalogue's order. `shorten` abbreviates addresses in the texts."""
    by_code: dict[str, list[Fault]] = {}
    for fault in faults:
        by_code.setdefault(fault.code, []).append(fault)
    rank = {code: place for place, code in enumerate(RULES)}
    codes = sorted(by_code, key=lambda code: (_SEVERITIES.index(RULES[code].severity), rank[code]))
    return tuple(_group(code, by_code[code], shorten) for code in codes)


def _group(code: str, faults: list[Fault], shorten: Callable[[str], str]) -> Group:
    rule = RULES[code]
    places: dict[str, list[Place]] = {}
    for fault in faults:
        places.setdefault(rule.problem.format_map(_short(fault, shorten)), []).append(Place(fault.document, fault.line))
    alike = tuple(Alike(problem, tuple(found)) for problem, found in places.items())
    return Group(code, rule, rule.remedy.format_map(_short(faults[0], shorten)), len(faults), alike)


def _short(fault: Fault, shorten: Callable[[str], str]) -> dict[str, str]:
    return {name: shorten(value) if name == "target" else value for name, value in fault.params.items()}


class _Ellipses(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "…"


def generally(text: str) -> str:
    """A text of the catalogue with an ellipsis for whatever differs from fault to fault."""
    return text.format_map(_Ellipses())

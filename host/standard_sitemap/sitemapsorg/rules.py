"""Rules as the catalogue lists them, by severity."""

from __future__ import annotations

from standard_sitemap.ssp.faults import Rule


def error(clause: str, problem: str, remedy: str) -> Rule:
    """What makes search engines drop something, or loses it for readers."""
    return Rule("error", clause, problem, remedy)


def warning(clause: str, problem: str, remedy: str) -> Rule:
    """What does not do what was meant."""
    return Rule("warning", clause, problem, remedy)


def info(clause: str, problem: str, remedy: str) -> Rule:
    """What is allowed, and yet worth a look."""
    return Rule("info", clause, problem, remedy)

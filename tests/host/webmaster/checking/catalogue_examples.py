"""What the examples of both catalogues of codes must show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Protocol


class _Rule(Protocol):
    @property
    def problem(self) -> str: ...
    @property
    def remedy(self) -> str: ...


class _Fault(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def params(self) -> Mapping[str, str]: ...


def assert_produced(code: str, rule: _Rule, faults: Sequence[_Fault]) -> None:
    """Assert that an example has faults with its code, and that they have all parameters of its texts."""
    of_code = [fault for fault in faults if fault.code == code]
    assert of_code
    named = {name for _, name, _, _ in Formatter().parse(rule.problem + rule.remedy) if name}
    assert all(named <= set(fault.params) for fault in of_code)

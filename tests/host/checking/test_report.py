"""What the exit status says."""

import pytest

from standard_sitemap.checking.report import Explanations, Refused, Report, status
from standard_sitemap.ssp import Fault

ERROR, WARNING, INFO = (Fault(code, "file:///map.xml") for code in ("bad-url", "bad-tree", "loop"))


def report(*faults: Fault, found: int = 1) -> Report:
    return Report("map.xml", "file:///map.xml", faults=faults, explanations=(Explanations("x", found, ()),))


@pytest.mark.parametrize(
    ("reports", "strict", "expected"),
    [
        ((), False, 1),
        ((report(),), True, 0),
        ((report(WARNING, INFO),), False, 0),
        ((report(WARNING),), True, 1),
        ((report(INFO),), True, 0),
        ((report(), report(ERROR)), False, 1),
        ((report(found=0),), False, 1),
        ((Report("page.html"),), False, 1),
        ((report(ERROR), Report("x", refused=Refused("not-found", ""))), False, 3),
    ],
)
def test_status(reports: tuple[Report, ...], strict: bool, expected: int) -> None:
    assert status(reports, strict=strict) == expected


def test_faults_are_counted_by_severity() -> None:
    assert [report(WARNING, WARNING, INFO).number_of(one) for one in ("error", "warning", "info")] == [0, 2, 1]

"""`scripts/test`: the checks, then all of pytest, browsers included. Arguments go to pytest.

Without arguments the core's own tests run by themselves, and fail where they leave a branch of it untried. Those in
browsers wait more than they work: Firefox's run beside all others.
"""

from __future__ import annotations

import sys

from checking.__main__ import STEPS
from checking.steps import Step, beside, command, run_all, summary

_PYTEST = ("python", "-m", "pytest", "--durations=15", "--durations-min=5")
CORE = ("tests/host/ssp", "tests/conformance")
BROWSERS = "tests/browser"


def main(arguments: list[str]) -> int:
    steps = [Step("pytest", command("python", "-m", "pytest", *arguments))] if arguments else whole()
    return summary(run_all([*STEPS, *steps]))


def whole() -> list[Step]:
    """All of pytest: the core's tests measured, then the others, two runs at a time."""
    core = command("python", "-m", "pytest", *CORE, "--cov", "--cov-report=term-missing:skip-covered")
    firefox = [*_PYTEST, BROWSERS, "-k", "not chromium"]
    chromium = [*_PYTEST, BROWSERS, "-k", "chromium"]
    others = [*_PYTEST, *(f"--ignore={path}" for path in (*CORE, BROWSERS))]
    return [
        Step("pytest of the core, every branch", core),
        Step("pytest of the rest", beside(firefox, chromium, others)),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

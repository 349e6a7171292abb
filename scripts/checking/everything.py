"""`scripts/test`: the checks, then all of pytest, browsers included. Arguments go to pytest.

Without arguments the core's own tests run by themselves, and fail where they leave a branch of it untried. Those in
browsers wait more than they work, so both browsers' run side by side, and what has no browser goes in between.
"""

from __future__ import annotations

import sys

from checking.__main__ import STEPS
from checking.steps import Step, run_all

_PYTEST = ("python", "-m", "pytest", "--durations=15", "--durations-min=5")
CORE = ("tests/host/model", "tests/host/ssp", "tests/conformance")
BROWSERS = "tests/browser"


def main(arguments: list[str]) -> int:
    if arguments:
        return run_all([*STEPS, Step("pytest", ("python", "-m", "pytest", *arguments))], lanes=1)
    return run_all(whole())


def whole() -> list[Step]:
    """All steps, those that take longest first: whoever is done takes the next."""
    return [
        Step("pytest in Firefox", (*_PYTEST, BROWSERS, "-k", "not chromium")),
        Step("pytest in Chromium", (*_PYTEST, BROWSERS, "-k", "chromium")),
        Step("pytest of the rest", (*_PYTEST, *(f"--ignore={path}" for path in (*CORE, BROWSERS)))),
        Step(
            "pytest of the core, every branch",
            ("python", "-m", "pytest", *CORE, "--cov", "--cov-report=term-missing:skip-covered"),
        ),
        *STEPS,
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

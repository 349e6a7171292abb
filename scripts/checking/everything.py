"""`scripts/test`: the checks, then all of pytest, browsers included. Arguments go to pytest.

Without arguments the core's own tests run by themselves, and fail where they leave a branch of it untried.
"""

from __future__ import annotations

import sys

from checking.__main__ import STEPS
from checking.steps import Step, command, run_all, summary

CORE = ("tests/host/ssp", "tests/conformance")


def main(arguments: list[str]) -> int:
    steps = [Step("pytest", command("python", "-m", "pytest", *arguments))] if arguments else whole()
    return summary(run_all([*STEPS, *steps]))


def whole() -> list[Step]:
    """All of pytest: the core's tests measured, then the others."""
    core = command("python", "-m", "pytest", *CORE, "--cov", "--cov-report=term-missing:skip-covered")
    others = command("python", "-m", "pytest", *(f"--ignore={path}" for path in CORE))
    return [Step("pytest of the core, every branch", core), Step("pytest of the rest", others)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

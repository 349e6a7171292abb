"""`scripts/test`: the checks, then all of pytest, browsers included. Arguments go to pytest."""

from __future__ import annotations

import sys

from checking.__main__ import STEPS
from checking.steps import Step, command, run_all, summary


def main(arguments: list[str]) -> int:
    tests = Step("pytest", command("python", "-m", "pytest", *arguments))
    return summary(run_all([*STEPS, tests]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`scripts/check`: all that needs no browser."""

from __future__ import annotations

import sys

from checking import extension_lint
from checking.steps import Step, command, run_all, summary

STEPS = (
    Step("ruff", command("ruff", "check", ".")),
    Step("ruff format", command("ruff", "format", "--check", ".")),
    Step("mypy", command("mypy")),
    Step("tsc", command("tsc", "--noEmit")),
    Step("web-ext lint", extension_lint.lint),
    Step("node --test", command("node", "--test", "tests/extension/")),
)

if __name__ == "__main__":
    sys.exit(summary(run_all(STEPS)))

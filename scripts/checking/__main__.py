"""`scripts/check`: all that needs no browser."""

from __future__ import annotations

import sys

from checking import extension_lint
from checking.steps import ROOT, Step, command, run_all, summary

#: By name: what node makes of a folder differs from version to version.
_SCRIPT_TESTS = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "extension").glob("*.test.js"))

STEPS = (
    Step("ruff", command("ruff", "check", ".")),
    Step("ruff format", command("ruff", "format", "--check", ".")),
    Step("mypy", command("mypy")),
    Step("tsc", command("tsc", "--noEmit")),
    Step("web-ext lint", extension_lint.lint),
    Step("node --test", command("node", "--test", *_SCRIPT_TESTS)),
)

if __name__ == "__main__":
    sys.exit(summary(run_all(STEPS)))

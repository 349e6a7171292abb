"""`scripts/check`: all checks that need no browser."""

from __future__ import annotations

import argparse
import sys

from commands import ROOT
from commands.checking.steps import Step, run_all

#: Named one by one, because node versions differ in how they interpret a folder.
_SCRIPT_TESTS = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "extension").glob("*.test.js"))

_DATE = "1000000000"

STEPS = (
    # The linter reads no dates, so git need not be asked for that of the last commit.
    Step("web-ext lint", ("python", "-m", "commands.checking.extension_lint"), variables={"SOURCE_DATE_EPOCH": _DATE}),
    Step("mypy", ("mypy",)),
    Step("node --test", ("node", "--test", "--test-reporter=dot", *_SCRIPT_TESTS)),
    Step("tsc", ("tsc", "--noEmit")),
    Step("tsc of tests", ("tsc", "--noEmit", "-p", "tests/extension")),
    Step("biome", ("biome", "ci", "--error-on-warnings")),
    Step("ruff", ("ruff", "check", ".")),
    # A rule that is still new: Windows has another default encoding.
    Step("ruff, encodings", ("ruff", "check", "--preview", "--select", "PLW1514", "host/standard_sitemap")),
    Step("ruff format", ("ruff", "format", "--check", ".")),
)

if __name__ == "__main__":
    argparse.ArgumentParser(prog="scripts/check", description="Runs all checks that need no browser.").parse_args()
    sys.exit(run_all(STEPS))

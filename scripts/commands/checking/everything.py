"""`scripts/test [--all | --thorough | PYTEST ARGUMENT…]`: the checks, then tests, including browsers.

By default, tests marked `wiring` run in the browsers. No test runs that needs a further program, nor one of the folders
`_MORE_FOLDERS`. `--all` runs all of pytest. With arguments for pytest, only pytest runs. Otherwise four lanes take the
steps in turn, longest first, because some steps often wait. The core's own tests fail if they leave a branch untested.

`--thorough` runs every test in both browsers, tests marked `thorough`, and more random cases. It also runs the oldest
Firefox, a soak under load, the commands of the README in fresh systems, and the host on Windows. The tables of
tests/browser/README.md list what the other runs omit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from commands import ROOT
from commands.checking.__main__ import STEPS
from commands.checking.steps import Step, run_all
from commands.preparing import packages
from driving import programs

#: Two cores have work while three browsers and one other step run. More browsers at once would only make each test last
#: longer, and waiting browsers cost CPU time.
_LANES = 4
_PYTEST = ("python", "-m", "pytest", "--durations=10", "--durations-min=1")

CORE = ("tests/host/model", "tests/host/ssp", "tests/conformance")
#: Random cases. The other tests of the core reach every branch, so coverage need not slow these down.
RANDOM = ("tests/conformance/test_oracle.py", "tests/conformance/test_properties.py")
BROWSERS = "tests/browser"
#: These wait for packages that one group of tests needs.
BROWSERS_AND_SERVERS = tuple(
    f"{BROWSERS}/test_{name}.py"
    for name in ("announcing", "languages", "read_aloud", "real_documentation", "wordpress")
)
OLDEST_FIREFOX = "tests/installing/test_oldest_and_newest_firefox.py"
#: Tests of servers, packages and the guide, which `--all` adds to the default.
_MORE_FOLDERS = ("tests/hostile", "tests/wordpress", "tests/installing", "tests/docs")
_REPOSITORY = "tests/repo"
_WEBMASTER = "tests/host/webmaster"
_COMMAND_LINE = ("tests/host/cli", "tests/host/integrations")
_OWN_STEPS = (BROWSERS, _REPOSITORY, _WEBMASTER, *_COMMAND_LINE)

#: The runs beside the default.
SCOPES = ("--all", "--thorough")
_MORE = {"SSP_EXAMPLES": "5000", "STANDARD_SITEMAP_KILLS": "100", "STANDARD_SITEMAP_STEPS": "500"}


def main(arguments: Sequence[str]) -> int:
    if {*arguments} in ({"-h"}, {"--help"}):
        print(__doc__)
        return 0
    is_thorough = "--thorough" in arguments
    variables = _MORE if is_thorough else {}
    if given := [argument for argument in arguments if argument not in SCOPES]:
        os.execve(sys.executable, [sys.executable, "-m", "pytest", *given], os.environ | variables)
    if not arguments:
        return run_all(default(), _LANES)
    with ThreadPoolExecutor(1) as pool:
        installed = pool.submit(packages.provide, lambda: packages.lacking(for_tests=True))
        return run_all(whole(is_thorough, installed.result), _LANES, alone=_ALONE if is_thorough else ())


def default() -> list[Step]:
    """Return the steps that need only Python, node and the two browsers, longest first."""

    def tests(name: str, *arguments: str, markers: str = "") -> Step:
        return Step(name, (*_PYTEST, "-m", f"not thorough and not program{markers}", *arguments))

    return [
        *(tests(f"wiring in {name.title()}", BROWSERS, "-k", name, markers=" and wiring") for name in programs.NAMES),
        tests("host and protocol", "tests", *_without((*CORE, *_MORE_FOLDERS, *_OWN_STEPS))),
        tests("webmasters' commands", _WEBMASTER),
        tests("command line", *_COMMAND_LINE),
        *_core(tests),
        tests("repository", _REPOSITORY),
        *STEPS,
    ]


def _core(tests: Callable[..., Step]) -> list[Step]:
    """Return the steps of the core."""
    coverage = ("--cov", "--cov-report=term-missing:skip-covered")
    return [
        tests("the core, every branch", *CORE, *_without(RANDOM), *coverage),
        tests("random sitemaps", *RANDOM),
    ]


def whole(is_thorough: bool, wait_for_packages: Callable[[], None]) -> list[Step]:
    """Return the steps that run side by side, longest first; at first three browsers and one other step."""
    variables = _MORE if is_thorough else {}
    selection = () if is_thorough else ("--one-browser",)
    tests_of_now = () if is_thorough else ("-m", "not thorough")
    installing = ("tests/installing", *(() if is_thorough else (f"--ignore={OLDEST_FIREFOX}",)))

    def tests(name: str, *arguments: str) -> Step:
        return Step(name, (*_PYTEST, *tests_of_now, *arguments), variables=variables)

    def tests_with_packages(name: str, *arguments: str) -> Step:
        return replace(tests(name, *arguments), wait=wait_for_packages)

    in_browsers = [
        tests(name, *files, *selection, "-k", expression) for name, files, expression in _browser_lanes(is_thorough)
    ]
    return [
        *in_browsers[:3],
        tests("hostile files", "tests/hostile"),
        tests_with_packages("host and protocol", "tests", *_without((*CORE, *_MORE_FOLDERS, *_OWN_STEPS))),
        *in_browsers[3:],
        tests_with_packages("installing", *installing),
        tests_with_packages("browsers with servers", *BROWSERS_AND_SERVERS, *selection),
        tests_with_packages("webmasters' commands", _WEBMASTER),
        tests_with_packages("command line", *_COMMAND_LINE),
        tests_with_packages("WordPress and documentation", "tests/wordpress", "tests/docs"),
        *_core(tests),
        tests_with_packages("repository", _REPOSITORY),
        *STEPS,
    ]


def _browser_lanes(is_thorough: bool) -> list[tuple[str, list[str], str]]:
    """Return name, files and pytest's expression of each lane of browser tests.

    By default most tests run in Firefox only, so one lane of Chromium lasts as long as a half of Firefox.
    """
    first, second = _halves()
    firefox = [("Firefox, first half", first), ("Firefox, second half", second)]
    if is_thorough:
        chromium = [("Chromium, first half", first), ("Chromium, second half", second)]
    else:
        chromium = [("Chromium", [*first, *second])]
    return [(*lane, "not chromium") for lane in firefox] + [(*lane, "chromium") for lane in chromium]


def _halves() -> tuple[list[str], list[str]]:
    """Return the browser tests that need no further package, in two halves.

    Tests of the popup come first: Firefox may close it after other windows were closed. All tests with a watched host
    are in the second half, because these share a browser of their own.
    """
    texts = {file: file.read_text("utf-8") for file in sorted((ROOT / BROWSERS).glob("test_*.py"))}
    files = sorted(texts, key=lambda file: ("watched" in texts[file], "open_popup" not in texts[file]))
    names = [name for file in files if (name := str(file.relative_to(ROOT))) not in BROWSERS_AND_SERVERS]
    return names[: len(names) // 2], names[len(names) // 2 :]


def _without(paths: Sequence[str]) -> list[str]:
    return [f"--ignore={path}" for path in paths]


#: Steps that occupy the whole machine.
_ALONE = (
    Step("soak", ("python", "-m", "commands.soaking", "--navigations", "300"), "scripts/prove soak"),
    Step("fresh systems", ("scripts/prove", "systems"), "scripts/prove systems"),
    Step("Windows", ("scripts/prove", "windows"), "scripts/prove windows"),
)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

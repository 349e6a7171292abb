"""Gets ready for one of the scripts, then becomes it: `python -m preparing run|test|… [ARGUMENT…]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from driving import programs
from preparing import ROOT, Missing, arguments, debian, environment, tools

STATUS_MISSING = 4


def run(given: list[str]) -> dict[str, str]:
    wanted = arguments.parsed(given)
    name = wanted.browser or tools.preferred_browser()
    install(name)
    environment.ready("drive")
    return os.environ | {"STANDARD_SITEMAP_BROWSER": name}


def install(*browsers: str, for_tests: bool = False) -> None:
    """All packages at once: what cannot be installed here is named in one breath."""
    debian.install(tools.lacking(browsers, for_tests=for_tests) | environment.lacking())
    tools.require(browsers)


def check(_: list[str]) -> dict[str, str]:
    install()
    environment.ready("dev")
    variables = tools.node()
    tools.node_modules(variables)
    return variables


def bench(given: list[str]) -> dict[str, str]:
    install(*(programs.NAMES if {"-h", "--help"}.isdisjoint(given) else ()))
    environment.ready("drive")
    return dict(os.environ)


def fuzz(_: list[str]) -> dict[str, str]:
    install()
    try:
        environment.ready("fuzz")
    except Missing as missing:
        raise Missing(f"The fuzzer, atheris, has no package for this machine or Python; {missing}") from None
    return dict(os.environ)


def lock(_: list[str]) -> dict[str, str]:
    install()
    environment.ready("dev")
    return dict(os.environ)


def test(given: list[str]) -> dict[str, str]:
    install(*programs.NAMES, for_tests=True)
    return check(given)


_STEPS: dict[str, tuple[Callable[[list[str]], dict[str, str]], str]] = {
    "run": (run, "driving.run"),
    "check": (check, "checking"),
    "test": (test, "checking.everything"),
    "package": (check, "checking.package"),
    "bench": (bench, "benching"),
    "fuzz": (fuzz, "fuzzing"),
    "lock": (lock, "locking"),
    "screenshots": (bench, "picturing"),
}


def main() -> None:
    prepare, module = _STEPS[sys.argv[1]]
    try:
        variables = prepare(sys.argv[2:])
    except Missing as missing:
        print(missing, file=sys.stderr)
        sys.exit(STATUS_MISSING)
    variables |= {"PYTHONPATH": str(ROOT / "scripts")}
    os.execve(environment.PYTHON, [str(environment.PYTHON), "-P", "-m", module, *sys.argv[2:]], variables)


if __name__ == "__main__":
    main()

"""Gets ready for one of the commands, then becomes it: `python -m preparing run|test|… [ARGUMENT…]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import running
from driving import programs
from preparing import ROOT, Missing, environment, packages

STATUS_MISSING = 4


def provide(
    *browsers: str, nginx: bool = False, keyboard: bool = False, git: bool = False, for_tests: bool = False
) -> None:
    """All packages at once: what cannot be installed here is named in one breath."""
    packages.provide(lambda: packages.lacking(browsers, nginx=nginx, keyboard=keyboard, git=git, for_tests=for_tests))


def run(given: Sequence[str]) -> dict[str, str]:
    name = running.parsed(given).browser or _preferred_browser()
    provide(name)
    environment.ready("drive")
    return os.environ | {"STANDARD_SITEMAP_BROWSER": name}


def _preferred_browser() -> str:
    """The browser that is here and new enough, Firefox first; Firefox when there is none."""
    return next((name for name in programs.NAMES if programs.obstacle(name) is None), programs.NAMES[0])


def check(_: Sequence[str]) -> dict[str, str]:
    provide()
    environment.ready("dev")
    variables = environment.node()
    environment.node_modules(variables)
    return variables


def package(_: Sequence[str]) -> dict[str, str]:
    provide(git=True)  # the time of the last commit is that of all files
    environment.ready("package")
    return dict(os.environ)


def docs(_: Sequence[str]) -> dict[str, str]:
    provide()
    environment.ready("dev")
    return dict(os.environ)


def bench(given: Sequence[str]) -> dict[str, str]:
    provide(*_unless_help(given), nginx=bool(_unless_help(given)))
    environment.ready("pictures" if "--plots" in given else "drive")
    return dict(os.environ)


def screenshots(given: Sequence[str]) -> dict[str, str]:
    # The guide's need what the tests of generators and WordPress need, too, and a screen for real windows.
    is_of_guide = any(argument.startswith("--guide") for argument in given)
    provide(*_unless_help(given), for_tests=is_of_guide, keyboard=is_of_guide)
    environment.ready("dev" if is_of_guide else "pictures")
    return dict(os.environ)


def _unless_help(given: Sequence[str]) -> tuple[str, ...]:
    """The browsers, but none for one who only wants to know how the command is used."""
    return programs.NAMES if {"-h", "--help"}.isdisjoint(given) else ()


def fuzz(_: Sequence[str]) -> dict[str, str]:
    provide()
    try:
        environment.ready("fuzz")
    except Missing as missing:
        raise Missing(f"The fuzzer, atheris, has no package for this machine or Python: {missing}") from None
    return dict(os.environ)


def lock(_: Sequence[str]) -> dict[str, str]:
    provide()
    environment.ready("dev")
    return dict(os.environ)


def test(given: Sequence[str]) -> dict[str, str]:
    provide(*programs.NAMES, nginx=True, keyboard=True, for_tests=True)
    return check(given)


_COMMANDS: dict[str, tuple[Callable[[Sequence[str]], dict[str, str]], str]] = {
    "run": (run, "running"),
    "check": (check, "checking"),
    "test": (test, "checking.everything"),
    "package": (package, "packing"),
    "bench": (bench, "benching"),
    "fuzz": (fuzz, "fuzzing"),
    "docs": (docs, "documenting"),
    "lock": (lock, "locking"),
    "roundtrip": (check, "roundtripping"),
    "survey": (check, "surveying"),
    "mutate": (check, "mutating"),
    "agree": (test, "agreeing"),
    "soak": (test, "soaking"),
    "screenshots": (screenshots, "picturing"),
}


def main() -> None:
    prepare, module = _COMMANDS[sys.argv[1]]
    try:
        variables = prepare(sys.argv[2:])
    except (Missing, OSError) as missing:
        print(missing, file=sys.stderr)
        sys.exit(STATUS_MISSING)
    variables |= {"PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    os.execve(environment.PYTHON, [str(environment.PYTHON), "-P", "-m", module, *sys.argv[2:]], variables)


if __name__ == "__main__":
    main()

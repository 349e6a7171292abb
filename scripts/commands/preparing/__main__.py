"""Prepares the machine for a command, then becomes it: `python -m commands.preparing run|test|… [ARGUMENT…]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from commands import ROOT, running
from commands.checking.everything import SCOPES
from commands.preparing import Missing, environment, packages
from driving import programs

STATUS_USAGE = 2
STATUS_MISSING = 4


def provide(*browsers: str, **wanted: bool) -> None:
    """Install all packages at once, so that one message names everything that cannot be installed."""
    packages.provide(lambda: packages.lacking(browsers, **wanted))


def run(given: Sequence[str]) -> dict[str, str]:
    name = running.parsed(given).browser or _preferred_browser()
    provide(name)
    environment.ready("drive")
    return os.environ | {"STANDARD_SITEMAP_BROWSER": name}


def _preferred_browser() -> str:
    """Return the installed browser that is recent enough, Firefox first; Firefox if there is none."""
    return next((name for name in programs.NAMES if programs.obstacle(name) is None), programs.NAMES[0])


def check(_: Sequence[str]) -> dict[str, str]:
    return _with_node(with_wordpress=False)


def _with_node(*, with_wordpress: bool) -> dict[str, str]:
    provide()
    environment.ready("dev")
    variables = environment.node()
    environment.node_modules(variables, with_wordpress=with_wordpress)
    return variables


def package(_: Sequence[str]) -> dict[str, str]:
    provide(git=True)  # the last commit's time becomes the time of all files
    environment.ready("package")
    return dict(os.environ)


def python_only(_: Sequence[str]) -> dict[str, str]:
    """Prepare a command that starts no other program; any command, if only its help is requested."""
    provide()
    environment.ready("dev")
    return dict(os.environ)


def bench(given: Sequence[str]) -> dict[str, str]:
    provide(*programs.NAMES, nginx=True)
    environment.ready("pictures" if "--plots" in given else "drive")
    return dict(os.environ)


def screenshots(given: Sequence[str]) -> dict[str, str]:
    # The guide's pictures need the packages of the tests with generators and WordPress, and a screen for real windows.
    is_of_guide = any(argument.startswith("--guide") for argument in given)
    provide(*programs.NAMES, for_tests=is_of_guide, keyboard=is_of_guide)
    if is_of_guide:
        return _with_node(with_wordpress=True)
    environment.ready("pictures")
    return dict(os.environ)


def fuzz(_: Sequence[str]) -> dict[str, str]:
    provide()
    try:
        environment.ready("fuzz")
    except Missing as missing:
        raise Missing(f"The fuzzer, atheris, has no package for this machine or Python: {missing}") from None
    return dict(os.environ)


def test(given: Sequence[str]) -> dict[str, str]:
    if not given:
        return driven(given)
    # Packages for some tests are installed while the first of the others run.
    provide(*programs.NAMES, nginx=True, keyboard=True, git=True, for_tests=bool({*given}.difference(SCOPES)))
    return _with_node(with_wordpress=True)


def driven(given: Sequence[str]) -> dict[str, str]:
    provide()
    # apt installs the browsers while uv and npm install their packages.
    with ThreadPoolExecutor(1) as pool:
        browsers = pool.submit(provide, *programs.NAMES)
        variables = check(given)
        browsers.result()
    return variables


def survey(_: Sequence[str]) -> dict[str, str]:
    return _with_node(with_wordpress=True)


def systems(_: Sequence[str]) -> dict[str, str]:
    provide(git=True, debootstrap=True)
    environment.ready("dev")
    return dict(os.environ)


def windows(_: Sequence[str]) -> dict[str, str]:
    provide(git=True, wine=True)
    return _with_node(with_wordpress=False)


Prepare = Callable[[Sequence[str]], dict[str, str]]

COMMANDS: dict[str, tuple[Prepare, str]] = {
    "run": (run, "commands.running"),
    "check": (check, "commands.checking"),
    "test": (test, "commands.checking.everything"),
    "package": (package, "commands.packing"),
    "bench": (bench, "commands.benching"),
    "docs": (python_only, "commands.documenting"),
    "lock": (python_only, "commands.locking"),
    "screenshots": (screenshots, "commands.picturing"),
}
#: The subcommands of `prove`, each with a line of help.
PROOFS: dict[str, tuple[Prepare, str, str]] = {
    "fuzz": (fuzz, "commands.fuzzing", "feed readers of sitemaps, pages and responses input of a guided fuzzer"),
    "mutate": (check, "commands.mutating", "break each guard in turn, and show which test fails"),
    "soak": (driven, "commands.soaking", "navigate in four tabs under load, and report lost pages"),
    "agree": (driven, "commands.agreeing", "compare the browsers with the command line on random pages"),
    "roundtrip": (python_only, "commands.roundtripping", "convert sitemaps and back, and count unreported losses"),
    "systems": (systems, "installing.systems", "run the README's commands in fresh Debian 12, 13 and testing, as root"),
    "windows": (windows, "commands.emulating", "install, use and test the project on Windows, by Wine"),
    "survey": (survey, "commands.surveying", "make the sitemaps of real documentation, and rate them"),
}
_HELP = {"-h", "--help"}
_USAGE = "usage: scripts/prove NAME [ARGUMENT…]; NAME --help says more\n\n" + "\n".join(
    f"  {name:10} {text}" for name, (_, _, text) in PROOFS.items()
)


def _chosen(arguments: list[str]) -> tuple[Prepare, str, list[str]]:
    """Return the preparation and the module of a command, and the arguments for the module."""
    name, *given = arguments
    is_help = not _HELP.isdisjoint(given)
    if name != "prove":
        prepare, module = COMMANDS[name]
    elif given and given[0] in PROOFS:
        proof, *given = given
        prepare, module, _ = PROOFS[proof]
    else:
        print(_USAGE)
        sys.exit(0 if is_help else STATUS_USAGE)
    return python_only if is_help and prepare is not run else prepare, module, given


def main() -> None:
    prepare, module, given = _chosen(sys.argv[1:])
    try:
        variables = prepare(given)
    except (Missing, OSError) as missing:
        print(missing, file=sys.stderr)
        sys.exit(STATUS_MISSING)
    variables |= {"PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    os.execve(environment.PYTHON, [str(environment.PYTHON), "-P", "-m", module, *given], variables)


if __name__ == "__main__":
    main()

"""`scripts/prove mutate [WORD…]`: breaks each guard in turn, in a copy of the project, and prints the failed test.

Fails if no test notices a broken guard, or if a test fails in the unchanged project.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from commands import ROOT
from commands.mutating.guards import GUARDS, Guard

_SECONDS = 300
_COLUMNS = ("guard", "broken in", "test that fails")


def main() -> int:
    """Return 0 if every broken guard is noticed."""
    words = _words()
    chosen = [guard for guard in GUARDS if all(word in guard.name for word in words)]
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-mutants-") as folder:
        copy = copied(Path(folder))
        verdicts = [_verdict(copy, guard) for guard in chosen]
    print("\n".join(_table(chosen)))
    problems = [f"{guard.name}: {problem}" for guard, problem in zip(chosen, verdicts, strict=True) if problem]
    print(f"{len(chosen) - len(problems)} of {len(chosen)} guards are missed when they are broken", file=sys.stderr)
    return 1 if problems else 0


def copied(folder: Path) -> Path:
    """Copy the project without ignored files, and return the copy; the project itself is never changed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    # Some tests of the extension need a package; the link is removed with the folder.
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def broken(text: str, guard: Guard) -> str:
    """Return the text of a guard's file with the mutant. Raises ValueError unless its code occurs exactly once."""
    if text.count(guard.code) != 1:
        raise ValueError(f"{guard.file} has {guard.code!r} {text.count(guard.code)} times")
    return text.replace(guard.code, guard.mutant)


def command(guard: Guard) -> list[str]:
    """Return the command that runs a guard's test in the folder of a project."""
    file, _, name = guard.test.partition("::")
    if file.endswith(".py"):
        return [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            file,
            *(["-k", name] if name else []),
        ]
    return ["node", "--test", *(["--test-name-pattern", f"^{name}$"] if name else []), file]


def _words() -> list[str]:
    parser = argparse.ArgumentParser(
        prog="scripts/prove mutate", description="Breaks each guard in turn, and shows which test fails then."
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help="only guards whose names have all of these")
    words: list[str] = parser.parse_args().words
    return words


def _verdict(copy: Path, guard: Guard) -> str:
    """Return why a guard is unprotected; "" if its test fails as expected."""
    file = copy / guard.file
    whole = file.read_text("utf-8")
    try:
        mutant = broken(whole, guard)
    except ValueError as error:
        return _said(guard, str(error))
    if not _passes(copy, guard):
        return _said(guard, f"{guard.test} fails of what is whole")
    file.write_text(mutant, "utf-8")
    try:
        return _said(guard, "no test notices" if _passes(copy, guard) else "")
    finally:
        file.write_text(whole, "utf-8")


def _said(guard: Guard, problem: str) -> str:
    print(f"{'FAILED' if problem else 'held'}: {guard.name}{problem and f': {problem}'}", file=sys.stderr, flush=True)
    return problem


def _passes(copy: Path, guard: Guard) -> bool:
    path = os.pathsep.join(str(copy / folder) for folder in ("host", "scripts", "tests"))
    variables = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command(guard), cwd=copy, env=variables, check=False, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _table(guards: list[Guard]) -> list[str]:
    rows = [_COLUMNS, tuple("---" for _ in _COLUMNS)]
    rows += [(guard.name, f"`{guard.file}`", f"`{guard.test}`") for guard in guards]
    return [f"| {' | '.join(row)} |" for row in rows]


if __name__ == "__main__":
    sys.exit(main())

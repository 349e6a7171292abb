"""Dates of files by git, in a folder whose configuration is not trusted: an unpacked archive can hold a repository.

git runs programs that the repository's configuration names, in many places: filters, hooks, file monitors, checks of
signatures, pagers, drivers of differences, transports. All commands here but `diff` are plumbing, which ignores most of
them; the options and variables below turn off the rest. A folder that sets filters is refused, since only its filters
know whether one of its files is modified.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

_SAFE = (
    "--no-pager",
    "--literal-pathspecs",
    "--no-replace-objects",
    "-c", "safe.bareRepository=explicit",  # a bare repository inside the folder is not taken for its own
    "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "core.quotePath=false",
    "-c", "diff.autoRefreshIndex=true",
)  # fmt: skip
_VARIABLES = {
    "GIT_ALLOW_PROTOCOL": "none",  # transports run programs; a partial clone would fetch what it lacks
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_TO_COMPARE = ("--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--no-renames", "--name-only", "-z")


class MissingHistory(Exception):
    """A folder has no history that can be read; `args` holds the reason."""


def commit_dates(folder: Path) -> Callable[[Path], str | None]:
    """Return a function that returns when a file was committed last, as ISO 8601; None for a file without a date.

    A modified file has no date. Neither has a file last changed in a shallow clone's oldest commit, because all older
    changes appear to be made there. Raises MissingHistory.
    """
    top = Path(_git(folder, "rev-parse", "--show-toplevel").strip()).resolve()
    _refuse_filters(folder)
    # Not `diff-index`, which takes a file for modified if only its time changed.
    changed = set(_git(top, "diff", *_TO_COMPARE, "HEAD", "--").split("\0"))
    commits = _git(folder, "rev-list", "HEAD", "--", ".")
    # %x01 cannot occur in a file name, so it separates dates from names.
    log = _git(folder, "diff-tree", "--stdin", "--root", "-r", "--format=%x01%cI%x09%P", *_TO_COMPARE, stdin=commits)
    is_shallow = _git(top, "rev-parse", "--is-shallow-repository").strip() == "true"
    dates: dict[str, str | None] = {}
    date: str | None = None
    for token in log.split("\0"):
        name = token.lstrip("\n")
        if name.startswith("\x01"):
            moment, _, parents = name[1:].partition("\t")
            date = None if is_shallow and not parents.strip() else moment
        elif name and name not in changed:
            dates.setdefault(name, date)
    return lambda file: dates.get(os.path.relpath(file.resolve(), top).replace(os.sep, "/"))


def _refuse_filters(folder: Path) -> None:
    """Raise MissingHistory if the repository itself sets filters; those of the user's own settings may stay."""
    # Status 1: no such setting. Files that the configuration includes have the scope of the including one.
    settings = _git(folder, "config", "--includes", "--show-scope", "--name-only", "-z", "--list")
    words = settings.split("\0")
    for scope, name in zip(words[::2], words[1::2], strict=False):
        if scope in ("local", "worktree") and name.startswith("filter."):
            raise MissingHistory(
                f"the repository of {folder} sets a filter, “{name}”, which is a program. If you trust it, set the "
                "filter in your own configuration (git config --global), and remove it from the repository's"
            )


def _git(folder: Path, *arguments: str, stdin: str = "") -> str:
    """Return the output of a git command that reads `stdin`."""
    command = ["git", *_SAFE, "-C", str(folder), *arguments]
    variables = {name: value for name, value in os.environ.items() if name != "GIT_EXTERNAL_DIFF"} | _VARIABLES
    try:
        done = subprocess.run(command, input=stdin.encode(), capture_output=True, check=False, env=variables)
    except OSError as error:
        raise MissingHistory(f"git: {error.strerror}") from error
    if done.returncode:
        raise MissingHistory(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8", "surrogateescape")

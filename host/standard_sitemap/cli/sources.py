"""The arguments that name the sources of commands.

An argument names an address, a file on disk, or `-` for standard input. Standard input and a shell's `<(command)` count
as files in the current folder. A server named by the caller is reached wherever it is. Files, redirects and pages lead
from there to public servers only.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from standard_sitemap import api
from standard_sitemap.api import OpenedSource
from standard_sitemap.cli.options import require_scheme
from standard_sitemap.fetching.file_uris import uri_on_disk

# The names under which shells pass a pipe for `<(command)`; /dev/stdin may be a pipe as well.
_OPEN_PIPE = re.compile("/dev/stdin|/(?:dev|proc/self)/fd/[0-9]+")


def opened(argument: str) -> OpenedSource:
    """Return an argument with its address, and the content of standard input or an open pipe.

    Raises Refusal, or UsageError for a web address without its scheme.
    """
    require_scheme(argument)
    if _is_open_pipe(argument):
        with Path(argument).open("rb") as pipe:
            return api.opened(pipe, uri_on_disk(Path.cwd() / Path(argument).name))
    return api.opened(sys.stdin.buffer if argument == api.GIVEN_NAME else argument)


def require_one_input(*arguments: str) -> None:
    """Raise UsageError if two arguments are standard input, which ends once read."""
    if arguments.count(api.GIVEN_NAME) > 1:
        raise click.UsageError("Standard input can be read only once, so only one argument may be -.")


def _is_open_pipe(argument: str) -> bool:
    """Return whether a shell opened a pipe for an argument. A pipe with a name of its own may never have a writer."""
    return _OPEN_PIPE.fullmatch(argument) is not None and Path(argument).is_fifo()

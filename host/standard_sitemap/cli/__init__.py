"""`standard-sitemap`, the command line. Results go to standard output, messages to standard error.

Exit status: 0 no errors, 1 the sitemap has errors or nothing was found, 2 wrong usage, 3 could not be fetched. Each
command has its module, which is loaded when the command is called. Never shows a traceback.
"""

import atexit
import gc
import os
import sys

import click
from click.shell_completion import add_completion_class, shell_complete

from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.cli.powershell import PowerShellComplete
from standard_sitemap.cli.terminal import complain, complain_of_usage, make_writable
from standard_sitemap.closed_pipes import is_closed_pipe
from standard_sitemap.refusals import FetchRefusal, PrivateAddress, Refusal

# Exit status of a bug in this program, as in sysexits.h.
_BUG = 70

# 128 plus SIGINT's number: the status that shells report for a command interrupted by Ctrl+C.
_INTERRUPTED = 130

# Set by a shell's completion script when it asks for candidates.
COMPLETION_VARIABLE = "_STANDARD_SITEMAP_COMPLETE"


def main() -> int:
    """Run the command line and return the exit status."""
    _open_closed_streams()
    atexit.register(gc.freeze)  # skips several collections at exit: 20 ms
    make_writable()
    try:
        status = _run(standard_sitemap)
        sys.stdout.flush()
    except click.exceptions.Exit as exit_request:
        return exit_request.exit_code
    except click.UsageError as error:
        complain_of_usage(error)
        return 2
    except click.ClickException as error:
        complain(error.format_message())
        return 1
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return _INTERRUPTED
    except Exception as error:  # the outermost loop
        if isinstance(error, OSError) and is_closed_pipe(error):
            # The rest must not be written at exit.
            _discard_output()
            return 0
        if (reported := _reported(error)) is not None:
            return reported
        complain(f"a bug in this program: {type(error).__name__}: {error}")
        if os.environ.get("STANDARD_SITEMAP_DEBUG"):
            raise
        return _BUG
    return status


def _open_closed_streams() -> None:
    """Replace streams that the caller has closed. Input is empty, messages are discarded, and output fails."""
    for name, mode, flags in (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))


def _output_error() -> str | None:
    """Return why standard output cannot be written; None if it can. Writes a line end: a failed text is not retried."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError as error:
        return error.strerror
    return None


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reported(error: Exception) -> int | None:
    """Report a refusal or a failed output, and return its exit status; None for a bug."""
    if isinstance(error, PermissionError) and error.filename:
        complain(f"{os.fsdecode(error.filename)} cannot be accessed: {error.strerror}")
        return 3
    if isinstance(error, OSError) and (reason := _output_error()):
        _discard_output()
        complain(f"standard output cannot be written: {reason}")
        return 1
    if not isinstance(error, Refusal):
        return None
    remedy = "; to allow it, use --allow-private" if isinstance(error, PrivateAddress) else ""
    complain(f"{error}{remedy}")
    return 3 if isinstance(error, FetchRefusal) else 1


def _run(command: click.Command) -> int:
    """Invoke the command as click does, but pass a broken pipe to `main`: click would report an error."""
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        add_completion_class(PowerShellComplete)
        return shell_complete(command, {}, "standard-sitemap", COMPLETION_VARIABLE, instruction)
    with command.make_context("standard-sitemap", sys.argv[1:]) as context:
        status = command.invoke(context)
    return status if isinstance(status, int) else 0

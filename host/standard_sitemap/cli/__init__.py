"""`standard-sitemap`: the command line for people. Results on standard output, messages on standard error.

Exit status: 0 fine, 1 the sitemap has errors or nothing was found, 2 wrong usage, 3 could not be fetched. One module a
command, loaded when it is called. Never shows a traceback.
"""

import atexit
import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

# Exit status of a bug in this program, as sysexits.h has it.
_BUG = 70

# 128 and SIGINT's number: what shells report of a command that Ctrl+C has ended.
_INTERRUPTED = 130

# What the completion of a shell sets when it asks what could follow.
COMPLETION_VARIABLE = "_STANDARD_SITEMAP_COMPLETE"


def main() -> int:
    """Run the command line; the exit status."""
    gc.disable()  # what is imported stays: to look through it meanwhile takes a tenth of the start
    atexit.register(gc.freeze)  # nor is it looked through at the end, several times: 20 ms
    import click

    from standard_sitemap.cli.commands import standard_sitemap
    from standard_sitemap.cli.terminal import complain, complain_of_usage, make_writable

    gc.enable()
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
    except BrokenPipeError:
        # Whoever read our output has enough; what is left must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except Exception as error:  # the outermost loop
        refused = _status_of_refusal(error)
        if refused is not None:
            complain(str(error))
            return refused
        complain(f"a bug in this program: {type(error).__name__}: {error}")
        if os.environ.get("STANDARD_SITEMAP_DEBUG"):
            raise
        return _BUG
    return status


def _status_of_refusal(error: Exception) -> int | None:
    """The exit status where something was refused; None of a bug. Imported late: --help refuses nothing."""
    from standard_sitemap.refusals import FetchRefusal, Refusal

    if not isinstance(error, Refusal):
        return None
    return 3 if isinstance(error, FetchRefusal) else 1


def _run(command: "click.Command") -> int:
    """Invoke the command as click does, but leave a broken pipe to `main`: click would make an error of it."""
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        from click.shell_completion import shell_complete

        return shell_complete(command, {}, "standard-sitemap", COMPLETION_VARIABLE, instruction)
    with command.make_context("standard-sitemap", sys.argv[1:]) as context:
        status = command.invoke(context)
    return status if isinstance(status, int) else 0

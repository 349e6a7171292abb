"""Messages for people: on standard error, coloured on a terminal only."""

import sys

from standard_sitemap import ssp


def say(text: str) -> None:
    """Tell what was done."""
    _print(text, "")


def complain(text: str) -> None:
    """Tell what went wrong."""
    _print(f"standard-sitemap: {text}", "red")


def summarise(faults: tuple[ssp.Fault, ...]) -> None:
    """Tell how many faults there are, and the first few."""
    grave = [fault for fault in faults if fault.severity == "error"]
    for fault in grave[:_SHOWN]:
        _print(f"{fault.document}:{fault.line}: {fault.message}", "red")
    if len(grave) > _SHOWN:
        _print(f"… and {len(grave) - _SHOWN} more errors", "red")
    others = len(faults) - len(grave)
    if others:
        _print(f"{others} warning{'s' if others > 1 else ''} and notes; --json lists them", "yellow")


_SHOWN = 10


def _print(text: str, style: str) -> None:
    try:
        if not sys.stderr.isatty():
            sys.stderr.write(text + "\n")
            return
        from rich.console import Console

        Console(stderr=True).print(text, style=style, markup=False, highlight=False, soft_wrap=True)
    except BrokenPipeError:
        return

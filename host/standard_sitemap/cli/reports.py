"""What `check` and `verify` have in common: the options of a report, and how it is written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from standard_sitemap.cli.terminal import console, write_as_utf8

if TYPE_CHECKING:
    from standard_sitemap.checking.report import Report

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif", "github")),
    default="text",
    show_default=True,
    help="How to report.",
)
strict_option = click.option("--strict", is_flag=True, help="Let warnings count as errors in the exit status.")


def write_reports(reports: tuple[Report, ...], form: str, *, strict: bool) -> int:
    """Write reports to standard output, with addresses of files as seen from the current folder; the exit status."""
    # Loaded only now: the command line is to start within a tenth of a second, whatever the command.
    from standard_sitemap.checking.formats import github, json, sarif, text
    from standard_sitemap.checking.formats.text import Sheet
    from standard_sitemap.checking.report import status

    start, result = Path.cwd().resolve(), status(reports, strict=strict)
    if form != "text":
        write_as_utf8()
    if form == "json":
        json.write(reports, result, sys.stdout)
    elif form == "sarif":
        sarif.write(reports, result, start, sys.stdout)
    elif form == "github":
        github.write(reports, start, sys.stdout)
    else:
        text.write(reports, start, Sheet(sys.stdout, console(sys.stdout)), strict=strict)
    return result

"""`standard-sitemap check`: reports the faults of a sitemap in its files. Also the options and output of any report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import click

from standard_sitemap import api
from standard_sitemap.cli.options import base_url_option, credential_options, credentials, private_option, root_option
from standard_sitemap.cli.sources import opened, require_one_input
from standard_sitemap.cli.terminal import FILE, Bar, PathOnDisk, settings, write_as_utf8
from standard_sitemap.webmaster.checking import codes, text
from standard_sitemap.webmaster.checking.checker import CheckOptions
from standard_sitemap.webmaster.checking.folders import read_robots
from standard_sitemap.webmaster.checking.machine_readable import write_github, write_json, write_sarif
from standard_sitemap.webmaster.checking.report import Report, status
from standard_sitemap.webmaster.checking.sheet import Sheet

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
    """Write reports to standard output, with file names relative to the current folder; return the exit status."""

    start, result = Path.cwd().resolve(), status(reports, strict=strict)
    if form == "text":
        text.write(reports, start, Sheet(sys.stdout, has_color=settings.has_color(sys.stdout)), strict=strict)
        return result

    write_as_utf8()
    if form == "json":
        write_json(reports, result, sys.stdout)
    elif form == "sarif":
        write_sarif(reports, result, start, sys.stdout)
    else:
        write_github(reports, start, sys.stdout)
    return result


@click.command()
@click.argument("targets", metavar="TARGET...", nargs=-1, type=FILE)
@format_option
@click.option(
    "--explain",
    metavar="ID|NAME",
    multiple=True,
    help="Explain one item or group: its path in the tree, why it is left out, and the source of its roles and values.",
)
@strict_option
@click.option("--include-user", is_flag=True, help='Include elements with tree="user", as for readers who want them.')
@root_option("target")
@base_url_option("Address of a local TARGET's folder on the web. For a folder, the default is derived from its pages.")
@click.option(
    "--robots",
    type=PathOnDisk(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The site's robots.txt. The default is the file beside a local TARGET if --base-url is the root of a site.",
)
@credential_options
@private_option
@click.option("--codes", is_flag=True, help="Print every code with its clause, an example and the remedy, then exit.")
def check(**arguments: Any) -> int:
    """Check each TARGET: a sitemap, a page, or a folder with all its sitemaps.

    A TARGET is a URL or a local path; - is standard input. For a page, the command checks the sitemap that the page's
    headers or links name. Sitemaps.org files, feeds, text files with addresses and robots.txt are checked by the rules
    of their own formats, with all files that they list.

    In a folder, addresses are read from local files where these exist. Feeds are checked only if a sitemap or
    robots.txt lists them. The pages of the folder are compared with its sitemaps.

    Exit status: 0 no errors, 1 errors or nothing found, 2 wrong
    usage, 3 could not be fetched.

    \b
    Examples:
      standard-sitemap check sitemap.xml
      standard-sitemap check https://www.example.org/
      standard-sitemap check sitemap.xml --explain contact
      generate | standard-sitemap check -
      standard-sitemap check sitemap.xml --base-url https://www.example.org/
      standard-sitemap check public/ --strict --format github
      standard-sitemap check public/ --format sarif > faults.sarif
      standard-sitemap check --codes
    """
    return _check(_Arguments(**arguments))


class _Arguments(NamedTuple):
    targets: tuple[str, ...]
    form: str
    explain: tuple[str, ...]
    strict: bool
    include_user: bool
    root: Path | None
    base_url: str | None
    robots: Path | None
    codes: bool
    headers: tuple[str, ...]
    cookie_file: Path | None


def _robots(path: Path | None) -> bytes | None:
    try:
        return None if path is None else read_robots(path)
    except OSError as error:
        raise click.UsageError(f"--robots {path} cannot be read: {error.strerror}.") from error


def _check(arguments: _Arguments) -> int:

    if arguments.codes:
        _print_codes()
        return 0
    _require_targets(arguments.targets, arguments.form, is_explaining=bool(arguments.explain))
    base = api.folder_address(arguments.base_url or "")
    options = CheckOptions(
        arguments.root,
        arguments.include_user,
        arguments.explain,
        base_url=base,
        robots=_robots(arguments.robots),
        allow_private=settings.allow_private,
        is_base_named=not settings.has_configured_base,
        credentials=credentials(
            arguments.headers, arguments.cookie_file, settings.named_base(base) or "", *arguments.targets
        ),
    )
    with Bar() as bar:
        reports = api.reports([opened(target) for target in arguments.targets], options, bar.show)
    return write_reports(reports, arguments.form, strict=arguments.strict)


def _require_targets(targets: tuple[str, ...], form: str, *, is_explaining: bool) -> None:
    if not targets:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if is_explaining and form not in ("text", "json"):
        raise click.UsageError(f"--explain requires --format text or json, not {form}.")
    require_one_input(*targets)
    for target in targets:
        _require_readable(target)


def _print_codes() -> None:

    codes.write(Sheet(sys.stdout, has_color=settings.has_color(sys.stdout)))


def _require_readable(target: str) -> None:
    """Raise UsageError for a target that looks like a URL with another scheme."""
    scheme, mark, _ = target.partition("://")
    if mark and scheme.lower() not in ("http", "https", "file"):
        raise click.UsageError(f"{target} is not a file, a folder, or an http or https address.")

"""`standard-sitemap doctor`: whether browsers will find and reach the host, and what to do where not."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from standard_sitemap.cli.browsers import browser_options, chosen
from standard_sitemap.registration import health, register
from standard_sitemap.registration.registry import WindowsRegistry


@click.command()
@browser_options
@click.option("--json", "as_json", is_flag=True, help="A JSON array of findings.")
def doctor(names: tuple[str, ...], home: Path | None, profile_dir: Path | None, as_json: bool) -> int:
    """Look whether the host starts, answers, and is registered. Changes nothing.

    \b
    Examples:
      standard-sitemap doctor
      standard-sitemap doctor --browser firefox --json
    """
    user = register.current_user(home, profile_dir)
    found = health.findings(chosen(names, profile_dir), user, WindowsRegistry())
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in found]))
    else:
        for finding in found:
            _print(finding)
    return 0 if all(finding.is_fine for finding in found) else 1


def _print(finding: health.Finding) -> None:
    from rich.console import Console

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    mark, style = ("ok", "green") if finding.is_fine else ("problem", "bold red")
    if finding.code == "not-registered":
        mark, style = "–", "dim"
    console.print(f"{mark:8}", style=style, end="")
    console.print(finding.text, markup=False)
    if finding.remedy:
        console.print(f"        {finding.remedy}", markup=False)

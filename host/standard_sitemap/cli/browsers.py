"""The options that name browsers and where their folders are: for `install`, `uninstall` and `doctor`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from standard_sitemap.registration.places import Browser

_FOLDER = click.Path(path_type=Path, file_okay=False)


def browser_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --browser, --home and --profile-dir."""
    for option in (
        click.option("--profile-dir", type=_FOLDER, metavar="DIR", help="Chromium's or Chrome's own user data folder."),
        click.option("--home", type=_FOLDER, metavar="DIR", help="A home folder other than your own."),
        click.option(
            "--browser",
            "names",
            type=click.Choice([browser.value for browser in Browser]),
            multiple=True,
            help="Only this browser; may be given several times.",
        ),
    ):
        command = option(command)
    return command


def chosen(names: tuple[str, ...], profile: Path | None) -> list[Browser]:
    """The browsers named, or all; a user data folder belongs to Chromium or Chrome alone."""
    browsers = [browser for browser in Browser if not names or browser.value in names]
    if profile is None:
        return browsers
    if names and Browser.FIREFOX in browsers:
        raise click.UsageError("--profile-dir is for Chromium and Chrome; Firefox looks in the home folder.")
    return [browser for browser in browsers if browser is not Browser.FIREFOX]

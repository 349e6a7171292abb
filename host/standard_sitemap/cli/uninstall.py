"""`standard-sitemap uninstall`: takes back what `install` wrote."""

from pathlib import Path

import click

from standard_sitemap.cli.browsers import browser_options, chosen
from standard_sitemap.cli.messages import say
from standard_sitemap.registration import register
from standard_sitemap.registration.registry import WindowsRegistry


@click.command()
@browser_options
def uninstall(names: tuple[str, ...], home: Path | None, profile_dir: Path | None) -> int:
    """Take away the registration with Firefox, Chromium and Chrome of the current user.

    \b
    Examples:
      standard-sitemap uninstall
      standard-sitemap uninstall --browser chrome
    """
    user = register.current_user(home, profile_dir)
    try:
        gone = [register.uninstall(browser, user, WindowsRegistry()) for browser in chosen(names, profile_dir)]
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be removed: {error.strerror}") from error
    for place in gone:
        if place is not None:
            click.echo(f"{place.browser.value}: {place.file} removed")
    if not any(gone):
        say("nothing was registered")
    return 0

"""`standard-sitemap install`: tells browsers which program the extension may start."""

from pathlib import Path

import click

from standard_sitemap.cli.browsers import browser_options, chosen
from standard_sitemap.cli.messages import say
from standard_sitemap.registration import register
from standard_sitemap.registration.registry import WindowsRegistry


@click.command()
@browser_options
def install(names: tuple[str, ...], home: Path | None, profile_dir: Path | None) -> int:
    """Register the host with Firefox, Chromium and Chrome of the current user.

    Doing it again changes nothing but what is out of date. Prints each file that was written.

    \b
    Examples:
      standard-sitemap install
      standard-sitemap install --browser firefox
      standard-sitemap install --browser chromium --profile-dir /tmp/profile
    """
    user = register.current_user(home, profile_dir)
    try:
        program = register.host_program()
        for browser in chosen(names, profile_dir):
            place = register.install(browser, user, program, WindowsRegistry())
            click.echo(f"{browser.value}: {place.file}")
            if place.registry_key is not None:
                click.echo(f"{browser.value}: HKEY_CURRENT_USER\\{place.registry_key}")
    except register.ProgramMissing as error:
        raise click.ClickException("standard-sitemap-host is missing: install the package again") from error
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be written: {error.strerror}") from error
    say("restart the browser, or reload the extension, if it is open")
    return 0

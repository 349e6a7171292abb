"""`install`, `uninstall`, `doctor`, `clear`: the connection between browsers and the host, and its files on disk."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from standard_sitemap.cli.terminal import PathOnDisk, put, put_json, say, settings
from standard_sitemap.fetching.cache_file import remove_cache
from standard_sitemap.fetching.cache_store import CacheStore, cache_place, host_of_site
from standard_sitemap.fetching.crawl_folders import clear_crawls
from standard_sitemap.fetching.limits import CACHE_BYTES
from standard_sitemap.model.words import counted
from standard_sitemap.reader.registration import health, register
from standard_sitemap.reader.registration.browsers import BROWSERS, USUAL, Browser
from standard_sitemap.reader.registration.register import Registry, User, is_there
from standard_sitemap.refusals import BadUrl
from standard_sitemap.webmaster.checking.sheet import StyledLine

_STORE = (
    "This Python comes from Microsoft's Store. Windows hides what its programs register from all browsers. Install "
    "Python from https://www.python.org/downloads/windows/ or with “winget install Python.Python.3.13”, then this "
    "package with it: py -m pip install standard-sitemap-navigator"
)
# ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION.
_IN_USE = (5, 32)
_FOLDER = PathOnDisk(path_type=Path, file_okay=False)


def browser_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --browser, --home and --profile-dir to a command."""
    for option in (
        click.option(
            "--profile-dir", type=_FOLDER, metavar="DIR", help="User data folder of Chromium or a browser based on it."
        ),
        click.option("--home", type=_FOLDER, metavar="DIR", help="Use this home folder instead of your own."),
        click.option(
            "--browser",
            "names",
            type=click.Choice(list(BROWSERS)),
            multiple=True,
            help="Only this browser; can be repeated.",
        ),
    ):
        command = option(command)
    return command


def named(names: tuple[str, ...], profile: Path | None) -> list[Browser]:
    """Return the named browsers, or all. A user data folder restricts them to the Chromium family."""
    browsers = [browser for browser in BROWSERS.values() if not names or browser.name in names]
    if profile is None:
        return browsers
    if names and any(browser.is_firefox for browser in browsers):
        raise click.UsageError("--profile-dir is for Chromium and browsers based on it; Firefox uses the home folder.")
    return [browser for browser in browsers if not browser.is_firefox]


def chosen(names: tuple[str, ...], user: User) -> list[Browser]:
    """Return the named browsers; without names, the installed ones, or the usual ones if none is detected."""
    browsers = named(names, user.profile)
    if names:
        return browsers
    # A user data folder determines where to register, whether or not a browser is detected.
    here = [browser for browser in browsers if user.profile is None and is_there(browser, user)]
    if user.platform == "win32" and user.profile is None:
        return [browser for browser in browsers if browser in here or browser.name in (*USUAL, "edge")]
    return here or [browser for browser in browsers if browser.name in USUAL]


@click.command()
@browser_options
def install(names: tuple[str, ...], home: Path | None, profile_dir: Path | None) -> int:
    """Register the host with the installed browsers of the current user, or with the named browsers.

    Prints each written file. Running the command again updates only outdated files.

    \b
    Examples:
      standard-sitemap install
      standard-sitemap install --browser firefox
      standard-sitemap install --browser chromium --profile-dir /tmp/profile
    """
    if register.is_packaged():
        raise click.ClickException(_STORE)
    user = register.current_user(home, profile_dir)
    try:
        program = register.host_program()
        for browser in chosen(names, user):
            place = register.install(browser, user, program, register.registry_of(home))
            put(f"{browser.name}: {place.file}")
            if place.registry_key is not None:
                put(f"{browser.name}: HKEY_CURRENT_USER\\{place.registry_key}")
    except register.ProgramMissing as error:
        raise click.ClickException("standard-sitemap-host is missing; install the package again") from error
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be written: {error.strerror}{_advice(error)}") from error
    say("if the browser is open, restart it or reload the extension")
    return 0


@click.command()
@browser_options
def uninstall(names: tuple[str, ...], home: Path | None, profile_dir: Path | None) -> int:
    """Remove the host's registration from the browsers of the current user, and delete the cache.

    With --home, the cache is kept, because it belongs to the current user.

    \b
    Examples:
      standard-sitemap uninstall
      standard-sitemap uninstall --browser chrome
    """
    user = register.current_user(home, profile_dir)
    try:
        gone = [register.uninstall(browser, user, register.registry_of(home)) for browser in named(names, profile_dir)]
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be removed: {error.strerror}{_advice(error)}") from error
    for place in gone:
        if place is not None:
            put(f"{place.browser.name}: {place.file} removed")
    if not any(gone):
        say("nothing was registered")
    # The cache belongs to the caller, and another home to another user.
    return 0 if home is not None else _remove_cache()


def _advice(error: OSError) -> str:
    """Return the remedy for a file that a running program holds; only Windows has such files."""
    return "; close all browsers and try again" if getattr(error, "winerror", None) in _IN_USE else ""


def _remove_cache() -> int:
    folder = cache_place()
    if not folder.exists() and not folder.is_symlink():
        return 0
    try:
        remove_cache(folder)
    except OSError as error:
        remedy = "close all browsers and try again"
        raise click.ClickException(f"{error.filename} cannot be removed: {error.strerror}; {remedy}") from error
    put(f"cache: {folder} removed")
    return 0


@click.command()
@click.argument("site", required=False)
def clear(site: str | None) -> int:
    """Delete the cached files of all sites, or the files fetched from SITE and for its pages.

    SITE is a host name or an address on it; the command includes all hosts below it. Maps that are open in a browser
    stay open.

    \b
    Examples:
      standard-sitemap clear
      standard-sitemap clear example.org
    """
    try:
        site = host_of_site(site) if site is not None else None
    except BadUrl as error:
        raise click.UsageError(f"{site} is not a host name or an address") from error
    folder = cache_place()
    removed = asyncio.run(_cleared(folder, site)) if folder.is_dir() else 0
    if removed is None:
        raise click.ClickException(f"{folder} cannot be written; close all browsers and try again")
    removed += clear_crawls(folder, site)
    say(f"{counted(removed, 'cached file', 'cached files')} deleted")
    return 0


async def _cleared(folder: Path, site: str | None) -> int | None:
    store = CacheStore(folder, CACHE_BYTES)
    try:
        return await store.clear(site)
    finally:
        await store.close()


@click.command()
@browser_options
@click.option("--json", "as_json", is_flag=True, help="Print the findings as a JSON array.")
def doctor(names: tuple[str, ...], home: Path | None, profile_dir: Path | None, as_json: bool) -> int:
    """Check that the host is registered, starts and responds, and that the extension is installed. Changes nothing.

    \b
    Examples:
      standard-sitemap doctor
      standard-sitemap doctor --browser firefox --json
    """
    user = register.current_user(home, profile_dir)
    if register.is_packaged():
        raise click.ClickException(_STORE)
    registry = register.registry_of(home)
    findings = health.findings(_to_look_at(names, user, registry), user, registry)
    if as_json:
        put_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            _print(finding)
    return 0 if all(finding.is_fine for finding in findings) else 1


def _to_look_at(names: tuple[str, ...], user: User, registry: Registry) -> list[Browser]:
    """Return the chosen browsers, and browsers that are registered but not installed."""
    here = chosen(names, user)
    # A removed browser leaves its registration behind, which no other command reports.
    others = [] if names else [browser for browser in named((), user.profile) if browser not in here]
    return here + [browser for browser in others if register.registered(browser, user, registry)]


def _print(finding: health.Finding) -> None:
    line = StyledLine()
    if finding.code in {"not-registered", "extension-not-seen"}:
        line.append(f"{'–':8}", "dim")
    elif finding.is_fine:
        line.append(f"{'ok':8}", "green")
    else:
        line.append(f"{'problem':8}", "bold red")
    has_color = settings.has_color(sys.stdout)
    line.append(finding.text)
    click.echo(line.styled() if has_color else line.plain, color=has_color)
    for text in filter(None, (finding.remedy, finding.command)):
        put(f"        {text}")

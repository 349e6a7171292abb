"""`standard-sitemap announce`: announces a sitemap to browsers, by a web server's configuration or in pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click

from standard_sitemap.cli.terminal import Bar, PathOnDisk, complain, put_json, say
from standard_sitemap.model.page_sizes import PAGE_PARTS
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.announcing.fields import USUAL_LOCATION, location_checked
from standard_sitemap.webmaster.announcing.page_files import FAILURES, Location, Outcome, PageEdit, pages_below, undo
from standard_sitemap.webmaster.announcing.page_files import announce as announce_in
from standard_sitemap.webmaster.announcing.recipes import RECIPES, BadPath, recipe

# More lines with the same reason would push the summary off the screen.
_SHOWN = 10

_FAILURES = {
    "other-base": "its <base> points to another host; give the full address of the sitemap with --path",
    "iso-2022-jp": "it is encoded in ISO-2022-JP, where tags cannot be distinguished from text; save it as UTF-8",
    "too-large": "the file is too large for a page",
    "too-costly": (
        f"the page takes too long to read: more than {PAGE_PARTS:,} elements and attributes, or thousands of nested "
        "elements, or of attributes on one element"
    ),
    "unwritable": "the file cannot be changed: {reason}",
    "unreadable-folder": "the folder cannot be read: {reason}",
}


@click.command()
@click.argument("folder", required=False, type=PathOnDisk(path_type=Path, exists=True, file_okay=False, readable=False))
@click.option(
    "--for", "server", type=click.Choice(tuple(RECIPES)), help="Print the configuration lines for this web server."
)
@click.option(
    "--path",
    default=USUAL_LOCATION,
    show_default=True,
    help="Path of the sitemap on the site; with FOLDER or --for html, a full address is also allowed.",
)
@click.option(
    "--absolute",
    is_flag=True,
    help="With FOLDER: write addresses from the root of the site, not relative ones, and also into error pages.",
)
@click.option("--undo", is_flag=True, help="With FOLDER: remove the links, which restores the original bytes.")
@click.option(
    "--json", "as_json", is_flag=True, help="With FOLDER: print the number of pages for each outcome, as a JSON object."
)
def announce(folder: Path | None, server: str | None, path: str, absolute: bool, undo: bool, as_json: bool) -> int:
    """Make pages name the sitemap, so that browsers find it.

    With --for, print the configuration lines that make a web server send the sitemap's address in response headers.
    With FOLDER, a built site, write links into its pages and change no other byte. Running the command again changes
    nothing. Pages that already name a sitemap are not changed.

    \b
    Examples:
      standard-sitemap announce --for nginx
      standard-sitemap announce --for apache --path /maps/site.xml
      standard-sitemap announce public/
      standard-sitemap announce public/ --undo
    """
    if (folder is None) == (server is None):
        raise click.UsageError("Name either a web server with --for, or a FOLDER with pages, not both.")
    if server is not None:
        if absolute or undo or as_json:
            raise click.UsageError("--absolute, --undo and --json need a FOLDER.")
        return _print_recipe(server, path)
    assert folder is not None
    return _edit(folder, None if undo else _location(folder, path, absolute=absolute), as_json=as_json)


def _print_recipe(server: str, path: str) -> int:
    try:
        click.echo(recipe(server, path), nl=False)
    except BadPath as error:
        raise click.UsageError("--path {}: {}.".format(*error.args)) from error
    return 0


def _location(folder: Path, path: str, *, absolute: bool) -> Location:
    """Return the sitemap's location as pages name it. Raises UsageError for an invalid address or a missing file."""

    try:
        location_checked(path)
    except ValueError as error:
        raise click.UsageError(f"--path: {error}.") from error
    if urlsplit(path).scheme in ("http", "https"):
        return Location(path)
    if not path.startswith("/") or path.startswith("//"):
        raise click.UsageError(f"--path {path} must begin with a slash or be a full address.")
    file = folder / unquote(path).lstrip("/")
    if not file.is_file():
        raise click.ClickException(f"{file} does not exist; make the sitemap first, or give its path with --path")
    return Location(path, absolute)


def _edit(folder: Path, location: Location | None, *, as_json: bool) -> int:
    """Edit the pages below a folder; remove the links if `location` is None."""
    counts: Counter[str] = Counter()
    failed: list[PageEdit] = []
    with Bar("pages", sum(1 for _ in pages_below(folder))) as bar:
        for edited in undo(folder) if location is None else announce_in(folder, location):
            counts[edited.outcome] += 1
            failed.extend([edited] if edited.outcome in FAILURES else [])
            bar.show(counts.total())
    for edited in failed[:_SHOWN]:
        complain(f"{edited.page}: {_FAILURES[edited.outcome].format(reason=edited.reason)}")
    if len(failed) > _SHOWN:
        complain(f"… and {counted(len(failed) - _SHOWN, 'other', 'others')} could not be changed")
    pages = counts.total() - counts[Outcome.UNREADABLE_FOLDER]
    if as_json:
        put_json({"pages": pages, **{outcome: count for outcome, count in counts.items() if count}})
    _say_counts(folder, counts, pages)
    return 1 if failed or not pages else 0


def _say_counts(folder: Path, counts: Counter[str], pages: int) -> None:
    if not pages:
        complain(f"{folder} contains no page: no file name ends in .html, .htm, .xhtml or .xht")
        return
    words = {
        "changed": ("changed", "changed"),
        "same": ("already correct", "already correct"),
        "own": ("already names a sitemap", "already name a sitemap"),
        "no-page": ("is no whole page", "are no whole pages"),
        "for-tools": ("is for servers and tools", "are for servers and tools"),
        "copy": ("is a copy of the start page", "are copies of the start page"),
        "for-frames": ("is a menu in frames of other pages", "are menus in frames of other pages"),
        "hidden": ("is hidden by a dot in its path", "are hidden by dots in their paths"),
        "error-page": (
            "is an error page, changed only with --absolute",
            "are error pages, changed only with --absolute",
        ),
    }
    outcomes = [
        f"{counts[outcome]:,} {text[counts[outcome] > 1]}" for outcome, text in words.items() if counts[outcome]
    ]
    say(f"{counted(pages, 'page', 'pages')}: {', '.join(outcomes) or 'none could be changed'}")

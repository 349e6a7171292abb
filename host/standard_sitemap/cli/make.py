"""`standard-sitemap make`: the sitemap of a site that lies in a folder."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click

from standard_sitemap.cli.terminal import FILE, Bar, complain, say, say_written
from standard_sitemap.model.words import counted

if TYPE_CHECKING:
    from standard_sitemap.making.folder_maker import Made, Options
    from standard_sitemap.making.tree import Rule

_TEMPLATES = ("hugo", "jekyll")
_USUAL_NAME = "standard-sitemap.xml"
_RULES: dict[Rule, str] = {
    "start": "where the site begins",
    "tree-file": "by files that hold a tree",
    "contents": "by contents lists",
    "navigation": "by the site's navigation",
    "list": "by other lists",
    "up": "by the page above that they name",
    "breadcrumbs": "by their breadcrumbs",
    "index": "by indexes",
    "link": "by the pages that link to them",
    "folder": "by their folders",
}
# Files of each kind that are named on a line; the rest is counted.
_SHOWN = 5


@click.command()
@click.argument(
    "folder", metavar="FOLDER", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=FILE,
    help=f"Where to write: FOLDER/{_USUAL_NAME} by default, - for standard output.",
)
@click.option("--force", is_flag=True, help="Replace files that were not made by this command.")
@click.option("--start", metavar="PAGE", help="The page to begin with, as its path in FOLDER; by default its index.")
@click.option("--base-url", metavar="URL", help="Where FOLDER is on the web; by default addresses are relative.")
@click.option("--contents", "selector", metavar="SELECTOR", help="What holds the contents lists of a page, in CSS.")
@click.option(
    "--from", "tree_files", metavar="FILE", multiple=True, help="A file with a tree, in place of those found."
)
@click.option("--leave-out", metavar="PATTERN", multiple=True, help="Pages to leave out, as in 'drafts/*'.")
@click.option("--no-hints", is_flag=True, help="Give no role for what a link or a file is called.")
@click.option(
    "--split", type=click.IntRange(min=1), metavar="N", help="Give branches with more than N items files of their own."
)
@click.option("--both", is_flag=True, help="Write sitemap.xml for search engines, too; needs --base-url.")
@click.option(
    "--template", type=click.Choice(_TEMPLATES), help="Print what makes the generator write the sitemap itself."
)
def make(
    folder: Path | None,
    output: str | None,
    force: bool,
    start: str | None,
    base_url: str | None,
    selector: str | None,
    tree_files: tuple[str, ...],
    leave_out: tuple[str, ...],
    no_hints: bool,
    split: int | None,
    both: bool,
    template: str | None,
) -> int:
    """Make the sitemap of the site in FOLDER, whatever built it, and write FOLDER/standard-sitemap.xml.

    Begins at the start page, reads the contents lists of one page after the other, and places every page once: by
    lists, by what it says of itself, by who links to it. Files that hold a tree (.qhp, DevHelp, EPUB, Eclipse, DITA,
    Javadoc, Doxygen, SUMMARY.md) are found and come first. The same folder always gives the same bytes.

    \b
    Examples:
      standard-sitemap make public/
      standard-sitemap make public/ --base-url https://www.example.org/ --both
      standard-sitemap make build/html --start contents.html --leave-out 'drafts/*'
      standard-sitemap make site/ --contents 'nav.main, .toc' -o map.xml
      standard-sitemap make --template hugo
    """
    from standard_sitemap.making.folder_maker import Options

    if template is not None:
        return _print_template(template)
    if folder is None:
        raise click.UsageError("Missing argument 'FOLDER'.")
    base_url = _checked_base(base_url)
    if both and base_url is None:
        raise click.UsageError("--both needs --base-url: search engines want absolute addresses.")
    if both and output == "-":
        raise click.UsageError("--both makes several files; name the first with -o.")
    options = Options(start, base_url, selector, leave_out, tree_files, not no_hints)
    made = _make(folder, options)
    if made is None:
        return 1
    _say_made(made)
    return _write(made, folder, output, base_url, split, force=force, both=both)


def _print_template(name: str) -> int:
    from importlib.resources import files

    sys.stdout.write((files("standard_sitemap.making") / "templates" / f"{name}.txt").read_text("utf-8"))
    return 0


def _checked_base(base_url: str | None) -> str | None:
    if base_url is None:
        return None
    if not base_url.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"--base-url {base_url} does not begin with http:// or https://.")
    return base_url if base_url.endswith("/") else f"{base_url}/"


def _make(folder: Path, options: Options) -> Made | None:
    """What is made; None, and said, where there is nothing to make it of."""
    from standard_sitemap.making.folder_maker import NoPages
    from standard_sitemap.making.folder_maker import make as make_outline
    from standard_sitemap.making.tree_files.finding import NotATree

    try:
        with _Bars() as bars:
            return make_outline(folder, options, bars.show)
    except NoPages as error:
        complain(str(error))
        return None
    except NotATree as error:
        raise click.UsageError(f"--from {error} is no file in {folder} with a tree of its pages.") from error
    except ValueError as error:
        raise click.UsageError(f"--contents {options.selector} is no selector: {error}.") from error


class _Bars:
    """One bar after another, each for a part of the work."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._what = ""
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def show(self, what: str, done: int, total: int | None) -> None:
        if what != self._what or self._bar is None:
            self._stack.close()
            self._what, self._bar = what, self._stack.enter_context(Bar(what, total))
        self._bar.show(done)


def _say_made(made: Made) -> None:
    starts = ", ".join(made.starts) or "none"
    say(f"{counted(made.pages, 'page', 'pages')}, {made.reachable:,} of them reached by links from {starts}")
    for rule, what in _RULES.items():
        number = made.rules.get(rule)
        if number:
            say(f"  {number:,} {what}{_of(made.tree_files) if rule == 'tree-file' else ''}")
    if made.unlinked:
        pages = counted(len(made.unlinked), "page", "pages")
        say(f"no link leads to {pages}{_of(made.unlinked)}; such stand where their folders are")
    for reason, paths in made.left_out.items():
        say(f"left out, {reason}: {counted(len(paths), 'file', 'files')}{_of(paths)}")


def _of(paths: list[str]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    return f" ({', '.join(paths[:_SHOWN])}{more})" if paths else ""


def _write(
    made: Made, folder: Path, output: str | None, base_url: str | None, split: int | None, *, force: bool, both: bool
) -> int:
    from standard_sitemap.converting.conversion import InTheWay
    from standard_sitemap.making.publishing import publish, publish_both
    from standard_sitemap.making.writing import documents

    if output == "-":
        (document,) = documents(made.outline).values()
        sys.stdout.buffer.write(document)
        return 0
    place = (folder / _USUAL_NAME if output is None else Path(output)).absolute()
    if place.is_dir():
        place = place / _USUAL_NAME
    if not place.parent.is_dir():
        raise click.UsageError(f"There is no folder {place.parent}; make it, or name another place with -o.")
    try:
        if both and base_url is not None:
            paths = publish_both(made.outline, place, base_url, split, may_replace=force)
        else:
            paths = publish(made.outline, place, split, may_replace=force)
    except InTheWay as error:
        raise click.UsageError(
            f"{error.args[0]} is there already and was not made here; --force replaces it."
        ) from error
    except OSError as error:
        raise click.ClickException(f"{place} cannot be written: {error.strerror}; nothing was changed.") from error
    say_written(paths)
    if base_url is None and place.parent.resolve() != folder.resolve():
        say(f"its addresses are as seen from {folder}: put it there, or say with --base-url where that is on the web")
    return 0

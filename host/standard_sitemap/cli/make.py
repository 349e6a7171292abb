"""`standard-sitemap make`: makes the sitemap of a site from a folder of its pages or from its address."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.make_report import at_addresses, explain, say_made, some_of
from standard_sitemap.cli.options import base_url_option, credential_options, credentials, is_on_web, require_scheme
from standard_sitemap.cli.terminal import FILE, Bar, complain, say, say_written
from standard_sitemap.fetching.file_uris import absolute
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.converting.staging import ExistingFiles
from standard_sitemap.webmaster.making.folder_maker import EmptySelection, MakeOptions, MakeResult, MissingPages
from standard_sitemap.webmaster.making.folder_maker import make as make_outline
from standard_sitemap.webmaster.making.publishing import publish
from standard_sitemap.webmaster.making.tree_files.finding import UnknownTree
from standard_sitemap.webmaster.making.versions import find_versions, in_folder, joined_versions
from standard_sitemap.webmaster.making.writing import FILE_NAME, documents

_TEMPLATES = ("hugo", "jekyll")


@click.command()
@click.argument("source", metavar="FOLDER|URL", required=False, type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=FILE,
    help=f"Output file; - for standard output. Default: FOLDER/{FILE_NAME}, or ./{FILE_NAME} for a URL.",
)
@click.option("--force", is_flag=True, help="Replace files that were not made by this command.")
@click.option("--start", metavar="PAGE", help="Path of the start page in FOLDER. The default is the index page.")
@base_url_option("Address of FOLDER on the web. By default, addresses are relative.")
@click.option(
    "--contents", "selector", metavar="SELECTOR", help="CSS selector of the elements that contain tables of contents."
)
@click.option(
    "--from",
    "tree_files",
    metavar="FILE",
    multiple=True,
    help="Take the tree from this file instead of the files found; can be repeated.",
)
@click.option(
    "--leave-out",
    metavar="PATTERN",
    multiple=True,
    help="Leave out pages whose path matches, such as 'drafts/*'; can be repeated.",
)
@click.option(
    "--explain",
    "explained",
    metavar="PAGE",
    multiple=True,
    help="Write no sitemap. Say which rules placed and named this page, by path or address; can be repeated.",
)
@click.option("--no-hints", is_flag=True, help="Do not derive roles from the names of links and files.")
@click.option(
    "--split", type=click.IntRange(min=1), metavar="N", help="Write branches of more than N items to separate files."
)
@click.option(
    "--versions",
    type=click.Choice(("group", "maps")),
    help="For a folder per version, as of mike: put older versions into a group, or make a map for each.",
)
@click.option("--both", is_flag=True, help="Also write sitemap.xml for search engines; needs --base-url or a URL.")
@click.option(
    "--max-pages",
    type=click.IntRange(min=1, max=200_000),
    default=5_000,
    show_default=True,
    metavar="N",
    help="For a URL: fetch at most N pages.",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0.01, max=100),
    default=5.0,
    show_default=True,
    metavar="N",
    help="For a URL: send at most N requests per second.",
)
@credential_options
@click.option(
    "--template", type=click.Choice(_TEMPLATES), help="Print a template with which the generator writes the sitemap."
)
def make(**arguments: Any) -> int:
    """Make the sitemap of the site in FOLDER, built by any program, and write FOLDER/standard-sitemap.xml.

    Reads the tables of contents of each page, beginning at the start page. Places every page once: by the tables, by
    its own metadata, or by the pages that link to it. Files that contain a tree (.qhp, DevHelp, EPUB, Eclipse, DITA,
    Javadoc, Doxygen, DocFX, ExDoc, pandoc, SUMMARY.md) take precedence. The same folder always gives the same bytes.

    With a URL, fetches the pages of that origin first, within the limits of its robots.txt. Begins with the pages that
    the site's own sitemaps list. Addresses that differ only in their query count as one page. After Ctrl+C, the same
    command continues.

    \b
    Examples:
      standard-sitemap make public/
      standard-sitemap make public/ --base-url https://www.example.org/ --both
      standard-sitemap make build/html --start contents.html --leave-out 'drafts/*'
      standard-sitemap make site/ --contents 'nav.main, .toc' -o map.xml
      standard-sitemap make https://www.example.org/ --max-pages 500
      standard-sitemap make https://intranet.example.org/ --cookie cookies.txt --header 'X-Team: web'
      standard-sitemap make public/ --explain guide/install.html
      standard-sitemap make site/ --versions group
      standard-sitemap make --template hugo
    """
    return _make(_Arguments(**arguments))


class _Arguments(NamedTuple):
    source: str | None
    output: str | None
    force: bool
    start: str | None
    base_url: str | None
    selector: str | None
    tree_files: tuple[str, ...]
    leave_out: tuple[str, ...]
    explained: tuple[str, ...]
    no_hints: bool
    split: int | None
    both: bool
    versions: Literal["group", "maps"] | None
    max_pages: int
    rate: float
    template: str | None
    headers: tuple[str, ...]
    cookie_file: Path | None


def _make(arguments: _Arguments) -> int:
    source = arguments.source
    if arguments.template is not None:
        return _print_template(arguments.template)
    if source is None:
        raise click.UsageError("Missing argument 'FOLDER|URL'.")
    if arguments.both and arguments.output == "-":
        raise click.UsageError("--both writes several files; name the first with -o.")
    if is_on_web(source):
        return _make_from_site(source, arguments)
    if arguments.headers or arguments.cookie_file:
        raise click.UsageError("--header and --cookie need a URL.")
    _require_folder(source)
    base_url = f"{arguments.base_url.rstrip('/')}/" if arguments.base_url is not None else None
    if arguments.both and base_url is None:
        raise click.UsageError("--both needs --base-url, because search engines require absolute addresses.")
    if arguments.versions is not None:
        return _make_versions(Path(source), base_url, arguments)
    status = _make_and_write(Path(source), base_url, Path(source) / FILE_NAME, arguments)
    if status == 0 and not arguments.explained:
        _say_versions(Path(source))
    return status


def _say_versions(root: Path) -> None:
    """Name the option for the versions in a folder; folders named by whole numbers may be years, pages or chapters."""
    folders = [version.folder for version in find_versions(root)]
    if not all(map(str.isdigit, folders)):
        say(
            f"the folder holds {counted(len(folders), 'version', 'versions')}{some_of(folders)}; --versions group puts "
            "older ones into a group, and --versions maps makes a map for each"
        )


def _require_folder(source: str) -> None:
    if Path(source).is_dir():
        return
    if Path(source).exists():
        raise click.UsageError(f"{source} is a file, not a folder.")
    require_scheme(source)
    raise click.UsageError(f"The folder {source} does not exist.")


def _make_versions(root: Path, base_url: str | None, arguments: _Arguments) -> int:
    """Make one map of all versions below a folder, or one for each."""
    if arguments.start is not None or arguments.both or arguments.explained:
        raise click.UsageError("--start, --both and --explain work for one version; name its folder.")
    versions = find_versions(root)
    if not versions:
        raise click.UsageError(
            f"{root} contains fewer than two versions: folders with a version as their name and a start page."
        )
    options = _options(base_url, arguments)
    if arguments.versions == "maps":
        if arguments.output is not None:
            raise click.UsageError("--versions maps writes a file into the folder of each version; omit -o.")
        statuses = []
        for version in versions:
            folder = root / version.folder
            base = in_folder(options, version.folder).base_url
            statuses.append(_make_and_write(folder, base, folder / FILE_NAME, arguments))
        return max(statuses)

    def make_version(folder: str, its_options: MakeOptions) -> MakeResult:
        made = _outline(root / folder, its_options)
        if made is None:
            raise click.exceptions.Exit(1)
        return made

    outline, every = joined_versions(versions, options, make_version)
    for made in every:
        say_made(made)
    output = root / FILE_NAME if arguments.output is None else arguments.output
    return _write(replace(every[0], outline=outline), root, output, base_url, arguments)


def _make_from_site(start: str, arguments: _Arguments) -> int:
    """Crawl a site, make its sitemap, and delete the fetched pages once the sitemap is written."""
    if arguments.start is not None or arguments.base_url is not None or arguments.versions is not None:
        raise click.UsageError("--start, --base-url and --versions need a folder, not a URL.")
    # Saves 90 ms, mostly HTTP, for every folder.
    from standard_sitemap.cli.site_copy import archive_of, copied, say_alike

    with archive_of(start) as archive:
        own = credentials(arguments.headers, arguments.cookie_file, start)
        site = copied(start, archive, own, arguments.max_pages, arguments.rate)
        if site is None:
            return 3
        for reason, paths in site.left_out.items():
            say(f"left out, {reason}: {counted(len(paths), 'page', 'pages')}{some_of(paths)}")
        for note, paths in site.notes.items():
            say(f"kept, although they {note}: {counted(len(paths), 'page', 'pages')}{some_of(paths)}")
        say_alike(site)
        addresses = {file: site.origin + path for file, path in archive.paths().items()}
        arguments = arguments._replace(start=site.start)
        status = _make_and_write(archive.pages, f"{site.origin}/", Path(FILE_NAME), arguments, addresses)
        if status == 0 and not arguments.explained:
            archive.remove()
    return status


def _options(base_url: str | None, arguments: _Arguments, addresses: dict[str, str] | None = None) -> MakeOptions:
    return MakeOptions(
        arguments.start,
        base_url,
        arguments.selector,
        arguments.leave_out,
        arguments.tree_files,
        not arguments.no_hints,
        addresses=addresses,
        explained=arguments.explained,
    )


def _make_and_write(
    folder: Path,
    base_url: str | None,
    usual_place: Path,
    arguments: _Arguments,
    addresses: dict[str, str] | None = None,
) -> int:
    made = _outline(folder, _options(base_url, arguments, addresses))
    if made is None:
        return 1
    if addresses:
        made = at_addresses(made, {file: urlsplit(address).path for file, address in addresses.items()})
    if arguments.explained:
        return explain(made)
    say_made(made)
    output = usual_place if arguments.output is None else arguments.output
    return _write(made, folder, output, base_url, arguments)


def _print_template(name: str) -> int:
    # Saves 8 ms unless a template is printed.
    from importlib.resources import files

    sys.stdout.write((files("standard_sitemap.integrations") / "layouts" / f"{name}.txt").read_text("utf-8"))
    return 0


def _outline(folder: Path, options: MakeOptions) -> MakeResult | None:
    """Return the outline; print a message and return None if the folder has no pages."""

    try:
        with Bar() as bar:
            return make_outline(folder, options, bar.show_part)
    except MissingPages as error:
        complain(str(error))
        return None
    except EmptySelection as error:
        raise click.UsageError(f"--contents {options.selector} matches no list or link on any page.") from error
    except UnknownTree as error:
        raise click.UsageError(
            f"--from {error} is not a file in {folder} that contains a tree of its pages."
        ) from error
    except ValueError as error:
        raise click.UsageError(f"--contents {options.selector} is not a valid CSS selector: {error}.") from error


def _write(made: MakeResult, folder: Path, output: str | Path, base_url: str | None, arguments: _Arguments) -> int:

    if output == "-":
        (document,) = documents(made.outline).values()
        sys.stdout.buffer.write(document)
        return 0
    place = Path(absolute(output))
    if place.is_dir():
        place = place / FILE_NAME
    if not place.parent.is_dir():
        raise click.UsageError(f"The folder {place.parent} does not exist; create it, or name another with -o.")
    try:
        if arguments.both and base_url is not None:
            # Saves 60 ms, mostly the resolution of sitemaps, unless both files are written.
            from standard_sitemap.cli.make_both import write_both

            paths = write_both(made, folder, place, base_url, arguments.split, may_replace=arguments.force)
        else:
            paths = publish(made.outline, place, arguments.split, may_replace=arguments.force)
    except ExistingFiles as error:
        raise click.UsageError(
            f"{error.args[0]} exists and was not made by this command; use --force to replace it."
        ) from error
    except OSError as error:
        raise click.ClickException(f"{place} cannot be written: {error.strerror}; nothing was changed.") from error
    say_written(paths)
    if base_url is None and place.parent.resolve() != folder.resolve():
        say(
            f"its addresses are relative to {folder}; move it there, or give the address of that folder with --base-url"
        )
    return 0

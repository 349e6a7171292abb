"""`standard-sitemap convert`: converts a sitemap from one format to another."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click

from standard_sitemap import api
from standard_sitemap.cli.losses import (
    say_extensions_left_out,
    say_faults,
    say_left_out,
    say_losses,
    say_unshown,
    say_without_place,
)
from standard_sitemap.cli.options import base_url_option, is_on_web, private_option, root_option
from standard_sitemap.cli.sources import opened, require_one_input
from standard_sitemap.cli.terminal import FILE, Bar, PathOnDisk, complain, say, say_written, settings
from standard_sitemap.closed_pipes import is_closed_pipe
from standard_sitemap.fetching.file_uris import absolute
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.words import counted
from standard_sitemap.reader.registration.own_command import command_line
from standard_sitemap.webmaster.checking import folders
from standard_sitemap.webmaster.converting.conversion import (
    USUAL_NAMES,
    MissingAddress,
    MissingFolder,
    OutputFile,
    stream_sitemaps_org,
    stream_ssp,
    write_one,
    write_sitemaps_org,
    write_ssp,
)
from standard_sitemap.webmaster.converting.listing import Listing, TitleLookup
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.converting.sources import MixedFormats, MixedPlaces, ReadOptions, Source, read
from standard_sitemap.webmaster.converting.ssp_files import SPLIT_ABOVE, branches
from standard_sitemap.webmaster.converting.staging import ExistingFiles
from standard_sitemap.webmaster.rendering.output_formats import FORMATS
from standard_sitemap.webmaster.rendering.traversal import TreeLine, places, title_of

_FORMATS = ("ssp", "sitemaps-org", *FORMATS)
_WITH_VARIANTS = ("html", "csv")
_OTHER_HOSTS = "; --other-hosts lists them"


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=FILE)
@click.option(
    "--to",
    "to",
    type=click.Choice(_FORMATS),
    help="Output format. The default is sitemaps-org for a Standard-Sitemap, otherwise ssp.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE|DIR",
    type=FILE,
    help="Output file or folder; in a folder, standard-sitemap.xml or sitemap.xml. Default: standard output.",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@base_url_option("Web address of a local SOURCE, or of its folder if it ends with a slash; also that of the output.")
@click.option("--other-hosts", is_flag=True, help="With --to sitemaps-org: also list pages of other hosts.")
@click.option(
    "--split",
    type=click.IntRange(min=0),
    metavar="N",
    help="With --to ssp and -o: write branches of more than N items to separate files (default 10,000; 0: never).",
)
@click.option(
    "--sort",
    type=click.Choice(("file", "name")),
    default="file",
    show_default=True,
    help="Order of pages from sitemaps.org files: as in the file, or by name.",
)
@click.option(
    "--titles",
    metavar="DIR",
    type=PathOnDisk(path_type=Path, exists=True, file_okay=False),
    help="Name pages of sitemaps.org files by the titles in the built site DIR. Default: SOURCE, if it is a folder.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="N",
    help="Write only N levels of the tree; not with --to sitemaps-org or ssp.",
)
@click.option("--include-user", is_flag=True, help='Include elements with tree="user".')
@root_option("source")
@private_option
def convert(**arguments: Any) -> int:
    """Convert SOURCE and all files that it references to another format.

    SOURCE is a URL, a local file, a folder that contains a sitemap, or - for standard input. Several sources are
    merged. Files are written only after the whole conversion succeeded.

    sitemaps-org: lists each page once, in the order of the tree, with languages and priorities. More than 50,000 pages
    become an index and compressed files.

    ssp: arranges pages into a tree by their paths, as a starting point for your own tree. Reads sitemaps.org files,
    text files, feeds and robots.txt.

    html: one page of nested lists for readers. picture: one page with a searchable tree, and a diagram of branch sizes.
    markdown, csv, opml, mermaid, graphviz: files for other programs.

    \b
    Examples:
      standard-sitemap convert https://www.example.org/sitemap.xml -o map.xml
      standard-sitemap convert map.xml -o public/sitemap.xml --base-url https://www.example.org/
      standard-sitemap convert https://www.example.org/robots.txt --split 2000 -o public/
      standard-sitemap convert pages.txt --to sitemaps-org > sitemap.xml
      standard-sitemap convert https://www.example.org/sitemap.xml --to picture -o picture.html
    """
    return _convert(_Arguments(**arguments))


class _Arguments(NamedTuple):
    sources: tuple[str, ...]
    to: str | None
    output: str | None
    force: bool
    base_url: str | None
    other_hosts: bool
    split: int | None
    sort: str
    titles: Path | None
    depth: int | None
    include_user: bool
    root: Path | None


def _convert(arguments: _Arguments) -> int:
    source = _read_sources(arguments)
    _give_memory_back()
    kind = arguments.to or ("sitemaps-org" if source.format == "ssp" else "ssp")
    if arguments.depth is not None and kind not in FORMATS:
        raise click.UsageError(f"--depth cannot be used with --to {kind}, which writes all pages.")
    target = _target(arguments.output, kind, may_replace=arguments.force)
    source_status = say_faults(source, arguments.sources)
    if kind in FORMATS:
        status = _to_rendered(source, kind, target, arguments.depth)
    elif kind == "ssp":
        status = _to_ssp(source, target, arguments.split)
    else:
        status = _to_sitemaps_org(source, target, arguments.base_url, any_host=arguments.other_hosts)
    return max(status, source_status)


def _read_sources(arguments: _Arguments) -> Source:
    sources, base_url, titles = arguments.sources, arguments.base_url, arguments.titles
    require_one_input(*sources)
    if base_url is not None and len(sources) > 1 and not base_url.endswith("/"):
        raise click.UsageError(
            "With several sources, --base-url must be the address of their folder and end with a slash."
        )
    folders = [Path(source) for source in sources if source != "-" and "://" not in source and Path(source).is_dir()]
    files = [opened(file) for source in sources for file in _files_of(source, arguments.to)]
    options = ReadOptions(
        arguments.root,
        base_url,
        arguments.include_user,
        {uri: body for file in files for uri, body in file.bodies.items()},
        arguments.sort == "name",
        _titles(titles or (folders[0] if folders else None), base_url),
        settings.allow_private,
        not settings.has_configured_base,
    )
    return _read([file.uri for file in files], options)


def _give_memory_back() -> None:
    """Return free memory to the system (glibc).

    Kept data of files, about ten megabytes each, leaves holes between them that amount to half as much again.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries lack it
        if trim is not None:
            trim(0)


def _files_of(source: str, to: str | None) -> list[str]:
    """Return a source itself; for a folder, its Standard-Sitemap or else its other sitemaps. Raises UsageError."""
    if source == "-" or "://" in source or not Path(source).is_dir():
        return [source]
    folder = Path(source).resolve()
    sitemaps = [] if to == "ssp" else [file for file in folders.contents(folder).sitemaps if folders.is_root_file(file)]
    named = [file for file in sitemaps if file.name == USUAL_NAMES["ssp"]]
    if len(sitemaps) > 1 and len(named) != 1:
        raise click.UsageError(
            f"{source} contains several sitemaps, such as {sitemaps[0].name} and {sitemaps[1].name}; name one of them."
        )
    files = named or sitemaps or list(folders.FolderLists(folder).roots())
    if not files:
        raise click.UsageError(f"{source} contains no sitemap; “{command_line('make')}” makes one from its pages.")
    return [str(file) for file in files]


def _titles(folder: Path | None, base_url: str | None) -> TitleLookup | None:
    """Return a function that knows the titles of the pages in a folder; None without a folder."""
    if folder is None:
        return None
    # Saves 20 ms where no page is read.
    from standard_sitemap.webmaster.making.folder_maker import titles_in

    with Bar("pages") as bar:
        return titles_in(folder.resolve(), base_url, bar.show)


def _read(uris: list[str], options: ReadOptions) -> Source:
    with Bar() as bar:
        try:
            return asyncio.run(read(uris, options, bar.show))
        except MixedFormats as error:
            raise click.UsageError(
                "{} is a Standard-Sitemap, but {} is not; convert them one at a time.".format(*error.args)
            ) from error
        except MixedPlaces as error:
            raise click.UsageError(
                "{} is a local file, but {} is on the web; convert them one at a time.".format(*error.args)
            ) from error


def _target(output: str | None, kind: str, *, may_replace: bool) -> OutputFile | None:
    """Return the output file; None for standard output."""
    if output is None or output == "-":
        return None
    place = Path(absolute(output))
    try:
        is_folder, has_folder = place.is_dir(), place.parent.is_dir()
    except OSError as error:
        # The same error as at writing, where Python 3.14 raises it: `is_dir` returns False there.
        raise click.ClickException(
            f"{error.filename} cannot be written: {error.strerror}; nothing was changed."
        ) from error
    if is_folder:
        return OutputFile(place, _usual_name(kind), may_replace)
    if not has_folder or output.endswith("/"):
        folder = place if has_folder else place.parent
        raise click.UsageError(f"The folder {folder} does not exist; create it, or name another with -o.")
    return OutputFile(place.parent, place.name, may_replace)


def _usual_name(kind: str) -> str:

    return FORMATS[kind].usual_name if kind in FORMATS else USUAL_NAMES[kind]


def _to_ssp(source: Source, target: OutputFile | None, split: int | None) -> int:

    if source.format == "ssp":
        raise click.UsageError(f"{_name_of(source)} is already a Standard-Sitemap; use --to sitemaps-org.")
    (hierarchy,) = source.hierarchies
    if not hierarchy.children(hierarchy.root):
        complain(f"{_name_of(source)} lists no pages; nothing was written{_hint(source)}")
        return 1
    above = SPLIT_ABOVE if split is None else split or None
    with Bar("items") as bar:
        pieces = branches(hierarchy, None if target is None else above, bar.show)
    with Bar("items", pieces.total) as bar, _reported(target):
        if target is None:
            stream_ssp(hierarchy, pieces, sys.stdout.buffer, source.uris, bar.show, source.extensions)
        else:
            say_written(write_ssp(hierarchy, pieces, target, source.uris, bar.show, source.extensions))
    say_extensions_left_out(source)
    if isinstance(hierarchy, Listing):
        say_losses(hierarchy)
        if number := hierarchy.only_alternates:
            say(f"{counted(number, 'address', 'addresses')} in other languages, not listed as pages; kept as variants")
    return 0


def _name_of(source: Source) -> str:
    return "standard input" if source.uris[0] == api.uri_of(api.GIVEN_NAME) else source.uris[0]


def _hint(source: Source) -> str:
    """Return what to do with a web page, such as the start page of a site; "" for any other source."""
    codes = {fault.code for hierarchy in source.hierarchies for fault in hierarchy.faults}
    is_page = "page-not-sitemap" in codes and is_on_web(source.uris[0])
    return f". It is a web page; “{command_line(f'make {source.uris[0]}')}” maps its site" if is_page else ""


def _to_rendered(source: Source, kind: str, target: OutputFile | None, depth: int | None) -> int:

    if not any(hierarchy.children(hierarchy.root) for hierarchy in source.hierarchies):
        complain(f"{_name_of(source)} lists no pages; nothing was written{_hint(source)}")
        return 1
    variants = 0

    def lines() -> Iterator[TreeLine]:
        nonlocal variants
        for hierarchy in source.hierarchies:
            for place in places(hierarchy, depth):
                variants += 0 if kind in _WITH_VARIANTS else len(place.others)
                yield place

    with _reported(target):
        paths = write_one(FORMATS[kind].write(title_of(source.hierarchies), lines()), target, sys.stdout.buffer)
    if paths:
        say_written(paths)
    say_unshown(source, variants)
    return 0


def _to_sitemaps_org(source: Source, target: OutputFile | None, base_url: str | None, *, any_host: bool) -> int:

    folder_uri = _folder_uri(source, base_url)
    with Bar("pages") as bar, _reported(target):
        host = "" if any_host else folder_uri and urlsplit(folder_uri).netloc
        pages = Pages(source.hierarchies, host, bar.show, source.extensions)
        listed = pages.listed()
        # relative addresses become known only after reading all pages; without an address, only one file can be written
        if folder_uri is None:
            listed = iter(list(listed))
            _require_addresses(pages)
        first = next(listed, None)
        if first is not None and target is not None:
            say_written(write_sitemaps_org(chain((first,), listed), target, folder_uri))
        elif first is not None:
            stream_sitemaps_org(chain((first,), listed), sys.stdout.buffer)
    if first is None:
        complain(f"{_name_of(source)} references no pages that can be listed; nothing was written")
        return max(1, say_left_out(pages, _OTHER_HOSTS))
    say_without_place(pages)
    say_extensions_left_out(source)
    for hierarchy in source.hierarchies:
        if isinstance(hierarchy, Listing):
            say_losses(hierarchy)
    return say_left_out(pages, _OTHER_HOSTS)


def _folder_uri(source: Source, base_url: str | None) -> str | None:
    """Return the address of the output's folder, derived from `--base-url` or the source."""
    folder = resolve(base_url or source.uris[0], "./")
    return folder if folder is not None and folder.startswith(("http://", "https://")) else None


@contextmanager
def _reported(target: OutputFile | None) -> Iterator[None]:
    """Turn errors of writing into messages that name the remedy."""
    try:
        yield
    except ExistingFiles as error:
        raise click.UsageError(f"{error.args[0]} already exists; use --force to replace it.") from error
    except MissingFolder as error:
        raise click.UsageError("There are too many pages for one file; name an index file with -o.") from error
    except MissingAddress as error:
        raise click.UsageError(
            "There are too many pages for one file; give the future address of the index with --base-url."
        ) from error
    except OSError as error:
        if is_closed_pipe(error):
            raise
        place = "standard output" if target is None else target.folder / target.name
        raise click.ClickException(f"{place} cannot be written: {error.strerror}; nothing was changed.") from error


def _require_addresses(pages: Pages) -> None:
    """Raise UsageError for relative addresses: file names on this disk are useless on the web."""
    lost = pages.left_out.get("on-disk")
    if lost is not None:
        addresses = counted(lost.number, "address is", "addresses are")
        raise click.UsageError(
            f"{addresses} relative; the first leads to {lost.first}. Give the future address of the "
            "source with --base-url, as in --base-url https://www.example.org/."
        )

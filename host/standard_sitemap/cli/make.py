"""`standard-sitemap make`: makes the sitemap of a site from a folder of its pages or from its address."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.options import base_url_option, credential_options, credentials, is_on_web
from standard_sitemap.cli.terminal import FILE, Bar, complain, say, say_written, settings
from standard_sitemap.model.words import counted

if TYPE_CHECKING:
    from standard_sitemap.webmaster.checking.robots import RobotsRules
    from standard_sitemap.webmaster.crawling.archive import Archive
    from standard_sitemap.webmaster.crawling.crawler import CrawlResult
    from standard_sitemap.webmaster.making.folder_maker import MakeOptions, MakeResult
    from standard_sitemap.webmaster.making.tree import Rule

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
# Files of each kind named on a line; the rest is counted.
_SHOWN = 5


class _Given(TypedDict):
    """The options as click passes them; `--help` describes each."""

    output: str | None
    force: bool
    start: str | None
    base_url: str | None
    selector: str | None
    tree_files: tuple[str, ...]
    leave_out: tuple[str, ...]
    no_hints: bool
    split: int | None
    both: bool
    versions: Literal["group", "maps"] | None
    max_pages: int
    rate: float
    template: str | None
    headers: tuple[str, ...]
    cookie_file: Path | None


@click.command()
@click.argument("source", metavar="FOLDER|URL", required=False, type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=FILE,
    help=f"Output file; - for standard output. Default: FOLDER/{_USUAL_NAME}, or ./{_USUAL_NAME} for a URL.",
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
def make(source: str | None, **given: Unpack[_Given]) -> int:
    """Make the sitemap of the site in FOLDER, built by any program, and write FOLDER/standard-sitemap.xml.

    Reads the tables of contents of each page, beginning at the start page. Places every page once: by the tables, by
    its own metadata, or by the pages that link to it. Files that contain a tree (.qhp, DevHelp, EPUB, Eclipse, DITA,
    Javadoc, Doxygen, SUMMARY.md) take precedence. The same folder always gives the same bytes.

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
      standard-sitemap make site/ --versions group
      standard-sitemap make --template hugo
    """
    if given["template"] is not None:
        return _print_template(given["template"])
    if source is None:
        raise click.UsageError("Missing argument 'FOLDER|URL'.")
    if given["both"] and given["output"] == "-":
        raise click.UsageError("--both writes several files; name the first with -o.")
    if is_on_web(source):
        return _make_from_site(source, given)
    if given["headers"] or given["cookie_file"]:
        raise click.UsageError("--header and --cookie need a URL.")
    _require_folder(source)
    base_url = f"{given['base_url'].rstrip('/')}/" if given["base_url"] is not None else None
    if given["both"] and base_url is None:
        raise click.UsageError("--both needs --base-url, because search engines require absolute addresses.")
    if given["versions"] is not None:
        return _make_versions(Path(source), base_url, given)
    return _make_and_write(Path(source), base_url, Path(source) / _USUAL_NAME, given)


def _require_folder(source: str) -> None:
    if Path(source).is_dir():
        return
    if Path(source).exists():
        raise click.UsageError(f"{source} is a file, not a folder.")
    raise click.UsageError(f"The folder {source} does not exist.")


def _make_versions(root: Path, base_url: str | None, given: _Given) -> int:
    """Make one map of all versions below a folder, or one for each."""
    from standard_sitemap.webmaster.making.versions import find_versions, in_folder, joined_versions

    if given["start"] is not None or given["both"]:
        raise click.UsageError("--start and --both work for one version; name its folder.")
    versions = find_versions(root)
    if not versions:
        raise click.UsageError(
            f"{root} contains fewer than two versions: folders with a version as their name and a start page."
        )
    options = _options(base_url, given)
    if given["versions"] == "maps":
        if given["output"] is not None:
            raise click.UsageError("--versions maps writes a file into the folder of each version; omit -o.")
        statuses = []
        for version in versions:
            folder = root / version.folder
            base = in_folder(options, version.folder).base_url
            statuses.append(_make_and_write(folder, base, folder / _USUAL_NAME, given))
        return max(statuses)

    def make_version(folder: str, its_options: MakeOptions) -> MakeResult:
        made = _make(root / folder, its_options)
        if made is None:
            raise click.exceptions.Exit(1)
        return made

    outline, every = joined_versions(versions, options, make_version)
    for made in every:
        _say_made(made)
    output = root / _USUAL_NAME if given["output"] is None else given["output"]
    return _write(replace(every[0], outline=outline), root, output, base_url, given)


def _make_from_site(start: str, given: _Given) -> int:
    """Crawl a site, make its sitemap, and delete the fetched pages once the sitemap is written."""
    from standard_sitemap.fetching.cache_store import cache_folder
    from standard_sitemap.webmaster.crawling.archive import Archive

    if given["start"] is not None or given["base_url"] is not None or given["versions"] is not None:
        raise click.UsageError("--start, --base-url and --versions need a folder, not a URL.")
    cache = cache_folder()
    if cache is None:
        raise click.ClickException(
            "There is no cache folder for the fetched pages; set XDG_CACHE_HOME to an existing folder."
        )
    archive = Archive(cache / "crawls" / hashlib.sha256(start.encode()).hexdigest()[:16])
    crawled = _crawl(start, archive, given)
    if crawled is None:
        return 3
    addresses = {file: crawled.origin + path for file, path in archive.paths().items()}
    given["start"] = crawled.start
    status = _make_and_write(archive.pages, f"{crawled.origin}/", Path(_USUAL_NAME), given, addresses)
    if status == 0:
        archive.remove()
    return status


def _crawl(start: str, archive: Archive, given: _Given) -> CrawlResult | None:
    """Crawl with a progress bar; return None, after a message, if the site cannot be crawled."""
    from standard_sitemap.fetching.loader import result_of
    from standard_sitemap.fetching.retrieving import Retriever
    from standard_sitemap.webmaster.crawling.crawler import CrawlOptions, CrawlRefusal, crawl

    own = credentials(given["headers"], given["cookie_file"], start)

    async def run(show: Callable[[int], None]) -> CrawlResult:
        async with Retriever(None, named=settings.named(start), credentials=own) as retriever:
            options = CrawlOptions(given["max_pages"], given["rate"])
            return await crawl(start, retriever, archive, options, lambda done, _: show(done))

    try:
        with Bar("fetched") as bar:
            crawled = result_of(run(bar.show))
    except CrawlRefusal as error:
        complain(str(error))
        return None
    except KeyboardInterrupt:
        complain("the fetched pages are kept; run the same command again to continue")
        raise
    say(f"{counted(crawled.requests, 'page', 'pages')} of {crawled.origin} requested")
    if crawled.is_cut:
        say(f"stopped at {crawled.pages:,} pages; change this limit with --max-pages")
    for reason, paths in crawled.left_out.items():
        say(f"left out, {reason}: {counted(len(paths), 'page', 'pages')}{_of(paths)}")
    return crawled


def _options(base_url: str | None, given: _Given, addresses: dict[str, str] | None = None) -> MakeOptions:
    from standard_sitemap.webmaster.making.folder_maker import MakeOptions

    return MakeOptions(
        given["start"],
        base_url,
        given["selector"],
        given["leave_out"],
        given["tree_files"],
        not given["no_hints"],
        addresses=addresses,
    )


def _make_and_write(
    folder: Path, base_url: str | None, usual_place: Path, given: _Given, addresses: dict[str, str] | None = None
) -> int:
    made = _make(folder, _options(base_url, given, addresses))
    if made is None:
        return 1
    _say_made(made)
    output = usual_place if given["output"] is None else given["output"]
    return _write(made, folder, output, base_url, given)


def _print_template(name: str) -> int:
    from importlib.resources import files

    sys.stdout.write((files("standard_sitemap.integrations") / "layouts" / f"{name}.txt").read_text("utf-8"))
    return 0


def _make(folder: Path, options: MakeOptions) -> MakeResult | None:
    """Return the outline; print a message and return None if the folder has no pages."""
    from standard_sitemap.webmaster.making.folder_maker import EmptySelection, MissingPages
    from standard_sitemap.webmaster.making.folder_maker import make as make_outline
    from standard_sitemap.webmaster.making.tree_files.finding import UnknownTree

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


def _say_made(made: MakeResult) -> None:
    starts = ", ".join(made.starts) or "none"
    say(f"{counted(made.pages, 'page', 'pages')}, {made.reachable:,} of them reached by links from {starts}")
    for rule, what in _RULES.items():
        number = made.rules.get(rule)
        if number:
            say(f"  {number:,} {what}{_of(made.tree_files) if rule == 'tree-file' else ''}")
    if made.unlinked:
        pages = counted(len(made.unlinked), "page", "pages")
        say(f"no link leads to {pages}{_of(made.unlinked)}; placed by folder")
    for reason, paths in made.left_out.items():
        say(f"left out, {reason}: {counted(len(paths), 'file', 'files')}{_of(paths)}")


def _of(paths: list[str]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    return f" ({', '.join(paths[:_SHOWN])}{more})" if paths else ""


@dataclass(frozen=True)
class _UnindexedAddresses(Container[str]):
    """The addresses that search engines do not index: by the pages themselves, and by robots.txt."""

    hidden: frozenset[str]
    robots: RobotsRules

    def __contains__(self, location: object) -> bool:
        return isinstance(location, str) and (location in self.hidden or self.robots.forbidding(location) is not None)


def _robots(folder: Path, base_url: str) -> RobotsRules:
    """Return the rules of the folder's robots.txt, which crawlers read only at the root of a site."""
    from standard_sitemap.webmaster.checking.folders import robots_in
    from standard_sitemap.webmaster.checking.robots import RobotsRules

    return RobotsRules((robots_in(folder) if urlsplit(base_url).path == "/" else None) or b"")


def _write(made: MakeResult, folder: Path, output: str | Path, base_url: str | None, given: _Given) -> int:
    from standard_sitemap.webmaster.converting.conversion import ExistingFiles
    from standard_sitemap.webmaster.making.publishing import EmptyList, publish, publish_both
    from standard_sitemap.webmaster.making.writing import documents

    if output == "-":
        (document,) = documents(made.outline).values()
        sys.stdout.buffer.write(document)
        return 0
    place = Path(output).absolute()
    if place.is_dir():
        place = place / _USUAL_NAME
    if not place.parent.is_dir():
        raise click.UsageError(f"The folder {place.parent} does not exist; create it, or name another with -o.")
    try:
        if given["both"] and base_url is not None:
            split, may_replace = given["split"], given["force"]
            hidden = _UnindexedAddresses(made.hidden, _robots(folder, base_url))
            paths = publish_both(made.outline, place, base_url, split, may_replace=may_replace, hidden=hidden)
        else:
            paths = publish(made.outline, place, given["split"], may_replace=given["force"])
    except EmptyList as error:
        raise click.ClickException(
            f"sitemap.xml would list no page, so nothing was written. Below {base_url}, each page has noindex, is "
            "forbidden by robots.txt, or names another address as canonical; compare --base-url with the canonical "
            "links, or leave out --both."
        ) from error
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

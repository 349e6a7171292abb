"""`standard-sitemap submit`: announces a site's pages to search engines, and reports retired submission addresses."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import click

from standard_sitemap.api import in_folder, opened
from standard_sitemap.cli.indexnow import show_requests, submission, submit_addresses
from standard_sitemap.cli.losses import say_faults, say_left_out
from standard_sitemap.cli.options import base_url_option, private_option, require_scheme
from standard_sitemap.cli.terminal import FILE, Bar, PathOnDisk, complain, put, put_json, say, settings
from standard_sitemap.fetching.file_uris import absolute
from standard_sitemap.fetching.retrieving import folder_of
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.words import counted
from standard_sitemap.sitemapsorg.declarations import robots_line, with_robots_line
from standard_sitemap.webmaster.checking.folders import is_root_file
from standard_sitemap.webmaster.converting.conversion import MissingAddress, OutputFile, write_sitemaps_org
from standard_sitemap.webmaster.converting.markup import location_in
from standard_sitemap.webmaster.converting.pages import PageFacts, Pages
from standard_sitemap.webmaster.converting.sources import ReadOptions, Source, read
from standard_sitemap.webmaster.converting.staging import StagingArea
from standard_sitemap.webmaster.submitting.changes import dated, difference
from standard_sitemap.webmaster.submitting.engines import ENGINES
from standard_sitemap.webmaster.submitting.git_dates import MissingHistory
from standard_sitemap.webmaster.submitting.submissions import make_key

_FOLDER = PathOnDisk(path_type=Path, exists=True, file_okay=False)
_FILE = PathOnDisk(path_type=Path, dir_okay=False)


class _Site(NamedTuple):
    """The pages in a sitemap, its source, and its folder on the web and on disk."""

    pages: dict[str, PageFacts]
    source: Source
    source_status: int
    folder_uri: str | None
    folder: Path | None


@click.command()
@click.argument("sitemap", required=False, type=FILE)
@base_url_option("Web address of a local SITEMAP, or of its folder if it ends with a slash.")
@click.option("--root", type=_FOLDER, metavar="DIR", help="Read local files anywhere below DIR.")
@click.option("-o", "--output", type=_FILE, metavar="FILE", help="Write a sitemaps.org file for search engines.")
@click.option(
    "--lastmod", type=click.Choice(("files", "git")), help="With -o or --since: source of dates, files or git."
)
@click.option("--robots", type=_FILE, metavar="FILE", help="Add the line to this robots.txt instead of printing it.")
@click.option(
    "--sitemap-url", metavar="URL", help="Address of the sitemap for this line, if the derived address is wrong."
)
@click.option("--indexnow", is_flag=True, help="Submit the addresses of pages by IndexNow.")
@click.option(
    "--since",
    type=FILE,
    metavar="OLD",
    help="With --indexnow: submit only differences from this sitemap, a URL or file.",
)
@click.option("--key-file", type=_FILE, metavar="FILE", help="With --indexnow: the file that holds the key.")
@click.option(
    "--key-location", metavar="URL", help="Address of the key file. By default, it is at the root of the site."
)
@click.option("--make-key", type=_FOLDER, metavar="DIR", help="Create a key file in DIR, then exit.")
@click.option("--endpoint", metavar="URL", help="IndexNow endpoint. The default is the endpoint shared by all engines.")
@click.option("--engines", is_flag=True, help="Print the status of each engine's submission address, then exit.")
@click.option("--dry-run", is_flag=True, help="Print files and requests without writing or sending them.")
@private_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of text.")
def submit(**arguments: Any) -> int:
    """Submit the pages of SITEMAP, a file in either format or a folder that contains one, to search engines.

    Without --indexnow, prints the line for robots.txt, or adds it to a file with --robots. For a Standard-Sitemap, -o
    writes the sitemaps.org file that search engines read.

    With --indexnow, checks that the key file is on the site, then submits the addresses, up to 10,000 per request. If
    this is interrupted, the same command continues with the rest. Search engines no longer accept pings; --engines
    prints since when.

    \b
    Examples:
      standard-sitemap submit map.xml --base-url https://www.example.org/ -o sitemap.xml --robots robots.txt
      standard-sitemap submit --make-key public/
      standard-sitemap submit sitemap.xml --base-url https://www.example.org/ --indexnow --key-file public/9f….txt
      standard-sitemap submit new.xml --since old.xml --indexnow --key-file 9f….txt --dry-run
    """
    return _submit(_Arguments(**arguments))


class _Arguments(NamedTuple):
    sitemap: str | None
    base_url: str | None
    root: Path | None
    output: Path | None
    lastmod: Literal["files", "git"] | None
    robots: Path | None
    sitemap_url: str | None
    indexnow: bool
    since: str | None
    key_file: Path | None
    key_location: str | None
    make_key: Path | None
    endpoint: str | None
    engines: bool
    dry_run: bool
    as_json: bool


def _submit(arguments: _Arguments) -> int:
    if arguments.engines:
        return _print_engines(as_json=arguments.as_json)
    if arguments.make_key is not None:
        return _make_key(arguments.make_key, as_json=arguments.as_json)
    if arguments.sitemap is None:
        raise click.UsageError("Missing argument 'SITEMAP'.")
    if not arguments.indexnow and (
        arguments.since or arguments.key_file or arguments.key_location or arguments.endpoint
    ):
        raise click.UsageError("--since, --key-file, --key-location and --endpoint require --indexnow.")
    site = _dated(_read(arguments.sitemap, arguments.base_url, arguments.root), arguments.lastmod)
    if not site.pages:
        complain(f"{arguments.sitemap} contains no page that can be submitted")
        return 1
    report: dict[str, object] = {"pages": len(site.pages), "dry_run": arguments.dry_run}
    if arguments.output is not None:
        _write_sitemap(site, arguments.output, report, dry_run=arguments.dry_run)
    status = _index_now(site, arguments, report) if arguments.indexnow else 0
    if arguments.robots is not None or not arguments.indexnow:
        address = arguments.sitemap_url or _named(site, arguments.output)
        _write_robots(address, arguments.robots, report, dry_run=arguments.dry_run, as_json=arguments.as_json)
    if arguments.as_json:
        put_json(report)
    return max(status, site.source_status)


def _index_now(site: _Site, arguments: _Arguments, report: dict[str, object]) -> int:
    """Submit the differences from `--since`, or all pages; return the exit status. Fills `report` for --json."""

    base_url, key_location, since = arguments.base_url, arguments.key_location, arguments.since
    old = None if since is None else _read(since, base_url, arguments.root)
    for sitemap, side in () if old is None else ((since, old), (arguments.sitemap, site)):
        if side.source_status:
            raise click.ClickException(
                f"{sitemap} has errors, so its pages cannot be compared; correct them, or submit all without --since"
            )
    changed = difference(old and old.pages, site.pages)
    report["difference"] = changed._asdict()
    added = counted(len(changed.added), "page", "pages")
    say(added if since is None else f"{added} added, {len(changed.changed):,} changed, {len(changed.gone):,} gone")
    request = submission(changed, next(iter(site.pages)), arguments.key_file, key_location, arguments.endpoint)
    report["indexnow"] = {"endpoint": request.endpoint, "host": request.host, "keyLocation": request.key_location}
    if not request.addresses:
        say("nothing to submit")
        return 0
    if not arguments.dry_run:
        private = settings.named(arguments.sitemap or "", settings.named_base(base_url), key_location)
        return submit_addresses(request, private, report)
    show_requests(request, report, as_json=arguments.as_json)
    return 0


def _print_engines(*, as_json: bool) -> int:
    if as_json:
        put_json([engine._asdict() for engine in ENGINES])
        return 0
    for engine in ENGINES:
        since = f" (announced on {engine.retired})" if engine.retired else ""
        click.echo(f"{engine.name}\n  {engine.address}\n  {engine.state}{since}\n  → {engine.today}\n  {engine.source}")
    return 0


def _make_key(folder: Path, *, as_json: bool) -> int:
    try:
        file = make_key(folder)
    except OSError as error:
        raise click.ClickException(f"the key file cannot be written into {folder}: {error.strerror}") from error
    if as_json:
        put_json({"key_file": str(file), "key": file.stem})
    else:
        put(str(file))
    say("upload this file to the root of the site, then submit with --indexnow --key-file")
    return 0


def _read(sitemap: str, base_url: str | None, root: Path | None) -> _Site:
    """Return the pages of one host that a sitemap lists.

    Raises Refusal, or UsageError without an address on the web.
    """
    require_scheme(sitemap)
    uri = in_folder(opened(sitemap)).uri
    with Bar() as bar:
        private, is_named = settings.allow_private, not settings.has_configured_base
        folder = root.resolve() if root else None
        options = ReadOptions(folder, base_url, allow_private=private, is_base_named=is_named)
        source = asyncio.run(read([uri], options, bar.show))
    web = resolve(base_url or uri, "./")
    folder_uri = web if web is not None and web.startswith(("http://", "https://")) else None
    pages = Pages(source.hierarchies, folder_uri and urlsplit(folder_uri).netloc)
    listed = dict(pages.listed())
    lost = pages.left_out.get("on-disk")
    if lost is not None:
        raise click.UsageError(
            f"Addresses such as {lost.first} are relative; give the address of {sitemap} with --base-url."
        )
    say_left_out(pages)
    return _Site(listed, source, say_faults(source, [sitemap]), folder_uri, folder_of(uri))


def _dated(site: _Site, source: Literal["files", "git"] | None) -> _Site:
    if source is None:
        return site
    if site.folder is None or site.folder_uri is None:
        raise click.UsageError("--lastmod needs a local SITEMAP, and the address of its folder with --base-url.")
    try:
        return site._replace(pages=dated(site.pages, site.folder, site.folder_uri, source))
    except MissingHistory as error:
        raise click.ClickException(f"git provides no dates: {error.args[0]}") from error


def _write_sitemap(site: _Site, output: Path, report: dict[str, object], *, dry_run: bool) -> None:

    # The list is written again and again without --force, but it must not replace the tree that it is made from.
    if output.is_file() and is_root_file(output):
        raise click.UsageError(f"-o {output} is a Standard-Sitemap; name another file for search engines.")
    report["sitemap"] = str(output)
    if dry_run:
        say(f"would write {counted(len(site.pages), 'page', 'pages')} into {output}")
        return
    place = Path(absolute(output))
    try:
        with Bar("pages", len(site.pages)) as bar:
            target = OutputFile(place.parent, place.name, True)
            files = write_sitemaps_org(site.pages.items(), target, site.folder_uri, bar.show)
    except MissingAddress as error:
        raise click.UsageError(
            "Too many pages for one file; give the future address of the files with --base-url."
        ) from error
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}; nothing was changed.") from error
    say(f"{files[-1]} written, {counted(len(site.pages), 'page', 'pages')}")


def _named(site: _Site, output: Path | None) -> str:
    """Return the present or future address of the sitemap for search engines."""
    if output is not None:
        if site.folder_uri is None:
            raise click.UsageError("Give the future address of the file with --sitemap-url.")
        return location_in(site.folder_uri, output.name)
    address = site.source.uris[0]
    if site.source.format == "ssp":
        raise click.UsageError(
            f"Search engines cannot read {address}, a Standard-Sitemap; write a sitemaps.org file with -o."
        )
    if not address.startswith(("http://", "https://")):
        raise click.UsageError("Give the address of the sitemap with --base-url or --sitemap-url.")
    return address


def _write_robots(sitemap: str, file: Path | None, report: dict[str, object], *, dry_run: bool, as_json: bool) -> None:
    report["robots"] = robots_line(sitemap)
    if file is None:
        if not as_json:
            put(robots_line(sitemap))
        say("add this line to robots.txt at the root of the site; search engines no longer accept pings (--engines)")
        return
    try:
        before = file.read_bytes() if file.exists() else b""
        after = with_robots_line(before, sitemap)
        if after != before and not dry_run:
            _replace(file, after)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
    if after == before:
        say(f"{file} already names the sitemap")
    else:
        say(f"{'would add' if dry_run else 'added'} to {file}: {robots_line(sitemap)}")


def _replace(file: Path, body: bytes) -> None:
    """Replace a file atomically. Raises OSError."""
    place = Path(absolute(file))
    # A truncated robots.txt would block crawlers or let them in by mistake.
    with StagingArea(place.parent, may_replace=True) as staging:
        staging.write(place.name, [body])
        staging.place()

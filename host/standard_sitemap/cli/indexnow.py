"""IndexNow for `standard-sitemap submit`: checks the key, sends the addresses, reports the outcome."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.terminal import Bar, complain, say
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.submitting.changes import ChangedAddresses, difference
from standard_sitemap.webmaster.submitting.engines import (
    ENDPOINT,
    BadKey,
    Submission,
    in_reach,
    look_for_key,
    read_key,
    usual_location,
)
from standard_sitemap.webmaster.submitting.sending import Journal, Sent, send


class KeyOptions(NamedTuple):
    """The key's file and address, the endpoint, and the addresses named by the caller; None for the default."""

    key_file: Path | None
    key_location: str | None
    endpoint: str | None
    named: tuple[str, ...] | None


class Output(NamedTuple):
    """Whether to skip sending, and whether to print a JSON object instead of text."""

    dry_run: bool
    as_json: bool


def index_now(
    pages: dict[str, PageFacts],
    old: dict[str, PageFacts] | None,
    options: KeyOptions,
    report: dict[str, object],
    *,
    output: Output,
) -> int:
    """Submit the differences from `old`, or everything; return the exit status. Fills `report` for --json."""
    wanted = _submission(pages, old, options, report)
    journal = Journal(wanted.identity)
    report["indexnow"] = {"endpoint": wanted.endpoint, "host": wanted.host, "keyLocation": wanted.key_location}
    if not wanted.addresses:
        say("nothing to submit")
        return 0
    if output.dry_run:
        _show_requests(wanted, min(journal.done, len(wanted.addresses)), report, as_json=output.as_json)
        return 0
    _require_key(wanted, options.named)
    sent = _send(wanted, journal)
    report["accepted"] = {"now": sent.now, "in_all": sent.done, "of": len(wanted.addresses), "status": sent.status}
    return _say_sent(wanted, sent)


def _submission(
    pages: dict[str, PageFacts], old: dict[str, PageFacts] | None, options: KeyOptions, report: dict[str, object]
) -> Submission:
    """Return the submission. Raises UsageError or ClickException without a usable key."""
    key_file, key_location, endpoint, _ = options
    for address in (key_location, endpoint):
        if address is not None and urlsplit(address).scheme not in ("http", "https"):
            raise click.UsageError(f"{address} does not begin with http:// or https://.")
    if key_file is None:
        raise click.UsageError("--indexnow needs --key-file; create a key with --make-key.")
    try:
        held = read_key(key_file)
    except BadKey as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"--key-file {key_file} cannot be read: {error.strerror}.") from error
    site = next(iter(pages))
    location = key_location or usual_location(site, held)
    changed = difference(old, pages)
    report["difference"] = changed._asdict()
    _say_difference(changed, is_all=old is None)
    within, beyond = in_reach(changed.addresses, location)
    if beyond:
        addresses = counted(len(beyond), "address", "addresses")
        say(f"left out: {addresses} outside the folder of the key at {location}, the first {beyond[0]}")
    return Submission(endpoint or ENDPOINT, urlsplit(site).netloc, held, location, tuple(within))


def _say_difference(changed: ChangedAddresses, *, is_all: bool) -> None:
    if is_all:
        say(counted(len(changed.added), "page", "pages"))
    else:
        added = counted(len(changed.added), "page", "pages")
        say(f"{added} added, {len(changed.changed):,} changed, {len(changed.gone):,} gone")


def _show_requests(wanted: Submission, done: int, report: dict[str, object], *, as_json: bool) -> None:
    """Print the requests that would be sent, byte for byte."""
    if done:
        of_all = f"{done:,} of {counted(len(wanted.addresses), 'address', 'addresses')}"
        say(f"{of_all} were accepted before and are not sent again")
    bodies = [body.decode() for _, body in wanted.bodies(done)]
    if as_json:
        report["requests"] = [json.loads(body) for body in bodies]
        return
    for body in bodies:
        sys.stdout.write(f"POST {wanted.endpoint}\nContent-Type: application/json; charset=utf-8\n\n{body}\n\n")


def _require_key(wanted: Submission, named: tuple[str, ...] | None) -> None:
    """Raise FetchRefusal or ClickException if the site does not serve the key, as search engines require."""

    async def ask() -> None:
        async with Retriever(None, named=named) as retriever:
            await look_for_key(wanted.key_location, wanted.key, retriever)

    try:
        asyncio.run(ask())
    except BadKey as error:
        raise click.ClickException(f"{error}; upload the key file there first") from error


def _send(wanted: Submission, journal: Journal) -> Sent:
    with Bar("addresses", len(wanted.addresses)) as bar:
        try:
            return send(wanted, journal, bar.show)
        except OSError as error:
            raise click.ClickException(f"the progress cannot be stored: {error}") from error


def _say_sent(wanted: Submission, sent: Sent) -> int:
    of_all = f"{sent.done:,} of {counted(len(wanted.addresses), 'address', 'addresses')}"
    answer = f"{wanted.endpoint} answered {sent.status}" if sent.status is not None else wanted.endpoint
    if sent.verdict.kind == "accepted":
        say(f"{of_all}: {sent.verdict.text}")
        return 0
    complain(f"{answer}: {sent.verdict.text}")
    if sent.verdict.kind == "refused":
        complain(f"{of_all} accepted; correct this, then run the same command again to send the rest")
        return 1
    wait = f" after {sent.retry_after} (Retry-After)" if sent.retry_after else " later"
    complain(f"{of_all} accepted; run the same command again{wait} to send the rest")
    return 3

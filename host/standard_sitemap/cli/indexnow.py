"""IndexNow for `standard-sitemap submit`: checks the key, sends the addresses, reports the outcome."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.options import is_on_web
from standard_sitemap.cli.terminal import Bar, complain, say
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.submitting.changes import ChangedAddresses
from standard_sitemap.webmaster.submitting.submissions import (
    ENDPOINT,
    BadKey,
    Journal,
    Submission,
    look_for_key,
    read_key,
    send,
    usual_location,
)


def submission(
    changed: ChangedAddresses, site: str, key_file: Path | None, key_location: str | None, endpoint: str | None
) -> Submission:
    """Return the submission of addresses on the host of the page `site`, with the report of what is left out.

    Raises UsageError or ClickException without a usable key.
    """
    for address in (key_location, endpoint):
        if address is not None and not is_on_web(address):
            raise click.UsageError(f"{address} does not begin with http:// or https://.")
    if key_file is None:
        raise click.UsageError("--indexnow needs --key-file; create a key with --make-key.")
    try:
        key = read_key(key_file)
    except BadKey as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"--key-file {key_file} cannot be read: {error.strerror}.") from error
    location = key_location or usual_location(site, key)
    # A key authorises the addresses in its folder and below.
    folder = location.rpartition("/")[0] + "/"
    within = tuple(address for address in changed.addresses if address.startswith(folder))
    if beyond := [address for address in changed.addresses if not address.startswith(folder)]:
        addresses = counted(len(beyond), "address", "addresses")
        say(f"left out: {addresses} outside the folder of the key at {location}, the first {beyond[0]}")
    return Submission(endpoint or ENDPOINT, urlsplit(site).netloc, key, location, within)


def show_requests(request: Submission, report: dict[str, object], *, as_json: bool) -> None:
    """Print the requests that would be sent, byte for byte, or add them to the report."""
    if done := Journal(request).done:
        say(f"{_of_all(request, done)} were accepted before and are not sent again")
    bodies = [body.decode() for _, body in request.bodies(done)]
    if as_json:
        report["requests"] = [json.loads(body) for body in bodies]
        return
    for body in bodies:
        sys.stdout.write(f"POST {request.endpoint}\nContent-Type: application/json; charset=utf-8\n\n{body}\n\n")


def submit_addresses(request: Submission, named: tuple[str, ...] | None, report: dict[str, object]) -> int:
    """Send the addresses if the site serves the key, as search engines require; return the exit status.

    `named` are the addresses named by the caller, whose servers may be private. Raises FetchRefusal or ClickException.
    """
    try:
        asyncio.run(_require_key(request, named))
        with Bar("addresses", len(request.addresses)) as bar:
            sent = send(request, Journal(request), bar.show)
    except BadKey as error:
        raise click.ClickException(f"{error}; upload the key file there first") from error
    except OSError as error:
        raise click.ClickException(f"the progress cannot be stored: {error}") from error
    report["accepted"] = {"now": sent.now, "in_all": sent.done, "of": len(request.addresses), "status": sent.status}
    of_all = _of_all(request, sent.done)
    if sent.kind == "accepted":
        say(f"{of_all}: {sent.meaning}")
        return 0
    complain(f"{request.endpoint}{f' answered {sent.status}' if sent.status else ''}: {sent.meaning}")
    if sent.kind == "refused":
        complain(f"{of_all} accepted; correct this, then run the same command again to send the rest")
        return 1
    wait = f" after {sent.retry_after} (Retry-After)" if sent.retry_after else " later"
    complain(f"{of_all} accepted; run the same command again{wait} to send the rest")
    return 3


async def _require_key(request: Submission, named: tuple[str, ...] | None) -> None:
    async with Retriever(None, named=named) as retriever:
        await look_for_key(request.key_location, request.key, retriever)


def _of_all(request: Submission, done: int) -> str:
    return f"{done:,} of {counted(len(request.addresses), 'address', 'addresses')}"

"""`--header` and `--cookie`: credentials for requests to the origin that the caller named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import click

from standard_sitemap.cli.terminal import settings

if TYPE_CHECKING:
    from standard_sitemap.fetching.credentials import Credentials

_Command = Callable[..., Any]

_OPTIONS = (
    click.option(
        "--header",
        "headers",
        metavar="'NAME: VALUE'",
        multiple=True,
        help="Send this header field to the named origin only; can be repeated.",
    ),
    click.option(
        "--cookie",
        "cookie_file",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="Send the cookies in FILE to the named origin only. FILE is a cookies.txt or a Cookie header.",
    ),
)


class Given(TypedDict):
    """The two options as click passes them."""

    headers: tuple[str, ...]
    cookie_file: Path | None


def credential_options(command: _Command) -> _Command:
    """Add both options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def credentials(headers: tuple[str, ...], cookie_file: Path | None, *addresses: str) -> Credentials | None:
    """Return the caller's credentials for the one origin of the addresses; None without any. Raises UsageError."""
    if not headers and cookie_file is None:
        return None
    from standard_sitemap.fetching.credentials import COOKIE_FILE_BYTES, Unusable, credentials_for
    from standard_sitemap.fetching.request_headers import origin

    named = [address for address in addresses if address.lower().startswith(("http://", "https://"))]
    if len({origin(address) for address in named}) != 1:
        remedy = (
            " Give --base-url: credentials are not sent to the address in pyproject.toml."
            if settings.has_configured_base
            else ""
        )
        raise click.UsageError(f"--header and --cookie require that all addresses have the same origin.{remedy}")
    text = None
    if cookie_file is not None:
        with cookie_file.open("rb") as file:
            body = file.read(COOKIE_FILE_BYTES + 1)
        if len(body) > COOKIE_FILE_BYTES:
            raise click.UsageError(f"--cookie {cookie_file} is larger than {COOKIE_FILE_BYTES:,} bytes.")
        text = body.decode("utf-8", "replace")
    try:
        return credentials_for(named[0], headers, text)
    except Unusable as error:
        raise click.UsageError(f"--header or --cookie cannot be used: {error.args[0]}.") from None

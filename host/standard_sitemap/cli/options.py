"""The options that several commands share.

In pyproject.toml, `[tool.standard-sitemap]` sets `--base-url` for all commands. The file may belong to a stranger's
repository. Its address therefore counts for files on disk only, gets no credentials, and reaches no private server.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.terminal import PathOnDisk, settings
from standard_sitemap.fetching.credentials import COOKIE_FILE_BYTES, Credentials, CredentialsError, credentials_for
from standard_sitemap.fetching.request_headers import origin
from standard_sitemap.model.uris import resolve

# The beginning of a web address without its scheme: `www.`, a host with a path or a port, or this computer.
_HOST = re.compile(r"www\.|[\w-]+(?:\.[\w-]+)+(?:/|:[0-9])|localhost(?:[/:]|\Z)", re.IGNORECASE)

_FILE = Path("pyproject.toml")
_TABLE = "standard-sitemap"
_SETTING = "base-url"
# More than any project's file: the parser needs a multiple of it.
_FILE_BYTES = 1_000_000

_Command = Callable[..., Any]


def require_scheme(argument: str) -> None:
    """Raise UsageError for an argument that names nothing on disk and looks like a web address without its scheme."""
    if _HOST.match(argument) and not os.path.lexists(argument):
        raise click.UsageError(f"{argument} is not a file or a folder. A web address begins with https:// or http://.")


def is_on_web(address: str) -> bool:
    """Return whether an argument is an http or https address."""
    return address.lower().startswith(("http://", "https://"))


def root_option(of: str) -> Callable[[_Command], _Command]:
    """Return the option `--root DIR` for commands that read files on disk; `of` is their word for an argument."""
    return click.option(
        "--root",
        type=PathOnDisk(path_type=Path, exists=True, file_okay=False, resolve_path=True),
        metavar="DIR",
        help=f"Read local files anywhere below DIR, not only below the {of}'s folder.",
    )


def _set_allow_private(_: click.Context, __: click.Parameter, value: bool) -> None:
    settings.allow_private = value


private_option = click.option(
    "--allow-private",
    is_flag=True,
    expose_value=False,
    callback=_set_allow_private,
    help="Let files, redirects and pages lead to private addresses that the command line does not name.",
)


def base_url_option(help_text: str) -> Callable[[_Command], _Command]:
    """Return the option `--base-url` for a command."""
    return click.option(
        "--base-url",
        metavar="URL",
        callback=_or_configured,
        help=f"{help_text} Default: base-url in pyproject.toml.",
    )


def _or_configured(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Return the value of the command line, or else the project's, unless an argument is on the web."""
    settings.has_configured_base = False
    if value is not None:
        return _normalised(value) or _refuse(value)
    if context.resilient_parsing or any(map(is_on_web, _arguments(context))):
        return None
    configured = _configured_base()
    settings.has_configured_base = configured is not None
    return configured


def _arguments(context: click.Context) -> Iterator[str]:
    for parameter in context.command.params:
        if isinstance(parameter, click.Argument):
            value = context.params.get(parameter.name or "")
            yield from value if isinstance(value, tuple) else (value or "",)


def _normalised(value: str) -> str | None:
    """Return an address as browsers write it; None unless it is on the web, without login, query and fragment."""
    address = resolve("", value) if is_on_web(value) else None
    if address is None or "@" in urlsplit(address).netloc or "?" in address or "#" in address:
        return None
    return address


def _refuse(value: str) -> NoReturn:
    raise click.UsageError(f"--base-url {value} is not an http or https address without login, query and fragment.")


def _content(file: Path, most: int, name: str) -> bytes:
    """Return the bytes of a file that messages call `name`. Raises UsageError if it cannot be read, or is too large."""
    try:
        with file.open("rb") as stream:
            body = stream.read(most + 1)
    except OSError as error:
        raise click.UsageError(f"{name} cannot be read: {error.strerror}.") from error
    if len(body) > most:
        raise click.UsageError(f"{name} is larger than {most:,} bytes.")
    return body


def _configured_base() -> str | None:
    """Return the base URL of the current folder's pyproject.toml. Raises UsageError for a faulty table."""
    if not _FILE.is_file():
        return None

    import tomllib  # saves 2 ms in other folders

    body = _content(_FILE, _FILE_BYTES, str(_FILE))
    try:
        text = body.decode("utf-8")
        tool = tomllib.loads(text).get("tool", {})
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{_FILE} is not valid TOML: {error}.") from error
    table = tool.get(_TABLE, {}) if isinstance(tool, dict) else {}
    return _checked(table, text) if table != {} else None


def _checked(table: object, text: str) -> str:
    """Return the one setting of the table. Raises UsageError for any other content."""
    if not isinstance(table, dict):
        raise click.UsageError(f"{_FILE}: tool.{_TABLE} is not a table; write [tool.{_TABLE}].")
    for name in table:
        if name != _SETTING:
            raise click.UsageError(
                f"{_place(text, name)}: [tool.{_TABLE}] has no setting {name}. Its only setting is {_SETTING}; all "
                "others belong on the command line."
            )
    value = table[_SETTING]
    address = _normalised(value) if isinstance(value, str) else None
    if address is None:
        raise click.UsageError(
            f'{_place(text, _SETTING)}: {_SETTING} is not an address in quotes, such as "https://www.example.org/".'
        )
    return f"{address.rstrip('/')}/"


def _place(text: str, name: str) -> str:
    """Return the file, and the line of a setting if the setting is in a table with its own header."""
    lines, is_inside = text.splitlines(), False
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*\[", line):
            is_inside = re.match(rf"\s*\[\s*tool\s*\.\s*[\"']?{_TABLE}[\"']?\s*\]", line) is not None
        elif is_inside and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*[=.]", line):
            return f"{_FILE}, line {number}"
    return str(_FILE)


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
        type=PathOnDisk(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="Send the cookies in FILE to the named origin only. FILE is a cookies.txt or a Cookie header.",
    ),
)


def credential_options(command: _Command) -> _Command:
    """Add both options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def credentials(headers: tuple[str, ...], cookie_file: Path | None, *addresses: str) -> Credentials | None:
    """Return the caller's credentials for the one origin of the addresses; None without any. Raises UsageError."""
    if not headers and cookie_file is None:
        return None

    named = [address for address in addresses if is_on_web(address)]
    if len({origin(address) for address in named}) != 1:
        remedy = (
            " Give --base-url: credentials are not sent to the address in pyproject.toml."
            if settings.has_configured_base
            else ""
        )
        raise click.UsageError(f"--header and --cookie require that all addresses have the same origin.{remedy}")
    text = None
    if cookie_file is not None:
        text = _content(cookie_file, COOKIE_FILE_BYTES, f"--cookie {cookie_file}").decode("utf-8", "replace")
    try:
        return credentials_for(named[0], headers, text)
    except CredentialsError as error:
        raise click.UsageError(f"--header or --cookie cannot be used: {error.args[0]}.") from None

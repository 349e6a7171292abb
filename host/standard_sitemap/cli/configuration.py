"""`--base-url`, and its value for all commands in pyproject.toml: `[tool.standard-sitemap]`.

The file may belong to a stranger's repository. Its address therefore counts for files on disk only, gets no
credentials, and reaches no private server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.terminal import settings

_FILE = Path("pyproject.toml")
_TABLE = "standard-sitemap"
_SETTING = "base-url"
# More than any project's file: the parser needs a multiple of it.
_FILE_BYTES = 1_000_000

_Command = Callable[..., Any]


def base_url_option(help_text: str) -> Callable[[_Command], _Command]:
    """Return the option `--base-url` for a command."""
    return click.option(
        "--base-url",
        metavar="URL",
        callback=_or_configured,
        help=f"{help_text} base-url in pyproject.toml sets it, too.",
    )


def _or_configured(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Return the value of the command line, or else the project's, unless an argument is on the web."""
    settings.has_configured_base = False
    if value is not None:
        return _normalised(value) or _refuse(value)
    if context.resilient_parsing or any(map(_is_on_web, _arguments(context))):
        return None
    configured = _configured_base()
    settings.has_configured_base = configured is not None
    return configured


def _arguments(context: click.Context) -> Iterator[str]:
    for parameter in context.command.params:
        if isinstance(parameter, click.Argument):
            value = context.params.get(parameter.name or "")
            yield from value if isinstance(value, tuple) else (value or "",)


def _is_on_web(address: str) -> bool:
    return address.lower().startswith(("http://", "https://"))


def _normalised(value: str) -> str | None:
    """Return an address as browsers write it; None unless it is on the web, without login, query and fragment."""
    from standard_sitemap.model.uris import resolve  # imported here: loading it would slow down every --help

    address = resolve("", value) if _is_on_web(value) else None
    if address is None or "@" in urlsplit(address).netloc or "?" in address or "#" in address:
        return None
    return address


def _refuse(value: str) -> NoReturn:
    raise click.UsageError(f"--base-url {value} is not an http or https address without login, query and fragment.")


def _configured_base() -> str | None:
    """Return the base URL of the current folder's pyproject.toml. Raises UsageError for a faulty table."""
    if not _FILE.is_file():
        return None
    import tomllib  # imported here: most folders have no such file

    try:
        with _FILE.open("rb") as file:
            body = file.read(_FILE_BYTES + 1)
    except OSError as error:
        raise click.UsageError(f"{_FILE} cannot be read: {error.strerror}.") from error
    if len(body) > _FILE_BYTES:
        raise click.UsageError(f"{_FILE} is larger than {_FILE_BYTES:,} bytes.")
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

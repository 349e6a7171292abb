"""Manual pages, written from the table of commands: one of all of them, and one for each."""

from __future__ import annotations

import time
from collections.abc import Iterator

import click

from standard_sitemap.cli.commands import SUMMARIES, standard_sitemap
from standard_sitemap.identity import HOST_PROGRAM

_PROGRAM = "standard-sitemap"
_EXIT = """.SH EXIT STATUS
0 all is well; 1 the sitemap has errors or nothing was found; 2 wrong usage; 3 something could not be fetched.
"""
_ENVIRONMENT = """.SH ENVIRONMENT
.TP
.B NO_COLOR
Where it is set and not empty nothing is coloured, unless \\-\\-color says otherwise.
"""


def pages(moment: int | None = None) -> dict[str, str]:
    """All manual pages in roff, by file name; `moment` is the date on them, in seconds since 1970."""
    context = click.Context(standard_sitemap, info_name=_PROGRAM)
    found = {f"{_PROGRAM}.1": _page_of_all(context, moment)}
    for name in standard_sitemap.list_commands(context):
        found[f"{_PROGRAM}-{name}.1"] = _page_of(name, context, moment)
    return {**found, f"{HOST_PROGRAM}.1": _page_of_host(moment)}


def _page_of_all(context: click.Context, moment: int | None) -> str:
    listed = "".join(
        f".TP\n.BR {_escaped(f'{_PROGRAM}-{name}')} (1)\n{_escaped(summary)}\n" for name, summary in SUMMARIES.items()
    )
    return "".join((
        _head(_PROGRAM, moment),
        f".SH NAME\n{_escaped(_PROGRAM)} \\- read the sitemaps of the Standard\\-Sitemap Protocol\n",
        f".SH SYNOPSIS\n.B {_escaped(_PROGRAM)}\n[\n.I OPTION\n\\&... ]\n.I COMMAND\n[\n.I ARGUMENT\n\\&... ]\n",
        ".SH DESCRIPTION\n" + _prose(standard_sitemap.help or ""),
        ".SH OPTIONS\n",
        *_options(standard_sitemap, context),
        ".SH COMMANDS\n",
        listed,
        _ENVIRONMENT,
        _EXIT,
        f".SH SEE ALSO\n.BR {_escaped(HOST_PROGRAM)} (1)\n",
    ))  # fmt: skip


def _page_of(name: str, context: click.Context, moment: int | None) -> str:
    command = standard_sitemap.get_command(context, name)
    assert command is not None
    inner = click.Context(command, parent=context, info_name=name)
    usage = " ".join(command.collect_usage_pieces(inner))
    return "".join((
        _head(f"{_PROGRAM}-{name}", moment),
        f".SH NAME\n{_escaped(f'{_PROGRAM}-{name}')} \\- {_escaped(_as_part(SUMMARIES[name]))}\n",
        f".SH SYNOPSIS\n.B {_escaped(f'{_PROGRAM} {name}')}\n{_escaped(usage)}\n",
        ".SH DESCRIPTION\n" + _prose(command.help or ""),
        ".SH OPTIONS\n",
        *_options(command, inner),
        _EXIT,
        f".SH SEE ALSO\n.BR {_escaped(_PROGRAM)} (1)\n",
    ))  # fmt: skip


def _page_of_host(moment: int | None) -> str:
    """No person starts the host; who meets its name wants to know what it is."""
    name = _escaped(HOST_PROGRAM)
    return (
        _head(HOST_PROGRAM, moment)
        + f".SH NAME\n{name} \\- native messaging host of Standard\\-Sitemap Navigator\n"
        + f".SH SYNOPSIS\n.B {name}\n"
        + ".SH DESCRIPTION\nBrowsers start it for the extension, and talk with it by messages on its standard input "
        + "and output.\nWhether they find it,\n.B standard\\-sitemap doctor\ntells.\n"
        + f".SH SEE ALSO\n.BR {_escaped(_PROGRAM)} (1)\n"
    )


def _head(title: str, moment: int | None) -> str:
    date = "" if moment is None else time.strftime("%Y-%m-%d", time.gmtime(moment))
    return f'.TH {_escaped(title.upper())} 1 "{date}" "Standard\\-Sitemap Navigator" "User Commands"\n'


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        if record := option.get_help_record(context):
            yield f".TP\n.B {_escaped(record[0])}\n{_escaped(record[1])}\n"


def _as_part(summary: str) -> str:
    """A sentence as it continues a line."""
    return (summary[:1].lower() + summary[1:]).removesuffix(".")


def _prose(text: str) -> str:
    """A docstring as click reads it: paragraphs, and those after `\\b` line by line."""
    written = []
    for paragraph in text.replace("\f", "").split("\n\n"):
        lines = paragraph.strip("\n").splitlines()
        if lines and lines[0].strip() == "\b":
            body = "".join(f"{_escaped(line)}\n" for line in lines[1:])
            written.append(f".PP\n.nf\n{body}.fi\n")
        elif lines:
            written.append(f".PP\n{_escaped(' '.join(line.strip() for line in lines))}\n")
    return "".join(written)


def _escaped(text: str) -> str:
    """Text in which roff sees no request: hyphens that may be copied, no dot or quote at the start of a line."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("’", "'").replace("…", "...")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain

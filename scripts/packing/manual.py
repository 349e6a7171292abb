"""Manual pages and shell completion, made from the command line's own table of commands."""

from __future__ import annotations

import time
from collections.abc import Iterator

import click
from click.shell_completion import get_completion_class

from packing import PackingError
from standard_sitemap.cli import COMPLETION_VARIABLE
from standard_sitemap.cli.commands import standard_sitemap

#: Where each shell looks for what its distribution installs.
COMPLETION_FILES = {
    "bash": "usr/share/bash-completion/completions/standard-sitemap",
    "zsh": "usr/share/zsh/vendor-completions/_standard-sitemap",
    "fish": "usr/share/fish/vendor_completions.d/standard-sitemap.fish",
}

_EXIT = """.SH EXIT STATUS
0 all is well; 1 the sitemap has errors or nothing was found; 2 wrong usage; 3 something could not be fetched.
"""


def completion(shell: str) -> str:
    """The script that `shell` loads to complete our command line; it runs nothing until a key asks for it."""
    kind = get_completion_class(shell)
    if kind is None:
        raise PackingError(f"click has no completion for {shell}")
    return kind(standard_sitemap, {}, "standard-sitemap", COMPLETION_VARIABLE).source()


def page(moment: int) -> str:
    """The manual page of `standard-sitemap`, with all of its commands."""
    context = click.Context(standard_sitemap, info_name="standard-sitemap")
    parts = [
        _head("STANDARD-SITEMAP", moment),
        ".SH NAME\nstandard\\-sitemap \\- read the sitemaps of the Standard\\-Sitemap Protocol\n",
        ".SH SYNOPSIS\n.B standard\\-sitemap\n.I COMMAND\n[\n.I OPTION\n.R ... ]\n".replace(".R ...", "\\&..."),
        ".SH DESCRIPTION\n" + _prose(standard_sitemap.help or ""),
        ".SH COMMANDS\n",
        *_commands(context),
        _EXIT,
        ".SH SEE ALSO\n.BR standard\\-sitemap\\-host (1)\n",
    ]
    return "".join(parts)


def host_page(moment: int) -> str:
    """The manual page of `standard-sitemap-host`, which no person starts."""
    return (
        _head("STANDARD-SITEMAP-HOST", moment)
        + ".SH NAME\nstandard\\-sitemap\\-host \\- native messaging host of Standard\\-Sitemap Navigator\n"
        + ".SH SYNOPSIS\n.B standard\\-sitemap\\-host\n"
        + ".SH DESCRIPTION\nBrowsers start it for the extension, and talk with it by messages on its standard input "
        + "and output.\nWhether they find it,\n.B standard\\-sitemap doctor\ntells.\n"
        + ".SH SEE ALSO\n.BR standard\\-sitemap (1)\n"
    )


def _head(title: str, moment: int) -> str:
    date = time.strftime("%Y-%m-%d", time.gmtime(moment))
    return f'.TH {_escaped(title)} 1 "{date}" "Standard\\-Sitemap Navigator" "User Commands"\n'


def _commands(context: click.Context) -> Iterator[str]:
    for name in standard_sitemap.list_commands(context):
        command = standard_sitemap.get_command(context, name)
        assert command is not None
        inner = click.Context(command, parent=context, info_name=name)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield f".SS {_escaped(name)} {_escaped(usage)}\n{_prose(command.help or '')}"
        for option in command.get_params(inner):
            if record := option.get_help_record(inner):
                yield f".TP\n.B {_escaped(record[0])}\n{_escaped(record[1])}\n"


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

"""Shell and manual support: `completion`, and `manual` with its pages.

The manual is generated from the table of commands: an overview page, and a page for each command.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from standard_sitemap.cli import COMPLETION_VARIABLE
from standard_sitemap.cli.commands import SUMMARIES, standard_sitemap
from standard_sitemap.cli.powershell import PROFILE_LINE, PowerShellComplete
from standard_sitemap.cli.terminal import complain, put, say
from standard_sitemap.reader.identity import HOST_PROGRAM

# The path of each shell's completion file in a data folder, such as `~/.local/share`.
COMPLETION_FILES = {
    "bash": "bash-completion/completions/standard-sitemap",
    "zsh": "zsh/site-functions/_standard-sitemap",
    "fish": "fish/vendor_completions.d/standard-sitemap.fish",
}
SHELLS = (*COMPLETION_FILES, PowerShellComplete.name)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Write the script to your shell's folder for completions.")
def completion(shell: str | None, install: bool) -> int:
    """Print the script that completes commands, options and files in SHELL, by default in your own shell.

    \b
    Examples:
      standard-sitemap completion --install
      standard-sitemap completion zsh > _standard-sitemap
      eval "$(standard-sitemap completion bash)"
      standard-sitemap completion powershell | Out-String | Invoke-Expression
    """
    shell = shell or Path(os.environ.get("SHELL") or (PowerShellComplete.name if os.name == "nt" else "")).name
    if shell not in SHELLS:
        raise click.UsageError(f"Name a shell: {', '.join(SHELLS)}.")
    text = completion_script(shell)
    if not install:
        click.echo(text, nl=False)
        return 0
    if shell not in COMPLETION_FILES:
        raise click.UsageError(f"PowerShell has no folder for completions; add this line to $PROFILE: {PROFILE_LINE}")
    file = _data_folder() / COMPLETION_FILES[shell]
    _write({file: text})
    if shell == "zsh":
        say(f"zsh finds it if ~/.zshrc contains, before compinit: fpath=({file.parent} $fpath)")
    say("open a new shell to use completion")
    return 0


@click.command()
@click.argument("name", metavar="[COMMAND]", required=False)
@click.option("--install", is_flag=True, help="Write all manual pages to your own folder for manual pages.")
def manual(name: str | None, install: bool) -> int:
    """Print the manual page of COMMAND, or the overview of all commands, as input for “man”.

    \b
    Examples:
      standard-sitemap manual convert | man -l -
      standard-sitemap manual --install
    """

    pages = manual_pages()
    if install:
        folder = _data_folder() / "man" / "man1"
        _write({folder / file: text for file, text in pages.items()})
        say("read them with “man standard-sitemap”")
        return 0
    page = pages.get(f"standard-sitemap-{name}.1" if name else "standard-sitemap.1")
    if page is None:
        raise click.UsageError(f"The command {name} does not exist.")
    click.echo(page, nl=False)
    return 0


def completion_script(shell: str) -> str:
    """Return the completion script for `shell`; it runs nothing until a key requests completion."""

    kind = PowerShellComplete if shell == PowerShellComplete.name else get_completion_class(shell)
    assert kind is not None
    return kind(standard_sitemap, {}, "standard-sitemap", COMPLETION_VARIABLE).source()


def _data_folder() -> Path:
    """Return the folder in which the user's own programs keep their data."""
    wished = os.environ.get("XDG_DATA_HOME", "")
    return Path(wished) if Path(wished).is_absolute() else Path.home() / ".local" / "share"


def _write(texts: dict[Path, str]) -> None:
    for file, text in texts.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")  # shells refuse the line ends of Windows
        except OSError as error:
            complain("nothing more was written")
            raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
        put(str(file))


_PROGRAM = "standard-sitemap"
_EXIT = """.SH EXIT STATUS
0 no errors; 1 the sitemap has errors or nothing was found; 2 wrong usage; 3 something could not be fetched.
"""
_ENVIRONMENT = """.SH ENVIRONMENT
.TP
.B NO_COLOR
If this is set and not empty, output has no colours, unless \\-\\-color says otherwise.
"""


def manual_pages(moment: int | None = None) -> dict[str, str]:
    """Return all manual pages in roff, by file name; `moment` is their date, in seconds since 1970."""
    context = click.Context(standard_sitemap, info_name=_PROGRAM)
    pages = {f"{_PROGRAM}.1": _page_of_all(context, moment)}
    for name in standard_sitemap.list_commands(context):
        pages[f"{_PROGRAM}-{name}.1"] = _page_of(name, context, moment)
    return {**pages, f"{HOST_PROGRAM}.1": _page_of_host(moment)}


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
    """Return the page about the host, which explains this program's name; users never start it themselves."""
    name = _escaped(HOST_PROGRAM)
    return (
        _head(HOST_PROGRAM, moment)
        + f".SH NAME\n{name} \\- native messaging host of Standard\\-Sitemap Navigator\n"
        + f".SH SYNOPSIS\n.B {name}\n"
        + ".SH DESCRIPTION\nBrowsers start it for the extension, and exchange messages with it through its standard "
        + "input and output.\nTo check that they find it, run\n.B standard\\-sitemap doctor\n"
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
    """Return a sentence as the continuation of a line."""
    return (summary[:1].lower() + summary[1:]).removesuffix(".")


def _prose(text: str) -> str:
    """Return a docstring in click's markup as roff: paragraphs, and after `\b` separate lines."""
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
    """Return text that roff does not interpret: hyphens can be copied, and no line starts with a dot or quote."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("’", "'").replace("…", "...")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain

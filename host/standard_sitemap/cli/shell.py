"""What a shell and `man` need to know of the command line: `completion` and `manual`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from standard_sitemap.cli.messages import complain, say

SHELLS = ("bash", "zsh", "fish")
# Where each shell's completion lies below a folder of data, as `~/.local/share` is for one user.
COMPLETION_FILES = {
    "bash": "bash-completion/completions/standard-sitemap",
    "zsh": "zsh/site-functions/_standard-sitemap",
    "fish": "fish/vendor_completions.d/standard-sitemap.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Write it where the shell looks for what its user installed.")
def completion(shell: str | None, install: bool) -> int:
    """Print the script by which SHELL completes commands, options and files; by default that of your own shell.

    \b
    Examples:
      standard-sitemap completion --install
      standard-sitemap completion zsh > _standard-sitemap
      eval "$(standard-sitemap completion bash)"
    """
    shell = shell or Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise click.UsageError(f"Name a shell: {', '.join(SHELLS)}.")
    text = completion_script(shell)
    if not install:
        click.echo(text, nl=False)
        return 0
    file = _data_folder() / COMPLETION_FILES[shell]
    _write({file: text})
    if shell == "zsh":
        say(f"zsh looks there if ~/.zshrc says, before compinit: fpath=({file.parent} $fpath)")
    say("it works in shells that are started from now on")
    return 0


@click.command()
@click.argument("name", metavar="[COMMAND]", required=False)
@click.option("--install", is_flag=True, help="Write all manual pages where “man” looks for what its user installed.")
def manual(name: str | None, install: bool) -> int:
    """Print the manual page of COMMAND, or that of all commands, in the form that “man” reads.

    \b
    Examples:
      standard-sitemap manual convert | man -l -
      standard-sitemap manual --install
    """
    from standard_sitemap.cli.manual import pages

    found = pages()
    if install:
        folder = _data_folder() / "man" / "man1"
        _write({folder / file: text for file, text in found.items()})
        say("“man standard-sitemap” shows them")
        return 0
    page = found.get(f"standard-sitemap-{name}.1" if name else "standard-sitemap.1")
    if page is None:
        raise click.UsageError(f"There is no command {name}.")
    click.echo(page, nl=False)
    return 0


def completion_script(shell: str) -> str:
    """The script that `shell` loads to complete our command line; it runs nothing until a key asks for it."""
    from click.shell_completion import get_completion_class

    from standard_sitemap.cli import COMPLETION_VARIABLE
    from standard_sitemap.cli.commands import standard_sitemap

    kind = get_completion_class(shell)
    assert kind is not None
    return kind(standard_sitemap, {}, "standard-sitemap", COMPLETION_VARIABLE).source()


def _data_folder() -> Path:
    """Where a user's own programs keep their data."""
    wished = os.environ.get("XDG_DATA_HOME", "")
    return Path(wished) if Path(wished).is_absolute() else Path.home() / ".local" / "share"


def _write(texts: dict[Path, str]) -> None:
    for file, text in texts.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        except OSError as error:
            complain("nothing more was written")
            raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
        click.echo(str(file))

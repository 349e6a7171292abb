"""The table of commands, and the modules that have them."""

from importlib import import_module

import click

from standard_sitemap import __version__

COMMANDS = {
    "check": "check",
    "convert": "convert",
    "discover": "discover",
    "make": "make",
    "resolve": "resolve",
    "search": "resolve",
    "announce": "announce",
    "submit": "submit",
    "verify": "verify",
    "install": "browsers",
    "uninstall": "browsers",
    "doctor": "browsers",
}
"""Each command, and the module of this package that has it as a click command of that name."""


class _Table(click.Group):
    """Loads a command's module when it is called, or when help names it."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"standard_sitemap.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(found, click.Command)
        return found


@click.group(
    cls=_Table,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 errors or nothing found, 2 wrong usage, 3 could not be fetched.",
)
@click.version_option(__version__, prog_name="standard-sitemap")
def standard_sitemap() -> None:
    """Read the sitemaps of the Standard-Sitemap Protocol, and connect browsers with them.

    \b
    Examples:
      standard-sitemap discover https://www.example.org/
      standard-sitemap resolve https://www.example.org/sitemap.xml --depth 2
      standard-sitemap convert map.xml -o sitemap.xml --base-url https://www.example.org/
      standard-sitemap announce --for nginx
      standard-sitemap verify https://www.example.org/
      standard-sitemap install
    """

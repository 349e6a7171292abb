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
    "clear": "browsers",
}
"""Each command, and the module of this package that has it as a click command of that name."""

SUMMARIES = {
    "check": "Say what is wrong with a sitemap, on which line, and what to do.",
    "convert": "Convert between Standard-Sitemap and sitemaps.org files.",
    "discover": "Say which sitemap serves a page, and by which rule.",
    "make": "Make the sitemap of a folder of pages.",
    "resolve": "Print the tree of a sitemap.",
    "search": "Print the request that searches a site.",
    "announce": "Tell browsers where the sitemap of a site is.",
    "submit": "Tell search engines of the pages that a sitemap lists.",
    "verify": "Look at a published site as its readers meet it.",
    "install": "Register the host with this user's browsers.",
    "uninstall": "Take that registration and the cache away.",
    "clear": "Forget what was cached, of all sites or of one.",
    "doctor": "Look which browsers find the host, and the extension the host.",
}
"""What help says of each in its list: loading all of them to ask would take longer than anything else."""


class _Table(click.Group):
    """Loads a command's module when it is called."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"standard_sitemap.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES.get(name, "")) for name in COMMANDS])


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

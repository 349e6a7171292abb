"""The table of commands and their modules."""

from difflib import get_close_matches
from importlib import import_module

import click

from standard_sitemap import __version__
from standard_sitemap.cli.terminal import COLORS, Color, settings
from standard_sitemap.model.uris import resolve

# Each command, and the module of this package that defines it as a click command of that name.
COMMANDS = {
    "check": "check",
    "convert": "convert",
    "diff": "diff",
    "discover": "discover",
    "make": "make",
    "resolve": "resolve",
    "search": "search",
    "announce": "announce",
    "submit": "submit",
    "verify": "verify",
    "install": "install",
    "uninstall": "install",
    "doctor": "install",
    "clear": "install",
    "completion": "shell",
    "manual": "shell",
}

# The help texts in the list of commands. Loading all commands for them would be slow.
SUMMARIES = {
    "check": "Report faults in a sitemap, with their lines and remedies.",
    "convert": "Convert a sitemap to another format, a web page or a picture.",
    "diff": "Compare two versions of a sitemap.",
    "discover": "Find the sitemap that a page names, and the rule that found it.",
    "make": "Make the sitemap of a folder of pages, or of a published site.",
    "resolve": "Print the tree of a sitemap.",
    "search": "Print the request that searches a site.",
    "announce": "Make pages name the sitemap, so that browsers find it.",
    "submit": "Submit the pages of a sitemap to search engines.",
    "verify": "Test a published site and the pages that its sitemap lists.",
    "install": "Register the host with this user's browsers.",
    "uninstall": "Remove the registration and the cache.",
    "clear": "Delete cached files of all sites or of one.",
    "doctor": "Check that browsers and the extension find the host.",
    "completion": "Print or install completion for your shell.",
    "manual": "Print or install the manual pages.",
}


def _set_quiet(_: click.Context, __: click.Parameter, value: bool) -> None:
    settings.is_quiet = settings.is_quiet or value


def _set_color(_: click.Context, __: click.Parameter, value: Color | None) -> None:
    settings.color = value or settings.color


def _for_all(*, hidden: bool) -> list[click.Parameter]:
    """Return the options that are allowed before and after a command."""
    return [
        click.Option(
            ["-q", "--quiet", "is_quiet"],
            is_flag=True,
            expose_value=False,
            callback=_set_quiet,
            hidden=hidden,
            help="Print results and errors only, without progress and summaries.",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(COLORS),
            expose_value=False,
            callback=_set_color,
            hidden=hidden,
            help="When to use colours. By default on terminals, unless NO_COLOR is set.",
        ),
    ]


class _Table(click.Group):
    """Loads a command's module when the command is called."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest a command for a mistyped one. Refuse invalid web addresses, for all commands."""
        if args and args[0] not in COMMANDS and not ctx.resilient_parsing:
            similar = get_close_matches(args[0].lower(), COMMANDS, n=1)
            hint = f" Did you mean {similar[0]}?" if similar else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        name, command, words = super().resolve_command(ctx, args)
        # `search` takes a free text after the sitemap.
        for word in [word for word in words if not word.startswith("-")][: 1 if name == "search" else None]:
            is_checked = word.lower().startswith(("http://", "https://")) and not ctx.resilient_parsing
            if is_checked and resolve("", word) is None:
                raise click.UsageError(f"{word} is not a valid address.")
        return name, command, words

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"standard_sitemap.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        if not any(parameter.name == "is_quiet" for parameter in command.params):
            command.params.extend(_for_all(hidden=True))
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES.get(name, "")) for name in COMMANDS])


@click.group(
    cls=_Table,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 no errors, 1 errors or nothing found, 2 wrong usage, 3 could not be fetched.",
)
@click.version_option(__version__, prog_name="standard-sitemap")
def standard_sitemap() -> None:
    """Read the sitemaps of the Standard-Sitemap Protocol, and connect browsers with them.

    --quiet and --color are accepted before and after the command.

    \b
    Examples:
      standard-sitemap discover https://www.example.org/
      standard-sitemap resolve https://www.example.org/sitemap.xml --depth 2
      standard-sitemap convert map.xml -o sitemap.xml --base-url https://www.example.org/
      standard-sitemap announce --for nginx
      standard-sitemap verify https://www.example.org/
      standard-sitemap install
    """


standard_sitemap.params.extend(_for_all(hidden=False))

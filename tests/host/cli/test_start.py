"""The command line is there at once: nothing is loaded before it is needed."""

import os
import subprocess
import sys

from standard_sitemap.cli.commands import COMMANDS, SUMMARIES

_HELP = ("-m", "standard_sitemap", "--help")


def _loaded(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], check=True, capture_output=True, text=True)
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}


def test_help_loads_neither_the_format_nor_the_network() -> None:
    loaded = _loaded(*_HELP)
    assert "standard_sitemap.cli.commands" in loaded
    assert loaded.isdisjoint({"standard_sitemap.ssp", "lxml.etree", "httpcore", "pydantic", "rich.console", "ssl"})


def test_help_says_of_every_command_what_it_does() -> None:
    assert SUMMARIES.keys() == COMMANDS.keys()


def test_shells_are_told_what_could_follow() -> None:
    asked = {"_STANDARD_SITEMAP_COMPLETE": "bash_complete", "COMP_WORDS": "standard-sitemap che", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "standard_sitemap"], check=True, capture_output=True, text=True, env=os.environ | asked
    )
    assert done.stdout.split() == ["plain,check"]

"""The command line is there at once: nothing is loaded before it is needed."""

import os
import subprocess
import sys
import time

from standard_sitemap.cli.commands import COMMANDS, SUMMARIES

_HELP = ("-m", "standard_sitemap", "--help")
_MOST_S = 0.1


def _loaded(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], check=True, capture_output=True, text=True)
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}


def _seconds(*arguments: str) -> float:
    """The quickest of several starts: what else the machine does only adds to it."""
    taken = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - begun)
    return min(taken)


def test_help_loads_neither_the_format_nor_the_network() -> None:
    loaded = _loaded(*_HELP)
    assert "standard_sitemap.cli.commands" in loaded
    assert loaded.isdisjoint({"standard_sitemap.ssp", "lxml.etree", "httpx", "pydantic", "rich.console", "ssl"})


def test_help_is_shown_within_a_tenth_of_a_second_of_a_bare_interpreter() -> None:
    assert _seconds(*_HELP) - _seconds("-c", "") < _MOST_S


def test_help_says_of_every_command_what_it_does() -> None:
    assert SUMMARIES.keys() == COMMANDS.keys()


def test_shells_are_told_what_could_follow() -> None:
    asked = {"_STANDARD_SITEMAP_COMPLETE": "bash_complete", "COMP_WORDS": "standard-sitemap che", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "standard_sitemap"], check=True, capture_output=True, text=True, env=os.environ | asked
    )
    assert done.stdout.split() == ["plain,check"]

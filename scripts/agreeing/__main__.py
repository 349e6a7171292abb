"""`scripts/agree [--sites N] [--only BROWSER]`: both browsers and the command line on the same sites, compared field by
field. Exit status 1 where any field differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from browser import sites
from browser.agreement import Corpus, Seen, differences, of_browser, of_command_line
from driving import programs, start

SITES = 330
_SHOWN = 10


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/agree", description="Compares what browsers and the command line make of random pages and maps."
    )
    parser.add_argument("--sites", type=int, default=SITES, help=f"how many pages, each with a map ({SITES})")
    parser.add_argument("--only", choices=programs.NAMES, help="one browser only")
    options = parser.parse_args(arguments)
    names = [name for name in programs.NAMES if options.only in (None, name)]
    with sites.server() as server:
        corpus = Corpus(server, range(options.sites))
        expected = of_command_line(corpus)
        return max(_compare(name, corpus, expected) for name in names)


def _compare(name: str, corpus: Corpus, expected: dict[int, Seen]) -> int:
    """Prints how many sites a browser agrees on, and the first fields that differ; 1 where there are any."""
    begun, differing = time.monotonic(), dict[int, list[str]]()
    with start.browser(name) as browser:
        browser.open("about:blank")
        browser.open_sidebar()
        for number, said in expected.items():
            found = differences(said, of_browser(browser, corpus.page(number), said))
            if found:
                differing[number] = found
    strays = corpus.strays()
    alike, seconds = len(expected) - len(differing), time.monotonic() - begun
    print(f"{name}: {alike} of {len(expected)} sites agree in every field, {len(strays)} strays, {seconds:.0f} s")
    for number, fields in list(differing.items())[:_SHOWN]:
        print(f"  {corpus.page(number)}\n    " + "\n    ".join(fields), file=sys.stderr)
    return 1 if differing or strays else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

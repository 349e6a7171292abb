"""`scripts/prove agree`: compares browsers and the command line on the same sites, field by field.

Exit status 1 if any field differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from browser import sites
from browser.agreement import Corpus, Observation, differences, of_browser, of_choices, of_command_line
from driving import programs, start
from driving.surface import Browser, DrivingError

SITES = 330
_SHOWN = 10
_AT_ONCE = 10


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/prove agree",
        description="Compares what browsers and the command line make of random pages and maps.",
    )
    parser.add_argument("--sites", type=int, default=SITES, help=f"how many pages, each with a map ({SITES})")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="the number of the first one (0)")
    parser.add_argument("--chosen", action="store_true", help="choose the maps on one page, instead of visiting theirs")
    parser.add_argument("--only", choices=programs.NAMES, help="one browser only")
    options = parser.parse_args(arguments)
    names = [name for name in programs.NAMES if options.only in (None, name)]
    with sites.server() as server:
        corpus = Corpus(server, range(options.first, options.first + options.sites))
        expected = of_command_line(corpus)
        compare = _compare_chosen if options.chosen else _compare_visited
        return max(_compare(name, corpus, expected, compare) for name in names)


#: Sites that differ, with the differing fields.
_Differing = dict[int, list[str]]


def _compare(
    name: str,
    corpus: Corpus,
    expected: dict[int, Observation],
    compare: Callable[[Browser, Corpus, dict[int, Observation]], _Differing],
) -> int:
    """Print how many sites a browser agrees on, and the first differing fields; return 1 if there are any."""
    begun = time.monotonic()
    with start.browser(name) as browser:
        browser.open("about:blank")
        browser.open_sidebar()
        differing = compare(browser, corpus, expected)
    strays = corpus.strays()
    alike, seconds = len(expected) - len(differing), time.monotonic() - begun
    print(f"{name}: {alike} of {len(expected)} sites agree in every field, {len(strays)} strays, {seconds:.0f} s")
    for number, fields in list(differing.items())[:_SHOWN]:
        print(f"  {corpus.page(number)}\n    " + "\n    ".join(fields), file=sys.stderr)
    return 1 if differing or strays else 0


def _compare_visited(browser: Browser, corpus: Corpus, expected: dict[int, Observation]) -> _Differing:
    """Visit each page, which includes the discovery of its map."""
    # Without this, a page without a map would keep showing its predecessor's.
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    differing: _Differing = {}
    for number, wanted in expected.items():
        try:
            fields = differences(wanted, of_browser(browser, corpus.page(number), wanted))
        except DrivingError as error:
            fields = [str(error)]
        if fields:
            differing[number] = fields
    return differing


def _compare_chosen(browser: Browser, corpus: Corpus, expected: dict[int, Observation]) -> _Differing:
    """Choose each map on a page that names none, which is ten times as fast."""
    named = [number for number, wanted in expected.items() if wanted.sitemap is not None]
    page = corpus.empty_page()
    browser.open(page)
    differing: _Differing = {}
    for first in range(0, len(named), _AT_ONCE):
        numbers = named[first : first + _AT_ONCE]
        shown = of_choices(browser, page, [expected[number] for number in numbers])
        for number, seen in zip(numbers, shown, strict=True):
            if fields := differences(expected[number], seen):
                differing[number] = fields
        print(f"{first + len(numbers)} of {len(named)}, {len(differing)} differ", file=sys.stderr, flush=True)
    return differing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`scripts/prove survey [PACKAGE|FOLDER…]`: makes the sitemaps of real trees, and prints a table of their quality."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sized
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from lxml import etree

from commands import ROOT
from commands.preparing import Missing, say
from commands.surveying import built_sites, debian, navigated_sites
from commands.surveying.verifying import Verdict, verdict
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, MakeResult, make
from standard_sitemap.webmaster.making.folder_reading import contents
from standard_sitemap.webmaster.making.writing import documents

_WANTED = 0.98
_SHOWN = 20
_COLUMNS = (
    *("tree", "built by", "pages", "reachable", "well placed", "by rule"),
    *("seconds", "seconds of CPU", "for 1,000 pages", "of lxml alone for 1,000 pages"),
)
_MEASURED = """\
*Seconds* is the elapsed time of `make`, which reads pages on both processors. *Seconds of CPU* is the processor time
of all its processes; other programs on the machine affect it less. The last column is the yardstick: the processor
time that lxml alone needs to parse the same pages in the same run."""
_GUIDE = ROOT / "docs" / "figures.txt"


def main() -> int:
    wanted = _parsed()
    if wanted.built:
        return _survey_sites(wanted, built_sites, built_sites.BUILDERS)
    if wanted.navigation:
        return _survey_sites(wanted, navigated_sites, navigated_sites.SITES)
    rows, failed = [], False
    for name in wanted.trees or debian.PACKAGES:
        try:
            folder = debian.unpacked(name, wanted.keep) if name in debian.PACKAGES else Path(name)
        except Missing as missing:
            say(str(missing))
            failed = True
            continue
        row, judged = _survey(name, folder)
        rows.append(row)
        failed = failed or judged.share < _WANTED
        for path in [*judged.missing, *judged.misplaced][:_SHOWN]:
            problem = "is missing" if path in judged.missing else "is not linked with what it stands below"
            say(f"  {name}: {path} {problem}")
    machine = f"{os.cpu_count()} processors, with a load of {os.getloadavg()[2]:.1f} over a quarter of an hour"
    print("\n".join(_table(rows, _COLUMNS)), machine, sep="\n\n")
    if wanted.guide:
        _GUIDE.write_text("\n".join(_for_guide(rows, machine)), "utf-8")
    return 1 if failed else 0


def _survey_sites(wanted: argparse.Namespace, table: ModuleType, known: Sized) -> int:
    """Print a table of sites, which `known` has all of; fail if one is unavailable or has a fault."""
    rows = list(table.rows(wanted.keep, wanted.trees))
    print("\n".join(_table(rows, table.COLUMNS)))
    if wanted.guide:
        table.write_guide(rows)
    complete = len(rows) == len(wanted.trees or known)
    return 0 if complete and all("no fault" in row for row in rows) else 1


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/prove survey",
        description="Makes the sitemaps of real trees and holds them against their pages; the table is Markdown.",
        epilog=f"Without a TREE: {', '.join(debian.PACKAGES)}. Fails where fewer than 98 % are well placed.",
    )
    parser.add_argument("trees", metavar="TREE", nargs="*", help="one of Debian's packages below, or a folder")
    parser.add_argument(
        "--keep", metavar="FOLDER", type=Path, default=Path("/tmp/standard-sitemap-survey"), help="where to unpack them"
    )
    parser.add_argument(
        "--built", action="store_true", help="build sites with today's generators instead; TREE names one"
    )
    parser.add_argument(
        "--navigation", action="store_true", help="compare maps with the sites' own navigation, entry by entry"
    )
    parser.add_argument("--guide", action="store_true", help="renew the guide's table of figures, too")
    return parser.parse_args()


def _survey(name: str, folder: Path) -> tuple[tuple[str, ...], Verdict]:
    say(f"making the sitemap of {name}")
    start, used = time.monotonic(), _used()
    made = make(folder, MakeOptions())
    files = documents(made.outline)
    seconds, processor = time.monotonic() - start, _used() - used
    judged = verdict(folder, files["standard-sitemap.xml"])
    row = (
        name,
        debian.PACKAGES[name][1] if name in debian.PACKAGES else "",
        f"{made.pages:,}",
        f"{judged.reachable:,}",
        f"{judged.share:.1%}",
        _rules(made),
        f"{seconds:.1f}",
        f"{processor:.1f}",
        f"{processor / made.pages * 1000:.1f}",
        f"{_parsing(folder) / made.pages * 1000:.1f}",
    )
    return row, judged


def _parsing(folder: Path) -> float:
    """Return lxml's CPU seconds for the same pages: a yardstick on a shared machine."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    seconds = 0.0
    for path in contents(folder).pages:
        body = (folder / path).read_bytes()
        start = time.process_time()
        with suppress(etree.XMLSyntaxError):
            etree.fromstring(body, parser)
        seconds += time.process_time() - start
    return seconds


def _used() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _rules(made: MakeResult) -> str:
    return ", ".join(f"{rule} {number:,}" for rule, number in sorted(made.rules.items(), key=lambda pair: -pair[1]))


def _table(rows: list[tuple[str, ...]], columns: tuple[str, ...]) -> list[str]:
    ruler = tuple("---" for _ in columns)
    return [f"| {' | '.join(row)} |" for row in (columns, ruler, *rows)]


def _for_guide(rows: list[tuple[str, ...]], machine: str) -> Iterator[str]:
    """Yield the table as the guide includes it."""
    yield f".. Written by scripts/prove survey --guide.\n\n.. csv-table:: On {machine}\n   :header-rows: 1\n"
    yield from ("   " + ",".join(f'"{cell}"' for cell in row) for row in (_COLUMNS, *rows))
    yield f"\n{_MEASURED}\n"


if __name__ == "__main__":
    sys.exit(main())

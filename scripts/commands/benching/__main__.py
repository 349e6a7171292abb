"""`scripts/bench [NAME…] [--plots FOLDER]`: runs benchmarks and prints the results.

A run of all benchmarks also writes its figures to results.md, so that the table always comes from one run.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from commands import ROOT
from commands.benching.harness import Figure, as_markdown, print_table
from commands.benching.of_browsers import BROWSER_BENCHMARKS
from commands.benching.of_host import HOST_BENCHMARKS
from commands.preparing import say
from driving.surface import DrivingError, TimedOut

_BENCHMARKS = HOST_BENCHMARKS | BROWSER_BENCHMARKS
_RESULTS = Path(__file__).with_name("results.md")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures what the project promises, each figure beside a yardstick of the same run.",
        epilog=f"NAME is one of: {', '.join(_BENCHMARKS)}. Times mean little on a machine that is busy: see the load. "
        "Without a NAME, writes the figures to scripts/commands/benching/results.md.",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure; by default all, which takes minutes")
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help="where to plot cost against size, as PNG")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in _BENCHMARKS]:
        parser.error(f"unknown: {', '.join(unknown)}")
    started = time.monotonic()
    results = {name: _measure(name, options.plots) for name in options.names or _BENCHMARKS}
    missed = [figure.name for figures in results.values() for figure in figures if figure.is_met is False]
    say(f"{time.monotonic() - started:.0f} s in all; missed: {', '.join(missed) or 'no bound'}")
    if not options.names:
        _RESULTS.write_text(_report(results, missed), "utf-8")
        say(f"wrote {_RESULTS.relative_to(ROOT)}")


def _report(results: Mapping[str, Sequence[Figure]], missed: Sequence[str]) -> str:
    """Return results.md: when, at which commit and where all figures were measured, the misses, and the figures."""
    commit = _git("rev-parse", "--short", "HEAD") + (" with local changes" if _git("status", "--porcelain") else "")
    machine = (
        f"{os.cpu_count()} processors, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} at the end"
    )
    lines = [
        "# Figures of one whole run",
        "",
        "`scripts/bench` wrote this file. Each yardstick is of the same run; “times” is the figure divided by it.",
        "",
        f"{datetime.now(UTC):%d %B %Y}, commit {commit}. {machine}.",
        "",
        f"Missed: {', '.join(missed) or 'no bound'}.",
        "",
    ]
    return "\n".join(lines) + "".join(as_markdown(name, figures) for name, figures in results.items())


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()


def _measure(name: str, plots: Path | None) -> list[Figure]:
    """Print the figures of a benchmark, and return them."""
    say(f"measuring {name}")
    before, started = os.getloadavg()[0], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-bench-") as folder:
        figures = list(_BENCHMARKS[name](Path(folder)))
        if plots:
            plots.mkdir(parents=True, exist_ok=True)
            for plot in Path(folder).glob("*.png"):
                shutil.copy(plot, plots)
    took = f"{time.monotonic() - started:.0f} s, load {before:.1f} before, {os.getloadavg()[0]:.1f} after"
    print_table(f"{name}  ({took})", figures)
    return figures


if __name__ == "__main__":
    try:
        main()
    except (DrivingError, TimedOut, subprocess.CalledProcessError) as problem:
        sys.exit(f"the benchmark could not be run: {problem}")

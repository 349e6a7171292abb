"""`scripts/bench [NAME…] [--plots FOLDER]`: runs benchmarks and prints the results."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from commands.benching.harness import print_table
from commands.benching.of_browsers import BROWSER_BENCHMARKS
from commands.benching.of_host import HOST_BENCHMARKS
from commands.preparing import say
from driving.surface import DrivingError, TimedOut

_BENCHMARKS = HOST_BENCHMARKS | BROWSER_BENCHMARKS


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures what the project promises, each figure beside a yardstick of the same run.",
        epilog=f"NAME is one of: {', '.join(_BENCHMARKS)}. Times mean little on a machine that is busy: see the load. "
        "The current figures stand in scripts/commands/benching/results.md.",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure; by default all, which takes minutes")
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help="where to plot cost against size, as PNG")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in _BENCHMARKS]:
        parser.error(f"unknown: {', '.join(unknown)}")
    started = time.monotonic()
    missed = [figure for name in options.names or _BENCHMARKS for figure in _measure(name, options.plots)]
    say(f"{time.monotonic() - started:.0f} s in all; missed: {', '.join(missed) or 'no bound'}")


def _measure(name: str, plots: Path | None) -> list[str]:
    """Print the figures of a benchmark; return the names of those that miss their bound."""
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
    return [figure.name for figure in figures if figure.is_met is False]


if __name__ == "__main__":
    try:
        main()
    except (DrivingError, TimedOut, subprocess.CalledProcessError) as problem:
        sys.exit(f"the benchmark could not be run: {problem}")

"""`scripts/bench [NAME…] [--json FILE]`: measures, and prints what was measured."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benching import of_browsers, of_host
from benching.harness import Figure, load, machine, table
from driving.surface import DrivingError, TimedOut
from preparing import say

_BENCHMARKS: dict[str, Callable[[Path], list[Figure]]] = {
    "handshake": of_host.handshake,
    "resolve": of_host.resolve,
    "root-file": of_host.root_file,
    "looking": of_host.looking,
    "many-files": of_host.many_files,
    "many-maps": of_host.many_maps,
    "first-rows": of_host.first_rows,
    "scroll": of_browsers.scroll,
    "flicker": of_browsers.flicker,
    "page-load": of_browsers.page_load,
    "idle-page": of_browsers.idle_page,
    "tab-memory": of_browsers.tab_memory,
    "sitemaps-org": of_host.sitemaps_org,
}


def main() -> int:
    options = _parsed()
    benchmarks: dict[str, object] = {}
    report = {"machine": machine(), "benchmarks": benchmarks}
    for name, value in machine().items():
        print(f"{name:10} {value}")
    for name in options.names or _BENCHMARKS:
        say(f"measuring {name}")
        before = load()
        with tempfile.TemporaryDirectory(prefix="standard-sitemap-bench-") as folder:
            figures = _BENCHMARKS[name](Path(folder))
            for plot in Path(folder).glob("*.svg") if options.plots else ():
                options.plots.mkdir(parents=True, exist_ok=True)
                shutil.copy(plot, options.plots)
        busy = f"load {before} before, {load()} after"
        print(f"\n{name}  ({busy})\n{table(figures)}", flush=True)
        benchmarks[name] = {"load": busy, "figures": [figure.as_json() for figure in figures]}
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures what the project promises, each figure beside a yardstick of the same run.",
        epilog=f"NAME is one of: {', '.join(_BENCHMARKS)}. Times mean little on a machine that is busy: see the load.",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure; by default all, which takes minutes")
    parser.add_argument("--json", metavar="FILE", type=Path, help="where to write the figures as JSON")
    parser.add_argument(
        "--plots", metavar="FOLDER", type=Path, help="where to write plots of cost against size, as SVG"
    )
    parsed = parser.parse_args()
    if unknown := [name for name in parsed.names if name not in _BENCHMARKS]:
        parser.error(f"unknown: {', '.join(unknown)}")
    return parsed


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (DrivingError, TimedOut, subprocess.CalledProcessError) as problem:
        sys.exit(f"the benchmark could not be run: {problem}")

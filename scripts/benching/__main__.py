"""`scripts/bench [NAME…] [--json FILE]`: measures, and prints what was measured."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benching import (
    first_rows,
    flicker,
    handshake,
    idle_page,
    looking,
    machine,
    many_files,
    many_maps,
    page_load,
    resolve,
    root_file,
    scroll,
    sitemaps_org,
    tab_memory,
)
from benching.figures import Figure, table
from preparing import say

_BENCHMARKS: dict[str, Callable[[Path], list[Figure]]] = {
    "handshake": handshake.measure,
    "resolve": resolve.measure,
    "root-file": root_file.measure,
    "looking": looking.measure,
    "many-files": many_files.measure,
    "many-maps": many_maps.measure,
    "first-rows": first_rows.measure,
    "scroll": scroll.measure,
    "flicker": flicker.measure,
    "page-load": page_load.measure,
    "idle-page": idle_page.measure,
    "tab-memory": tab_memory.measure,
    "sitemaps-org": sitemaps_org.measure,
}


def main() -> int:
    wanted = _parsed()
    told: dict[str, object] = {"machine": machine.facts(), "benchmarks": {}}
    print(_facts())
    for name in wanted.names or _BENCHMARKS:
        say(f"measuring {name}")
        before = machine.load()
        with tempfile.TemporaryDirectory(prefix="standard-sitemap-bench-") as folder:
            figures = _BENCHMARKS[name](Path(folder))
            if wanted.plots:
                _keep_plots(Path(folder), wanted.plots)
        load = f"load {before} before, {machine.load()} after"
        print(f"\n{name}  ({load})\n{table(figures)}", flush=True)
        told["benchmarks"][name] = {"load": load, "figures": [one.told() for one in figures]}  # type: ignore[index]
    if wanted.json:
        wanted.json.write_text(json.dumps(told, indent=1) + "\n")
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


def _keep_plots(folder: Path, where: Path) -> None:
    where.mkdir(parents=True, exist_ok=True)
    for plot in folder.glob("*.svg"):
        (where / plot.name).write_bytes(plot.read_bytes())


def _facts() -> str:
    return "\n".join(f"{name:10} {value}" for name, value in machine.facts().items())


if __name__ == "__main__":
    sys.exit(main())

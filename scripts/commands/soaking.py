"""`scripts/prove soak [--navigations N] [--steps N]`: many navigations under load, then a random walk of actions.

The navigations run over four tabs, in each browser. Busy processes demand four times the machine's capacity. Each page
must have its own tree, classes and conditions; no rule may remain, and no unexpected request may occur. Exit status 1
if anything was lost, or if time ran out.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from browser import sites
from browser.soak import Soak
from browser.walk import SITES, Walk
from driving import programs, start
from driving.surface import Browser

NAVIGATIONS = 1_000
STEPS = 500
_OVERSUBSCRIBED = 4
_MINUTES = 30
_SAID_EVERY = 50
_SHOWN = 20


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/prove soak", description="Navigates in four tabs under load, and says what was lost of the pages."
    )
    parser.add_argument("--navigations", type=int, default=NAVIGATIONS, help=f"in each browser ({NAVIGATIONS})")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of a walk after that, in each browser ({STEPS})")
    parser.add_argument(
        "--stops", type=float, default=0.0, help="share of rounds before which the background is stopped (0)"
    )
    parser.add_argument("--minutes", type=float, default=_MINUTES, help=f"at most, in each browser ({_MINUTES})")
    parser.add_argument("--only", choices=programs.NAMES, help="one browser only")
    busy = _OVERSUBSCRIBED * (os.cpu_count() or 1)
    parser.add_argument("--busy", type=int, default=busy, help=f"how many processes keep the machine busy ({busy})")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="repeats a run, as far as that goes")
    options = parser.parse_args(arguments)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # otherwise it logs each request
    names = [name for name in programs.NAMES if options.only in (None, name)]
    print(f"seed {options.seed}", file=sys.stderr)
    return max(_soak(name, options) for name in names)


def _soak(name: str, options: argparse.Namespace) -> int:
    """Print the losses in a browser; return 1 if there are any, or if time ran out."""
    progress = _Progress(name)
    with sites.server() as server, start.browser(name) as browser, _busy(options.busy):
        soak = Soak(browser, server, random.Random(options.seed), options.stops)
        soak.run(options.navigations, deadline_s=options.minutes * 60, on_round=progress)
        lost = _walk(browser, options)
    for line in [*soak.summary(), progress.load()]:
        print(f"{name}: {line}", flush=True)
    progress(soak)
    print(
        f"{name}: {lost or f'{options.steps} steps of a walk, after each of which the sidebar was right'}", flush=True
    )
    if soak.made < options.navigations:
        print(
            f"{name}: only {soak.made} of {options.navigations} were made in {options.minutes:g} min", file=sys.stderr
        )
    return 1 if lost or soak.losses or soak.made < options.navigations else 0


def _walk(browser: Browser, options: argparse.Namespace) -> str:
    """Return an unexpected state of the sidebar with the steps that led there; '' if there is none."""
    with contextlib.ExitStack() as stack:
        try:
            servers = {name: stack.enter_context(sites.server()) for name in SITES}
            browser.close_sidebar()  # the walk expects a new one, without headings
            Walk(browser, servers, random.Random(options.seed)).run(options.steps)
        except AssertionError as problem:
            return str(problem)
    return ""


class _Progress:
    """Reports progress regularly and losses at once; records the machine's load."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begun = time.monotonic()
        self._reported = 0
        self._reported_losses = 0
        self._loads: list[float] = []

    def __call__(self, soak: Soak) -> None:
        self._loads.append(os.getloadavg()[0])
        for loss in soak.losses[self._reported_losses : _SHOWN]:
            print(f"  page {loss.number}: {loss.what}", file=sys.stderr)
        self._reported_losses = len(soak.losses)
        if soak.made - self._reported >= _SAID_EVERY:
            self._reported = soak.made
            minutes, load = (time.monotonic() - self._begun) / 60, self._loads[-1]
            line = f"{soak.made} after {minutes:.1f} min, {len(soak.losses)} losses, load {load:.0f}"
            print(f"{self._name}: {line}", file=sys.stderr)

    def load(self) -> str:
        """Return the machine's load between rounds, each the mean of its last minute."""
        loads = sorted(self._loads) or [0.0]
        middle = loads[len(loads) // 2]
        return f"load {loads[0]:.0f} to {loads[-1]:.0f}, median {middle:.0f}, on {os.cpu_count()} processors"


@contextlib.contextmanager
def _busy(count: int) -> Iterator[None]:
    """Run this many processes that keep a processor busy."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Prepares a machine: browsers, nginx, PHP, virtual environment, node. Standard library only: it runs first.

Progress goes to stderr. Missing software raises `Missing`: one sentence with the version found, the version needed, and
the command that would install it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


class Missing(RuntimeError):
    """A requirement could not be installed; the message names the command that would do it."""


def say(text: str) -> None:
    """Print one line of progress."""
    print(f"· {text}", file=sys.stderr, flush=True)


#: The longest time without output.
SILENCE_S = 8.0
#: Lines of apt, pip and npm about a download: a package, a package list by its words, or an address.
_FILE = re.compile(
    r"^(?:Get:\d+ \S+ \S+ \S+ (?P<package>[^\s\[]+) \S+ \S+ \[|Get:\d+ \S+ (?P<list>[^\s\[]+(?: [^\s\[]+)*) \["
    r"| *(?:Downloading|Using cached) (?:\S*/)?(?P<wheel>[^/\s]+)|npm http fetch GET \d+ \S*/(?P<npm>[^/\s]+))"
)


def run_aloud(
    command: Sequence[str], *, name: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command and name each file that it downloads; report regularly that it is still running.

    `name` stands for a program that another one starts, such as sudo.
    """
    begun, lines, is_over = time.monotonic(), list[str](), threading.Event()
    spoken = [begun]

    def say_now(text: str) -> None:
        spoken[0] = time.monotonic()
        say(text)

    def keep_talking() -> None:
        while not is_over.wait(0.5):
            if time.monotonic() - spoken[0] > SILENCE_S:
                say_now(f"  {name or Path(command[0]).name} is still running after {time.monotonic() - begun:.0f} s")

    with subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        threading.Thread(target=keep_talking, daemon=True).start()
        assert process.stdout is not None
        try:
            for line in process.stdout:
                lines.append(line)
                if file := _FILE.match(line):
                    say_now(f"  {next(filter(None, file.groups()))}")
        finally:
            is_over.set()
    return subprocess.CompletedProcess(command, process.returncode, "".join(lines), "")

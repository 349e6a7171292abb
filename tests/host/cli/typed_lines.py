"""Real shells with a completion installed: the line after pressing Tab."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import sys
import time
from pathlib import Path
from subprocess import Popen, run

from standard_sitemap.cli.shell import COMPLETION_FILES

with contextlib.suppress(ImportError):  # Windows has no such terminals
    import pty

_PROGRAMS = Path(sys.executable).parent
# Each key waits for the program to start, on a busy machine.
_WAIT_S = 60
_TAB, _TO_START, _RETURN = b"\t", b"\x01", b"\r"
# The quotes distinguish the typed, echoed command from its output.
_READY, _SHOWN, _SHOW = "ready", "line:", b"echo li''ne: "
# Without zsh's mark after a line that has no end.
_ZSH = """fpath=("{folder}" $fpath)
autoload -Uz compinit
compinit -u
bindkey -e
unsetopt promptsp
"""


def _environment(folder: Path, data: Path) -> dict[str, str]:
    path = os.pathsep.join([str(_PROGRAMS), os.environ["PATH"]])
    added = {"HOME": str(folder), "ZDOTDIR": str(folder), "XDG_DATA_HOME": str(data), "PATH": path, "TERM": "dumb"}
    return {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | added


def completed_by_fish(shell: str, typed: str, folder: Path, data: Path) -> str:
    """Return the line with fish's only completion; fish needs no terminal for this."""
    command = [shell, "--command", 'complete --do-complete "$argv"', typed]
    done = run(command, env=_environment(folder, data), cwd=folder, capture_output=True, text=True, check=True)
    offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    return f"{typed.rpartition(' ')[0]} {' '.join(offered)}"


def completed_when_typed(shell: str, typed: str, folder: Path, data: Path) -> str:
    """Return the line in bash or zsh after Tab, typed into a terminal."""
    script = data / COMPLETION_FILES[shell]
    start, rc, options = {
        "bash": (f'source "{script}"\n', ".bashrc", ["--noprofile", "--rcfile", f"{folder / '.bashrc'}"]),
        "zsh": (_ZSH.format(folder=script.parent), ".zshrc", ["--no-global-rcs"]),
    }[shell]
    (folder / rc).write_text(f"{start}PS1=re''ady\n")
    command = [shutil.which(shell) or shell, *options, "-i"]
    master, slave = pty.openpty()
    with Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=_environment(folder, data), cwd=folder, process_group=0
    ) as process:
        os.close(slave)
        try:
            _until(master, _READY)
            os.write(master, typed.encode() + _TAB + _TO_START + _SHOW + _RETURN)
            return _until(master, _READY, after=_SHOWN)
        finally:
            process.kill()
            os.close(master)


def _until(terminal: int, mark: str, *, after: str = "") -> str:
    """Return the terminal's output between two marks. Raises TimeoutError."""
    shown, end = "", time.monotonic() + _WAIT_S
    while time.monotonic() < end:
        if select.select([terminal], [], [], end - time.monotonic())[0]:
            shown += os.read(terminal, 65_536).decode("utf-8", "replace")
        rest = shown.partition(after)[2] if after else shown
        if mark in rest:
            return rest.partition(mark)[0].strip()
    raise TimeoutError(shown)

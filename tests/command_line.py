"""The command line in a forked process, so that libraries are loaded once; on Windows, in one process for all commands.

For tests of a command's results. Tests of the program's start or terminal start the real program everywhere.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.process
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standard_sitemap import cli
from standard_sitemap.cli.commands import COMMANDS

_CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
_CONTEXT = multiprocessing.get_context("forkserver" if _CAN_FORK else None)
if _CAN_FORK:
    _CONTEXT.set_forkserver_preload(
        [
            *sorted({f"standard_sitemap.cli.{module}" for module in COMMANDS.values()}),
            "standard_sitemap.ssp.hierarchy",
            "standard_sitemap.fetching.client",
            "lxml.etree",
            "ssl",
        ]
    )
_PATIENCE_S = 300


def run(
    *arguments: object, cwd: Path | None = None, environment: Mapping[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Return the outcome of `standard-sitemap` with these arguments; the environment is the caller's unless given."""
    words = [str(argument) for argument in arguments]
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-command-") as name:
        streams = [Path(name) / stream for stream in ("stdin", "stdout", "stderr")]
        streams[0].write_text(stdin, "utf-8")
        variables = dict(os.environ if environment is None else environment)
        request = (words, str(cwd or Path.cwd()), variables, streams)
        status = _forked(*request) if _CAN_FORK else _COMMANDS.status(*request)
        if status is None:
            raise subprocess.TimeoutExpired(words, _PATIENCE_S)
        output, errors = (stream.read_bytes().decode().replace("\r\n", "\n") for stream in streams[1:])
        return subprocess.CompletedProcess(words, status, output, errors)


def _forked(*request: Any) -> int | None:
    process = _CONTEXT.Process(target=_become, args=request)
    process.start()
    process.join(_PATIENCE_S)
    if process.exitcode is None:
        process.kill()
    return process.exitcode


class _CommandProcess:
    """A process that runs one command after another; started with the first, and again after one that ended it."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Any = None

    def status(self, *request: Any) -> int | None:
        """Return the exit status of a command; None if it takes too long."""
        if self._process is None or not self._process.is_alive():
            self._pipe, other = multiprocessing.Pipe()
            self._process = _CONTEXT.Process(target=_run_commands, args=(other,), daemon=True)
            self._process.start()
            other.close()
        self._pipe.send(request)
        try:
            if self._pipe.poll(_PATIENCE_S):
                return int(self._pipe.recv())
        except (EOFError, ConnectionError):
            self._process.join()
            return self._process.exitcode
        self._process.kill()
        return None


_COMMANDS = _CommandProcess()


def _run_commands(pipe: Any) -> None:
    while True:
        try:
            _become(*pipe.recv())
        except SystemExit as end:
            status = end.code
        except EOFError:  # the tests have ended
            return
        _leave()
        pipe.send(status)


def _leave() -> None:
    """Close the streams and leave the folder of a command: Windows deletes neither while a process uses it."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.close(nowhere)
    os.chdir(os.sep)


def _become(words: Sequence[str], cwd: str, variables: Mapping[str, str], streams: Sequence[Path]) -> None:
    """Become the program, in the forked process."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(variables)
    for number, (file, flags) in enumerate(
        zip(streams, (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT), strict=True)
    ):
        opened = os.open(file, flags | getattr(os, "O_BINARY", 0))
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  the stream of the process
    if not _CAN_FORK:
        sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))  # noqa: SIM115  as Python's
    sys.argv = ["standard-sitemap", *words]
    sys.exit(cli.main())

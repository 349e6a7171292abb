"""The command line in a forked process, so that libraries are loaded once; on Windows, the real program.

For tests of a command's results. Tests of the program's start or terminal start the real program everywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

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
    if not _CAN_FORK:
        return subprocess.run(
            [sys.executable, "-m", "standard_sitemap", *words], check=False, cwd=cwd, env=environment, input=stdin,
            capture_output=True, encoding="utf-8", timeout=_PATIENCE_S,
        )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-command-") as name:
        streams = [Path(name) / stream for stream in ("stdin", "stdout", "stderr")]
        streams[0].write_text(stdin, "utf-8")
        variables = dict(os.environ if environment is None else environment)
        process = _CONTEXT.Process(target=_become, args=(words, str(cwd or Path.cwd()), variables, streams))
        process.start()
        process.join(_PATIENCE_S)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(words, _PATIENCE_S)
        output, errors = (stream.read_bytes().decode() for stream in streams[1:])
        return subprocess.CompletedProcess(words, process.exitcode, output, errors)


def _become(words: Sequence[str], cwd: str, variables: Mapping[str, str], streams: Sequence[Path]) -> None:
    """Become the program, in the forked process."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(variables)
    for number, (file, flags) in enumerate(
        zip(streams, (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT), strict=True)
    ):
        opened = os.open(file, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  the stream of the process
    sys.argv = ["standard-sitemap", *words]
    sys.exit(cli.main())

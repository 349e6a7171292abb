"""How soon the host answers its first message, beside an interpreter that does nothing but answer one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from benching.figures import Figure, middle
from benching.host import HELLO, PROGRAM, framed

_RUNS = 20
_BARE = (
    "import os, struct\n"
    "length = struct.unpack('=I', os.read(0, 4))[0]\n"
    "os.read(0, length)\n"
    "os.write(1, struct.pack('=I', 2) + b'{}')\n"
)


def measure(_: Path) -> list[Figure]:
    hosts, bares = [], []
    for _run in range(_RUNS):  # by turns, so that both meet the same machine
        bares.append(_answered_ms([sys.executable, "-c", _BARE]))
        hosts.append(_answered_ms([str(PROGRAM)]))
    own, bare = middle(hosts), middle(bares)
    meaning = f"start of the host's process to its answer to hello; median of {_RUNS}, beside a bare interpreter"
    more = own - bare
    return [
        Figure("handshake", own, "ms", meaning, bare),
        Figure("handshake, more than bare", more, "ms", "the difference of both", None).kept_below(50),
    ]


def _answered_ms(command: list[str]) -> float:
    started = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(framed(HELLO))
        process.stdin.flush()
        os.read(process.stdout.fileno(), 4)
        taken = time.perf_counter() - started
        process.stdin.close()
    return taken * 1000

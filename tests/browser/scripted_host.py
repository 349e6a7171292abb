"""Stands in for the native host: forwards and records its messages, or fails as instructed.

Started by a browser as `scripted_host.py FOLDER HOST …`. FOLDER/behaviour selects the behaviour at each start. The host
can `pass` messages on, be too `old`, `crash`, or get lost during the first `locate`. With `public`, pages appear to
come from a public address. FOLDER/heard records the forwarded messages.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

_PUBLIC = "93.184.216.34"


def main(folder: Path, command: list[str]) -> int:
    behaviour = (folder / "behaviour").read_text()
    if behaviour == "crash":
        return 1
    if behaviour == "old":
        return _refuse()
    with subprocess.Popen(command, stdin=subprocess.PIPE) as host, (folder / "heard").open("ab") as heard:
        os.close(sys.stdout.fileno())  # now the host's own, so that the browser sees its end
        assert host.stdin is not None
        while message := _read(sys.stdin.buffer):
            if behaviour == "public" and message["method"] == "site.open":
                message["params"]["page"] |= {"ip": _PUBLIC, "url": "http://example.com/"}
            if behaviour == "locate" == message["method"]:
                (folder / "behaviour").write_text("pass")
                host.kill()
                return 1
            heard.write(json.dumps(message).encode() + b"\n")
            heard.flush()
            _write(host.stdin, message)
    return 0


def _refuse() -> int:
    request = _read(sys.stdin.buffer)
    assert request
    _write(sys.stdout.buffer, {"id": request["id"], "error": {"code": "protocol-mismatch", "params": {"protocol": 0}}})
    _read(sys.stdin.buffer)
    return 0


def _read(pipe: IO[bytes]) -> dict[str, Any] | None:
    head = pipe.read(4)
    if len(head) < 4:
        return None
    message: dict[str, Any] = json.loads(pipe.read(struct.unpack("=I", head)[0]))
    return message


def _write(pipe: IO[bytes], message: object) -> None:
    body = json.dumps(message).encode()
    pipe.write(struct.pack("=I", len(body)) + body)
    pipe.flush()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))

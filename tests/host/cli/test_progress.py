"""Progress is shown on a terminal's standard error, and nowhere else."""

import contextlib
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path


def _converted(folder: Path, stderr: int) -> bytes:
    (folder / "pages.txt").write_text("".join(f"https://www.example.org/{number}\n" for number in range(3_000)))
    command = [sys.executable, "-m", "standard_sitemap.cli", "convert", "pages.txt"]
    environment = os.environ | {"TERM": "xterm"}
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=stderr, check=True, cwd=folder, env=environment
    ).stdout


def _read(terminal: int, parts: list[bytes]) -> None:
    with contextlib.suppress(OSError):  # nobody has the other end any more
        while part := os.read(terminal, 65_536):
            parts.append(part)


def test_a_terminal_sees_how_much_is_done(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    parts: list[bytes] = []
    reading = threading.Thread(target=_read, args=(ours, parts))  # a terminal that nobody reads holds up who writes
    reading.start()
    try:
        output = _converted(tmp_path, theirs)
    finally:
        os.close(theirs)
        reading.join()
        os.close(ours)
    shown = b"".join(parts)
    assert b"items" in shown
    assert b"/3001" in shown or b"3000" in shown
    assert output.startswith(b"<?xml")
    assert b"\x1b" not in output


def test_a_file_does_not(tmp_path: Path) -> None:
    with (tmp_path / "messages").open("wb") as messages:
        _converted(tmp_path, messages.fileno())
    assert (tmp_path / "messages").read_bytes() == b""

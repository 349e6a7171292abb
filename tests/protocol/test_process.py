"""The host as a process: its start, its end, and its forbidden actions."""

import json
import struct
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import system
from demo.loopback import serving
from driving.host_process import HostProcess
from protocol.conftest import FileHandler
from protocol.host_process import PATIENCE_S
from standard_sitemap.reader.native.handlers import HANDLERS
from standard_sitemap.reader.protocol import greeting
from standard_sitemap.workers import MOST_WORKERS, usable_cores

_LISTENING = "0A"

_HEAVY = {"pydantic", "pydantic_core", "asyncio", "httpcore", "lxml", "click", "rich", "standard_sitemap.ssp"}

# Modules that load slowly: for other formats, document types, languages, and the command line.
_RARELY_NEEDED = {
    "click",
    "html5lib",
    "langcodes",
    "lxml.etree",
    "standard_sitemap.model.document_types",
    "standard_sitemap.sitemapsorg",
}

_AFTER_HELLO = """
import json, os, struct, sys
from standard_sitemap.reader.native import framing, process
read, write = os.pipe()
body = framing.dumps({"id": 1, "method": "hello", "params": {"protocol": 1}})
os.write(write, struct.pack("=I", len(body)) + body)
os.dup2(read, 0)
assert process._greet(os.open(os.devnull, os.O_WRONLY))
print(json.dumps(sorted(sys.modules)))
"""


def test_the_handshake_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", _AFTER_HELLO], capture_output=True, text=True, check=True)
    assert _HEAVY.isdisjoint(json.loads(done.stdout))


def test_a_plain_first_map_loads_no_module_for_rare_needs(
    tmp_path: Path, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    names = tmp_path / "names"
    with names.open("wb") as file:  # more than a pipe takes on Windows
        host = HostProcess(tmp_path, stderr=file.fileno())
        host.call("hello", protocol=1)
        page = {"url": f"{base}/page.html", "ip": "127.0.0.1", "headers": []}
        assert host.call("site.open", sitemap=f"{base}/main.xml", page=page)["roles"]
        host.ended()
    loaded = {line.rpartition("|")[2].strip() for line in names.read_text("utf-8").splitlines()}
    assert {"standard_sitemap.ssp.parsing", "standard_sitemap.fetching.network"} <= loaded
    assert loaded.isdisjoint(_RARELY_NEEDED)


def test_the_end_of_the_pipe_ends_the_process(host: Any) -> None:
    host.answer(host.request("hello", {"protocol": 1}))
    assert host.ended() == (0, b"", b"")


def test_the_end_of_the_pipe_before_any_message_ends_the_process(host: Any) -> None:
    assert host.ended() == (0, b"", b"")


def test_a_pipe_that_ends_within_a_message_has_ended(host: Any) -> None:
    host.process.stdin.write(struct.pack("=I", 100) + b"{")
    assert host.ended() == (0, b"", b"")


def test_a_silly_length_ends_the_process_with_a_reason(host: Any) -> None:
    host.process.stdin.write(struct.pack("=I", 0xFFFFFFFF))
    host.process.stdin.flush()
    status, output, errors = host.ended()
    assert (status, output) == (1, b"")
    assert b"not a native message" in errors


def test_prints_go_to_standard_error() -> None:
    code = (
        "import os; from standard_sitemap.reader.native import process; out = process._guard_stdout();"
        "print('stray'); os.write(1, b'raw'); os.write(out, b'message')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"message"
    assert b"stray" in done.stderr
    assert b"raw" in done.stderr


def test_a_bug_is_answered_as_internal_and_the_connection_goes_on() -> None:
    code = (
        "from standard_sitemap.reader.native import handlers, process\n"
        "async def broken(self, request): raise ZeroDivisionError\n"
        "handlers.HANDLERS['site.stop'] = broken\n"
        "process.main()"
    )
    messages = [("hello", {"protocol": 1}), ("site.stop", {"site": "s1"}), ("hello", {"protocol": 1})]
    bodies = [json.dumps({"id": n, "method": m, "params": p}).encode() for n, (m, p) in enumerate(messages)]
    stream = b"".join(struct.pack("=I", len(body)) + body for body in bodies)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(stream)
        process.stdin.flush()
        answers = [_read(process.stdout) for _ in messages]
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert answers[1] == {"id": 1, "error": {"code": "internal", "params": {}}}
    assert answers[2]["result"] == greeting.greeting()
    assert b"ZeroDivisionError" in errors


def _read(pipe: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(pipe.read(struct.unpack("=I", pipe.read(4))[0]))
    return message


def test_every_method_has_a_recorded_exchange() -> None:
    files = (Path(__file__).parent / "exchanges").glob("*.json")
    recorded = {
        step["request"]["method"]
        for file in files
        for step in json.loads(file.read_text())["steps"]
        if "request" in step
    }
    assert set(HANDLERS) <= recorded


@system.needs_proc
@pytest.mark.promise("user", "The host listens on no port.")
def test_the_host_listens_nowhere(host: Any, base: str) -> None:
    host.greet().settled(f"{base}/main.xml", f"{base}/page.html")
    folder = Path(f"/proc/{host.process.pid}")
    own = {str(path.readlink()) for path in (folder / "fd").iterdir()}
    assert any(name.startswith("socket:") for name in own)  # otherwise this checks nothing
    listening = [
        line.split()[9]
        for table in ("tcp", "tcp6")
        for line in (folder / "net" / table).read_text().splitlines()[1:]
        if line.split()[3] == _LISTENING
    ]
    assert own.isdisjoint(f"socket:[{inode}]" for inode in listening)


def _index(folder: Path, server: str) -> None:
    """Write ten urlsets of a megabyte each, enough for worker processes, and their index."""
    entries = "".join(f"<url><loc>{server}/part/{page % 100}/{page}.html</loc></url>" for page in range(18_000))
    xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    for number in range(10):
        (folder / f"{number}.xml").write_text(f"<urlset {xmlns}>{entries.replace('part', str(number))}</urlset>")
    listed = "".join(f"<sitemap><loc>{server}/{number}.xml</loc></sitemap>" for number in range(10))
    (folder / "index.xml").write_text(f"<sitemapindex {xmlns}>{listed}</sitemapindex>")


@pytest.mark.promise("server", "A worker process ends with its host, and never inherits the host's pipe.")
def test_workers_of_a_killed_host_end_and_never_had_its_pipe(host: Any, tmp_path: Path) -> None:
    with serving(partial(FileHandler, directory=str(tmp_path))) as server:
        _index(tmp_path, server)
        host.answer(host.request("hello", {"protocol": 1}))
        page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
        opening = {"sitemap": f"{server}/index.xml", "page": page, "private": True, "chosen": True}
        site = host.result(host.request("site.open", opening))
        while site["state"] == "loading":
            site = host.event("site.changed")["site"]
        assert site["counts"]["elements"] >= 180_000
        workers = host.workers()
    assert min(1, usable_cores() - 1) <= len(workers) <= MOST_WORKERS
    own = (host.process.stdin.fileno(), host.process.stdout.fileno())
    pipes = {Path(f"/proc/self/fd/{number}").readlink() for number in own}
    for worker in workers:
        assert pipes.isdisjoint(path.readlink() for path in Path(f"/proc/{worker}/fd").iterdir())
    host.process.kill()
    until = time.monotonic() + PATIENCE_S
    while any(map(system.is_running, workers)):
        assert time.monotonic() < until, "a worker stayed behind"
        time.sleep(0.01)
